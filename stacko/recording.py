"""Who is told what happens in a match while it happens, such as what makes replays.

A recorder only looks: a match goes on bit for bit as it would without one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from stacko.engines.base import Vector
from stacko.game import Game
from stacko.hand.feel import Grasp
from stacko.moves import Move, Result
from stacko.poses import Poses

__all__ = ["Glimpse", "Load", "Recorder"]


@dataclass(frozen=True, slots=True)
class Glimpse:
    """A tower at one instant.

    Attributes
    ----------
    time : float
        Simulated time, s.
    phase : str
        What the hand is doing: probe, pull, carry, place or settle.
    poses : Poses
        Of the blocks that are in the tower, or in hand.
    grasp : Grasp or None
        The hand, where it touches anything.
    fallen : tuple of str
        Blocks that left the tower in this move so far.
    toppled : bool
        Whether the tower counts as knocked over by now.
    """

    time: float
    phase: str
    poses: Poses
    grasp: Grasp | None = None
    fallen: tuple[str, ...] = ()
    toppled: bool = False


@dataclass(frozen=True, slots=True)
class Load:
    """What one body carries of another: the sum of the normal forces, N."""

    upper: str
    lower: str
    force: float


class Recorder(Protocol):
    """What a match tells, in the order in which it happens."""

    def built(
        self,
        game: Game,
        sizes: Mapping[str, Vector],
        glimpse: Glimpse,
        loads: Sequence[Load],
    ) -> None:
        """Take note that a tower has been built and is at rest."""

    def asked(self, game: Game, glimpse: Glimpse) -> None:
        """Take note that a player is about to choose."""

    def probing(self, block: str) -> None:
        """Take note that the player is about to probe a block."""

    def probed(self, block: str, force: float) -> None:
        """Take note of the peak force of that probe, N."""

    def chose(self, move: Move) -> None:
        """Take note of the move chosen; unless it is a pass, the touch follows."""

    def see(self, glimpse: Glimpse) -> None:
        """Look at the tower, about 60 times a second while it is touched."""

    def rested(self, glimpse: Glimpse, loads: Sequence[Load]) -> None:
        """Take note of the tower at rest after a move, if it stands."""

    def played(self, move: Move, result: Result | None, row: Mapping[str, Any]) -> None:
        """Take note of the end of a move, and its row; no result for a pass."""

    def discarded(self, block: str) -> None:
        """Take note that a fallen block is out of the world for good."""

    def ended(self, row: Mapping[str, Any]) -> None:
        """Take note of the end of the match, with its row in the table of games."""
