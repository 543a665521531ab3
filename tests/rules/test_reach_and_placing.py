"""S1 to S3: what may be taken, where it goes, the first turn."""

import pytest

from stacko import Game, IllegalMoveError, Slot, Tower
from tests.setups import TOWER, UNFINISHED, game, names, play

LOWER_FOUR = {"R1", "R2", "RS", "Y1", "B1", "GR", "W", "R3", "BD", "G1", "G2", "Y3"}


def test_s1_only_below_the_highest_complete_layer():
    assert names(game()) == LOWER_FOUR


def test_s1_neither_unfinished_top_nor_complete_layer_under_it():
    assert names(game(tower=UNFINISHED)) == LOWER_FOUR
    for block in ("YS", "B4"):
        with pytest.raises(IllegalMoveError, match=rf"'{block}' lies in slot .*S1"):
            game(tower=UNFINISHED).push(f"{block}>6a")


def test_s1_finishing_a_layer_opens_the_one_below_it():
    tower = TOWER + " / Y2 YS -"
    assert not {"Y4", "B4", "G4"} & names(game(tower=tower))
    a_game = play(game(tower=tower), "B1>6c")
    assert names(a_game) == {"B4", "BD", "R1", "Y1", "G1", "W"}


def test_s1_switch_reach_below_top_three_with_complete_top():
    reach = names(game(reach="below_top_three"))
    assert reach == {"R1", "R2", "RS", "Y1", "B1", "GR"}


def test_s1_switch_reach_below_top_three_counts_the_unfinished_layer():
    reach = names(game(reach="below_top_three", tower=UNFINISHED))
    assert reach == LOWER_FOUR - {"G1", "G2", "Y3"}


def test_s1_switch_reach_below_top_three_never_reaches_the_complete_layer():
    # Layers 4 to 6 are unfinished, as after blocks fell: the highest complete is 3.
    tower = "R1 R2 R3 / Y1 Y2 Y3 / B1 B2 B3 / G1 - - / G2 - - / G3 - -"
    everything = {"R1", "R2", "R3", "Y1", "Y2", "Y3"}
    assert names(game(tower=tower)) == everything
    assert names(game(tower=tower, reach="below_top_three")) == everything


def test_s1_gaps_do_not_make_a_lower_layer_unreachable():
    a_game = game(tower="R1 - RS / Y1 - - / G1 G2 Y3")
    assert names(a_game) == {"R1", "RS", "Y1"}


def test_s2_goes_into_any_free_slot_of_the_unfinished_layer():
    slots = {move.slot for move in game(tower=UNFINISHED).legal_moves}
    assert slots == {Slot(6, "a"), Slot(6, "c")}


def test_s2_starts_a_new_layer_when_the_top_is_complete():
    slots = {str(move.slot) for move in game().legal_moves}
    assert slots == {"6a", "6b", "6c"}


def test_s2_new_layer_lies_at_right_angles():
    assert [Tower.axis(layer) for layer in (1, 2, 3, 15, 16)] == list("xyxxy")
    assert Slot(6, "a").axis != Slot(5, "a").axis


@pytest.mark.parametrize("slot", ["6b", "7a", "1a", "5a", "8a"])
def test_s2_no_other_slot(slot):
    with pytest.raises(IllegalMoveError, match=r"free slots on top, 6a, 6c \(S2\)"):
        game(tower=UNFINISHED).push(f"R1>{slot}")


def test_s2_the_slot_left_by_the_block_is_no_target():
    with pytest.raises(IllegalMoveError, match="S2"):
        game().push("R1>1a")


def test_s2_placing_changes_the_tower():
    a_game = play(game(tower=UNFINISHED), "R1>6c")
    assert str(a_game.tower).startswith("- R2 RS / Y1 B1 GR")
    assert str(a_game.tower).endswith(" / - YS R1")


def test_s3_first_turn_takes_any_block_and_its_face_sets_the_demand():
    a_game = Game(seed=3)
    assert str(a_game.demand) == "any"
    assert len(a_game.eligible_blocks()) == 42
    assert not a_game.nothing_fits
    for move, demand in [
        ("R3>6a", "R3"),
        ("BD>6a", "2B"),
        ("GR>6a", "G"),
        ("RS>6a", "R"),
        ("W>6a=Y", "Y"),
    ]:
        assert str(play(game(), move).demand) == demand
