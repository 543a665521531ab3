"""What a study says of itself, and what it has to know of a game."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, TypeVar

from gamebase.batch_config import BatchConfig
from gamebase.config_reading import mapping_of, one_of, read_toml, refuse_unknown
from gamebase.errors import ParameterError, shown
from sims.design.metrics import Metric

__all__ = ["LONGEST_TEXT", "Header", "Kind", "game_of", "header_of"]

Config_co = TypeVar("Config_co", bound=BatchConfig, covariant=True)

LONGEST_TEXT = {"name": 60, "question": 1000}
"""Longest texts of the section ``[study]``, in characters."""


class Kind(Protocol[Config_co]):
    """What a study has to know of a game."""

    @property
    def game(self) -> str:
        """Name of the game."""

    @property
    def config(self) -> type[Config_co]:
        """The configuration."""

    @property
    def metrics(self) -> Sequence[Metric]:
        """What can be measured, the main metric first."""

    @property
    def elsewhere(self) -> Mapping[str, str]:
        """Metrics of other games, each with its game, for messages."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Header:
    """The section ``[study]``: what a study is called, what it asks, how it is played.

    Parameters
    ----------
    game : str or None
        Name of the game, if it is said.
    name, question : str
        For people; empty if nothing is said.
    paired : bool
        Whether game ``i`` of every cell has the same seed, so that all meet the same
        tower and the same luck; else each cell has its own.
    """

    game: str | None = None
    name: str = ""
    question: str = ""
    paired: bool = True


def header_of(value: object) -> Header:
    """Read the section ``[study]``.

    Raises
    ------
    ParameterError
        If a key is unknown or a value is not accepted.
    """
    given = mapping_of("study", value)
    known = [field.name for field in dataclasses.fields(Header)]
    refuse_unknown(given, known, "study.")
    for name, longest in LONGEST_TEXT.items():
        text = given.get(name, "")
        if not isinstance(text, str) or len(text) > longest:
            raise ParameterError(
                f"study.{name} is {shown(text)}: give a text of up to {longest} "
                "characters"
            )
    if type(given.get("paired", True)) is not bool:
        raise ParameterError(
            f"study.paired is {shown(given['paired'])}: give true or false"
        )
    if not isinstance(given.get("game", ""), str):
        raise ParameterError(
            f"study.game is {shown(given['game'])}: give the name of a game"
        )
    return Header(**given)


def game_of(path: Path, games: Sequence[str]) -> str:
    """Return of which game a study file is.

    Parameters
    ----------
    path : Path
        A TOML file.
    games : sequence of str
        The names there are.

    Raises
    ------
    ParameterError
        If it cannot be read, or does not say so.
    """
    values = read_toml(path)
    try:
        game = header_of(values.get("study", {})).game
        if game is None:
            raise ParameterError(
                f"[study] has no game: give one of {', '.join(games)}, such as "
                f'game = "{games[0]}"'
            )
        return one_of("study.game", game, games)
    except ParameterError as error:
        raise ParameterError(f"{shown(str(path), 200)}: {error}") from error
