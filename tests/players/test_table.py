import numpy as np
import pytest

from stacko.errors import IllegalMoveError, ParameterError
from stacko.game import Game
from stacko.moves import Move
from stacko.players import ProbeResult, Table
from stacko.rules import Rules
from stacko.stability import stability_margin, stability_margins
from tests.geometry.towers import BLOCKS, moved, poses_of

TEXT = "R1 B1 Y1 / R2 B2 - / R3 B3 Y3 / R4 B4 Y4"


def table_of(text=TEXT, **game):
    return Table.nominal(Game(players=3, tower=text, **game))


def test_margin_after_is_the_margin_without_the_block():
    table = table_of()
    # R2 gone: B2 alone in the middle carries; B2 gone: R2 alone at the edge does
    assert table.margin_after("R2") == pytest.approx(0.0139)
    assert table.margin_after("B2") == pytest.approx(-0.0141)
    assert table.margin_after(Move.from_notation("B2>5a")) == table.margin_after("B2")


def test_margin_after_the_null_move_is_the_margin_now():
    table = table_of()
    layers = [[n for n in layer if n] for layer in table.tower.layers]
    now = stability_margin(table.poses, layers, BLOCKS)
    assert table.margin_after(Move.from_notation("--")) == pytest.approx(now)
    assert table.margin_placed(Move.from_notation("--")) == pytest.approx(now)


def test_an_emptied_layer_has_no_margin():
    assert table_of("- B1 - / R2 B2 Y2 / R3 B3 Y3").margin_after("B1") == -np.inf


def test_margin_placed_counts_the_block_in_its_new_slot():
    move = Move.from_notation("R1>5a")
    table = table_of()
    after = Game(players=3, tower=TEXT)
    after.push(move)
    layers = [[n for n in layer if n] for layer in after.tower.layers]
    expected = stability_margins(poses_of(after.tower), layers, BLOCKS).min()
    assert table.margin_placed(move) == pytest.approx(expected)
    everything = poses_of(after.tower).positions.mean(axis=0)
    assert table.offset_placed(move) == pytest.approx(np.hypot(*everything[:2]))


def test_a_shifted_tower_is_built_on_where_it_is():
    game = Game(players=3, tower=TEXT)
    poses = poses_of(game.tower)
    shift = dict.fromkeys(poses.names, (0.004, 0.0, 0.0))
    rng = np.random.default_rng(0)
    move = Move.from_notation("R1>5b")
    here = Table(game, moved(poses, **shift), BLOCKS, rng)
    there = Table(game, poses, BLOCKS, rng)
    assert here.margin_placed(move) == pytest.approx(there.margin_placed(move))
    assert here.offset_placed(move) == pytest.approx(there.offset_placed(move))


def test_single_sizes_count():
    game = Game(players=3, tower=TEXT)
    poses = poses_of(game.tower)
    sizes = dict.fromkeys(poses.names, (0.084, 0.0278, 0.017))
    sizes["B2"] = (0.084, 0.0200, 0.017)
    table = Table(game, poses, BLOCKS, np.random.default_rng(0), sizes=sizes)
    assert table.margin_after("R2") == pytest.approx(0.010)


def test_what_a_player_does_to_the_copy_reaches_nothing_else():
    game = Game(players=3, tower=TEXT)
    before = game.to_json()
    table = Table.nominal(game)
    moves = list(table.legal_moves)
    table.game.push(moves[0])
    assert game.to_json() == before
    assert list(table.legal_moves) == moves
    assert table.tower == game.tower


def test_moves_of_a_wild_are_every_slot_and_color():
    table = table_of("R1 W Y1 / R2 B2 Y2 / R3 B3 -")
    assert [str(m) for m in table.moves_of("W")] == [f"W>3c={c}" for c in "RYGB"]
    assert table.moves_of("Y2") == ()


def test_probe_without_a_world_says_so():
    table = table_of()
    assert not table.can_probe
    with pytest.raises(ParameterError, match=r"'B1' cannot be probed.*can_probe"):
        table.probe("B1")


def test_probe_is_for_blocks_that_may_be_taken():
    def finger(block):
        return ProbeResult(block, 0.2, 0.001)

    game = Game(players=3, tower=TEXT, demand="B")
    table = Table.nominal(game, probe=finger)
    assert table.probe("B1") == ProbeResult("B1", 0.2, 0.001)
    for name in ("R1", "B4"):  # not blue; too high
        with pytest.raises(ParameterError, match=rf"'{name}' may not .*: B1, B2, B3"):
            table.probe(name)


def test_stiffness_of_a_probe():
    assert ProbeResult("B1", 0.2, 0.001).stiffness == pytest.approx(200)
    assert ProbeResult("B1", 0.2, 0.0).stiffness == np.inf


def test_missing_pose_is_named():
    game = Game(players=3, tower=TEXT)
    poses = poses_of(game.tower).without("B2")
    with pytest.raises(ParameterError, match="no pose of block 'B2' of the tower"):
        Table(game, poses, BLOCKS, np.random.default_rng(0))


def test_only_move():
    assert table_of().only_move() is None
    must_pass = table_of(demand="G", rules=Rules(no_match="pass")).only_move()
    assert must_pass is not None
    assert must_pass.is_null
    over = Game(players=3, tower=TEXT)
    over.push(over.legal_moves[0], "toppled")
    with pytest.raises(IllegalMoveError, match="nothing to choose"):
        Table.nominal(over).only_move()
