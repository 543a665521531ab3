"""The edition with a die."""

import pytest

from stacko import Game, IllegalMoveError, Outcome, ParameterError, Rules, Termination
from tests.setups import TOWER, game, names, play


def cube(*faces, **more):
    """Return a game whose die has only these faces."""
    return game(edition="cube", cube_faces=faces or Rules().cube_faces, **more)


def test_cube_first_turn_is_free():
    assert str(cube().demand) == "any"
    assert len(names(cube())) == 12


def test_cube_die_decides_from_the_second_turn_on():
    a_game = play(cube("G3"), "BD>6a")
    assert (a_game.turn, str(a_game.demand)) == (1, "G3")
    assert names(a_game) == {"GR", "G1", "G2", "R3", "Y3", "W"}


@pytest.mark.parametrize("move", ["RS>6a", "GR>6a", "BD>6a", "R3>6a", "W>6a"])
def test_cube_what_the_block_shows_sets_nothing(move):
    a_game = play(cube("Y2"), move)
    assert (a_game.turn, a_game.direction, str(a_game.demand)) == (1, 1, "Y2")


def test_cube_wild_serves_any_face_and_names_no_color():
    a_game = play(cube("Y2"), "R1>6a")
    assert [str(m) for m in a_game.legal_moves if m.block == "W"] == ["W>6b", "W>6c"]
    with pytest.raises(IllegalMoveError, match="a Wild names no color"):
        a_game.push("W>6b=R")


def test_cube_draw_two_is_any_two_blocks_of_one_player():
    a_game = play(cube("draw_two"), "R1>6a")
    assert str(a_game.demand) == "2any"
    assert len(names(a_game)) == 11
    play(a_game, "W>6b")
    assert (a_game.turn, str(a_game.demand)) == (1, "1any")
    play(a_game, "GR>6c")
    assert (a_game.turn, str(a_game.demand)) == (2, "2any")


def test_cube_one_block_left_for_draw_two_counts_as_the_second():
    a_game = cube("draw_two", demand="2any", tower="R1 - - / Y1 Y2 Y3 / B1 - -")
    play(a_game, "R1>3b stuck")
    assert a_game.turn == 1
    a_game = cube("B1", demand="2any", tower="R1 R2 - / Y1 Y2 Y3 / B1 - -")
    play(a_game, "R1>3b", "R2>3c stuck")
    assert (a_game.turn, str(a_game.demand)) == (1, "B1")


def test_cube_reverse_flips_and_the_same_player_rolls_again():
    flips = set()
    for seed in range(100):
        a_game = play(cube("reverse", "R1", seed=seed), "R1>6a")
        assert (a_game.turn, str(a_game.demand)) == (1, "R1")
        play(a_game, "R2>6b")
        flips.add((a_game.direction, a_game.turn))
    # The first roll decides where the turn goes; the second may flip once more.
    assert flips == {(1, 2), (-1, 2), (1, 0), (-1, 0)}


def test_cube_all_faces_come_up_about_equally_often():
    counts = {}
    for seed in range(600):
        demand = str(play(cube(seed=seed), "R1>6a").demand)
        counts[demand] = counts.get(demand, 0) + 1
    assert set(counts) == {"R1", "Y2", "G3", "B4", "2any"}
    # 120 expected each; five standard deviations are 49.
    assert all(70 < count < 170 for count in counts.values())


def test_cube_same_seed_same_rolls_and_pop_restores_the_generator():
    def rolls(a_game):
        demands = []
        for block in ("R1", "R2", "R3", "RS", "Y3"):
            if block in names(a_game):
                play(a_game, f"{block}>{a_game.tower.free_slots()[0]}")
            demands.append(str(a_game.demand))
        return demands

    first, second = cube(seed=5), cube(seed=5)
    assert rolls(first) == rolls(second)
    assert first == second
    replayed = [first.copy()]
    while first.ply:
        first.pop()
    assert first == cube(seed=5)
    rolls(first)
    assert first == replayed[0]


def test_cube_a_generator_given_is_not_shared():
    import numpy as np

    rng = np.random.default_rng(3)
    a_game = Game(rules=Rules(edition="cube"), tower=TOWER, seed=rng)
    twin = a_game.copy()
    rng.random(100)
    play(a_game, "R1>6a")
    play(twin, "R1>6a")
    assert a_game == twin


def test_cube_no_match_pass_rolls_anew():
    tower = "R1 R2 RS / Y1 Y2 YD / R4 R3 R1b / Y4 B4 G4"
    a_game = cube("G0", tower=tower, no_match="pass")
    play(a_game, "R1>5a", "--", "--")
    assert str(a_game.demand) == "G0"
    play(a_game, "--", "--")
    assert a_game.outcome() == Outcome(Termination.NO_MOVES)


def test_cube_no_match_any_and_draw():
    tower = "R1 R2 RS / Y1 Y2 YD / R4 R3 R1b / Y4 B4 G4"
    a_game = play(cube("G0", tower=tower), "R1>5a", "YD>5b")
    assert str(a_game.demand) == "G0"
    a_game = play(cube("G0", tower=tower, no_match="draw"), "R1>5a")
    assert a_game.outcome() == Outcome(Termination.NO_MATCH)


def test_cube_two_player_reverse_is_about_blocks_only():
    a_game = cube("Y1", players=2, two_player_reverse="again")
    assert play(a_game, "GR>6a").turn == 1


@pytest.mark.parametrize(
    "faces",
    [(), ("reverse",), ("R1", "skip"), ("W",), ("R",), "R1", (1,), None, ("R1",) * 101],
)
def test_cube_faces_are_checked(faces):
    with pytest.raises(ParameterError, match="cube_faces"):
        Rules(cube_faces=faces)


def test_blocks_edition_has_no_generator():
    assert Game(seed=1).position.random is None
