"""UH OH!: on the STACC, drawing, the turn after a WILD, the table (T1 to T8, T20)."""

import pytest

from staccs.errors import IllegalMoveError, ParameterError
from staccs.modes import UhOh, make_game
from staccs.rules import Rules
from staccs.table import PlacedTable, Table
from tests.staccs.game_setups import hand, legal, play, refused, uh_oh

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
