"""A game as a moving picture, one frame a step."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gamebase.movies import write_gif
from staccs.drawing.picture import Picture
from staccs.drawing.png import pixels
from staccs.replay.model import Replay
from staccs.replay.picture import Pictures

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Progress", "write_film"]

Progress = Callable[[Iterable[Any], int], Iterable[Any]]
"""Takes things and their number, hands them on and tells how far it has come."""

_HOLD = 4.0
"""How much longer the last step stays, in s."""

_TWICE = 2
"""How many times as long a refused play stays: it has more to read."""


def write_film(
    replay: Replay,
    pictures: Pictures,
    path: Path,
    *,
    width: int = 800,
    pace: float = 1.0,
    progress: Progress | None = None,
) -> None:
    """Write a game as a GIF.

    Parameters
    ----------
    replay : Replay
        The game.
    pictures : Pictures
        Its pictures.
    path : Path
        The file; one that is there is replaced, once the new one is whole.
    width : int
        In pixels.
    pace : float
        How long a step stays, in s, from 0.02 to 10.
    progress : callable, optional
        Tells how far it has come.

    Raises
    ------
    ParameterError
        If the file cannot be written, or the film would be too large.
    """

    def frames() -> Iterator[NDArray[np.uint8]]:
        steps = enumerate(replay.steps)
        count = len(replay.steps)
        for index, step in steps if progress is None else progress(steps, count):
            frame = pixels(pictures[index], width)
            for _ in range(_TWICE if step.rejection else 1):
                yield frame

    samples = [pixels(each, width) for each in _telling(pictures, replay)]
    write_gif(path, frames(), 1 / pace, samples=samples, hold=_HOLD)


def _telling(pictures: Pictures, replay: Replay) -> Iterator[Picture]:
    """Yield pictures that together have every color: late ones, and a refused play."""
    last = len(pictures) - 1
    refused = [k for k, step in enumerate(replay.steps) if step.rejection]
    for index in sorted({0, last // 2, last, *refused[:1]}):
        yield pictures[index]
