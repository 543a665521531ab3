"""What a player sees of the game, and what a player is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, Self, runtime_checkable

from gamebase import asking
from staccs.board import Board
from staccs.cells import pack
from staccs.errors import IllegalMoveError
from staccs.game import Game
from staccs.legal import LegalMoves
from staccs.moves import Move
from staccs.phases import Mode, Phase
from staccs.views import View

if TYPE_CHECKING:
    import numpy as np

    from staccs.lattice import Cell
    from staccs.table.placed import PlacedTable

__all__ = ["Player", "Seat"]


class Seat:
    """Where the player who is to decide sits: all that can be seen from there.

    What takes time to work out is worked out when it is asked for.

    Parameters
    ----------
    game : Game
        The game; nothing that is hidden from the player is handed on.
    rng : numpy.random.Generator
        The player's own source of chance.

    Attributes
    ----------
    legal_moves : LegalMoves
        The moves to choose from.
    rng : numpy.random.Generator
        As given.
    player : int
        Number of the player who decides.

    Examples
    --------
    >>> from staccs.modes import make_game
    >>> seat = Seat.of(make_game("uh-oh", 3, seed=7))
    >>> seat.player, len(seat.view.hand), seat.view.hand_sizes
    (0, 7, (7, 7, 7))
    """

    __slots__ = ("_board", "_game", "_view", "legal_moves", "player", "rng")

    def __init__(self, game: Game, rng: np.random.Generator) -> None:
        self._game = game
        self._view: View | None = None
        self._board: Board | None = None
        self.legal_moves: LegalMoves = game.legal_moves
        self.rng = rng
        self.player = game.turn

    @classmethod
    def of(cls, game: Game, seed: int = 0) -> Self:
        """Return the seat of the player to decide, with chance from a seed."""
        import numpy as np

        return cls(game, np.random.default_rng(seed))

    @property
    def view(self) -> View:
        """Everything the player may see."""
        if self._view is None:
            self._view = self._game.view(self.player)
        return self._view

    @property
    def board(self) -> Board:
        """A copy of what lies, to try things on; take back what you lay."""
        if self._board is None:
            self._board = self._game.board.copy()
        return self._board

    @property
    def hand(self) -> int:
        """The kinds of cards in the hand, as bits (`staccs.cards.mask_of`)."""
        cards = 0
        for card in self._game.hand(self.player):
            cards |= 1 << card.index
        return cards

    @property
    def mode(self) -> Mode:
        """The mode that is played."""
        return self._game.mode

    @property
    def phase(self) -> Phase:
        """What is to be decided."""
        return self._game.phase

    @property
    def variation(self) -> str | None:
        """The variation of SOLOSTACCS; None in other modes."""
        found = getattr(self._game, "variation", None)
        return None if found is None else str(found)

    @property
    def hand_sizes(self) -> tuple[int, ...]:
        """How many cards each player holds."""
        return self._game.hand_sizes

    @property
    def direction(self) -> int:
        """1 if play goes clockwise, -1 if not."""
        return int(getattr(self._game, "direction", 1))

    @property
    def lost_to_edge(self) -> int:
        """How many plays of this player only the table forbids now."""
        return self._game.lost_to_edge()

    @property
    def table(self) -> PlacedTable | None:
        """The table with the lattice on it; None if it has no edge."""
        return self._game.table

    def fits(self, cell: Cell) -> bool:
        """Tell whether the table lets a card lie on a cell."""
        footing = self._game._setting.footing
        return True if footing is None else footing[pack(cell)]

    def only_move(self) -> Move | None:
        """Return the move that is the only legal one, or None.

        Raises
        ------
        IllegalMoveError
            If there is no legal move at all: the game is over.
        """
        if not self.legal_moves:
            raise IllegalMoveError(f"there is nothing to choose: {self._game!r}")
        return self.legal_moves[0] if len(self.legal_moves) == 1 else None


@runtime_checkable
class Player(asking.Player[Seat, Move], Protocol):
    """Chooses moves. Write a class with these two members and it can play.

    A class that plays some modes only names them in an attribute ``modes``.
    """

    name: str

    def choose(self, seat: Seat, /) -> Move:
        """Return one of ``seat.legal_moves``."""
