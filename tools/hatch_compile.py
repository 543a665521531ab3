"""Compile the modules that decide the speed of STACCS, when a wheel is built.

A build hook of hatchling, off unless the environment says
``HATCH_BUILD_HOOK_ENABLE_CUSTOM=1``. It is no part of the packages. Which modules are
compiled is said in ``pyproject.toml``. mypyc turns them into C in a folder of its own,
so that nothing compiled is ever left beside the sources, where it would go stale.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

_SETUP = """
from setuptools import setup
from mypyc.build import mypycify

flags = ["--config-file=", "--ignore-missing-imports"]
modules = mypycify([*flags, *{modules!r}], opt_level="3", debug_level="0")
setup(name="compiled", packages=[], ext_modules=modules)
"""


class CompileHook(BuildHookInterface):  # type: ignore[type-arg]
    """Put the modules into the wheel compiled, too; Python takes those."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile; an editable install stays as it is."""
        if version == "editable":
            return
        self._folder = TemporaryDirectory()
        folder = Path(self._folder.name)
        for package in self.build_config.packages:
            shutil.copytree(Path(self.root, package), folder / package)
        (folder / "setup.py").write_text(_SETUP.format(modules=self.config["modules"]))
        done = subprocess.run(
            [sys.executable, "setup.py", "--quiet", "build_ext", "--inplace"],
            cwd=folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        if done.returncode:
            raise RuntimeError(f"mypyc or the C compiler failed:\n{done.stdout}")
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        for path in (*folder.rglob("*.so"), *folder.rglob("*.pyd")):
            name = path.relative_to(folder)
            if name.parts[0] != "build":
                build_data["force_include"][str(path)] = name.as_posix()

    def finalize(
        self, version: str, build_data: dict[str, Any], artifact_path: str
    ) -> None:
        """Remove the folder, now that the wheel is written."""
        if version != "editable":
            self._folder.cleanup()
