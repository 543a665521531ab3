"""The rulings on UH OH! and PARTY (T1 to T16, T21), each with its readings."""

import pytest

from staccs.errors import IllegalMoveError, ParameterError
from staccs.modes import UhOh, make_game
from staccs.rules import Rules
from staccs.table import PlacedTable, Table
from tests.staccs.game_setups import hand, legal, party, play, uh_oh


def refused(game, move, match):
    """Check that a move is refused in one line that matches."""
    before = game.to_json()
    with pytest.raises(IllegalMoveError, match=match) as error:
        game.push(move)
    assert "\n" not in str(error.value)
    assert "Legal: " in str(error.value)
    assert game.to_json() == before


# T1 to T6: on the STACC


def test_t1_needs_a_contact():
    refused(uh_oh("5S@0,0", "9S 3D", "4D"), "9S@0,2", r"not lie wholly.*\(T1\)")


def test_t1_says_what_would_fit():
    game = uh_oh("5S@0,0", "9S 9H", "4D")
    refused(game, "9H@0,1", r"TOP of 5S@0,0.*\(T1\).*any spades or a WILD")
    refused(game, "9S@1,-1", r"SIDE of 5S@0,0.*\(T1\).*What fits there: a 5")


def test_t1_number_on_a_face_and_letter_on_a_side_never():
    game = uh_oh("5S@0,0 JS@0,1", "JH 5H 3D", "4D")
    refused(game, "5H@-1,1", r"FACE of JS@0,1.*\(T1\)")
    refused(game, "JH@1,-1", r"SIDE of 5S@0,0.*\(T1\)")


@pytest.mark.parametrize(
    ("switch", "fits"),
    [
        ("allow", ["9D@1,0", "2S@0,2"]),
        ("must_match", ["2S@0,2"]),
        ("forbid", ["2S@0,2"]),
    ],
)
def test_t2_half_covered_surfaces(switch, fits):
    # The 9D on the SIDE of the 9S would cover half of the SIDE of the 5S.
    game = uh_oh("5S@0,0 9S@0,1", "9D 2S 2H", "4D", partial_overlap=switch)
    assert sorted(legal(game)) == sorted(fits)


def test_t2_a_half_covered_surface_that_matches():
    # Beside the WILD the 4H covers half of the SIDE of the 4D.
    board = "4D@0,0 JD@0,1 W@0,1/2=H"
    for switch, fits in (
        ("allow", ["4H@1,0", "6H@1,0"]),
        ("must_match", ["4H@1,0"]),
        ("forbid", ["draw"]),
    ):
        assert legal(uh_oh(board, "4H 6H 2S", "2D", partial_overlap=switch)) == fits


def test_t3_wild_needs_a_top_and_nothing_else_has_to_match():
    # At 1,0 lie the SIDE of the 9S and the TOP of the 5D.
    game = uh_oh("5S@0,0 9S@0,1 5D@1,-1", "W 2H 3H", "4D")
    assert "W@1,0/1=S" in legal(game)
    refused(game, "W@-1,0/1=S", r"T[13]\)")


@pytest.mark.parametrize(("switch", "turns"), [("60", "12345"), ("120", "24")])
def test_t4_wild_rotation(switch, turns):
    game = uh_oh("5S@0,0", "W 2H 3H", "4D", wild_rotation=switch)
    ways = {text[6] for text in legal(game) if text.startswith("W@0,1/")}
    assert ways == set(turns)


def test_t5_earlier_cards_are_locked():
    game = uh_oh("5S@0,0 5H@1,-1", "W 2D 3D", "5D 2H 4H")
    play(game, "W@0,1/5=S")
    refused(game, "5D@2,-2", r"SIDE of 5H@1,-1.*\(T5\)")


def test_t6_top_of_a_wild_takes_the_called_suit():
    game = play(uh_oh("5S@0,0", "W 2D 3D", "4H 4D 4C"), "W@0,1/1=H")
    assert legal(game) == ["4H@1,1"]
    refused(game, "4D@1,1", r"TOP of W@0,1.*hearts.*\(T6\)")


