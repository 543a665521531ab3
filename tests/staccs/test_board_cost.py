"""What a play costs does not grow with the STACC."""

from time import perf_counter

from staccs.board import Board
from staccs.cards import KINDS
from staccs.cells import Footing
from staccs.surfaces import ALL_SUITED


def long_stacc(cards):
    """Return the plays of a chunky STACC: always near the first card, if one fits."""
    board = Board(copies=2)
    board.start(KINDS[0])
    plays = []
    while len(plays) < cards:
        suited = {c: mask & ALL_SUITED for c, mask in board.open_cells().items()}
        cell = min((c for c, mask in suited.items() if mask), key=abs)
        play = ((suited[cell] & -suited[cell]).bit_length() - 1, cell, 0)
        board.put(*play)
        plays.append(play)
    return plays


def cost(plays, first, last):
    """Return the least time of a play among some of them, over many runs."""
    best = float("inf")
    for _ in range(30):
        board = Board(fits=Footing(lambda cell: True), copies=2)
        board.start(KINDS[0])
        for play in plays[:first]:
            board.put(*play)
        start = perf_counter()
        for play in plays[first:last]:
            board.put(*play)
        best = min(best, (perf_counter() - start) / (last - first))
    return best


def test_the_hundredth_card_costs_what_the_tenth_does():
    plays = long_stacc(110)
    assert cost(plays, 100, 110) < 2.5 * cost(plays, 10, 20)


def test_a_card_changes_seven_cells_at_most_however_large_the_stacc():
    plays = long_stacc(110)
    board = Board(copies=2)
    board.start(KINDS[0])
    for play in plays:
        before = dict(board.open_cells())
        board.put(*play)
        after = board.open_cells()
        changed = {c for c in {*before, *after} if before.get(c) != after.get(c)}
        assert len(changed) <= 7
