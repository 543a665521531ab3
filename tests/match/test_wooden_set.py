"""Games with the wooden set: 54 plain blocks in 18 layers, in every model."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from stacko import Game
from stacko.config import SimulationConfig
from stacko.engines import engine_names, is_installed
from stacko.errors import ParameterError
from stacko.hand import SKILLS, named_hand
from stacko.kits import KITS, kit_of
from stacko.match import MatchConfig, open_stage, play_match
from stacko.players import Table
from stacko.players.registry import PLAYERS
from tests.cli.command import complaint, stacko
from tests.match.test_match import replayed
from tests.results import rows, tables

WOOD = KITS["wood"]


def config(engine: str, policy: str = "prober", **more: object) -> MatchConfig:
    return MatchConfig(
        engine=engine,
        policies=(policy,),
        block_set=WOOD.block_set,
        blocks=WOOD.blocks,
        contact=WOOD.contact,
        **more,
    )


@pytest.mark.parametrize("hand", SKILLS)
@pytest.mark.parametrize("policy", PLAYERS.names())
def test_whole_games_without_an_engine(policy: str, hand: str) -> None:
    settings = config("quasistatic", policy, hands=(named_hand(hand),))
    record = play_match(settings, 3, 0)
    assert record.game.termination == "toppled"
    assert {row.demand for row in record.turns} == {"any"}
    assert record.game.direction_changes == 0
    game = replayed(record, settings)
    assert game.tower.layer_count >= 18


@pytest.mark.slow
@pytest.mark.parametrize("engine", engine_names())
def test_a_short_game_in_an_engine(engine: str) -> None:
    if not is_installed(engine):
        pytest.skip(f"{engine} is not installed for this Python")
    settings = config(engine, hands=(named_hand("steady"),), max_turns=2)
    record = play_match(settings, 1, 0)
    assert record.game.error is None
    assert record.game.layers >= 18
    assert 17.9 < record.game.height / WOOD.blocks.height < 19.1
    replayed(record, settings)


def test_a_tower_is_built_of_blocks_of_this_size() -> None:
    with open_stage(config("quasistatic")) as stage:
        tower = Game(block_set=WOOD.block_set, seed=1).tower
        stage.build(tower, np.random.default_rng(1))
        sizes = np.array(list(stage.sizes.values()))
        assert sizes.shape == (54, 3)
        assert sizes.mean(axis=0) == pytest.approx([0.07477, 0.02505, 0.014636], 3e-3)
        assert sizes.std(axis=0) == pytest.approx([24e-5, 23e-5, 38e-6], rel=0.3)
        tops = stage.poses().positions[:, 2].max()
        assert tops == pytest.approx(17.5 * 0.014636, abs=1e-3)


def test_a_table_without_an_engine_has_the_sizes_of_its_set() -> None:
    table = Table.nominal(Game(players=2, block_set=WOOD.block_set, seed=1))
    assert table.blocks is WOOD.blocks
    assert PLAYERS.make("cautious").choose(table) in table.legal_moves


def test_a_batch_and_what_is_shown_of_it(tmp_path: Path) -> None:
    out = tmp_path / "wood"
    flags = ("--engine", "quasistatic", "--set", "wood", "--games", "4", "--out", out)
    done = stacko("simulate", *flags)
    assert done.returncode == 0, done.stderr
    assert "layers at the end" in done.stdout
    games, turns = tables(out)
    assert games["error"].to_pylist() == [None] * 4
    assert all(name.startswith("T") for name in turns["block"].to_pylist())
    shown = stacko("show", out, "--game", "3").stdout
    assert shown.splitlines()[1].split()[:2] == ["18", "y"]
    assert "54 blocks in 18 layers" in shown
    again = stacko("simulate", "--resume", "--games", "5", "--out", out)
    assert again.returncode == 0, again.stderr
    assert len(rows(out)) == 5
    other = stacko("simulate", "--resume", "--set", "uno", "--out", out)
    assert "set" in complaint(other)


def test_a_set_brings_its_defaults_and_sections_go_over_them(tmp_path: Path) -> None:
    path = tmp_path / "study.toml"
    path.write_text('set = "wood"\n[blocks]\nheight_sigma = 5e-5\n')
    made = SimulationConfig.from_toml(path)
    assert made.blocks == WOOD.blocks.replace(height_sigma=5e-5)
    assert made.contact == WOOD.contact
    assert made.block_set.layer_count == 18
    again = SimulationConfig.from_mapping(made.to_mapping())
    assert (again.blocks, again.fingerprint()) == (made.blocks, made.fingerprint())
    over = SimulationConfig.from_toml(path, set="uno")
    assert (over.block_set.layer_count, over.blocks.length) == (15, 0.084)


def test_a_set_is_known_however_it_is_given(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("[blocks]\nT = 54\n")
    for given in ("wood", str(path), {"file": str(path)}):
        made = SimulationConfig.from_mapping({"set": given})
        assert kit_of(made.block_set) is WOOD
        assert made.blocks is WOOD.blocks


@pytest.mark.parametrize("command", ["simulate", "show", "statics"])
def test_a_set_that_nobody_has_is_refused(command: str, tmp_path: Path) -> None:
    tower = () if command == "simulate" else ("T1 T2 T3",)
    line = complaint(stacko(command, *tower, "--set", "woood", folder=tmp_path))
    assert "'woood' is neither a file nor a set" in line
    assert "did you mean 'wood'" in line


def test_statics_take_the_sizes_and_the_friction_of_the_set() -> None:
    tower = "T1 T2 T3 / T4 T5 T6"
    one = stacko("statics", tower, "--quick", "--perfect").stdout
    two = stacko("statics", tower, "--quick", "--perfect", "--set", "wood").stdout
    uno = stacko("statics", "R1 R2 R3 / B1 B2 B3", "--quick", "--perfect").stdout
    assert one == two
    assert one.splitlines()[2] != uno.splitlines()[2]  # the push, in N


def test_a_set_of_another_kind_is_refused_by_its_name() -> None:
    for given in (3, ["wood"], {"name": "wood"}, "wodo"):
        with pytest.raises(ParameterError, match="set"):
            SimulationConfig.from_mapping({"set": given})
