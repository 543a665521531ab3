"""Short ways to say what a test of the board needs."""

from staccs.board import Board
from staccs.cards import KINDS, Card, mask_of
from staccs.cells import unpack
from staccs.placement import Placement
from staccs.rules import Rules


def board_of(text, copies=1, **switches):
    """Return the board of a text, under the default rules but for the switches."""
    return Board.from_text(text, Rules(**switches), copies=copies)


def legal(board, text):
    """Return whether a placement is legal, having asked in every way there is."""
    placement = Placement.parse(text)
    explained = board.explain(placement).legal
    listed = {str(each) for each in board.legal_placements(placement.card)}
    bare = Placement(placement.card, placement.cell, None, None, placement.stacc)
    turned = f"{bare}/{placement.orientation}" if placement.card.is_wild else f"{bare}"
    assert explained == (turned in listed)
    return explained


def why_not(board, text):
    """Return the rulings against a placement, which must be illegal."""
    assert not legal(board, text)
    against = board.explain(Placement.parse(text)).against()
    return [reason.ruling for reason in against]


def fitting(board, stacc=0):
    """Return the names of the cards that fit, by cell as text."""
    return {
        str(unpack(cell)): {str(kind) for kind in KINDS if mask >> kind.index & 1}
        for cell, mask in board.open_cells(stacc).items()
    }


def cells_of(board, text):
    """Return the cells at which a card is legal, as text."""
    placements = board.legal_placements(Card.parse(text))
    return sorted({str(each.cell) for each in placements})


def kinds(pattern):
    """Return the names of the cards whose name contains a text."""
    return {str(kind) for kind in KINDS if pattern in str(kind)}


def hand(text):
    """Return a set of cards as bits."""
    return mask_of(Card.parse(name) for name in text.split())
