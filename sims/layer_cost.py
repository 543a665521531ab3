"""What the batch layer itself costs, how two cores speed it up, and its memory.

Examples::

    python -m sims.layer_cost cost --repeats 3
    python -m sims.layer_cost speed-up --repeats 3
    python -m sims.layer_cost million --games 1000000 --out results/million

``cost``: the same games are played in a plain loop and through the layer, in turn, in
one process each; processor time, of two numbers of games, so that starting processes
cancels out. ``speed-up``: wall time of the layer with one worker and with two.
``million``: one long batch of STACCS games; its rate and the coordinator's memory as
it goes on.
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from pathlib import Path

from rich.console import Console
from rich.table import Table

from gamebase.counting import counted
from gamebase.errors import GameError
from sims.errors import BatchError

__all__ = ["CASES", "Case", "main"]


@dataclass(frozen=True, slots=True)
class Case:
    """Games that are measured.

    Parameters
    ----------
    game : str
        ``stacko`` or ``staccs``.
    flags : tuple of str
        What they are, as flags of ``simulate``.
    few, many : int
        Two numbers of games; what is between them is measured.
    """

    game: str
    flags: tuple[str, ...]
    few: int
    many: int

    def argv(self, games: int, *more: str) -> list[str]:
        """Return the arguments of the game's command."""
        return ["simulate", *self.flags, "--games", str(games), "--seed", "1", *more]


CASES = {
    "STACCS, greedy": Case("staccs", ("--mode", "uh-oh"), 100, 1600),
    "STACCS, random, no table": Case(
        "staccs",
        ("--mode", "solo", "--policy", "random", "--table", "none"),
        500,
        8000,
    ),
    "STACCS, random, no table, no plays": Case(
        "staccs",
        ("--mode", "solo", "--policy", "random", "--table", "none", "--no-plays"),
        500,
        8000,
    ),
    "quasistatic": Case("stacko", ("--engine", "quasistatic"), 10, 150),
    # Short games, so that many go into a measurement and the last one weighs little.
    "PyBullet": Case("stacko", ("--engine", "pybullet", "--policy", "random"), 4, 44),
}
"""What is measured, by name."""

_LOOP = """
import gc, sys, time
from sims.layer_cost import job_of
job = job_of(sys.argv[1], sys.argv[3:])
job.play(0)
gc.collect()
gc.freeze()  # a worker has not loaded the commands, which would be looked through
begun = time.process_time()
for index in range(int(sys.argv[2])):
    job.play(index)
print(time.process_time() - begun)
"""


def job_of(game: str, argv: Sequence[str]) -> object:
    """Return the games that a command would play, as its workers do."""
    from sims.staccs_games import STACCS
    from sims.stacko_games import STACKO
    from staccs.cli import _parser as staccs
    from stacko.cli import _parser as stacko

    args = (stacko if game == "stacko" else staccs)().parse_args(list(argv))
    from gamebase.batch_flags import read_config

    if game == "stacko":
        return STACKO.job(read_config(STACKO.config, args))
    return STACCS.job(read_config(STACCS.config, args))


def looped(case: Case, games: int) -> float:
    """Return the processor time of games in a plain loop of a fresh process, in s."""
    done = subprocess.run(
        [sys.executable, "-c", _LOOP, case.game, str(games), *case.argv(games)],
        check=True,
        capture_output=True,
        text=True,
    )
    return float(done.stdout)


@dataclass(frozen=True, slots=True)
class Cost:
    """Time of one batch, in s: of the coordinator, of its workers, of the clock."""

    own: float
    workers: float
    wall: float


def batched(case: Case, games: int, workers: int) -> Cost:
    """Play games through the layer, in a folder that is thrown away.

    Raises
    ------
    BatchError
        If the command fails.
    """
    from staccs.cli import main as staccs
    from stacko.cli import main as stacko

    with tempfile.TemporaryDirectory() as folder:
        argv = case.argv(
            games, "--workers", str(workers), "--quiet", "--out", f"{folder}/out"
        )
        if case.game == "stacko":
            argv += ["--replays", "none"]  # the loop makes none, either
        before, own, wall = _children(), time.process_time(), time.monotonic()
        code = (stacko if case.game == "stacko" else staccs)(argv)
        cost = Cost(
            time.process_time() - own, _children() - before, time.monotonic() - wall
        )
    if code:
        raise BatchError(f"the batch {' '.join(argv)!r} ended with code {code}")
    return cost


def _children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def between(case: Case, measure: Callable[[int], float]) -> float:
    """Return the time of one game: of many games less that of few, in s."""
    few, many = measure(case.few), measure(case.many)
    return (many - few) / (case.many - case.few)


