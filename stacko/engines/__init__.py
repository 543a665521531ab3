"""Engines by name. Importing this package loads none of them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import import_module
from types import ModuleType

from stacko.engines.base import Body, Contact, Engine, Snapshot, Velocities
from stacko.engines.settings import EngineSettings
from stacko.errors import EngineMissingError, ParameterError, close_match

__all__ = [
    "AUTO",
    "QUASISTATIC",
    "Body",
    "Contact",
    "Engine",
    "EngineSettings",
    "Snapshot",
    "Velocities",
    "engine_names",
    "is_installed",
    "make_engine",
    "model_names",
    "resolve_engine",
    "section_of",
]

AUTO = "auto"
"""Stands for the first engine that is installed."""


QUASISTATIC = "quasistatic"
"""Name of the model that needs no engine; see `stacko.quasistatic`."""


@dataclass(frozen=True, slots=True)
class _Kind:
    """Where an engine is, and which of the `EngineSettings` are its own."""

    module: str
    cls: str
    section: str


_KINDS = {
    "pybullet": _Kind("stacko.engines.pybullet", "PyBulletEngine", "solver"),
    "mujoco": _Kind("stacko.engines.mujoco", "MujocoEngine", "mujoco"),
}
"""Engine -> what it is; ``auto`` takes the first one that is installed."""


def engine_names() -> tuple[str, ...]:
    """Return the names that `make_engine` knows."""
    return tuple(_KINDS)


def model_names() -> tuple[str, ...]:
    """Return what a tower can be played with: the engines, and `QUASISTATIC`."""
    return (*engine_names(), QUASISTATIC)


def section_of(name: str) -> str:
    """Return which field of `EngineSettings` an engine takes.

    Raises
    ------
    ParameterError
        If no engine has this name.
    """
    return name if name == QUASISTATIC else _kind(name).section


def _kind(name: str) -> _Kind:
    if name not in _KINDS:
        hint = close_match(name, _KINDS) or "."
        known = ", ".join(_KINDS)
        raise ParameterError(f"no engine {name!r}{hint} Known engines: {known}")
    return _KINDS[name]


def _module(name: str) -> ModuleType:
    return import_module(_kind(name).module)


@cache
def is_installed(name: str) -> bool:
    """Tell whether the package of an engine can be imported; this loads it.

    Raises
    ------
    ParameterError
        If no engine has this name.
    """
    try:
        _module(name).load()
    except EngineMissingError:
        return False
    return True


def resolve_engine(name: str) -> str:
    """Return the engine that a name stands for.

    Parameters
    ----------
    name : str
        Name of an engine, or ``"auto"``: PyBullet where it is installed, or else
        MuJoCo.

    Raises
    ------
    ParameterError
        If no engine has this name.
    EngineMissingError
        If it is left open and none is installed.
    """
    if name == QUASISTATIC:
        return name
    if name != AUTO:
        _kind(name)
        return name
    for known in _KINDS:
        if is_installed(known):
            return known
    raise EngineMissingError(
        f"no physics engine is installed (looked for {', '.join(_KINDS)}): run "
        "`make setup`, or `pip install mujoco`"
    )


def make_engine(name: str, settings: EngineSettings, gravity: float) -> Engine:
    """Open a world of the named engine.

    Parameters
    ----------
    name : str
        As for `resolve_engine`.
    settings : EngineSettings
        The engine takes its own part of them.
    gravity : float
        In m/s^2, downward.

    Raises
    ------
    ParameterError
        If no engine has this name.
    EngineMissingError
        If the engine's package is not installed.
    """
    found = resolve_engine(name)
    own = getattr(settings, section_of(found))
    engine: Engine = getattr(_module(found), _kind(found).cls)(own, gravity)
    return engine
