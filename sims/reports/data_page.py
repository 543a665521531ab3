"""The page that says what is in a folder of results: ``DATA.md``.

It is made from the classes that declare the columns::

    python -m sims.reports.data_page > DATA.md
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence

from gamebase.columns import columns
from sims.dataset.schemas import dataset_schema
from sims.reports.as_json import KEYS
from sims.reports.data_keys import FOLDER, OPENING, RUN, SESSION, SHARD
from sims.reports.kinds import Kind

__all__ = ["data_page", "main"]

_TITLES = {"stacko": "Stacko", "staccs": "STACCS"}

_BEGINNING = """\
# What is in a folder of results

`stacko simulate`, `staccs simulate` and `python -m sims.study` write their games into a
folder of tables. Made by `python -m sims.reports.data_page > DATA.md`.
"""

_FOLDER_NOTES = """\
A *cell* is one of the settings that a study compares; a plain batch has cell 0 only.
`cell` and `game` together name a game, in every table. Each table is a folder of
Parquet files, its shards: 5,000 games each, or fewer where they would take more than
64 MB of memory. Each file appears whole or not at all, and every game is in one only.

While a run goes on or is resumed, and after `kill -9` or a power cut, the folders of
the tables may be missing or hold only a part: the other finished games are in the
journal. `stacko report` and `staccs report` read that, too; other tools see all games
once a run has ended, or was interrupted by Ctrl-C or SIGTERM. Games lie in the order in
which they were planned, whatever the order in which they ended: a run leaves the same
rows in the same order, but for columns that hold wall-clock times, on one worker, on
many, or after interruptions.
"""

_OPENING_NOTES = """\
In pandas without `dtype_backend`, integers that may be empty become floats. What a cell
varies is in `run.json`; the first program puts it beside each game. An example for
Stacko; of STACCS `turns` is `plays`:
"""

_COLUMN_NOTES = """\
Unit and meaning stand in the files, too, as metadata of each column. Units are SI;
`-` is a number or text without one. *May be empty* means that the value does not
apply, such as the loser of a game that nobody lost. What is marked *wall clock* differs
between runs of the same games; all else is the same.

A game with termination `failed` or `timeout` has a row, too, with what was to be played
and why it was not: its counts are 0, its measures 0 or empty, and it has no row in the
other table. Leave these rows out before taking a mean.
"""

_REPORT_NOTES = """\
`stacko report DIR --format json` and `staccs report DIR --format json` write numbers in
full, and null for what does not apply.
"""


def data_page(kinds: Iterable[Kind]) -> str:
    """Return the page.

    Parameters
    ----------
    kinds : iterable of Kind
        The games.
    """
    lines = [*_folder(), *_opening(), "", "## Columns", "", _COLUMN_NOTES]
    for kind in kinds:
        lines += _game(kind)
    lines += ["", "## run.json", "", *_keys(RUN)]
    lines += ["", "Each of the sessions:", "", *_keys(SESSION)]
    lines += ["", "## shards.jsonl", "", "Each line is an object:", "", *_keys(SHARD)]
    lines += ["", "## Reports in JSON", "", _REPORT_NOTES, *_keys(KEYS)]
    return "\n".join([_BEGINNING, *lines]) + "\n"


def _folder() -> Iterator[str]:
    yield "## The folder"
    yield ""
    yield "```text"
    wide = max(map(len, FOLDER))
    for name, meaning in FOLDER.items():
        yield f"{name:{wide}}  {meaning}"
    yield "```"
    yield ""
    yield _FOLDER_NOTES


def _opening() -> Iterator[str]:
    yield "## Opening it"
    yield ""
    yield _OPENING_NOTES
    for tool, code in OPENING.items():
        yield from (f"### {tool}", "", "```python")
        yield code.format(folder="results/first", moves="turns").rstrip()
        yield from ("```", "")


def _game(kind: Kind) -> Iterator[str]:
    title = _TITLES.get(kind.game, kind.game)
    for name, row_type in kind.tables.items():
        about = (row_type.__doc__ or "").splitlines()[0].rstrip(".")
        yield from ("", f"### {title}: {name}", "", f"A row is: {_lower(about)}.", "")
        yield from _table(("column", "type", "unit", "meaning"), _columns(row_type))
    if kind.metrics:
        yield from ("", f"### {title}: metrics", "")
        yield "What studies stop by and reports tell, the main one first:"
        yield ""
        rows = [(m.name, m.kind, m.unit, m.meaning) for m in kind.metrics]
        yield from _table(("metric", "kind", "unit", "meaning"), rows)


def _columns(row_type: type) -> Iterator[tuple[str, ...]]:
    wall = {each.name for each in columns(row_type) if each.wall}
    for field in dataset_schema(row_type):
        notes = {key.decode(): value.decode() for key, value in field.metadata.items()}
        meaning = notes["meaning"] + (" (wall clock)" if field.name in wall else "")
        empty = ", may be empty" if field.nullable else ""
        yield field.name, f"{field.type}{empty}", notes["unit"], meaning


def _keys(keys: Mapping[str, str]) -> list[str]:
    return list(_table(("key", "meaning"), keys.items()))


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """Yield a table of Markdown, names as code; none of its texts is from outside."""
    yield f"| {' | '.join(heads)} |"
    yield f"| {' | '.join(':--' for _ in heads)} |"
    for name, *rest in rows:
        yield f"| `{name}` | {' | '.join(rest)} |"


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]


def main() -> int:
    """Print the page."""
    # The games come in here only: nothing else of reports knows them.
    from sims.staccs_games import STACCS
    from sims.stacko_games import STACKO

    sys.stdout.write(data_page([STACKO, STACCS]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
