"""Lists for the command line that are of this game: its parameters."""

from __future__ import annotations

from gamebase.params import ParameterSet
from staccs.params import CardParams
from staccs.place import Place

__all__ = ["GROUPS"]

GROUPS: dict[str, ParameterSet] = {"card": CardParams(), "place": Place()}
"""Section of the configuration -> its parameters, with the defaults."""
