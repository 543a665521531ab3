from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stacko.game import Game
from stacko.players import ProbeResult, ProberPlayer, Table, make_player
from stacko.players.cautious import by_risk, is_safe
from stacko.players.prober import apparent_friction
from stacko.poses import Poses
from stacko.rules import Rules
from tests.geometry.towers import BLOCKS

NAMES = ("cautious", "prober", "random")


def finger(table):
    """Probe by geometry: what lies under little gives way, what carries stands."""

    def push(block):
        above = table.tower.layer_count - table.tower.layer_of(block)
        return ProbeResult(block, 0.04 * above, 0.001)

    return push


def table_of(game, seed=0):
    rng = np.random.default_rng(seed)
    plain = Table.nominal(game, BLOCKS, rng)
    return Table.nominal(game, BLOCKS, rng, probe=finger(plain))


def result_of(game, move, luck):
    """Return a result the rules allow for this move."""
    if move.is_null:
        return "clean"
    if game.tower.empties_layer(move.block) or luck < 0.1:
        return "stuck"
    return "toppled" if luck > 0.99 else "clean"


rules = st.builds(
    Rules,
    no_match=st.sampled_from(["any", "pass", "draw"]),
    edition=st.sampled_from(["blocks", "cube"]),
    reach=st.sampled_from(["below_complete", "below_top_three"]),
)


@settings(max_examples=12, deadline=None)
@given(rules, st.integers(2, 5), st.integers(0, 2**16), st.sampled_from(NAMES))
def test_players_choose_legal_moves_to_the_end_and_alter_nothing(
    switches, players, seed, name
):
    rng = np.random.default_rng(seed)
    game = Game(players=players, rules=switches, seed=seed)
    player = make_player(name)
    while game.outcome() is None and game.ply < 40:
        before = game.to_json()
        move = player.choose(table_of(game, seed + game.ply))
        assert move in game.legal_moves
        assert game.to_json() == before
        game.push(move, result_of(game, move, rng.random()))
    assert game.ply > 0


@pytest.mark.parametrize("name", NAMES)
def test_same_chance_same_game(name):
    def played():
        game = Game(players=3, seed=5)
        rng = np.random.default_rng(11)
        for _ in range(12):
            move = make_player(name).choose(
                Table.nominal(game, BLOCKS, rng, probe=finger(Table.nominal(game)))
            )
            game.push(move, result_of(game, move, 0.5))
        return game.to_json()

    assert played() == played()


def test_random_depends_on_chance_and_is_fair_to_blocks():
    game = Game(players=2, tower="R1 W Y1 / R2 B2 Y2 / R3 B3 Y3", seed=0)
    rng = np.random.default_rng(3)
    player = make_player("random")
    moves = [player.choose(Table.nominal(game, BLOCKS, rng)) for _ in range(3000)]
    blocks = Counter(move.block for move in moves)
    slots = Counter(str(move.slot) for move in moves)
    colors = Counter(move.color for move in moves if move.color)
    # six sigma: a Wild has four colors a slot and is no likelier for that
    for name in ("R1", "W", "Y1", "R2", "B2", "Y2"):
        expected = 3000 / len(blocks)
        assert abs(blocks[name] - expected) < 6 * np.sqrt(expected)
    assert set(blocks) == {block.name for block in game.eligible_blocks()}
    assert set(slots) == {"4a", "4b", "4c"}
    assert min(slots.values()) > 800
    assert len(colors) == 4


# -- cautious -----------------------------------------------------------------------

EVEN = "R1 B1 Y1 / R2 B2 Y2 / R3 B3 Y3 / R4 B4 Y4"
TRAP = "R1 B1 Y1 / R2 B2 - / R3 - Y3 / R4 B4 Y4 / R1b B1b Y1b"


def choice(name, text, **game):
    return make_player(name).choose(Table.nominal(Game(players=3, tower=text, **game)))


def test_cautious_avoids_leaving_a_layer_on_an_edge_block():
    # blue: B1 at the bottom, B2 (leaves R2 alone at an edge), B4 over the gap of Y3
    move = choice("cautious", TRAP, demand="B")
    assert move.block in ("B1", "B4")
    table = Table.nominal(Game(players=3, tower=TRAP, demand="B"))
    assert by_risk(table)[-1] == "B2"
    assert not is_safe(table, "B2")


def test_cautious_avoids_emptying_a_layer():
    text = "R1 B1 Y1 / - B2 - / R3 Y3 G3 / R4 B4 Y4"
    assert choice("cautious", text, demand="B").block == "B1"


