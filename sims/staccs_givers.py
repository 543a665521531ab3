"""A greedy player of STACCS that does not choose what a QUEEN gives, for studies."""

from __future__ import annotations

from staccs.moves import Move
from staccs.phases import Phase
from staccs.players import GreedyPlayer, Seat

__all__ = ["AnyGift"]


class AnyGift(GreedyPlayer):
    """Gives any card of the hand after a QUEEN, all alike; else plays as greedy does.

    To be named by its class, ``sims.staccs_givers:AnyGift``.
    """

    name = "any-gift"

    def choose(self, seat: Seat) -> Move:
        """Return the move that looks best, or a gift by chance; calls UH OH! if due."""
        if seat.phase is not Phase.GIVE:
            return super().choose(seat)
        moves = list(seat.legal_moves)
        gifts = [move for move in moves if move.uh_oh] or moves
        return gifts[int(seat.rng.random() * len(gifts))]
