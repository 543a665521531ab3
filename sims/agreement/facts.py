"""What is known of a removal without any simulation: statics and two simple rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import nan

import numpy as np

from gamebase.columns import column
from sims.agreement.states import TowerState
from sims.agreement.trials import Conditions, contact_of, surroundings, word
from sims.stacko_removals import bares_layer
from stacko.geometry import layer_names
from stacko.margins import MarginMonitor
from stacko.quasistatic.pile import Pile
from stacko.statics import StaticsParams, bodies_of, equilibrium, settle
from stacko.statics.pulls import PullFinder
from stacko.statics.towers import pair_friction
from stacko.statics.verdicts import Verdict

__all__ = ["RULES", "FactRow", "facts"]

RULES = ("statics", "layer rule", "margin rule")
"""What judges a removal by the tower that it leaves, however the block goes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FactRow:
    """One block of one tower: where it is, what it carries, what the rules say."""

    state: int = column("number of the state")
    phase: str = column("early, middle or late in the game")
    mu: float = column("friction of block on block")
    block: str = column("the block")
    layer: int = column("its layer, from 1")
    position: int = column("its place in the layer: 0, 1, 2")
    in_layer: int = column("blocks in its layer before")
    layers: int = column("layers of the tower")
    margin: float = column("least stability margin without the block", "m")
    share: float = column("share of what lies above that rests on it, at rest")
    statics: str = column("stands, falls or unknown: balance of what is left")
    low: float = column("least force that pulls it out, by statics", "N")
    high: float = column("largest force that pulls it out, by statics", "N")
    at_rest: float = column("friction of the loads at rest on its faces", "N")
    layer_rule: str = column("falls if the layer is left empty or on one edge block")
    margin_rule: str = column("falls if a center of mass leaves its support")


def facts(
    state: TowerState, blocks: tuple[str, ...], given: Conditions | None = None
) -> list[FactRow]:
    """Say of each of some blocks what needs no simulation."""
    return list(_facts(state, blocks, given or Conditions()))


_SAYS = {Verdict.STABLE: word(False), Verdict.UNSTABLE: word(True)}


def _facts(
    state: TowerState, blocks: tuple[str, ...], given: Conditions
) -> Iterator[FactRow]:
    params = StaticsParams(sides=4)
    friction = pair_friction(contact_of(state, given))
    bodies = bodies_of(state.poses, given.blocks, state.sizes)
    settled = settle(bodies, params, mu=friction)
    near = settled.assembly(friction, closing=params.bedding * given.blocks.height)
    pulls = PullFinder(near, params, quick=True)
    shares, rests = _loads(state, given)
    for name in blocks:
        slot = state.tower.slot_of(name)
        row = state.tower.layers[slot.layer - 1]
        margin = _margin(state, name)
        pull = pulls.force(name)
        found = pull.verdict is Verdict.STABLE
        yield FactRow(
            state=state.state, phase=state.phase, mu=state.mu, block=name,
            layer=slot.layer, position=slot.index, in_layer=3 - row.count(None),
            layers=len(state.tower.layers), margin=margin, share=shares[name],
            statics=_SAYS.get(equilibrium(near.without(name), params).verdict,
                              "unknown"),
            low=pull.low if found else nan, high=pull.high if found else nan,
            at_rest=rests[name],
            layer_rule=word(bares_layer(state.tower, name)),
            margin_rule=word(margin < 0),
        )  # fmt: skip


def _margin(state: TowerState, name: str) -> float:
    layers = [[n for n in row if n != name] for row in layer_names(state.tower)]
    monitor = MarginMonitor(state.poses, layers, state.sizes)
    return monitor.margin(state.poses.select(monitor.names).positions)


def _loads(
    state: TowerState, given: Conditions
) -> tuple[dict[str, float], dict[str, float]]:
    """Return each block's share of the load on its layer, and its friction, N."""
    pile = Pile.standing(state.tower, state.poses, state.sizes)
    around = surroundings(state, given)
    resting = around.rest(pile)
    upper, lower = resting.patches.upper, resting.patches.lower
    contact = contact_of(state, given)
    layers = np.append(pile.layer, -1)  # the table is the row after the last
    on_table = lower == len(pile)
    rough = np.where(on_table, contact.mu_table, contact.mu_block)
    shares, rests = {}, {}
    for row, name in enumerate(pile.names):
        total = float(resting.forces[layers[lower] == layers[row]].sum())
        mine = float(resting.forces[lower == row].sum())
        touching = (lower == row) | (upper == row)
        shares[name] = mine / total if total > 0 else 0.0
        rests[name] = float((rough * resting.forces)[touching].sum())
    return shares, rests
