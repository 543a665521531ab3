"""SOLOSTACCS and its variations (T17)."""

import random

import pytest

from staccs.cards import WILD, Card, decc
from staccs.errors import IllegalMoveError, ParameterError
from staccs.modes import Solo, Variation, make_game
from tests.staccs.game_setups import hand, legal, play, solo


def finished(game, seed=0):
    """Play random moves to the end; return the game."""
    rng = random.Random(seed)
    while game.outcome() is None:
        game.push(game.legal_moves[rng.randrange(len(game.legal_moves))])
    return game


def test_first_card_is_anything_but_a_wild():
    firsts = {make_game("solo", seed=seed).board.cards[0].card for seed in range(400)}
    assert WILD not in firsts
    assert {card.rank.value for card in firsts} >= set("0JQKA")


def test_a_wild_flipped_first_goes_back_into_the_decc():
    for seed in range(200):
        game = make_game("solo", seed=seed)
        cards = [each.card for each in game.board.cards] + list(game.deal().pile)
        assert sorted(cards) == sorted(decc())


def test_a_drawn_card_is_played_where_it_fits():
    game = solo("5S@0,0", "9S 5H")
    assert legal(game) == ["draw"]
    play(game, "draw")
    assert (game.phase, legal(game)) == ("drawn", ["9S@0,1"])
    play(game, "9S@0,1")
    assert (game.phase, game.standing) == ("turn", 2)


def test_a_card_that_fits_nowhere_is_discarded_by_itself():
    game = play(solo("5S@0,0", "9H 5H"), "draw")
    assert game.phase == "turn"
    assert [str(card) for card in game.view(0).discards] == ["9H"]
    assert hand(game, 0) == ""


def test_the_top_discard_may_be_played_instead_of_drawing():
    game = play(solo("5S@0,0", "9H 5H 2C"), "draw", "draw", "5H@1,-1")
    # Now the 9H fits on the TOP of the 5H.
    assert legal(game) == ["9H@1,0", "draw"]
    play(game, "9H@1,0")
    assert game.view(0).discards == ()


def test_the_top_discard_may_be_played_while_a_drawn_card_is_held():
    game = play(solo("5S@0,0", "9H 5H 2C 8H"), "draw", "draw", "5H@1,-1", "draw")
    assert (game.phase, legal(game)) == ("drawn", ["9H@1,0", "discard"])
    play(game, "9H@1,0")
    assert game.phase == "turn"  # the 2C fits nowhere, so it is discarded
    assert [str(card) for card in game.view(0).discards] == ["2C"]


def test_a_drawn_wild_is_played_before_one_on_the_pile():
    deal = "W W 2C"
    game = play(solo("5S@0,0", deal, solo_discard="any"), "draw", "discard", "draw")
    assert (game.phase, hand(game, 0)) == ("drawn", "W")
    play(game, "W@0,1/1")
    assert (game.phase, hand(game, 0)) == ("turn", "")
    assert game.view(0).discards == (WILD,)


def test_specials_do_nothing():
    game = play(solo("5S@0,0", "0S KS AS 2S"), "draw", "0S@0,1", "draw")
    assert legal(game) == ["KS@0,2"]
    play(game, "KS@0,2", "draw", "AS@0,3", "draw", "2S@0,4")
    assert game.outcome().describe() == "complete: player 0 wins, 5 cards standing"


def test_wilds_turn_and_lock_and_take_any_suit():
    game = play(solo("5S@0,0", "W 9D 5H"), "draw")
    assert len(game.legal_moves) == 2 * 5
    play(game, "W@0,1/1", "draw")
    assert legal(game) == ["9D@1,1"]
    play(game, "9D@1,1", "draw")  # the 5S is locked now
    assert game.outcome().describe() == "no_moves: nobody wins, 3 cards standing"


def test_no_suit_is_called():
    game = play(solo("5S@0,0", "W 9D"), "draw")
    with pytest.raises(IllegalMoveError, match=r"no suit is called.*\(T6\)"):
        game.push("W@0,1/1=H")
    with pytest.raises(IllegalMoveError, match=r"UH OH! is not called.*\(T17\)"):
        game.push("W@0,1/1!")


def test_all_sixty_win():
    pile = [card for card in decc() if str(card) != "5S" and card != WILD]
    assert len(pile) == 55
    game = finished(make_game("solo", seed=3, variation="no_wilds"))
    total = game.standing + len(game.view(0).discards) + game.pile_size
    assert total + len(game.hand(0)) == 56


def test_perfect_goes_once_through_the_decc():
    game = play(solo("5S@0,0", "9H 2H"), "draw", "draw")
    assert game.outcome().describe() == "no_moves: nobody wins, 1 card standing"


def test_second_chances_turn_the_pile_over():
    # The 9H comes too early for the first pass; the 5H makes room for it.
    game = solo("5S@0,0", "9H 2C 5H 8D 9D", "second_chances")
    play(game, "draw", "draw", "draw", "5H@1,-1", "draw", "draw")
    view = game.view(0)
    assert (view.flips, view.pile_size, view.discards) == (1, 4, ())
    assert [str(card) for card in view.known_pile] == ["9H", "2C", "8D", "9D"]
    play(game, "draw", "9H@1,0", "draw", "draw", "draw", "9D@2,-1")
    assert legal(game) == ["8D@2,0", "flip"]
    play(game, "flip", "draw", "draw", "8D@2,0")
    assert game.view(0).flips == 3  # only the 2C is left, so there is no choice
    play(game, "draw")  # a pass that places nothing ends the game
    assert game.outcome().describe() == "no_moves: nobody wins, 5 cards standing"


