"""A player who takes what is best at first sight."""

from __future__ import annotations

from staccs.errors import ParameterError, shown
from staccs.moves import Move
from staccs.phases import Mode
from staccs.players.base import Seat
from staccs.players.building import ranked, wanted_of
from staccs.players.registry import register
from staccs.players.shedding import answer

__all__ = ["GreedyPlayer"]

_TOGETHER = (Mode.SOLO, Mode.WILD_OUT)


@register("greedy")
class GreedyPlayer:
    """Sheds the most, keeps options open, and turns with WILDs to where there is room.

    Parameters
    ----------
    forget : float
        Probability that it forgets to call UH OH!

    Raises
    ------
    ParameterError
        If that is no probability.
    """

    name = "greedy"

    def __init__(self, forget: float = 0.0) -> None:
        if type(forget) not in (int, float) or not 0 <= forget <= 1:
            raise ParameterError(
                f"forget is {shown(forget)}: give a probability, from 0 to 1"
            )
        self.forget = float(forget)

    def choose(self, seat: Seat) -> Move:
        """Return the legal move that looks best."""
        forced = seat.only_move()
        if forced is not None:
            return forced
        if seat.mode not in _TOGETHER:
            calls = self.forget == 0 or seat.rng.random() >= self.forget
            return answer(seat, calls=calls)
        if not seat.legal_moves.spots:
            return seat.legal_moves[0]
        return Move(ranked(seat, wanted_of(seat))[0].code)
