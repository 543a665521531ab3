"""What varied assumptions change: of removals, and of whole games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from scipy.stats import bootstrap

from sims.agreement.confusion import share_interval
from sims.agreement.markdown import table
from sims.agreement.sensitivity import VARIATIONS, GameLength, VariedRow
from sims.agreement.trials import FALLS, HOWS

__all__ = ["game_lines", "removal_lines"]

Key = tuple[int, str]


def removal_lines(rows: Sequence[VariedRow]) -> Iterator[str]:
    """Yield, for each model and way of removal, what each variation changes."""
    yield "## What varied assumptions change: removals"
    yield ""
    for model in dict.fromkeys(row.model for row in rows):
        for how in HOWS:
            some = [row for row in rows if row.model == model and row.how == how]
            lines = list(_compared(some))
            if lines:
                yield f"### {model}, {how}"
                yield ""
                heads = ["variation", "removals", "fall", "verdict changed"]
                yield from table([*heads, "median force, ratio"], lines)


def _compared(rows: Sequence[VariedRow]) -> Iterator[tuple[str, ...]]:
    told: dict[str, dict[Key, VariedRow]] = {}
    for row in rows:
        told.setdefault(row.variation, {})[row.state, row.block] = row
    base = told.get("as assumed", {})
    for name in VARIATIONS:
        found = told.get(name, {})
        both = [key for key in found if key in base]
        if not both:
            continue
        falls = np.mean([found[key].verdict == FALLS for key in both])
        changed = np.array([found[k].verdict != base[k].verdict for k in both])
        low, high = share_interval(changed, np.array([state for state, _ in both]))
        ratios = [
            found[key].force / base[key].force  # type: ignore[operator]
            for key in both
            if found[key].force and base[key].force
        ]
        yield (
            name, str(len(both)), f"{falls:.0%}",
            "-" if found is base
            else f"{changed.mean():.1%} ({low:.1%} to {high:.1%})",
            f"{np.median(ratios):.2f}" if ratios else "-",
        )  # fmt: skip


def game_lines(rows: Sequence[GameLength]) -> Iterator[str]:
    """Yield how long games last under each variation, against the same towers."""
    yield "## What varied assumptions change: quasistatic games"
    yield ""
    told: dict[str, dict[int, int]] = {}
    for row in rows:
        told.setdefault(row.variation, {})[row.game] = row.turns
    base = told.get("as assumed", {})
    lines = []
    for name in VARIATIONS:
        found = told.get(name, {})
        both = [game for game in found if game in base]
        if not both:
            continue
        gain = np.array([found[game] - base[game] for game in both], dtype=float)
        turns = np.mean([found[game] for game in both])
        cells = [name, str(len(both)), f"{turns:.2f}", "-"]
        if found is not base and not gain.any():
            cells[-1] = "none"
        elif found is not base:
            spread = bootstrap((gain,), np.mean, rng=np.random.default_rng(0))
            low, high = spread.confidence_interval
            cells[-1] = f"{gain.mean():+.2f} ({low:+.2f} to {high:+.2f})"
        lines.append(cells)
    heads = ["variation", "games", "mean turns", "turns more, same towers"]
    yield from table(heads, lines)
