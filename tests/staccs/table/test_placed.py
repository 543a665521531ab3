"""A lattice on a table: cells, the first card, and answers that are kept."""

import copy
import math
import pickle

import pytest

from staccs.cells import Footing, pack
from staccs.errors import ParameterError
from staccs.lattice import Cell
from staccs.params import CardParams
from staccs.rules import Edge, Rules
from staccs.table import PlacedTable, PolygonTable, RectangularTable, RoundTable, Table
from staccs.table.report import Support
from staccs.table.tables import Shape


class Counting(Shape):
    """A shape that counts how often it is asked; everything lies on it."""

    def __init__(self):
        self.asked = 0

    def support(self, card):
        self.asked += 1
        return Support(card.corners, card.apothem, 0.0, None)

    def covers(self, card):
        return True

    def clearance(self, card):
        self.asked += 1
        return 1.0


class Endless(Table):
    """A table without an edge."""

    middle = (0.0, 0.0)
    outline = ()

    def __init__(self):
        self.counting = Counting()

    def shape(self):
        return self.counting


def test_a_cell_is_measured_once():
    table = Endless()
    placed = PlacedTable(table)
    cells = [Cell(q, r) for q in range(-5, 6) for r in range(-5, 6)]
    for _ in range(50):
        assert all(placed.fits(cell) for cell in cells)
        assert all(placed.report(cell).fits for cell in cells)
    assert table.counting.asked == len(cells)


def test_a_board_remembers_the_answers_by_its_own_numbers():
    placed = PlacedTable(RectangularTable(0.4, 0.4))
    footing = Footing(placed.fits)
    cells = [Cell(q, r) for q in range(-8, 9) for r in range(-8, 9)]
    assert [footing[pack(c)] for c in cells] == [placed.fits(c) for c in cells]


HOLED = (
    "polygon:-.3,-.3 .3,-.3 .3,.3 .05,.3 .04,.2 0,.3 -.3,.3"
    " / -.2,-.2 .1,-.2 .1,-.1 -.19,-.16"
)


@pytest.mark.parametrize("table", ["round:0.6", "rect:0.7x0.5", HOLED])
@pytest.mark.parametrize("edge", list(Edge))
def test_fits_is_what_the_report_says(table, edge):
    placed = PlacedTable(Table.parse(table), (0.03, -0.02), 0.2, edge=edge)
    told = {
        (q, r): placed.report((q, r)).verdict
        for q in range(-12, 13)
        for r in range(-12, 13)
    }
    assert set(told.values()) == {"flat", "falls", "off"}
    for cell, verdict in told.items():
        assert placed.fits(cell) is (verdict == "flat")


@pytest.mark.parametrize("edge", list(Edge))
def test_a_table_of_ten_thousand_teeth_is_measured_all_the_same(edge):
    turns = [2 * math.pi * k / 10_000 for k in range(10_000)]
    radii = [0.3 + 0.05 * (k % 2) for k in range(10_000)]
    ring = [
        (r * math.cos(t), r * math.sin(t)) for r, t in zip(radii, turns, strict=True)
    ]
    placed = PlacedTable(PolygonTable(ring), (0, 0), edge=edge)
    found = placed.report((0, 7))
    assert found.fits is (edge == "balance")
    if edge == "inside":
        assert found.margin == pytest.approx(0.35 - 8 * 0.044, abs=1e-4)


def test_balance_allows_more_than_inside():
    table = RoundTable(0.8)
    cells = [(q, r) for q in range(-15, 16) for r in range(-15, 16)]
    balance = {c for c in cells if PlacedTable(table).fits(c)}
    inside = {c for c in cells if PlacedTable(table, edge="inside").fits(c)}
    assert inside < balance
    middles = sum(
        math.hypot(q * math.sqrt(3) / 2, r + q / 2) * 0.044 < 0.4 for q, r in cells
    )
    assert len(balance) == middles


def test_cells_lie_where_the_start_and_the_angle_put_them():
    placed = PlacedTable(RectangularTable(2, 2), (0.1, 0.2), math.pi / 2)
    assert placed.report((0, 0)).center == (0.1, 0.2)
    assert placed.report((0, 1)).center == pytest.approx((0.1 - 0.044, 0.2))
    quarter = placed.report((2, -1)).center
    assert quarter == pytest.approx((0.1, 0.2 + 0.044 * math.sqrt(3)))


