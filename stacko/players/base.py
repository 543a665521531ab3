"""What a player sees of the game, and what a player is."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, Self, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from gamebase import asking
from stacko.errors import IllegalMoveError, ParameterError
from stacko.game import Game
from stacko.geometry import nominal_poses
from stacko.kits import kit_of
from stacko.legal import LegalMoves
from stacko.moves import Move
from stacko.params import BlockParams
from stacko.players.balance import Balance
from stacko.poses import Poses
from stacko.tower import Tower

__all__ = ["Player", "ProbeResult", "Table"]

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class ProbeResult:
    """What a small push against a block told.

    Parameters
    ----------
    block : str
        The block pushed.
    peak_force : float
        Largest force of the finger, in N.
    moved : float
        How far the block gave way, in m.
    toppled : bool
        Whether the push knocked the tower over; the game ends with it.
    held : bool
        Whether the block withstood the finger's whole force; what it would have
        taken to move it is then more than `peak_force`.
    """

    block: str
    peak_force: float
    moved: float
    toppled: bool = False
    held: bool = False

    @property
    def stiffness(self) -> float:
        """Peak force over distance, in N/m; infinite for a block that stood still."""
        return self.peak_force / self.moved if self.moved > 0 else math.inf


Probe = Callable[[str], ProbeResult]


class Table:
    """What the player to move sees and may do before choosing.

    Parameters
    ----------
    game : Game
        Copied, so that nothing a player does to it reaches the real one.
    poses : Poses
        Where the blocks of the tower lie.
    blocks : BlockParams
        Nominal block.
    rng : numpy.random.Generator
        The player's own source of chance.
    probe : callable, optional
        Pushes a block a little, in the world the game is played in.
    sizes : mapping of name to (length, width, height), optional
        Sides of the single blocks, in m.

    Attributes
    ----------
    game : Game
        A copy to try moves on.
    legal_moves : LegalMoves
        The moves to choose from, whatever was tried on the copy.
    tower : Tower
        The tower, with the same promise.
    poses, blocks, rng
        As given.

    Raises
    ------
    ParameterError
        If a block of the tower has no pose.
    """

    def __init__(
        self,
        game: Game,
        poses: Poses,
        blocks: BlockParams,
        rng: np.random.Generator,
        *,
        probe: Probe | None = None,
        sizes: Mapping[str, Sequence[float]] | None = None,
    ) -> None:
        self.game = game.copy()
        self.legal_moves: LegalMoves = self.game.legal_moves
        self.tower: Tower = game.tower
        self._position = game.position
        self.poses, self.blocks, self.rng = poses, blocks, rng
        self._probe = probe
        legal = [block.name for block in self.legal_moves.blocks]
        self._balance = Balance(self.tower, poses, blocks, sizes, legal)

    @classmethod
    def nominal(
        cls,
        game: Game,
        blocks: BlockParams | None = None,
        rng: np.random.Generator | None = None,
        *,
        probe: Probe | None = None,
    ) -> Self:
        """Return a table without an engine: every block exactly in its slot.

        Parameters
        ----------
        game : Game
        blocks : BlockParams, optional
            Those of the game's set if left out.
        rng : numpy.random.Generator, optional
            One with seed 0 if left out.
        probe : callable, optional
            Stands in for the finger; without it `probe` refuses.
        """
        chosen = kit_of(game.block_set).blocks if blocks is None else blocks
        source = np.random.default_rng(0) if rng is None else rng
        poses = nominal_poses(game.tower, chosen)
        return cls(game, poses, chosen, source, probe=probe)

    @property
    def can_probe(self) -> bool:
        """Whether there is a world to probe blocks in."""
        return self._probe is not None

    def probe(self, block: str) -> ProbeResult:
        """Push a block a little to feel how loose it is, and put it back.

        It costs simulated time and may disturb the tower.

        Raises
        ------
        ParameterError
            If there is no world to push in, or the block may not be taken.
        """
        if self._probe is None:
            raise ParameterError(
                f"block {block!r} cannot be probed: this table has no physical tower; "
                "ask can_probe first, or give the table a probe"
            )
        if all(each.name != block for each in self.legal_moves.blocks):
            names = ", ".join(each.name for each in self.legal_moves.blocks) or "none"
            raise ParameterError(
                f"block {block!r} may not be touched now; those that may: {names}"
            )
        return self._probe(block)

    def moves_of(self, block: str) -> tuple[Move, ...]:
        """Return the legal moves of one block: every slot and every color."""
        legal = self.legal_moves
        mine = tuple(each for each in legal.blocks if each.name == block)
        if mine:
            return tuple(LegalMoves(self._position, mine, passes=False))
        return tuple(move for move in legal if move.block == block)

    def only_move(self) -> Move | None:
        """Return the move that is the only legal one, such as a pass, or None.

        Raises
        ------
        IllegalMoveError
            If there is no legal move at all: the game is over.
        """
        if not self.legal_moves:
            raise IllegalMoveError(f"there is nothing to choose: {self.game!r}")
        return self.legal_moves[0] if len(self.legal_moves) == 1 else None

    def margin_after(self, move: Move | str) -> float:
        """Return the stability margin of the tower without a block, in m.

        Parameters
        ----------
        move : Move or str
            A move, or the name of the block it takes. The null move takes none.

        Returns
        -------
        float
            ``-inf`` if the layer would be empty. By geometry, see
            `stacko.margins.MarginMonitor`.
        """
        return self._balance.least(move.block if isinstance(move, Move) else move)

    def margins_without(self, move: Move | str) -> Array:
        """Return the margin of every interface without a block; see `margin_after`.

        Entry 0 is the table, entry k the interface between layers k and k + 1.
        """
        return self._balance.margins(move.block if isinstance(move, Move) else move)

    def expect(self, blocks: Iterable[str]) -> None:
        """Say what removals will be asked about: many at once are worked out fast."""
        self._balance.expect(blocks)

    def margin_placed(self, move: Move) -> float:
        """Return the stability margin once the block lies in its new slot, in m."""
        return float(self.margins_placed(move).min())

    def margins_placed(self, move: Move) -> Array:
        """Return the margin of every interface then; see `margins_without`."""
        slot = None if move.is_null else move.slot
        return self._balance.margins(move.block, slot)

    def offset_placed(self, move: Move) -> float:
        """Return how far off the middle of layer 1 the center of mass ends, in m."""
        slot = None if move.is_null else move.slot
        return self._balance.offset(move.block, slot)


@runtime_checkable
class Player(asking.Player[Table, Move], Protocol):
    """Chooses moves. Write a class with these two members and it can play."""

    name: str

    def choose(self, table: Table, /) -> Move:
        """Return one of ``table.legal_moves``."""
