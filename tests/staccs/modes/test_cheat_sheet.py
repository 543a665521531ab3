"""Every line of the rulebook's cheat sheet, by its name."""

import pytest

from staccs.cards import decc
from staccs.errors import IllegalMoveError
from staccs.modes import make_game
from tests.staccs.game_setups import hand, legal, play, uh_oh


def test_goal_first_to_stacc_all_cards_wins():
    game = uh_oh("5S@0,0", "9S", "4D 6D")
    play(game, "9S@0,1")
    assert game.outcome().describe() == "out: player 0 wins, 2 cards standing"
    assert len(game.legal_moves) == 0


def test_setup_sixty_cards():
    game = make_game("uh-oh", 3, seed=4)
    cards = [each.card for each in game.board.cards] + list(game.deal().pile)
    for player in range(3):
        cards += game.hand(player)
    assert sorted(cards) == sorted(decc())
    assert len(cards) == 60


def test_setup_four_suits_of_fourteen_and_four_wilds():
    names = [str(card) for card in decc()]
    ranks = ["0", *map(str, range(2, 11)), "J", "Q", "K", "A"]
    assert sorted(names) == sorted([r + s for s in "SHCD" for r in ranks] + ["W"] * 4)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_setup_seven_cards_each_or_five_if_five_play(players):
    game = make_game("uh-oh", players, seed=2)
    each = 5 if players == 5 else 7
    assert game.hand_sizes == (each,) * players
    assert game.pile_size == 60 - 1 - each * players


def test_setup_flip_one_card_to_start_the_stacc_skipping_specials():
    firsts = set()
    for seed in range(200):
        game = make_game("uh-oh", 2, seed=seed)
        (first,) = game.board.cards
        firsts.add(first.card.rank.value)
        assert (first.cell, first.orientation) == ((0, 0), 0)
    assert firsts == set(map(str, range(2, 11)))


def test_setup_skipped_cards_are_shuffled_back():
    for seed in range(60):
        game = make_game("uh-oh", 2, seed=seed)
        cards = [*game.hand(0), *game.hand(1), *game.deal().pile]
        assert sorted([*cards, game.board.cards[0].card]) == sorted(decc())


def test_setup_play_starts_clockwise():
    game = uh_oh("5S@0,0", "2H 3H", "2D 3D", "2C 3C", pile="4H 4D 4C")
    turns = []
    for _ in range(3):
        turns.append(game.turn)
        play(game, "draw")
    assert (turns, game.direction) == ([0, 1, 2], 1)


def test_how_to_stacc_top_by_suit():
    game = uh_oh("5S@0,0", "9S 9H 3D", "4D 6D")
    assert legal(game) == ["9S@0,1"]


def test_how_to_stacc_side_by_number():
    game = uh_oh("5S@0,0", "5H 6H 3D", "4D 6D")
    assert legal(game) == ["5H@1,-1"]


def test_how_to_stacc_side_by_zero():
    game = uh_oh("5S@0,0 0S@0,1", "0H 6H 3D", "4D 6D")
    assert legal(game) == ["0H@1,0"]


def test_how_to_stacc_face_by_letter():
    game = uh_oh("5S@0,0 JS@0,1", "JH QH 3D", "4D 6D")
    assert legal(game) == ["JH@-1,1"]


def test_how_to_stacc_all_visible_surfaces_must_match():
    # At 1,0 lie the SIDE of the 9S and the TOP of the 5D: only the 9 of diamonds.
    board = "5S@0,0 9S@0,1 5D@1,-1"
    assert legal(uh_oh(board, "9D 9H 2D", "4D 6D")) == ["9D@1,0"]
    game = uh_oh(board, "9H 2H 3H", "4D 6D")
    with pytest.raises(
        IllegalMoveError, match=r"TOP of 5D@1,-1.*\(T1\).*9 of diamonds"
    ):
        game.push("9H@1,0")


def test_how_to_stacc_not_on_partially_covered_surfaces():
    # The 9S hides half of the SIDE and half of the FACE of what it lies beside.
    board = "5S@0,0 9S@0,1 5H@1,-1"
    game = uh_oh(board, "5D 2H 3H", "4D 6D")
    with pytest.raises(IllegalMoveError, match=r"\(T1\)"):
        game.push("5D@1,-1")


def test_on_your_turn_play_a_matching_card():
    game = uh_oh("5S@0,0", "9S 2S 3D", "4D 6D", pile="7D")
    assert legal(game) == ["2S@0,1", "9S@0,1"]
    with pytest.raises(IllegalMoveError, match=r"who can play none \(T7"):
        game.push("draw")


def test_on_your_turn_draw_one_if_you_cannot():
    game = uh_oh("5S@0,0", "9H 3D", "4D 6D", pile="7S 8S")
    assert legal(game) == ["draw"]
    play(game, "draw")
    assert hand(game, 0) == "7S 9H 3D"
    assert game.turn == 1  # although the card drawn fits


def test_down_to_one_card_say_uh_oh():
    game = uh_oh("5S@0,0", "9S 3D", "4D 6D", pile="7D")
    assert legal(game) == ["9S@0,1", "9S@0,1!"]
    play(game, "9S@0,1!")
    assert (game.phase, game.turn) == ("turn", 1)


