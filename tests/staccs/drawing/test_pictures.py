"""What a picture of a board holds, whatever lies."""

import re
import xml.etree.ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from staccs.board import Board
from staccs.cards import KINDS, WILD, Card
from staccs.drawing import draw_board, to_svg
from staccs.drawing.marks import NOT_NOW, TAKES
from staccs.drawing.palette import REFUSED, SUITS, WOOD
from staccs.drawing.picture import Group, Shape, Text
from staccs.errors import ParameterError
from staccs.openings import openings
from staccs.surfaces import Surface, SurfaceState
from staccs.table import PlacedTable, Table
from tests.staccs.setups import board_of
from tests.staccs.strategies import boards, cards
from tests.staccs.test_rulebook_pictures import PICTURE

SVG = "{http://www.w3.org/2000/svg}"


def texts(picture):
    return [each.text for each in picture.flat() if isinstance(each, Text)]


def frames(picture, kind):
    """Return the marks over the cards, those of the legend left out."""
    found = [
        each
        for each in picture.items
        if isinstance(each, Shape)
        and (each.stroke, each.dash) == (kind["stroke"], kind.get("dash", ()))
    ]
    return found[:-1]


def card_groups(picture):
    return [
        each for each in picture.items if isinstance(each, Group) and "@" in each.title
    ]


@given(boards(), st.none() | cards, st.booleans(), st.text(max_size=20))
def test_any_board_is_well_formed_xml_and_loads_nothing(board, card, cells, title):
    svg = to_svg(draw_board(board, card=card, cells=cells, title=title))
    root = ET.fromstring(svg.encode())
    assert root.tag == f"{SVG}svg"
    tags = {each.tag.removeprefix(SVG) for each in root.iter()}
    assert tags <= {"svg", "title", "desc", "g", "path", "text"}
    assert not any("href" in name for each in root.iter() for name in each.attrib)
    assert "url(" not in svg


@given(boards())
def test_cards_are_drawn_in_the_order_they_landed(board):
    titles = [each.title for each in card_groups(draw_board(board))]
    assert [title.partition(":")[0] for title in titles] == list(map(str, board.cards))


@given(boards())
def test_every_opening_is_framed(board):
    picture = draw_board(board)
    found = list(openings(board))
    assert len(frames(picture, TAKES)) == sum(each.fitting > 0 for each in found)
    assert len(frames(picture, NOT_NOW)) == sum(not each.fitting for each in found)


@given(boards())
def test_what_is_marked_agrees_with_the_legal_placements(board):
    """Marked as taking a card: what a legal card would stand on, or match squarely."""
    laid = [each for card in KINDS for each in board.legal_placements(card)]
    stood_on = {
        host
        for each in laid
        for host in board.contacts(each)
        if host.cell == each.cell or host.fitting >> each.card.index & 1
    }
    for each in openings(board):
        assert bool(each.fitting) == (each.host in stood_on), each.host


def test_the_top_of_a_called_wild_takes_a_wild_squarely():
    """Beside it a WILD lies below, so it was marked as taking nothing."""
    board = board_of("W@0,0 W@0,1/1 W@0,1/3=H")
    (found,) = openings(board)
    assert found.fitting == 1 << WILD.index
    assert not frames(draw_board(board), NOT_NOW)


def test_a_surface_whose_cards_all_lie_takes_nothing():
    board = board_of("5S@0,0 5H@1,-1 5C@2,-2 5D@3,-3")
    sides = [each for each in openings(board) if each.host.surface is Surface.SIDE]
    assert [each.fitting for each in sides] == [0]


@given(boards(), st.integers(1, 5))
def test_a_turned_board_has_a_picture_of_as_many_parts(board, sixths):
    one, other = draw_board(board), draw_board(board.turned(sixths))
    assert sorted(texts(one)) == sorted(texts(other))
    assert len(list(one.flat())) == len(list(other.flat()))


def test_a_picture_is_the_same_each_time():
    board = board_of(PICTURE)
    assert to_svg(draw_board(board)) == to_svg(draw_board(board.copy()))


def test_numbers_stand_on_the_side_and_letters_on_the_face():
    """The larger text is the mark, the smaller one the card's name."""
    for text, mark, fill in (("7H@0,0", "7", "side"), ("QH@0,0", "Q", "face")):
        (group,) = card_groups(draw_board(board_of(text)))
        parts = list(group.items)
        at = max(
            (k for k, each in enumerate(parts) if isinstance(each, Text)),
            key=lambda k: parts[k].size,
        )
        assert parts[at].text == mark
        tint = next(tint for suit, tint in SUITS.items() if suit == "H")
        below = [each.fill for each in parts[:at] if isinstance(each, Shape)]
        assert below[-1] == getattr(tint, fill)


@pytest.mark.parametrize("call", ["", *(f"={suit}" for suit in SUITS)])
def test_a_wild_shows_what_it_is_and_what_is_called(call):
    picture = draw_board(board_of(f"5S@0,0 W@0,1/2{call}"))
    assert texts(picture).count("WILD") == 2
    wild = card_groups(picture)[1]
    symbols = [each.fill for each in wild.items if isinstance(each, Shape)]
    called = [suit for suit, tint in SUITS.items() if tint.symbol in symbols]
    assert called == ([call[1:]] if call else list(SUITS))


