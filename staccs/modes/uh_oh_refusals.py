"""UH OH!: why a move is not legal, in words."""

from __future__ import annotations

from staccs.cards import RANKS
from staccs.modes.kinds import RANK_OF
from staccs.modes.uh_oh_turns import ATTACKED, CATCH, GIVE, MORE, TURN, Turns
from staccs.moves import Action, Move

__all__ = ["why_no_answer", "why_no_play"]


def why_no_play(game: Turns, move: Move) -> str:
    """Say why a play is not legal although the card fits where it is to lie.

    Parameters
    ----------
    game : Turns
        The game.
    move : Move
        A play that is not legal, of a card within reach.
    """
    phase, _, _, _, kind, row, _, _, _ = game._now
    if phase in (GIVE, CATCH):
        return "nobody plays a card before this is answered (T9, T12)"
    if phase == ATTACKED and RANK_OF[move.card.index] != RANK_OF[kind]:
        letter = RANKS[RANK_OF[kind]].word
        return f"only another {letter} counters a {letter}; else accept (T9)"
    if phase == MORE:
        return (
            f"only another {RANKS[row].word} on the SIDE of a {RANKS[row].word} may "
            "follow; else be done (T11)"
        )
    return _form(game, move)


def _form(game: Turns, move: Move) -> str:
    if move.card.is_wild and game.hand_sizes[game.turn] == 1:
        return "a WILD cannot be played as the last card; draw one (T13)"
    if move.card.is_wild and move.call is None:
        return "a suit is called with a WILD, such as W@0,3/2=H (T6)"
    if move.uh_oh:
        size = game.hand_sizes[game.turn]
        return (
            "UH OH! is called with the play that leaves one card, and this one leaves "
            f"{size - 1} (T12)"
        )
    return ""


def why_no_answer(game: Turns, move: Move) -> str:
    """Say why an answer, a draw or a gift is not legal.

    Parameters
    ----------
    game : Turns
        The game.
    move : Move
        A move that is not legal and plays no card.
    """
    phase = game._now[0]
    action = move.action
    if action is Action.DRAW and phase == TURN:
        return _draw(game)
    if action is Action.GIVE and phase == GIVE:
        return _gift(game, move)
    return _UNASKED.get(action, f"{action.word} is no move of {game.mode} (T17, T18)")


_UNASKED = {
    Action.DRAW: "a card is drawn in a turn only, in place of playing (T7)",
    Action.ACCEPT: "there is no ATTACC to accept (T9)",
    Action.DONE: "several cards of a number are not being played (T11)",
    Action.GIVE: "no QUEEN asks for gifts (T9)",
    Action.CATCH: "nobody forgot to call UH OH! just now (T12)",
    Action.LET: "nobody forgot to call UH OH! just now (T12)",
}


def _draw(game: Turns) -> str:
    if game.pile_size:
        return "a card is drawn only by who can play none (T7, draw_anyway='no')"
    return "the draw pile is empty, and a card can be played (T14)"


def _gift(game: Turns, move: Move) -> str:
    if move.card not in game.hand(game.turn):
        return f"the player does not hold {move.card} to give (T9)"
    return "UH OH! is called with the gift that leaves one card (T12)"
