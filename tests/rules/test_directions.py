"""Every sentence of the printed directions has a test that is named after it.

Set Up has the steps 1 to 3, Game Play the steps 4 to 7.
"""

from itertools import pairwise

import numpy as np

from stacko import BlockSet, Game, Outcome, Termination, Tower
from tests.setups import TOWER, UNFINISHED, game, names, play


def test_set_up_1_the_first_player_builds_the_tower():
    assert Game().turn == 0


def test_set_up_2_layers_of_three():
    tower = Tower.built(BlockSet.default(), np.random.default_rng(1))
    assert tower.layer_count == 15
    assert all(None not in layer for layer in tower.layers)


def test_set_up_2_each_layer_at_right_angles_to_the_one_below():
    axes = [Tower.axis(layer) for layer in range(1, 16)]
    assert all(low != high for low, high in pairwise(axes))


def test_set_up_2_all_blocks_are_used():
    tower = Tower.built(BlockSet.default(), np.random.default_rng(1))
    assert sorted(tower.blocks()) == sorted(BlockSet.default())


def test_set_up_3_players_sit_in_a_circle():
    a_game = play(game(turn=3), "R1>6a")
    assert a_game.turn == 0


def test_game_play_4_clockwise_from_the_builder():
    a_game = game()
    assert (a_game.turn, a_game.direction) == (0, 1)
    assert play(a_game, "R1>6a").turn == 1


def test_game_play_4_player_one_selects_any_block():
    assert len(names(game())) == 12


def test_game_play_4_only_below_the_highest_completed_level():
    assert not {"Y4", "B4", "G4", "YS"} & names(game(tower=UNFINISHED))


def test_game_play_5_placed_on_top():
    a_game = play(game(), "R1>6b")
    assert str(a_game.tower.slot_of("R1")) == "6b"


def test_game_play_5_three_blocks_before_a_new_level():
    a_game = game()
    levels = []
    for block in ("R1", "R2", "R3", "Y3"):
        levels.append({move.slot.layer for move in a_game.legal_moves})
        play(a_game, f"{block}>{a_game.tower.free_slots()[0]}")
    assert levels == [{6}, {6}, {6}, {7}]


def test_game_play_6_number_same_number_or_color():
    a_game = play(game(), "R3>6a")
    assert names(a_game) == {"R1", "R2", "RS", "Y3", "W"}


def test_game_play_6_draw_two_two_blocks_of_its_color():
    tower = TOWER.replace("Y1", "B3")
    a_game = play(game(tower=tower), "BD>6a", "B1>6b")
    assert (a_game.turn, names(a_game)) == (1, {"B3"})
    assert play(a_game, "B3>6c").turn == 2


def test_game_play_6_draw_two_no_reverse_skip_draw_two_or_wild():
    tower = "R1 R2 RS / RD B1 RR / W R3 BD / G1 G2 Y3 / Y4 B4 G4"
    assert names(play(game(tower=tower), "RD>6a")) == {"R1", "R2", "R3"}


def test_game_play_6_draw_two_then_the_color_of_the_second_block():
    a_game = play(game("2R"), "R1>6a", "R3>6b")
    assert names(a_game) == {"R2", "RS", "W"}


def test_game_play_6_reverse_until_another_reverse():
    tower = TOWER.replace("G1", "YR")
    a_game = play(game(tower=tower), "GR>6a", "G2>6b")
    assert (a_game.direction, a_game.turn) == (-1, 2)
    play(a_game, "W>6c=Y", "YR>7a")
    assert (a_game.direction, a_game.turn) == (1, 2)


def test_game_play_6_reverse_next_matches_its_color():
    assert names(play(game(), "GR>6a")) == {"G1", "G2", "W"}


def test_game_play_6_skip_next_player_misses_a_turn():
    assert play(game(), "RS>6a").turn == 2


def test_game_play_6_skip_the_player_after_matches_its_color():
    assert names(play(game(), "RS>6a")) == {"R1", "R2", "R3", "W"}


def test_game_play_6_wild_its_taker_chooses_a_color():
    named = {move.color.word for move in game().legal_moves if move.block == "W"}
    assert named == {"red", "yellow", "green", "blue"}


def test_game_play_6_wild_next_takes_the_color_announced():
    assert names(play(game(), "W>6a=G")) == {"GR", "G1", "G2"}


def test_game_play_6_wild_in_place_of_any_block_except_after_draw_two():
    assert "W" in names(play(game(), "R3>6a"))
    assert "W" not in names(play(game(), "BD>6a"))


def test_game_play_7_until_a_player_knocks_the_tower_over_and_loses():
    a_game = play(game(), "R1>6a")
    assert a_game.outcome() is None
    play(a_game, "R2>6b toppled")
    assert a_game.outcome() == Outcome(Termination.TOPPLED, loser=1)
