"""Lists for the command line that are of this game: its parameters, its hands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gamebase.listing import columns_of
from gamebase.params import ParameterSet, describe
from stacko.hand.skill import SKILLS
from stacko.kits import KITS
from stacko.params import (
    MujocoParams,
    SettleParams,
    SolverParams,
    ToppleParams,
)
from stacko.quasistatic.params import QuasistaticParams
from stacko.statics_params import StaticsParams

__all__ = ["GROUPS", "hand_lines"]

GROUPS: dict[str, ParameterSet] = {
    "blocks": KITS["uno"].blocks,
    "contact": KITS["uno"].contact,
    "wood.blocks": KITS["wood"].blocks,
    "wood.contact": KITS["wood"].contact,
    "solver": SolverParams(),
    "mujoco": MujocoParams(),
    "quasistatic": QuasistaticParams(),
    "statics": StaticsParams(),
    "settle": SettleParams(),
    "topple": ToppleParams(),
    "hands.average": SKILLS["average"],
}
"""Section of the configuration -> its parameters, with the defaults.

Sections whose defaults depend on the set of blocks come once for each set.
"""


def hand_lines() -> Iterator[str]:
    """Yield a table of the named hands, a row a parameter and a column a hand."""
    rows: list[Sequence[str]] = [("parameter", *SKILLS, "unit", "grade", "source")]
    lists = [list(describe("hand", hand)) for hand in SKILLS.values()]
    for same in zip(*lists, strict=True):
        first = same[0]
        values = [f"{each.value:g}" for each in same]
        rows.append((first.name, *values, first.unit, first.grade, first.source))
    yield from columns_of(rows)
