"""What a middle block carries while it slides, against what it would carry at rest."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass

import numpy as np

from gamebase.columns import column
from sims.agreement.markdown import table
from sims.agreement.states import TowerState
from sims.agreement.trials import (
    SURE,
    Conditions,
    calmed,
    hand_rng,
    surroundings,
    world_of,
)
from stacko.engines import make_engine
from stacko.errors import EngineError
from stacko.geometry import layer_names
from stacko.hand import Hand
from stacko.params import ContactParams
from stacko.quasistatic.pile import Pile
from stacko.quasistatic.stage import single_threaded

__all__ = ["ShedRow", "middle_blocks", "shed", "shed_lines"]

EVERY = 0.1
"""Time over which loads are averaged, s."""

SLIDING = (3e-3, 30e-3)
"""Way of the block, in m, over which it counts as sliding between its neighbors."""

GROUPS = ((0.2, 0.4), (0.4, 0.6), (0.6, 1.01))
"""Shares at rest by which loads are told apart."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShedRow:
    """Loads on the layer of a block that is pulled, over a tenth of a second."""

    engine: str = column("the engine")
    state: int = column("number of the state")
    block: str = column("the block pulled")
    way: float = column("how far it has come", "m")
    share: float = column("share of the load on its layer that lies on it")
    at_rest: float = column("share it would carry at rest there, quasistatic model")


def middle_blocks(state: TowerState) -> tuple[str, ...]:
    """Return the blocks that lie between two others, and may be taken."""
    rows = {n: row for row in state.tower.layers for n in row if n is not None}
    return tuple(
        name
        for name in state.legal_blocks()
        if rows[name][1] == name and None not in rows[name]
    )


def shed(
    state: TowerState, block: str, engine: str, given: Conditions | None = None
) -> list[ShedRow]:
    """Draw a block out and look at the loads on its layer all the while."""
    given = given or Conditions()
    rows: list[ShedRow] = []
    gravity = ContactParams().gravity
    with make_engine(engine, given.settings, gravity) as made, single_threaded():
        calm = calmed(made, state, given)
        world = world_of(made, calm, calm.poses, given)
        layer = state.tower.slot_of(block).layer
        mine, above = layer_names(state.tower)[layer - 1 : layer + 1]
        around = surroundings(state, given)
        loads, last = dict.fromkeys(mine, 0.0), made.time

        def look(time: float, _phase: str = "settle") -> bool:
            nonlocal last
            for name in mine:
                for upper in above:
                    for each in made.contacts(upper, name):
                        loads[name] += each.normal_force * abs(each.normal[2])
            if time - last < EVERY:
                return False
            poses = world.poses()
            pile = Pile.standing(state.tower, poses, state.sizes)
            resting = around.rest(pile)
            if not resting.stands or not sum(loads.values()) > 0:
                return True
            on = {
                n: float(resting.forces[resting.patches.lower == pile.row(n)].sum())
                for n in mine
            }
            moved = poses.position(block) - calm.poses.position(block)
            rows.append(
                ShedRow(
                    engine=engine, state=state.state, block=block,
                    way=float(np.hypot(moved[0], moved[1])),
                    share=loads[block] / sum(loads.values()),
                    at_rest=on[block] / sum(on.values()),
                )
            )  # fmt: skip
            last = time
            loads.update(dict.fromkeys(mine, 0.0))
            return False

        with suppress(EngineError):
            hand = Hand(world, SURE, hand_rng(state, block, given), look)
            hand.take(state.tower, block, may_give_up=False)
    return rows


def shed_lines(rows: Sequence[ShedRow]) -> Iterator[str]:
    """Yield what middle blocks carry while they slide, by what they would at rest."""
    yield "## What a middle block carries while it slides"
    yield ""
    lines = []
    for engine in dict.fromkeys(row.engine for row in rows):
        for low, high in GROUPS:
            some = [
                row
                for row in rows
                if row.engine == engine
                and low <= row.at_rest < high
                and SLIDING[0] <= row.way < SLIDING[1]
            ]
            if some:
                share = np.mean([row.share for row in some])
                rest = np.mean([row.at_rest for row in some])
                told = f"{low:.1f} to {min(high, 1.0):.1f}"
                lines.append(
                    (engine, told, str(len(some)), f"{share:.2f}", f"{rest:.2f}",
                     f"{share / rest:.2f}")
                )  # fmt: skip
    heads = ["engine", "share at rest", "looks", "share sliding", "at rest", "ratio"]
    yield from table(heads, lines)
