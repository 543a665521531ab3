"""A study file taken apart: what it says, what it varies, and what it starts from."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

from gamebase.batch_config import BatchConfig
from gamebase.config_reading import read_toml
from gamebase.errors import GameError, ParameterError, close_match, shown
from sims.design.cells import Cell, Maker, make_cells
from sims.design.header import Header, Kind, header_of
from sims.design.known_keys import refuse_unknown_keys
from sims.design.stopping import StopRule
from sims.design.varying import Axis, grid_axes, refuse_clashes, variation_axis

__all__ = ["SECTIONS", "StudyFile"]

Config = TypeVar("Config", bound=BatchConfig)

SECTIONS = ("study", "grid", "variations", "stop")
"""What a study file has besides what a configuration file has."""


@dataclass(frozen=True, slots=True)
class StudyFile(Generic[Config]):
    """A study file, its own sections checked, its configurations not yet made.

    Parameters
    ----------
    file : str
        What messages call it.
    header : Header
        What it says of itself.
    axes : sequence of Axis
        What varies, variations first; the last axis is the fastest.
    stop : StopRule or None
        When a cell ends.
    maker : Maker
        Makes its configurations.
    over : mapping
        What goes over base values.
    """

    file: str
    header: Header
    axes: Sequence[Axis]
    stop: StopRule | None
    maker: Maker[Config]
    over: Mapping[str, Any]

    @classmethod
    def read(
        cls, path: Path, kind: Kind[Config], over: Mapping[str, Any]
    ) -> StudyFile[Config]:
        """Read a file; see `sims.design.design.Design.from_file`."""
        values, file = read_toml(path), shown(str(path), 200)
        own = {key: values.pop(key) for key in SECTIONS if key in values}
        try:
            _refuse_misspelt(values, kind.config)
            header = _header(own, kind.game)
            axes = _axes(own, kind.config.FLAGS)
            refuse_unknown_keys(axes, kind.config)
            stop = None
            if "stop" in own:
                stop = StopRule.from_mapping(own["stop"], kind.metrics, kind.elsewhere)
        except GameError as error:
            raise ParameterError(f"{file}: {error}") from error
        maker = Maker(
            make=lambda plain: kind.config.from_mapping(plain, path.parent),
            file=file,
            written=values,
            base={**values, **over},
            whole=kind.config.FLAGS,
        )
        return cls(file, header, axes, stop, maker, over)

    def cells(self) -> tuple[Cell[Config], ...]:
        """Return the cells, each with its configuration.

        Raises
        ------
        ParameterError
            If one is not accepted, or flags go over what varies.
        """
        self._refuse_varied_flags()
        if not self.axes and self.over:
            self.maker.as_written()
        cells = make_cells(self.maker, self.axes, self.header.paired)
        self._refuse_idle(cells[0].configuration.games)
        return cells

    def seed(self) -> int:
        """Return the seed of the study, of which those of its cells are made."""
        return self.maker.configuration([axis[0] for axis in self.axes]).seed

    def _refuse_varied_flags(self) -> None:
        for change in (change for axis in self.axes for change in axis):
            for key, _ in change.values:
                if key[0] in self.over:
                    raise ParameterError(
                        f"--{key[0].replace('_', '-')} is given, but {self.file} "
                        f"varies it ({change.where}): leave the flag out"
                    )

    def _refuse_idle(self, games: int) -> None:
        """Refuse a rule that ends no cell; a flag may ask for few games, to try."""
        rule = self.stop
        if rule is not None and games < rule.at_least and "games" not in self.over:
            raise ParameterError(
                f"{self.file}: stop.at_least is {rule.at_least}, but games, the most "
                f"that a cell plays, is {games}: give more games, or a lower at_least"
            )


def _refuse_misspelt(values: Mapping[str, Any], config: type[BatchConfig]) -> None:
    """Refuse a key that means a section of a study; else only others would be named."""
    known = {*(field.name for field in dataclasses.fields(config)), *config.FLAGS}
    for key in values:
        near = "" if key in known else close_match(key, SECTIONS)
        if near:
            raise ParameterError(
                f"unknown key {shown(key)}{near} The sections of a study are "
                f"{', '.join(SECTIONS)}"
            )


def _header(own: Mapping[str, Any], game: str) -> Header:
    header = header_of(own.get("study", {}))
    if header.game not in (None, game):
        raise ParameterError(
            f"study.game is {shown(header.game)}, and this plays {game}: use the "
            "command of that game"
        )
    return header


def _axes(own: Mapping[str, Any], whole: Sequence[str]) -> list[Axis]:
    axes: list[Axis] = []
    if "variations" in own:
        axes.append(variation_axis(own["variations"]))
    if "grid" in own:
        axes += grid_axes(own["grid"], whole)
    refuse_clashes(axes, whole)
    return axes
