"""S9 to S11: nothing fits, nobody moves, somebody loses."""

import pytest

from stacko import (
    NULL_MOVE,
    Game,
    IllegalMoveError,
    ImpossibleResultError,
    Outcome,
    Termination,
)
from tests.setups import game, names, play

# No blue block and no Wild in reach, and one green number only.
NO_BLUE = "R1 R2 RS / Y1 Y2 GR / R4 R3 YD / G1 YS Y3 / Y4 B4 G4"
ALL = set("R1 R2 RS Y1 Y2 GR R4 R3 YD G1 YS Y3".split())  # noqa: SIM905


def test_s9_any_takes_any_block_and_its_face_sets_the_demand():
    a_game = game("B", tower=NO_BLUE, no_match="any")
    assert a_game.nothing_fits
    assert names(a_game) == ALL
    assert str(play(a_game.copy(), "Y3>6a").demand) == "Y3"
    assert str(play(a_game.copy(), "YD>6a").demand) == "2Y"
    assert play(a_game.copy(), "GR>6a").direction == -1


def test_s9_any_after_draw_two_takes_one_block_of_any_kind():
    a_game = play(game("2B", tower=NO_BLUE), "YS>6a")
    assert (a_game.turn, str(a_game.demand)) == (2, "Y")


def test_s9_any_after_draw_two_may_be_a_wild_that_names_a_color():
    tower = "R1 W RS / Y1 Y2 GR / R4 R3 YD / G1 YS Y3 / Y4 B4 G4"
    a_game = play(game("2B", tower=tower), "W>6a=G")
    assert (a_game.turn, str(a_game.demand)) == (1, "G")


def test_s9_any_does_not_loosen_a_demand_that_can_be_met():
    assert names(game("G", tower=NO_BLUE)) == {"G1", "GR"}


def test_s9_pass_leaves_the_null_move_only():
    a_game = game("B", tower=NO_BLUE, no_match="pass", turn=3)
    assert list(a_game.legal_moves) == [NULL_MOVE]
    assert len(a_game.legal_moves) == 1
    assert a_game.legal_moves
    assert a_game.legal_moves[0] == NULL_MOVE
    assert a_game.eligible_blocks() == ()
    before = a_game.tower
    play(a_game, "--")
    assert (a_game.turn, str(a_game.demand), a_game.tower) == (0, "B", before)


def test_s9_pass_refuses_a_block_and_says_to_pass():
    with pytest.raises(IllegalMoveError, match="does not satisfy the demand; pass"):
        game("B", tower=NO_BLUE, no_match="pass").push("R1>6a")


def test_s9_pass_only_when_nothing_fits():
    a_game = game("G", tower=NO_BLUE, no_match="pass")
    assert NULL_MOVE not in a_game.legal_moves
    with pytest.raises(IllegalMoveError, match=r"no_match='pass'.*S9"):
        a_game.push("--")


def test_s9_passing_touches_nothing():
    for result in ("toppled", "stuck", "given_up", "clean:R1"):
        with pytest.raises(ImpossibleResultError, match="nothing is touched"):
            game("B", tower=NO_BLUE, no_match="pass", topple="collapse").push(
                "--", result
            )


def test_s9_draw_ends_the_game_with_no_loser():
    a_game = game("B", tower=NO_BLUE, no_match="draw")
    assert a_game.outcome() == Outcome(Termination.NO_MATCH, None)
    assert not a_game.legal_moves
    with pytest.raises(IllegalMoveError, match="the game is over"):
        a_game.push("R1>6a")


def test_s9_draw_goes_on_while_something_fits():
    assert game("G", tower=NO_BLUE, no_match="draw").outcome() is None


@pytest.mark.parametrize("no_match", ["any", "pass", "draw"])
def test_s9_one_block_after_draw_two_counts_as_the_second(no_match):
    a_game = play(game("2G", tower=NO_BLUE, no_match=no_match), "G1>6a")
    assert (a_game.turn, str(a_game.demand), a_game.turn_number) == (1, "G", 2)


def test_s9_one_block_counts_as_the_second_though_placing_it_opens_another():
    tower = NO_BLUE + " / B2 B1 -"
    a_game = game("2G", tower=tower)
    assert names(a_game) == {"G1"}
    play(a_game, "G1>6c")
    assert "G4" in names(a_game)  # layer 5 is in reach now
    assert (a_game.turn, str(a_game.demand)) == (1, "G")


def test_s9_first_counts_as_second_when_the_other_one_falls():
    tower = "G1 R2 RS / Y1 Y2 GR / R4 R3 YD / G2 YS Y3 / Y4 B4 G4"
    a_game = game("2G", tower=tower, topple="collapse")
    assert str(play(a_game.copy(), "G1>6a").demand) == "1G"
    play(a_game, "G1>6a clean:G2")
    assert (a_game.turn, str(a_game.demand)) == (1, "G")


def test_s10_nothing_can_be_taken():
    for tower in ("R1 R2 R3", "R1 R2 R3 / Y1 Y2 -", "R1 R2 - / Y1 Y2 -", "R1 - -"):
        a_game = Game(tower=tower)
        assert a_game.outcome() == Outcome(Termination.NO_MOVES)
        assert len(a_game.legal_moves) == 0


@pytest.mark.parametrize("players", [2, 3, 5])
def test_s10_everybody_passed(players):
    a_game = game("B", tower=NO_BLUE, no_match="pass", players=players)
    for _ in range(players):
        assert a_game.outcome() is None
        play(a_game, "--")
    assert a_game.outcome() == Outcome(Termination.NO_MOVES)
    assert not a_game.legal_moves


def test_s10_used_up_tries_count_like_a_pass():
    a_game = game(players=2, retry_limit=1)
    play(a_game, "R1>6a stuck")
    assert a_game.outcome() is None
    play(a_game, "R1>6a stuck")
    assert a_game.outcome() == Outcome(Termination.NO_MOVES)


def test_s10_a_placed_block_starts_the_count_again():
    a_game = game(players=2, retry_limit=1)
    play(a_game, "R1>6a stuck", "R1>6a", "R2>6b stuck")
    assert a_game.outcome() is None
    assert play(a_game, "R2>6b stuck").outcome() is not None


def test_s10_first_of_draw_two_counts_as_moved():
    a_game = game("2R", players=2, retry_limit=1)
    play(a_game, "R1>6a", "R2>6b stuck")
    assert (a_game.turn, str(a_game.demand)) == (1, "R")
    play(a_game, "R2>6b stuck")
    assert a_game.outcome() is None


def test_s11_the_mover_loses():
    for turn in range(4):
        a_game = play(game(turn=turn), "R1>6a toppled")
        assert a_game.outcome() == Outcome(Termination.TOPPLED, turn)
        assert a_game.outcome().describe() == f"toppled: player {turn} loses"


def test_s11_loser_in_the_second_block_of_a_draw_two():
    a_game = play(game("2R", turn=1), "R1>6a", "R2>6b toppled")
    assert a_game.outcome().loser == 1


def test_s11_after_a_topple_nothing_more_can_be_played():
    a_game = play(game(), "R1>6a toppled")
    assert list(a_game.legal_moves) == []
    with pytest.raises(IllegalMoveError, match="game is over"):
        a_game.push("R2>6a")
    a_game.pop()
    assert a_game.outcome() is None