def test_a_larger_card_makes_a_larger_lattice():
    placed = PlacedTable(RectangularTable(2, 2), card=CardParams(edge=0.1))
    assert placed.report((0, 3)).center == pytest.approx((0, 0.3))
    assert placed.report((0, 3)).margin == pytest.approx(0.1 * math.sqrt(3) / 2)


def test_a_sixth_of_a_turn_turns_the_cells_and_nothing_else():
    table = PolygonTable([(0, -0.3), (0.3, 0.1), (0.05, 0.05), (-0.2, 0.3)])
    one = PlacedTable(table, (0.05, 0.0), 0.3)
    other = PlacedTable(table, (0.05, 0.0), 0.3 + math.pi / 3)
    for q in range(-6, 7):
        for r in range(-6, 7):
            before, after = one.report((-r, q + r)), other.report((q, r))
            assert before.verdict is after.verdict
            assert before.margin == pytest.approx(after.margin, abs=3e-9)


def test_the_switch_is_that_of_the_rules():
    rules = Rules(edge="inside")
    placed = PlacedTable(RoundTable(1), edge=rules.edge)
    assert placed.edge is Edge.INSIDE
    assert placed == PlacedTable(RoundTable(1), edge="inside")
    assert placed != PlacedTable(RoundTable(1))


def test_a_copy_says_the_same():
    placed = PlacedTable(Table.parse("rect:0.4x0.3"), (0.01, 0.02), 0.1, edge="inside")
    placed.fits((1, 1))
    for other in (pickle.loads(pickle.dumps(placed)), copy.deepcopy(placed)):
        assert other == placed
        assert hash(other) == hash(placed)
        assert [other.report((0, r)) for r in range(6)] == [
            placed.report((0, r)) for r in range(6)
        ]
    assert len(pickle.dumps(placed)) < 1000


def test_the_report_is_a_line_for_people():
    text = str(PlacedTable(RoundTable(0.5)).report((0, 6)))
    assert text.startswith("falls: ")
    assert "-14.000 mm" in text
    assert "off: no part" in str(PlacedTable(RoundTable(0.5)).report((0, 9)))


# --- what is refused ----------------------------------------------------------------


def refused(*words, **values):
    with pytest.raises(ParameterError) as caught:
        PlacedTable(**{"table": RoundTable(1), **values})
    assert "\n" not in str(caught.value)
    for word in words:
        assert word in str(caught.value)


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"start": (0.5, 0)}, ["(0.5, 0)", "falls", "margin 0.000 mm"]),
        ({"start": (0.6, 0)}, ["(0.6, 0)", "off", "the middle is (0, 0)"]),
        ({"start": (0.47, 0), "edge": "inside"}, ["switch edge: inside", "-8.5"]),
        ({"table": RoundTable(0.05), "edge": "inside"}, ["round:0.05", "larger table"]),
        ({"card": CardParams(edge=1), "edge": "inside"}, ["smaller cards"]),
        ({"first": [(0, 0), (0, 20)]}, ["(0, 0.88)"]),
    ],
)
def test_a_table_on_which_the_first_card_cannot_lie_flat_is_refused(values, words):
    refused("first card cannot lie flat", *words, **values)


def test_a_small_table_can_hold_a_card_that_balances():
    assert PlacedTable(RoundTable(0.05)).report((0, 0)).margin == 0.025


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"table": "round:1"}, ["'round:1' is no table", "Table.parse"]),
        ({"table": None}, ["None is no table"]),
        ({"start": 5}, ["start is 5"]),
        ({"start": (1,)}, ["start is (1,)"]),
        ({"start": (math.nan, 0)}, ["start is (nan, 0)"]),
        ({"start": (0, math.inf)}, ["start is (0, inf)"]),
        ({"start": (0, 10**400)}, ["start is"]),
        ({"start": ("0", 0)}, ["start is ('0', 0)"]),
        ({"angle": math.nan}, ["angle is nan", "radians"]),
        ({"angle": "90"}, ["angle is '90'"]),
        ({"angle": True}, ["angle is True"]),
        ({"edge": "balanced"}, ["'balanced'", "did you mean 'balance'"]),
        ({"edge": None}, ["None", "balance, inside"]),
        ({"card": 0.044}, ["0.044", "CardParams"]),
    ],
)
def test_a_value_that_is_not_accepted_is_refused(values, words):
    refused(*words, **values)


@pytest.mark.parametrize("edge", [0, -1, math.nan, math.inf, "0.044", True, 11])
def test_a_card_without_a_size_is_refused(edge):
    with pytest.raises(ParameterError, match=r"CardParams\.edge"):
        CardParams(edge=edge)
