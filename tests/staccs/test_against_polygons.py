"""The lattice board agrees with exact polygons, on any STACC and under any switch."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from staccs.cards import KINDS
from staccs.cells import unpack
from staccs.placement import Placement
from staccs.rules import PartialOverlap, Rules, WildRotation
from staccs.surfaces import SurfaceState
from tests.staccs.polygon_oracle import Pile
from tests.staccs.strategies import boards, cards, choice, fresh_board, steps


def pile_of(board):
    """Return the same cards as polygons."""
    pile = Pile(board.rules.partial_overlap.value, board.is_mirrored)
    for card in board.cards:
        center = (card.cell.q, 2 * card.cell.r + card.cell.q)
        call = card.call and card.call.value
        pile.lay(str(card.card), center, card.orientation, call, card.stacc)
    return pile


def legal_by_board(board, stacc):
    """Return the names of the cards that fit at each point."""
    found = {}
    for packed, mask in board.open_cells(stacc).items():
        q, r = unpack(packed)
        names = {str(kind) for kind in KINDS if mask >> kind.index & 1}
        found[q, 2 * r + q] = names
    return found


def agree(board):
    pile = pile_of(board)
    for stacc in board.staccs:
        assert legal_by_board(board, stacc) == pile.legal(stacc)
    for ours, seen in zip(board.surfaces(), pile.seen, strict=True):
        assert (ours.index, ours.surface.name) == (seen.index, seen.surface)
        assert ours.visible == seen.visible
        closed = ours.state is not SurfaceState.OPEN
        assert closed == pile.closed(seen)


@pytest.mark.parametrize("rotation", WildRotation)
@pytest.mark.parametrize("overlap", PartialOverlap)
@settings(max_examples=400)
@given(
    staccs=st.sampled_from([1, 1, 1, 4]),
    first=cards,
    turn=st.integers(0, 5),
    chosen=st.lists(steps, max_size=16),
    strays=st.booleans(),
)
def test_random_staccs_agree(overlap, rotation, staccs, first, turn, chosen, strays):
    rules = Rules(partial_overlap=overlap, wild_rotation=rotation)
    board = fresh_board(rules, staccs, first, turn)
    for step in chosen:
        placement = choice(board, step)
        if placement is not None and (strays or not step.anywhere):
            board.play(placement)
    agree(board)


@settings(max_examples=100)
@given(boards())
def test_mirrored_staccs_agree(board):
    agree(board.mirrored())


@settings(max_examples=100)
@given(boards(), st.data())
def test_explanations_agree(board, data):
    """Every reason is weighed as the fast way does, for all cards at any cell."""
    pile = pile_of(board)
    stacc = data.draw(st.sampled_from(board.staccs))
    spot = data.draw(st.sampled_from(sorted(pile.candidates())))
    x, y = spot
    whole, part = pile.under(spot, stacc)
    turns = board.rotations(stacc)
    for kind in KINDS:
        turn = turns[0] if kind.is_wild else None
        placement = Placement(kind, (x, (y - x) // 2), turn, None, stacc)
        legal = pile.fits(str(kind), whole, part)
        assert board.explain(placement).legal == legal
        assert (placement in board.legal_placements(kind)) == legal
        names = [(each.index, each.surface.name) for each in board.contacts(placement)]
        assert names == [(seen.index, seen.surface) for seen in whole]
