"""What a dry run tells of a folder whose run it would go on with."""

from __future__ import annotations

from pathlib import Path

import pytest

from gamebase.errors import ParameterError
from tests.batch.test_games_command import play
from tests.results import contents


def test_it_is_of_what_the_folder_holds(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "a"
    assert play(out, "--seed", "41", "--games", "3", "--quiet") == 0
    before = contents(out)
    assert play(out, "--resume", "--dry-run") == 0
    told = capsys.readouterr().out.split()
    assert "41" in told
    assert told[told.index("games") + 1] == "3"
    assert contents(out) == before


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        (("--resume", "--seed", "4"), "seed: 41 -> 4"),
        (("--resume", "--only", "3"), "game is 3: give a whole number from 0 to 2"),
        (("--games", "2", "--only", "2"), "game is 2"),
    ],
)
def test_what_would_be_refused_is(
    tmp_path: Path, flags: tuple[str, ...], message: str
) -> None:
    assert play(tmp_path / "a", "--seed", "41", "--games", "3", "--quiet") == 0
    with pytest.raises(ParameterError, match=message):
        play(tmp_path / "a", "--dry-run", *flags)