def cost(cases: Sequence[str], repeats: int, console: Console) -> None:
    """Print what the layer costs beside playing."""
    table = Table(title="Processor time of a game, ms; medians of the repeats")
    for head in ("games", "in a loop", "worker", "coordinator", "layer adds"):
        table.add_column(head, justify="left" if head == "games" else "right")
    for name in cases:
        case = CASES[name]
        loop, worker, own = [], [], []
        batched(case, 1, 1)  # what is loaded once is of no game
        for _ in range(repeats):
            loop.append(between(case, partial(looped, case)))
            few, many = (batched(case, each, 1) for each in (case.few, case.many))
            count = case.many - case.few
            worker.append((many.workers - few.workers) / count)
            own.append((many.own - few.own) / count)
        a, b, c = (1e3 * statistics.median(each) for each in (loop, worker, own))
        added = (b + c) / a - 1
        table.add_row(name, f"{a:.3f}", f"{b:.3f}", f"{c:.3f}", f"{added:+.1%}")
    console.print(table)


def _wall(case: Case, workers: int, games: int) -> float:
    return batched(case, games, workers).wall


def speed_up(cases: Sequence[str], repeats: int, console: Console) -> None:
    """Print how much faster two workers are than one."""
    table = Table(title="Wall time of a game, ms; medians of the repeats")
    for head in ("games", "one worker", "two workers", "speed-up"):
        table.add_column(head, justify="left" if head == "games" else "right")
    for name in cases:
        case = CASES[name]
        times: dict[int, list[float]] = {1: [], 2: []}
        for _ in range(repeats):
            for workers, found in times.items():
                found.append(between(case, partial(_wall, case, workers)))
        one, two = (1e3 * statistics.median(each) for each in times.values())
        table.add_row(name, f"{one:.3f}", f"{two:.3f}", f"x{one / two:.2f}")
    console.print(table)


def million(games: int, workers: int, out: Path, console: Console) -> int:
    """Play one long batch; print its rate and its memory as it goes on."""
    case = CASES["STACCS, random, no table"]
    config = out.with_name(f"{out.name}.toml")
    config.parent.mkdir(parents=True, exist_ok=True)
    config.write_text("plays = false\n")
    argv = case.argv(
        games, "--config", str(config), "--workers", str(workers), "--quiet",
        "--out", str(out), "--overwrite",
    )  # fmt: skip
    command = [sys.executable, "-m", "sims.staccs_games", *argv[1:]]
    seen = list(_watched(subprocess.Popen(command), out, max(1, games // STEPS)))
    table = Table(
        title=f"{counted(games, 'STACCS game', ',')}, {counted(workers, 'worker')}"
    )
    for head in ("games in shards", "s", "games/s since", "coordinator, MB"):
        table.add_column(head, justify="right")
    for before, now in pairwise(seen):
        rate = (now[0] - before[0]) / max(now[1] - before[1], 1e-9)
        told = f"{rate:.0f}" if rate else "closing"
        table.add_row(f"{now[0]:,}", f"{now[1]:.0f}", told, f"{now[2]:.0f}")
    console.print(table)
    return 0


STEPS = 20
"""At how many points of a long batch its rate is taken."""


def _watched(
    process: subprocess.Popen[bytes], out: Path, step: int
) -> Iterator[tuple[int, float, float]]:
    """Yield games, time and memory of a batch at every step until it ends."""
    begun, memory, next_look = time.monotonic(), 0.0, 0
    while process.poll() is None:
        time.sleep(0.2)
        memory = max(memory, _resident(process.pid))
        games = _in_shards(out)
        if games >= next_look:
            next_look = games - games % step + step
            yield games, time.monotonic() - begun, memory
    yield _in_shards(out), time.monotonic() - begun, memory


def _resident(pid: int) -> float:
    """Return the most memory that a process has had, in MB."""
    try:
        text = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return 0.0
    found = [line.split()[1] for line in text.splitlines() if line[:6] == "VmHWM:"]
    return int(found[0]) / 1024 if found else 0.0


def _in_shards(out: Path) -> int:
    import json

    try:
        lines = (out / "shards.jsonl").read_text().splitlines()
        shards = [json.loads(line) for line in lines]
    except (OSError, ValueError):
        return 0
    return sum({each["shard"]: each["games"] for each in shards}.values())


def main(argv: Sequence[str] | None = None) -> int:
    """Run a measurement from the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m sims.layer_cost",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("part", choices=("cost", "speed-up", "million"))
    parser.add_argument("--repeats", type=int, default=3, help="of each (3)")
    parser.add_argument(
        "--cases", nargs="+", choices=list(CASES), default=list(CASES), metavar="CASE",
        help=f"of {', '.join(CASES)} (all)",
    )  # fmt: skip
    parser.add_argument("--games", type=int, default=1_000_000, help="of million")
    parser.add_argument("--workers", type=int, default=2, help="of million (2)")
    parser.add_argument("--out", type=Path, default=Path("results/million"))
    args = parser.parse_args(argv)
    for name in ("repeats", "games", "workers"):
        if getattr(args, name) < 1:
            parser.error(f"--{name} {getattr(args, name)}: give 1 or more")
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    console = Console(width=100)
    try:
        if args.part == "million":
            return million(args.games, args.workers, args.out, console)
        (cost if args.part == "cost" else speed_up)(args.cases, args.repeats, console)
    except (GameError, BatchError, subprocess.CalledProcessError, OSError) as error:
        print(f"{parser.prog}: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
