"""What configurations of any game do alike."""

from __future__ import annotations

from pathlib import Path

import pytest

from gamebase.batch_config import BatchConfig, fingerprint_of
from gamebase.errors import ParameterError
from tests.base.toy import ToyConfig


def test_a_mapping_makes_the_same_configuration_again() -> None:
    config = ToyConfig(games=3, policy=("least", "least"), rounds=9)
    assert ToyConfig.from_mapping(config.to_mapping()) == config


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("rounds = 10", r"study.toml': rounds is 10: give a whole number from 1 to 9"),
        ("seed = -1", "seed is -1"),
        ("seed = true", "seed is True"),
        ("round = 1", "unknown key 'round'; did you mean 'rounds'"),
        ("policy = []", r"policy is \[\]: give names like 'least'"),
        ("players = 1\npolicy = 'least,least'", "name at most one a seat"),
        ("rounds", "is not TOML"),
    ],
)
def test_what_is_wrong_in_a_file_is_named(
    tmp_path: Path, text: str, message: str
) -> None:
    path = tmp_path / "study.toml"
    path.write_text(text)
    with pytest.raises(ParameterError, match=message):
        ToyConfig.from_toml(path)


def test_what_is_given_goes_over_the_file(tmp_path: Path) -> None:
    path = tmp_path / "study.toml"
    path.write_text("seed = 4\nrounds = 3")
    config = ToyConfig.from_toml(path, seed=5, rounds=None)
    assert (config.seed, config.rounds) == (5, 3)


def test_games_and_workers_decide_no_result() -> None:
    config = ToyConfig()
    assert config.replace(games=9, workers=9).fingerprint() == config.fingerprint()
    assert config.replace(rounds=3).fingerprint() != config.fingerprint()
    assert config.deciding().keys() == {"players", "seed", "policy", "rounds"}


def test_a_number_is_the_same_however_it_is_written() -> None:
    assert fingerprint_of({"a": [1, 2.5]}) == fingerprint_of({"a": (1.0, 2.5)})
    assert fingerprint_of({"a": True}) != fingerprint_of({"a": 1})


def test_a_configuration_without_a_game_cannot_be_made() -> None:
    with pytest.raises(TypeError, match="abstract"):
        BatchConfig(players=2, policy=("least",))  # type: ignore[abstract]
