"""What the classes of Stacko do not say of its study files, as JSON Schema."""

from __future__ import annotations

from gamebase.schema import PLAYER, Schema, configuration, dealt, parameters, switches
from stacko.config import SimulationConfig
from stacko.engines import AUTO, model_names
from stacko.hand.skill import HandParams, hand_names
from stacko.kits import KITS
from stacko.players import player_names
from stacko.rules import Rules

__all__ = ["fields"]

_SEATS = SimulationConfig.LIMITS["players"][1]

_FACES: Schema = {
    "type": "array",
    "items": {"type": "string", "pattern": "^([RYGB][0-9]|reverse|draw_two)$"},
    "minItems": 1,
    "maxItems": 100,
    "contains": {"not": {"const": "reverse"}},
}

_SET: Schema = {
    "description": "Set of blocks: one that comes with the package, a file, or names.",
    "default": next(iter(KITS)),
    "anyOf": [
        {"type": "string", "minLength": 1, "examples": list(KITS)},
        {
            "type": "object",
            "properties": {
                "file": {
                    "type": "string",
                    "description": "Path of a TOML file, from the folder of this one.",
                },
                "blocks": {
                    "type": "array",
                    "description": "Names of the blocks, a multiple of three.",
                    "items": {
                        "type": "string",
                        "pattern": "^((([RYGB][0-9SRD])|W)[b-z]?|T[1-9][0-9]{0,2})$",
                    },
                    "minItems": 3,
                    "uniqueItems": True,
                },
                "name": {"type": "string", "description": "A label for people."},
            },
            "oneOf": [{"required": ["file"]}, {"required": ["blocks"]}],
            "additionalProperties": False,
        },
    ],
}


def _hands() -> Schema:
    hand = parameters(HandParams)
    base = {
        "description": "The skill that the hand starts from: its own if it has the "
        "name of one, else average.",
        "enum": list(hand_names()),
    }
    return {
        "description": "Hands of one's own, each a section [hands.NAME].",
        "type": "object",
        "propertyNames": {"pattern": r"^[^,]*[^,\s][^,]*$"},
        "additionalProperties": {
            **hand,
            "properties": {"base": base, **hand["properties"]},
        },
    }


def fields() -> dict[str, Schema]:
    """Return the schemas of what a configuration file may hold, by key."""
    own_hand = r"[^,\s]([^,]*[^,\s])?"
    given = {
        "policy": dealt(player_names(), _SEATS, PLAYER),
        "hand": dealt(hand_names(), _SEATS, own_hand),
        "engine": {"enum": [AUTO, *model_names()]},
        "rules": switches(Rules, {"cube_faces": _FACES}),
        "hands": _hands(),
        "block_set": {},
    }
    return {**configuration(SimulationConfig, given), "set": _SET}
