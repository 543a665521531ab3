"""The largest STACCs, how large any can be, and what is tried exhaustively."""

import itertools

import pytest

from sims.notebook_data.recipe import Making
from sims.notebook_data.solo import limits
from sims.solo.exhaustive import can_be_won, most_standing
from sims.solo.largest import largest
from sims.solo.limits import most_cards, runs
from staccs.cards import WILD, Card
from staccs.deals import Deal
from staccs.modes.solo import Solo
from staccs.rules import PartialOverlap, Rules, WildRotation

READINGS = list(itertools.product(PartialOverlap, WildRotation))
STRICT = [each for each in READINGS if each[0] is not PartialOverlap.ALLOW]


def decc(suits, numbers, letters, wilds):
    ranks = ["2", "3", "4"][:numbers] + ["J", "Q"][:letters]
    names = [rank + suit for suit in "SHCD"[:suits] for rank in ranks]
    return [*map(Card.parse, names), *[WILD] * wilds]


@pytest.mark.parametrize(("overlap", "rotation"), READINGS)
@pytest.mark.parametrize("wilds", [True, False])
def test_the_largest_staccs_stand_and_are_as_large_as_the_limit(
    overlap, rotation, wilds
):
    board = largest(overlap, rotation, wilds=wilds)
    limit = most_cards(4, 10, 4, 4 if wilds else 0, overlap, rotation)
    if overlap is PartialOverlap.ALLOW and not wilds:
        assert len(board) < limit == 56  # players lay all of them
    else:
        assert len(board) == limit
    cards = [placed.card for placed in board.cards]
    assert sum(card.is_wild for card in cards) == (4 if wilds else 0)
    again = type(board).from_text(board.to_text(), board.rules)
    assert len(again) == len(board)


def test_limits_computed_by_hand():
    # All numbers and the letters of one suit: 40 + 4; or 16 + 10.
    assert most_cards(4, 10, 4, 0, PartialOverlap.MUST_MATCH) == 44
    assert most_cards(4, 4, 10, 0, PartialOverlap.FORBID) == 44
    # Two runs more, and four WILDs: 40 + 3 * 4 + 4.
    found = most_cards(4, 10, 4, 4, PartialOverlap.FORBID, WildRotation("120"))
    assert found == 56
    assert most_cards(4, 10, 4, 4, PartialOverlap.FORBID) == 60
    assert most_cards(4, 0, 4, 0, PartialOverlap.FORBID) == 16
    assert most_cards(1, 1, 0, 0, PartialOverlap.FORBID) == 1


@pytest.mark.parametrize(
    ("wilds", "found"), [(0, 0), (1, 1), (2, 1), (3, 2), (4, 2), (5, 3)]
)
def test_where_nothing_may_be_covered_by_half_two_wilds_make_a_run(wilds, found):
    assert runs(wilds, PartialOverlap.FORBID, WildRotation("120")) == found
    assert runs(wilds, PartialOverlap.FORBID, WildRotation("60")) == wilds
    assert runs(wilds, PartialOverlap.MUST_MATCH, WildRotation("120")) == wilds


@pytest.mark.parametrize(("overlap", "rotation"), STRICT)
@pytest.mark.parametrize(
    "parts",
    [
        (1, 1, 0, 0),
        (1, 2, 1, 0),
        (2, 2, 1, 0),
        (2, 1, 2, 0),
        (2, 2, 2, 0),
        (3, 2, 1, 0),
        (2, 1, 1, 1),
        (3, 1, 1, 1),
        (2, 1, 1, 2),
        (3, 1, 1, 2),
    ],
)
def test_trying_everything_finds_the_limit_of_small_deccs(overlap, rotation, parts):
    rules = Rules(partial_overlap=overlap, wild_rotation=rotation)
    assert most_standing(decc(*parts), rules) == most_cards(*parts, overlap, rotation)


def test_most_standing_of_hardly_any_cards():
    assert most_standing([]) == 0
    assert most_standing([WILD]) == 0  # it never begins
    assert most_standing([Card.parse("5S")]) == 1
    assert most_standing([Card.parse("5S"), Card.parse("KD")]) == 1
    assert most_standing([Card.parse("5S"), WILD, WILD]) == 3


@pytest.mark.parametrize(
    ("pile", "won"),
    [
        ("", True),
        ("7S", True),
        ("7H", False),
        ("7H 7S", True),
        ("7H KD 7S", False),  # the king stays on top of the 7 of hearts
        ("W 7H", True),
        ("7H W", True),
    ],
)
def test_small_deals_are_won_or_not(pile, won):
    game = Solo.from_deal(Deal("5S@0,0", ("",), pile, variation="perfect"))
    before = game.to_json()
    assert can_be_won(game) is won
    assert can_be_won(game, 100) is won
    assert game.to_json() == before


def test_trying_everything_is_given_up():
    deal = Deal("5S@0,0", ("",), "7S 9S 7H KD", variation="perfect")
    game = Solo.from_deal(deal)
    assert can_be_won(game, 1) is None
    assert can_be_won(game, 1000) is False
    assert can_be_won(Solo(seed=3, variation="no_wilds"), 100) is None


def test_a_second_chance_wins_what_one_pass_does_not():
    pile = "7H 9H 7S 9D"
    deals = {
        name: Deal("5S@0,0", ("",), pile, variation=name)
        for name in ("perfect", "second_chances")
    }
    assert not can_be_won(Solo.from_deal(deals["perfect"]))
    assert can_be_won(Solo.from_deal(deals["second_chances"]))


def test_small_limits_can_be_made(tmp_path):
    tables = limits(Making(tmp_path, tmp_path, quick=True))
    assert tables["small"].column("found") == tables["small"].column("limit")
    assert set(tables["matching"].column("could").to_pylist()) <= {"yes", "unknown"}
