"""Errors of the package; all derive from `StaccsError`.

Those that speak of a value are also `ValueError`.
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
    "IllegalMoveError",
    "InvalidNotationError",
    "ParameterError",
    "PlayerError",
    "StaccsError",
    "close_match",
    "matched",
    "shown",
    "text_of",
]

StaccsError = GameError
"""Base of every error this package raises on purpose."""
