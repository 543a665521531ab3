"""The cells of a study: each combination of its variations, made and checked."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any, Generic, TypeVar

import numpy as np

from gamebase.batch_config import BatchConfig
from gamebase.errors import GameError, ParameterError, shown
from gamebase.printable import printable
from sims.design.merging import dotted, flat
from sims.design.varying import Axis, Change, changed

__all__ = ["MOST_CELLS", "Cell", "Maker", "make_cells", "seed_of"]

MOST_CELLS = 10_000
"""Largest number of cells; a slip of the hand makes more by a product."""

Config = TypeVar("Config", bound=BatchConfig)


@dataclass(frozen=True, slots=True)
class Cell(Generic[Config]):
    """One variation of a study.

    Parameters
    ----------
    label : str
        What people call it; empty if nothing varies.
    varied : mapping of str to object
        What it has that the base has not, by dotted key.
    configuration : BatchConfig
        Everything that decides its games, its own seed among it.
    """

    label: str
    varied: Mapping[str, Any]
    configuration: Config


@dataclass(frozen=True, slots=True)
class Maker(Generic[Config]):
    """Makes the configurations of a study, and says where a wrong value is written.

    Parameters
    ----------
    make : callable
        From plain values to a configuration, checked.
    file : str
        What messages call the file.
    written : mapping
        Base values as the file has them.
    base : mapping
        The same with flags put over them.
    whole : tuple of str
        Top-level keys whose tables are replaced as one.
    """

    make: Callable[[Mapping[str, Any]], Config]
    file: str
    written: Mapping[str, Any]
    base: Mapping[str, Any]
    whole: tuple[str, ...]

    def configuration(self, changes: Sequence[Change]) -> Config:
        """Return the base with changes made to it.

        Raises
        ------
        ParameterError
            If that is not accepted; the message says which change it comes from.
        """
        try:
            return self.make(changed(self.base, changes, self.whole))
        except GameError as error:
            raise ParameterError(self._located(changes, str(error))) from error

    def as_written(self) -> Config:
        """Return what the file says with no flag put over it, checked likewise."""
        return replace(self, base=self.written).configuration(())

    def _located(self, changes: Sequence[Change], text: str) -> str:
        """Return a message with the place of what alone brings it about."""
        if self._refused(self.written) == text:
            return f"{self.file}: {text}"
        if self._refused(self.base) == text:
            return text
        for change in changes:
            for part in _parts(change):
                if self._refused(changed(self.base, [part], self.whole)) == text:
                    return f"{self.file}: {part.where}: {text}"
        return f"{self.file}: cell {shown(label_of(changes), 200)}: {text}"

    def _refused(self, values: Mapping[str, Any]) -> str | None:
        try:
            self.make(values)
        except GameError as error:
            return str(error)
        return None


def _parts(change: Change) -> Iterator[Change]:
    """Yield what a change sets one by one, and then the change."""
    if len(change.values) > 1 or change.where.startswith("variations"):
        for key, value in change.values:
            yield Change(
                f"{change.where}.{printable(dotted(key))}", ((key, value),), ""
            )
    yield change


def label_of(changes: Sequence[Change]) -> str:
    """Return what a cell with these changes is called."""
    return ", ".join(change.label for change in changes)


def make_cells(
    maker: Maker[Config], axes: Sequence[Axis], paired: bool
) -> tuple[Cell[Config], ...]:
    """Return all cells, the last axis the fastest; those of no axis are one.

    Parameters
    ----------
    maker : Maker
        Makes their configurations.
    axes : sequence of Axis
        What varies.
    paired : bool
        Whether all cells share the seed.

    Raises
    ------
    ParameterError
        If they are too many, two are the same, or one is not accepted.
    """
    count = math.prod(len(axis) for axis in axes)
    if count > MOST_CELLS:
        sides = " x ".join(str(len(axis)) for axis in axes)
        raise ParameterError(
            f"{maker.file}: {sides} values make {count} cells, more than {MOST_CELLS}: "
            "vary less at once, or make several studies"
        )
    made = [
        Cell(label_of(changes), _varied(changes), maker.configuration(changes))
        for changes in product(*axes)
    ]
    _refuse_twins(made, maker.file)
    if paired:
        return tuple(made)
    return tuple(_reseeded(number, cell) for number, cell in enumerate(made))


def _varied(changes: Sequence[Change]) -> dict[str, Any]:
    return {
        dotted((*key, *inner)): plain
        for change in changes
        for key, value in change.values
        for inner, plain in (flat(value) if isinstance(value, dict) else [((), value)])
    }


def _refuse_twins(cells: Sequence[Cell[Config]], file: str) -> None:
    """Refuse two cells of which every game is the same."""
    first: dict[str, Cell[Config]] = {}
    for cell in cells:
        there = first.setdefault(cell.configuration.fingerprint(), cell)
        if there is not cell:
            raise ParameterError(
                f"{file}: cells {shown(there.label, 200)} and {shown(cell.label, 200)} "
                "have the same configuration: a value is there twice, or what varies "
                "has no effect here; leave one out"
            )


def seed_of(seed: int, cell: int, low: int, high: int) -> int:
    """Return the seed of a cell that shares none, by its number alone.

    Parameters
    ----------
    seed : int
        Of the study.
    cell : int
        Number of the cell.
    low, high : int
        Inclusive bounds of seeds.

    Examples
    --------
    >>> seed_of(7, 0, 0, 2**63 - 1) != seed_of(7, 1, 0, 2**63 - 1)
    True
    """
    source = np.random.SeedSequence(seed, spawn_key=(cell,))
    return low + int(source.generate_state(1, np.uint64)[0]) % (high - low + 1)


def _reseeded(number: int, cell: Cell[Config]) -> Cell[Config]:
    config = cell.configuration
    seed = seed_of(config.seed, number, *config.LIMITS["seed"])
    return Cell(cell.label, cell.varied, config.replace(seed=seed))
