"""WILD OUT: four STACCs, built together (T18)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Self, SupportsIndex

from staccs.board import Board
from staccs.cards import KINDS, WILD
from staccs.core import OVER
from staccs.dealing import generator, kinds_of, shuffled
from staccs.deals import Deal
from staccs.errors import ParameterError
from staccs.game import Game
from staccs.holdings import Holdings
from staccs.legal import LegalMoves
from staccs.modes.kinds import WILD_KIND
from staccs.modes.starts import WildStart, start_of
from staccs.moves import ACTION, CELL, KIND_BITS, STACC, Action, Move
from staccs.outcomes import Outcome, Termination
from staccs.phases import PHASES, Mode, Phase
from staccs.placement import Placement
from staccs.rules import Rules, WildRotation
from staccs.setting import Fits, Setting, setting

if TYPE_CHECKING:
    from staccs.dealing import Seed
    from staccs.table.placed import PlacedTable

__all__ = ["WildOut"]

_TURN, _DRAWN = PHASES.index(Phase.TURN), PHASES.index(Phase.DRAWN)
_DRAW = (Action.DRAW << ACTION,)
_HOLD = (Action.HOLD << ACTION,)
_STACCS = (0, 1, 2, 3)
_SUITED = (1 << WILD_KIND) - 1
"""Every kind but the WILD, as bits: the WILDs lie already."""


class WildOut(Game):
    """A game of WILD OUT.

    The state is a tuple: the phase, who decides, and the kind of the card just drawn
    or -1.

    Parameters
    ----------
    players : int
        1 to 4, who play together.
    rules : Rules, optional
        How the rules are read; the defaults if left out.
    seed : int, SeedSequence, Generator or None
        Shuffles the DECC. A generator is drawn from here and not kept.
    start : WildStart or str
        Where the WILDs lie: a name (`staccs.modes.starts.STARTS`) or four parts like
        ``1,-1/3``.
    table, fits
        As of `UhOh`.

    Raises
    ------
    ParameterError
        If a value is not accepted, or WILDs are turned by 120 degrees (T4).
    InvalidNotationError
        If `start` is a text that names none.
    IllegalMoveError
        If the first cards cannot lie on the table.

    Examples
    --------
    >>> game = WildOut(players=2, seed=5, start="row")
    >>> game.standing, game.pile_size, game.phase
    (8, 52, <Phase.TURN: 'turn'>)
    """

    mode = Mode.WILD_OUT
    most: ClassVar[int] = 4

    def __init__(
        self,
        players: SupportsIndex = 1,
        rules: Rules | None = None,
        seed: Seed = None,
        *,
        start: WildStart | str = "rhombus",
        table: PlacedTable | None = None,
        fits: Fits | None = None,
    ) -> None:
        many = self._check_players(players)
        under = setting(rules, table, fits)
        self._check_rotation(under.rules)
        where = start_of(start)
        pile = shuffled(kinds_of(1, wilds=False), generator(seed))
        board = _laid(under, where, pile[: len(_STACCS)])
        pile = pile[len(_STACCS) :]
        self._begin(under, board, Holdings([[] for _ in range(many)], pile))

    @staticmethod
    def _check_rotation(rules: Rules) -> None:
        if rules.wild_rotation is not WildRotation.SIXTY:
            raise ParameterError(
                "wild_rotation is '120': four WILDs cannot all face different ways "
                "then, so WILD OUT needs '60' (T4)"
            )

    @classmethod
    def _check_deal(cls, deal: Deal, board: Board) -> None:
        cls._check_rotation(board.rules)
        wilds = [each for each in board.cards if each.card.is_wild]
        if board.staccs != _STACCS or len(wilds) != len(_STACCS):
            raise ParameterError(
                f"the STACCs are {deal.board!r}: WILD OUT has four WILDs, each the "
                "first of a STACC, numbered 0 to 3 (T18)"
            )
        WildStart(
            tuple(each.cell for each in wilds),
            tuple(each.orientation or 0 for each in wilds),
        )
        if len(board) < 2 * len(_STACCS) or deal.direction != 1 or deal.variation:
            raise ParameterError(
                "WILD OUT begins with a card dealt on each WILD, goes clockwise, and "
                "has no variations but its start (T18)"
            )

    def _open(self, deal: Deal | None) -> None:
        self._settle(0 if deal is None else deal.turn)

    def _keep(self, game: Self) -> None:
        """Keep nothing besides."""

    # What a move leads to

    def _make(self, code: int) -> None:
        _, who, _ = self._now
        action = code >> ACTION & 15
        held, board = self._held, self._board
        if action == Action.PLAY:
            kind, stacc = code & KIND_BITS, code >> STACC & 127
            held.lose(who, kind)
            board.put(kind, code >> CELL, board.orientation(stacc), -1, stacc)
        elif action == Action.DRAW:
            held.draw(who)
            drawn = held.pile[held.drawn - 1]
            if self._any_fits(held.masks[who]):
                self._now = (_DRAWN, who, drawn)
                return
        self._settle(self._after(who))

    def _settle(self, who: int) -> None:
        """Begin the turn of the next player who has a choice, or end the game."""
        left = self._held.left
        for _ in self._held.sizes:
            if self._any_fits(_SUITED if left else self._held.masks[who]):
                self._now = (_TURN, who, -1)
                return
            who = self._after(who)
        self._now = (OVER, who, -1)

    def _after(self, player: int) -> int:
        return (player + 1) % len(self._held.sizes)

    def _any_fits(self, kinds: int) -> bool:
        """Return whether a card of these kinds fits anywhere."""
        for stacc in _STACCS:
            for fit in self._board.open_cells(stacc).values():
                if fit & kinds:
                    return True
        return False

    # Legal moves

    def _find_legal(self) -> LegalMoves:
        phase, who, drawn = self._now
        if phase == _TURN and self._held.left:
            return LegalMoves({}, (), 1, _DRAW)
        spots = self._spots(self._held.masks[who])
        holds = phase == _DRAWN and not self._any_fits(1 << drawn)
        return LegalMoves(spots, (), 1, _HOLD if holds else ())

    def _spots(self, kinds: int) -> dict[int, int]:
        return {
            at << CELL | stacc << STACC: all_ & kinds
            for stacc in _STACCS
            for at, all_ in self._board.open_cells(stacc).items()
            if all_ & kinds
        }

    def _playable(self) -> int:
        phase, who, _ = self._now
        return 0 if phase == _TURN and self._held.left else self._held.masks[who]

    # Asking

    def _ended(self) -> Outcome:
        everybody = tuple(range(self.players))
        out = not self._held.left and not any(self._held.sizes)
        why = Termination.COMPLETE if out else Termination.NO_MOVES
        return Outcome(why, everybody, len(self._board))

    def _view_details(self, player: int) -> dict[str, Any]:
        _, who, drawn = self._now
        own = who == player and drawn >= 0
        return {"drawn": KINDS[drawn] if own else None}

    def _refuse(self, move: Move) -> str:
        phase = self._now[0]
        if move.action is Action.PLAY and phase == _TURN and self._held.left:
            return "a card is drawn before one is played (T18)"
        if move.action is Action.PLAY:
            return "UH OH! is not called in WILD OUT (T18)"
        return _WHY.get(move.action, f"{move.action.word} is no move of WILD OUT (T18)")


_WHY = {
    Action.DRAW: "a card is drawn at the beginning of a turn, while there is one (T18)",
    Action.HOLD: "a card is held that was just drawn and fits nowhere (T18)",
}


def _laid(under: Setting, start: WildStart, dealt: list[int]) -> Board:
    """Return a board with the four WILDs and a card dealt on each."""
    board = Board(under.rules, under.footing)
    turns = start.orientations
    for stacc, cell in enumerate(start.cells):
        board.start(WILD, cell, turns[stacc], stacc=stacc)
    for stacc, cell in enumerate(start.dealt):
        board.place(Placement(KINDS[dealt[stacc]], cell, stacc=stacc))
    return board
