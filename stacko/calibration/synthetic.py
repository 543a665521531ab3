"""Measurements made up from known values, to see whether a fit finds them again."""

from __future__ import annotations

import csv
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from gamebase.files import atomic_write
from stacko.calibration.falling import fall_angle
from stacko.calibration.loads import TOLERANCES, Setup, draw_loads
from stacko.calibration.measurements import COLUMNS, Kind, Measurement
from stacko.errors import ParameterError, shown
from stacko.quasistatic.stage import single_threaded
from stacko.slots import POSITIONS, Slot

__all__ = ["Campaign", "Truth", "make_measurements", "write_measurements"]

_UNTOUCHED = 1000
"""Beginning of the streams of chance of made-up towers, apart from those of a bank."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Truth:
    """The values that measurements are made from.

    Parameters
    ----------
    mu_block, mu_table : float
        Coefficients of friction.
    height_sigma : float
        Standard deviation of the height, in m.
    scatter : float
        Standard deviation of the logarithm of one slot's readings; the default is a
        guess at careful work with a spring scale.
    angle_error : float
        Standard deviation of a tilt, in rad; the default of 0.7 degrees is a guess at
        a protractor, and at how friction differs from place to place.

    Raises
    ------
    ParameterError
        If a value is out of the range in which a fit looks for it.
    """

    mu_block: float = 0.35
    mu_table: float = 0.5
    height_sigma: float = 5e-5
    scatter: float = 0.1
    angle_error: float = 0.012

    def __post_init__(self) -> None:
        for name, low, high in (
            ("mu_block", 0.02, 2.0),
            ("mu_table", 0.02, 2.0),
            ("height_sigma", float(TOLERANCES[0]), float(TOLERANCES[-1])),
            ("scatter", 0.0, 1.0),
            ("angle_error", 1e-4, 0.2),
        ):
            value = getattr(self, name)
            if not low <= value <= high:
                raise ParameterError(
                    f"true {name} is {shown(value)}: give {low:g} to {high:g}"
                )


@dataclass(frozen=True, slots=True, kw_only=True)
class Campaign:
    """How much is measured.

    Parameters
    ----------
    towers : int
        Towers that are built anew; every slot above layer 1 is pulled in each.
    repeats : int
        Slots of each tower that are pulled three times instead of once.
    slides, table_slides, falls : int
        Readings of each kind of tilt.
    """

    towers: int = 1
    repeats: int = 6
    slides: int = 5
    table_slides: int = 5
    falls: int = 3


def make_measurements(
    setup: Setup, truth: Truth, campaign: Campaign | None = None, seed: int = 0
) -> tuple[Measurement, ...]:
    """Make up measurements of towers of known friction and tolerance.

    Parameters
    ----------
    setup : Setup
    truth : Truth
    campaign : Campaign, optional
    seed : int
        0 or more.

    Returns
    -------
    tuple of Measurement
    """
    plan = campaign or Campaign()
    found: list[Measurement] = []
    with single_threaded():
        for tower in range(plan.towers):
            key = (_UNTOUCHED + tower,)
            source = np.random.SeedSequence(seed, spawn_key=key)
            rng = np.random.default_rng(source)
            found += _pulled(setup, truth, plan.repeats, str(tower + 1), rng)
    key = (_UNTOUCHED - 1,)
    rng = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=key))
    return (*found, *_tilted(setup, truth, plan, rng))


def _pulled(
    setup: Setup, truth: Truth, repeats: int, tower: str, rng: np.random.Generator
) -> Iterator[Measurement]:
    loads, _ = draw_loads(setup, truth.height_sigma, rng)
    slots = [(r, c) for r in range(1, setup.layers) for c in range(3)]
    again = {slots[i] for i in rng.permutation(len(slots))[:repeats]}
    for row, place in slots:
        for _ in range(3 if (row, place) in again else 1):
            force = truth.mu_block * loads[row, place]
            yield Measurement(
                kind=Kind.PULL_FORCE,
                value=float(force * np.exp(truth.scatter * rng.standard_normal())),
                slot=Slot(row + 1, POSITIONS[place]),
                tower=tower,
            )


def _tilted(
    setup: Setup, truth: Truth, plan: Campaign, rng: np.random.Generator
) -> Iterator[Measurement]:
    angles = [
        (Kind.SLIDE_ANGLE, plan.slides, math.atan(truth.mu_block)),
        (Kind.TABLE_SLIDE_ANGLE, plan.table_slides, math.atan(truth.mu_table)),
    ]
    if plan.falls:
        angle, _ = fall_angle(setup, truth.mu_block, truth.mu_table)
        angles.append((Kind.FALL_ANGLE, plan.falls, angle))
    for kind, count, angle in angles:
        for _ in range(count):
            read = angle + truth.angle_error * float(rng.standard_normal())
            yield Measurement(kind=kind, value=min(max(read, 0.01), 1.5))


def write_measurements(
    path: Path, measured: Sequence[Measurement], remarks: Sequence[str] = ()
) -> None:
    """Write measurements as a CSV file that `read_measurements` reads.

    Parameters
    ----------
    path : pathlib.Path
        Written whole or not at all.
    measured : sequence of Measurement
    remarks : sequence of str
        Lines at the beginning, without their ``#``.

    Raises
    ------
    OSError
        If it cannot be written.
    """

    def write(to: Path) -> None:
        with to.open("w", encoding="utf-8", newline="") as handle:
            handle.writelines(f"# {line}\n" for line in remarks)
            rows = csv.writer(handle, lineterminator="\n")
            rows.writerow((*COLUMNS, "tower"))
            rows.writerows(_row(each) for each in measured)

    atomic_write(path, write)


def _row(each: Measurement) -> tuple[str, ...]:
    if each.slot is None:
        return (each.kind, "", "", f"{math.degrees(each.value):.2f}", "deg", "")
    slot = each.slot
    force = f"{each.value:.4f}"
    return (each.kind, str(slot.layer), slot.position, force, "N", each.tower)
