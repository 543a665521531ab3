"""Pictures of the study of agreement."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path

from sims.agreement.confusion import Judged
from sims.agreement.games import Survival
from sims.agreement.trials import ENGINES

__all__ = ["draw_games", "draw_removals"]


def draw_removals(found: Sequence[Judged], path: Path) -> None:
    """Draw peak forces of the engines against what statics allows."""
    from sims.plots import force_plot, save

    pulled = [j for j in found if j.how == "pull" and not math.isnan(j.fact.low)]
    pulled.sort(key=lambda j: j.fact.high)
    forces: dict[str, list[tuple[int, float]]] = {engine: [] for engine in ENGINES}
    for at, each in enumerate(pulled):
        for engine in ENGINES:
            force = each.trials[engine].force if engine in each.trials else None
            if force is not None:
                forces[engine].append((at, force))
    low = [j.fact.low for j in pulled]
    high = [j.fact.high for j in pulled]
    save(force_plot(low, high, forces), path)


def draw_games(curves: Sequence[Survival], path: Path) -> None:
    """Draw survival of towers in each model, with 95 % bands."""
    from sims.plots import save, survival_plot

    title = "How long towers stand in each model"
    plot = survival_plot({each.engine: each.curve for each in curves}, title=title)
    save(plot, path)