def test_forget_and_get_caught_draw_three():
    game = uh_oh("5S@0,0", "9S 3D", "4D 6D", pile="2H 3H 4H 5H")
    play(game, "9S@0,1")
    assert (game.phase, game.turn, legal(game)) == ("catch", 1, ["catch", "let"])
    play(game, "catch")
    assert hand(game, 0) == "2H 3H 4H 3D"
    assert (game.phase, game.turn) == ("turn", 1)


def test_first_player_out_of_cards_wins():
    game = uh_oh("5S@0,0", "9H 3D", "2S", "4D 6D", pile="7D 8D")
    play(game, "draw", "2S@0,1")
    assert game.outcome().winners == (1,)
    assert game.outcome().winner == 1


def test_zero_top_is_barred_for_one_turn():
    game = uh_oh("5S@0,0", "0S 3D 4D", "2S 6D 7D", "3S 6H 7H", pile="8D 9D 8C")
    play(game, "0S@0,1")
    assert (game.turn, legal(game)) == (2, ["draw"])  # it reversed
    with pytest.raises(IllegalMoveError, match=r"TOP of 0S@0,1.*\(T10\)"):
        game.push("3S@0,2")
    play(game, "draw")
    assert (game.turn, legal(game)) == (1, ["2S@0,2"])


def test_zero_reverses_with_three_or_more():
    game = uh_oh("5S@0,0", "0S 3D 4D", "2S 6D 7D", "3S 6H 7H", pile="8D 9D 8C")
    play(game, "0S@0,1")
    assert (game.direction, game.turn) == (-1, 2)
    two = uh_oh("5S@0,0", "0S 3D 4D", "2S 6D 7D", pile="8D 9D 8C")
    play(two, "0S@0,1")
    assert (two.direction, two.turn) == (1, 1)


def test_jack_next_player_draws_one():
    game = uh_oh("5S@0,0", "JS 3D 4D", "2S 6D 7D", pile="8D 9D 8C")
    play(game, "JS@0,1")
    assert hand(game, 1) == "2S 6D 7D 8D"
    assert (game.turn, legal(game)) == (1, ["2S@0,2"])  # and still takes the turn


def test_queen_give_one_card_to_next_player():
    game = uh_oh("5S@0,0", "QS 3D 4D", "2S 6D 7D", pile="8D 9D 8C")
    play(game, "QS@0,1")
    assert (game.phase, game.turn) == ("give", 0)
    assert legal(game) == ["give 3D", "give 3D!", "give 4D", "give 4D!"]
    play(game, "give 4D!")
    assert (hand(game, 0), hand(game, 1)) == ("3D", "2S 4D 6D 7D")
    assert (game.phase, game.turn) == ("turn", 1)


def test_king_next_player_draws_two():
    game = uh_oh("5S@0,0", "KS 3D 4D", "2S 6D 7D", pile="8D 9D 8C")
    play(game, "KS@0,1")
    assert hand(game, 1) == "2S 6D 7D 8D 9D"
    assert game.turn == 1


def test_ace_take_another_turn():
    game = uh_oh("5S@0,0", "AS 3S 4D", "2S 6D 7D", pile="8D 9D 8C")
    play(game, "AS@0,1")
    assert (game.turn, legal(game)) == (0, ["3S@0,2", "3S@0,2!"])


def test_wild_on_any_top_rotated_and_calls_a_suit():
    game = uh_oh("5S@0,0", "W 3D 4D", "2S 6H 7D", pile="8D 9D 8C")
    assert len(game.legal_moves) == 2 * 5 * 4  # on the TOP, and squarely on the card
    with pytest.raises(IllegalMoveError, match=r"new orientation.*\(T4\)"):
        game.push("W@0,1")
    with pytest.raises(IllegalMoveError, match=r"\(T4\)"):
        game.push("W@0,1/0=H")
    with pytest.raises(IllegalMoveError, match=r"suit is called.*\(T6\)"):
        game.push("W@0,1/3")
    play(game, "W@0,1/1=H")
    assert legal(game) == ["6H@1,1"]  # its TOP points to the upper right now


def test_wild_cannot_win():
    game = uh_oh("5S@0,0", "W", "2S 6H 7D", pile="8D 9D 8C")
    assert legal(game) == ["draw"]
    with pytest.raises(IllegalMoveError, match=r"as the last card; draw one \(T13\)"):
        game.push("W@0,1/3=H")


def test_wild_as_last_card_draw_one():
    game = uh_oh("5S@0,0", "W", "2H 6H 7D", pile="8D 9D 8C")
    play(game, "draw")
    assert (hand(game, 0), game.turn) == ("8D W", 1)


def test_counter_by_playing_the_same_card_adds_to_the_effect():
    game = uh_oh("5S@0,0", "JS 3D 4D", "JH 6D 7D", "2C 6H", pile="8D 9D 8C")
    play(game, "JS@0,1")
    assert (game.phase, legal(game)) == ("attacked", ["JH@-1,1", "accept"])
    play(game, "JH@-1,1")
    assert hand(game, 2) == "6H 2C 8D 9D"


def test_several_numbers_at_once_if_that_number_is_on_the_stacc():
    game = uh_oh("5S@0,0", "5H 5D 3C", "2S 6D 7D", pile="8D 9D 8C")
    play(game, "5H@1,-1")
    assert (game.phase, legal(game)) == ("more", ["5D@2,-2", "5D@2,-2!", "done"])
    play(game, "5D@2,-2!")
    assert (game.phase, game.turn) == ("turn", 1)
