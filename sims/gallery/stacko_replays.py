"""Replays of a batch of Stacko games as pages, and the table that leads to them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from gamebase.counting import counted
from sims.folder import own_replays, replay_name
from sims.gallery.batches import Batch, Row
from sims.gallery.model import File, Grid, Link

__all__ = ["replays_of"]

_HEADS = ("game", "replay", "turns", "loser", "fell during", "first block", "fallen")


def replays_of(batch: Batch, rows: Sequence[Row], most: int) -> tuple[Grid, list[File]]:
    """Return the table of topples, with links to pages, and the files of these.

    Parameters
    ----------
    batch : Batch
    rows : sequence of mapping
        Rows of its games, failed ones left out.
    most : int
        Pages that are made, at most.
    """
    there = {
        int(path.stem.rpartition("-")[2]): path
        for path in own_replays(batch.folder)
        if path.suffix == ".npz" and path.name.startswith(_prefix(batch.cell))
    }
    fallen = [row for row in rows if row["phase"] is not None or row["game"] in there]
    files: dict[int, File] = {}
    for game in [row["game"] for row in fallen if row["game"] in there][:most]:
        name = f"replays/{batch.slug}/{there[game].stem}.html"
        files[game] = File(name, _page_from(there[game]))
    listed = [row for row in fallen if row["game"] in files] or fallen[:most]
    grid = Grid(
        "Topples", _note(batch, len(fallen), len(there), len(files), len(listed)),
        _HEADS, [_row(row, files) for row in listed],
    )  # fmt: skip
    return grid, list(files.values())


def _prefix(cell: int | None) -> str:
    """Return how the names of a cell's replays begin."""
    return replay_name(0, cell).partition("game")[0] + "game"


def _page_from(replay: Path) -> Callable[[Path], None]:
    def write(page: Path) -> None:
        from stacko.replay.file import read_replay
        from stacko.replay.html import write_html

        write_html(read_replay(replay), page)

    return write


def _note(batch: Batch, fallen: int, there: int, pages: int, listed: int) -> str:
    if not fallen:
        return "No tower fell."
    told = f"{listed} of {counted(fallen, 'game')}." if listed < fallen else ""
    if pages:
        more = ""
        if pages < there:
            more = (
                " More replays are in the folder of the batch: "
                "stacko replay FILE --html OUT.html makes a page of any."
            )
        return f"{told} Each replay is a page to scrub through, with all events.{more}"
    if there:
        return f"{told} “stacko replay FILE --html OUT.html” makes a page of a replay."
    return (
        f"{told} No replays were kept; “stacko simulate --replays topples” keeps them."
    )


def _row(row: Row, files: Mapping[int, File]) -> list[str | Link]:
    game = row["game"]
    loser = "none" if row["loser"] is None else f"seat {row['loser']}"
    link: str | Link = "–"
    if game in files:
        link = Link("watch", files[game].name, f"watch the replay of game {game}")
    return [
        str(game), link, str(row["turns"]), loser, row["phase"] or "stands",
        row["first_block"] or "–", str(row["fallen"]),
    ]  # fmt: skip