def test_cautious_takes_a_trap_when_there_is_nothing_else():
    text = "R1 G1 Y1 / R2 B2 - / R3 G3 Y3 / R4 G4 Y4"
    assert choice("cautious", text, demand="B").block == "B2"


def test_cautious_prefers_high_layers_and_the_middle():
    move = choice("cautious", EVEN)
    assert (move.block, str(move.slot)) == ("B3", "5b")


def test_cautious_places_where_the_center_of_mass_ends_best():
    # next to R1b the top layer would lie off the middle, across from it it does not
    text = "R1 B1 Y1 / R2 B2 Y2 / R3 B3 Y3 / R4 B4 Y4 / R1b - -"
    assert str(choice("cautious", text).slot) == "5c"
    # layers 1 and 3 carry only the low side: there the weight had better stay
    text = "R1 B1 - / R2 B2 Y2 / R3 B3 - / R4 B4 Y4 / R1b - -"
    assert str(choice("cautious", text).slot) == "5b"


def test_cautious_looks_at_poses_and_not_only_at_slots():
    game = Game(
        players=3, tower="R1 B1 Y1 / R2 B2 Y2 / R3 B3 Y3 / R4 B4 Y4", demand="R"
    )
    table = Table.nominal(game)
    positions = table.poses.positions.copy()
    for name in ("R4", "B4", "Y4", "R3", "B3", "Y3"):
        positions[table.poses.index(name), 0] -= 0.012
    leaning = Poses(table.poses.names, positions, table.poses.orientations)
    moved = Table(game, leaning, BLOCKS, np.random.default_rng(0))
    # what leans to low x wants the block at low x, R2, to stay
    assert by_risk(table).index("R2") < by_risk(table).index("R1")
    assert by_risk(moved).index("R2") > by_risk(moved).index("R1")


def test_cautious_calls_the_color_that_leaves_least():
    # after W: reds R1 R2 R3, yellows Y1 Y2, greens none (so anything goes), blue B2
    text = "R1 W Y1 / R2 B2 Y2 / R3 Y3 B3 / R4 B4 Y4"
    game = Game(players=3, tower=text, demand="G")
    move = make_player("cautious").choose(Table.nominal(game))
    assert move.block == "W"
    counts = {}
    for other in Table.nominal(game).moves_of("W"):
        game.push(other)
        counts[str(other.color)] = len(game.eligible_blocks())
        game.pop()
    assert counts["G"] == max(counts.values())
    assert counts[str(move.color)] == min(counts.values())


def test_cautious_calls_a_color_with_unsafe_blocks_only():
    # blue has two blocks, both traps; yellow has one, safe
    text = "R1 W R1b / R2 B2 - / R3 - B3 / Y1 R3b R2b / R4 B4 Y4 / R4b B4b Y4b"
    game = Game(players=3, tower=text, demand="G")
    move = make_player("cautious").choose(Table.nominal(game))
    assert str(move) == "W>7b=B"


# -- prober -------------------------------------------------------------------------

WEIGHT = BLOCKS.mass * 9.81


def probing(frictions, text=EVEN, player=None, moved=0.002, **game):
    """Return the move chosen and the blocks probed, given what each feels like.

    A block not named feels as if it carried half of what lies above it.
    """
    touched = []

    def push(block):
        touched.append(block)
        force = frictions.get(block, 0.17) * pressing(table, block)
        return ProbeResult(block, force, moved)

    table = Table.nominal(Game(players=3, tower=text, **game), probe=push)
    move = (player or ProberPlayer()).choose(table)
    assert move in table.legal_moves
    return move, touched


def pressing(table, block):
    """Return the weight on both faces of a block that carries all above it."""
    layer = table.tower.layer_of(block)
    above = sum(name is not None for row in table.tower.layers[layer:] for name in row)
    return WEIGHT * (2 * above + 1)


def test_friction_of_a_block_that_carries_its_third():
    # three blocks above, one on each of three: b is pressed by one, and presses two
    table = Table.nominal(Game(players=3, tower=EVEN))
    mu = 0.35
    felt = ProbeResult("B3", mu * (1 + 2) * WEIGHT, 0.002)
    assert apparent_friction(table, felt) == pytest.approx(mu * 3 / 7)
    alone = ProbeResult("B3", mu * (3 + 4) * WEIGHT, 0.002)
    assert apparent_friction(table, alone) == pytest.approx(mu)


def test_prober_takes_the_loosest_of_a_handful():
    move, touched = probing({"B2": 0.11, "B3": 0.15})
    assert move.block == "B2"
    assert len(touched) == 8  # of nine blocks in reach
    assert touched == by_risk(Table.nominal(Game(players=3, tower=EVEN)))[:8]


