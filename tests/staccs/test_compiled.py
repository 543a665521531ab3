"""A compiled install: the same commands, the same games, to the byte."""

import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tomllib
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pyarrow.parquet as parquet
import pytest

ROOT = Path(__file__).parents[2]
WHEEL = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"][
    "targets"
]["wheel"]
MODULES = WHEEL["hooks"]["custom"]["modules"]
BATCHES = {
    "uh-oh": ["--policy", "random", "--games", "40"],
    "party": ["--policy", "greedy", "--games", "4"],
    "solo": ["--policy", "lookahead", "--variation", "second_chances", "--games", "2"],
    "wild-out": ["--policy", "greedy,lookahead", "--players", "3", "--games", "2"],
}


def why_not():
    """Return what is missing to compile; empty if nothing is."""
    compiler = shlex.split(sysconfig.get_config_var("CC") or "cc")[0]
    if shutil.which(compiler) is None:
        return f"no C compiler: {compiler} is not there"
    if not Path(sysconfig.get_path("include"), "Python.h").exists():
        return "no headers of Python to compile against"
    missing = [name for name in ("mypyc", "setuptools") if find_spec(name) is None]
    return f"{' and '.join(missing)} not installed" if missing else ""


def run(folder, *command):
    """Run Python with the packages of a folder."""
    return subprocess.run(
        [sys.executable, "-P", *command],
        env={**os.environ, "PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
        check=True,
    ).stdout


def compiled_to(folder):
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder],
        cwd=ROOT,
        env={**os.environ, "HATCH_BUILD_HOOK_ENABLE_CUSTOM": "1"},
        check=True,
        capture_output=True,
    )
    (wheel,) = folder.glob("*.whl")
    ZipFile(wheel).extractall(folder)
    return wheel.name


def batch(folder, mode, out):
    """Return the tables of some games, as bytes, without what a clock measured."""
    flags = [
        "--mode",
        mode,
        *BATCHES[mode],
        "--seed",
        "3",
        "--workers",
        "1",
        "--out",
        str(out),
    ]
    run(folder, "-m", "sims.staccs_games", *flags)
    files = out.glob("*/*.parquet")
    return {f"{path.parent.name}/{path.name}": as_bytes(path) for path in files}


def as_bytes(path):
    table = parquet.read_table(path)
    wall = [name for name in table.column_names if name == "wall_time"]
    sink = BytesIO()
    parquet.write_table(table.drop_columns(wall), sink)
    return sink.getvalue()


def test_what_is_compiled_is_there():
    assert len(set(MODULES)) == len(MODULES)
    assert all((ROOT / module).is_file() for module in MODULES)


@pytest.mark.slow
@pytest.mark.skipif(bool(why_not()), reason=why_not())
def test_a_compiled_install_plays_the_same_games(tmp_path):
    """One test, for it takes half a minute to compile."""
    before = {*ROOT.rglob("*.so")} - {*(ROOT / ".venv").rglob("*.so")}
    name = compiled_to(tmp_path)
    assert not name.endswith("none-any.whl")
    assert {*ROOT.rglob("*.so")} - {*(ROOT / ".venv").rglob("*.so")} == before
    names = [module.removesuffix(".py").replace("/", ".") for module in MODULES]
    code = f"from importlib import import_module as i\nfor n in {names}:"
    code += " print(i(n).__file__)"
    for path in map(Path, run(tmp_path, "-c", code).splitlines()):
        assert path.suffix != ".py"
        assert path.is_relative_to(tmp_path)
    for mode in BATCHES:
        plain = batch(ROOT, mode, tmp_path / f"plain-{mode}")
        assert set(plain) == {"games/00000.parquet", "plays/00000.parquet"}
        assert batch(tmp_path, mode, tmp_path / f"compiled-{mode}") == plain
    assert run(tmp_path, "-m", "stacko.cli", "rules") == run(
        ROOT, "-m", "stacko.cli", "rules"
    )
    code = "import stacko as s; g = s.Game(seed=1); print(len(list(g.legal_moves)), g)"
    assert run(tmp_path, "-c", code) == run(ROOT, "-c", code)
