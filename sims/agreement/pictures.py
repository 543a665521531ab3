"""Pictures of the study of agreement."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from gamebase.files import atomic_write
from sims.agreement.confusion import Judged
from sims.agreement.games import Survival
from sims.agreement.trials import ENGINES

__all__ = ["draw_games", "draw_removals"]

_COLORS = {"pybullet": "#0072b2", "mujoco": "#d55e00", "quasistatic": "#009e73"}
"""Told apart also by those who do not see red and green."""


def draw_removals(found: Sequence[Judged], path: Path) -> None:
    """Draw peak forces of the engines against what statics allows."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(12, 5.5), layout="constrained")
    pulled = [j for j in found if j.how == "pull" and not np.isnan(j.fact.low)]
    pulled.sort(key=lambda j: j.fact.high)
    for axis, engine in zip(figure.subplots(1, 2, sharey=True), ENGINES, strict=True):
        pulls = [j for j in pulled if engine in j.trials]
        if not pulls:
            continue
        at = np.arange(len(pulls))
        low = [j.fact.low for j in pulls]
        high = [j.fact.high for j in pulls]
        force = [j.trials[engine].force for j in pulls]
        axis.fill_between(at, low, high, color="0.8", label="statics allows")
        axis.scatter(at, force, s=4, color=_COLORS[engine], label=f"peak, {engine}")
        axis.set(yscale="log", xlabel="pull, sorted by the largest force of statics")
        axis.legend(loc="upper left")
        axis.grid(alpha=0.3)
    figure.axes[0].set_ylabel("force, N")
    figure.suptitle("Pull forces of the engines against the range of statics")
    atomic_write(path, lambda to: figure.savefig(to, dpi=110, format="png"))


def draw_games(curves: Sequence[Survival], path: Path) -> None:
    """Draw survival of towers in each model, with 95 % bands."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 5), layout="constrained")
    axis = figure.subplots()
    for curve in curves:
        color = _COLORS.get(curve.engine, "0.3")
        label = f"{curve.engine} (n = {curve.games})"
        turns = [0.0, *curve.turns]
        axis.step(turns, [1.0, *curve.share], where="post", color=color, label=label)
        low, high = [1.0, *curve.low], [1.0, *curve.high]
        axis.fill_between(turns, low, high, step="post", color=color, alpha=0.2)
    axis.set(xlabel="turn", ylabel="share of towers that stand", ylim=(0, 1.02))
    axis.set_title("How long towers stand in each model, with 95 % bands")
    axis.legend()
    axis.grid(alpha=0.3)
    atomic_write(path, lambda to: figure.savefig(to, dpi=110, format="png"))
