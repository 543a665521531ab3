"""How games end."""

from dataclasses import dataclass
from enum import StrEnum

__all__ = ["Outcome", "Termination"]


class Termination(StrEnum):
    """Why a game ended."""

    OUT = "out"
    DECK_OUT = "deck_out"
    COMPLETE = "complete"
    NO_MOVES = "no_moves"

    def describe(self) -> str:
        """Return the reason as a sentence."""
        return _TERMINATIONS[self]


_TERMINATIONS = {
    Termination.OUT: "A player has no card left and wins.",
    Termination.DECK_OUT: "A card was due and the draw pile is empty; the fewest "
    "cards win (T14).",
    Termination.COMPLETE: "Every card stands on the STACC.",
    Termination.NO_MOVES: "No card is left to draw or to play.",
}


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended.

    Parameters
    ----------
    termination : Termination
        Why it ended.
    winners : tuple of int
        Indices of the players who won; several if they share it, none if nobody did.
    standing : int
        How many cards stand on the STACC, or on all STACCs together.

    Examples
    --------
    >>> Outcome(Termination.DECK_OUT, (0, 2), 31).describe()
    'deck_out: players 0 and 2 win, 31 cards standing'
    """

    termination: Termination
    winners: tuple[int, ...]
    standing: int

    @property
    def winner(self) -> int | None:
        """The only winner; None if there is none or several share it."""
        return self.winners[0] if len(self.winners) == 1 else None

    def describe(self) -> str:
        """Return the outcome in plain words, players counted from 0."""
        *most, last = map(str, self.winners or ("",))
        who = f"{', '.join(most)} and {last}" if most else last
        wins = f"players {who} win" if most else f"player {who} wins"
        if not self.winners:
            wins = "nobody wins"
        cards = "card" if self.standing == 1 else "cards"
        return f"{self.termination}: {wins}, {self.standing} {cards} standing"
