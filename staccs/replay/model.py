"""A game step by step, with all there is to show of every step."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from staccs.cards import KINDS, Card
from staccs.explain import Reason
from staccs.lattice import Cell
from staccs.moves import Move
from staccs.outcomes import Outcome, Termination
from staccs.placement import Placement
from staccs.replay.record import Record
from staccs.views import View

__all__ = [
    "Kind",
    "Look",
    "Position",
    "Rejection",
    "Replay",
    "Spot",
    "Step",
    "Told",
]


class Look(StrEnum):
    """What a surface is good for at a step; one letter each, for long lists of them."""

    LEGAL = "L"
    TAKES = "o"
    IDLE = "n"
    BLANK = "-"
    BARRED = "b"
    HALF = "h"
    LOCKED = "l"
    COVERED = "c"


class Kind(StrEnum):
    """What can happen at a step."""

    DEAL = "deal"
    PLAY = "play"
    WILD = "wild"
    ATTACK = "attack"
    DRAW = "draw"
    ANSWER = "answer"
    GIFT = "gift"
    CALL = "call"
    FORGOTTEN = "forgotten"
    PENALTY = "penalty"
    REJECTED = "rejected"
    END = "end"

    def describe(self) -> str:
        """Return the kind in plain words."""
        return _KINDS[self]


_KINDS = {
    Kind.DEAL: "the cards are dealt",
    Kind.PLAY: "a card is laid",
    Kind.WILD: "a WILD turns the STACC",
    Kind.ATTACK: "an ATTACC, or a counter",
    Kind.DRAW: "a card is drawn",
    Kind.ANSWER: "another answer",
    Kind.GIFT: "a card is given",
    Kind.CALL: "UH OH! is called",
    Kind.FORGOTTEN: "UH OH! is forgotten",
    Kind.PENALTY: "who forgot is caught",
    Kind.REJECTED: "a play is refused",
    Kind.END: "the game ends",
}


@dataclass(frozen=True, slots=True)
class Spot:
    """A cell, and which cards of a hand could be laid there.

    Attributes
    ----------
    stacc : int
        Number of the STACC.
    cell : Cell
        Where a card would lie.
    kinds : int
        Kinds of cards, as bits.
    """

    stacc: int
    cell: Cell
    kinds: int

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards, in order."""
        return tuple(card for card in KINDS if self.kinds >> card.index & 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """Where everything is.

    Attributes
    ----------
    view : View
        What the player to decide sees; its board is a copy, to draw.
    hands : tuple of tuple of Card
        The cards of every player, also those that are hidden from the others.
    spots, beyond : tuple of Spot
        Where the player to decide may lay which cards, and where only the table's
        edge forbids it.
    looks : tuple of Look
        Of TOP, SIDE and FACE of each card, in the order they were laid.
    margins : tuple of float
        Of each card that lies, to the table's edge, in m; empty without a table.
    asked : str
        Who is to decide what, as a sentence; empty once the game is over.
    outcome : Outcome or None
        How the game ended, if it did.
    """

    view: View
    hands: tuple[tuple[Card, ...], ...]
    spots: tuple[Spot, ...]
    beyond: tuple[Spot, ...]
    looks: tuple[Look, ...]
    margins: tuple[float, ...]
    asked: str
    outcome: Outcome | None

    @property
    def standing(self) -> int:
        """How many cards lie."""
        return len(self.view.board)

    @property
    def least(self) -> int | None:
        """Which card has the smallest margin, the first of several; None for none."""
        return self.margins.index(min(self.margins)) if self.margins else None


@dataclass(frozen=True, slots=True)
class Told:
    """What happened, in words, as everybody saw it and as some did.

    Attributes
    ----------
    public : str
        What all players saw.
    full : str
        With what only `seats` saw, such as which card was drawn.
    seats : frozenset of int
        Who saw that; empty if there is no difference.
    """

    public: str
    full: str = ""
    seats: frozenset[int] = frozenset()

    def to(self, knows: bool) -> str:
        """Return the words for who knows what `seats` do, or does not."""
        return self.full if self.full and knows else self.public


@dataclass(frozen=True, slots=True)
class Rejection:
    """A play that was refused.

    Attributes
    ----------
    move : Move
        The play.
    why : str
        The reason, with the ruling behind it.
    placement : Placement or None
        Where the card was to lie, turned as the STACC is; None for what lays none.
    against : tuple of Reason
        What the board has against it, surface by surface.
    """

    move: Move
    why: str
    placement: Placement | None
    against: tuple[Reason, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One step of a game: the deal, a move, or one that was refused.

    Attributes
    ----------
    ply : int
        How many moves were made up to it.
    player : int or None
        Who moved; None for the deal.
    move : Move or None
        The move; None for the deal.
    seen : str
        The move in notation as everybody saw it.
    kinds : tuple of Kind
        What happened, the main thing first.
    told : Told
        The same in words.
    laid : int or None
        Index on the board of the card that was laid.
    rejection : Rejection or None
        What was refused, and why.
    position : Position
        Where everything is after it.
    """

    ply: int
    player: int | None
    move: Move | None
    seen: str
    kinds: tuple[Kind, ...]
    told: Told
    laid: int | None
    rejection: Rejection | None
    position: Position


@dataclass(frozen=True, slots=True, eq=False)
class Replay:
    """A game as steps.

    Attributes
    ----------
    record : Record
        What it was made of.
    steps : tuple of Step
        In order, the deal first.
    """

    record: Record
    steps: tuple[Step, ...]

    @property
    def ending(self) -> str:
        """How the game ended, or how far it went."""
        if self.record.failure:
            return f"The game broke off: {self.record.failure}"
        outcome = self.record.game.outcome()
        if outcome is None:
            return f"The game goes on; it was recorded up to move {len(self.moves)}."
        many = outcome.standing
        stand = "1 card stands" if many == 1 else f"{many} cards stand"
        return f"{_ended(self.record, outcome)}; {stand}."

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves of the game."""
        return self.record.game.move_stack


def _ended(record: Record, outcome: Outcome) -> str:
    *most, last = [record.named(seat) for seat in outcome.winners] or ["nobody"]
    names = f"{', '.join(most)} and {last}" if most else last
    names = names[:1].upper() + names[1:]
    one = len(outcome.winners) == 1
    if outcome.termination is Termination.OUT:
        verb = "has no card left and wins" if one else "have no card left and win"
        return f"{names} {verb}"
    if outcome.termination is Termination.DECK_OUT:
        verb = "wins" if one else "win"
        return (
            "A card is due and the draw pile is empty (T14): "
            f"{names} {verb} with the fewest cards"
        )
    return outcome.termination.describe().removesuffix(".")
