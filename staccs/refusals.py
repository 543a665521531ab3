"""Why a move is not legal, in words."""

from __future__ import annotations

from staccs.board import Board
from staccs.cards import KINDS
from staccs.moves import Action, Move

__all__ = ["refusal"]


def refusal(board: Board, at_hand: int, move: Move, rule: str) -> str:
    """Return why a move is not legal.

    Parameters
    ----------
    board : Board
        What lies.
    at_hand : int
        The kinds of cards the player has, as bits.
    move : Move
        A move that is not legal.
    rule : str
        What the mode has to say against it; may be empty.

    Returns
    -------
    str
        The ruling that refuses it, and what it asks for.
    """
    if move.action is not Action.PLAY:
        return rule or f"{move.action.word} is no answer to what is asked"
    if not at_hand >> move.card.index & 1:
        held = ", ".join(str(card) for card in KINDS if at_hand >> card.index & 1)
        return f"the player has no {move.card} to play, but {held or 'nothing'}"
    if not move.card.is_wild and move.orientation is not None:
        return "only a WILD is written with an orientation (T4)"
    explanation = board.explain(move.placement)
    if not explanation.legal:
        return str(explanation).removeprefix(f"{move.placement} is not legal: ")
    return rule or "it is no answer to what is asked"
