"""Study files as JSON Schema (draft 2020-12), for editors.

``python -m sims.design.schema stacko`` prints the schema; an editor that knows TOML
takes it from a first line ``#:schema PATH``.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any

from gamebase.schema import Schema
from sims.design.header import LONGEST_TEXT
from sims.design.metrics import Metric
from sims.design.stopping import MOST
from sims.design.varying import FIXED, LONGEST_NAME

__all__ = ["GAMES", "main", "schema_of", "study_schema"]

GAMES = ("stacko", "staccs")
"""Games whose study files have a schema."""


def study_schema(
    game: str, fields: Mapping[str, Schema], metrics: Sequence[Metric]
) -> Schema:
    """Return the schema of study files.

    Parameters
    ----------
    game : str
        Name of the game.
    fields : mapping of str to dict
        Schemas of what a configuration may hold.
    metrics : sequence of Metric
        Those that a stop rule may look at.
    """
    free = [name for name in fields if name not in FIXED]
    references = {name: {"$ref": f"#/$defs/{name}"} for name in free}
    base = {name: references.get(name, schema) for name, schema in fields.items()}
    axes = {name: _varied(fields[name], f"#/$defs/{name}") for name in free}
    sections = {
        "study": _study(game),
        "grid": _closed(
            "Every combination of these values; the last key changes the fastest.", axes
        ),
        "variations": _variations(references),
        "stop": _stop(metrics),
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Study of {game}",
        **_closed(
            "A base configuration, what varies, and how long each cell goes on. Games "
            "is the number of games of every cell, with a stop rule the most.",
            {**base, **sections},
        ),
        "$defs": {name: fields[name] for name in free},
    }


def _closed(description: str, properties: Mapping[str, Any], **more: Any) -> Schema:
    return {
        "description": description,
        "type": "object",
        "properties": dict(properties),
        **more,
        "additionalProperties": False,
    }


def _study(game: str) -> Schema:
    texts = {
        name: {"type": "string", "maxLength": longest, "description": about}
        for (name, longest), about in zip(
            LONGEST_TEXT.items(),
            ("What people call the study.", "What it is to answer."),
            strict=True,
        )
    }
    paired = {
        "type": "boolean",
        "default": True,
        "description": "Whether game i has the same seed in every cell, so that all "
        "meet the same luck; differences are then found with fewer games.",
    }
    which = {"const": game, "description": "The game that is played."}
    return _closed(
        "What the study is called, and how it is played.",
        {"game": which, **texts, "paired": paired},
    )


def _variations(references: Mapping[str, Schema]) -> Schema:
    name = {
        "type": "string",
        "pattern": r"\S",
        "minLength": 1,
        "maxLength": LONGEST_NAME,
        "description": "What people call the variation.",
    }
    one = _closed(
        "A variation: what it has that the base has not.",
        {"name": name, **references},
        required=["name"],
    )
    return {
        "description": "Variations by name, each combined with the whole grid.",
        "type": "array",
        "items": one,
        "minItems": 1,
    }


def _stop(metrics: Sequence[Metric]) -> Schema:
    known = "; ".join(f"{metric.name}: {metric.meaning}" for metric in metrics)
    rates = [metric.name for metric in metrics if metric.kind == "rate"]
    counts = {
        "at_least": _whole(2, "Games of a cell before it may end."),
        "batch": _whole(1, "Games of every cell between two looks."),
    }
    width = {
        "type": "number",
        "exclusiveMinimum": 0,
        "exclusiveMaximum": 1e9,
        "description": "Full width of the 95 % interval, in the metric's unit; 0.05 is "
        "5 % of a rate.",
    }
    # A rate is known to any width of 1 or more before a game is played.
    narrow = {
        "if": {"properties": {"metric": {"enum": rates}}},
        "then": {"properties": {"width": {"exclusiveMaximum": 1}}},
    }
    return _closed(
        "When a cell ends before it has played all games: once the interval of a "
        "metric is narrow enough.",
        {
            "metric": {
                "enum": [metric.name for metric in metrics],
                "description": f"What is looked at. {known}.",
            },
            "width": width,
            **counts,
        },
        required=["metric", "width"],
        allOf=[narrow],
    )


def _whole(low: int, about: str) -> Schema:
    return {
        "type": "integer",
        "minimum": low,
        "maximum": MOST,
        "default": 100,
        "description": about,
    }


def _varied(schema: Schema, at: str) -> Schema:
    """Return the schema of a field in the grid: lists of what it may be otherwise."""
    tables = [each for each in schema.get("anyOf", ()) if each.get("type") == "object"]
    if tables:
        number = schema["anyOf"].index(tables[0])
        inner = _varied(tables[0], f"{at}/anyOf/{number}")
        # Such a table is one value: of its keys one may vary, that which it needs.
        needed = {key: tables[0][key] for key in ("oneOf",) if key in tables[0]}
        return {"anyOf": [_listed(at), {**inner, **needed, "maxProperties": 1}]}
    if schema.get("type") != "object":
        return _listed(at)
    made: Schema = {"type": "object", "additionalProperties": False}
    if "properties" in schema:
        made["properties"] = {
            name: _varied(each, f"{at}/properties/{name}")
            for name, each in schema["properties"].items()
        }
    if schema.get("additionalProperties"):
        inner = schema["additionalProperties"]
        made["additionalProperties"] = _varied(inner, f"{at}/additionalProperties")
    return made


def _listed(at: str) -> Schema:
    return {
        "type": "array",
        "items": {"$ref": at},
        "minItems": 1,
        "uniqueItems": True,
    }


def schema_of(game: str) -> Schema:
    """Return the schema of the study files of a game, one of `GAMES`."""
    # Loaded by name: studies know no game, and one needs not the other.
    fields = import_module(f"sims.design.{game}_schema").fields()
    metrics = import_module(f"sims.{game}_metrics").METRICS
    return study_schema(game, fields, metrics)


def main(argv: Sequence[str] | None = None) -> int:
    """Print the schema of a game's study files."""
    parser = argparse.ArgumentParser(prog="python -m sims.design.schema")
    parser.add_argument("game", choices=GAMES)
    game = parser.parse_args(argv).game
    print(json.dumps(schema_of(game), indent=1, ensure_ascii=False))
    return 0


if __name__ == "__main__":
    sys.exit(main())
