"""What the configuration of a batch is in every game: defaults, a file, flags."""

from __future__ import annotations

import dataclasses
import hashlib
import json
import os
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar, Self

from gamebase.config_reading import (
    check_count,
    names_of,
    numbers_as_floats,
    read_toml,
)
from gamebase.counting import counted
from gamebase.errors import GameError, ParameterError, shown

__all__ = ["NOT_RESULTS", "BatchConfig", "default_workers", "fingerprint_of"]

NOT_RESULTS = ("games", "workers")
"""What may change between two sessions of one batch: no game depends on it."""


def default_workers() -> int:
    """Return the number of processor cores this process may use."""
    return len(os.sched_getaffinity(0))


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchConfig(ABC):
    """Base of the configurations: everything that decides a batch of games.

    A game gives every field a default, the bounds of its whole numbers in ``LIMITS``,
    and the way from and to plain values.

    Parameters
    ----------
    games : int
        Number of games; game ``i`` is the same whatever this is.
    players : int
        Players of a game.
    seed : int
        0 or more; with the index of a game it decides that game.
    policy : tuple of str
        Players by name, dealt to the seats in turn.
    workers : int
        Processes; decides the speed and nothing else.

    Raises
    ------
    ParameterError
        If a value is not accepted; the message starts with the name.
    """

    LIMITS: ClassVar[Mapping[str, tuple[int, int]]] = {
        "games": (1, 100_000_000),
        "seed": (0, 2**63 - 1),
        "workers": (1, 1024),
    }
    """Inclusive bounds of whole numbers; a game adds ``players`` and its own."""

    FLAGS: ClassVar[tuple[str, ...]] = ()
    """Keys of a configuration that are flags, and not fields of the same name."""

    games: int = 20
    players: int
    seed: int = 0
    policy: tuple[str, ...]
    workers: int = field(default_factory=default_workers)

    def __post_init__(self) -> None:
        for name, (low, high) in self.LIMITS.items():
            check_count(name, getattr(self, name), low, high)

    @classmethod
    @abstractmethod
    def from_mapping(cls, values: Mapping[str, Any], folder: Path = Path()) -> Self:
        """Build from plain values, as a TOML file or ``to_mapping`` gives them.

        Parameters
        ----------
        values : Mapping[str, Any]
            Top-level values and sections; what is left out keeps its default.
        folder : Path
            What a relative path among them is relative to.

        Raises
        ------
        ParameterError
            If a key is unknown, by its dotted name, or a value is not accepted.
        """

    @abstractmethod
    def to_mapping(self) -> dict[str, Any]:
        """Return everything as plain values that ``from_mapping`` reads again."""

    @classmethod
    def from_toml(cls, path: Path, **over: Any) -> Self:
        """Read a TOML file, and put the values of ``over`` that are not None over it.

        Raises
        ------
        ParameterError
            If the file cannot be read or is no TOML, or for what `from_mapping`
            refuses; the message names the file.
        """
        values = read_toml(path)
        try:
            config = cls.from_mapping(values, path.parent)
        except GameError as error:
            raise ParameterError(f"{shown(str(path), 200)}: {error}") from error
        # Made anew, so that a default that depends on a value depends on these, too.
        given = {key: value for key, value in over.items() if value is not None}
        return cls.from_mapping({**values, **given}, path.parent) if given else config

    def replace(self, **changes: Any) -> Self:
        """Return a checked copy with the changes that are not None."""
        given = {key: value for key, value in changes.items() if value is not None}
        return dataclasses.replace(self, **given)

    def dealt(self, name: str, example: str) -> tuple[str, ...]:
        """Put names that are dealt to the seats into their form; return them.

        For a subclass to call while it is made.

        Parameters
        ----------
        name : str
            The field that holds them, as a tuple or as ``"a,b"``.
        example : str
            A name that would do, for the message.

        Raises
        ------
        ParameterError
            If they are no names, or more than there are seats.
        """
        given = names_of(name, getattr(self, name), example)
        object.__setattr__(self, name, given)
        if len(given) > self.players:
            raise ParameterError(
                f"{name} names {len(given)} ({','.join(given)}) for "
                f"{counted(self.players, 'player')}: name at most one a seat"
            )
        return given

    def deciding(self) -> dict[str, Any]:
        """Return what decides the results: everything but games and workers."""
        plain = self.to_mapping()
        return {key: plain[key] for key in plain if key not in NOT_RESULTS}

    def fingerprint(self) -> str:
        """Return a hash of what decides the results, the same on every machine."""
        return fingerprint_of(self.to_mapping())


def fingerprint_of(configuration: Mapping[str, Any]) -> str:
    """Return the fingerprint of a configuration as plain values.

    Parameters
    ----------
    configuration : Mapping[str, Any]
        As `BatchConfig.to_mapping` gives it, also read again from a file.
    """
    deciding = {k: v for k, v in configuration.items() if k not in NOT_RESULTS}
    text = json.dumps(numbers_as_floats(deciding), sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]
