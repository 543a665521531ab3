"""Statics knows blocks, poses and parameters; no rules, no engine, no hand."""

import subprocess
import sys

from tests.test_imports import ROOT, imported, sources

MAY_IMPORT = {
    "stacko.errors",
    "stacko.geometry",
    "stacko.params",
    "stacko.poses",
    "stacko.slots",
    "stacko.statics",
    "stacko.statics_params",
    "stacko.tower",
}


def test_statics_imports_nothing_of_rules_engines_or_hand():
    for path in sources("stacko/statics"):
        ours = {name for name in imported(path) if name.startswith("stacko")}
        assert {".".join(name.split(".")[:2]) for name in ours} <= MAY_IMPORT, path


def test_its_parameters_can_be_listed_without_scipy():
    code = "import stacko.statics_params, sys; print('scipy' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True
    )
    assert done.stdout == "False\n"
