"""What computed a replay: another version may play another game from the same seed."""

from __future__ import annotations

import platform
from functools import cache
from importlib import metadata

from stacko.engines import QUASISTATIC

__all__ = ["versions"]


@cache
def versions(engine: str) -> dict[str, str]:
    """Return the versions of all that a game of this engine depends on.

    Returns
    -------
    dict of str to str
        Of this package, Python, the libraries, and the kind of machine.
    """
    packages = ["stacko", "numpy", "scipy"]
    if engine != QUASISTATIC:
        packages.append(engine)
    found = {name: metadata.version(name) for name in packages}
    found["python"] = platform.python_version()
    found["machine"] = f"{platform.system()} {platform.machine()}"
    return found
