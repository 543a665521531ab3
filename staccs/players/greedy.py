"""A player who takes what is best at first sight."""

from __future__ import annotations

from typing import ClassVar

from staccs.errors import ParameterError, shown
from staccs.moves import Move
from staccs.phases import Mode
from staccs.players.base import Seat
from staccs.players.building import ranked, wanted_of
from staccs.players.registry import register
from staccs.players.shedding import answer

__all__ = ["GreedyPlayer", "UnsteeredPlayer"]

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
    _steers: ClassVar[bool] = True

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
            return answer(seat, calls=calls, steers=self._steers)
        if not seat.legal_moves.spots:
            return seat.legal_moves[0]
        return Move(ranked(seat, wanted_of(seat))[0].code)


@register("unsteered")
class UnsteeredPlayer(GreedyPlayer):
    """Plays as greedy does, but lays WILDs by chance and never looks at the table.

    Plays are worth to it what they would be on a table without an edge. So until the
    edge forbids a play, a game among such players is the same on every table: it is
    what to compare steering with. UH OH! and PARTY only.
    """

    name = "unsteered"
    modes: ClassVar[tuple[str, ...]] = (Mode.UH_OH, Mode.PARTY)
    _steers = False
