"""A recorded match as a value: what was where, when, and what happened.

Poses are kept only where they changed: a block that lies still costs nothing. A frame
is one look at the tower, about 60 a second of simulated time while a hand is at work.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from stacko.engines.base import Vector
from stacko.errors import ParameterError
from stacko.poses import Poses

__all__ = ["Event", "EventKind", "HandTrack", "Loads", "Ply", "Replay", "Track"]

Array = NDArray[np.float64]
Frames = NDArray[np.int64]


class EventKind(StrEnum):
    """What can happen in a match."""

    DEMAND = "demand"
    PROBE = "probe"
    CHOICE = "choice"
    TOUCH = "touch"
    PEAK_FORCE = "peak_force"
    LOOSE = "loose"
    RESULT = "result"
    FIRST_TO_LEAVE = "first_to_leave"
    FELL = "fell"
    TOPPLE = "topple"
    LOSER = "loser"

    def describe(self) -> str:
        """Return the kind in plain words."""
        return _KINDS[self]


_KINDS = {
    EventKind.DEMAND: "A player's turn begins, with what has to be met.",
    EventKind.PROBE: "The player pushes a block a little to feel how loose it is.",
    EventKind.CHOICE: "The player chose a block and where it goes.",
    EventKind.TOUCH: "The hand begins to move the block.",
    EventKind.PEAK_FORCE: "The hand feels the largest force of taking the block.",
    EventKind.LOOSE: "The block has come a millimeter out of where it lay.",
    EventKind.RESULT: "What became of the move.",
    EventKind.FIRST_TO_LEAVE: "The first block leaves the tower.",
    EventKind.FELL: "A further block leaves the tower.",
    EventKind.TOPPLE: "The tower counts as knocked over.",
    EventKind.LOSER: "The game ends.",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Something that happened.

    Parameters
    ----------
    frame : int
        The first frame that shows it.
    ply : int
        Position in the list of moves.
    kind : EventKind
    block : str or None
        The block it is about.
    player : int or None
        The seat it is about.
    text : str
        The rest in notation: the demand, the move, the verdict, the phase.
    value : float or None
        A force in N, for `EventKind.PEAK_FORCE` and `EventKind.PROBE`.
    """

    frame: int
    ply: int
    kind: EventKind
    block: str | None = None
    player: int | None = None
    text: str = ""
    value: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Ply:
    """One entry of the list of moves, with what is needed to make it again.

    Parameters
    ----------
    move : str
        The move in notation, ``--`` for a pass.
    result : str or None
        What became of it in notation, None for a pass.
    probes : tuple of str
        Blocks probed before it, in order.
    first, last : int
        First frame, and the one after the last.
    digest : str
        Hash of the exact poses of all its frames, hexadecimal.
    row : mapping of str to value
        The row of the table of turns: see `stacko.records.TurnRow`.
    """

    move: str
    result: str | None
    probes: tuple[str, ...]
    first: int
    last: int
    digest: str
    row: Mapping[str, Any]


@dataclass(frozen=True, slots=True, eq=False)
class Track:
    """Where one block was, at the frames at which that changed.

    Parameters
    ----------
    frames : ndarray of int, shape (n,)
        Rising; the first is 0.
    positions : ndarray, shape (n, 3)
        Centers, m.
    orientations : ndarray, shape (n, 4)
        Quaternions (x, y, z, w), rounded: their length is 1 within 0.001.
    gone : int or None
        The frame from which on the block is out of the world, if it is.
    """

    frames: Frames
    positions: Array
    orientations: Array
    gone: int | None = None

    def row(self, frame: int) -> int:
        """Return the row that holds at a frame."""
        return int(np.searchsorted(self.frames, frame, side="right")) - 1


@dataclass(frozen=True, slots=True, eq=False)
class HandTrack:
    """Where the hand was, at every frame at which it touched or was about to.

    Parameters
    ----------
    frames : ndarray of int, shape (n,)
        Rising.
    fingers : ndarray of bool, shape (n,)
        True for a fingertip (a ball) that pushes, False for a pinch that holds.
    positions : ndarray, shape (n, 3)
        Center of the fingertip, or the point that is held, m.
    forces : ndarray, shape (n,)
        What the hand feels, N.
    """

    frames: Frames
    fingers: NDArray[np.bool_]
    positions: Array
    forces: Array


