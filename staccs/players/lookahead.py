"""A player who tries plays on imagined piles before choosing one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from gamebase.config_reading import check_count
from staccs.moves import Move
from staccs.phases import Mode
from staccs.players.base import Seat
from staccs.players.building import Choice, lay, ranked, wanted_of
from staccs.players.imagining import Imagination
from staccs.players.registry import register
from staccs.players.unseen import unseen

__all__ = ["LookaheadPlayer"]


@register("lookahead")
class LookaheadPlayer:
    """Plays on a few cards ahead with piles it imagines; solo and wild-out only.

    It knows which cards it has not seen but not their order, so it imagines several
    orders, the same ones for each play it compares.

    Parameters
    ----------
    depth : int
        Cards of the pile it plays on with.
    width : int
        Plays it compares: the best at first sight.
    samples : int
        Orders it imagines.
    fan : int
        Places it tries for each card while it imagines.

    Raises
    ------
    ParameterError
        If one of them is no whole number of 1 or more.
    """

    name = "lookahead"
    modes: ClassVar[tuple[str, ...]] = (Mode.SOLO, Mode.WILD_OUT)

    def __init__(
        self, depth: int = 12, width: int = 6, samples: int = 8, fan: int = 4
    ) -> None:
        for name, value in (
            ("depth", depth),
            ("width", width),
            ("samples", samples),
            ("fan", fan),
        ):
            check_count(name, value, 1, 1000)
        self.depth, self.width, self.samples, self.fan = depth, width, samples, fan

    def choose(self, seat: Seat) -> Move:
        """Return the play that leads farthest on the imagined piles."""
        forced = seat.only_move()
        if forced is not None:
            return forced
        if not seat.legal_moves.spots:
            return seat.legal_moves[0]
        wanted = wanted_of(seat)
        choices = self._compared(ranked(seat, wanted))
        if len(choices) == 1:
            return Move(choices[0].code)
        piles = self._piles(seat)
        known = bool(seat.view.known_pile)
        depth = len(piles[0]) + len(seat.view.hand) if known else self.depth
        imagination = Imagination(max(1, depth), self.fan, wanted, seat.rng)
        # What can be done with a known pile counts, what happens on average else.
        judge = max if known else sum
        worths = [judge(_worths(seat, each, piles, imagination)) for each in choices]
        return Move(choices[worths.index(max(worths))].code)

    def _compared(self, choices: Sequence[Choice]) -> list[Choice]:
        plain = [each for each in choices if not each.is_wild]
        wild = [each for each in choices if each.is_wild]
        return [*plain[: self.width], *wild[: self.width]]

    def _piles(self, seat: Seat) -> list[list[int]]:
        """Return orders in which the cards not seen may come, or come for certain."""
        view = seat.view
        if view.known_pile:
            return [[card.index for card in view.known_pile]] * self.samples
        hidden = unseen(view, seat.variation)
        orders = (seat.rng.permutation(len(hidden)) for _ in range(self.samples))
        return [[hidden[index] for index in order.tolist()] for order in orders]


def _worths(
    seat: Seat,
    choice: Choice,
    piles: Sequence[Sequence[int]],
    imagination: Imagination,
) -> list[float]:
    board, view = seat.board, seat.view
    hand = [card.index for card in view.hand]
    discards = [card.index for card in view.discards]
    if choice.kind in hand:
        hand.remove(choice.kind)
    else:
        discards.pop()
    kept = discards if seat.mode is Mode.SOLO else None
    lay(board, choice.code)
    found = [imagination.worth(board, [*hand, *pile], kept) for pile in piles]
    board.undo()
    return found