def test_t6_side_and_face_of_a_wild_match_nothing():
    game = play(uh_oh("5S@0,0", "W 2D 3D", "4H 4D JC"), "W@0,1/1=H")
    # Turned to 1 its SIDE points down, where the 5S lies, and its FACE to the left.
    refused(game, "4D@0,0", r"SIDE of W@0,1.*\(T[16]\)")
    refused(game, "JC@-1,2", r"FACE of W@0,1.*\(T[16]\)")


# T7: drawing


def test_t7_no_drawing_with_a_play():
    game = uh_oh("5S@0,0", "9S 2D 3D", "4D", pile="6D")
    assert "draw" not in legal(game)
    refused(game, "draw", r"draw_anyway='no'")


def test_t7_draw_anyway():
    game = uh_oh("5S@0,0", "9S 2D 3D", "4D 4C", pile="6D", draw_anyway="yes")
    assert legal(game) == ["9S@0,1", "draw"]
    play(game, "draw")
    assert (hand(game, 0), game.turn) == ("9S 2D 3D 6D", 1)


def test_t7_draw_anyway_needs_a_card():
    game = uh_oh("5S@0,0", "9S 2D 3D", "4D 4C", draw_anyway="yes")
    assert legal(game) == ["9S@0,1"]
    refused(game, "draw", r"pile is empty.*\(T14\)")


def test_t7_a_drawn_card_ends_the_turn_though_it_fits():
    game = play(uh_oh("5S@0,0", "2D 3D", "4D 4C", pile="9S"), "draw")
    assert game.turn == 1


# T8: after a WILD


def test_t8_the_called_suit_stands_until_it_is_met():
    game = uh_oh("5S@0,0", "W 2D 3D", "4D 4C", "6D 6C", pile="8D 8C 4H 6H 9H")
    play(game, "W@0,1/1=H", "draw", "draw", "draw", "draw")
    assert (game.turn, hand(game, 2)) == (2, "6C 8C 6D")
    assert legal(game) == ["draw"]
    play(game, "draw")
    assert (game.turn, legal(game)) == (0, ["4H@1,1"])


def test_t8_a_wild_serves_on_a_wild():
    game = play(uh_oh("5S@0,0", "W 2D 3D", "W 4C 4D"), "W@0,1/1=H")
    assert {text.split("/")[0] for text in legal(game)} == {"W@0,1", "W@1,1"}


# T9: ATTACCs


JACKS = ("JS 3D 4D", "JH 6D 7D", "JC 6H 7H", "JD 6C 7C")


def test_t9_jack_chain_draws_one_two_three_four():
    pile = "8D 9D 8C 9C 8H"
    game = uh_oh("5S@0,0", *JACKS, pile=pile)
    play(game, "JS@0,1", "JH@-1,1", "JC@-2,1", "JD@-3,1")
    assert (game.turn, hand(game, 0)) == (0, "8C 9C 3D 4D 8D 9D")


def test_t9_accepting_midway():
    game = uh_oh("5S@0,0", *JACKS, pile="8D 9D 8C 9C 8H")
    play(game, "JS@0,1", "JH@-1,1", "accept")
    assert (game.phase, game.turn, hand(game, 2)) == ("turn", 2, "6H 7H JC 8D 9D")
    assert "JC@-2,1" in legal(game)  # now as a play of one's own
    play(game, "JC@-2,1")
    assert (game.phase, game.turn) == ("attacked", 3)
    play(game, "accept")
    assert hand(game, 3) == "6C 7C 8C JD"  # one only: the chain began anew


def test_t9_king_chain_draws_two_four_six():
    kings = ("KS 3D 4D", "KH 6D 7D", "KC 6H 7H")
    game = uh_oh("5S@0,0", *kings, pile="8D 9D 8C 9C 8H 9H 2D")
    play(game, "KS@0,1", "KH@-1,1", "KC@-2,1")
    assert (game.turn, game.hand_sizes) == (0, (8, 2, 2))


