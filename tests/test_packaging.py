"""Set-up: pins, the search for a Python, what is installed, what the README shows."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable, Mapping
from importlib import metadata
from pathlib import Path
from zipfile import ZipFile

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from gamebase.columns import columns
from staccs import records as staccs_records
from stacko.records import GameRow, TurnRow

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
README = (ROOT / "README.md").read_text()


def pins() -> dict[str, Requirement]:
    lines = (ROOT / "constraints.txt").read_text().splitlines()
    found = [Requirement(line) for line in lines if line and not line.startswith("#")]
    return {canonicalize_name(each.name): each for each in found}


def wanted() -> list[Requirement]:
    project = PROJECT["project"]
    texts = [
        *project["dependencies"],
        *project["optional-dependencies"]["dev"],
        *PROJECT["build-system"]["requires"],
    ]
    return [Requirement(text) for text in texts]


def test_every_pin_is_exact() -> None:
    for pin in pins().values():
        assert [each.operator for each in pin.specifier] == ["=="], pin


@pytest.mark.parametrize("requirement", wanted(), ids=lambda each: each.name)
def test_every_dependency_is_pinned_to_a_version_it_allows(
    requirement: Requirement,
) -> None:
    pin = pins()[canonicalize_name(requirement.name)]
    version = next(iter(pin.specifier)).version
    assert requirement.specifier.contains(version)


def test_what_is_installed_is_what_is_pinned() -> None:
    for name, pin in pins().items():
        if pin.marker is None or pin.marker.evaluate():
            assert pin.specifier.contains(metadata.version(name)), name


def test_everything_that_is_needed_is_pinned() -> None:
    """Dependencies of dependencies included."""
    known = pins()
    todo = [
        canonicalize_name(each.name)
        for each in wanted()
        if each.marker is None or each.marker.evaluate()
    ]
    seen = set()
    while todo:
        name = todo.pop()
        if name in seen:
            continue
        seen.add(name)
        assert name in known
        for text in metadata.requires(name) or []:
            need = Requirement(text)
            if need.marker is None or need.marker.evaluate({"extra": ""}):
                todo.append(canonicalize_name(need.name))


@pytest.mark.parametrize(
    ("version", "needed"), [("3.11", True), ("3.12", False), ("3.13", False)]
)
def test_pybullet_is_asked_for_where_it_has_wheels(version: str, needed: bool) -> None:
    found = [each for each in wanted() if each.name == "pybullet"]
    for requirement in (*found, pins()["pybullet"]):
        assert requirement.marker is not None
        assert requirement.marker.evaluate({"python_version": version}) is needed


@pytest.mark.parametrize("name", ["stacko", "staccs"])
def test_the_commands_are_installed(name: str) -> None:
    (script,) = metadata.entry_points(group="console_scripts", name=name)
    assert script.value == f"{name}.cli:main"
    assert callable(script.load())


def test_the_wheel_holds_packages_and_data(tmp_path: Path) -> None:
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", tmp_path],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    (wheel,) = tmp_path.glob("*.whl")
    names = set(ZipFile(wheel).namelist())
    for name in (
        "gamebase/errors.py",
        "gamebase/py.typed",
        "gamebase/web/player.css",
        "gamebase/web/player.js",
        "stacko/cli.py",
        "stacko/py.typed",
        "stacko/data/uno_stacko.toml",
        "stacko/data/rules.md",
        "stacko/replay/web/viewer.css",
        "stacko/replay/web/viewer.js",
        "staccs/__init__.py",
        "staccs/cli.py",
        "staccs/py.typed",
        "staccs/data/rules.md",
        "staccs/replay/web/staccs.js",
        "staccs/replay/web/staccs.css",
        "sims/staccs_games.py",
        "sims/stacko_games.py",
    ):
        assert name in names
    assert not any(name.startswith(("tests", "notebooks")) for name in names)


def test_ci_runs_what_a_developer_runs() -> None:
    script = ROOT / ".ci" / "run"
    assert os.access(script, os.X_OK)
    assert "set -euo pipefail" in script.read_text()
    assert re.search(r"^make test$", script.read_text(), re.MULTILINE)


def test_make_test_and_make_simulate_set_up_first() -> None:
    for goal, command in (("test", "pytest"), ("simulate", "stacko simulate")):
        done = subprocess.run(
            ["make", "--always-make", "--dry-run", goal],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stdout.index("constraints.txt") < done.stdout.index(command)


def test_readme_opens_with_both_commands_and_three_turns_without_an_engine() -> None:
    first_screen = "\n".join(README.splitlines()[:40])
    assert "make simulate" in first_screen
    assert "make test" in first_screen
    assert first_screen.count("game.push(") == 3
    code = (
        "import doctest, sys; failed = doctest.testfile('README.md', False).failed;"
        "sys.exit(failed or 'pybullet' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False)
    assert done.returncode == 0


@pytest.mark.parametrize(
    ("title", "row_type"),
    [
        ("## Results", GameRow),
        ("## Results", TurnRow),
        ("## STACCS", staccs_records.GameRow),
        ("## STACCS", staccs_records.PlayRow),
    ],
)
def test_readme_names_every_column(title: str, row_type: type) -> None:
    section = README.partition(f"{title}\n")[2].partition("\n## ")[0]
    for column in columns(row_type):
        assert f"`{column.name}`" in section


# --- the search for a Python -------------------------------------------------------

Fake = Callable[[str, str], None]


@pytest.fixture
def fake(tmp_path: Path) -> Fake:
    """Return what puts an executable into ``bin``, the only folder on PATH."""

    def put(name: str, script: str) -> None:
        path = tmp_path / "bin" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)

    put("nothing", "")
    return put


def python(version: str) -> str:
    """Return a script that is this Python but claims to be another version."""
    major, minor = version.split(".")
    claim = f"import sys; sys.version_info = ({major}, {minor}, 1, 'final', 0)"
    return f'exec {sys.executable} -c "{claim}; exec(sys.argv[2])" "$@"'


MISSING_SHIM = "echo 'command not found' >&2; exit 127"
WITHOUT_VENV = "exit 1"


def find_python(
    tmp_path: Path, env: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["/bin/sh", ROOT / "tools" / "find-python.sh"],
        env={"PATH": str(tmp_path / "bin"), "HOME": str(tmp_path), **(env or {})},
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_stand_in_that_does_not_work_is_passed_over(
    tmp_path: Path, fake: Fake
) -> None:
    fake("python3.11", MISSING_SHIM)
    fake("python3", python("3.11"))
    done = find_python(tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"{tmp_path}/bin/python3\n"


def test_the_next_one_along_the_path_is_tried(tmp_path: Path, fake: Fake) -> None:
    fake("python3.11", MISSING_SHIM)
    later = tmp_path / "later folder"
    later.mkdir()
    (later / "python3.11").symlink_to(tmp_path / "bin" / "real")
    fake("real", python("3.11"))
    done = find_python(tmp_path, {"PATH": f"{tmp_path}/bin:{later}"})
    assert done.stdout == f"{later}/python3.11\n"


def test_3_11_is_preferred_to_a_later_default(tmp_path: Path, fake: Fake) -> None:
    fake("python3", python("3.13"))
    fake("python3.11", python("3.11"))
    assert find_python(tmp_path).stdout == f"{tmp_path}/bin/python3.11\n"


def test_a_version_managers_own_folder_is_searched(tmp_path: Path, fake: Fake) -> None:
    fake("real", python("3.11"))
    place = tmp_path / ".pyenv" / "versions" / "3.11.9" / "bin"
    place.mkdir(parents=True)
    (place / "python").symlink_to(tmp_path / "bin" / "real")
    assert find_python(tmp_path).stdout == f"{place}/python\n"


def test_a_later_python_is_used_with_a_note(tmp_path: Path, fake: Fake) -> None:
    fake("python3.11", WITHOUT_VENV)
    fake("python3.13", python("3.13"))
    fake("python3", python("3.12"))
    done = find_python(tmp_path)
    assert done.stdout == f"{tmp_path}/bin/python3\n"
    assert "PyBullet has no wheels" in done.stderr
    assert "python3.11 (with its venv module)" in done.stderr


@pytest.mark.parametrize("version", ["2.7", "3.10"])
def test_an_old_python_is_an_error_that_says_what_to_do(
    tmp_path: Path, fake: Fake, version: str
) -> None:
    fake("python3", python(version))
    done = find_python(tmp_path)
    assert (done.returncode, done.stdout) == (1, "")
    assert "no CPython 3.11 found" in done.stderr
    assert "make PYTHON=" in done.stderr


def test_a_python_can_be_named(tmp_path: Path, fake: Fake) -> None:
    fake("mine", python("3.12"))
    mine = f"{tmp_path}/bin/mine"
    done = find_python(tmp_path, {"PYTHON": mine})
    assert done.stdout == f"{mine}\n"
    assert "PyBullet has no wheels" in done.stderr
    done = find_python(tmp_path, {"PYTHON": "/bin/true"})
    assert done.returncode == 1
    assert "PYTHON=/bin/true is no CPython" in done.stderr
