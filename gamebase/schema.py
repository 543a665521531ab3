"""Parameters, rules and configurations as JSON Schema (draft 2020-12), for editors.

All of it comes from the classes that read the values, so that it cannot say otherwise:
bounds, defaults and units from the fields, meanings from the docstrings. What is
checked between fields, and what names refer to, no schema says.
"""

from __future__ import annotations

import dataclasses
import inspect
import re
from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Any

from gamebase.batch_config import BatchConfig
from gamebase.params import LARGEST, ParameterSet
from gamebase.switches import RuleSet

__all__ = [
    "PLAYER",
    "Schema",
    "configuration",
    "dealt",
    "meanings",
    "parameters",
    "switches",
]

Schema = dict[str, Any]
"""A schema as plain values."""

PLAYER = r"[A-Za-z_][A-Za-z0-9_.]*:[A-Za-z_][A-Za-z0-9_]*"
"""Pattern of a player's class by where it can be imported from."""

_HEADING = re.compile(r"^(\w[\w ]*)\n-{3,}\n", re.MULTILINE)


def meanings(kind: type) -> dict[str, str]:
    """Return what a class's docstring says of its parameters, by name.

    Examples
    --------
    >>> class Card:
    ...     '''A card.
    ...
    ...     Parameters
    ...     ----------
    ...     width, height : float
    ...         Of the card,
    ...         in m.
    ...     '''
    >>> meanings(Card)
    {'width': 'Of the card, in m.', 'height': 'Of the card, in m.'}
    """
    parts = _HEADING.split(inspect.getdoc(kind) or "")
    titled = dict(zip(parts[1::2], parts[2::2], strict=True))
    found: dict[str, list[str]] = {}
    names: list[str] = []
    for line in titled.get("Parameters", "").splitlines():
        if line and not line[0].isspace():
            names = [name.strip() for name in line.partition(":")[0].split(",")]
        else:
            for name in names:
                found.setdefault(name, []).append(line.strip())
    return {name: _plain(" ".join(lines)) for name, lines in found.items()}


def _plain(text: str) -> str:
    return " ".join(text.replace("`", "").split())


def _summary(kind: type) -> str:
    return _plain((inspect.getdoc(kind) or "").partition("\n\n")[0])


def parameters(kind: type[ParameterSet]) -> Schema:
    """Return the schema of a set of parameters.

    Parameters
    ----------
    kind : type
        Its class; fields that are no parameters, such as a name, are left out.
    """
    told = meanings(kind)
    fields = {
        field.name: _parameter(field, told.get(field.name, ""))
        for field in dataclasses.fields(kind)
        if "grade" in field.metadata
    }
    return _table(_summary(kind), fields)


def _table(description: str, properties: Schema) -> Schema:
    return {
        "description": description,
        "type": "object",
        "properties": properties,
        "additionalProperties": False,
    }


def _parameter(field: dataclasses.Field[Any], meaning: str) -> Schema:
    meta = field.metadata
    source = f"{meta['source']} ({meta['grade']})"
    unit = meta.get("unit", "on or off")
    measured = "" if unit in ("-", "on or off") else f"In {unit}. "
    made = {
        "description": f"{meaning} {measured}{source[0].upper()}{source[1:]}.".strip(),
        "default": field.default,
        "x-unit": unit,
        "x-grade": meta["grade"],
    }
    if "unit" not in meta:
        return {**made, "type": "boolean"}
    low = "exclusiveMinimum" if meta["open_low"] else "minimum"
    return {
        **made,
        "type": "integer" if field.type in (int, "int") else "number",
        low: meta["low"],
        "maximum": min(meta["high"], LARGEST),
    }


def switches(kind: type[RuleSet], given: Mapping[str, Schema] | None = None) -> Schema:
    """Return the schema of rules.

    Parameters
    ----------
    kind : type
        Their class.
    given : mapping of str to dict, optional
        Schemas of fields that are neither switches nor whole numbers.

    Raises
    ------
    TypeError
        If one of these has none.
    """
    about = _summary(kind).partition(". ")[0].rstrip(".")
    return _table(f"{about}.", _fields(kind, given or {}))


def configuration(
    kind: type[BatchConfig], given: Mapping[str, Schema]
) -> dict[str, Schema]:
    """Return the schemas of the fields of a configuration, by name.

    Parameters
    ----------
    kind : type
        Its class.
    given : mapping of str to dict
        Schemas of fields whose class does not say all; an empty one for what no file
        may hold.

    Raises
    ------
    TypeError
        If a field needs one and has none.
    """
    return _fields(kind, given)


def _fields(kind: type, given: Mapping[str, Schema]) -> dict[str, Schema]:
    told = meanings(kind)
    limits = getattr(kind, "LIMITS", {})
    made: dict[str, Schema] = {}
    for field in dataclasses.fields(kind):
        schema = given.get(field.name)
        if schema is None:
            schema = _field(field, limits.get(field.name))
        if schema:
            about = {"description": told.get(field.name, "")}
            made[field.name] = {**about, **schema, **_default(field, schema)}
    return made


def _default(field: dataclasses.Field[Any], schema: Schema) -> Schema:
    value = field.default
    if value is dataclasses.MISSING or value is None or "default" in schema:
        return {}
    plain = list(value) if isinstance(value, tuple) else value
    return {"default": str(plain) if isinstance(plain, StrEnum) else plain}


def _field(field: dataclasses.Field[Any], limits: tuple[int, int] | None) -> Schema:
    if limits is not None:
        return {"type": "integer", "minimum": limits[0], "maximum": limits[1]}
    if "low" in field.metadata:
        low, high = field.metadata["low"], field.metadata["high"]
        return {"type": "integer", "minimum": low, "maximum": high}
    if isinstance(field.default, StrEnum):
        return {"enum": [each.value for each in type(field.default)]}
    if isinstance(field.default, bool):
        return {"type": "boolean"}
    made: Any = field.default_factory
    if isinstance(made, type) and issubclass(made, ParameterSet):
        return parameters(made)
    if isinstance(made, type) and issubclass(made, RuleSet):
        return switches(made)
    raise TypeError(f"field {field.name!r} needs a schema: its class does not say all")


def dealt(names: Iterable[str], most: int, pattern: str | None = None) -> Schema:
    """Return the schema of names that are dealt to seats: a list, or ``"a,b"``.

    Parameters
    ----------
    names : iterable of str
        Those there are, of letters and digits, for editors to offer.
    most : int
        Number of seats.
    pattern : str, optional
        What else a name may be; if left out, there are no others.
    """
    known = sorted(names)
    forms = [*known, *([] if pattern is None else [pattern])]
    one = rf"\s*({'|'.join(forms)})\s*"
    name = {"type": "string", "pattern": f"^{one}$", "examples": known}
    text = {
        "type": "string",
        "pattern": f"^{one}(,{one}){{0,{most - 1}}}$",
        "examples": known,
    }
    several = {"type": "array", "items": name, "minItems": 1, "maxItems": most}
    return {"anyOf": [text, several]}
