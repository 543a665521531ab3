"""A batch of a game that is neither of ours, run as a command runs it."""

from __future__ import annotations

import argparse
import dataclasses
import json
import os
import signal
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Self

import pyarrow as pa
import pytest

from gamebase.batch_config import BatchConfig
from gamebase.batch_flags import add_folder_flags, add_game_flags
from gamebase.columns import column
from gamebase.config_reading import refuse_unknown
from gamebase.errors import ParameterError
from sims import games_command, resuming
from sims.dataset.chunks import Rows
from sims.dataset.results import Results
from sims.dataset.store import Store
from sims.design.metrics import Metric
from sims.design.record import recorded_fingerprint
from sims.games_command import GameKind, run
from sims.manifest import Manifest
from sims.report import Line, speed, spread
from tests.results import contents


@dataclass(frozen=True, slots=True, kw_only=True)
class Throws:
    game: int = column("index")
    seed: int = column("seed of the batch")
    termination: str = column("won, lost or failed")
    eyes: int = column("sum of the dice")
    error: str | None = column("what failed", default=None)


@dataclass(frozen=True, slots=True)
class Dice:
    seed: int
    broken: int
    loud: int = 0

    def play(self, index: int) -> Rows:
        if index == self.broken:
            raise LookupError(f"a die is gone{'!' * self.loud}")
        eyes = 2 + (self.seed + index) % 11
        end = "won" if eyes > 6 else "lost"
        row = Throws(game=index, seed=self.seed, termination=end, eyes=eyes)
        return {"games": [row]}

    def failed(self, index: int, error: str, termination: str = "failed") -> Rows:
        row = Throws(
            game=index, seed=self.seed, termination=termination, eyes=0, error=error
        )
        return {"games": [row]}


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceConfig(BatchConfig):
    LIMITS: ClassVar[Mapping[str, tuple[int, int]]] = {
        **BatchConfig.LIMITS,
        "players": (1, 2),
        "broken": (-1, 100),
        "loud": (0, 10_000_000),
    }

    games: int = 6
    players: int = 1
    policy: tuple[str, ...] = ("nobody",)
    workers: int = 1
    broken: int = -1
    loud: int = 0

    @classmethod
    def from_mapping(cls, values: Mapping[str, Any], folder: Path = Path()) -> Self:
        refuse_unknown(values, list(cls.LIMITS))
        return cls(**values)

    def to_mapping(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.LIMITS}


def check(config: DiceConfig) -> None:
    if config.seed == 13:
        raise ParameterError("seed is 13: nobody plays with that")


def summary(games: pa.Table, *, played: int, seconds: float) -> Iterator[Line]:
    yield Line("eyes", spread(games.column("eyes").to_pylist()))
    yield from speed(played, seconds)


DICE = GameKind(
    game="dice",
    config=DiceConfig,
    tables={"games": Throws},
    job=lambda config: Dice(config.seed, config.broken, config.loud),
    check=check,
    same=("seed",),
    title=lambda config: f"Dice, seed {config.seed}",
    summary=summary,
)


def play(out: Path, *flags: str, kind: GameKind[DiceConfig] = DICE) -> int:
    parser = argparse.ArgumentParser()
    add_game_flags(parser, DiceConfig)
    parser.add_argument("--broken", type=int)
    parser.add_argument("--loud", type=int)
    add_folder_flags(parser, "results/dice")
    return run(kind, parser.parse_args([*flags, "--out", str(out)]))


def column_of(out: Path, name: str) -> list[Any]:
    table = Results(out, DICE.tables).tables("games", [name])
    return list(table.column(name).to_pylist())


def ends(out: Path) -> list[str]:
    return column_of(out, "termination")


