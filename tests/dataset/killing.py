"""Sessions of a small writer that are killed, again and again, and looked at after.

Run as a process of its own, for it forks: a writer starts in a millisecond then.
"""

from __future__ import annotations

import os
import random
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path

from sims.dataset.filling import Limits
from sims.dataset.index import read_index
from sims.dataset.results import Results
from sims.dataset.spans import Span
from sims.folder import JOURNAL, own_shards, shard_number
from tests.dataset.toys import TABLES, opened_store, tasks_of, toy_chunk, toy_rows

PLAN = [Span(cell, first, 10) for first in (0, 10) for cell in range(2)]
GAMES = 40
SMALL = Limits(games=15, group=5)
STEPS = {"open", "os.rename", "os.remove", "os.mkdir", "os.rmdir"}


def write(folder: Path, rng: random.Random, told: int, share: float) -> None:
    """Play a share of what is missing, as one session."""
    # A writer that is killed says nothing more: it tells of games once they are safe.
    store = opened_store(folder, SMALL)
    tasks = tasks_of(store, rng, PLAN)
    rng.shuffle(tasks)
    news: list[Span] = []
    for task in tasks[: round(share * len(tasks))]:
        store.put(toy_chunk(task))
        news.append(task)
        if rng.random() < 0.5:
            store.sync()
            os.write(
                told, "".join(f"{s.cell} {s.first} {s.count}\n" for s in news).encode()
            )
            news = []
    if share < 1 or rng.random() < 0.7:
        store.seal()
    store.close()


def killed_after(seconds: float) -> Callable[[int], None]:
    def kill(pid: int) -> None:
        time.sleep(seconds)
        os.kill(pid, signal.SIGKILL)

    return kill


def die_at_step(folder: Path, step: int) -> None:
    """Kill this process when it changes the folder for the n-th time."""
    seen = 0

    def hook(event: str, args: tuple[object, ...]) -> None:
        nonlocal seen
        if event in STEPS and str(args[0]).startswith(str(folder)):
            seen += 1
            if seen == step:
                os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(hook)


def session(
    folder: Path,
    rng: random.Random,
    kill: Callable[[int], None] = lambda pid: None,
    step: int | None = None,
    share: float = 1,
) -> tuple[bool, list[Span]]:
    """Let a writer run and maybe kill it; return whether it ended, what it told."""
    reading, writing = os.pipe()
    seed = rng.random()
    pid = os.fork()
    if pid == 0:
        os.close(reading)
        if step is not None:
            die_at_step(folder, step)
        try:
            write(folder, random.Random(seed), writing, share)
        finally:
            os._exit(0 if sys.exc_info()[0] is None else 1)
    os.close(writing)
    kill(pid)
    with os.fdopen(reading) as pipe:
        told = [Span(*map(int, line.split())) for line in pipe]
    status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    if status not in (0, -signal.SIGKILL):
        raise AssertionError(f"the writer ended with {status}")
    return status == 0, told


def check(folder: Path, told: list[Span]) -> int:
    """See that all that was told is there, each game once and whole."""
    if not folder.exists():
        return 0
    results = Results(folder, TABLES)
    lost = [str(part) for span in told for part in results.done.missing(span)]
    if lost:
        raise AssertionError(f"lost: {lost}")
    keys = [(span.cell, game) for span in results.done for game in span.games]
    for name in TABLES:
        rows = [
            {"cell": cell, **{f: getattr(row, f) for f in row.__dataclass_fields__}}
            for cell, game in keys
            for row in toy_rows(cell, game)[name]
        ]
        if results.tables(name).to_pylist() != rows:
            raise AssertionError(f"table {name} has not the rows of its games")
    return len(keys)


def at_random(root: Path, seed: int, kills: int) -> None:
    """Kill at random moments; begin another folder once all games are there."""
    rng = random.Random(seed)
    longest, killed, number = 0.2, 0, 0
    told: list[Span] = []
    while killed < kills:
        folder = root / str(number)
        begin = time.monotonic()
        kill = killed_after(rng.random() * longest)
        ended, news = session(folder, rng, kill, share=rng.choice((0.3, 1)))
        told += news
        if check(folder, told) == GAMES and ended:
            number, told = number + 1, []
            longest = min(0.2, time.monotonic() - begin)
        killed += not ended
    session(root / "whole", rng)
    check(root / "whole", PLAN)


def at_each_step(root: Path, seed: int) -> int:
    """Kill at the first change to the folder, at the second, and so on."""
    step, ended = 0, False
    while not ended:
        step += 1
        rng = random.Random(seed)
        folder = root / f"step-{step}"
        _, told = session(folder, rng, share=0.4)
        ended, news = session(folder, rng, step=step)
        told += news
        check(folder, told)
        if step % 3 == 0:  # meets what the one before it left
            told += session(folder, rng, step=step // 2 + 1)[1]
            check(folder, told)
        told += session(folder, rng)[1]
        if check(folder, told) != GAMES:
            raise AssertionError("not all games are there in the end")
        check_tidy(folder, rng)
    return step


def check_tidy(folder: Path, rng: random.Random) -> None:
    """See that a run that ended well leaves nothing but its shards."""
    while (folder / JOURNAL).exists():  # not each session puts all into shards
        session(folder, rng, share=0.5)
    numbers = set(read_index(folder, TABLES).shards)
    found = {shard_number(path.name) for path in own_shards(folder, TABLES)}
    if found != numbers:
        raise AssertionError(f"shards {numbers}, but files of {found}")


if __name__ == "__main__":
    if sys.argv[2] == "random":
        at_random(Path(sys.argv[1]), int(sys.argv[3]), int(sys.argv[4]))
        print("survived")
    else:
        print("survived", at_each_step(Path(sys.argv[1]), int(sys.argv[3])))
