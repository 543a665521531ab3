"""The result table of a batch of STACCS games."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pyarrow as pa

from sims.report import FAILURES, Line, counted, share, speed, spread
from sims.staccs_metrics import TOGETHER

__all__ = ["summarize"]

Row = dict[str, Any]


def summarize(
    games: pa.Table, plays: pa.Table, *, played: int, seconds: float
) -> Iterator[Line]:
    """Yield the lines of the result table.

    Parameters
    ----------
    games, plays : pyarrow.Table
        All finished games and their moves.
    played : int
        Games played in this session.
    seconds : float
        Wall time of this session, in s.
    """
    rows = games.drop_columns(["stacc"]).to_pylist()
    good = [row for row in rows if row["termination"] not in FAILURES]
    yield Line("games", str(len(rows)))
    for name, count in counted(row["termination"] for row in rows):
        yield Line(f"  {name}", share(count, len(rows)))
    if good:
        yield from _winners(good)
        yield from _lengths(good)
        yield from _attaccs(good)
        yield from _edge(good)
    yield from speed(played, seconds)


def _winners(rows: list[Row]) -> Iterator[Line]:
    if rows[0]["mode"] in TOGETHER:
        won = sum(row["termination"] == "complete" for row in rows)
        yield Line("won: all cards stand", share(won, len(rows)))
        return
    shared = sum(row["winner"] is None for row in rows)
    yield Line("winner by seat", "0 begins; shared wins count for every winner")
    seats = [row["winners"].split(",") for row in rows]
    for seat in range(rows[0]["players"]):
        count = sum(str(seat) in each for each in seats)
        yield Line(f"  seat {seat}", share(count, len(rows)))
    if shared:
        yield Line("  shared", share(shared, len(rows)))


def _lengths(rows: list[Row]) -> Iterator[Line]:
    for label, name in (
        ("turns", "turns"),
        ("cards played", "plays"),
        ("cards standing", "standing"),
        ("cards drawn", "draws"),
        ("WILDs played", "wild_turns"),
    ):
        if name == "wild_turns" and not _wilds_are_played(rows[0]):
            continue
        yield Line(label, spread([row[name] for row in rows]))


def _wilds_are_played(row: Row) -> bool:
    """Tell whether there are WILDs to play: those of WILD OUT lie from the start."""
    return not (row["mode"] == "wild-out" or row["variation"] == "no_wilds")


def _attaccs(rows: list[Row]) -> Iterator[Line]:
    if rows[0]["mode"] in TOGETHER:
        return
    yield Line("penalty cards", spread([row["penalty_cards"] for row in rows]))
    chains = max(row["longest_chain"] for row in rows)
    counters = sum(row["counters"] for row in rows)
    yield Line("counters", f"{counters}, up to {chains} in a row")
    forgotten = sum(row["forgotten"] for row in rows)
    caught = sum(row["penalties"] for row in rows)
    yield Line("UH OH! forgotten", f"{forgotten}, caught {caught}")


def _edge(rows: list[Row]) -> Iterator[Line]:
    lost = [row["lost_to_edge"] for row in rows]
    touched = sum(count > 0 for count in lost)
    yield Line("games at the edge", share(touched, len(rows)))
    yield Line("plays lost to the edge", spread(lost))
    margins = [row["min_margin"] for row in rows if row["min_margin"] is not None]
    if margins:
        yield Line("smallest edge margin", f"{min(margins) * 1e3:.1f} mm")
    extents = [row["extent"] for row in rows if row["extent"] is not None]
    yield Line("extent, cm", spread([100 * extent for extent in extents]))
