"""FACE OFF, which the rulebook lists as coming soon and prints no rules of (T19)."""

from __future__ import annotations

from typing import NoReturn

from staccs.errors import ParameterError
from staccs.phases import Mode

__all__ = ["refuse"]


def refuse(*_: object, **__: object) -> NoReturn:
    """Say that FACE OFF cannot be played.

    Raises
    ------
    ParameterError
        Always.
    """
    others = ", ".join(mode.value for mode in Mode if mode is not Mode.FACE_OFF)
    raise ParameterError(
        "FACE OFF cannot be played: the rulebook lists it as coming soon and prints no "
        f"rules of it (T19). Give one of {others}"
    )
