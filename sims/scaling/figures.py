"""Measured figures, and the file that holds them with what was made of them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from gamebase.errors import shown
from gamebase.files import atomic_write, read_regular
from sims.errors import BatchError
from sims.scaling.model import Costs

__all__ = ["Figures", "KindFigures", "read_part", "read_figures", "write_part"]


@dataclass(frozen=True, slots=True, kw_only=True)
class KindFigures:
    """What games of one kind take.

    Parameters
    ----------
    played : int
        How many were measured.
    mean : float
        Time of a game, in s.
    turns : float
        Turns of the games that were measured.
    seconds : tuple of float
        Times of games from which the model draws, in s.
    drawn : bool
        Whether these are times of a turn by numbers of turns from elsewhere.
    disk : float
        Bytes of a game in shards.
    pipe, task : float
        Bytes that come back for a game, and for a task beside its games.
    sent : int
        Bytes that go with each task.
    memory : int
        Of a process that plays, in bytes.
    game : float
        Time of the coordinator for a game, in s.
    """

    played: int
    mean: float
    turns: float
    seconds: tuple[float, ...]
    drawn: bool
    disk: float
    pipe: float
    task: float
    sent: int
    memory: int
    game: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """All that was measured.

    Parameters
    ----------
    machine : mapping of str to str
        Where, when and with what.
    kinds : mapping of str to KindFigures
        By name.
    task, task_dask : float
        Time of the coordinator for a task, on this machine and with Dask, in s.
    slot : float
        Share of the coordinator's time that goes to each process that it minds.
    gap, gap_dask : float
        What passes between two tasks of a worker, in s.
    sync, syncs : float
        Median and longest wait for the disk, once a second, in s.
    start : float
        From the start of a child until it plays, in s.
    scheduler : float
        Time of a Dask scheduler for a task, in s.
    scheduler_byte : float
        And for each byte that comes back, in s.
    scheduler_workers : int
        How many workers it had meanwhile.
    scheduler_idle : float
        Share of its time that it spends on them without a task.
    hashed : float
        Bytes a second of which one core makes checksums, as --resume does of all there
        is.
    earlier : float
        Bytes of memory for each game that is there when a study is resumed.
    """

    machine: Mapping[str, str]
    kinds: Mapping[str, KindFigures]
    task: float
    task_dask: float
    slot: float
    gap: float
    gap_dask: float
    sync: float
    syncs: float
    start: float
    scheduler: float
    scheduler_byte: float
    scheduler_workers: int
    scheduler_idle: float
    hashed: float
    earlier: float

    def costs(self, kind: str, *, dask: bool) -> Costs:
        """Return what is in the way of playing games of a kind.

        Parameters
        ----------
        kind : str
            Name of the kind.
        dask : bool
            Whether a Dask cluster plays, or processes of one machine.
        """
        games = self.kinds[kind]
        common = {"game": games.game, "sync": self.sync}
        if not dask:
            return Costs(task=self.task, slot=self.slot, gap=self.gap, **common)
        return Costs(
            task=self.task_dask,
            gap=self.gap_dask,
            scheduler=self.scheduler + self.scheduler_byte * games.task,
            scheduler_game=self.scheduler_byte * games.pipe,
            **common,
        )

    def plain(self) -> dict[str, Any]:
        """Return what JSON can hold."""
        found: dict[str, Any] = _rounded(asdict(self))
        return found

    @classmethod
    def of(cls, plain: Mapping[str, Any]) -> Figures:
        """Return what `plain` made.

        Raises
        ------
        BatchError
            If something is missing or not known.
        """
        names = {field.name for field in fields(cls)}
        try:
            if set(plain) != names:
                raise KeyError(*sorted(names ^ set(plain)))
            kinds = {
                name: KindFigures(**{**each, "seconds": tuple(each["seconds"])})
                for name, each in plain["kinds"].items()
            }
            return cls(**{**plain, "kinds": kinds})
        except (AttributeError, KeyError, TypeError) as error:
            raise BatchError(
                f"the figures are of another version ({error}): measure them anew"
            ) from error


def _rounded(value: Any) -> Any:
    if isinstance(value, float):
        return float(f"{value:.4g}")
    if isinstance(value, Mapping):
        return {name: _rounded(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [_rounded(each) for each in value]
    return value


def read_part(path: Path, part: str) -> Any:
    """Return a part of the file.

    Parameters
    ----------
    path : Path
        The file.
    part : str
        ``measured``, ``validated`` or ``simulated``.

    Raises
    ------
    BatchError
        If the file cannot be read, or has no such part.
    """
    found = _read(path)
    if part not in found:
        raise BatchError(
            f"{shown(str(path), 200)} has no part {part!r}: make it with python -m "
            f"sims.scheduler_model {_MAKERS.get(part, 'all')}"
        )
    return found[part]


_MAKERS = {"measured": "measure", "validated": "validate", "simulated": "simulate"}


def _read(path: Path) -> dict[str, Any]:
    try:
        found = json.loads(read_regular(path))
    except (OSError, ValueError) as error:
        raise BatchError(
            f"cannot read {shown(str(path), 200)} ({error}): make it with python -m "
            "sims.scheduler_model measure"
        ) from error
    if not isinstance(found, dict):
        raise BatchError(f"{shown(str(path), 200)} holds no figures: make it anew")
    return found


def read_figures(path: Path) -> Figures:
    """Return what was measured.

    Raises
    ------
    BatchError
        If it cannot be read.
    """
    return Figures.of(read_part(path, "measured"))


def write_part(path: Path, part: str, value: Any) -> None:
    """Put a part into the file, beside those that are there.

    Figures that are measured anew end what was made of earlier ones.
    """
    whole = {} if part == "measured" or not path.exists() else _read(path)
    whole[part] = _rounded(value)
    text = json.dumps(whole, indent=1, ensure_ascii=False) + "\n"
    atomic_write(path, lambda temporary: temporary.write_text(text, "utf-8"))
