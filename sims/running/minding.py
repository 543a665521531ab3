"""Minding a child process that plays: loads games into it, replaces it, ends it."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from dataclasses import replace
from hashlib import blake2b

from sims.errors import BatchError
from sims.running.child import Child, Died, Overran
from sims.running.tasks import Task
from sims.running.worker import Answer, Fail, Load, Play, Refused

__all__ = ["Abandoned", "Minder"]

LIFE = 900.0
"""After how long a child is replaced by a new one, in s: engines may leak."""

HEAVY = 1 << 30
"""A child is replaced once it holds more than this (bytes) and has doubled."""

KEPT = 4
"""How many cells a child keeps the games of."""

STARTS = 6
"""How many children may end in a row before they have begun to play."""

END_TIME = 5.0
"""How long whoever minds a child may take to notice that it was killed, in s."""


class Abandoned(Exception):
    """The child was killed because nobody wants its games any more."""


class Minder:
    """Minds one child at a time, for one thread and one run.

    Parameters
    ----------
    run : str
        Name of the session whose games are played.
    life : float
        After how long a child is replaced, in s.
    heavy : int
        From how many bytes on it is, once it has doubled.
    """

    def __init__(self, run: str, life: float = LIFE, heavy: int = HEAVY) -> None:
        self.run = run
        self.busy = threading.Lock()
        self._life, self._heavy = life, heavy
        self._child: Child | None = None
        self._starting = threading.Lock()
        self._given_up = False
        self._first_memory = self._memory = 0
        self._names = 0
        self._known: OrderedDict[bytes, int] = OrderedDict()

    def ask(self, task: Task, command: Play | Fail) -> Answer | Died | Overran:
        """Have a child carry out a command on games of a task.

        Raises
        ------
        BatchError
            If no child can be started, or none can load the games.
        Abandoned
            After `close`.
        """
        how = ""
        for _ in range(STARTS):
            came = self._ask(task, command)
            if not isinstance(came, Died) or came.doing.begun:
                return came
            how = came.reason
        raise BatchError(
            f"processes that play games end before they play any ({how}): see what "
            "they print, then --resume"
        )

    def _ask(self, task: Task, command: Play | Fail) -> Answer | Died | Overran:
        child = self._ready_child()
        load, name = self._loading(task)
        sent = replace(command, name=name)
        came = child.ask(*load, sent, limit=task.time_limit)
        if isinstance(came, Answer):
            self._memory = came.memory
            self._first_memory = self._first_memory or came.memory
            return came
        self._replace()
        if self._given_up:
            raise Abandoned
        if isinstance(came, Died | Overran):
            return came
        if isinstance(came, Refused) and came.doing.begun:
            return Died(came.doing, f"it cannot go on: {came.reason}")
        said = came.reason if isinstance(came, Refused) else f"it answers {came!r}"
        raise BatchError(f"a process that plays games cannot go on: {said}")

    def _ready_child(self) -> Child:
        child = self._child
        if child is not None and not (child.alive and self._fresh(child)):
            self._replace()
        with self._starting:
            if self._given_up:
                raise Abandoned
            if self._child is None:
                self._child = Child()
            return self._child

    def _fresh(self, child: Child) -> bool:
        swollen = self._memory > max(self._heavy, 2 * self._first_memory)
        return not swollen and time.monotonic() - child.born < self._life

    def _replace(self) -> None:
        if self._child is not None:
            self._child.end()
        self._child = None
        self._first_memory = self._memory = 0
        self._known.clear()

    def _loading(self, task: Task) -> tuple[list[Load], int]:
        """Return what to send so that the child knows the games, and their name."""
        key = blake2b(task.games, digest_size=16).digest()
        if key in self._known:
            self._known.move_to_end(key)
            return [], self._known[key]
        full = len(self._known) >= KEPT
        forget = self._known.popitem(last=False)[1] if full else 0
        self._names += 1
        self._known[key] = self._names
        return [Load(self._names, task.games, forget)], self._names

    def kill(self) -> None:
        """Kill the child, from any thread; who waits for an answer gets `Abandoned`."""
        with self._starting:
            self._given_up = True
            if self._child is not None:
                self._child.kill()

    def close(self) -> None:
        """Kill the child and give back what it held; from any thread."""
        self.kill()
        if self.busy.acquire(timeout=END_TIME):
            self._replace()
            self.busy.release()
