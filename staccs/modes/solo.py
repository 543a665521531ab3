"""SOLOSTACCS, and its variations (T17)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from staccs.board import Board
from staccs.cards import KINDS
from staccs.core import OVER
from staccs.dealing import flip_first, generator, kinds_of, shuffled
from staccs.deals import Deal
from staccs.errors import ParameterError
from staccs.game import Game
from staccs.holdings import Holdings
from staccs.legal import LegalMoves
from staccs.modes.kinds import WILD_KIND, ways_to_turn
from staccs.modes.variations import Variation
from staccs.moves import ACTION, CELL, KIND_BITS, ORIENTATION, Action, Move
from staccs.outcomes import Outcome, Termination
from staccs.phases import PHASES, Mode, Phase
from staccs.rules import Rules, SoloDiscard
from staccs.setting import Fits, setting

if TYPE_CHECKING:
    from staccs.dealing import Seed
    from staccs.table.placed import PlacedTable

__all__ = ["Solo"]

_TURN, _DRAWN = PHASES.index(Phase.TURN), PHASES.index(Phase.DRAWN)
_DRAW = Action.DRAW << ACTION
_DISCARD = Action.DISCARD << ACTION
_FLIP = Action.FLIP << ACTION


class Solo(Game):
    """A game of SOLOSTACCS.

    The state is a tuple: the phase, player 0, how often the discard pile was turned
    over, and whether a card was placed since.

    Parameters
    ----------
    rules : Rules, optional
        How the rules are read; the defaults if left out.
    seed : int, SeedSequence, Generator or None
        Shuffles the DECC. A generator is drawn from here and not kept.
    variation : Variation or str
        ``perfect``, ``second_chances`` or ``no_wilds``.
    table, fits
        As of `UhOh`.

    Raises
    ------
    ParameterError
        If a value is not accepted.
    IllegalMoveError
        If the first card cannot lie on the table.

    Examples
    --------
    >>> game = Solo(seed=3, variation="no_wilds")
    >>> game.standing, game.pile_size, list(game.legal_moves)
    (1, 55, [Move.parse('draw')])
    """

    mode = Mode.SOLO

    def __init__(
        self,
        rules: Rules | None = None,
        seed: Seed = None,
        *,
        variation: Variation | str = Variation.PERFECT,
        table: PlacedTable | None = None,
        fits: Fits | None = None,
    ) -> None:
        self._variation = Variation.parse(variation)
        under = setting(rules, table, fits)
        rng = generator(seed)
        wilds = self._variation is not Variation.NO_WILDS
        pile = shuffled(kinds_of(1, wilds), rng)
        first, pile = flip_first(pile, rng, _begins, reshuffle=False)
        board = Board(under.rules, under.footing)
        board.start(KINDS[first])
        self._begin(under, board, Holdings([[]], pile))

    @classmethod
    def _check_deal(cls, deal: Deal, board: Board) -> None:
        Variation.parse(deal.variation)
        if board.staccs != (0,):
            raise ParameterError(f"{cls.mode} has one STACC, numbered 0, not another")
        if board.cards[0].card.is_wild:
            raise ParameterError("the first card of SOLOSTACCS is no WILD (T17)")
        if any(deal.hands) or deal.direction != 1:
            raise ParameterError(
                "a game of SOLOSTACCS begins with no card in the hand and direction 1"
            )
        if deal.variation == Variation.NO_WILDS and KINDS[WILD_KIND] in deal.pile:
            raise ParameterError("variation is 'no_wilds': leave the WILDs out (T17)")

    def _open(self, deal: Deal | None) -> None:
        if deal is not None:
            self._variation = Variation.parse(deal.variation)
        self._any = self.rules.solo_discard is SoloDiscard.ANY
        self._settle(_TURN, 0, False)

    def _keep(self, game: Self) -> None:
        self._variation, self._any = game._variation, game._any

    def _deal_details(self) -> dict[str, Any]:
        return {"variation": self._variation.value}

    @property
    def variation(self) -> Variation:
        """The variation played."""
        return self._variation

    # What a move leads to

    def _make(self, code: int) -> None:
        phase, _, flips, placed = self._now
        action = code >> ACTION & 15
        held = self._held
        if action == Action.PLAY:
            drawn = self._lay(code)
            self._settle(
                _DRAWN if phase == _DRAWN and not drawn else _TURN, flips, True
            )
        elif action == Action.DRAW:
            held.draw(0)
            self._settle(_DRAWN, flips, placed)
        elif action == Action.DISCARD:
            self._discard()
            self._settle(_TURN, flips, placed)
        else:
            held.flip()
            self._settle(_TURN, flips + 1, False)

    def _lay(self, code: int) -> bool:
        """Lay a card; return whether it is the drawn one and not the top discard."""
        kind = code & KIND_BITS
        held, board = self._held, self._board
        drawn = bool(held.masks[0] >> kind & 1)
        if drawn:
            held.lose(0, kind)
        else:
            held.lift()
        wild = kind == WILD_KIND
        turn = (code >> ORIENTATION & 7) - 1 if wild else board.orientation()
        board.put(kind, code >> CELL, turn)
        return drawn

    def _discard(self) -> None:
        held = self._held
        kind = held.masks[0].bit_length() - 1
        held.lose(0, kind)
        held.lay(kind)

    def _settle(self, phase: int, flips: int, placed: bool) -> None:
        """Pass over what needs no choice, up to the next decision or the end."""
        held = self._held
        fits = self._fits()
        if phase == _DRAWN and not fits & (held.masks[0] | self._top()):
            self._discard()
            phase = _TURN
        if not fits:
            phase = OVER
        elif phase == _TURN and not held.left and not fits & self._top():
            if self._may_flip(flips, placed):
                held.flip()
                flips, placed = flips + 1, False
            else:
                phase = OVER
        self._now = (phase, 0, flips, placed)

    def _may_flip(self, flips: int, placed: bool) -> bool:
        """Return whether the discard pile may be turned over now (T17)."""
        limit = self.rules.second_chances_limit
        return bool(
            self._variation is Variation.SECOND_CHANCES
            and not self._held.left
            and self._held.discards
            and placed
            and (not limit or flips < limit)
        )

    def _fits(self) -> int:
        """Return the kinds of cards that fit anywhere, as bits."""
        kinds = 0
        for fit in self._board.open_cells().values():
            kinds |= fit
        wilds = self._variation is not Variation.NO_WILDS
        return kinds if wilds else kinds & ~(1 << WILD_KIND)

    def _top(self) -> int:
        """Return the top of the discard pile, as a bit; 0 if there is none."""
        discards = self._held.discards
        return 1 << discards[-1] if discards else 0

    # Legal moves

    def _at_hand(self) -> int:
        return self._held.masks[0] | self._top()

    def _find_legal(self) -> LegalMoves:
        phase, _, flips, placed = self._now
        kinds = self._at_hand()
        spots = self._spots(kinds)
        others: tuple[int, ...] = ()
        if phase == _DRAWN:
            if self._any or not self._fits() & self._held.masks[0]:
                others = (_DISCARD,)
        elif self._held.left:
            others = (_DRAW,)
        elif self._may_flip(flips, placed):
            others = (_FLIP,)
        turns = kinds >> WILD_KIND and self._board.rotations()
        ways = ways_to_turn(turns, calls=False) if turns else ()
        return LegalMoves(spots, ways, 1, others)

    def _spots(self, kinds: int) -> dict[int, int]:
        cells = self._board.open_cells().items()
        return {at << CELL: fit for at, all_ in cells if (fit := all_ & kinds)}

    # Asking

    @property
    def flips(self) -> int:
        """How many times the discard pile was turned over."""
        return int(self._now[2])

    def _ended(self) -> Outcome:
        held = self._held
        won = not held.left and not held.discards and not held.sizes[0]
        why = Termination.COMPLETE if won else Termination.NO_MOVES
        return Outcome(why, (0,) if won else (), len(self._board))

    def _view_details(self, player: int) -> dict[str, Any]:
        held = self._held
        hand = held.cards(0)
        return {
            "drawn": hand[0] if hand else None,
            "discards": held.discard_cards(),
            "known_pile": held.pile_cards() if self.flips else (),
            "flips": self.flips,
        }

    def _refuse(self, move: Move) -> str:
        if move.action is Action.PLAY:
            if move.card.is_wild and move.call is not None:
                return "no suit is called in SOLOSTACCS: write W@0,3/2 (T6)"
            return "UH OH! is not called in SOLOSTACCS (T17)"
        return _WHY.get(move.action, f"{move.action.word} is no move of SOLOSTACCS")


_WHY = {
    Action.DRAW: "a card is drawn when none is in the hand and the pile has one (T17)",
    Action.DISCARD: "a card is discarded that was drawn and fits nowhere (T17, "
    "solo_discard='unfit')",
    Action.FLIP: "the discard pile is turned over with second_chances, the draw pile "
    "used up, after a pass that placed a card, within second_chances_limit (T17)",
}


def _begins(kind: int) -> bool:
    return kind != WILD_KIND
