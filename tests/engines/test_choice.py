"""Which engine a name stands for, also where packages are missing."""

import subprocess
import sys

import pytest

from stacko.engines import engine_names, is_installed, resolve_engine
from stacko.errors import ParameterError

WITHOUT = """
import sys
for name in sys.argv[1].split(","):
    sys.modules[name] = None  # importing it fails
from stacko.engines import EngineSettings, make_engine, resolve_engine
from stacko.match import MatchConfig
from stacko.errors import EngineMissingError
try:
    print(resolve_engine("auto"), MatchConfig().engine)
except EngineMissingError as error:
    print(error)
for name in sys.argv[1].split(","):
    try:
        make_engine(name, EngineSettings(), 9.81)
    except EngineMissingError as error:
        print(error)
"""


def told(request, *missing):
    """Return what a process tells in which these packages cannot be imported."""
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT, ",".join(missing)],
        capture_output=True,
        cwd=request.config.rootpath,
        check=True,
        text=True,
        timeout=60,
    )
    return done.stdout.splitlines()


def test_auto_is_the_first_that_is_installed():
    assert resolve_engine("auto") == next(filter(is_installed, engine_names()))


@pytest.mark.parametrize("name", engine_names())
def test_a_name_stands_for_itself_installed_or_not(name):
    assert resolve_engine(name) == name


def test_an_unknown_name_is_refused():
    with pytest.raises(ParameterError, match=r"'mujocco'; did you mean 'mujoco'\?"):
        resolve_engine("mujocco")


def test_without_pybullet_auto_is_mujoco(request):
    auto, missing = told(request, "pybullet")
    assert auto == "mujoco mujoco"
    assert missing.startswith("PyBullet is not installed")
    assert "--engine mujoco" in missing


@pytest.mark.skipif(not is_installed("pybullet"), reason="PyBullet has no wheel here")
def test_without_mujoco_auto_is_pybullet(request):
    auto, missing = told(request, "mujoco")
    assert auto == "pybullet pybullet"
    assert missing.startswith("MuJoCo cannot be imported")
    assert "pip install mujoco" in missing


def test_without_any_the_remedy_is_told(request):
    auto, *_ = told(request, "pybullet", "mujoco")
    assert auto.startswith("no physics engine is installed")
    assert "make setup" in auto
