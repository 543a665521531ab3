"""A study in its record: plain values of a design, and a design of plain values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from gamebase.batch_config import BatchConfig, fingerprint_of
from gamebase.config_reading import check_count, mapping_of, refuse_unknown
from gamebase.errors import GameError, ParameterError, shown
from sims.design.cells import MOST_CELLS, Cell, seed_of
from sims.design.design import Design, joint_fingerprint
from sims.design.header import Header, Kind, header_of
from sims.design.stopping import StopRule

__all__ = ["design_of", "plain_design", "recorded_fingerprint"]

Config = TypeVar("Config", bound=BatchConfig)

_STUDY = ("name", "question", "paired", "games", "seed", "stop")
_CELL = ("label", "varied", "configuration")


def plain_design(design: Design[Config]) -> dict[str, Any]:
    """Return a design as the keys ``study`` and ``cells`` of a record.

    Parameters
    ----------
    design : Design
    """
    return {
        "study": {
            "name": design.name,
            "question": design.question,
            "paired": design.paired,
            "games": design.games,
            "seed": design.seed,
            "stop": None if design.stop is None else design.stop.to_mapping(),
        },
        "cells": [
            {
                "label": cell.label,
                "varied": dict(cell.varied),
                "configuration": cell.configuration.to_mapping(),
            }
            for cell in design.cells
        ],
    }


def recorded_fingerprint(cells: Sequence[Any]) -> str | None:
    """Return the fingerprint that cells of a record have; None if they are damaged.

    Parameters
    ----------
    cells : sequence
        As `plain_design` gives them, also read again from a file.
    """
    try:
        parts = [fingerprint_of(cell["configuration"]) for cell in cells]
    except (TypeError, KeyError, AttributeError, ValueError):
        return None
    return joint_fingerprint(parts)


def design_of(
    record: Mapping[str, Any], kind: Kind[Config], over: Mapping[str, Any] | None = None
) -> Design[Config]:
    """Return the design that a record holds, as for a run that goes on.

    Parameters
    ----------
    record : mapping
        As `plain_design` gives it, also read again from a file; other keys are left
        alone.
    kind : Kind
        The game.
    over : mapping of str to object, optional
        What goes over the values of every cell, such as flags; None means not given.

    Raises
    ------
    ParameterError
        If the record is damaged, or what goes over it is not accepted.
    """
    study, cells = mapping_of("study", record.get("study")), record.get("cells")
    refuse_unknown(study, _STUDY, "study.")
    texts = {key: study[key] for key in ("name", "question", "paired") if key in study}
    header = header_of(texts)
    given = {key: value for key, value in (over or {}).items() if value is not None}
    if not isinstance(cells, list) or not 1 <= len(cells) <= MOST_CELLS:
        raise ParameterError(
            f"cells of the record is {shown(cells)}: it has 1 to {MOST_CELLS} of them"
        )
    stop = study.get("stop")
    games, seed = (_count(kind, name, study, given) for name in ("games", "seed"))
    given.update(games=games)
    made = [_cell(number, cell, kind, given) for number, cell in enumerate(cells)]
    if "seed" in given:
        made = [_seeded(each, header, n, seed) for n, each in enumerate(made)]
    return Design(
        game=kind.game,
        name=header.name,
        question=header.question,
        paired=header.paired,
        games=games,
        seed=seed,
        stop=None if stop is None else StopRule.from_mapping(stop, kind.metrics),
        cells=tuple(made),
    )


def _count(
    kind: Kind[Config], name: str, study: Mapping[str, Any], over: Mapping[str, Any]
) -> int:
    given = name in over
    value = over[name] if given else study.get(name)
    place = name if given else f"study.{name}"
    check_count(place, value, *kind.config.LIMITS[name])
    return int(value or 0)


def _cell(
    number: int, value: object, kind: Kind[Config], over: Mapping[str, Any]
) -> Cell[Config]:
    where = f"cells[{number}]"
    cell = mapping_of(where, value)
    label, varied = cell.get("label"), cell.get("varied")
    if set(cell) != set(_CELL) or not isinstance(label, str):
        raise ParameterError(
            f"{where} of the record is {shown(value)}: it has {', '.join(_CELL)}"
        )
    _refuse_varied(mapping_of(f"{where}.varied", varied), over)
    plain = dict(mapping_of(f"{where}.configuration", cell["configuration"]))
    plain.pop("workers", None)
    try:
        config = kind.config.from_mapping({**plain, **over})
    except GameError as error:
        raise ParameterError(f"cell {shown(label, 200)}: {error}") from error
    return Cell(label, dict(varied or {}), config)


def _refuse_varied(varied: Mapping[str, Any], over: Mapping[str, Any]) -> None:
    for key in varied:
        name = key.partition(".")[0]
        if name in over:
            raise ParameterError(
                f"--{name.replace('_', '-')} is given, but the study varies it "
                f"({key}): leave the flag out"
            )


def _seeded(cell: Cell[Config], header: Header, number: int, seed: int) -> Cell[Config]:
    """Return the cell of a study with another seed."""
    config = cell.configuration
    if not header.paired:
        seed = seed_of(seed, number, *config.LIMITS["seed"])
    return Cell(cell.label, cell.varied, config.replace(seed=seed))
