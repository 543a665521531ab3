"""What statics says of every block of a tower, as maps."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from gamebase.errors import ParameterError, close_match, shown
from sims.plots.style import Plot
from sims.plots.towers import tower_map
from stacko.statics.survey import BlockSurvey, Survey
from stacko.statics.verdicts import Verdict
from stacko.tower import Tower

__all__ = ["QUANTITIES", "survey_map"]


@dataclass(frozen=True, slots=True)
class _Quantity:
    title: str
    label: str
    of: Callable[[BlockSurvey], float]
    digits: int = 2
    high: float | None = None


def _stands(block: BlockSurvey) -> float:
    verdict = block.without.verdict
    return {Verdict.STABLE: 1.0, Verdict.UNSTABLE: 0.0}.get(verdict, math.nan)


def _tilt(block: BlockSurvey) -> float:
    if _stands(block) == 0.0:
        return 0.0
    tilt = block.without.tilt
    return math.nan if tilt is None else tilt.degrees


QUANTITIES = {
    "load": _Quantity(
        "What each block carries", "load from above, N", lambda block: block.load
    ),
    "pull": _Quantity(
        "How hard each block is to pull",
        "friction on both faces at rest, N",
        lambda block: block.pull_at_rest,
    ),
    "removable": _Quantity(
        "Which blocks can go", "1: the rest stands without it, 0: it falls",
        _stands, 0, 1.0,
    ),
    "tilt": _Quantity(
        "How stable the rest stands without each block",
        "tilt that the rest bears, degrees (0: it falls)", _tilt,
    ),
}  # fmt: skip
"""What can be drawn of a survey, by name."""


def survey_map(found: Survey, tower: Tower, what: str = "load", **more: object) -> Plot:
    """Draw one quantity of a survey of a tower, block by block.

    Parameters
    ----------
    found : Survey
        Of `stacko.statics.survey.survey`; ``tilt`` needs one with margins.
    tower : Tower
        The tower it is of.
    what : str
        A name of `QUANTITIES`.
    **more
        As for `tower_map`, in place of what is usual.

    Raises
    ------
    ParameterError
        If there is no such quantity, the tower does not stand, or
        there is no number of it.
    """
    if what not in QUANTITIES:
        raise ParameterError(
            f"no quantity {shown(what)}{close_match(what, QUANTITIES)}; there are "
            f"{', '.join(QUANTITIES)}"
        )
    if not found.blocks:
        raise ParameterError(
            f"the tower is {found.verdict}, so there is nothing to say of its blocks: "
            "survey one that stands"
        )
    quantity = QUANTITIES[what]
    values = {block.name: quantity.of(block) for block in found.blocks}
    given: dict[str, object] = {
        "title": quantity.title, "label": quantity.label, "digits": quantity.digits,
        "low": 0.0, "high": quantity.high, **more,
    }  # fmt: skip
    return tower_map(values, tower=tower, **given)  # type: ignore[arg-type]
