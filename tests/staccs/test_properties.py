"""What holds for every STACC: undo, text, copies, questions, turning, mirroring."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from staccs.board import Board
from staccs.cards import KINDS
from staccs.cells import REACH, STEPS, unpack
from staccs.lattice import Cell
from staccs.rules import Rules
from tests.staccs.strategies import (
    DECCS,
    boards,
    cards,
    cells,
    choice,
    follow,
    fresh_board,
    placements,
    rules,
    steps,
)


def state(board):
    """Return everything that can be seen of a board."""
    return (
        board.to_text(),
        board.cards,
        board.surfaces(),
        board.barred,
        {
            stacc: (
                board.orientation(stacc),
                board.rotations(stacc),
                dict(board.open_cells(stacc)),
                dict(board.edge_cells(stacc)),
            )
            for stacc in board.staccs
        },
    )


@given(boards(), steps, st.booleans())
def test_undo_undoes_one_card(board, step, bar):
    before = state(board)
    placement = choice(board, step)
    if placement is None:
        return
    board.play(placement)
    if bar:
        board.bar_top(len(board) - 1)
        board.bar_top(0)
    board.undo()
    assert state(board) == before


@given(boards(), st.lists(steps, max_size=8), st.data())
def test_undo_undoes_a_whole_line(board, chosen, data):
    states = [state(board)]
    for step in chosen:
        placement = choice(board, step)
        if placement is None:
            break
        if data.draw(st.booleans()):
            board.bar_top(data.draw(st.integers(0, len(board) - 1)))
        elif data.draw(st.booleans()):
            board.unbar()
        states[-1] = state(board)
        board.play(placement)
        states.append(state(board))
    while states:
        assert state(board) == states.pop()
        if states:
            board.undo()


@given(boards())
def test_everything_can_be_undone(board):
    for _ in range(len(board)):
        board.undo()
    assert (len(board), board.staccs, board.surfaces()) == (0, (), ())


@given(boards(), boards())
def test_bars_come_and_go(board, other):
    before = state(board)
    for index in range(len(board)):
        board.bar_top(index)
    board.unbar()
    assert state(board) == before
    assert other.barred == ()


@given(boards(strays=False))
def test_text_reads_back(board):
    again = Board.from_text(board.to_text(), board.rules, copies=DECCS)
    assert state(again) == state(board)


@given(boards(strays=False))
def test_text_of_a_mirrored_board_reads_back(board):
    mirrored = board.mirrored()
    again = Board.from_text(mirrored.to_text(), board.rules, copies=DECCS)
    assert state(again) == state(mirrored)
    assert again.is_mirrored


@given(boards(), st.lists(steps, max_size=5), st.lists(steps, max_size=5))
def test_copies_are_independent(board, ours, theirs):
    before = state(board)
    copy = board.copy()
    assert state(copy) == before
    laid = len(follow(copy, theirs))
    after = state(copy)
    assert state(board) == before
    follow(board, ours)
    while len(board):
        board.undo()
    assert state(copy) == after
    for _ in range(laid):
        copy.undo()
    assert state(copy) == before


@given(boards(), st.integers(1, 20), st.lists(steps, min_size=1, max_size=6))
def test_copies_can_be_taken_back_apart(board, back, chosen):
    """Also past a WILD, whose undoing brings back what it put aside."""
    copy = board.copy()
    for _ in range(min(back, len(board) - len(board.staccs))):
        board.undo()
    before = state(board)
    length = len(board)
    follow(board, chosen)
    while len(copy) > length:
        copy.undo()
    assert state(copy) == before
    follow(copy, chosen)
    assert state(copy) == state(board)


@given(st.lists(steps, min_size=1, max_size=6))
def test_copies_can_be_taken_back_apart_past_a_wild(chosen):
    board = Board.from_text("5S@0,0 9S@0,1 W@0,2/1=H", copies=DECCS)
    copy = board.copy()
    board.undo()
    before = state(board)
    follow(board, chosen)
    copy.undo()
    assert state(copy) == before
    follow(copy, chosen)
    assert state(copy) == state(board)


@given(boards(), cards, placements, cells, st.data())
def test_questions_change_nothing(board, card, placement, cell, data):
    spot = data.draw(st.sampled_from([*board.cards, placement]))
    before = state(board)
    for stacc in board.staccs:
        board.legal_placements(card)
        board.orientation(stacc)
    for asked in (placement, spot):
        board.contacts(asked)
        str(board.explain(asked))
    repr(board)
    board.copy()
    board.turned(1)
    board.mirrored()
    assert state(board) == before


def legal_set(board):
    return {each for card in KINDS for each in board.legal_placements(card)}


@given(boards(), st.integers(-6, 6))
def test_turning_turns_the_legal_set(board, sixths):
    turned = board.turned(sixths)
    assert legal_set(turned) == {each.turned(sixths) for each in legal_set(board)}
    assert state(turned.turned(-sixths)) == state(board)


@given(boards())
def test_mirroring_mirrors_the_legal_set(board):
    mirrored = board.mirrored()
    assert legal_set(mirrored) == {each.mirrored() for each in legal_set(board)}
    assert state(mirrored.mirrored()) == state(board)


@given(boards(), st.integers(0, 40), st.integers(0, 6))
def test_a_table_takes_away_its_cells_and_no_others(board, seed, sixths):
    """What fits on the table, and what would but for it, are all that fits."""

    def fits(cell):
        return (cell.q * 7 + cell.r * 3 + seed) % 5 > 1

    edged = Board(board.rules, fits, copies=DECCS)
    for card in board.cards:
        if card.stacc not in edged.staccs:
            edged._ground.begin(card.orientation, card.stacc)
        edged.play(card)
    for stacc in board.staccs:
        everything = board.open_cells(stacc)
        inside, beyond = edged.open_cells(stacc), edged.edge_cells(stacc)
        assert {**inside, **beyond} == everything
        assert all(fits(unpack(cell)) for cell in inside)
        assert not any(fits(unpack(cell)) for cell in beyond)
    turned = edged.turned(sixths)
    assert legal_set(turned) == {each.turned(sixths) for each in legal_set(edged)}
    mirrored = edged.mirrored()
    assert legal_set(mirrored) == {each.mirrored() for each in legal_set(edged)}
    for _ in range(len(edged)):
        edged.undo()
    assert edged.staccs == ()


@given(rules, st.lists(steps, max_size=20), cards, st.integers(0, 5))
def test_the_fast_way_and_the_slow_way_agree(rule_set, chosen, first, turn):
    """What is kept up to date play by play is what one look at the end finds."""
    board = fresh_board(rule_set, 1 + 3 * (turn % 2), first, turn)
    follow(board, chosen)
    ground = board._ground
    near = {at + step for _, at, *_ in ground.placed for step in (0, *STEPS)}
    for mine in ground.staccs.values():
        looked = {cell: ground.fitting(mine, cell) for cell in near}
        assert mine.open == {cell: mask for cell, mask in looked.items() if mask}


@given(st.lists(st.integers(0, 5), max_size=40), st.integers(0, 5), st.booleans())
def test_a_stacc_reaches_as_far_as_it_likes(directions, turn, far):
    """However the window of triangles that it keeps is widened and moved."""
    board = Board(copies=DECCS)
    board.start(KINDS[0], Cell(REACH, -REACH) if far else Cell(0, 0), turn)
    cell = board._ground.placed[0][1]
    for direction in directions:
        cell += 4 * STEPS[direction]
        board.put(KINDS[1].index, cell, turn)
    for each in (board, board.copy()):
        ground = each._ground
        for at, fit in each.open_cells().items():
            assert ground.fitting(ground.staccs[0], at) == fit
        assert each.surfaces() == board.surfaces()
    assert any(host.index == len(directions) for host in board.surfaces())
    for _ in directions:
        board.undo()
    assert board.open_cells() == Board.from_text(board.to_text()).open_cells()


@settings(max_examples=50)
@given(boards(most=6, rule_sets=st.just(Rules()), strays=False))
def test_every_legal_placement_can_be_placed(board):
    for placement in legal_set(board):
        board.place(placement)
        board.undo()


@pytest.mark.parametrize("sixths", range(6))
def test_turning_turns_orientations(sixths):
    board = Board.from_text("5S@0,0 9S@0,1 W@0,2/2=H")
    turned = board.turned(sixths)
    assert turned.orientation() == (2 + sixths) % 6
    assert Board.from_text(turned.to_text()).to_text() == turned.to_text()
