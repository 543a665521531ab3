"""Measure what replays cost: time beside that of the match, and room.

Example::

    python -m sims.replay_cost --games 4

Every game is played twice in this process, with and without being recorded, in turn
first and second; processor time is compared, so other programs disturb little.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from rich.console import Console
from rich.table import Table

from gamebase.batch_flags import whole_number
from stacko.engines import model_names, resolve_engine
from stacko.match import MatchConfig, play_match
from stacko.replay import MatchRecorder, Replay
from stacko.replay.file import packed

__all__ = ["Cost", "main", "measure"]

_QUIET = "clean"


@dataclass(frozen=True, slots=True)
class Cost:
    """What one game's replay costs.

    Attributes
    ----------
    model : str
    match, recorded : float
        Processor time of the match without and with a recorder, s.
    written : float
        Processor time to pack it, s.
    whole : int
        Size of the file, bytes.
    quiet : float or None
        Share of it of the largest turn in which nothing fell, bytes: by the number of
        poses kept.
    turns : int
    seconds : float
        Simulated time.
    """

    model: str
    match: float
    recorded: float
    written: float
    whole: int
    quiet: float | None
    turns: int
    seconds: float

    @property
    def share(self) -> float:
        """What recording and writing add, as a share of the match."""
        return (self.recorded + self.written) / self.match - 1


def measure(model: str, seed: int, index: int) -> Cost:
    """Play one game with and without a recorder.

    Parameters
    ----------
    model : str
        Engine, or quasistatic.
    seed, index : int
    """
    config = MatchConfig(engine=model)
    recorder = MatchRecorder(config, seed, index)
    times: dict[bool, float] = {}
    for recording in (index % 2 == 0, index % 2 == 1):
        started = time.process_time()
        play_match(config, seed, index, recorder if recording else None)
        times[recording] = time.process_time() - started
    started = time.process_time()
    replay = recorder.replay()
    content = packed(replay)
    written = time.process_time() - started
    return Cost(
        model,
        times[False],
        times[True],
        written,
        len(content),
        _quiet(replay, len(content)),
        max((ply.row["turn"] for ply in replay.plies), default=0),
        replay.duration,
    )


def _quiet(replay: Replay, whole: int) -> float | None:
    kept = np.concatenate([track.frames for track in replay.tracks.values()])
    shares = [
        np.count_nonzero((kept >= ply.first) & (kept < ply.last)) / len(kept)
        for ply in replay.plies
        if ply.row["verdict"] == _QUIET
    ]
    return max(shares) * whole if shares else None


def _table(costs: Sequence[Cost]) -> Table:
    table = Table(title="What replays cost")
    for name in ("model", "games", "turns", "match s", "added", "kB a game", "largest",
                 "kB a quiet turn"):  # fmt: skip
        table.add_column(name, justify="left" if name == "model" else "right")
    for model in dict.fromkeys(cost.model for cost in costs):
        mine = [cost for cost in costs if cost.model == model]
        match = sum(cost.match for cost in mine)
        more = sum(cost.recorded + cost.written for cost in mine) / match - 1
        quiet = [cost.quiet for cost in mine if cost.quiet is not None]
        table.add_row(
            model,
            str(len(mine)),
            str(sum(cost.turns for cost in mine)),
            f"{match:.1f}",
            f"{more:+.1%}",
            f"{sum(cost.whole for cost in mine) / len(mine) / 1e3:.0f}",
            f"{max(cost.whole for cost in mine) / 1e3:.0f}",
            f"{max(quiet) / 1e3:.1f}" if quiet else "-",
        )
    return table


def main(argv: Sequence[str] | None = None) -> int:
    """Run as a script."""
    parser = argparse.ArgumentParser(
        prog="python -m sims.replay_cost",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("--games", type=whole_number, default=4, help="games a model (4)")
    add("--seed", type=whole_number, default=1, help="seed of the games (1)")
    add("--models", nargs="+", choices=model_names(), default=list(model_names()))
    args = parser.parse_args(argv)
    costs = []
    for model in args.models:
        resolve_engine(model)
        measure(model, args.seed, 10**6)  # what is loaded once is not counted
        for index in range(args.games):
            costs.append(measure(model, args.seed, index))
            sys.stderr.write(f"\r{model}: {index + 1} of {args.games} games ")
    sys.stderr.write("\n")
    Console().print(_table(costs))
    return 0


if __name__ == "__main__":
    sys.exit(main())
