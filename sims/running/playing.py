"""Playing a task, whatever happens to the child that plays it.

`play_task` runs alike in a thread of the coordinator, in a worker of a cluster and in a
rank of MPI: each thread that plays tasks minds one warm child. A game that a child dies
of, or that takes too long, is a row like others; the games beside it do not suffer.
"""

from __future__ import annotations

import atexit
import threading
import time
from collections import deque
from dataclasses import dataclass

from sims.dataset.chunks import Chunk
from sims.dataset.spans import Span
from sims.errors import BatchError
from sims.running.child import Died, Overran
from sims.running.jobs import FAILED, TIMEOUT
from sims.running.minding import Abandoned, Minder
from sims.running.tasks import Played, Task
from sims.running.worker import Answer, Fail, Play

__all__ = ["end_minders", "play", "play_task"]

TRIES = 4
"""How often it is tried to make the rows of a game that failed."""

_MINE = threading.local()
"""The minder of a thread."""

_MINDERS: set[Minder] = set()
_ENDED: set[str] = set()
_LOCK = threading.Lock()

atexit.register(lambda: end_minders())


def play_task(task: Task) -> Played:
    """Play a task with the child of this thread; started if there is none.

    Raises
    ------
    sims.errors.BatchError
        If no child can be started, or none can load the games.
    sims.running.minding.Abandoned
        If the run was ended meanwhile.
    """
    minder = _minder_for(task.run)
    with minder.busy:
        return play(minder, task)


def _minder_for(run: str) -> Minder:
    mine: Minder | None = getattr(_MINE, "minder", None)
    if mine is not None and mine.run != run:
        mine.close()
        _MINDERS.discard(mine)
        mine = None
    with _LOCK:
        if run in _ENDED:
            raise Abandoned
        if mine is None:
            mine = _MINE.minder = Minder(run)
            _MINDERS.add(mine)
    return mine


def end_minders(run: str | None = None) -> None:
    """Kill all children of this process that play for a run, and start no more.

    Parameters
    ----------
    run : str or None
        Name of the run; None for all of them.
    """
    with _LOCK:
        ours = [minder for minder in _MINDERS if run in (None, minder.run)]
        _ENDED.update([run] if run else (minder.run for minder in ours))
        _MINDERS.difference_update(ours)
    for minder in ours:
        minder.kill()
    for minder in ours:
        minder.close()


@dataclass(frozen=True, slots=True)
class _Part:
    """Games of a task; ``again``: one game, during which a child has died already."""

    span: Span
    again: bool = False


def play(minder: Minder, task: Task) -> Played:
    """Play the games of a task, or those that fit into its budget.

    Parameters
    ----------
    minder : Minder
        Who asks a child.
    task : Task
        The games.
    """
    playing = _Playing(minder, task)
    while playing.goes_on():
        playing.step()
    return playing.played()


class _Playing:
    """One task while it is played."""

    def __init__(self, minder: Minder, task: Task) -> None:
        self._minder, self._task = minder, task
        self._todo = deque([_Part(task.span)])
        self._chunks: list[Chunk] = []
        self._seconds = 0.0
        self._started = time.monotonic()

    def goes_on(self) -> bool:
        if not self._todo or self._todo[0].again or not self._chunks:
            return bool(self._todo)
        return time.monotonic() - self._started < self._task.budget

    def played(self) -> Played:
        rest = tuple(part.span for part in self._todo)
        return Played(tuple(self._chunks), rest, self._seconds)

    def step(self) -> None:
        part = self._todo.popleft()
        span, begun = part.span, time.monotonic()
        came = self._minder.ask(self._task, Play(0, span, self._task.budget))
        if isinstance(came, Answer):
            self._chunks.append(came.chunk)
            self._seconds += came.seconds
            self._next(span, came.chunk.span.stop, span.stop)
            return
        # Games that end like this take long, and count so for the size of tasks.
        self._seconds += time.monotonic() - begun
        if came.doing.playing and came.doing.game in span.games:
            self._recover(part, came)
        else:
            self._recover_between(part, came)

    def _next(self, span: Span, first: int, stop: int, again: bool = False) -> None:
        """Have these games played next, if they are any."""
        if stop > first:
            part = _Part(Span.between(span.cell, first, stop), again)
            self._todo.appendleft(part)

    def _recover(self, part: _Part, came: Died | Overran) -> None:
        """Go on where the child ended amid a game."""
        span, game = part.span, came.doing.game
        self._next(span, game + 1, span.stop)
        self._next(span, span.first, game)
        alone = Span(span.cell, game, 1)
        if isinstance(came, Overran):
            text = f"took longer than the time limit of {self._task.time_limit:g} s"
            self._fail(alone, text, TIMEOUT)
        elif part.again:
            text = (
                f"worker process died while it played this game ({came.reason}), twice"
            )
            self._fail(alone, text, FAILED)
        else:  # someone may have killed it, or another program took the memory
            self._next(span, game, game + 1, again=True)

    def _recover_between(self, part: _Part, came: Died | Overran) -> None:
        """Go on where the child ended before, between or after games."""
        span = part.span
        half = span.first + span.count // 2
        self._next(span, half, span.stop, again=span.count == 1)
        self._next(span, span.first, half)
        if part.again:
            self._todo.popleft()
            how = "hung" if isinstance(came, Overran) else came.reason
            text = f"worker process died around this game ({how}), twice"
            self._fail(span, text, FAILED)

    def _fail(self, span: Span, text: str, termination: str) -> None:
        """Have a child make the rows of games that cannot be played."""
        for _ in range(TRIES):
            came = self._minder.ask(self._task, Fail(0, span, text, termination))
            if isinstance(came, Answer):
                self._chunks.append(came.chunk)
                return
        how = came.reason if isinstance(came, Died) else "it hung"
        raise BatchError(
            f"games {span} cannot be played, and not even be told of ({how}): see what "
            "is printed, then --resume"
        )
