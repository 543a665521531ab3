"""What a tower's balance would be without a block, or with it put elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from stacko.errors import ParameterError
from stacko.geometry import Sizes, layer_names, sizes_of, slot_pose
from stacko.margins import MarginMonitor
from stacko.params import BlockParams
from stacko.poses import Poses
from stacko.slots import POSITIONS, Slot
from stacko.tower import Tower

__all__ = ["Balance"]

Array = NDArray[np.float64]
LayerNames = tuple[tuple[str, ...], ...]


class Balance:
    """Stability margins of a tower with one block moved, worked out once each.

    Parameters
    ----------
    tower : Tower
        Which block lies in which slot.
    poses : Poses
        Where the blocks lie.
    blocks : BlockParams
        Nominal block.
    sizes : mapping of name to (length, width, height), optional
        Sides of the single blocks, in m.
    likely : sequence of str
        Blocks of the tower whose removal is likely to be asked for, one and all.

    Raises
    ------
    ParameterError
        If a block of the tower has no pose.
    """

    def __init__(
        self,
        tower: Tower,
        poses: Poses,
        blocks: BlockParams,
        sizes: Mapping[str, Sequence[float]] | None = None,
        likely: Sequence[str] = (),
    ) -> None:
        self._likely = tuple(likely)
        self._tower, self._poses, self._blocks = tower, poses, blocks
        self._sizes: Sizes = blocks if sizes is None else sizes
        self._layers = layer_names(tower)
        self._standing: MarginMonitor | None = None
        self._sums: tuple[Array, int, Array] | None = None
        self._known: dict[tuple[str, Slot | None], Array] = {}
        self._least: dict[str, float] = {}
        self._here = frozenset(name for layer in self._layers for name in layer)
        for name in (n for layer in self._layers for n in layer if n not in poses):
            raise ParameterError(
                f"no pose of block {name!r} of the tower {tower}: give the poses of "
                "all its blocks"
            )

    def margins(self, block: str, slot: Slot | None = None) -> Array:
        """Return the margin of every interface, in m.

        Parameters
        ----------
        block : str
            The block that is moved; a name that is not in the tower moves none.
        slot : Slot, optional
            Where it is put; nowhere if left out.
        """
        key = (block, slot)
        if key not in self._known:
            if slot is None and block in self._likely:
                self._take_each()
            elif slot is not None and self._ends_on_top(block, slot):
                self._try_each(block, slot.layer)
            else:
                poses, layers = self._moved(block, slot)
                monitor = MarginMonitor(poses, layers, self._sizes)
                positions = poses.select(monitor.names).positions
                self._known[key] = monitor.margins(positions)
        return self._known[key]

    def least(self, block: str) -> float:
        """Return the least margin of the tower without a block, in m."""
        if block not in self._least:
            margins = self.margins(block)  # it may be worked out with others
            self._least.setdefault(block, float(margins.min()))
        return self._least[block]

    def expect(self, blocks: Iterable[str]) -> None:
        """Be told what removals will be asked for: many at once are worked out fast."""
        new = [n for n in blocks if n in self._here and (n, None) not in self._known]
        self._likely = tuple(dict.fromkeys((*self._likely, *new)))

    def _monitor(self) -> tuple[MarginMonitor, Array]:
        """Return what watches the tower as it stands, and where its blocks are."""
        if self._standing is None:
            self._standing = MarginMonitor(self._poses, self._layers, self._sizes)
        return self._standing, self._poses.select(self._standing.names).positions

    def _take_each(self) -> None:
        """Work out at once what the tower is without each of the likely blocks."""
        names, self._likely = self._likely, ()
        monitor, positions = self._monitor()
        each = monitor.margins_without(positions, names)
        self._known.update({(n, None): m for n, m in zip(names, each, strict=True)})
        self._least.update(zip(names, each.min(axis=1).tolist(), strict=True))

    def _ends_on_top(self, block: str, slot: Slot) -> bool:
        """Tell whether a block of the tower is put on top of what stays as it is."""
        layers = len(self._layers)
        place = self._tower.layer_of(block) if block in self._here else layers
        return place < min(slot.layer, layers) and slot in self._tower.free_slots()

    def _try_each(self, block: str, layer: int) -> None:
        """Work out at once what it is with the block in each free slot of a layer."""
        monitor, positions = self._monitor()
        slots = [slot for slot in self._tower.free_slots() if slot.layer == layer]
        places = np.array([self._landing(slot)[0][:2] for slot in slots]).T
        half = sizes_of([block], self._sizes)[0, :2] / 2
        half = half if slots[0].axis == "x" else half[::-1]
        each = monitor.margins_moved(positions, block, layer - 1, places, half)
        self._known.update({(block, s): m for s, m in zip(slots, each, strict=True)})

    def offset(self, block: str, slot: Slot | None = None) -> float:
        """Return how far the center of mass is off the middle of layer 1, in m."""
        total, count, base = self._whole()
        if block in self._here:
            total, count = total - self._poses.position(block), count - 1
        if slot is not None:
            total, count = total + self._landing(slot)[0], count + 1
        return float(np.hypot(*(total / count - base)[:2]))

    def _whole(self) -> tuple[Array, int, Array]:
        """Return the sum of all positions, of how many, and the middle of layer 1."""
        if self._sums is None:
            everything = [name for layer in self._layers for name in layer]
            total = self._poses.select(everything).positions.sum(axis=0)
            base = self._poses.select(self._layers[0]).positions.mean(axis=0)
            self._sums = total, len(everything), base
        return self._sums

    def _moved(self, block: str, slot: Slot | None) -> tuple[Poses, LayerNames]:
        layers = [[n for n in layer if n != block] for layer in self._layers]
        poses = self._poses
        if slot is not None:
            if slot.layer > len(layers):
                layers.append([])
            layers[slot.layer - 1].append(block)
            poses = _replaced(poses, block, self._landing(slot))
        return poses, tuple(tuple(layer) for layer in layers)

    def _landing(self, slot: Slot) -> tuple[Array, Array]:
        """Return the pose of a block put down squarely on the layer below."""
        position, orientation = slot_pose(slot, self._blocks)
        below = self._tower.layers[slot.layer - 2] if slot.layer > 1 else ()
        for place, name in zip(POSITIONS, below, strict=False):
            if name is not None:
                nominal, _ = slot_pose(Slot(slot.layer - 1, place), self._blocks)
                shift = self._poses.position(name) - nominal
                position[:2] += shift[:2] / (len(below) - below.count(None))
        return position, orientation


def _replaced(poses: Poses, block: str, pose: tuple[Array, Array]) -> Poses:
    positions, orientations = poses.positions.copy(), poses.orientations.copy()
    row = poses.index(block)
    positions[row], orientations[row] = pose
    return Poses(poses.names, positions, orientations)
