"""Errors of the package: those every game has, and those of a physical tower.

All derive from `StackoError`; those that speak of a value are also `ValueError`.
"""

from gamebase.errors import (
    GameError,
    IllegalMoveError,
    InvalidNotationError,
    ParameterError,
    PlayerError,
    close_match,
    matched,
    shown,
    text_of,
)

__all__ = [
    "EngineError",
    "EngineMissingError",
    "IllegalMoveError",
    "ImpossibleResultError",
    "InvalidNotationError",
    "ParameterError",
    "PlayerError",
    "SettleError",
    "StackoError",
    "UnstableError",
    "close_match",
    "matched",
    "shown",
    "text_of",
]

StackoError = GameError
"""Base of every error this package raises on purpose."""


class ImpossibleResultError(StackoError, ValueError):
    """A physical result that cannot belong to the move it was given for."""


class EngineError(StackoError, RuntimeError):
    """Something went wrong in the physical simulation."""


class EngineMissingError(EngineError):
    """The physics engine asked for is not installed."""


class SettleError(EngineError):
    """The tower did not come to rest within the time limit."""


class UnstableError(EngineError):
    """The simulation itself became unstable (speeds or poses without bounds)."""
