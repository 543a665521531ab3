"""What one player may see of a game: all that lies open, and the own hand."""

from __future__ import annotations

from dataclasses import dataclass, field

from staccs.board import Board
from staccs.cards import Card, Rank
from staccs.legal import LegalMoves
from staccs.phases import Mode, Phase
from staccs.rules import Rules

__all__ = ["View"]


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """A game as one player sees it. A value: later moves do not change it.

    Two views are equal if a player could not tell them apart.

    Parameters
    ----------
    mode : Mode
        Mode of the game.
    rules : Rules
        How the rules are read.
    player : int
        Who is looking.
    hand : tuple of Card
        The cards this player holds, in order.
    hand_sizes : tuple of int
        How many cards each player holds.
    pile_size : int
        How many cards the draw pile has left.
    turn : int
        Who is to decide.
    phase : Phase
        What is to be decided.
    ply : int
        How many moves were made.
    stacc : str
        What lies, in notation.
    barred : tuple of int
        Which cards' TOPs may not be used now (T10), by their index on the board.
    legal_moves : LegalMoves
        The legal moves, if this player is to decide; else none.
    direction : int
        1 for clockwise.
    attack : Rank or None
        JACK, QUEEN or KING that hits a player who has not answered, or whose gifts
        are still due.
    due : int
        How many cards that costs them.
    attacker : int or None
        Who played that card.
    number : Rank or None
        The number of which more may be played (T11).
    forgetful : int or None
        Who forgot to call UH OH! and may be caught (T12).
    drawn : Card or None
        The card just drawn, if it is this player's.
    discards : tuple of Card
        The discard pile, its top last.
    known_pile : tuple of Card
        The draw pile where its order is known, since it is a discard pile turned over.
    flips : int
        How many times that was done.
    board : Board
        A copy of what lies, to try things on.
    """

    mode: Mode
    rules: Rules
    player: int
    hand: tuple[Card, ...]
    hand_sizes: tuple[int, ...]
    pile_size: int
    turn: int
    phase: Phase
    ply: int
    stacc: str
    barred: tuple[int, ...]
    legal_moves: LegalMoves
    direction: int = 1
    attack: Rank | None = None
    due: int = 0
    attacker: int | None = None
    number: Rank | None = None
    forgetful: int | None = None
    drawn: Card | None = None
    discards: tuple[Card, ...] = ()
    known_pile: tuple[Card, ...] = ()
    flips: int = 0
    board: Board = field(compare=False, repr=False)