def test_t9_queen_chain_the_last_gives_and_the_countered_give_nothing():
    queens = ("QS 3D 4D", "QH 6D 7D 8D", "QC 6H 7H 8H 9H", "2C 3C")
    game = uh_oh("5S@0,0", *queens, pile="9C")
    play(game, "QS@0,1", "QH@-1,1", "QC@-2,1")
    assert (game.phase, game.turn) == ("give", 2)
    play(game, "give 6H", "give 8H", "give 9H!")
    assert game.hand_sizes == (2, 3, 1, 5)
    assert hand(game, 3) == "6H 8H 9H 2C 3C"
    assert game.turn == 3


def test_t9_queen_gives_all_one_has_if_fewer():
    queens = ("QS 3D 4D 2D", "QH 6D", "9C 9H")
    game = uh_oh("5S@0,0", *queens, pile="8C")
    play(game, "QS@0,1", "QH@-1,1!")
    assert game.outcome().winners == (1,)  # one card where two are due
    assert hand(game, 2) == "9H 9C 6D"


def test_t9_counter_must_be_the_same_letter():
    game = uh_oh("5S@0,0", "JS 3D 4D", "JH KS 2S", pile="8D 9D 8C")
    play(game, "JS@0,1")
    refused(game, "KS@0,2", r"only another JACK counters a JACK.*\(T9\)")


def test_t9_counter_must_fit():
    # The table ends where the FACE of the JACK points to.
    hands = "JS 3D 4D", "JH 6D"
    game = uh_oh("5S@0,0", *hands, pile="8D 9D 8C", fits=lambda cell: cell.q >= 0)
    play(game, "JS@0,1")
    assert (game.phase, game.turn) == ("turn", 1)


def test_t9_counter_may_lie_on_a_top():
    # The FACE of the JD is no place for it: there lies the TOP of the 5H, too.
    board = "5S@0,0 5H@1,-1 5D@2,-2 9D@2,-1"
    game = uh_oh(board, "JD 3D 4D", "JS 6D 7D", pile="8D 9C 8C")
    play(game, "JD@2,0")
    assert legal(game) == ["JS@0,1", "accept"]


def test_t9_no_counter_is_passed_over():
    game = play(uh_oh("5S@0,0", "JS 3D 4D", "2H 6D", pile="8D 9D"), "JS@0,1")
    assert (game.phase, game.turn, game.pile_size) == ("turn", 1, 1)


def test_t9_cards_taken_may_be_played_at_once():
    game = play(uh_oh("5S@0,0", "JS 3D 4D", "2H 6D", pile="8S 9D"), "JS@0,1")
    assert legal(game) == ["8S@0,2"]


def test_t9_an_attacc_as_last_card_hits_nobody():
    game = play(uh_oh("5S@0,0", "KS", "2H 6D", pile="8S 9D"), "KS@0,1")
    assert game.outcome().winners == (0,)
    assert game.hand_sizes == (0, 2)


def test_t9_counter_with_the_last_card_wins():
    game = uh_oh("5S@0,0", "JS 3D 4D", "JH", pile="8D 9D 8C")
    play(game, "JS@0,1", "JH@-1,1")
    assert game.outcome().winners == (1,)


def test_t9_answers_out_of_place():
    game = uh_oh("5S@0,0", "9S 3D 4D", "JH", pile="8D 9D 8C")
    refused(game, "accept", r"no ATTACC to accept \(T9\)")
    refused(game, "give 3D", r"no QUEEN asks.*\(T9\)")
    refused(game, "done", r"\(T11\)")
    refused(game, "catch", r"nobody forgot.*\(T12\)")
    refused(game, "let", r"nobody forgot.*\(T12\)")
    refused(game, "hold", r"no move of uh-oh")


