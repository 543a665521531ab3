"""How statics grows with the number of blocks; behind a table of BENCHMARKS.md.

Example::

    python -m sims.statics_growth --blocks 45,90,180

For full towers of more and more blocks: finding contacts, the verdict of a level tower,
that of a tower tilted by half of what it stands (and by dual simplex alone), that of
one tilted by twice that, settling on rough heights, and one direction of the tilt
margin, as one program and, up to 500 blocks, by bisection. Then what a survey of 45
blocks costs. Seconds are of processor time, so that a busy machine changes them less;
the verdicts are printed, too, since a fast wrong one would be worth nothing.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

import numpy as np
from rich.console import Console
from rich.table import Table

from stacko.game import Game
from stacko.geometry import slot_pose
from stacko.params import BlockParams, ContactParams
from stacko.slots import POSITIONS, Slot
from stacko.statics import (
    Assembly,
    StaticBody,
    StaticsParams,
    equilibrium,
    find_contacts,
    pair_friction,
    settle,
    survey,
    table_body,
    tilt_by_bisection,
    tilt_margin,
)
from stacko.world import draw_sizes, sizes_by_name

__all__ = ["main"]

T = TypeVar("T")

_COLUMNS = (
    "blocks",
    "contacts",
    "level",
    "tilted",
    "simplex",
    "falling",
    "rest",
    "margin",
    "bisected",
    "verdicts",
)

BLOCKS = BlockParams()
_MOST_BISECTED = 500
"""Blocks beyond which a bisection takes minutes."""

SIZES = (45, 90, 180, 360, 500, 700, 1000)


@dataclass(frozen=True, slots=True)
class Cost:
    """Processor seconds of each part for one tower, and what came out."""

    blocks: int
    contacts: float
    level: float
    tilted: float
    simplex: float
    falling: float
    rest: float
    margin: float
    bisected: float
    verdicts: str


def tower(count: int, sigma: float, seed: int = 1) -> list[StaticBody]:
    """Return the table and so many blocks, each layer on the highest one below."""
    rng = np.random.default_rng(seed)
    heights = draw_sizes(count, BLOCKS.replace(height_sigma=sigma), rng)[:, 2]
    bodies, base, top = [table_body()], 0.0, 0.0
    for row, height in enumerate(heights.tolist()):
        layer, place = divmod(row, 3)
        base = top if place == 0 else base
        x, y, _ = slot_pose(Slot(layer + 1, POSITIONS[place]), BLOCKS)[0].tolist()
        a, b, c, d = slot_pose(Slot(layer + 1, POSITIONS[place]), BLOCKS)[1].tolist()
        size = (BLOCKS.length, BLOCKS.width, height)
        center = (x, y, base + height / 2)
        bodies.append(StaticBody(f"b{row}", size, BLOCKS.mass, center, (a, b, c, d)))
        top = max(top, base + height)
    return bodies


def cost(count: int, limit: float) -> Cost:
    """Measure one tower."""
    settings = StaticsParams(time_limit=limit)
    bodies = tower(count, 0.0)
    friction = pair_friction(ContactParams())
    contacts, faces = timed(lambda: find_contacts(bodies, friction))
    level_tower = Assembly(tuple(bodies), tuple(faces))
    level, first = timed(lambda: equilibrium(level_tower, settings))
    height = BLOCKS.height * math.ceil(count / 3)
    stands = min(ContactParams().mu_block, BLOCKS.length / height)
    angle = math.atan(stands)
    leaning = level_tower.with_gravity(_tilted(angle / 2))
    tilted, second = timed(lambda: equilibrium(leaning, settings))
    simplex, third = timed(lambda: equilibrium(leaning, settings, method="highs-ds"))
    steep = level_tower.with_gravity(_tilted(2 * angle))
    falling, last = timed(lambda: equilibrium(steep, settings))
    rough = tower(count, BLOCKS.height_sigma)
    rest, fourth = timed(lambda: settle(rough, settings))
    margin, fifth = timed(lambda: tilt_margin(level_tower, settings, azimuths=[0.0]))
    bisected = math.nan
    if count <= _MOST_BISECTED:
        bisected, _ = timed(lambda: tilt_by_bisection(level_tower, 0.0, settings))
    verdicts = "".join(
        each.verdict[0] for each in (first, second, third, fourth, fifth, last)
    )
    return Cost(
        count,
        contacts,
        level,
        tilted,
        simplex,
        falling,
        rest,
        margin,
        bisected,
        verdicts,
    )


def _tilted(angle: float) -> tuple[float, float, float]:
    """Return gravity on a table tilted by an angle in rad."""
    return (9.81 * math.sin(angle), 0.0, -9.81 * math.cos(angle))


def timed(call: Callable[[], T]) -> tuple[float, T]:
    """Return processor seconds of a call, and its result."""
    started = time.process_time()
    result = call()
    return time.process_time() - started, result


def surveys() -> Iterator[tuple[str, float]]:
    """Yield what a survey of a fresh tower of 45 costs, with and without margins."""
    built = Game(seed=1).tower
    for text, blocks in (("rough", BLOCKS), ("equal", BLOCKS.perfect())):
        names = [block.name for block in built.blocks()]
        sizes = sizes_by_name(names, blocks, np.random.default_rng(1))
        for margins in (False, True):
            told = "with margins of removals" if margins else "without"
            ask = partial(survey, built, blocks, sizes=sizes, margins=margins)
            seconds, _ = timed(ask)
            yield f"{text} blocks, {told}", seconds


def main(argv: Sequence[str] | None = None) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        prog="python -m sims.statics_growth",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--blocks", default=",".join(map(str, SIZES)), metavar="N,N")
    parser.add_argument("--limit", type=float, default=60.0, metavar="SECONDS")
    parser.add_argument("--no-survey", action="store_true")
    args = parser.parse_args(argv)
    table = Table(*_COLUMNS)
    for count in map(int, args.blocks.split(",")):
        row = cost(count, args.limit)
        spent = (
            row.contacts,
            row.level,
            row.tilted,
            row.simplex,
            row.falling,
            row.rest,
            row.margin,
            row.bisected,
        )
        table.add_row(
            str(count),
            *("-" if math.isnan(one) else f"{one:.2f}" for one in spent),
            row.verdicts,
        )
    console = Console(width=120)
    console.print(table)
    if not args.no_survey:
        for text, seconds in surveys():
            console.print(f"survey of 45 {text}: {seconds:.1f} s")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
