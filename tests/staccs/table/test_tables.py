"""Tables: their texts, their files, and what is no table."""

import json
import math
import os
import subprocess
import sys

import pytest
from hypothesis import given

from staccs.errors import ParameterError, StaccsError
from staccs.table import (
    PlacedTable,
    PolygonTable,
    RectangularTable,
    RoundTable,
    Table,
    read_table,
    table_from_json,
    table_to_json,
)
from staccs.table.corners import LARGEST, MOST_CORNERS
from tests.staccs.table.strategies import polygons, settings_for, tables

SQUARE = [(0, 0), (1, 0), (1, 1), (0, 1)]
HOLE = [(0.4, 0.4), (0.6, 0.4), (0.6, 0.6), (0.4, 0.6)]
DOCUMENT = {
    "format": "staccs-table",
    "version": 1,
    "unit": "m",
    "type": "Polygon",
    "coordinates": [[[0, 0], [1, 0], [1, 1], [0, 1], [0, 0]]],
}


def refused(call, *words):
    """Check that a call is refused in one line that has these words."""
    with pytest.raises(ParameterError) as caught:
        call()
    text = str(caught.value)
    assert "\n" not in text
    assert len(text) < 700
    for word in words:
        assert word in text, text
    assert isinstance(caught.value, StaccsError | ValueError)


# --- texts --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "table"),
    [
        ("round:1.0", RoundTable(1)),
        ("round:.75", RoundTable(0.75)),
        ("rect:1.2x0.8", RectangularTable(1.2, 0.8)),
        ("rect:12e-1x8", RectangularTable(1.2, 8)),
        ("polygon:0,0 1,0 1,1 0,1", PolygonTable(SQUARE)),
        (
            "polygon:0,0 1,0 1,1 0,1 / 0.4,0.4 0.6,0.4 0.6,0.6 0.4,0.6",
            PolygonTable(SQUARE, [HOLE]),
        ),
    ],
)
def test_a_text_names_a_table(text, table):
    assert Table.parse(text) == table
    assert hash(Table.parse(text)) == hash(table)


@settings_for(200)
@given(tables)
def test_every_table_has_a_text_that_makes_it_again(table):
    assert Table.parse(str(table)) == table


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", ["'' is no table", "round:DIAMETER"]),
        ("round", ["'' in 'round' is no number", "round:DIAMETER"]),
        ("Round:1", ["did you mean 'round'"]),
        ("square:1", ["'square:1'"]),
        ("round:", ["'' in 'round:' is no number"]),
        ("round:1m", ["'1m'"]),
        ("round:1_0", ["'1_0'"]),
        ("round:١", ["is no number"]),
        ("round:0", ["diameter", "is 0.0", "above 0"]),
        ("round:-1", ["diameter", "-1.0"]),
        ("round:nan", ["diameter", "nan"]),
        ("round:inf", ["diameter", "inf"]),
        ("round:1e999", ["diameter", "inf"]),
        ("round:1001", ["at most 1000"]),
        ("rect:1", ["no rectangle", "rect:WIDTHxDEPTH"]),
        ("rect:1x2x3", ["no rectangle"]),
        ("rect:0x1", ["width", "0.0"]),
        ("rect:1x0", ["depth", "0.0"]),
        ("rect:1xnan", ["depth", "nan"]),
        ("rect:ax1", ["'a'"]),
        ("polygon:", ["0 corners", "at least three"]),
        ("polygon:0,0 1,0", ["2 corners"]),
        ("polygon:0,0 1,0 1", ["corner 3 of the outline", "[1.0]"]),
        ("polygon:0,0 1,0 1,1,1", ["corner 3 of the outline"]),
        ("polygon:0,0 1,0 1,nan", ["corner 3 of the outline", "nan"]),
        ("polygon:0,0 1,0 1,1 /", ["hole 1", "0 corners"]),
        ("round:" + "9" * 5000, ["diameter", "inf"]),
        ("x" * 100_000, ["is no table"]),
    ],
)
def test_a_text_that_names_no_table_is_refused(text, words):
    refused(lambda: Table.parse(text), *words)


@pytest.mark.parametrize("value", [None, 3, b"round:1", ["round:1"], {"round": 1}])
def test_what_is_no_text_is_refused(value):
    refused(lambda: Table.parse(value), "is no table")


# --- sizes and corners --------------------------------------------------------------

BAD_NUMBERS = [0, -1, 0.0, math.nan, math.inf, -math.inf, 10**400, True, "1", None, 1j]


@pytest.mark.parametrize("value", BAD_NUMBERS)
def test_a_size_that_is_no_length_is_refused(value):
    refused(lambda: RoundTable(value), "diameter")
    refused(lambda: RectangularTable(value, 1), "width")
    refused(lambda: RectangularTable(1, value), "depth")


