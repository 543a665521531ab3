"""S4 to S8: what the next player has to take, and who that is."""

import pytest

from stacko import (
    Block,
    BlockSet,
    Color,
    Demand,
    Game,
    IllegalMoveError,
    InvalidNotationError,
    Rules,
)
from stacko.turns import demand_after
from tests.setups import game, names, play

# R1 R2 RS / Y1 B1 GR / W R3 BD / G1 G2 Y3 may be taken.


def test_s4_same_color_or_number_or_wild():
    assert names(game("R3")) == {"R1", "R2", "RS", "R3", "Y3", "W"}


def test_s4_action_block_of_the_color_is_a_color_match():
    assert "RS" in names(game("R3"))
    assert "GR" not in names(game("R3"))


def test_s4_refuses_another_color_and_number():
    with pytest.raises(IllegalMoveError, match=r"'B1' does not satisfy the demand"):
        game("R3").push("B1>6a")


def test_s4_number_sets_color_and_number():
    assert str(play(game(), "Y3>6b").demand) == "Y3"


@pytest.mark.parametrize(
    ("block", "demand", "with_symbol"),
    [
        ("R3", "R3", "R3"),
        ("BD", "2B", "2B"),
        ("RS", "R", "RS"),
        ("GR", "G", "GR"),
        ("T17", "any", "any"),
    ],
)
def test_s4_to_s8_demand_that_a_block_sets(block, demand, with_symbol):
    set_by = {
        switch: str(demand_after(Block(block), None, Rules(after_action=switch)))
        for switch in ("color", "color_or_symbol")
    }
    assert set_by == {"color": demand, "color_or_symbol": with_symbol}
    assert str(demand_after(Block(block), None, Rules(edition="cube"))) == "any"


def test_s8_demand_that_a_wild_sets_is_the_color_named():
    assert str(demand_after(Block("W"), Color.YELLOW, Rules())) == "Y"


def test_s5_two_number_blocks_of_the_color_by_one_player():
    a_game = game("2R", turn=2)
    assert names(a_game) == {"R1", "R2", "R3"}
    play(a_game, "R1>6a")
    assert (a_game.turn, str(a_game.demand), a_game.turn_number) == (2, "1R", 1)
    assert names(a_game) == {"R2", "R3"}
    play(a_game, "R3>6b")
    assert (a_game.turn, a_game.turn_number) == (3, 2)


def test_s5_then_only_the_color_of_the_second_block_counts():
    a_game = play(game("2R"), "R1>6a", "R3>6b")
    assert str(a_game.demand) == "R"
    assert "Y3" not in names(a_game)
    assert names(a_game) == {"R2", "RS", "W"}


@pytest.mark.parametrize("block", ["RS", "W", "GR", "BD", "Y3"])
def test_s5_no_action_block_wild_or_other_color(block):
    color = "=R" if block == "W" else ""
    for played in ((), ("R1>6a",)):
        with pytest.raises(IllegalMoveError, match=f"'{block}' does not satisfy"):
            play(game("2R"), *played).push(f"{block}>6b{color}")


def test_s5_first_block_is_placed_before_the_second_is_taken():
    a_game = play(game("2R"), "R1>6a")
    assert str(a_game.tower).endswith("/ R1 - -")
    assert {str(move.slot) for move in a_game.legal_moves} == {"6b", "6c"}


def test_s5_the_block_placed_may_come_into_reach_as_second():
    # R4 completes layer 6, so layer 5 opens, and R4b lies there.
    tower = "R4 R3 RS / Y1 B1 GR / W B2 BD / G1 G2 Y3 / R4b B4 G4 / Y2 YS -"
    a_game = play(game("2R", tower=tower), "R4>6c")
    assert names(a_game) == {"R3", "R4b"}


def test_s6_direction_flips_until_the_next_reverse():
    tower = "GR R1 RS / Y1 B1 BR / W R3 BD / G1 G2 GS / Y4 B4 G4"
    a_game = play(game(tower=tower, turn=1), "GR>6a")
    assert (a_game.direction, a_game.turn) == (-1, 0)
    play(a_game, "G1>6b")
    assert (a_game.direction, a_game.turn) == (-1, 3)
    play(a_game, "B1>6c", "BR>7a")
    assert (a_game.direction, a_game.turn) == (1, 3)


def test_s6_demand_is_its_color():
    assert names(play(game(), "GR>6a")) == {"G1", "G2", "W"}


def test_s6_two_players_the_turn_passes():
    a_game = play(game(players=2), "GR>6a")
    assert (a_game.turn, a_game.direction) == (1, -1)


def test_s6_switch_two_player_reverse_again():
    a_game = play(game(players=2, two_player_reverse="again"), "GR>6a")
    assert (a_game.turn, a_game.direction, a_game.turn_number) == (0, -1, 2)


def test_s6_switch_again_is_for_two_players_only():
    a_game = play(game(players=3, two_player_reverse="again"), "GR>6a")
    assert a_game.turn == 2


