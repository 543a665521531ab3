"""The 125 committed STACCs, each with every legal cell for one card, all agree."""

import json
from math import sqrt
from pathlib import Path

import pytest

from staccs.board import Board
from staccs.cards import Card, Suit
from staccs.lattice import Cell, to_plane
from staccs.placement import Placement

FILE = Path(__file__).parents[1] / "data" / "staccs_placement.jsonl"
CASES = [json.loads(line) for line in FILE.read_text("utf-8").splitlines()]


def cell_at(x, y):
    """Return the cell of a point given to six decimals; it must be one."""
    q = round(2 * x / sqrt(3))
    cell = Cell(q, round(y - q / 2))
    assert to_plane(cell) == pytest.approx((x, y), abs=1e-4)
    return cell


def board_of(case):
    """Return the STACC of a case, with every card of it placed legally."""
    board = Board()
    for card in case["board"]:
        call = card["called"] and Suit(card["called"])
        cell = cell_at(card["x"], card["y"])
        placed = Placement(Card.parse(card["card"]), cell, card["orientation"], call)
        if len(board):
            board.place(placed)
        else:
            board.start(placed.card, cell, card["orientation"])
    return board


def test_there_are_as_many_cases_as_there_should_be():
    assert len(CASES) == 125


@pytest.mark.parametrize("number", range(len(CASES)))
def test_legal_cells_agree(number):
    case = CASES[number]
    legal = board_of(case).legal_placements(Card.parse(case["card"]))
    assert {each.cell for each in legal} == {cell_at(*at) for at in case["legal"]}
