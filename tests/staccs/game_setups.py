"""Positions and shorthands that the tests of STACCS's games share."""

import pytest

from staccs.deals import Deal
from staccs.errors import IllegalMoveError
from staccs.modes import Party, Solo, UhOh, WildOut
from staccs.rules import Rules

START = "-1,0/4 0,1/0 1,-1/3 2,0/1"
FOUR = "W@-1,0/4 W@0,1/0#1 W@1,-1/3#2 W@2,0/1#3 5S@-2,0 6H@0,2#1 7C@1,-2#2 8D@3,0#3"


def uh_oh(board, *hands, pile="", turn=0, direction=1, fits=None, **switches):
    """Return a game of UH OH! with these hands, and rule switches by name."""
    deal = Deal(board, hands, pile, turn, direction)
    return UhOh.from_deal(deal, Rules(**switches), fits=fits)


def party(board, *hands, pile=""):
    """Return a game of PARTY with these hands."""
    return Party.from_deal(Deal(board, hands, pile))


def solo(board, pile, variation="perfect", fits=None, **switches):
    """Return a game of SOLOSTACCS with this draw pile."""
    deal = Deal(board, [""], pile, variation=variation)
    return Solo.from_deal(deal, Rules(**switches), fits=fits)


def wild_out(board, *hands, pile="", turn=0, **switches):
    """Return a game of WILD OUT with these hands."""
    return WildOut.from_deal(Deal(board, hands, pile, turn), Rules(**switches))


def play(game, *moves):
    """Push moves in notation; return the game."""
    for move in moves:
        game.push(move)
    return game


def legal(game):
    """Return the legal moves, as texts."""
    return [str(move) for move in game.legal_moves]


def hand(game, player):
    """Return a hand as a text."""
    return " ".join(map(str, game.hand(player)))


def refused(game, move, match):
    """Check that a move is refused in one line that matches."""
    before = game.to_json()
    with pytest.raises(IllegalMoveError, match=match) as error:
        game.push(move)
    assert "\n" not in str(error.value)
    assert "Legal: " in str(error.value)
    assert game.to_json() == before