@pytest.mark.parametrize(("limit", "standing"), [(0, 5), (1, 4), (2, 5), (1000, 5)])
def test_second_chances_limit(limit, standing):
    # The 5H goes down in the first pass, 9H and 9D in the second, 8D in the third.
    pile = "8D 9H 2C 5H 9D 3C"
    game = solo("5S@0,0", pile, "second_chances", second_chances_limit=limit)
    assert finished(game).standing == standing


def test_second_chances_may_be_taken_although_the_top_discard_fits():
    game = solo("5S@0,0", "2H 9H 5H", "second_chances")
    play(game, "draw", "draw", "draw", "5H@1,-1")
    assert legal(game) == ["9H@1,0", "flip"]
    play(game, "flip")
    assert (game.pile_size, game.view(0).flips) == (2, 1)
    perfect = play(solo("5S@0,0", "2H 9H 5H"), "draw", "draw", "draw", "5H@1,-1")
    assert legal(perfect) == ["9H@1,0"]


def test_second_chances_end_with_a_first_pass_that_placed_nothing():
    game = play(solo("5S@0,0", "9H 2H", "second_chances"), "draw", "draw")
    assert game.outcome().winners == ()


def test_no_wilds_leaves_them_out():
    game = make_game("solo", seed=1, variation="no_wilds")
    assert WILD not in game.deal().pile
    assert game.pile_size == 55


def test_no_wilds_random_play_often_finishes():
    games = [
        finished(make_game("solo", seed=s, variation="no_wilds")) for s in range(40)
    ]
    won = sum(game.outcome().winners == (0,) for game in games)
    assert won >= 5
    assert all(game.standing == 56 for game in games if game.outcome().winners)


@pytest.mark.parametrize(
    ("switch", "moves"), [("unfit", ["9S@0,1"]), ("any", ["9S@0,1", "discard"])]
)
def test_solo_discard(switch, moves):
    game = play(solo("5S@0,0", "9S 5H", solo_discard=switch), "draw")
    assert legal(game) == moves


def test_solo_discard_says_why_not():
    game = play(solo("5S@0,0", "9S 5H"), "draw")
    for move, match in (
        ("discard", r"fits nowhere \(T17, solo_discard='unfit'\)"),
        ("draw", r"when none is in the hand.*\(T17\)"),
        ("flip", r"second_chances.*\(T17\)"),
        ("hold", "no move of SOLOSTACCS"),
        ("5H@1,-1", "the player has no 5H to play, but 9S"),
    ):
        with pytest.raises(IllegalMoveError, match=match):
            game.push(move)


def test_game_ends_when_no_surface_is_open():
    small = solo("5S@0,0", "9S 2H 3H", "no_wilds", fits=lambda cell: cell.r < 2)
    assert small.outcome() is None
    game = solo("5S@0,0", "9S 2H", "no_wilds", fits=lambda at: at in ((0, 0), (0, 1)))
    play(game, "draw", "9S@0,1")
    assert game.outcome().describe() == "no_moves: nobody wins, 2 cards standing"
    assert game.pile_size == 1


def test_variation_is_kept_and_checked():
    assert Solo(seed=1, variation="no_wilds").variation is Variation.NO_WILDS
    for wrong in ("nowilds", "", None, 3, ["perfect"]):
        with pytest.raises(ParameterError, match=r"variation is .*perfect"):
            make_game("solo", seed=1, variation=wrong)


@pytest.mark.parametrize(
    ("board", "pile", "variation", "match"),
    [
        ("W@0,0", "9S", "perfect", "no WILD"),
        ("5S@0,0", "W", "no_wilds", "leave the WILDs out"),
        ("5S@0,0", "9S", "", "variation is ''"),
        ("5S@0,0#1", "9S", "perfect", "one STACC"),
        ("5S@0,0", "5S", "perfect", "card 5S comes 2 times.*one DECC has 1"),
        ("5S@0,0", "W W W W W", "perfect", "card W comes 5 times.*one DECC has 4"),
        ("", "9S", "perfect", "one STACC"),
    ],
)
def test_deals_that_are_none(board, pile, variation, match):
    with pytest.raises(ParameterError, match=match):
        solo(board, pile, variation)


def test_a_hand_is_no_part_of_the_deal():
    from staccs.deals import Deal

    with pytest.raises(ParameterError, match="no card in the hand"):
        Solo.from_deal(Deal("5S@0,0", ["9S"], variation="perfect"))
    with pytest.raises(ParameterError, match="players is 2: solo takes 1"):
        Solo.from_deal(Deal("5S@0,0", ["", ""], variation="perfect"))


def test_the_view_hides_the_pile_until_it_is_turned_over():
    game = solo("5S@0,0", "9H 2C 5H 8D", "second_chances")
    assert game.view(0).known_pile == ()
    play(game, "draw")
    assert Card.parse("9H") in game.view(0).discards
