"""Cards, the DECC, surfaces and what fits on them, the notation of placements."""

from collections import Counter

import pytest
from hypothesis import given

from staccs.cards import KINDS, SUITS, WILD, Card, Rank, Suit, decc, mask_of
from staccs.errors import InvalidNotationError, ParameterError, StaccsError
from staccs.lattice import Cell, neighbors, to_plane
from staccs.placement import Placement
from staccs.surfaces import (
    SURFACES,
    WILD_BIT,
    Surface,
    direction,
    fitting,
    mark,
    words_of,
)
from tests.staccs.strategies import placements


def named(mask):
    return {str(kind) for kind in KINDS if mask >> kind.index & 1}


def test_the_decc_has_sixty_cards():
    cards = decc()
    assert len(cards) == 60
    assert cards.count(WILD) == 4
    suited = Counter(card.suit for card in cards if not card.is_wild)
    assert suited == dict.fromkeys(SUITS, 14)
    ranks = Counter(card.rank for card in cards if not card.is_wild)
    assert ranks == dict.fromkeys(Rank, 4)
    assert "1" not in {rank.value for rank in Rank}


def test_two_deccs_have_everything_twice():
    assert Counter(decc(2)) == {card: 2 * n for card, n in Counter(decc()).items()}


@pytest.mark.parametrize("copies", [0, -1, 17, 1.0, "2", True, None])
def test_no_such_number_of_deccs(copies):
    with pytest.raises(ParameterError, match="copies"):
        decc(copies)


@pytest.mark.parametrize("card", KINDS)
def test_names_read_back(card):
    assert Card.parse(str(card)) is card
    assert KINDS[card.index] is card
    assert card.is_wild + card.is_number + card.is_letter == 1


@pytest.mark.parametrize(
    "text",
    ["", "1H", "11S", "5s", "5", "S5", "10", "WW", "5SS", " 5S", "5S\n", 5, None],
)
def test_what_is_no_card(text):
    with pytest.raises(InvalidNotationError, match="is not a card"):
        Card.parse(text)


@pytest.mark.parametrize("index", [-1, 57, 1.0, "0", None, True])
def test_what_is_no_index(index):
    with pytest.raises(ParameterError, match="index"):
        Card(index)


def test_zero_is_a_number_and_an_ace_a_letter():
    assert Card.parse("0D").is_number
    assert Card.parse("10D").is_number
    assert Card.parse("AD").is_letter


def test_words():
    names = ["5S", "10H", "0D", "QC", "W"]
    words = [Card.parse(name).word for name in names]
    assert words == [
        "5 of spades", "10 of hearts", "ZERO of diamonds", "QUEEN of clubs", "WILD",
    ]  # fmt: skip


def test_a_set_of_cards_is_bits():
    hand = [Card.parse(name) for name in ("5S", "W", "5S", "KD")]
    assert named(mask_of(hand)) == {"5S", "W", "KD"}
    assert mask_of([]) == 0
    assert mask_of([WILD]) == WILD_BIT


@pytest.mark.parametrize("orientation", range(6))
def test_surfaces_point_where_the_rulebook_draws_them(orientation):
    """TOP up, SIDE to the lower right, FACE to the lower left; turned clockwise."""
    toward = [direction(surface, orientation) for surface in SURFACES]
    assert toward == [(start + orientation) % 6 for start in (0, 2, 4)]
    x, y = to_plane(neighbors(Cell(0, 0))[direction(Surface.SIDE, 0)])
    assert x > 0 > y
    x, y = to_plane(neighbors(Cell(0, 0))[direction(Surface.FACE, 0)])
    assert x < 0
    assert y < 0


def test_side_and_face_swap_in_a_mirror():
    for turn in range(6):
        assert direction(Surface.SIDE, turn, True) == direction(Surface.FACE, turn)
        assert direction(Surface.FACE, turn, True) == direction(Surface.SIDE, turn)
        assert direction(Surface.TOP, turn, True) == direction(Surface.TOP, turn)


@pytest.mark.parametrize("card", KINDS[:-1])
def test_what_matches_a_card(card):
    top, side, face = (named(fitting(card, surface)) for surface in SURFACES)
    assert top == {str(k) for k in KINDS if k.suit is card.suit} | {"W"}
    same = {str(k) for k in KINDS if k.rank is card.rank}
    assert (side, face) == ((same, set()) if card.is_number else (set(), same))
    assert bool(mark(card, Surface.SIDE)) == card.is_number
    assert bool(mark(card, Surface.FACE)) == card.is_letter


@pytest.mark.parametrize(
    ("names", "words"),
    [
        ("", "nothing"),
        ("5C", "the 5 of clubs"),
        ("5C W", "the 5 of clubs or a WILD"),
        ("AS AH AC AD", "an ACE"),
        ("8S 8H 8C 8D 0S 0H 0C 0D", "a ZERO or an 8"),
        ("5C 6C 7C", "the 5 of clubs, the 6 of clubs or the 7 of clubs"),
    ],
)
def test_sets_in_words(names, words):
    assert words_of(mask_of(Card.parse(name) for name in names.split())) == words


def test_a_wild_in_words():
    assert words_of(fitting(WILD, Surface.TOP)) == "any suit or a WILD"
    assert words_of(fitting(WILD, Surface.TOP, Suit.CLUBS)) == "any clubs or a WILD"
    assert words_of(fitting(WILD, Surface.SIDE)) == "nothing"


@given(placements)
def test_placements_read_back(placement):
    assert Placement.parse(str(placement)) == placement
    assert hash(Placement.parse(str(placement))) == hash(placement)


@pytest.mark.parametrize(
    "text",
    [
        "", "5S", "5S@", "5S@1", "5S@1,2,3", "5S@1, 2", "5S@1,2/6", "5S@1,2/-1",
        "W@0,3/2=", "W@0,3/2=X", "W@0,3=H/2", "5S@1,2#", "5S@1,2#100", "1S@1,2",
        "5S@1.5,2", "5S@+1,2", "5S@1,2 ", "5S@12345678,2", 7, None, "@1,2",
    ],
)  # fmt: skip
def test_what_is_no_placement(text):
    with pytest.raises(InvalidNotationError):
        Placement.parse(text)


def test_only_a_wild_calls_a_suit():
    with pytest.raises(InvalidNotationError, match="T6"):
        Placement.parse("5S@0,0=H")
    with pytest.raises(ParameterError, match="T6"):
        Placement(Card.parse("5S"), Cell(0, 0), call=Suit.HEARTS)


@pytest.mark.parametrize(
    ("changes", "name"),
    [
        ({"card": "5S"}, "card"),
        ({"cell": (0, 1.5)}, "cell"),
        ({"cell": (0, 1, 2)}, "cell"),
        ({"cell": None}, "cell"),
        ({"orientation": 7}, "orientation"),
        ({"orientation": True}, "orientation"),
        ({"call": "hearts"}, "call"),
        ({"stacc": -1}, "stacc"),
        ({"stacc": 100}, "stacc"),
    ],
)
def test_parts_of_a_placement_are_checked(changes, name):
    parts = {"card": WILD, "cell": Cell(0, 0), **changes}
    with pytest.raises(ParameterError, match=name) as caught:
        Placement(**parts)
    assert isinstance(caught.value, StaccsError)
    assert isinstance(caught.value, ValueError)


def test_a_pair_of_numbers_becomes_a_cell_and_a_letter_a_suit():
    placement = Placement(WILD, (1, 2), 3, "D")
    assert placement.cell.r == 2
    assert placement.call is Suit.DIAMONDS
