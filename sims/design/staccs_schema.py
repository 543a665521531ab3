"""What the classes of STACCS do not say of its study files, as JSON Schema."""

from __future__ import annotations

from gamebase.schema import PLAYER, Schema, configuration, dealt
from staccs.config import NO_TABLE, SimulationConfig
from staccs.modes import MODES, STARTS, Variation
from staccs.players import player_names

__all__ = ["fields"]

_SEATS = SimulationConfig.LIMITS["players"][1]

_LENGTH = r"\+?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]+)?"


def _any_case(name: str) -> str:
    letters = (
        f"[{each.upper()}{each}]" if each.isalpha() else "[-_]" if each == "-" else each
        for each in name
    )
    return "".join(letters)


def _mode() -> Schema:
    names = [mode.value for mode in MODES]
    pattern = "|".join(map(_any_case, names))
    return {
        "anyOf": [{"enum": names}, {"type": "string", "pattern": f"^({pattern})$"}],
    }


def _variation() -> Schema:
    named = [*(each.value for each in Variation), *STARTS]
    parts = {"type": "string", "pattern": r"^\s*\S+(\s+\S+){3}\s*$"}
    return {"anyOf": [{"enum": named}, parts]}


def _table() -> Schema:
    forms = (
        rf"round:{_LENGTH}",
        rf"rect:{_LENGTH}x{_LENGTH}",
        r"polygon:.+",
        r".*\.[jJ][sS][oO][nN]",
    )
    texts = [{"type": "string", "pattern": f"^{form}$"} for form in forms]
    return {
        "description": "round:DIAMETER, rect:WIDTHxDEPTH, in m, a file that ends in "
        f".json, or {NO_TABLE} for no edge.",
        "anyOf": [{"const": NO_TABLE}, *texts],
        "examples": ["round:1.2", "rect:1.2x0.8", NO_TABLE],
    }


def fields() -> dict[str, Schema]:
    """Return the schemas of what a configuration file may hold, by key."""
    given = {
        "mode": _mode(),
        "policy": dealt(player_names(), _SEATS, PLAYER),
        "variation": _variation(),
        "table": _table(),
    }
    return configuration(SimulationConfig, given)
