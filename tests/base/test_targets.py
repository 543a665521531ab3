"""Files that somebody asked for: none is written twice, nor over what is read."""

from pathlib import Path

import pytest

from gamebase.errors import ParameterError
from gamebase.targets import check_apart


def test_other_files_are_apart(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    check_apart([Path("a.png"), Path("b.png"), Path("no/a.png")], Path("a.npz"))


@pytest.mark.parametrize("other", ["{folder}/a.png", "x/../a.png", "link.png", "a.png"])
def test_one_file_by_two_names_is_written_once(other, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "x").mkdir()
    (tmp_path / "link.png").symlink_to("a.png")
    names = [Path("a.png"), Path(other.format(folder=tmp_path))]
    with pytest.raises(ParameterError, match=r"written twice: give each its own"):
        check_apart(names, Path("a.npz"))


@pytest.mark.parametrize("name", ["game.json", "link.json"])
def test_what_is_read_is_not_written(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "link.json").symlink_to("game.json")
    with pytest.raises(ParameterError, match="is what is shown"):
        check_apart([Path(name)], tmp_path / "game.json")


def test_links_in_a_circle_are_not_followed_for_ever(tmp_path):
    here, there = tmp_path / "a.png", tmp_path / "b.png"
    here.symlink_to(there)
    there.symlink_to(here)
    check_apart([here], tmp_path / "c")
