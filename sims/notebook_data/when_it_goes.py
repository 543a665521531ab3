"""The data of the notebook on what tells that a tower is about to fall."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

from sims.folder import REPLAYS
from sims.notebook_data.recipe import Making, Measured, Recipe, Study

if TYPE_CHECKING:
    from sims.agreement.facts import FactRow
    from sims.agreement.states import TowerState
    from sims.agreement.trials import Conditions
    from sims.touches import Course
    from sims.watched_pulls import Watched
    from stacko.engines import Engine
    from stacko.replay import Replay

__all__ = ["ALARM", "BEFORE_FALL", "DELAYS", "WHEN_IT_GOES", "courses", "pulls",
           "touches"]  # fmt: skip

Row = dict[str, Any]

BEFORE_FALL = 4.0
"""Seconds before a topple that are kept moment by moment."""

ALARM = 3e-3
"""Shift of another block at which a hand is told to let go, m: that of the hands."""

DELAYS = (0.0, 0.2, 0.4)
"""How long it takes to do so, s."""

_TOWERS = range(72)
_BLOCKS = 3
"""Blocks pulled out of each tower."""
_FEW_TOWERS = (2,)
_FEW_BLOCKS = 2

_STEPS = {
    "margin": 100_000, "without": 100_000, "least": 100_000, "tilt": 100_000,
    "most_tilt": 10_000, "probe_force": 1000, "force": 1000, "last_force": 1000,
    "shift": 100_000, "last_shift": 100_000, "seconds": 100, "before": 1000,
    "share": 1000, "at_rest": 1000, "released": 1000,
}  # fmt: skip
"""Steps of a unit to which columns are rounded: they take a third of the room."""

_SMALL = {"game", "ply", "turn", "attempt", "layers", "on_top", "layer", "in_layer",
          "above", "cell", "state"}  # fmt: skip


def touches(out: Path) -> dict[str, pa.Table]:
    """Return what was known of every touch of the games in a folder of results.

    Returns
    -------
    dict of str to pyarrow.Table
        One table ``touches``: the cell, and the columns of `sims.touches.TouchRow`.
    """
    return {"touches": _touched(_replays(out))}


def _touched(replays: Iterable[tuple[int, Replay]]) -> pa.Table:
    from sims.tables import table_of
    from sims.touches import TouchRow, touches_of

    cells, rows = [], []
    for cell, replay in replays:
        found = touches_of(replay)
        cells += [cell] * len(found)
        rows += found
    table = table_of(rows, TouchRow).add_column(0, "cell", pa.array(cells, pa.int64()))
    return _packed(table)


def courses(out: Path) -> dict[str, pa.Table]:
    """Return the same as `touches`, and the last seconds of every topple.

    Returns
    -------
    dict of str to pyarrow.Table
        Another table ``courses``: cell, game, the seconds before the topple, and then
        tilt (rad), largest shift (m), force of the hand (N) and margin (m).
    """
    from sims.touches import course_of

    parts, replays = [], list(_replays(out))
    for cell, replay in replays:
        if not replay.toppled:
            continue
        course = course_of(replay, len(replay.plies) - 1)
        parts.append(_last_of(course, {"cell": cell, "game": replay.index}))
    return {"touches": _touched(replays), "courses": _packed(pa.concat_tables(parts))}


def _last_of(course: Course, of: Row) -> pa.Table:
    """Return the last seconds of a course, and what it is of in every row."""
    before = course.times[-1] - course.times
    last = before <= BEFORE_FALL
    found: dict[str, Any] = {
        key: [value] * int(last.sum()) for key, value in of.items()
    }
    found |= {
        "before": before[last],
        "tilt": course.tilts[last],
        "shift": course.shifts[last],
        "force": course.forces[last],
        "margin": course.margins[last],
    }
    return pa.table(found)


def pulls(making: Making) -> dict[str, pa.Table]:
    """Pull blocks out of the towers of ``docs/agreement``, and watch.

    Returns
    -------
    dict of str to pyarrow.Table
        ``pulls``, a row a block: what is known of it before, as
        `sims.agreement.facts.FactRow` has it, and what came of it; ``courses``, the
        last seconds of those that toppled the tower; ``releases``, these again, by a
        hand that lets go after an alarm.
    """
    from sims.agreement.facts import FactRow
    from sims.agreement.removals import load_rows
    from sims.agreement.states import read_states
    from sims.agreement.trials import Conditions
    from sims.tables import read_table, write_table
    from stacko.engines import make_engine, resolve_engine
    from stacko.params import ContactParams

    place = making.folder.parent / "docs" / "agreement"
    states = read_states(place / "states.parquet")
    facts = {
        (row.state, row.block): row
        for row in load_rows(place / "facts.parquet", FactRow)
    }
    given, gravity = Conditions(), ContactParams().gravity
    # a small set is made on Pythons without PyBullet, too
    name = resolve_engine("auto") if making.quick else "pybullet"
    found: dict[str, list[pa.Table]] = {}
    with make_engine(name, given.settings, gravity) as engine:
        for k in _FEW_TOWERS if making.quick else _TOWERS:
            for table in _TABLES:
                path = making.work / f"{k:03}-{table}.parquet"
                if not path.exists():
                    count = _FEW_BLOCKS if making.quick else _BLOCKS
                    made = _pulls_of(engine, states[k], count, facts, given)
                    for each, rows in made.items():
                        write_table(rows, making.work / f"{k:03}-{each}.parquet")
                found.setdefault(table, []).append(read_table(path))
    return {
        table: _packed(
            pa.concat_tables(
                [each for each in parts if each.num_rows], promote_options="default"
            )
        )
        for table, parts in found.items()
    }


_TABLES = ("pulls", "courses", "releases")


def _pulls_of(
    engine: Engine,
    state: TowerState,
    count: int,
    facts: Mapping[tuple[int, str], FactRow],
    given: Conditions,
) -> dict[str, pa.Table]:
    from sims.agreement.removals import Plan
    from sims.agreement.trials import calmed
    from sims.watched_pulls import Release, probe_felt, watched_pull
    from stacko.hand import named_hand

    hand = named_hand("average")
    found: list[Row] = []
    released: list[Row] = []
    parts: list[pa.Table] = []
    calm = calmed(engine, state, given)
    chosen = Plan(Path()).chosen(state)
    for block in chosen[:: -(-len(chosen) // count)]:
        pull = watched_pull(engine, calm, block, hand, given)
        felt = probe_felt(engine, calm, block, hand, given)
        found.append(_pulled(pull, felt, facts[state.state, block]))
        if not pull.falls:
            continue
        of = {"state": state.state, "block": block}
        parts.append(_last_of(pull.course, of))
        for delay in DELAYS:
            release = Release(ALARM, delay)
            again = watched_pull(engine, calm, block, hand, given, release)
            came = {
                "delay": delay, "released": again.released,
                "falls": again.falls, "out": again.out,
            }  # fmt: skip
            released.append({**of, **came})
    none = pa.table({})
    return {
        "pulls": pa.Table.from_pylist(found),
        "courses": pa.concat_tables(parts) if parts else none,
        "releases": pa.Table.from_pylist(released) if released else none,
    }


def _pulled(pull: Watched, felt: float, fact: FactRow) -> Row:
    course = pull.course
    return {
        "state": fact.state, "block": fact.block, "mu": fact.mu, "layer": fact.layer,
        "in_layer": fact.in_layer, "layers": fact.layers, "without": fact.margin,
        "share": fact.share, "at_rest": fact.at_rest,
        "bares": fact.layer_rule == "falls", "tilt": float(course.tilts[0]),
        "probe_force": felt,
        "falls": pull.falls, "out": pull.out, "phase": pull.phase, "force": pull.force,
        "shift": float(course.shifts.max()), "most_tilt": float(course.tilts.max()),
        "least": float(course.margins.min()), "seconds": float(course.times[-1]),
    }  # fmt: skip


def _replays(out: Path) -> Iterator[tuple[int, Replay]]:
    """Yield the replays of a study, each with its cell, in the order of their names."""
    from stacko.replay import read_replay

    for path in sorted((out / REPLAYS).glob("cell-*.npz")):
        yield int(path.name.split("-")[1]), read_replay(path)


def _packed(table: pa.Table) -> pa.Table:
    """Return a table that takes little room: see `_STEPS`; names as a dictionary."""
    for k, name in enumerate(table.column_names):
        column = table.column(k)
        if name in _STEPS:
            steps = _STEPS[name]
            values = column.to_numpy()
            column = pa.array(
                np.rint(values * steps) / steps, pa.float32(), from_pandas=True
            )
        elif name in _SMALL:
            column = column.cast(pa.int16())
        elif pa.types.is_string(column.type):
            column = column.dictionary_encode()
        table = table.set_column(k, name, column)
    return table


WHEN_IT_GOES: Mapping[str, Recipe] = {
    "when-it-goes": Study(
        "touches of games by statics, with what was known before each of them",
        "when-it-goes.toml",
        {"games": ["termination", "turns"]},
        more=touches,
    ),
    "when-it-goes-bullet": Study(
        "touches of games in PyBullet, and the last seconds of every topple",
        "when-it-goes-bullet.toml",
        {"games": ["termination", "turns"]},
        more=courses,
        # a small set shows that it works, on Pythons without PyBullet, too
        quick_flags=("--engine", "quasistatic"),
    ),
    "when-it-goes-pulls": Measured(
        "pulls out of towers in PyBullet, moment by moment, and let go in time", pulls
    ),
}
"""By name; `sims.notebook_data.recipes` has them among all."""