def test_a_batch_is_played_and_told_of(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert play(tmp_path / "a", "--seed", "3") == 0
    assert ends(tmp_path / "a") == ["lost", "lost", "won", "won", "won", "won"]
    shown = capsys.readouterr().out
    assert "Dice, seed 3" in shown
    assert "mean 7.5, median 8" in shown
    assert "games/, run.json" in shown


def test_a_game_that_fails_is_a_row_and_a_code(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert play(tmp_path / "a", "--broken", "1") == 1
    assert ends(tmp_path / "a").count("failed") == 1
    assert "game 1 failed: " in capsys.readouterr().out
    content = Manifest.read(tmp_path / "a")
    assert content is not None
    assert content["games"] == {"asked": 6, "finished": 6, "failed": 1}


def test_an_endless_error_text_is_cut(tmp_path: Path) -> None:
    assert play(tmp_path / "a", "--broken", "1", "--loud", "3000000", "--quiet") == 1
    (error,) = filter(None, column_of(tmp_path / "a", "error"))
    assert error.startswith("LookupError: a die is gone!!!")
    assert "... (3000013 long)" in error
    assert len(error) < 2100


class Lost(Dice):
    """Cannot be loaded by those who are to play it."""

    def __reduce__(self) -> tuple[Any, ...]:
        return open, ("/nowhere/at/all",)


def test_a_batch_that_cannot_go_on_is_no_batch_that_runs(tmp_path: Path) -> None:
    """What is wrong only shows once games are handed out: the record tells of it."""
    out = tmp_path / "a"
    lost = dataclasses.replace(DICE, job=lambda config: Lost(config.seed, -1))
    with pytest.raises(ParameterError, match="cannot load the games"):
        play(out, "--quiet", kind=lost)
    record = Manifest.read(out)
    assert record is not None
    assert (record["status"], record["sessions"][0]["status"]) == ("interrupted",) * 2
    assert play(out, "--quiet", "--resume") == 0
    assert len(ends(out)) == 6


@pytest.mark.parametrize("moment", ["_results", "_counts"])
def test_a_second_interrupt_after_the_last_shard_is_noted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    """All games are safe by then, and are counted: the run does not run any more."""
    out = tmp_path / "a"
    count = getattr(games_command._Session, moment)
    sealed: list[bool] = []

    def seal(store: Store) -> None:
        Store.seal(store)
        sealed.append(True)

    def counts(*args: Any) -> Any:
        if sealed:
            for _ in range(2):
                os.kill(os.getpid(), signal.SIGINT)
        return count(*args)

    monkeypatch.setattr(games_command, "Store", type("S", (Store,), {"seal": seal}))
    monkeypatch.setattr(games_command._Session, moment, counts)
    with pytest.raises(KeyboardInterrupt):
        play(out, "--quiet")
    record = Manifest.read(out)
    assert record is not None
    assert (record["status"], record["sessions"][0]["status"]) == ("interrupted",) * 2
    assert len(ends(out)) == 6


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"study": {}}, "study.games is None"),
        ({"study": {"games": 6, "seed": 0, "stop": [1]}}, "stop"),
        ({"study": {"games": 6, "seed": 0, "name": 1}}, "study.name is 1"),
        ({"label": 3}, "cells[0] of the record is"),
        ({"varied": 3}, "cells[0].varied is 3"),
        ({"players": 3}, "players is 3"),
    ],
)
def test_a_damaged_record_is_told_of_by_name(
    tmp_path: Path, change: dict[str, Any], told: str
) -> None:
    """File, place and remedy: whoever reads it did not write a file of that kind."""
    out = tmp_path / "a"
    assert play(out, "--quiet") == 0
    record = Manifest.read(out)
    assert record is not None
    (cell,) = record["cells"]
    for key, value in change.items():
        place = {"study": record, "players": cell["configuration"]}.get(key, cell)
        place[key] = value
    record["fingerprint"] = recorded_fingerprint(record["cells"])
    (out / "run.json").write_text(json.dumps(record))
    before = contents(out)
    for flags in ((), ("--dry-run",), ("--games", "9")):
        with pytest.raises(ParameterError) as caught:
            play(out, "--resume", *flags)
        text = str(caught.value)
        assert told in text
        assert "run.json' is damaged or was edited: " in text
        assert "put the right one back" in text.casefold()
    assert contents(out) == before


def test_a_flag_that_does_not_fit_is_no_damage(tmp_path: Path) -> None:
    out = tmp_path / "a"
    assert play(out, "--quiet") == 0
    with pytest.raises(ParameterError, match="players is 7") as caught:
        play(out, "--resume", "--players", "7")
    assert "damaged" not in str(caught.value)