def test_t9_gifts_are_of_the_own_hand():
    game = play(uh_oh("5S@0,0", "QS 3D 4D 6D", "JH 2C"), "QS@0,1")
    refused(game, "give JH", r"does not hold JH to give \(T9\)")
    refused(game, "give 3D!", r"leaves one card \(T12\)")
    refused(game, "draw", r"in a turn only.*\(T7\)")
    refused(game, "3D@0,2", r"\(T")


# T10: ZERO


def test_t10_the_side_of_a_zero_is_free():
    game = uh_oh("5S@0,0", "0S 3D 4D", "0H 2S 6D", pile="8D 9D")
    play(game, "0S@0,1")
    assert legal(game) == ["0H@1,0"]


def test_t10_the_bar_ends_with_the_next_turn_whatever_is_done_in_it():
    game = uh_oh("5S@0,0", "0S 2S 4D", "5H 8S 6D", pile="8D 9D")
    play(game, "0S@0,1", "5H@1,-1")
    assert "2S@0,2" in legal(game)


def test_t10_a_zero_on_a_zero_bars_its_own_top():
    game = uh_oh("5S@0,0", "0S 2S 4D", "0H 8S 6D", pile="8D 9D")
    play(game, "0S@0,1", "0H@1,0")
    assert legal(game) == ["2S@0,2", "2S@0,2!"]
    assert game.board.barred == (2,)


def test_t10_after_an_ace_the_top_is_free_again():
    game = uh_oh("5S@0,0 AS@0,1", "0S 2D 4D", "AH 8S 6D", pile="8D 9D")
    play(game, "0S@0,2")
    assert legal(game) == ["AH@-1,1"]
    play(game, "AH@-1,1")
    assert (game.turn, legal(game)) == (1, ["8S@0,3", "8S@0,3!"])


def test_t10_undoing_bars_again():
    game = uh_oh("5S@0,0", "0S 2D 4D", "8S 6D", "7D 9H", pile="8D 9D 2C")
    play(game, "0S@0,1", "draw")
    assert game.board.barred == ()
    game.pop()
    assert game.board.barred == (1,)
    assert legal(game) == ["draw"]
    game.pop()
    assert game.board.barred == ()


def test_t10_a_wild_may_not_go_on_a_barred_top():
    game = uh_oh("5S@0,0", "0S 2D 4D", "W 6D 7D", pile="8D 9D")
    play(game, "0S@0,1")
    refused(game, "W@0,2/1=H", r"TOP of 0S@0,1.*\(T10\)")


# T11: several at once


def test_t11_first_of_several_on_a_side():
    game = uh_oh("7S@0,0", "7H 7D 7C 2D", "4D 6D")
    play(game, "7H@1,-1")
    assert (game.phase, game.turn) == ("more", 0)
    play(game, "7D@2,-2")
    assert game.phase == "more"
    play(game, "done")
    assert (game.phase, game.turn) == ("turn", 1)
    assert hand(game, 0) == "7C 2D"


def test_t11_a_card_on_a_top_begins_no_row():
    game = play(uh_oh("9S@0,0", "7S 7D 2D", "4D 6D"), "7S@0,1")
    assert game.turn == 1


def test_t11_top_and_side_at_once_begins_a_row():
    board = "5S@0,0 9S@0,1 5D@1,-1"
    game = play(uh_oh(board, "9D 9C 2H", "4D 6D"), "9D@1,0")
    assert (game.phase, legal(game)) == ("more", ["9C@2,-1", "9C@2,-1!", "done"])


def test_t11_letters_do_not_go_several_at_once():
    game = play(uh_oh("5S@0,0 AS@0,1", "AH AD 2H 3H", "4D 6D"), "AH@-1,1")
    assert game.phase == "turn"  # the ACE's further turn, not a row


