"""Games of a study as the tables of a notebook."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from sims.dataset.results import Results
from sims.design.design import Design
from sims.design.header import game_of
from sims.errors import BatchError
from sims.manifest import NAME
from sims.study import main

if TYPE_CHECKING:
    from pathlib import Path

    from sims.game_kind import GameKind
    from sims.notebook_data.recipe import Making, Study

__all__ = ["FAILED", "is_outdated", "played"]

_GAMES = ("stacko", "staccs")
_FINGERPRINT = b"fingerprint"

FAILED = 1
"""Exit code of a batch in which some games failed: they have rows like others."""


def played(study: Study, making: Making) -> dict[str, pa.Table]:
    """Play the games of a study that are missing, and return what is kept of them.

    Raises
    ------
    BatchError
        If the study could not be played to its end.
    """
    path = making.folder / "studies" / study.file
    out = making.work / path.stem
    argv = [str(path), "--out", str(out), "--workers", str(making.workers)]
    if making.quick:
        argv += ["--games", str(study.quick), "--quiet", *study.quick_flags]
    if game_of(path, _GAMES) == "stacko":  # replays take their time
        argv += ["--replays", "none" if study.more is None else "all"]
    begun = (out / NAME).exists()
    argv += ["--resume"] if begun else []
    code = main(argv)
    if code not in (0, FAILED):
        remedy = f"; if it has changed, delete {str(out)!r} first" if begun else ""
        raise BatchError(f"the study {str(path)!r} ended with exit code {code}{remedy}")
    record: dict[str, Any] = json.loads((out / NAME).read_text("utf-8"))
    results = Results(out, _kind_of(record["game"]).tables)
    more = {} if study.more is None else study.more(out)
    return {"cells": _cells(record), **more} | {
        name: results.tables(name, ["cell", "game", *columns])
        for name, columns in study.tables.items()
    }


def is_outdated(study: Study, folder: Path, cells: pa.Table) -> bool:
    """Tell whether a study has changed since its games were played.

    Parameters
    ----------
    study : Study
    folder : Path
        Folder of the notebooks.
    cells : pyarrow.Table
        What was kept of its cells.

    Raises
    ------
    BatchError, ParameterError
        If the study's file cannot be read.
    """
    path = folder / "studies" / study.file
    design = Design.from_file(path, _kind_of(game_of(path, _GAMES)))
    played_then: bytes = (cells.schema.metadata or {}).get(_FINGERPRINT, b"")
    return played_then.decode() != design.fingerprint()


def _kind_of(game: str) -> GameKind[Any]:
    from sims.staccs_games import STACCS
    from sims.stacko_games import STACKO

    return STACKO if game == "stacko" else STACCS


def _cells(record: dict[str, Any]) -> pa.Table:
    """Return the cells of a study: number, label, and what is varied, by its key."""
    cells = record["cells"]
    keys = dict.fromkeys(key for cell in cells for key in cell["varied"])
    found: dict[str, list[Any]] = {
        "cell": list(range(len(cells))),
        "label": [cell["label"] for cell in cells],
    }
    for key in keys:
        found[key] = [_plain(cell["varied"].get(key)) for cell in cells]
    table = pa.table(found)
    notes = {_FINGERPRINT: record["fingerprint"].encode()}
    return table.replace_schema_metadata(notes)


def _plain(value: Any) -> Any:
    """Return a value that a column can hold; lists and tables as JSON."""
    return json.dumps(value) if isinstance(value, list | dict) else value
