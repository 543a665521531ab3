"""UH OH!: ATTACCs, counters and gifts (T9)."""

from tests.staccs.game_setups import hand, legal, play, refused, uh_oh

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