def test_t11_every_zero_acts():
    hands = "0H 0D 0C 4D", "2D 6D", "3D 7D"
    game = uh_oh("5S@0,0 0S@0,1", *hands, pile="8D 9D")
    play(game, "0H@1,0")
    assert game.direction == -1
    play(game, "0D@2,-1")
    assert game.direction == 1
    assert game.board.barred == (2, 3)
    play(game, "done")
    assert game.turn == 1
    assert legal(game) == ["draw"]  # neither TOP of these is free


def test_t11_only_the_number_may_follow():
    game = play(uh_oh("7S@0,0", "7H 7D 2S 2D", "4D 6D"), "7H@1,-1")
    refused(game, "2S@0,1", r"only another 7 on the SIDE of a 7.*\(T11\)")
    refused(game, "draw", r"\(T7\)")


def test_t11_a_side_covered_by_half_begins_no_row_though_it_must_match():
    board = "4D@0,0 JD@0,1 W@0,1/2=H"
    game = uh_oh(board, "4H 4S 2S", "2D 3D", partial_overlap="must_match")
    play(game, "4H@1,0")
    assert (game.phase, game.turn) == ("turn", 1)
    side = uh_oh("5S@0,0", "5H 5D 2D", "4D 6D", partial_overlap="must_match")
    assert play(side, "5H@1,-1").phase == "more"


def test_t11_an_empty_row_is_passed_over():
    game = play(uh_oh("7S@0,0", "7H 2S 2D", "4D 6D"), "7H@1,-1")
    assert (game.phase, game.turn) == ("turn", 1)


# T12: UH OH!


def test_t12_the_others_are_asked_in_the_direction_of_play():
    hands = "9S 3D", "2D 6D", "3H 7D", "3C 7C"
    game = uh_oh("5S@0,0", *hands, pile="8D 9D 2H 8H 9H", direction=-1)
    play(game, "9S@0,1")
    asked = []
    for _ in range(3):
        asked.append((game.phase, game.turn))
        play(game, "let")
    assert asked == [("catch", 3), ("catch", 2), ("catch", 1)]
    assert (game.phase, game.turn) == ("turn", 3)
    assert hand(game, 0) == "3D"


def test_t12_the_second_may_catch_what_the_first_let_go():
    hands = "9S 3D", "2D 6D", "3H 7D"
    game = uh_oh("5S@0,0", *hands, pile="8D 9D 2H 8H 9H")
    play(game, "9S@0,1", "let", "catch")
    assert hand(game, 0) == "2H 3D 8D 9D"
    assert (game.phase, game.turn) == ("turn", 1)


def test_t12_a_call_that_is_not_due_cannot_be_made():
    game = uh_oh("5S@0,0", "9S 3D 4D", "2D 6D")
    refused(game, "9S@0,1!", r"leaves one card, and this one leaves 2 \(T12\)")
    last = uh_oh("5S@0,0", "9S", "2D 6D")
    refused(last, "9S@0,1!", r"this one leaves 0 \(T12\)")


def test_t12_after_an_ace_the_call_is_due_before_the_further_turn():
    game = uh_oh("5S@0,0", "AS 2S", "2D 6D", pile="8D 9D 2H")
    play(game, "AS@0,1")
    assert (game.phase, game.turn) == ("catch", 1)
    play(game, "let")
    assert (game.phase, game.turn) == ("turn", 0)
    play(game, "2S@0,2")
    assert game.outcome().winners == (0,)


def test_t12_the_penalty_comes_before_the_effect():
    game = uh_oh("5S@0,0", "JS 2H", "JH 2D 6D", pile="8D 9D 2S 4D 4C")
    play(game, "JS@0,1", "catch")
    assert (game.phase, game.turn, hand(game, 0)) == ("attacked", 1, "2S 2H 8D 9D")
    play(game, "accept")
    assert hand(game, 1) == "JH 2D 4D 6D"


