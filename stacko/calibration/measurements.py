"""Measurements of a real tower, read from a CSV file; whatever is wrong is refused.

The first line names the columns: ``kind``, ``layer``, ``position``, ``value`` and
``unit``, in any order, and if wanted ``tower`` and ``error``. Empty lines and lines
that begin with ``#`` are passed over.
"""

from __future__ import annotations

import csv
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from gamebase.counting import counted
from gamebase.files import read_regular
from stacko.errors import StackoError, close_match, shown
from stacko.slots import POSITIONS, Slot

__all__ = ["COLUMNS", "Kind", "Measurement", "MeasurementError", "read_measurements"]

COLUMNS = ("kind", "layer", "position", "value", "unit")
"""Columns that a file must have."""

_OPTIONAL = ("tower", "error")

_UNITS: Mapping[bool, Mapping[str, float]] = {
    True: {"N": 1.0, "mN": 1e-3},
    False: {"deg": math.pi / 180, "rad": 1.0},
}
"""Is it a force -> unit -> its size in SI."""

_LARGEST = {True: 100.0, False: math.pi / 2}
"""Largest values, N and rad: beyond them are only slips of the pen."""


class MeasurementError(StackoError, ValueError):
    """A file of measurements, or a line of it, that cannot be used."""


class Kind(StrEnum):
    """What was measured."""

    PULL_FORCE = "pull_force"
    SLIDE_ANGLE = "slide_angle"
    TABLE_SLIDE_ANGLE = "table_slide_angle"
    FALL_ANGLE = "fall_angle"

    @property
    def is_force(self) -> bool:
        """Whether it is a force, of a slot, and not an angle."""
        return self is Kind.PULL_FORCE


@dataclass(frozen=True, slots=True, kw_only=True)
class Measurement:
    """One reading.

    Parameters
    ----------
    kind : Kind
        ``pull_force``, at which the block of a slot of an untouched tower begins to
        slide; ``slide_angle``, at which one block slides on a block;
        ``table_slide_angle``, at which it slides on what the tower stands on;
        ``fall_angle``, at which the whole tower slides or tips.
    value : float
        In N or rad.
    error : float or None
        Its standard deviation, in the same unit; None if it is not known.
    slot : Slot or None
        Where the pulled block lies; None for angles.
    tower : str
        Which tower, where several were built.
    """

    kind: Kind
    value: float
    error: float | None = None
    slot: Slot | None = None
    tower: str = "1"


def read_measurements(path: Path, layers: int) -> tuple[Measurement, ...]:
    """Read a file of measurements.

    Parameters
    ----------
    path : pathlib.Path
    layers : int
        Layers of the tower, to tell which slots there are.

    Returns
    -------
    tuple of Measurement
        In the order of the file, in SI units.

    Raises
    ------
    MeasurementError
        If the file cannot be read or anything in it is not accepted; the message names
        file, line, value and remedy.
    """
    name = shown(str(path), 200)
    try:
        text = read_regular(path).removeprefix("\ufeff")
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "it is not text in UTF-8"
        raise MeasurementError(
            f"{name} cannot be read ({reason}): give a CSV file of measurements"
        ) from error
    rows = _rows(text, name)
    try:
        first, header = next(rows)
    except StopIteration:
        raise MeasurementError(
            f"{name} is empty: its first line names the columns {','.join(COLUMNS)}, "
            "and each line after it holds one measurement"
        ) from None
    columns = _columns(header, f"{name}, line {first}")
    found = tuple(
        _measurement(_cells(row, columns, f"{name}, line {line}"), layers)
        for line, row in rows
    )
    if not found:
        raise MeasurementError(
            f"{name} names columns and holds no measurement: write one a line, such as "
            "pull_force,7,b,0.31,N"
        )
    return found


def _rows(text: str, name: str) -> Iterator[tuple[int, Sequence[str]]]:
    """Yield the rows that hold something, with the numbers of their lines."""
    reader = csv.reader(text.splitlines(), strict=True)
    try:
        for row in reader:
            cells = [cell.strip() for cell in row]
            if any(cells) and not cells[0].startswith("#"):
                yield reader.line_num, cells
    except csv.Error as error:
        raise MeasurementError(
            f"{name}, line {reader.line_num} is not CSV ({error}): separate cells by "
            "commas, and leave out quotation marks"
        ) from error


