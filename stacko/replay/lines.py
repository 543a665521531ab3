"""A recorded match in lines of text."""

from __future__ import annotations

from collections.abc import Iterator

from gamebase.counting import counted
from stacko.replay.model import EventKind, Ply, Replay

__all__ = ["tell"]


def tell(replay: Replay) -> Iterator[str]:
    """Yield what happened in a match, a line a move.

    Parameters
    ----------
    replay : Replay
    """
    game, versions = replay.game, replay.versions
    yield (
        f"game {replay.index} of seed {replay.seed}, engine {game.get('engine')}, "
        f"players {game.get('policies')}, hands {game.get('hands')}"
    )
    yield f"recorded by stacko {versions.get('stacko')} on {versions.get('machine')}"
    yield f"tower {replay.tower}"
    yield f"{'time':>8}  {'turn':>4}  {'player':>6}  {'demand':8}  {'move':12}  outcome"
    for number, ply in enumerate(replay.plies):
        yield _line(replay, number, ply)
    yield (
        f"{game.get('termination')}: "
        + (
            f"player {game.get('loser')} loses"
            if game.get("loser") is not None
            else "nobody loses"
        )
        + f" after {replay.duration:.1f} s, {counted(replay.frames, 'frame')}"
    )


def _line(replay: Replay, number: int, ply: Ply) -> str:
    row = ply.row
    begun = replay.times[min(ply.first, replay.frames - 1)]
    return (
        f"{begun:8.2f}  {row.get('turn'):>4}  {row.get('player'):>6}  "
        f"{row.get('demand'):8}  {ply.move:12}  {_outcome(replay, number, ply)}"
    )


def _outcome(replay: Replay, number: int, ply: Ply) -> str:
    said = [ply.result or "passed"]
    if ply.probes:
        said.append(f"{len(ply.probes)} probed")
    if ply.row.get("peak_force") is not None:
        said.append(f"{ply.row['peak_force']:.2f} N")
    first = next(
        (
            event
            for event in replay.events
            if event.ply == number and event.kind is EventKind.FIRST_TO_LEAVE
        ),
        None,
    )
    if first is not None:
        said.append(
            f"{first.block} left first at {replay.times[first.frame]:.2f} s, "
            f"{ply.row['fallen']} fell"
        )
    return ", ".join(said)
