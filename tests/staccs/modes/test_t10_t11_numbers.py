"""UH OH!: ZEROs, and several numbers at once (T10, T11)."""

from tests.staccs.game_setups import hand, legal, play, refused, uh_oh

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