def test_closed_surfaces_are_toned_down():
    before = card_groups(draw_board(board_of("5S@0,0 9S@0,1")))[0]
    after = card_groups(draw_board(board_of("5S@0,0 9S@0,1 W@0,2/1")))[0]
    bright = {each.fill for each in before.items if isinstance(each, Shape)}
    toned = {each.fill for each in after.items if isinstance(each, Shape)}
    assert SUITS["S"].face in bright
    assert SUITS["S"].face not in toned


def test_a_barred_top_has_a_bar():
    board = board_of("0S@0,0")
    plain = len(card_groups(draw_board(board))[0].items)
    board.bar_top(0)
    assert board.surfaces()[0].state is SurfaceState.BARRED
    assert len(card_groups(draw_board(board))[0].items) == plain + 2


def test_text_turns_with_its_card():
    (one,) = card_groups(draw_board(board_of("7H@0,0")))
    (other,) = card_groups(draw_board(board_of("7H@0,0/3")))
    a, b = (
        next(each.at for each in group.items if isinstance(each, Text))
        for group in (one, other)
    )
    assert (a.a, a.b, a.c, a.d) == pytest.approx((-b.a, -b.b, -b.c, -b.d))


def test_the_cells_that_take_a_card_are_marked_with_their_coordinates():
    picture = draw_board(board_of(PICTURE), card=Card.parse("5C"))
    assert texts(picture).count("2,1") == 1
    assert "takes 5C (1)" in texts(picture)


def test_coordinates_can_be_read_in_a_picture_of_many_cards():
    """They were 10 pixels high, also where the picture had 1,800 with the table."""
    column = [f"{rank}S@0,{k}" for k, rank in enumerate([0, *range(2, 11)])]
    table = PlacedTable(Table.parse("round:1.2"))
    board = Board.from_text(" ".join(column), fits=table.fits)
    plain = draw_board(board, table=table)
    told = draw_board(board, table=table, cells=True)
    shown = [each for each in told.flat() if isinstance(each, Text)]
    (size,) = {each.size for each in shown if re.fullmatch("-?[0-9]+,.*", each.text)}
    assert size > max(told.width, told.height) / 110
    assert told.width < plain.width
    assert "the table is larger than the picture" in texts(told)
    assert "the table is larger than the picture" not in texts(plain)


def test_a_card_that_lies_already_is_taken_nowhere():
    assert "takes 5H (0)" in texts(draw_board(board_of(PICTURE), card=Card.parse("5H")))


def test_cells_that_only_the_edge_refuses_are_marked_otherwise():
    table = PlacedTable(Table.parse("rect:0.4x0.08"))
    board = Board(fits=table.fits)
    board.start(Card.parse("5S"))
    picture = draw_board(board, table=table, card=Card.parse("9S"))
    assert "\u00d7 0,1" in texts(picture)
    assert "takes 9S (0)" in texts(picture)
    assert "past the edge (1)" in texts(picture)
    strokes = {each.stroke for each in picture.flat() if isinstance(each, Shape)}
    assert REFUSED in strokes


@pytest.mark.parametrize("card", ["9S", "W"])
def test_marks_agree_with_what_the_board_says(card):
    table = PlacedTable(Table.parse("round:0.3"), (0.02, 0.01), 0.4)
    board = Board.from_text("5S@0,0 JS@0,1 2S@0,2", fits=table.fits)
    picture = draw_board(board, table=table, card=Card.parse(card))
    taking = {each.cell for each in board.legal_placements(Card.parse(card))}
    titles = [each.title for each in picture.items if isinstance(each, Group)]
    assert {t.split()[0] for t in titles if t.endswith("takes the card")} == {
        str(cell) for cell in taking
    }


def test_tables_are_drawn_with_their_holes():
    text = "polygon:-1,-1 1,-1 1,1 -1,1 / 0.3,0.3 0.5,0.3 0.5,0.5"
    for shape, rings in ((text, 2), ("round:1.0", 1), ("rect:1.2x0.8", 1)):
        placed = PlacedTable(Table.parse(shape), (0, 0))
        picture = draw_board(board_of("5S@0,0"), table=placed)
        (top,) = (e for e in picture.flat() if isinstance(e, Shape) and e.fill == WOOD)
        assert sum(step == "M" for step, _ in top.outline) == rings


def test_coordinates_are_written_at_each_cell_once():
    found = texts(draw_board(board_of("5S@0,0 9S@0,1"), cells=True))
    assert found.count("0,1") == found.count("-1,2") == 1


def test_wild_out_names_the_stacc_of_a_cell():
    board = board_of("W@-1,0/4 W@0,1/0#1 W@1,-1/3#2 W@2,0/1#3 5S@-2,0 6H@0,2#1")
    assert "0,3#1" in texts(draw_board(board, card=Card.parse("9H")))
    assert draw_board(board, card=WILD).description.count("heads for") == 4


def test_an_empty_board_is_no_picture():
    with pytest.raises(ParameterError, match="no card lies"):
        draw_board(Board())
