"""A player who knows the rules and nothing else."""

from __future__ import annotations

from staccs.moves import Move
from staccs.players.base import Seat
from staccs.players.registry import register

__all__ = ["RandomPlayer"]


@register("random")
class RandomPlayer:
    """Makes any legal move, all alike."""

    name = "random"

    def choose(self, seat: Seat) -> Move:
        """Return a legal move; never looks at the cards."""
        moves = seat.legal_moves
        return moves[int(seat.rng.random() * len(moves))]
