"""What is measured of the single blocks of a tower: what they carry, who comes out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from sims.notebook_data.recipe import Measured, Recipe

if TYPE_CHECKING:
    from sims.agreement.states import TowerState
    from sims.agreement.trials import Conditions
    from sims.notebook_data.recipe import Making
    from stacko.kits import Kit

__all__ = ["BLOCKS", "CASES", "JITTERS", "Case", "measure_blocks", "packed"]

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Case:
    """Fresh towers of one kind.

    Parameters
    ----------
    name : str
    kit : str
        Name of a kit.
    towers : int
        How many. The first ones of all cases of a kit have the same heights, but for
        their spread.
    surveyed : int
        How many of them are surveyed, which takes four times as long as all the rest.
    spread : float
        Factor on the tolerances; 0 makes all blocks alike.
    mu : float, optional
        Friction of block on block, in place of that of the kit.
    """

    name: str
    kit: str
    towers: int
    surveyed: int = 0
    spread: float = 1.0
    mu: float | None = None


CASES = (
    Case("plastic", "uno", 120, 5),
    Case("wood", "wood", 60, 5),
    Case("plastic, all alike", "uno", 1, 1, spread=0.0),
    Case("wood, all alike", "wood", 1, 1, spread=0.0),
    Case("plastic, half the spread", "uno", 40, spread=0.5),
    Case("plastic, twice the spread", "uno", 40, spread=2.0),
    Case("plastic, friction 0.25", "uno", 40, mu=0.25),
    Case("plastic, friction 0.5", "uno", 40, mu=0.5),
)
"""The fresh towers."""

JITTERS = (0.0005, 0.001, 0.002, 0.003, 0.005)
"""Spreads of the height, as a share of it."""

_ENGINE_JITTERS = (0.001, 0.002, 0.005)
_NOTHING = 1e-6
"""A load that is none, N."""
_NAMES = {"uno": "plastic", "wood": "wood"}
_STATES = "docs/agreement/states.parquet"
_FACTS = "docs/agreement/facts.parquet"


def measure_blocks(making: Making) -> dict[str, pa.Table]:
    """Build fresh towers, ask statics of every block, and pull each of them out.

    Returns
    -------
    dict of str to pyarrow.Table
        - ``fresh``: the blocks that may be taken from fresh towers: height above the
          nominal one (m), load of rigid blocks and of blocks on springs (N), what
          becomes of the tower in the quasistatic model once the block is gone and once
          it was pulled out, the force of the pull (N) and the largest shift of another
          block (m).
        - ``surveys``: all blocks of some of these, as `stacko.statics.survey` has them.
        - ``jitter``: towers and how many blocks of them carry little or nothing, by
          the spread of the heights and by what works out the loads; of the engines
          those that are installed.
        - ``alike``: blocks that vanish from towers of equal blocks in MuJoCo.
        - ``games``: the load of rigid blocks in towers out of games.
    """
    fresh: list[Row] = []
    surveys: list[Row] = []
    for case in CASES:
        towers, surveyed = case.towers, case.surveyed
        if making.quick:
            surveyed = int(case.name == "plastic")
            towers = 1 + surveyed
        for index in range(towers):
            kit, state, given = _tower(case, index)
            fresh += _pulled(case.name, state, given)
            if index < surveyed:
                surveys += _surveyed(case.name, kit, state, given)
    return {
        "fresh": packed(fresh),
        "surveys": packed(surveys),
        "jitter": packed(list(_jitter(making.quick))),
        "alike": packed(list(_alike(making.quick))),
        "games": packed(list(_in_games(making))),
    }


def _tower(case: Case, index: int) -> tuple[Kit, TowerState, Conditions]:
    from sims.agreement.trials import Conditions
    from sims.fresh_towers import fresh_tower
    from stacko.kits import KITS

    kit = KITS[case.kit]
    blocks = kit.blocks.perfect()
    if case.spread:
        scaled = {
            key: getattr(kit.blocks, key) * case.spread
            for key in ("height_sigma", "width_sigma", "length_sigma")
        }
        blocks = kit.blocks.replace(**scaled)
    state = fresh_tower(kit, index, blocks)
    mu = state.mu if case.mu is None else case.mu
    return kit, replace(state, mu=mu), Conditions(blocks=blocks)


def _pulled(case: str, state: TowerState, given: Conditions) -> Iterator[Row]:
    from sims.agreement.trials import take_out
    from sims.fresh_towers import rigid_loads, sprung_loads

    rigid, sprung = rigid_loads(state, given), sprung_loads(state, given)
    legal = state.legal_blocks()
    vanished = take_out(state, legal, "vanish", "quasistatic", given)
    without = {trial.block: trial.verdict for trial in vanished}
    for trial in take_out(state, legal, "pull", "quasistatic", given):
        name = trial.block
        slot = state.tower.slot_of(name)
        yield {
            "case": case, "tower": state.state, "layer": slot.layer,
            "position": slot.index,
            "higher": state.sizes[name][2] - given.blocks.height,
            "rigid": rigid[name], "sprung": sprung[name],
            "without": without[name], "pulled": trial.verdict, "force": trial.force,
            "shift": trial.shift,
        }  # fmt: skip


def _surveyed(
    case: str, kit: Kit, state: TowerState, given: Conditions
) -> Iterator[Row]:
    from stacko.statics import survey

    found = survey(
        state.tower, given.blocks, kit.contact, sizes=state.sizes, margins=False
    )
    for block in found.blocks:
        slot = state.tower.slot_of(block.name)
        yield {
            "case": case, "tower": state.state, "layer": slot.layer,
            "position": slot.index, "load": block.load,
            "load_low": block.load_range[0], "load_high": block.load_range[1],
            "at_rest": block.pull_at_rest, "pull_low": block.pull.low,
            "pull_high": block.pull.high, "removable": block.removable,
        }  # fmt: skip


def _jitter(quick: bool) -> Iterator[Row]:
    from sims.agreement.trials import ENGINES, Conditions
    from sims.fresh_towers import (
        engine_loads,
        fresh_tower,
        jittered,
        rigid_loads,
        sprung_loads,
    )
    from stacko.kits import KITS

    for kit in KITS.values():
        for share in JITTERS[1::3] if quick else JITTERS:
            blocks = jittered(kit.blocks, share)
            given = Conditions(blocks=blocks)
            for index in range(1 if quick else 24):
                state = fresh_tower(kit, index, blocks)
                own = {"set": _NAMES[kit.name], "jitter": share, "tower": index}
                yield own | _counted("rigid", state, rigid_loads(state, given))
                yield own | _counted("springs", state, sprung_loads(state, given))
                few = 1 if quick else 6
                if share not in _ENGINE_JITTERS or index >= few or kit.name != "wood":
                    continue
                for engine in filter(find_spec, ENGINES):
                    loads = engine_loads(state, engine, given)
                    yield own | _counted(engine, state, loads)


def _counted(model: str, state: TowerState, loads: Mapping[str, float]) -> Row:
    """Count the blocks under the highest layer that carry little or nothing."""
    from sims.fresh_towers import LOOSE, layer_shares

    shares = layer_shares(state, loads)
    nothing = sum(loads[name] < _NOTHING for name in shares)
    little = sum(share < LOOSE for share in shares.values())
    return {"model": model, "blocks": len(shares), "nothing": nothing, "little": little}


def _alike(quick: bool) -> Iterator[Row]:
    from sims.agreement.trials import take_out

    for case in CASES:
        if not case.spread:
            _, state, given = _tower(case, 0)
            blocks = state.legal_blocks()[:: 20 if quick else 1]
            for trial in take_out(state, blocks, "vanish", "mujoco", given):
                slot = state.tower.slot_of(trial.block)
                yield {
                    "case": case.name, "layer": slot.layer, "position": slot.index,
                    "verdict": trial.verdict,
                }  # fmt: skip


def _in_games(making: Making) -> Iterator[Row]:
    from sims.agreement.facts import FactRow
    from sims.agreement.states import read_states
    from sims.agreement.trials import Conditions
    from sims.fresh_towers import rigid_loads
    from sims.tables import read_table

    root = making.folder.resolve().parent
    facts = read_table(root / _FACTS, FactRow).to_pylist()
    states = read_states(root / _STATES)
    for state in states[:3] if making.quick else states:
        loads = rigid_loads(state, Conditions())
        for fact in facts:
            if fact["state"] == state.state:
                name = fact["block"]
                yield {"state": state.state, "block": name, "rigid": loads[name]}


def packed(rows: list[Row]) -> pa.Table:
    """Return rows as a small table: texts once, numbers in as many bytes as they need.

    Parameters
    ----------
    rows : list of dict
        Whole numbers below 32,768, and others to seven digits.
    """
    table = pa.Table.from_pylist(rows)
    for k, name in enumerate(table.column_names):
        column = table.column(k)
        kind = column.type
        if pa.types.is_string(kind):
            column = column.dictionary_encode()
        elif pa.types.is_integer(kind):
            column = column.cast(pa.int16())
        elif pa.types.is_floating(kind):
            column = column.cast(pa.float32())
        table = table.set_column(k, name, column)
    return table


BLOCKS: Mapping[str, Recipe] = {
    "blocks": Measured(
        "what the blocks of fresh towers carry, and which of them can be pulled out",
        measure_blocks,
        needs="mujoco",
    ),
}
"""By name; `sims.notebook_data.recipes` has them among all."""
