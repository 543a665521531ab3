"""Engines write nothing to the standard streams, and load only when asked for."""

import subprocess
import sys

QUIET = """
import sys
from stacko.engines import EngineSettings, make_engine
from stacko.params import SolverParams
from tests.physics.worlds import G, block, fixed, run
for _ in range(2):
    engine = make_engine(sys.argv[1], EngineSettings(), G)
    engine.build([fixed(), block(position=(0.0, 0.0, 0.01))])
    run(engine, 0.1)
    engine.contacts()
    engine.restore(engine.snapshot())
    engine.remove("block")
    engine.close()
"""

LOUD = """
import os
print("before")
from stacko.engines import EngineSettings, make_engine
from stacko.params import SolverParams
make_engine("auto", EngineSettings(), 9.81).close()
print("after")
os.write(1, b"raw\\n")
"""


def output(request, code, *arguments):
    """Run this in a process of its own; return its two streams."""
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        capture_output=True,
        cwd=request.config.rootpath,
        check=True,
        timeout=60,
    )
    return done.stdout, done.stderr


def test_nothing_is_written_to_the_streams(request, engine_name):
    assert output(request, QUIET, engine_name) == (b"", b"")


def test_what_others_write_still_comes_out_in_order(request):
    written, errors = output(request, LOUD)
    assert sorted(written.split()) == [b"after", b"before", b"raw"]
    assert written.index(b"before") < written.index(b"after")
    assert errors == b""


def test_importing_the_package_loads_no_engine(request):
    code = "import sys, stacko.engines; print({'pybullet', 'mujoco'} & {*sys.modules})"
    assert output(request, code) == (b"set()\n", b"")