def _columns(header: Sequence[str], where: str) -> Sequence[str]:
    known = (*COLUMNS, *_OPTIONAL)
    missing = [each for each in COLUMNS if each not in header]
    if missing:
        raise MeasurementError(
            f"{where}: column {missing[0]!r} is missing among {shown(list(header))}: "
            f"name the columns {','.join(COLUMNS)}, separated by commas"
        )
    for each in header:
        if each not in known:
            raise MeasurementError(
                f"{where}: column {shown(each)} is unknown"
                f"{close_match(each, known)}; known are {', '.join(known)}"
            )
    if len(set(header)) < len(header):
        raise MeasurementError(
            f"{where}: a column is named twice in {shown(list(header))}: name each once"
        )
    return header


class _Line:
    """The cells of one line by column, and where that line is."""

    def __init__(self, cells: Mapping[str, str], where: str) -> None:
        self.cells, self.where = cells, where

    def __getitem__(self, column: str) -> str:
        return self.cells.get(column, "")

    def refuse(self, column: str, remedy: str) -> MeasurementError:
        """Return the error that a cell is."""
        return MeasurementError(
            f"{self.where}: {column} is {shown(self[column])}: {remedy}"
        )

    def one_of(self, column: str, known: Iterable[str]) -> str:
        """Return the text of a cell that holds one of some words."""
        names = list(known)
        if self[column] in names:
            return self[column]
        hint = close_match(self[column], names)
        raise self.refuse(column, f"give one of {', '.join(names)}{hint}")

    def number(self, column: str, unit: str) -> float:
        """Return the number in a cell."""
        try:
            value = float(self[column])
        except ValueError:
            value = math.nan
        if not math.isfinite(value) or "_" in self[column]:
            remedy = f"give a number in {unit}, with a point and no unit, such as 0.31"
            raise self.refuse(column, remedy)
        return value


def _cells(row: Sequence[str], columns: Sequence[str], where: str) -> _Line:
    if len(row) != len(columns):
        raise MeasurementError(
            f"{where}: there are {counted(len(row), 'cell')} in "
            f"{shown(','.join(row))} and {counted(len(columns), 'column')}: of an "
            "empty cell the comma stays, and decimals have a point"
        )
    return _Line(dict(zip(columns, row, strict=True)), where)


def _measurement(line: _Line, layers: int) -> Measurement:
    kind = Kind(line.one_of("kind", [kind.value for kind in Kind]))
    units = _UNITS[kind.is_force]
    unit = line.one_of("unit", units)
    size, most = units[unit], _LARGEST[kind.is_force]
    value = line.number("value", unit)
    if kind.is_force and value < 0:
        raise line.refuse("value", "a force is 0 or more, whichever way it points")
    if not kind.is_force and value <= 0:
        raise line.refuse("value", "an angle is above 0, whichever way it tilts")
    if value * size >= most:
        raise line.refuse("value", f"give less than {most / size:g} {unit}")
    error = line.number("error", unit) * size if line["error"] else None
    if error is not None and error <= 0:
        raise line.refuse(
            "error", "a standard deviation is above 0; leave it empty if not known"
        )
    return Measurement(
        kind=kind,
        value=value * size,
        error=error,
        slot=_slot(line, kind, layers),
        tower=line["tower"] or "1",
    )


def _slot(line: _Line, kind: Kind, layers: int) -> Slot | None:
    if not kind.is_force:
        for column in ("layer", "position"):
            if line[column]:
                raise line.refuse(column, f"a {kind} is of no slot, leave it empty")
        return None
    try:
        layer = int(line["layer"])
    except ValueError:
        layer = 0
    if not 1 <= layer <= layers:
        raise line.refuse(
            "layer", f"there are layers 1 to {layers}, counted from the table"
        )
    return Slot(layer, line.one_of("position", POSITIONS))
