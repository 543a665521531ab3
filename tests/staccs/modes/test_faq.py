"""Every entry of the rulebook's list of questions, by its name."""

from staccs.table import PlacedTable, Table
from tests.staccs.game_setups import hand, legal, play, uh_oh


def test_wilds_on_wilds():
    game = uh_oh("5S@0,0", "W 2H 3H", "W 4D 6D")
    play(game, "W@0,1/2=H")
    # The TOP of a WILD turned to 2 points to the lower right. A WILD laid squarely on
    # it has its TOP as a contact too, and its other contacts need not match (T3).
    wilds = [text for text in legal(game) if text.startswith("W")]
    assert {text.split("=")[0] for text in wilds} == {
        f"W@{cell}/{turn}" for cell in ("1,0", "0,1") for turn in (0, 1, 3, 4, 5)
    }
    assert {text.split("=")[1] for text in wilds} == set("SHCD")
    play(game, "W@1,0/5=C")
    assert game.board.to_text() == "5S@0,0 W@0,1/2=H W@1,0/5=C"


def test_out_of_cards():
    game = uh_oh("5S@0,0", "2H 3H", "4D", pile="")
    play(game, "draw")
    assert game.outcome().describe() == "deck_out: player 1 wins, 1 card standing"
    tied = uh_oh("5S@0,0", "2H 3H", "4D 6D", "8D JD QD")
    assert play(tied, "draw").outcome().winners == (0, 1)


def test_out_of_cards_usual_counts():
    from staccs.modes import make_game

    for mode, players, cards in (
        ("uh-oh", 4, 7),
        ("uh-oh", 5, 5),
        ("party", 9, 7),
        ("party", 10, 5),
    ):
        sizes = make_game(mode, players, seed=1).hand_sizes
        assert sizes == (cards,) * players


def test_over_the_edge():
    table = PlacedTable(Table.parse("rect:0.5x0.09"))
    game = uh_oh("5S@0,0", "9S 5D", "4D 6D", fits=table.fits)
    # Going up the middle of the next card would lie 44 mm from the middle, 1 mm from
    # the edge, and the one after it past the edge.
    assert legal(game) == ["9S@0,1", "9S@0,1!", "5D@1,-1", "5D@1,-1!"]
    play(game, "9S@0,1!")
    assert game.board.edge_cells()
    assert "0,2" not in " ".join(legal(game))


def test_over_the_edge_wilds_steer_away():
    table = PlacedTable(Table.parse("rect:0.5x0.09"))
    game = uh_oh("5S@0,0 9S@0,1", "2S W 3H", "4S 6D", "8C 8D", fits=table.fits)
    assert "2S" not in " ".join(legal(game))
    assert game.lost_to_edge() == 2  # 2S and W above the 9S


def test_queen_sweep():
    game = uh_oh("5S@0,0", "QS 3H", "4D 6D", pile="7D 8D")
    play(game, "QS@0,1!")
    assert game.outcome().describe() == "out: player 0 wins, 2 cards standing"
    assert hand(game, 1) == "3H 4D 6D"


def test_queen_sweep_is_countered():
    game = uh_oh("5S@0,0", "QS 3H", "QH 4D 6D 7D", pile="8D")
    play(game, "QS@0,1!")
    assert game.outcome() is None
    assert legal(game) == ["QH@-1,1", "accept"]
    play(game, "QH@-1,1")
    assert (game.phase, game.turn) == ("give", 1)
    play(game, "give 4D", "give 7D!")
    assert hand(game, 0) == "3H 4D 7D"


def test_queen_sweep_needs_the_call_in_between():
    game = uh_oh("5S@0,0", "QS 3H", "4D 6D", pile="7D 8D 9D")
    play(game, "QS@0,1")
    assert legal(game) == ["catch", "let"]
    play(game, "catch")
    assert game.outcome() is None
    assert hand(game, 0) == "3H 7D 8D 9D"
    assert game.phase == "give"


def test_win_with_multiples():
    game = uh_oh("7S@0,0", "7H 7D", "4D 6D", pile="2D 3D")
    play(game, "7H@1,-1!", "7D@2,-2")
    assert game.outcome().describe() == "out: player 0 wins, 3 cards standing"


def test_win_with_multiples_needs_a_seven_with_an_open_side():
    game = uh_oh("9S@0,0", "7S 7D", "4D 6D", pile="2D 3D")
    play(game, "7S@0,1!")  # on a TOP: no 7 was there before
    assert (game.phase, game.turn) == ("turn", 1)


def test_win_with_multiples_needs_the_call_before_the_last():
    game = uh_oh("7S@0,0", "7H 7D", "4D 6D", pile="2D 3D 8D 9D")
    play(game, "7H@1,-1", "catch")
    assert hand(game, 0) == "2D 3D 7D 8D"
    assert game.phase == "more"  # and may still go on


def test_ace_specifics_no_play_after_it_draws():
    game = uh_oh("5S@0,0", "AS 2H 3H", "4D 6D", pile="7D 8D")
    play(game, "AS@0,1")
    assert (game.turn, legal(game)) == (0, ["draw"])
    play(game, "draw")
    assert game.turn == 1


def test_ace_specifics_as_the_last_card_wins():
    game = uh_oh("5S@0,0", "AS", "4D 6D", pile="7D 8D")
    play(game, "AS@0,1")
    assert game.outcome().winners == (0,)
    assert game.pile_size == 2