@pytest.mark.parametrize("value", [*BAD_NUMBERS[3:], 1001, -1001])
def test_a_coordinate_that_is_no_number_of_meters_is_refused(value):
    ring = [(0, 0), (1, 0), (value, 1)]
    refused(lambda: PolygonTable(ring), "corner 3 of the outline", "[x, y]")
    ring = [(0.2, 0.2), (0.3, value), (0.3, 0.3)]
    refused(lambda: PolygonTable(SQUARE, [ring]), "corner 2 of hole 1")


@pytest.mark.parametrize(
    ("outline", "holes", "words"),
    [
        ([(0, 0), (1, 1), (1, 0), (0, 1)], [], ["Self-intersection[0.5 0.5]"]),
        ([(0, 0), (1, 0), (2, 0)], [], ["not valid"]),
        (
            [(0, 0), (2, 0), (2, 2), (1, 0), (0, 2)],
            [],
            ["not valid", "Ring Self-intersection[1 0]"],
        ),
        (SQUARE, [[(2, 2), (3, 2), (3, 3)]], ["Hole lies outside shell"]),
        (SQUARE, [[(0.5, 0.5), (3, 0.5), (3, 0.6)]], ["Self-intersection"]),
        (SQUARE, [HOLE, HOLE], ["not valid"]),
        (
            SQUARE,
            [HOLE, [(0.45, 0.45), (0.55, 0.45), (0.5, 0.5)]],
            ["Holes are nested"],
        ),
        (SQUARE, [[(0.4, 0.4), (0.6, 0.6), (0.6, 0.4), (0.4, 0.6)]], ["not valid"]),
        ([(0, 0), (0, 0), (1, 0), (1, 1)], [], ["side of length zero at corner 2"]),
        ([(0, 0), (1, 0), (1, 1), (1, 1 + 1e-10)], [], ["length zero at corner 4"]),
        (SQUARE, [[*HOLE, HOLE[-1]]], ["hole 1", "length zero at corner 5"]),
        ([(0, 0), (1, 0), (0.5, 1e-11)], [], ["area"]),
        ([], [], ["0 corners"]),
        ([(0, 0)] * 2, [], ["1 corner"]),
        (5, [], ["5 is no list"]),
        ("abc", [], ["is no list"]),
        ([1, 2, 3], [], ["corner 1"]),
        ([None] * 4, [], ["corner 1", "None"]),
        (SQUARE, 5, ["5 is no list"]),
        (SQUARE, [5], ["hole 1"]),
        (SQUARE, {"a": 1}, ["is no list"]),
        ([(0, 0)] * (MOST_CORNERS + 1), [], [str(MOST_CORNERS + 1), "simplify"]),
    ],
)
def test_a_polygon_that_cannot_be_a_table_is_refused(outline, holes, words):
    refused(lambda: PolygonTable(outline, holes), *words)


def test_a_table_may_be_a_kilometer_long_and_have_thousands_of_corners():
    assert RoundTable(LARGEST).middle == (0, 0)
    turns = [2 * math.pi * k / MOST_CORNERS for k in range(MOST_CORNERS)]
    ring = [(5 * math.cos(t), 5 * math.sin(t)) for t in turns]
    assert PolygonTable(ring).middle == pytest.approx((0, 0), abs=2e-3)


def test_corners_may_go_either_way_round_and_close_the_ring():
    closed = PolygonTable([*SQUARE, SQUARE[0]], [[*HOLE, HOLE[0]]])
    assert PolygonTable(SQUARE[::-1], [HOLE[::-1]]).outline[0] == (0, 1)
    assert closed == PolygonTable(SQUARE, [HOLE])
    assert closed == PolygonTable(
        [list(p) for p in SQUARE], [[*HOLE[:1], *HOLE[:0:-1]]]
    )


def test_the_middle_is_the_point_farthest_from_the_edge():
    assert RectangularTable(2, 1).middle == (0, 0)
    long = PolygonTable([(0, 0), (10, 0), (10, 0.2), (1, 0.2), (1, 1), (0, 1)])
    assert long.middle == pytest.approx((0.53, 0.47), abs=0.06)
    framed = PolygonTable(SQUARE, [[(0.1, 0.1), (0.7, 0.1), (0.7, 0.7), (0.1, 0.7)]])
    assert framed.middle == pytest.approx((0.82, 0.82), abs=0.03)


# --- files --------------------------------------------------------------------------


@settings_for(100)
@given(polygons())
def test_a_document_makes_the_table_again(table):
    assert table_from_json(table_to_json(table)) == table


def test_a_document_is_geojson_that_other_tools_open():
    import shapely

    table = PolygonTable(SQUARE, [HOLE])
    opened = shapely.from_geojson(table_to_json(table))
    assert opened.equals(shapely.Polygon(SQUARE, [HOLE]))
    assert opened.exterior.is_ccw
    assert not opened.interiors[0].is_ccw


def test_a_rectangle_can_be_written_and_a_circle_cannot():
    outline = table_from_json(table_to_json(RectangularTable(2, 1))).outline
    assert outline == RectangularTable(2, 1).outline
    refused(lambda: table_to_json(RoundTable(1)), "round:1.0", "polygons only")


