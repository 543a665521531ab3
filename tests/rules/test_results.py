"""S12 and S13: what a move did to the tower, attempts that fail."""

import pytest

from stacko import (
    NULL_MOVE,
    IllegalMoveError,
    ImpossibleResultError,
    InvalidNotationError,
    Outcome,
    ParameterError,
    Result,
    Termination,
    Verdict,
)
from tests.setups import game, names, play


def test_s12_switch_topple_any_block_refuses_fallen_blocks():
    for verdict in ("clean", "stuck", "given_up"):
        with pytest.raises(ImpossibleResultError, match=r"any_block.*S12.*toppled"):
            game(topple="any_block").push("R1>6a", f"{verdict}:B1")


def test_s12_switch_topple_collapse_goes_on_without_the_fallen():
    a_game = play(game(topple="collapse"), "R1>6a clean:B1,Y4")
    assert a_game.outcome() is None
    assert len(a_game.tower) == 13
    assert str(a_game.tower) == (
        "- R2 RS / Y1 - GR / W R3 BD / G1 G2 Y3 / - B4 G4 / R1 - -"
    )


@pytest.mark.parametrize("verdict", ["stuck", "given_up"])
def test_s12_blocks_may_fall_in_a_failed_attempt_too(verdict):
    a_game = play(game(topple="collapse"), f"R1>6a {verdict}:B1")
    assert "B1" not in a_game.tower
    assert "R1" in a_game.tower
    assert a_game.tried == ("R1",)


def test_s12_three_fallen_blocks_are_a_collapse():
    with pytest.raises(ImpossibleResultError, match=r"collapse.*toppled"):
        game(topple="collapse").push("R1>6a", "clean:B1,Y1,R2")


@pytest.mark.parametrize("fallen", ["R1", "Y2", "R9"])
def test_s12_fallen_must_be_other_blocks_of_the_tower(fallen):
    with pytest.raises(ImpossibleResultError, match=f"'{fallen}' is no other block"):
        game(topple="collapse").push("R1>6a", f"clean:{fallen}")


def test_s12_fallen_cannot_leave_an_empty_layer_below_others():
    tower = "R1 R2 - / Y1 B1 GR / W R3 BD / G1 G2 Y3"
    with pytest.raises(ImpossibleResultError, match="layer 1 would be empty"):
        game(topple="collapse", tower=tower).push("Y1>5a", "clean:R1,R2")


def test_s12_fallen_from_the_top_takes_the_layer_away():
    a_game = game(topple="collapse", tower="R1 R2 RS / Y1 B1 GR / W R3 BD / G1 - -")
    play(a_game, "R2>4b clean:G1")
    assert str(a_game.tower).endswith("/ - R2 -")
    play(a_game, "R1>4a clean:R2")
    play(a_game, "RS>4b stuck:R1")
    assert a_game.tower.layer_count == 3


def test_s13_tower_unchanged_and_block_not_tried_again():
    for verdict in ("stuck", "given_up"):
        a_game = game("R3", turn=2)
        before = a_game.tower
        play(a_game, f"R1>6a {verdict}")
        assert a_game.tower == before
        assert (a_game.turn, a_game.tries, a_game.tried) == (2, 1, ("R1",))
        assert names(a_game) == {"R2", "RS", "R3", "Y3", "W"}
        with pytest.raises(IllegalMoveError, match=r"'R1' was tried .*S13"):
            a_game.push("R1>6a")


def test_s13_giving_up_is_refused_on_the_last_try():
    a_game = play(game("R3"), "R1>6a given_up", "R2>6a given_up")
    assert a_game.tries == 2
    with pytest.raises(ImpossibleResultError, match=r"last of 3 tries.*S13"):
        a_game.push("R3>6a", "given_up")
    assert a_game.tries == 2


def test_s13_stuck_on_the_last_try_passes_the_turn_and_the_demand_stands():
    a_game = play(game("R3"), "R1>6a stuck", "R2>6a given_up", "R3>6a stuck")
    assert (a_game.turn, str(a_game.demand), a_game.turn_number) == (1, "R3", 2)
    assert (a_game.tries, a_game.tried) == (0, ())
    assert names(a_game) == {"R1", "R2", "RS", "R3", "Y3", "W"}


@pytest.mark.parametrize("limit", [1, 2, 4])
def test_s13_switch_retry_limit(limit):
    a_game = game("R3", retry_limit=limit)
    blocks = ["R1", "R2", "R3", "RS"][:limit]
    for block in blocks[:-1]:
        play(a_game, f"{block}>6a given_up")
        assert a_game.turn == 0
    with pytest.raises(ImpossibleResultError, match=f"last of {limit} tries"):
        a_game.push(f"{blocks[-1]}>6a", "given_up")
    assert play(a_game, f"{blocks[-1]}>6a stuck").turn == 1


def test_s13_a_clean_move_after_failed_tries_ends_the_turn():
    a_game = play(game("R3"), "R1>6a stuck", "R2>6a given_up", "R3>6a")
    assert (a_game.turn, str(a_game.demand), a_game.tries) == (1, "R3", 0)


ONE_GREEN = "R1 R2 RS / Y1 Y2 GR / R4 R3 YD / B1 YS Y3 / Y4 B4 G4"


