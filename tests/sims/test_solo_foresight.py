"""Searching with a known pile, against trying everything."""

import numpy as np
import pytest

from sims.solo.exhaustive import can_be_won
from sims.solo.foresight import foreseen, left_over, wins
from sims.solo.matching import could_be_won
from staccs.cards import Card, decc
from staccs.deals import Deal
from staccs.modes.solo import Solo
from staccs.moves import Move
from staccs.rules import Rules


def small(seed, cards=7, variation="perfect", suits="SH", ranks="25JQ", **rules):
    """Return a game of a few cards that often match, and its first card and pile."""
    rng = np.random.default_rng(seed)
    few = [
        card
        for card in decc()
        if card.is_wild or (str(card.suit) in suits and str(card.rank) in ranks)
    ]
    while True:
        chosen = [few[k] for k in rng.permutation(len(few))[:cards]]
        if not chosen[0].is_wild:
            break
    if variation == "no_wilds":
        chosen = [chosen[0], *(card for card in chosen[1:] if not card.is_wild)]
    deal = Deal(f"{chosen[0]}@0,0", ("",), tuple(chosen[1:]), variation=variation)
    game = Solo.from_deal(deal, Rules(**rules))
    return game, [card.index for card in chosen]


def kinds(text):
    return [Card.parse(name).index for name in text.split()]


@pytest.mark.parametrize("variation", ["perfect", "second_chances", "no_wilds"])
@pytest.mark.parametrize(
    "rules",
    [
        {},
        {"partial_overlap": "must_match"},
        {"partial_overlap": "forbid", "wild_rotation": "120"},
        {"solo_discard": "any", "second_chances_limit": 1},
    ],
)
def test_a_wide_beam_wins_what_can_be_won_and_nothing_else(variation, rules):
    won = []
    # Who may discard anything wins nearly always, and there is much more to try.
    loose = {"cards": 5, "suits": "SHC", "ranks": "25J"}
    few = loose if "solo_discard" in rules else {"cards": 6}
    for seed in range(25):
        game, _ = small(seed, variation=variation, **few, **rules)
        before = game.to_json()
        line = foreseen(game, (5000,))
        won.append(line.won)
        assert line.won is can_be_won(game)
        assert not line.won or wins(game, line.moves)
        assert line.standing <= game.standing + game.pile_size
        assert (line.standing == game.standing + game.pile_size) is line.won
        assert game.to_json() == before
    assert len(set(won)) == 2  # some of them can be won, some cannot


def test_a_narrow_beam_is_tried_first():
    game, _ = small(0, cards=3)
    deal = Deal("5S@0,0", ("",), "7S 7H", variation="perfect")
    assert foreseen(Solo.from_deal(deal), (1, 9)).width == 1
    assert foreseen(game, ()) == foreseen(game, ())
    assert not foreseen(game, ()).won


def test_the_same_seed_finds_the_same():
    game = Solo(seed=5)
    assert foreseen(game, (8,)) == foreseen(game, (8,))


def test_a_whole_deal_is_won_by_its_line():
    game = Solo(seed=3, variation="no_wilds")
    line = foreseen(game)
    assert line.won
    assert line.standing == 56
    assert wins(game, line.moves)
    assert not wins(game, line.moves[:-1])
    assert Move.parse("draw") in line.moves


@pytest.mark.parametrize("variation", ["perfect", "no_wilds"])
def test_what_is_won_could_be_won_with_space_no_object(variation):
    could = []
    for seed in range(120):
        game, cards = small(seed, variation=variation, suits="SHCD", ranks="25JQ")
        found = could_be_won(cards[0], cards[1:])
        could.append(found)
        assert found is not None
        assert found or not can_be_won(game)
    assert len(set(could)) == 2


def test_matching_of_hardly_any_cards():
    (first,) = kinds("5S")
    assert could_be_won(first, [])
    assert could_be_won(first, kinds("W"))
    assert not could_be_won(first, kinds("7H"))
    # The TOP of a WILD takes one card alone.
    assert could_be_won(first, kinds("W 7H"))
    assert not could_be_won(first, kinds("W 7H KD"))
    # A card is held back for after the WILD.
    assert could_be_won(first, kinds("KH W 7H KD"))
    assert could_be_won(first, kinds("5D W 7H 5H"), most=1) is None


@pytest.mark.parametrize(
    ("fits", "pile", "discards", "left"),
    [
        ("", "", "", 0),
        ("", "7S", "", 1),
        ("7S", "7S KS", "", 0),
        ("7S", "KH 7S", "", 1),
        ("", "W 7H KD", "", 1),
        ("", "W 7H", "KH", 0),  # the king first, and the 7 by its suit
        ("7S", "7S", "KS 2D", 2),
    ],
)
def test_what_is_left_over_when_all_that_matches_is_laid(fits, pile, discards, left):
    mask = sum(1 << kind for kind in kinds(fits))
    assert left_over(mask, kinds(pile), kinds(discards)) == left