def test_what_fails_every_game_writes_nothing(tmp_path: Path) -> None:
    with pytest.raises(ParameterError, match="nobody plays"):
        play(tmp_path / "a", "--seed", "13")
    assert not (tmp_path / "a").exists()


def test_what_nobody_hears_of_is_not_counted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its interval needs scipy, which takes longer to load than some batches."""
    seen: list[int] = []
    eyes = Metric(
        "eyes", "mean", "eyes", "-", ("eyes",), lambda row: seen.append(1) or 1
    )
    kind = dataclasses.replace(DICE, metrics=(eyes,))
    assert play(tmp_path / "a", "--quiet", kind=kind) == 0
    assert not seen
    assert play(tmp_path / "b", kind=kind) == 0
    assert len(seen) == 6
    assert "; eyes 1" in capsys.readouterr().err


def test_a_batch_goes_on_with_the_configuration_it_had(tmp_path: Path) -> None:
    out = tmp_path / "a"
    assert play(out, "--seed", "3", "--games", "2", "--quiet") == 0
    with pytest.raises(ParameterError, match="--resume"):
        play(out)
    with pytest.raises(ParameterError, match="seed: 3 -> 4"):
        play(out, "--resume", "--seed", "4")
    assert play(out, "--resume", "--games", "6", "--quiet") == 0
    assert len(ends(out)) == 6
    assert play(out, "--overwrite", "--games", "1", "--quiet") == 0
    assert len(ends(out)) == 1


@pytest.mark.parametrize("also", [(), ("--dry-run",), ("--only", "1")])
def test_fewer_games_than_there_are_cannot_be_asked_for(
    tmp_path: Path, also: tuple[str, ...]
) -> None:
    out = tmp_path / "a"
    assert play(out, "--games", "5", "--quiet") == 0
    before = contents(out)
    with pytest.raises(ParameterError, match=r"games is 2, but .* has game 4") as error:
        play(out, "--resume", "--games", "2", *also)
    assert "give --games 5 or more" in str(error.value)
    assert contents(out) == before


@pytest.mark.parametrize("flags", [[], ["--resume"], ["--overwrite"]])
def test_a_run_that_was_overtaken_leaves_the_other_alone(
    tmp_path: Path, flags: list[str]
) -> None:
    """The other begins and ends between the look at the folder and the claim."""
    out = tmp_path / "a"

    def overtaken(_: DiceConfig) -> None:
        assert play(out, "--seed", "3", "--quiet") == 0

    kind = dataclasses.replace(DICE, check=overtaken)
    with pytest.raises(ParameterError, match="another run has just written"):
        play(out, "--seed", "4", *flags, kind=kind)
    assert column_of(out, "seed") == [3] * 6


@pytest.mark.parametrize("flag", ["--resume", "--overwrite"])
def test_a_batch_of_another_game_is_refused_and_stays(
    tmp_path: Path, flag: str
) -> None:
    out = tmp_path / "a"
    assert play(out, "--quiet") == 0
    before = contents(out)
    cards = dataclasses.replace(DICE, game="cards")
    with pytest.raises(ParameterError, match="holds a batch of 'dice', not of cards"):
        play(out, flag, kind=cards)
    assert contents(out) == before


def test_games_of_two_batches_are_not_mixed(tmp_path: Path) -> None:
    one, other = tmp_path / "a", tmp_path / "b"
    assert play(one, "--seed", "3", "--quiet") == 0
    assert play(other, "--seed", "4", "--quiet") == 0
    for name in ("games", "shards.jsonl"):
        (one / name).rename(tmp_path / name)
        (other / name).rename(one / name)
    with pytest.raises(ParameterError, match=r"games with seed 4, but .* has 3"):
        play(one, "--resume")


def test_a_game_of_another_batch_is_found_amid_others(tmp_path: Path) -> None:
    seeds = pa.chunked_array([[3, 3], [3, 4], [3, None, None, 3]])
    piece = pa.table({"cell": [0] * 8, "seed": seeds})
    found = resuming._unlike(piece)
    assert [row["seed"] for row in found] == [3, 4, 3, None, 3]
    assert list(resuming._unlike(piece.slice(0, 0))) == []
