"""The configuration: defaults, a TOML file, flags; everything unknown is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamebase.batch_config import default_workers
from stacko.config import SimulationConfig
from stacko.engines import resolve_engine
from stacko.errors import ParameterError, StackoError
from stacko.params import MujocoParams, SolverParams
from stacko.rules import NoMatch

FULL = """
games = 7
players = 3
seed = 11
policy = ["prober", "random"]
hand = "mine,steady"
workers = 2
max_turns = 50

[rules]
no_match = "pass"
retry_limit = 2

[blocks]
height_sigma = 0

[contact]
mu_block = 0.5

[solver]
iterations = 30

[mujoco]
iterations = 40

[settle]
time_limit = 5

[topple]
collapse_blocks = 4

[hands.mine]
base = "shaky"
force_limit = 3.5

[set]
blocks = ["R1", "R2", "R3", "G1", "G2", "G3"]
"""


def from_toml(tmp_path: Path, text: str, **over: object) -> SimulationConfig:
    path = tmp_path / "study.toml"
    path.write_text(text, encoding="utf-8")
    return SimulationConfig.from_toml(path, **over)


def test_hands_that_nobody_has_do_not_decide_results(tmp_path: Path) -> None:
    config = from_toml(tmp_path, "[hands.idle]\nspeed = 0.1\n")
    assert config.fingerprint() == SimulationConfig().fingerprint()


def test_settings_of_an_engine_that_is_not_used_do_not_decide_results() -> None:
    config = SimulationConfig(engine="mujoco")
    assert config.engine_settings.mujoco is config.mujoco
    idle = config.replace(solver=SolverParams(iterations=30))
    busy = config.replace(mujoco=MujocoParams(iterations=30))
    assert idle.fingerprint() == config.fingerprint() != busy.fingerprint()
    assert config.to_mapping()["mujoco"] == MujocoParams().to_mapping()
    assert "solver" not in config.to_mapping()


def test_auto_becomes_the_engine_it_stands_for() -> None:
    assert SimulationConfig().engine == resolve_engine("auto") != "auto"
    assert SimulationConfig().to_mapping()["engine"] == resolve_engine("auto")


def test_every_section_is_read(tmp_path: Path) -> None:
    config = from_toml(tmp_path, FULL)
    assert (config.games, config.players, config.seed) == (7, 3, 11)
    assert config.policy == ("prober", "random")
    assert config.hand == ("mine", "steady")
    assert config.rules.no_match is NoMatch.PASS
    assert config.blocks.height_sigma == 0
    assert config.contact.mu_block == 0.5
    assert config.solver.iterations == 30
    assert config.mujoco.iterations == 40
    assert config.settle.time_limit == 5
    assert config.topple.collapse_blocks == 4
    assert config.hand_params("mine").force_limit == 3.5
    assert config.hand_params("mine").tremor == config.hand_params("shaky").tremor
    assert config.block_set.layer_count == 2


def test_flags_go_over_the_file(tmp_path: Path) -> None:
    config = from_toml(tmp_path, FULL, seed=5, games=None, policy="cautious")
    assert (config.seed, config.games, config.policy) == (5, 7, ("cautious",))


def test_defaults_are_a_configuration() -> None:
    config = SimulationConfig()
    assert config.workers == default_workers() >= 1
    assert len(config.block_set) == 45
    assert hash(config) == hash(SimulationConfig())


def test_mapping_round_trips_through_json(tmp_path: Path) -> None:
    config = from_toml(tmp_path, FULL)
    plain = json.loads(json.dumps(config.to_mapping()))
    again = SimulationConfig.from_mapping(plain)
    assert again.to_mapping() == config.to_mapping()
    assert again.fingerprint() == config.fingerprint()


def test_a_set_file_is_found_beside_the_configuration(tmp_path: Path) -> None:
    (tmp_path / "six.toml").write_text("[blocks]\nR1 = 3\nW = 3\n")
    config = from_toml(tmp_path, '[set]\nfile = "six.toml"\n')
    assert config.block_set.names == ("R1", "R1b", "R1c", "W", "Wb", "Wc")


@pytest.mark.parametrize(
    ("change", "same"),
    [
        ({"games": 99}, True),
        ({"workers": 1}, True),
        ({"seed": 1}, False),
        ({"players": 5}, False),
        ({"policy": "random"}, False),
        ({"hand": "shaky"}, False),
        ({"max_turns": 9}, False),
    ],
)
def test_fingerprint_tells_what_decides_results(
    change: dict[str, object], same: bool
) -> None:
    config = SimulationConfig()
    changed = config.replace(**change)
    assert (changed.fingerprint() == config.fingerprint()) is same
    assert (changed.deciding() == config.deciding()) is same


def test_fingerprint_does_not_care_how_a_number_is_written(tmp_path: Path) -> None:
    one = from_toml(tmp_path, "[settle]\ntime_limit = 5\n")
    other = from_toml(tmp_path, "[settle]\ntime_limit = 5.0\n")
    assert one.fingerprint() == other.fingerprint()


BAD = [
    ("playres = 4", r"unknown key 'playres'; did you mean 'players'\?"),
    ("[rules]\nreech = 'x'", r"unknown key 'rules.reech'; did you mean 'reach'\?"),
    ("[solver]\ntimestp = 1", r"'solver.timestp'; did you mean 'timestep'\?"),
    ("[hands.a]\nspeeed = 1", r"'hands.a.speeed'; did you mean 'speed'\?"),
    ("[sett]\nfile = 'x'", r"'sett'; did you mean 'set'\?"),
    ("[set]\nflie = 'x'", r"'set.flie'; did you mean 'file'\?"),
    ("[set]\n", "needs either file"),
    ("[set]\nfile = 3", "set.file is 3"),
    ("[set]\nfile = 'gone.toml'", "set.file 'gone.toml': .*cannot be read"),
    ("[set]\nblocks = ['R1', 'R1', 'R2']", "'R1' comes twice"),
    ("players = true", "players is True: give a whole number from 2 to 10"),
    ("players = 1", "players is 1: give a whole number from 2 to 10"),
    ("players = 11", "players is 11"),
    ("players = 4.0", r"players is 4\.0"),
    ("games = 0", "games is 0: give a whole number from 1"),
    ("seed = -1", "seed is -1: give a whole number from 0"),
    ("workers = 0", "workers is 0"),
    ("max_turns = nan", "max_turns is nan"),
    ("engine = 'bullet'", r"engine 'bullet' is unknown: give one of auto, pybullet, "),
    ("policy = 'probber'", r"'probber'; did you mean 'prober'\?"),
    ("policy = []", "policy is"),
    ("policy = ['prober', 3]", "policy has 3"),
    ("hand = 'avrage'", r"hand 'avrage' is unknown.*did you mean 'average'\?"),
    ("players = 2\nhand = 'steady,shaky,average'", "hand names 3 .* for 2 players"),
    ("rules = 3", r"rules is 3: write a section \[rules\]"),
    ("[rules]\nno_match = 'maybe'", r"\[rules\] no_match is 'maybe'"),
    ("[contact]\nmu_block = nan", "mu_block must be > 0.*got nan"),
    ("[contact]\nmu_block = -0.1", "got -0.1"),
    ("[contact]\nmu_block = inf", "got inf"),
    ("[contact]\nmu_block = true", "got True"),
    ("[contact]\nmu_block = '0.3'", "got '0.3'"),
    ("[solver]\ntimestep = 0.1", "timestep must be"),
    ("[hands.mine]\nbase = 'nobody'", "hands.mine.base 'nobody' is unknown"),
    ("[hands.'a,b']\nspeed = 0.1", "hand name 'a,b'"),
    ('[hands."\\u001b[31m"]\nspeed = 0.1', r"hand name '\\x1b\[31m'"),
    ("games = ", "is not TOML .*Invalid value"),
    ("games = 1\ngames = 2", "is not TOML"),
]


@pytest.mark.parametrize(("text", "message"), BAD)
def test_bad_files_are_refused_by_name(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(ParameterError, match=message) as caught:
        from_toml(tmp_path, text)
    assert "study.toml" in str(caught.value)
    assert str(caught.value).isprintable()


def test_a_bad_flag_is_not_blamed_on_the_file(tmp_path: Path) -> None:
    with pytest.raises(ParameterError, match=r"^players is 11") as caught:
        from_toml(tmp_path, "games = 2", players=11)
    assert "study.toml" not in str(caught.value)


@pytest.mark.parametrize("content", [b"\xff\xfe", b"a = '\x00'", b"\x00"])
def test_files_that_are_no_text(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "binary.toml"
    path.write_bytes(content)
    with pytest.raises(ParameterError, match=r"binary\.toml.* is not TOML"):
        SimulationConfig.from_toml(path)


def test_files_that_are_not_there(tmp_path: Path) -> None:
    with pytest.raises(ParameterError, match="No such file"):
        SimulationConfig.from_toml(tmp_path / "gone.toml")
    with pytest.raises(ParameterError, match="Is a directory"):
        SimulationConfig.from_toml(tmp_path)


json_like = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.text(max_size=8), inner, max_size=3)
    ),
    max_leaves=6,
)
known_keys = st.sampled_from(
    [*SimulationConfig().to_mapping(), "set", "hands", "rules", "solver"]
)


@given(st.dictionaries(known_keys | st.text(max_size=8), json_like, max_size=4))
def test_no_value_does_anything_but_be_read_or_refused(
    values: dict[str, object],
) -> None:
    try:
        config = SimulationConfig.from_mapping(values)
    except StackoError:
        return
    assert SimulationConfig.from_mapping(config.to_mapping()).to_mapping() == (
        config.to_mapping()
    )
