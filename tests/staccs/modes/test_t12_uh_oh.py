"""UH OH!: the call, who forgot it, and who is caught (T12)."""

from tests.staccs.game_setups import hand, legal, play, refused, uh_oh


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
