"""A tower of named blocks in an engine: build it, let it settle, read it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Self

import numpy as np
from numpy.typing import NDArray

from stacko.engines.base import Body, Engine, Quaternion, Snapshot, Vector
from stacko.errors import SettleError, UnstableError
from stacko.params import BlockParams, ContactParams, SettleParams
from stacko.poses import Poses
from stacko.settling import Stillness
from stacko.tower import Slot, Tower

__all__ = [
    "TABLE",
    "PhysicalTower",
    "draw_sizes",
    "hollow_box_inertia",
    "sizes_by_name",
]

TABLE = "table"
"""Name of the table's body; its top is at z = 0."""

_TABLE_SIZE = (8.0, 8.0, 0.2)  # nothing rolls off its edge
_FASTEST = 50.0
"""Speed in m/s beyond which a world is taken to have blown up."""

_LONGEST_SWAY = 1.5
"""Longest wait for a swaying tower to be fastest, s; over a period of any sway seen."""

_UPRIGHT: dict[str, Quaternion] = {
    "x": (0.0, 0.0, 0.0, 1.0),
    "y": (0.0, 0.0, math.sqrt(0.5), math.sqrt(0.5)),
}

Array = NDArray[np.float64]
OnPoll = Callable[[float], bool]
"""Called with the time while a tower moves; True stops the wait."""


def hollow_box_inertia(size: Vector, mass: float, wall: float) -> Vector:
    """Principal moments of a closed box with walls of even thickness.

    Parameters
    ----------
    size : tuple of float
        Outer edge lengths, m.
    mass : float
        In kg.
    wall : float
        Wall thickness, m; half the smallest side gives the solid box.

    Returns
    -------
    tuple of float
        Moments about the center, kg m^2: the outer solid less the inner one.
    """
    outer = np.array(size, dtype=float)
    inner = np.maximum(outer - 2 * wall, 0.0)
    volumes = np.array([outer.prod(), -inner.prod()])
    density = mass / volumes.sum()
    squares = np.array([outer**2, inner**2])
    moments = (density * volumes / 12) @ (squares.sum(1, keepdims=True) - squares)
    return (float(moments[0]), float(moments[1]), float(moments[2]))


def draw_sizes(count: int, blocks: BlockParams, rng: np.random.Generator) -> Array:
    """Draw the edge lengths of single blocks.

    Returns
    -------
    ndarray, shape (count, 3)
        Length, width, height in m; normal, cut at three standard deviations.
    """
    mean = np.array([blocks.length, blocks.width, blocks.height])
    sigma = np.array([blocks.length_sigma, blocks.width_sigma, blocks.height_sigma])
    draws = np.clip(rng.standard_normal((count, 3)), -3, 3)
    sizes: Array = mean + sigma * draws
    return sizes


def sizes_by_name(
    names: Sequence[str], blocks: BlockParams, rng: np.random.Generator
) -> dict[str, Vector]:
    """Draw the edge lengths of named blocks, m; see `draw_sizes`."""
    drawn = zip(names, draw_sizes(len(names), blocks, rng).tolist(), strict=True)
    return {name: (length, width, height) for name, (length, width, height) in drawn}


@dataclass(frozen=True, slots=True)
class _Factors:
    """Friction factors of single bodies whose products are the pairs' values."""

    block: float
    table: float
    finger: float

    @classmethod
    def of(cls, contact: ContactParams) -> _Factors:
        block = math.sqrt(contact.mu_block)
        return cls(block, contact.mu_table / block, contact.mu_finger / block)


