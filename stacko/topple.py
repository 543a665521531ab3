"""Whether the tower was knocked over (ruling S12), seen from poses alone.

A block has left the tower when its center is more than ``drop`` block heights below
where it came to rest in its slot, or when it touches the table from a slot above
layer 1, whether it lies still or is falling. A block of layer 1 lies on the table
anyway: it has left when its center is outside the square that a full tower covers.
So a block that tilts, slides or is lifted but is caught, or that leans on the hand,
has not left. The tower collapsed when it lost a whole layer of height or when three
or more blocks left. Both verdicts are kept, and neither is taken back later.

The block the player moves never counts: not as fallen, not for height or margin.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from stacko.errors import ParameterError, UnstableError
from stacko.geometry import footprint_half_side, sizes_of
from stacko.margins import Layers, MarginMonitor
from stacko.params import BlockParams, ToppleParams
from stacko.poses import Poses
from stacko.rules import Topple
from stacko.stability import tower_height, tower_tilt
from stacko.topple_report import ToppleReport, criterion_of

__all__ = ["ToppleReport", "ToppleWatch"]

Array = NDArray[np.float64]
Mask = NDArray[np.bool_]

TABLE_TOUCH = 1e-3
"""A corner lower than this, in m, touches the table: contact is never exact."""

LAYER_SLACK = 0.05
"""Block heights by which a lost layer may fall short: block heights differ."""


class ToppleWatch:
    """Looks at the poses again and again during one move and judges them.

    Parameters
    ----------
    slot_poses : Poses
        Where each block came to rest in its slot, however long ago: creep over
        many turns counts as sinking.
    layers : sequence of sequences of str
        Blocks of the tower by layer, bottom first. Others are not watched.
    blocks : BlockParams
        Block height for the thresholds, and the sides unless `sizes` is given.
    params : ToppleParams
    mover : str or None
        The block the player moves.
    criterion : Topple or str
        Which verdict decides.
    sizes : mapping of name to (length, width, height), optional
        Sides of the single blocks, in m.
    start : Poses, optional
        Poses at the start of the move, for disturbance, tilt and height before;
        `slot_poses` if left out.
    margin_every : int
        The margin is taken at every so many updates; it is the costly part.
    """

    def __init__(
        self,
        slot_poses: Poses,
        layers: Layers,
        blocks: BlockParams,
        params: ToppleParams,
        mover: str | None = None,
        criterion: Topple | str = Topple.ANY_BLOCK,
        *,
        sizes: Mapping[str, Sequence[float]] | None = None,
        start: Poses | None = None,
        margin_every: int = 3,
    ) -> None:
        self._criterion = criterion_of(criterion)
        self._blocks, self._params = blocks, params
        self._layers = [[n for n in layer if n != mover] for layer in layers]
        self._names = tuple(n for layer in self._layers for n in layer)
        self._sizes = sizes_of(self._names, blocks if sizes is None else sizes)
        self._bottom = np.arange(len(self._names)) < len((self._layers or [[]])[0])
        self._slot_z = slot_poses.select(self._names).positions[:, 2]
        self._margin_every = margin_every
        self._row_names: tuple[str, ...] = ()
        self._begin((slot_poses if start is None else start).select(self._names))

    def _begin(self, start: Poses) -> None:
        count = len(self._names)
        self._start = self._last = start
        self._height_before = self._height = tower_height(start, self._by_name())
        self._left: Mask = np.zeros(count, dtype=bool)
        self._order: list[int] = []
        self._drops: Array = np.full(count, -np.inf)
        self._shifts: Array = np.zeros(count)
        self._min_margin, self._updates = math.inf, 0
        self._met: dict[Topple, tuple[float, str, int]] = {}
        self._watch_margin()

    def _by_name(self) -> dict[str, Sequence[float]]:
        return dict(zip(self._names, self._sizes.tolist(), strict=True))

    def _watch_margin(self) -> None:
        """Watch the margin of the blocks that did not leave."""
        self._monitor = MarginMonitor(
            self._start, self._standing_layers(), self._by_name()
        )

    def _standing_layers(self) -> list[list[str]]:
        gone = {self._names[row] for row in self._order}
        kept = [[n for n in layer if n not in gone] for layer in self._layers]
        while kept and not kept[-1]:
            kept.pop()
        return kept

    @property
    def toppled(self) -> bool:
        """Whether the deciding criterion has been met."""
        return self._criterion in self._met

    @property
    def fallen(self) -> tuple[str, ...]:
        """Blocks that left so far, in order."""
        return tuple(self._names[row] for row in self._order)

    @property
    def max_disturbance(self) -> float:
        """Largest shift so far of a block in the tower, in m: what a player sees."""
        return float(self._shifts.max(initial=0.0))

    def update(self, time: float, phase: str, poses: Poses) -> bool:
        """Judge the poses of one instant.

        Go on calling it after a topple to count what else falls.

        Parameters
        ----------
        time : float
            In s.
        phase : str
            What the hand is doing, such as ``"pull"``.
        poses : Poses
            Poses of at least the watched blocks.

        Returns
        -------
        bool
            Whether the deciding criterion has been met, now or before.

        Raises
        ------
        ParameterError
            If the pose of a watched block is missing.
        UnstableError
            If a pose is not finite.
        """
        if not self._names:
            return False
        rows = self._rows(poses)
        positions, orientations = poses.positions[rows], poses.orientations[rows]
        self._last = Poses(self._names, positions, orientations)
        drops = self._slot_z - positions[:, 2]
        reach = _vertical_reach(orientations, self._sizes)
        _check_finite(float(drops.sum() + reach.sum()), time, phase)
        self._note_leaving(drops, positions, reach)
        np.maximum(self._drops, drops, out=self._drops)
        self._height = float((positions[:, 2] + reach).max())
        if not self.toppled:
            self._measure(positions)
        self._judge(time, phase)
        return self.toppled

    def _rows(self, poses: Poses) -> NDArray[np.intp]:
        if poses.names != self._row_names:
            missing = [name for name in self._names if name not in poses]
            if missing:
                raise ParameterError(
                    f"no pose of block {missing[0]!r}, which is watched: give the "
                    f"poses of all {len(self._names)} blocks of the tower"
                )
            self._index = np.array([poses.index(name) for name in self._names])
            self._row_names = poses.names
        return self._index

    def _note_leaving(self, drops: Array, positions: Array, reach: Array) -> None:
        """Mark the blocks that are out of the tower, lowest first."""
        limit = self._params.drop * self._blocks.height
        out = np.abs(positions[:, :2]).max(axis=1) > footprint_half_side(self._blocks)
        on_table = positions[:, 2] - reach < TABLE_TOUCH
        leaving = (drops > limit) | np.where(self._bottom, out, on_table)
        leaving &= ~self._left
        if leaving.any():
            new = np.flatnonzero(leaving)
            self._order += new[np.argsort(-drops[new], kind="stable")].tolist()
            self._left |= leaving
            self._watch_margin()

    def _measure(self, positions: Array) -> None:
        """Take shift and margin of the blocks that are in the tower."""
        shift = np.sqrt(((positions - self._start.positions) ** 2).sum(axis=1))
        np.maximum(self._shifts, np.where(self._left, 0, shift), out=self._shifts)
        if self._updates % self._margin_every == 0:
            margin = self._monitor.margin(positions[~self._left])
            self._min_margin = min(self._min_margin, margin)
        self._updates += 1

    def _judge(self, time: float, phase: str) -> None:
        first = self._order[0] if self._order else int(self._drops.argmax())
        if self._order:
            self._met.setdefault(Topple.ANY_BLOCK, (time, phase, first))
        layers = self._params.collapse_layers - LAYER_SLACK
        lost = self._height_before - self._height >= layers * self._blocks.height
        if lost or len(self._order) >= self._params.collapse_blocks:
            self._met.setdefault(Topple.COLLAPSE, (time, phase, first))

    def report(self) -> ToppleReport:
        """Return what was seen so far."""
        time, phase, first = self._met.get(self._criterion, (None, None, None))
        worst = int(self._drops.argmax()) if self._updates else None
        shaken = int(self._shifts.argmax()) if self._updates else None
        return ToppleReport(
            criterion=self._criterion,
            any_block=Topple.ANY_BLOCK in self._met,
            collapse=Topple.COLLAPSE in self._met,
            time=time,
            phase=phase,
            first_block=None if first is None else self._names[first],
            fallen=self.fallen,
            worst_block=None if worst is None else self._names[worst],
            worst_drop=0.0 if worst is None else float(self._drops[worst]),
            tilt_before=tower_tilt(self._start, self._layers),
            tilt_after=tower_tilt(self._last, self._standing_layers()),
            height_before=self._height_before,
            height_after=self._height,
            min_margin=self._min_margin,
            max_disturbance=0.0 if shaken is None else float(self._shifts[shaken]),
            disturbed_block=None if shaken is None else self._names[shaken],
            standing=len(self._names) - len(self._order),
        )


def _check_finite(total: float, time: float, phase: str) -> None:
    if not math.isfinite(total):
        raise UnstableError(
            f"a pose is not finite at {time:g} s in {phase}: the simulation blew up, "
            "use a shorter solver.timestep"
        )


def _vertical_reach(orientations: Array, sizes: Array) -> Array:
    """Return how far each box reaches above and below its center, shape (n,)."""
    x, y, z, w = orientations.T
    up_x, up_y = 2 * np.abs(x * z - y * w), 2 * np.abs(y * z + x * w)
    up_z = np.abs(1 - 2 * (x * x + y * y))
    reach = up_x * sizes[:, 0] + up_y * sizes[:, 1] + up_z * sizes[:, 2]
    return np.asarray(reach / 2)
