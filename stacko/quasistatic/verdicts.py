"""The report of a move in a tower that is played by statics alone."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from stacko.params import BlockParams, ToppleParams
from stacko.quasistatic.pile import Pile
from stacko.quasistatic.resting import Rest
from stacko.rules import Topple
from stacko.topple import LAYER_SLACK
from stacko.topple_report import ToppleReport

__all__ = ["Reporter", "fallen_names"]

Array = NDArray[np.float64]


class Reporter:
    """Takes note of one move and reports it; the block in hand never counts.

    Parameters
    ----------
    before : Pile
        The tower before the move.
    margin : float
        Its smallest stability margin, m.
    mover : str
        The block in hand.
    criterion : Topple
        Which verdict decides.
    blocks, params : BlockParams, ToppleParams
    """

    def __init__(
        self,
        before: Pile,
        margin: float,
        mover: str,
        criterion: Topple,
        blocks: BlockParams,
        params: ToppleParams,
    ) -> None:
        self._start = before  # without the mover, what lay on it alone is lower
        self._before = before.without(mover)
        self._mover, self._criterion = mover, criterion
        self._blocks, self._params = blocks, params
        self._after = self._before
        self._shifts: dict[str, float] = {}
        self._margin = margin
        self._phase: str | None = None
        self._time: float | None = None
        self.fallen: tuple[str, ...] = ()

    def note_shifts(self, pile: Pile, shifts: Array) -> None:
        """Take note of how far blocks were dragged."""
        for name, shift in zip(pile.names, shifts.tolist(), strict=True):
            self._shifts[name] = max(shift, self._shifts.get(name, 0.0))

    def note_rest(self, pile: Pile, margin: float) -> None:
        """Take note of the tower as it stands, and of its margin, m."""
        self._after = pile.without(self._mover)
        self._margin = min(self._margin, margin)

    def note_fall(self, pile: Pile, resting: Rest, phase: str, time: float) -> None:
        """Take note of blocks that found no rest, in their order, after any before."""
        fell = fallen_names(pile, resting)
        others = tuple(name for name in fell if name != self._mover)
        self.fallen += others
        self._after = pile.without(self._mover, *others)
        if others:
            self._phase, self._time = phase, time

    def toppled(self, criterion: Topple | None = None) -> bool:
        """Return the verdict of a criterion; of the deciding one if left out."""
        if (criterion or self._criterion) is Topple.ANY_BLOCK:
            return bool(self.fallen)
        lost = self._height(self._start) - self._height(self._after)
        layers = lost / self._blocks.height + LAYER_SLACK
        return (
            layers >= self._params.collapse_layers
            or len(self.fallen) >= self._params.collapse_blocks
        )

    def report(self) -> ToppleReport:
        """Return what was noted."""
        decided = self.toppled()
        worst, drop = self._worst()
        shaken = max(self._shifts, key=lambda name: self._shifts[name], default=None)
        return ToppleReport(
            criterion=self._criterion,
            any_block=self.toppled(Topple.ANY_BLOCK),
            collapse=self.toppled(Topple.COLLAPSE),
            time=self._time if decided else None,
            phase=self._phase if decided else None,
            first_block=self.fallen[0] if decided and self.fallen else None,
            fallen=self.fallen,
            worst_block=worst,
            worst_drop=drop,
            tilt_before=_tilt(self._before),
            tilt_after=_tilt(self._after),
            height_before=self._height(self._start),
            height_after=self._height(self._after),
            min_margin=self._margin,
            max_disturbance=0.0 if shaken is None else self._shifts[shaken],
            disturbed_block=shaken,
            standing=len(self._before) - len(self.fallen),
        )

    def _worst(self) -> tuple[str | None, float]:
        """Return which block sank most, and how far, m."""
        before, after = self._before, self._after
        if self.fallen:  # down to the table, whatever it hit on its way
            base = {
                name: self._start.base[self._start.row(name)] for name in self.fallen
            }
            worst = max(base, key=lambda name: float(base[name]))
            return worst, float(base[worst])
        if not len(before):
            return None, 0.0
        sunk = (before.base + before.motion[:, 0]) - (after.base + after.motion[:, 0])
        row = int(sunk.argmax())
        return before.names[row], float(sunk[row])

    def _height(self, pile: Pile) -> float:
        others = np.array([name != self._mover for name in pile.names], bool)
        tops = pile.base + pile.motion[:, 0] + pile.size[:, 2] / 2
        return float(tops[others].max(initial=0))


def fallen_names(pile: Pile, resting: Rest) -> tuple[str, ...]:
    """Return the blocks that find no rest, that which sinks most first.

    Statics does not say in what order they fall. Where the upper part of a tower tips,
    what is highest and farthest out sinks fastest, in an engine and on these springs;
    the lowest that has lost its hold, next to the block in hand, does not.
    """
    rows = np.flatnonzero(resting.falling)
    sunk = np.argsort(resting.motion[rows, 0], kind="stable")
    return tuple(pile.names[row] for row in rows[sunk].tolist())


def _tilt(pile: Pile) -> float:
    """Return the lean of the highest complete layer, rad; see `tower_tilt`."""
    if not len(pile):
        return 0.0
    counts = np.bincount(pile.layer)
    full = np.flatnonzero(counts >= 3)
    layer = full[-1] if len(full) else len(counts) - 1
    slopes = pile.motion[pile.layer == layer, 1:].mean(axis=0)
    return float(np.arctan(np.hypot(*slopes)))