class PhysicalTower:
    """The blocks of a `Tower` as bodies of an `Engine`.

    Parameters
    ----------
    engine : Engine
        An open world; it is built anew.
    tower : Tower
        Which block lies in which slot.
    blocks, contact, settle : parameter sets
        Size and mass, friction, and when a tower is at rest.
    rng : numpy.random.Generator
        Source of the sizes within the tolerances.

    Attributes
    ----------
    sizes : mapping of str to tuple
        Edge lengths of every block, m.
    slot_poses : Poses
        Where each block came to rest in its slot when it was last put there.
    """

    def __init__(
        self,
        engine: Engine,
        tower: Tower,
        *,
        blocks: BlockParams,
        contact: ContactParams,
        settle: SettleParams,
        rng: np.random.Generator,
    ) -> None:
        sizes = sizes_by_name(tower.block_set.names, blocks, rng)
        self._take(engine, blocks, contact, settle, sizes)
        slots = {slot: block.name for slot, block in tower.slots().items()}
        self._build(slots.values(), self._bodies(slots))

    @classmethod
    def standing(
        cls,
        engine: Engine,
        poses: Poses,
        sizes: Mapping[str, Vector],
        *,
        blocks: BlockParams,
        contact: ContactParams,
        settle: SettleParams,
    ) -> Self:
        """Return a tower whose blocks lie where they are said to, at rest.

        Parameters
        ----------
        engine : Engine
            An open world; it is built anew.
        poses : Poses
            The blocks, lowest first.
        sizes : mapping of str to tuple
            Edge lengths of each of them, m.
        blocks, contact, settle : parameter sets
            As of the class; sizes within the tolerances are given already.
        """
        world = cls.__new__(cls)
        world._take(engine, blocks, contact, settle, sizes)
        placed = zip(
            poses.names, poses.positions.tolist(), poses.orientations.tolist(),
            strict=True,
        )  # fmt: skip
        bodies = [world._body(n, (x, y, z), (a, b, c, d))
                  for n, (x, y, z), (a, b, c, d) in placed]  # fmt: skip
        world._build(poses.names, bodies)
        return world

    def _take(
        self,
        engine: Engine,
        blocks: BlockParams,
        contact: ContactParams,
        settle: SettleParams,
        sizes: Mapping[str, Vector],
    ) -> None:
        self.engine = engine
        self.blocks = blocks
        self.contact = contact
        self.settle_params = settle
        self.factors = _Factors.of(contact)
        self.sizes: Mapping[str, Vector] = MappingProxyType(dict(sizes))

    def _build(self, names: Iterable[str], bodies: list[Body]) -> None:
        self._names = tuple(names)
        self.engine.build([self._table(), *_in_turn(bodies)])
        self.slot_poses = self.poses()

    @property
    def names(self) -> tuple[str, ...]:
        """Blocks in the world, in the order of the tower as built."""
        return self._names

    def poses(self) -> Poses:
        """Return the poses of all blocks."""
        return self.engine.poses(self._names)

    def _table(self) -> Body:
        return Body(
            TABLE,
            _TABLE_SIZE,
            0.0,
            (0.0, 0.0, 0.0),
            self.factors.table,
            math.sqrt(self.contact.restitution),
            (0.0, 0.0, -_TABLE_SIZE[2] / 2),
        )

    def _bodies(self, slots: dict[Slot, str]) -> list[Body]:
        """Stack the layers on the highest block of the layer below."""
        bodies = []
        base = 0.0
        for layer in sorted({slot.layer for slot in slots}):
            row = {s: n for s, n in slots.items() if s.layer == layer}
            bodies += [self._block(name, slot, base) for slot, name in row.items()]
            base += max(self.sizes[name][2] for name in row.values())
        return bodies

    def _block(self, name: str, slot: Slot, base: float) -> Body:
        size = self.sizes[name]
        aside = (slot.index - 1) * self.blocks.pitch
        z = base + size[2] / 2
        xyz = (0.0, aside, z) if slot.axis == "x" else (aside, 0.0, z)
        return self._body(name, xyz, _UPRIGHT[slot.axis])

    def _body(self, name: str, position: Vector, orientation: Quaternion) -> Body:
        size = self.sizes[name]
        return Body(
            name,
            size,
            self.blocks.mass,
            hollow_box_inertia(size, self.blocks.mass, self.blocks.wall),
            self.factors.block,
            math.sqrt(self.contact.restitution),
            position,
            orientation,
        )

    def discard(self, name: str) -> None:
        """Take a block out of the world for good."""
        self.engine.remove(name)
        self._names = tuple(n for n in self._names if n != name)
        self.slot_poses = self.slot_poses.select(self._names)

    def mark_slot_pose(self, name: str) -> None:
        """Take a block's present pose as its pose at rest in its slot."""
        row = self.slot_poses.index(name)
        position, orientation = self.engine.pose(name)
        positions = self.slot_poses.positions.copy()
        orientations = self.slot_poses.orientations.copy()
        positions[row], orientations[row] = position, orientation
        self.slot_poses = Poses(self.slot_poses.names, positions, orientations)

    def mark_all_slot_poses(self) -> None:
        """Take all present poses as poses at rest: the tower has been built."""
        self.slot_poses = self.poses()

    # -- coming to rest -------------------------------------------------------

    def settle(
        self,
        on_poll: OnPoll | None = None,
        poll: float = 1 / 60,
        time_limit: float | None = None,
    ) -> float:
        """Step until no block's pose changes over a window any more.

        Velocities are not looked at: resting contacts buzz, so they never say
        "at rest". Net change of pose over a window does, see `Stillness`. A tower
        that goes on swaying widely is seated anew now and then, see `reseat`.

        Parameters
        ----------
        on_poll : callable, optional
            Called about every `poll` seconds with the time; True ends the wait.
        poll : float
            In s.
        time_limit : float, optional
            In s; the parameter set's limit if left out.

        Returns
        -------
        float
            Simulated time it took, in s.

        Raises
        ------
        SettleError
            If the limit passes; names the block that moved most.
        UnstableError
            If the simulation itself blew up.
        """
        params = self.settle_params
        limit = params.time_limit if time_limit is None else time_limit
        start = seated = self.engine.time
        stillness = Stillness(params, self.poses())
        while not self._advance(params.window, poll, on_poll):
            if stillness.at_rest(self.poses()):
                break
            if self.engine.time - start >= limit:
                raise self._not_at_rest(stillness.shift, stillness.turn, limit)
            if self.engine.time - seated >= params.reseat_after:
                if self._reach_fastest(poll, on_poll):
                    break
                self.reseat()
                seated = self.engine.time
        return self.engine.time - start

    def reseat(self) -> None:
        """Build the world anew from its poses, with everything at rest.

        An iterative solver keeps impulses and contact points from step to step, and
        a tall tower can live on them in a small sway (1 mm, 2 Hz) that never ends
        though nothing drives it. Without that memory it is at rest at once; a tower
        that was really falling goes on to fall.
        """
        state = self.engine.snapshot()
        still = (0.0, 0.0, 0.0)
        bodies = [
            replace(body, linear_velocity=still, angular_velocity=still)
            for body in state.bodies
        ]
        known = set(self._names)
        blocks = [body for body in bodies if body.name in known]
        others = [body for body in bodies if body.name not in known]
        blocks.sort(key=lambda body: body.position[2])
        self.engine.restore(Snapshot((*others, *_in_turn(blocks)), state.time))

    def _reach_fastest(self, poll: float, on_poll: OnPoll | None) -> bool:
        """Step until a swaying tower is fastest; True if the poll ended it.

        There it is in the middle of its sway, so that stopping it leaves next to
        nothing of it (kinetic damping, as in dynamic relaxation: Barnes 1999,
        Int. J. Space Structures 14(2), 89-104). Motion between polls, not
        velocities: resting contacts buzz.
        """
        before, motion, rising = self.poses().positions, 0.0, False
        for _ in range(max(1, round(_LONGEST_SWAY / poll))):
            if self._advance(poll, poll, on_poll):
                return True
            now = self.poses().positions
            last, motion = motion, float(((now - before) ** 2).sum())
            before = now
            if rising and motion < last:
                break
            rising = motion > last > 0.0
        return False

    def _advance(self, span: float, poll: float, on_poll: OnPoll | None) -> bool:
        """Step through one window, polling; True if the poll ended it."""
        dt = self.engine.timestep
        left = max(1, round(span / dt))
        stride = max(1, round(poll / dt)) if on_poll else left
        while left > 0:
            self.engine.step(min(stride, left))
            left -= stride
            if on_poll is not None and on_poll(self.engine.time):
                return True
        self.check_bounded()
        return False

    def check_bounded(self) -> None:
        """Raise `UnstableError` if speeds or poses have no bounds any more."""
        speeds = self.engine.velocities(self._names).linear
        if len(speeds) and not np.abs(speeds).max() < _FASTEST:
            worst = self._names[int(np.abs(speeds).max(1).argmax())]
            raise UnstableError(
                f"the simulation blew up: block {worst} moves at over "
                f"{_FASTEST:g} m/s; use a shorter solver.timestep (now "
                f"{self.engine.timestep:g} s) or more solver.iterations"
            )

    def _not_at_rest(self, shift: Array, turn: Array, limit: float) -> SettleError:
        params = self.settle_params
        row = int((shift / params.tolerance).argmax())
        if (turn / params.rotation_tolerance).max() > shift[row] / params.tolerance:
            row = int(turn.argmax())
        return SettleError(
            f"the tower was not at rest after {limit:g} s: block {self._names[row]} "
            f"moved {shift[row] * 1e3:.3g} mm and turned {turn[row]:.2g} rad in the "
            f"last {params.window:g} s; raise settle.time_limit, widen "
            "settle.tolerance, or use a shorter solver.timestep"
        )


def _in_turn(bodies: list[Body]) -> list[Body]:
    """Return every other body first, then the rest.

    Iterative solvers visit contacts in the order of the bodies; this order halves
    the artificial sway of a tall tower.
    """
    return bodies[::2] + bodies[1::2]
