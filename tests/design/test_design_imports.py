"""Studies know no game, and nothing that plays or reports one."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.test_imports import imported

ROOT = Path(__file__).parents[2]
LOWEST_FIRST = [
    "interval_ends",
    "metrics",
    "stopping",
    "merging",
    "varying",
    "known_keys",
    "cells",
    "header",
    "study_file",
    "plan",
    "design",
    "record",
    "estimating",
    "outlook",
]
SCHEMAS = {"schema", "stacko_schema", "staccs_schema"}


def test_modules_import_only_earlier_ones_and_no_game() -> None:
    modules = {path.stem for path in (ROOT / "sims/design").glob("*.py")}
    assert modules == {*LOWEST_FIRST, *SCHEMAS, "__init__"}
    for number, module in enumerate(LOWEST_FIRST):
        names = imported(ROOT / f"sims/design/{module}.py")
        earlier = {f"sims.design.{each}" for each in LOWEST_FIRST[:number]}
        ours = {name for name in names if name.startswith("sims.")}
        assert ours <= earlier | {"sims.dataset.spans"}, module
        assert not {name.partition(".")[0] for name in names} & {"stacko", "staccs"}


def test_reading_a_study_loads_nothing_slow() -> None:
    code = "import sims.design.design, sys; print(*sorted(sys.modules))"
    loaded = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    assert not {"scipy", "rich", "matplotlib"} & set(loaded)
