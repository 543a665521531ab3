"""UH OH!, the classic mode (T7 to T15, T21)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final, Self, SupportsIndex

from staccs.board import Board
from staccs.cards import KINDS, RANKS
from staccs.core import Entry
from staccs.dealing import dealt, flip_first, generator, kinds_of, shuffled
from staccs.deals import Deal
from staccs.errors import ParameterError
from staccs.holdings import Holdings
from staccs.legal import LegalMoves
from staccs.modes.kinds import (
    KING,
    NUMBERS,
    OF_RANK,
    RANK_OF,
    WILD_KIND,
    ZERO,
    ways_to_turn,
)
from staccs.modes.uh_oh_refusals import why_no_answer, why_no_play
from staccs.modes.uh_oh_turns import (
    ATTACKED,
    CATCH,
    GIVE,
    MORE,
    NO_BARS,
    TURN,
    State,
    Turns,
)
from staccs.moves import ACTION, FLAG, Action, Move
from staccs.outcomes import Outcome, Termination
from staccs.phases import Mode
from staccs.rules import DrawAnyway, Rules
from staccs.setting import Fits, setting

if TYPE_CHECKING:
    from staccs.dealing import Seed
    from staccs.table.placed import PlacedTable

__all__ = ["UhOh"]

_WILD_BIT: Final = 1 << WILD_KIND
_NO_WILD: Final = ~_WILD_BIT
_DRAW: Final = (Action.DRAW << ACTION,)
_ACCEPT: Final = (Action.ACCEPT << ACTION,)
_DONE: Final = (Action.DONE << ACTION,)
_ANSWERS: Final = (Action.CATCH << ACTION, Action.LET << ACTION)
_GIVE: Final = Action.GIVE << ACTION


class UhOh(Turns):
    """A game of UH OH!, the classic mode.

    Parameters
    ----------
    players : int
        2 to 5 (T21). Player 0 begins, sitting left of the dealer; the others follow
        clockwise.
    rules : Rules, optional
        How the rules are read; the defaults if left out.
    seed : int, SeedSequence, Generator or None
        Shuffles the DECC. A generator is drawn from here and not kept.
    table : PlacedTable, optional
        The table; an endless one if left out.
    fits : callable or Footing, optional
        In place of a table: takes a `Cell` and tells whether a card can lie there.

    Raises
    ------
    ParameterError
        If a value is not accepted.
    IllegalMoveError
        If the first card cannot lie on the table.

    Examples
    --------
    >>> game = UhOh(players=3, seed=7)
    >>> game.turn, game.hand_sizes, game.pile_size
    (0, (7, 7, 7), 38)
    >>> move = game.legal_moves[0]
    >>> game.push(move)
    >>> game.ply, game.pop() == move
    (1, True)
    """

    mode = Mode.UH_OH
    fewest: ClassVar[int] = 2
    most: ClassVar[int] = 5

    def __init__(
        self,
        players: SupportsIndex = 4,
        rules: Rules | None = None,
        seed: Seed = None,
        *,
        table: PlacedTable | None = None,
        fits: Fits | None = None,
    ) -> None:
        many = self._check_players(players)
        under = setting(rules, table, fits)
        rng = generator(seed)
        pile = shuffled(kinds_of(self.copies), rng)
        hands, pile = dealt(pile, many, 5 if many == self.most else 7)
        first, pile = flip_first(pile, rng, _begins, reshuffle=True)
        board = Board(under.rules, under.footing, copies=self.copies)
        board.start(KINDS[first])
        self._begin(under, board, Holdings(hands, pile))

    @classmethod
    def _check_deal(cls, deal: Deal, board: Board) -> None:
        if board.staccs != (0,):
            raise ParameterError(f"{cls.mode} has one STACC, numbered 0, not another")
        if not all(deal.hands):
            raise ParameterError(
                f"a hand is empty: in {cls.mode} every player begins with cards"
            )
        if deal.variation:
            raise ParameterError(f"{cls.mode} has no variations: leave it empty")

    def _open(self, deal: Deal | None) -> None:
        self._draw_anyway = self.rules.draw_anyway is DrawAnyway.YES
        turn, way = (0, 1) if deal is None else (deal.turn, deal.direction)
        self._begin_turn(turn, way, NO_BARS)

    def _keep(self, game: Self) -> None:
        self._draw_anyway = game._draw_anyway

    def _deal_details(self) -> dict[str, Any]:
        return {"direction": self.direction}

    # Legal moves

    def _find_legal(self) -> LegalMoves:
        now: State = self._now
        phase, who, _, _, _, row, _, _, _ = now
        size = self._held.sizes[who]
        if phase == TURN:
            kinds = self._held.masks[who]
            if size == 1:
                kinds &= _NO_WILD  # T13
            spots = self._spots(kinds)
            draws = not spots or (self._draw_anyway and self._held.left)
            others = _DRAW if draws else ()
            if kinds < _WILD_BIT:
                return LegalMoves(spots, (), 2 if size == 2 else 1, others)
            return self._plays(spots, size, others)
        if phase == CATCH:
            return LegalMoves({}, (), 1, _ANSWERS)
        if phase == GIVE:
            return LegalMoves({}, (), 1, self._gifts(who, size == 2))
        if phase == ATTACKED:
            return self._plays(self._spots(self._playable()), size, _ACCEPT)
        return self._plays(self._sides(self._playable(), row), size, _DONE)

    def _playable(self) -> int:
        now: State = self._now
        phase, who, _, _, kind, row, _, _, _ = now
        kinds = self._held.masks[who]
        if phase == TURN:
            return kinds & _NO_WILD if self._held.sizes[who] == 1 else kinds  # T13
        if phase == ATTACKED:
            return kinds & OF_RANK[RANK_OF[kind]]
        return kinds & OF_RANK[row] if phase == MORE else 0

    def _plays(
        self, spots: dict[int, int], size: int, others: tuple[int, ...]
    ) -> LegalMoves:
        wild = any(kinds >= _WILD_BIT for kinds in spots.values())
        ways = ways_to_turn(self._board.rotations(), calls=True) if wild else ()
        return LegalMoves(spots, ways, 2 if size == 2 else 1, others)

    def _gifts(self, who: int, call_is_due: bool) -> tuple[int, ...]:
        kinds = self._held.masks[who]
        flags = (0, FLAG) if call_is_due else (0,)
        own = [kind for kind in range(len(KINDS)) if kinds >> kind & 1]
        return tuple(_GIVE | kind | flag for kind in own for flag in flags)

    # Asking

    @property
    def direction(self) -> int:
        """1 if play goes clockwise, -1 if not."""
        return int(self._now[3])

    def _ended(self) -> Outcome:
        sizes = self._held.sizes
        fewest = min(sizes)
        winners = tuple(who for who, size in enumerate(sizes) if size == fewest)
        why = Termination.DECK_OUT if fewest else Termination.OUT
        return Outcome(why, winners, len(self._board))

    def _view_details(self, player: int) -> dict[str, Any]:
        now: State = self._now
        phase, _, turn, way, kind, row, chain, attacker, _ = now
        hit = phase in (ATTACKED, GIVE)
        twice = 2 if hit and RANK_OF[kind] == KING else 1
        return {
            "direction": way,
            "attack": RANKS[RANK_OF[kind]] if hit else None,
            "due": chain * twice if hit else 0,
            "attacker": attacker if hit else None,
            "number": RANKS[row] if phase == MORE else None,
            "forgetful": (turn if attacker < 0 else attacker)
            if phase == CATCH
            else None,
        }

    def _seen(self, entry: Entry, player: int) -> str:
        move, now, _ = entry
        if move.action is not Action.GIVE or player in (now[1], now[2]):
            return str(move)
        return "give ?!" if move.uh_oh else "give ?"

    # Why not

    def _refuse(self, move: Move) -> str:
        if move.action is Action.PLAY:
            return why_no_play(self, move)
        return why_no_answer(self, move)


def _begins(kind: int) -> bool:
    return kind != WILD_KIND and ZERO < RANK_OF[kind] < NUMBERS
