"""What can be asked of games of all modes, and how they are written and read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self, SupportsIndex

from staccs.board import Board
from staccs.cards import Card
from staccs.core import OVER, Core, Entry
from staccs.deals import Deal
from staccs.errors import ParameterError, StaccsError, shown
from staccs.game_json import read, written
from staccs.legal import NO_MOVES
from staccs.moves import Move
from staccs.rules import Rules
from staccs.setting import Fits, setting
from staccs.views import View

if TYPE_CHECKING:
    from staccs.table.placed import PlacedTable

__all__ = ["Game"]


class Game(Core):
    """A game, move by move. Its classes are the modes.

    Every mode has the same face: `legal_moves`, `push`, `pop`, `peek`, `outcome`,
    `view`, `copy`, `to_json`. The class of a mode says how its games begin.
    """

    @classmethod
    def from_deal(
        cls,
        deal: Deal,
        rules: Rules | None = None,
        *,
        table: PlacedTable | None = None,
        fits: Fits | None = None,
    ) -> Self:
        """Return a game that begins as a deal says.

        Parameters
        ----------
        deal : Deal
            Where the cards lie. Cards may be left out of the game.
        rules, table, fits
            As of the class.

        Raises
        ------
        ParameterError
            If the deal is none of this mode.
        InvalidNotationError
            If its STACC does not stand as the rules have it.
        """
        return cls._from_deal(deal, setting(rules, table, fits))

    # What a mode adds

    def _deal_details(self) -> dict[str, Any]:
        """Return what a deal has besides the cards and who moves."""
        return {}

    def _view_details(self, player: int) -> dict[str, Any]:
        """Return what a view has of this mode."""
        return {}

    def _seen(self, entry: Entry, player: int) -> str:
        """Return a move as a player saw it."""
        return str(entry[0])

    # Asking

    @property
    def table(self) -> PlacedTable | None:
        """The table, if the game was given one."""
        return self._setting.table

    @property
    def board(self) -> Board:
        """What lies: look, but lay nothing on it; a view has a copy to try on."""
        return self._board

    @property
    def move_stack(self) -> tuple[Move, ...]:
        """The moves pushed so far."""
        return tuple(move for move, _, _ in self._log)

    @property
    def hand_sizes(self) -> tuple[int, ...]:
        """How many cards each player holds."""
        return tuple(self._held.sizes)

    @property
    def pile_size(self) -> int:
        """How many cards the draw pile has left."""
        return self._held.left

    @property
    def standing(self) -> int:
        """How many cards lie on the STACC, or on all of them."""
        return len(self._board)

    def hand(self, player: SupportsIndex) -> tuple[Card, ...]:
        """Return the cards of a player, in order; hidden from the others."""
        return self._held.cards(self._known(player))

    def lost_to_edge(self) -> int:
        """Return how many plays of the player to decide only the table forbids.

        A card counts once for each cell on which it would fit.
        """
        if self._now[0] == OVER:
            return 0
        kinds = self._playable()
        return sum(
            (fit & kinds).bit_count()
            for stacc in self._board.staccs
            for fit in self._board.edge_cells(stacc).values()
        )

    def edge_spots(self) -> dict[tuple[int, int], int]:
        """Return where only the table forbids plays of the player to decide.

        Returns
        -------
        dict of (int, int) to int
            By number of the STACC and packed cell (`staccs.cells.unpack`), the set of
            card kinds; as many in all as `lost_to_edge` counts.
        """
        if self._now[0] == OVER:
            return {}
        kinds = self._playable()
        return {
            (stacc, at): fit & kinds
            for stacc in self._board.staccs
            for at, fit in self._board.edge_cells(stacc).items()
            if fit & kinds
        }

    def view(self, player: SupportsIndex) -> View:
        """Return what a player may see.

        Raises
        ------
        ParameterError
            If there is no such player.
        """
        known = self._known(player)
        decides = known == self.turn
        board = self._board.copy()
        return View(
            mode=self.mode,
            rules=self.rules,
            player=known,
            hand=self._held.cards(known),
            hand_sizes=self.hand_sizes,
            pile_size=self.pile_size,
            turn=self.turn,
            phase=self.phase,
            ply=self.ply,
            stacc=board.to_text(),
            barred=board.barred,
            legal_moves=self.legal_moves if decides else NO_MOVES,
            board=board,
            **self._view_details(known),
        )

    def history(self, player: SupportsIndex) -> tuple[str, ...]:
        """Return the moves as a player saw them: gifts of others are ``give ?``."""
        known = self._known(player)
        return tuple(self._seen(entry, known) for entry in self._log)

    def _known(self, player: object) -> int:
        if type(player) is not int or not 0 <= player < self.players:
            raise ParameterError(
                f"player is {shown(player)}: give one from 0 to {self.players - 1}"
            )
        return player

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game) or type(self) is not type(other):
            return NotImplemented
        return self._all() == other._all()

    def _all(self) -> tuple[object, ...]:
        moves = [(move, now) for move, now, _ in self._log]
        board = self._board
        under = self.rules, self.table
        return under, self._now, self._held, board.to_text(), board.barred, moves

    def __repr__(self) -> str:
        ended = self.outcome()
        return (
            f"<{self.mode} of {self.players}, ply {self.ply}, turn {self.turn}, "
            f"{self.phase}{', ' + ended.describe() if ended else ''}>"
        )

    # Writing and reading

    def deal(self) -> Deal:
        """Return how the game began."""
        first = self.copy()
        while first.ply:
            first.pop()
        held, details = first._held, first._deal_details()
        hands = tuple(held.cards(player) for player in range(self.players))
        turn = {"turn": first.turn, **details}
        return Deal(first._board.to_text(), hands, held.pile_cards(), **turn)

    def state(self) -> dict[str, object]:
        """Return where everything is now, as values that JSON can hold."""
        held = self._held
        hands = [held.cards(player) for player in range(self.players)]
        return {
            "phase": self.phase.value,
            "turn": self.turn,
            "board": self._board.to_text(),
            "hands": [" ".join(map(str, hand)) for hand in hands],
            "pile": " ".join(map(str, held.pile_cards())),
            "discards": " ".join(map(str, held.discard_cards())),
        }

    def to_json(self) -> str:
        """Return the whole game as one line of JSON: beginning, moves, table and all.

        Nothing is left to chance after the deal: the order of the draw pile, which is
        written, is the whole state of chance. `from_json` makes an equal game.
        """
        moves = list(map(str, self.move_stack))
        return written(self.mode, self._setting, self.deal(), moves, self.state())

    @classmethod
    def from_json(cls, text: object, fits: Fits | None = None) -> Self:
        """Return the game that `to_json` wrote.

        Parameters
        ----------
        text : str
            What `to_json` returned, of this mode.
        fits : callable or Footing, optional
            The function for the table's edge, if the game was played with one.

        Raises
        ------
        ParameterError
            If the text is damaged, foreign, or of a later version of the format;
            the message names the place.
        """
        saved = read(text, cls.mode, fits)
        try:
            game = cls._from_deal(saved.deal, saved.setting)
        except StaccsError as error:
            raise ParameterError(f"start in JSON: {error}") from error
        for index, move in enumerate(saved.moves):
            try:
                game.push(move)
            except StaccsError as error:
                raise ParameterError(f"move {index} in JSON: {error}") from error
        saved.check_reached(game.state())
        return game