def test_a_table_is_read_from_a_file(tmp_path):
    path = tmp_path / "kitchen.JSON"
    path.write_text(table_to_json(PolygonTable(SQUARE, [HOLE])))
    assert Table.parse(str(path)) == PolygonTable(SQUARE, [HOLE])


def changed(**members):
    data = {**DOCUMENT, **members}
    return json.dumps({key: value for key, value in data.items() if value is not ...})


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", ["'' is not JSON"]),
        ("[" * 100_000, ["is not JSON"]),
        (json.dumps(DOCUMENT)[:-9], ["is not JSON"]),
        (
            json.dumps(DOCUMENT).replace('"unit"', '"unit": "mm", "unit"'),
            ["the key 'unit' is there twice"],
        ),
        ("[1, 2]", ["no table", "staccs-table"]),
        ("17", ["no table"]),
        ("{}", ["format None", "staccs-table"]),
        (changed(format=...), ["format None"]),
        (changed(format="stacko-game"), ["format 'stacko-game'"]),
        (changed(version=2), ["version 2"]),
        (changed(version=True), ["version True"]),
        (changed(version=...), ["version None"]),
        (changed(unit="mm"), ["unit 'mm'", "'m'"]),
        (changed(unit=...), ["unit None"]),
        (changed(type="MultiPolygon"), ["type 'MultiPolygon'", "'Polygon'"]),
        (changed(coordinate=[]), ["'coordinate'", "did you mean 'coordinates'"]),
        (changed(coordinates=...), ["coordinates", "None"]),
        (changed(coordinates=[]), ["coordinates", "[]"]),
        (changed(coordinates={"a": 1}), ["coordinates"]),
        (changed(coordinates=[[[0, 0], [1, 0], [1, 1, 0]]]), ["corner 3"]),
        (changed(coordinates=[[[0, 0], [1, 0], [1, "1"]]]), ["corner 3"]),
        (changed(coordinates=[[[0, 0], [1, 0], [1, math.nan]]]), ["NaN is no number"]),
        (
            changed(coordinates=[[[0, 0], [1, 1], [1, 0], [0, 1]]]),
            ["Self-intersection"],
        ),
        (json.dumps({"type": "Polygon", "coordinates": []}), ["format None"]),
    ],
)
def test_a_file_that_is_no_table_is_refused_by_its_name(tmp_path, text, words):
    path = tmp_path / "broken.json"
    path.write_text(text)
    refused(lambda: read_table(path), *words, "broken.json")


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda path: None, ["No such file"]),
        (lambda path: path.mkdir(), ["directory"]),
        (lambda path: os.mkfifo(path), ["no regular file"]),
        (lambda path: path.symlink_to("/dev/zero"), ["no regular file"]),
        (lambda path: path.symlink_to(path), ["cannot be read"]),
        (lambda path: path.write_bytes(b"\xff\xfe\x00"), ["utf-8"]),
    ],
)
def test_what_cannot_be_read_is_refused(tmp_path, make, words):
    path = tmp_path / "odd.json"
    make(path)
    refused(lambda: Table.parse(str(path)), *words, "odd.json")


def test_a_file_that_is_too_large_is_not_read(tmp_path):
    path = tmp_path / "large.json"
    with path.open("wb") as file:
        file.truncate(1 << 40)
    refused(lambda: Table.parse(str(path)), "more than", "large.json")


def test_a_path_that_cannot_be_is_refused():
    refused(lambda: Table.parse("\0.json"), "null ")
    refused(lambda: Table.parse("x" * 5000 + ".json"), "File name too long")


# --- what is loaded -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "loaded"), [("round:1.0", False), ("rect:1.2x0.8", True)]
)
def test_shapely_is_loaded_for_polygons_only(text, loaded):
    code = (
        "import sys; from staccs.table import PlacedTable, Table\n"
        "assert 'shapely' not in sys.modules\n"
        f"placed = PlacedTable(Table.parse({text!r}), edge='inside')\n"
        "assert placed.fits((0, 3)) and not placed.fits((0, 90))\n"
        f"sys.exit(('shapely' in sys.modules) is not {loaded})"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_long_text_is_told_in_words_and_not_cut_in_a_number():
    corner = [(1.23456789, 0.98765432), (0.1234567, 1.2345678), (-0.345678, 0.765432)]
    hole = [(0.4, 0.3), (0.5, 0.3), (0.4, 0.4)]
    table = PolygonTable([(0, 0), (1, 0), *corner], [hole])
    assert table.brief() == "polygon of 5 corners and 1 hole, 1.58x1.23 m"
    assert table.brief(limit=500) == str(table)
    refused(lambda: PlacedTable(table, (5, 5)), "the table polygon of 5 corners")


@given(tables)
def test_a_short_text_is_left_as_it_is(table):
    assert len(table.brief()) <= 60
    assert table.brief() in (str(table), table.brief(0))
