"""One removal once more, in every model, and what happened in each."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.table import Table

from sims.agreement.facts import facts
from sims.agreement.removals import Plan
from sims.agreement.states import TowerState, read_states
from sims.agreement.trials import HOWS, MODELS, Conditions, TrialRow, take_out
from stacko.errors import ParameterError, shown
from stacko.render import render_tower

__all__ = ["replay"]


def replay(plan: Plan, place: str, models: Sequence[str] = MODELS) -> None:
    """Take one block out of one tower once more and print what happened.

    Parameters
    ----------
    plan : Plan
        Its folder has the towers, its seed decides the rest.
    place : str
        ``STATE:BLOCK:HOW``; ``pull`` if HOW is left out.
    models : sequence of str
        Those to replay it in.

    Raises
    ------
    ParameterError
        If there is no such removal.
    """
    state, block, how = _found(plan, place)
    console = Console(highlight=False)
    console.print(render_tower(state.tower), markup=False)
    fact = facts(state, (block,))[0]
    console.print(
        f"{place}: {fact.phase} in the game, friction {fact.mu:g}, layer {fact.layer} "
        f"of {fact.layers}, {fact.in_layer} in the layer"
    )
    console.print(
        f"carries {fact.share:.0%} of what is above its layer; friction at rest "
        f"{fact.at_rest:.2f} N; statics: {fact.low:.2f} to {fact.high:.2f} N, the "
        f"tower {fact.statics} without it; margin without it {fact.margin * 1e3:.1f} mm"
    )
    console.print(f"layer rule: {fact.layer_rule}; margin rule: {fact.margin_rule}")
    given = Conditions(seed=plan.seed)
    table = Table(
        "model", "verdict", "peak force, N", "fell after, s", "first", "shift"
    )
    for model in models:
        for row in take_out(state, (block,), how, model, given):
            table.add_row(*_told(row))
    console.print(table)


def _told(row: TrialRow) -> tuple[str, ...]:
    return (
        row.model,
        row.verdict,
        "-" if row.force is None else f"{row.force:.2f}",
        "-" if row.time is None else f"{row.time:.2f}",
        row.first or "-",
        f"{row.shift * 1e3:.1f} mm",
    )


def _found(plan: Plan, place: str) -> tuple[TowerState, str, str]:
    number, _, rest = place.partition(":")
    block, _, how = rest.partition(":")
    how = how or "pull"
    if not number.isdecimal() or how not in HOWS:
        raise ParameterError(
            f"{shown(place)} is no removal: write STATE:BLOCK:HOW, such as 3:B4:pull "
            f"(HOW is {' or '.join(HOWS)})"
        )
    states = {state.state: state for state in read_states(plan.out / "states.parquet")}
    if int(number) not in states:
        raise ParameterError(
            f"there is no state {number}: choose one from {min(states)} to "
            f"{max(states)}"
        )
    state = states[int(number)]
    legal = state.legal_blocks()
    if block not in legal:
        raise ParameterError(
            f"block {shown(block)} cannot be taken from state {number}: choose one of "
            f"{', '.join(legal)}"
        )
    return state, block, how