@dataclass(frozen=True, slots=True, eq=False)
class Loads:
    """What rests on what, of a tower at rest.

    Parameters
    ----------
    frame : int
        When.
    upper, lower : tuple of str
        The blocks of each pair; `stacko.world.TABLE` is the table.
    forces : ndarray, shape (n,)
        Sum of the normal forces between them at that instant, N. What lies on the table
        weighs what the tower does within 0.1 % in PyBullet; MuJoCo's contacts buzz, by
        2 % of that, and by half a block's weight between single blocks.
    """

    frame: int
    upper: tuple[str, ...]
    lower: tuple[str, ...]
    forces: Array


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Replay:
    """A recorded match.

    Parameters
    ----------
    configuration : mapping
        Everything that decides a game, as `stacko.config.SimulationConfig` reads it.
    seed, index : int
        Which game of it.
    versions : mapping of str to str
        Of this package, of what computed it, and of the machine.
    tower : str
        The tower as built, in notation.
    sizes : mapping of str to (length, width, height)
        Edge lengths of every block, m; its order is that of the tower.
    times : ndarray, shape (frames,)
        Simulated time of every frame, s.
    tracks : mapping of str to Track
        Where each block was.
    hand : HandTrack
    loads : tuple of Loads
        Of the tower as built, and after every ply that left it standing.
    plies : tuple of Ply
    events : tuple of Event
        In the order of frames.
    game : mapping of str to value
        The row of the table of games: see `stacko.records.GameRow`.
    """

    configuration: Mapping[str, Any]
    seed: int
    index: int
    versions: Mapping[str, str]
    tower: str
    sizes: Mapping[str, Vector]
    times: Array
    tracks: Mapping[str, Track]
    hand: HandTrack
    loads: tuple[Loads, ...]
    plies: tuple[Ply, ...]
    events: tuple[Event, ...]
    game: Mapping[str, Any] = field(default_factory=dict)

    @property
    def frames(self) -> int:
        """Number of frames."""
        return len(self.times)

    @property
    def duration(self) -> float:
        """Simulated time from the first frame to the last, s."""
        return float(self.times[-1] - self.times[0])

    @property
    def names(self) -> tuple[str, ...]:
        """Names of all blocks, in the order of the tower as built."""
        return tuple(self.sizes)

    @property
    def toppled(self) -> bool:
        """Whether the game ended with a topple."""
        return any(event.kind is EventKind.TOPPLE for event in self.events)

    def frame_at(self, time: float) -> int:
        """Return the last frame at or before a time in s; the first one before it."""
        return max(0, int(np.searchsorted(self.times, time, side="right")) - 1)

    def ply_at(self, frame: int) -> int:
        """Return the index of the ply a frame belongs to."""
        firsts = [ply.first for ply in self.plies]
        return max(0, int(np.searchsorted(firsts, frame, side="right")) - 1)

    def poses(self, frame: int) -> Poses:
        """Return the poses of all blocks in the world at a frame.

        Raises
        ------
        ParameterError
            If there is no such frame.
        """
        if not 0 <= frame < self.frames:
            raise ParameterError(
                f"frame is {frame!r}: give one from 0 to {self.frames - 1}"
            )
        there = [n for n, t in self.tracks.items() if t.gone is None or frame < t.gone]
        rows = [(self.tracks[name], self.tracks[name].row(frame)) for name in there]
        turned = np.array([t.orientations[row] for t, row in rows]).reshape(-1, 4)
        return Poses(
            tuple(there),
            np.array([t.positions[row] for t, row in rows]).reshape(-1, 3),
            turned / np.linalg.norm(turned, axis=1, keepdims=True),
        )

    def event(self, kind: EventKind) -> Event | None:
        """Return the first event of a kind, or None."""
        return next((each for each in self.events if each.kind == kind), None)