def test_t12_a_gift_that_leaves_one_card_needs_the_call():
    game = uh_oh("5S@0,0", "QS 3D 4D", "2D 6D", "2C 6C", pile="8D 9D 8C 9C")
    play(game, "QS@0,1", "give 3D")
    assert (game.phase, game.turn) == ("catch", 1)
    play(game, "let", "catch")
    assert hand(game, 0) == "8C 4D 8D 9D"
    assert (game.phase, game.turn) == ("turn", 1)


def test_t12_with_two_gifts_the_call_belongs_to_the_last():
    game = uh_oh("5S@0,0", "QS 9D", "QH 3D 4D 6D", pile="8D 9C 8C 9H")
    play(game, "QS@0,1!", "QH@-1,1")
    assert legal(game) == ["give 3D", "give 4D", "give 6D"]
    play(game, "give 3D")
    assert legal(game) == ["give 4D", "give 4D!", "give 6D", "give 6D!"]


def swept(*moves):
    """Return a game in which a counter makes two gifts due, of a hand of two."""
    game = uh_oh("5S@0,0", "QS 9D", "QH 3D 4D", "2C 6C", pile="8D 9C 8C 9H")
    return play(game, "QS@0,1!", "QH@-1,1", *moves)


def test_t12_a_sweep_of_two_needs_the_call_with_the_last_but_one():
    assert legal(swept()) == ["give 3D", "give 3D!", "give 4D", "give 4D!"]
    game = swept("give 4D!")
    assert game.outcome().winners == (1,)
    assert hand(game, 2) == "2C 6C 3D 4D"


def test_t12_a_sweep_that_nobody_catches_wins():
    game = swept("give 4D", "let")
    assert (game.phase, game.turn) == ("catch", 0)
    play(game, "let")
    assert game.outcome().winners == (1,)
    assert hand(game, 2) == "2C 6C 3D 4D"


def test_t12_who_is_caught_in_a_sweep_draws_and_then_gives_what_is_due():
    game = swept("give 4D", "let", "catch")
    assert game.outcome() is None
    assert (game.phase, game.turn) == ("give", 1)
    assert legal(game) == ["give 8C", "give 9C", "give 3D", "give 8D"]
    play(game, "give 9C")
    assert (game.phase, game.turn) == ("turn", 2)
    assert (hand(game, 1), hand(game, 2)) == ("8C 3D 8D", "2C 6C 9C 4D")
    for _ in range(4):
        game.pop()
    assert game == swept()


def test_t12_a_sweep_of_three_needs_one_call():
    hands = "QS 9D", "QH 2D", "QD 3D 4D 6D", "2C 6C"
    game = uh_oh("5S@0,0", *hands, pile="8D 9C 8C 9H")
    play(game, "QS@0,1!", "QH@-1,1!", "QD@-2,1")
    assert legal(game) == ["give 3D", "give 4D", "give 6D"]
    play(game, "give 3D")
    assert legal(game) == ["give 4D", "give 4D!", "give 6D", "give 6D!"]
    play(game, "give 6D!")
    assert game.outcome().winners == (2,)


def test_t12_a_new_call_for_each_time():
    game = uh_oh("5S@0,0", "9S 3D", "2S 6D 7D", pile="8S 9D 2H")
    play(game, "9S@0,1!", "2S@0,2", "draw", "draw")
    assert hand(game, 0) == "8S 3D"
    assert legal(game) == ["8S@0,3", "8S@0,3!"]


# T13 to T15


def test_t13_a_wild_may_be_given_away_as_last_card():
    game = play(uh_oh("5S@0,0", "QS W", "2D 6D"), "QS@0,1!")
    assert game.outcome().winners == (0,)


def test_t13_two_wilds_the_first_may_be_played():
    game = uh_oh("5S@0,0", "W W", "2D 6D", pile="3D 4D")
    play(game, "W@0,1/1=H!", "draw")
    assert legal(game) == ["draw"]


def test_t14_a_penalty_ends_the_game():
    game = uh_oh("5S@0,0", "9S 3D", "2D", pile="8D 9D")
    play(game, "9S@0,1", "catch")
    ended = game.outcome()
    assert (ended.termination, ended.winners) == ("deck_out", (1,))
    assert hand(game, 0) == "3D 8D 9D"  # what was left was drawn first


