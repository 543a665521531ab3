"""Engines by name. Importing this package loads none of them."""

from __future__ import annotations

from importlib import import_module

from stacko.engines.base import Body, Contact, Engine, Snapshot, Velocities
from stacko.errors import ParameterError, close_match
from stacko.params import SolverParams

__all__ = [
    "Body",
    "Contact",
    "Engine",
    "Snapshot",
    "Velocities",
    "engine_names",
    "make_engine",
]

_CLASSES = {"pybullet": "stacko.engines.pybullet:PyBulletEngine"}


def engine_names() -> tuple[str, ...]:
    """Return the names that `make_engine` knows."""
    return tuple(_CLASSES)


def make_engine(name: str, solver: SolverParams, gravity: float) -> Engine:
    """Open a world of the named engine.

    Raises
    ------
    ParameterError
        If no engine has this name.
    EngineMissingError
        If the engine's package is not installed.
    """
    if name not in _CLASSES:
        hint = close_match(name, _CLASSES) or "."
        known = ", ".join(_CLASSES)
        raise ParameterError(f"no engine {name!r}{hint} Known engines: {known}")
    module, cls = _CLASSES[name].split(":")
    engine: Engine = getattr(import_module(module), cls)(solver, gravity)
    return engine