def test_prober_stops_at_the_first_loose_one_it_comes_to():
    order = by_risk(Table.nominal(Game(players=3, tower=EVEN)))
    move, touched = probing({order[2]: 0.05, order[4]: 0.01})
    assert move.block == order[2]
    assert touched == order[:3]


def test_prober_remembers_within_a_turn_and_forgets_with_it():
    player = ProberPlayer(probes=2)
    game = Game(players=3, tower=EVEN)
    touched = []

    def choose():
        def push(block):
            touched.append(block)
            return ProbeResult(block, 0.17 * pressing(table, block), 0.002)

        table = Table.nominal(game, probe=push)
        return player.choose(table)

    order = by_risk(Table.nominal(game))
    game.push(choose(), "stuck")
    game.push(choose(), "stuck")
    # two more each time, and what was felt before is not touched again
    assert sorted(touched) == sorted(set(touched))
    assert len(touched) == 4
    assert game.turn_number == 1
    game.push(choose(), "stuck")
    assert game.turn_number == 2
    touched.clear()
    choose()
    assert touched == order[:2]


def test_prober_prefers_the_higher_of_blocks_that_held():
    def push(block):
        # the lower, the less force the push met before it gave up
        layer = table.tower.layer_of(block)
        return ProbeResult(block, 0.01 * layer, 0.0, held=True)

    table = Table.nominal(Game(players=3, tower=EVEN), probe=push)
    move = ProberPlayer(probes=9).choose(table)
    assert table.tower.layer_of(move.block) == 3


def test_prober_goes_by_the_share_of_the_load_and_not_by_force():
    move, _ = probing({"B3": 0.19, "B2": 0.13})
    table = Table.nominal(Game(players=3, tower=EVEN))
    assert 0.13 * pressing(table, "B2") > 0.19 * pressing(table, "B3")
    assert move.block == "B2"


def test_prober_stops_at_a_loose_block():
    move, touched = probing({"B3": 0.05})
    assert move.block == "B3"
    assert touched == ["B3"]


def test_prober_does_not_take_a_block_that_held_for_a_loose_one():
    move, touched = probing({"B3": 0.05}, moved=0.0)
    assert len(touched) == 8
    assert move.block == "B3"  # all held: the least weight above, the least force


def test_prober_believes_a_finger_that_says_a_block_held():
    def push(block):
        force = (0.05 if block == "B3" else 0.15) * pressing(table, block)
        return ProbeResult(block, force, 0.002, held=block == "B3")

    table = Table.nominal(Game(players=3, tower=EVEN), probe=push)
    assert ProberPlayer().choose(table).block != "B3"


def tight_among_draggers(tight):
    """Return what the prober takes when one block is tight and all others drag."""

    def push(block):
        force = (0.1 if block == tight else 0.3) * pressing(table, block)
        return ProbeResult(block, force, 0.0001 if block == tight else 0.002)

    table = Table.nominal(Game(players=3, tower=EVEN), probe=push)
    return ProberPlayer(probes=9).choose(table).block


def test_prober_would_rather_try_a_tight_block_than_drag():
    assert tight_among_draggers("R3") == "R3"
    assert tight_among_draggers("Y3") == "Y3"


def test_prober_would_rather_drag_high_up_than_try_a_tight_block_below():
    assert tight_among_draggers("B2") == "B3"


def test_number_of_probes_is_a_parameter():
    assert len(probing({}, player=ProberPlayer(probes=2))[1]) == 2


def test_friction_that_counts_as_loose_is_a_parameter():
    assert len(probing({}, player=ProberPlayer(loose=0.18))[1]) == 1


def test_prober_stays_off_what_looks_unsafe_however_loose():
    move, touched = probing({"B2": 0.01}, text=TRAP, demand="B")
    assert "B2" not in touched
    assert move.block in ("B1", "B4")


def test_prober_without_a_world_or_a_safe_block_plays_as_cautious():
    assert choice("prober", EVEN) == choice("cautious", EVEN)
    text = "R1 G1 Y1 / R2 B2 - / R3 G3 Y3 / R4 G4 Y4"
    move, touched = probing({}, text=text, demand="B")
    assert move.block == "B2"
    assert touched == []


def test_prober_stops_when_the_tower_fell():
    touched = []

    def push(block):
        touched.append(block)
        return ProbeResult(block, 0.4, 0.001, toppled=True)

    table = Table.nominal(Game(players=3, tower=EVEN), probe=push)
    assert ProberPlayer().choose(table) in table.legal_moves
    assert len(touched) == 1