@pytest.mark.parametrize("verdict", ["stuck", "given_up"])
def test_s13_turn_passes_when_all_that_fit_were_tried(verdict):
    a_game = play(game("G", tower=ONE_GREEN), f"GR>6a {verdict}")
    assert (a_game.turn, str(a_game.demand), a_game.tries) == (1, "G", 0)


@pytest.mark.parametrize("no_match", ["any", "pass", "draw"])
def test_s13_tried_blocks_still_satisfy_the_demand(no_match):
    a_game = play(game("G", tower=ONE_GREEN, no_match=no_match), "GR>6a stuck")
    assert a_game.outcome() is None
    assert not a_game.nothing_fits
    assert names(a_game) == {"GR"}


def test_s13_in_a_draw_two_both_blocks_share_the_limit():
    a_game = play(game("2R"), "R1>6a stuck", "R2>6a given_up", "R3>6a")
    assert (a_game.turn, str(a_game.demand)) == (1, "R")  # nothing untried is left
    tower = "R1 R2 R4 / Y1 B1 GR / W R3 BD / G1 G2 Y3 / Y4 B4 G4"
    a_game = play(game("2R", tower=tower), "R1>6a stuck", "R2>6a given_up", "R3>6a")
    assert (a_game.turn, str(a_game.demand), a_game.tries) == (0, "1R", 2)
    with pytest.raises(ImpossibleResultError, match="last of 3 tries"):
        a_game.push("R4>6b", "given_up")
    play(a_game, "R4>6b stuck")
    assert (a_game.turn, str(a_game.demand)) == (1, "R")


def test_s13_stuck_out_with_none_taken_leaves_the_draw_two_standing():
    a_game = play(game("2R"), "R1>6a stuck", "R2>6a stuck", "R3>6a stuck")
    assert (a_game.turn, str(a_game.demand)) == (1, "2R")


def test_s13_all_tried_when_any_block_may_be_taken():
    a_game = game("B", tower="R1 R2 - / Y4 Y2 Y1", no_match="any")
    play(a_game, "R1>3a stuck")
    assert (a_game.turn, names(a_game)) == (0, {"R2"})
    play(a_game, "R2>3a given_up")
    assert (a_game.turn, str(a_game.demand)) == (1, "B")


# Layer 4 is the highest complete one, until B1 falls: then it is layer 2.
SHAKY = "R1 R2 - / Y1 Y2 Y3 / G1 B2 - / B1 B3 B4 / Y4 - -"


def test_s13_s9_a_fall_that_leaves_nothing_fitting_in_the_same_turn():
    games = {
        no_match: play(
            game("G", tower=SHAKY, no_match=no_match, topple="collapse"),
            "G1>5b stuck:B1",
        )
        for no_match in ("any", "pass", "draw")
    }
    assert {a_game.turn for a_game in games.values()} == {0}
    assert names(games["any"]) == {"R1", "R2"}
    assert list(games["pass"].legal_moves) == [NULL_MOVE]
    assert games["draw"].outcome() == Outcome(Termination.NO_MATCH)


def test_s13_a_fall_that_leaves_no_second_block_for_a_draw_two():
    tower = "G2 R2 - / Y1 Y2 Y3 / G1 B2 - / B1 B3 B4 / Y4 - -"
    a_game = game("2G", tower=tower, topple="collapse")
    play(a_game, "G2>5b", "G1>5c stuck:B1")
    assert (a_game.turn, str(a_game.demand)) == (1, "G")


def test_moves_that_empty_a_layer_are_legal_but_never_clean():
    tower = "R1 - - / Y1 B1 GR / W R3 BD"
    a_game = game(tower=tower)
    assert "R1" in names(a_game)
    with pytest.raises(ImpossibleResultError, match=r"layer 1 would be empty.*toppled"):
        a_game.push("R1>4a")
    assert a_game.ply == 0
    assert play(a_game.copy(), "R1>4a toppled").outcome().loser == 0
    for verdict in ("stuck", "given_up"):
        assert play(a_game.copy(), f"R1>4a {verdict}").tried == ("R1",)


@pytest.mark.parametrize(
    "text", ["clean", "toppled", "stuck", "given_up", "clean:R3,B2b", "stuck:W"]
)
def test_result_text_round_trips(text):
    result = Result.from_notation(text)
    assert str(result) == text
    assert result == Result(result.verdict, result.fallen)


@pytest.mark.parametrize(
    "text", ["", "ok", "clean:", "clean:R3,", "clean:R3,R3", "toppled:R3", "x" * 999, 1]
)
def test_result_refuses_other_texts(text):
    with pytest.raises(InvalidNotationError, match="is not a result") as error:
        Result.from_notation(text)
    assert len(str(error.value)) < 400


def test_result_checks_its_parts():
    for parts in [("dirty",), (None,), (["clean"],), ("clean", "R3"), ("clean", 3)]:
        with pytest.raises(ParameterError, match="give"):
            Result(*parts)
    assert Result("clean", ["R3"]).fallen == ("R3",)


def test_result_shorthands():
    assert Result.clean(("R3",)) == Result(Verdict.CLEAN, ("R3",))
    assert Result.stuck().verdict is Verdict.STUCK
    assert Result.given_up().verdict is Verdict.GIVEN_UP
    assert Result.toppled().verdict is Verdict.TOPPLED
    assert len({verdict.describe() for verdict in Verdict}) == 4