@pytest.mark.parametrize(
    ("players", "turn", "direction", "then"),
    [(4, 0, 1, 2), (4, 3, 1, 1), (4, 0, -1, 2), (3, 0, -1, 1), (10, 9, 1, 1)],
)
def test_s7_next_player_misses_a_turn(players, turn, direction, then):
    a_game = game(players=players, turn=turn, direction=direction)
    assert play(a_game, "RS>6a").turn == then


def test_s7_demand_is_its_color():
    assert names(play(game(), "RS>6a")) == {"R1", "R2", "R3", "W"}


def test_s7_skip_two_players_moves_again():
    for turn in (0, 1):
        a_game = play(game(players=2, turn=turn), "RS>6a")
        assert (a_game.turn, a_game.turn_number, str(a_game.demand)) == (turn, 2, "R")


ACTIONS = "GR BR RS / GS B1 R1 / W G1 BD / R2 R3 Y3 / Y4 B4 G4"


@pytest.mark.parametrize(
    ("move", "color", "symbol"),
    [
        ("GR>6a", {"GS", "G1", "W"}, {"GS", "G1", "W", "BR"}),
        ("RS>6a", {"R1", "R2", "R3", "W"}, {"R1", "R2", "R3", "W", "GS"}),
    ],
)
def test_s6_s7_switch_after_action(move, color, symbol):
    assert names(play(game(tower=ACTIONS), move)) == color
    both = game(tower=ACTIONS, after_action="color_or_symbol")
    assert names(play(both, move)) == symbol


def test_s7_switch_after_action_leaves_draw_two_alone():
    a_game = play(game(after_action="color_or_symbol"), "BD>6a")
    assert str(a_game.demand) == "2B"


def test_s8_wild_in_place_of_any_block_except_after_draw_two():
    for demand in ("any", "R3", "R", "G1", "GR", "YS"):
        assert "W" in names(game(demand))
    for demand in ("2R", "1G"):
        assert "W" not in names(game(demand))


@pytest.mark.parametrize("color", list("RYGB"))
def test_s8_taker_names_a_color_which_is_the_demand(color):
    assert str(play(game("R3"), f"W>6a={color}").demand) == color


def test_s8_a_wild_without_a_color_is_refused():
    with pytest.raises(IllegalMoveError, match=r"W>6a=R.*S8|names a color \(S8\)"):
        game().push("W>6a")


def test_s8_purple_cannot_be_named():
    with pytest.raises(InvalidNotationError, match="W>6a=W"):
        game().push("W>6a=W")


def test_s8_no_color_with_another_block():
    with pytest.raises(InvalidNotationError, match="only a Wild names a color"):
        game().push("R1>6a=R")


def test_s8_wild_on_wild():
    tower = "W Wb R1 / B1 B2 B3 / G1 G2 G3"
    blocks = BlockSet.from_toml("blocks = {W=2,R1=1,B1=1,B2=1,B3=1,G1=1,G2=1,G3=1}")
    a_game = play(Game(tower=tower, block_set=blocks), "W>4a=Y")
    assert names(a_game) == {"Wb"}
    assert str(play(a_game, "Wb>4b=B").demand) == "B"


@pytest.mark.parametrize(
    "text", ["any", "R", "B3", "YS", "GR", "2R", "1B", "2any", "1any", "R0", "RD"]
)
def test_demand_text_round_trips(text):
    assert str(Demand.from_notation(text)) == text


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("any", "any block"),
        ("R", "a red block or a Wild"),
        ("R3", "a red block, any 3, or a Wild"),
        ("GS", "a green block, any Skip, or a Wild"),
        ("2Y", "two yellow number blocks, one after the other"),
        ("1Y", "the second yellow number block of the Draw Two"),
        ("2any", "two blocks, one after the other"),
        ("1any", "the second block of the Draw Two"),
    ],
)
def test_demand_in_plain_words(text, words):
    assert Demand.from_notation(text).describe() == words


@pytest.mark.parametrize(
    "text",
    ["", "W", "3R", "0R", "R33", "r3", "2R3", "anyR", " R", "R\n", None, 3, b"R"],
)
def test_demand_refuses_other_texts(text):
    with pytest.raises(InvalidNotationError, match="is not a demand"):
        Demand.from_notation(text)


def test_demand_refuses_parts_that_do_not_go_together():
    for parts in [
        ("W",),
        (None, "3"),
        ("R", "3", 2),
        ("R", None, 3),
        ("R", None, True),
    ]:
        with pytest.raises(InvalidNotationError, match="no such demand"):
            Demand(*parts)


def test_demand_allows_says_what_the_words_say():
    assert Demand.from_notation("2R").allows(Block("R4"))
    assert not Demand.from_notation("2R").allows(Block("RS"))
    assert Demand.from_notation("2any").allows(Block("W"))


def test_demand_takes_letters_for_color_and_face():
    assert Demand("R", "3") == Demand.from_notation("R3")
    assert Demand("R", "3").allows(Block("B3"))