def test_t14_an_attacc_ends_the_game():
    game = uh_oh("5S@0,0", "KS 3D 4D", "2D", "2C 3C", pile="8D")
    play(game, "KS@0,1")
    assert game.outcome().winners == (0, 1, 2)
    assert game.outcome().winner is None


def test_t14_the_last_card_of_the_pile_ends_nothing():
    game = uh_oh("5S@0,0", "2H 3D", "2S 4D", pile="8D")
    play(game, "draw")
    assert (game.outcome(), game.pile_size, legal(game)) == (
        None,
        0,
        ["2S@0,1", "2S@0,1!"],
    )


def test_t15_an_ace_is_another_turn_each():
    game = uh_oh("5S@0,0", "AS AH 2H 3D", "2D 6D", pile="8D 9D 8C")
    play(game, "AS@0,1", "AH@-1,1")
    assert (game.turn, legal(game)) == (0, ["2H@-1,2", "2H@-1,2!"])


# T16, T21


def test_t16_party_has_two_of_each_card():
    game = make_game("party", 6, seed=3)
    cards = [*game.deal().pile, *(c for who in range(6) for c in game.hand(who))]
    cards += [each.card for each in game.board.cards]
    assert len(cards) == 120
    assert {cards.count(card) for card in set(cards)} == {2, 8}


def test_t16_party_is_played_like_uh_oh():
    rest = ["2D 3D", "2C 3C", "4D 4C", "6D 6C", "7D 7C"]
    game = party("5H@0,0", "5S 5S 9H", *rest, pile="8D 9D")
    assert legal(game) == ["9H@0,1", "5S@1,-1"]  # each kind once
    play(game, "5S@1,-1")
    assert (game.phase, legal(game)) == ("more", ["5S@2,-2", "5S@2,-2!", "done"])
    assert hand(game, 0) == "5S 9H"


@pytest.mark.parametrize(
    ("mode", "players"),
    [
        ("uh-oh", 1),
        ("uh-oh", 6),
        ("party", 5),
        ("party", 11),
        ("solo", 2),
        ("wild-out", 5),
        ("wild-out", 0),
        ("uh-oh", True),
        ("uh-oh", 2.0),
        ("uh-oh", "4"),
        ("party", -6),
        ("uh-oh", 10**400),
    ],
)
def test_t21_numbers_of_players(mode, players):
    with pytest.raises(ParameterError, match=rf"players is .*: {mode} takes ") as error:
        make_game(mode, players)
    assert len(str(error.value)) < 200


# T20: the table, in a game


def test_t20_balance_and_inside_differ():
    for edge, fits in (("balance", True), ("inside", False)):
        table = PlacedTable(Table.parse("rect:0.5x0.1"), edge=edge)
        deal = uh_oh("5S@0,0", "9S 3D", "2D 3H").deal()
        game = UhOh.from_deal(deal, Rules(edge=edge), table=table)
        assert ("9S@0,1" in legal(game)) is fits
        assert game.lost_to_edge() == (0 if fits else 1)


def test_t20_a_play_off_the_table_is_refused():
    game = uh_oh("5S@0,0", "9S 3D", "2D 3H", fits=lambda cell: cell == (0, 0))
    refused(game, "9S@0,1", r"on the table \(T20\)")
    assert legal(game) == ["draw"]


def test_t20_rules_and_table_must_agree():
    table = PlacedTable(Table.parse("round:1"), edge="inside")
    with pytest.raises(ParameterError, match=r"edge is 'inside' for the table.*T20"):
        make_game("uh-oh", 2, table=table)


def test_t20_the_first_card_must_lie():
    with pytest.raises(IllegalMoveError, match=r"\(T20\)"):
        make_game("uh-oh", 2, seed=1, fits=lambda cell: False)
