"""MuJoCo behind the engine protocol; the only module that imports it.

Facts this module takes care of (each has a test):

* a model has a fixed set of bodies: adding or removing one compiles a new model and
  carries over what moves, and what the solver remembers of the last step;
* a pair's friction is the larger of the two bodies', not their product: see
  `surfaces` in `mujoco_model`;
* restitution is a damping ratio of the contact;
* a free body's rotation is told in its own axes, quaternions begin with w;
* a state without bounds is not reset by the library, so that it can be reported;
* warnings of the library go nowhere instead of into a file beside the user's.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, Self

import numpy as np

from stacko.engines.base import (
    Body,
    Contact,
    Quaternion,
    Snapshot,
    Vector,
    Velocities,
)
from stacko.engines.mujoco_model import (
    SLIDING,
    compile_model,
    turned,
    turned_back,
    turns,
    w_first,
)
from stacko.errors import EngineError, EngineMissingError
from stacko.params import MujocoParams
from stacko.poses import Poses

__all__ = ["MujocoEngine", "load"]


def load() -> Any:
    """Return the library.

    Raises
    ------
    EngineMissingError
        If it cannot be imported.
    """
    try:
        import mujoco
    except ImportError as error:
        version = f"{sys.version_info.major}.{sys.version_info.minor}"
        raise EngineMissingError(
            f"MuJoCo cannot be imported in this Python {version} ({error}): run "
            "`make setup` or `pip install mujoco`, or use --engine pybullet"
        ) from error
    mujoco.set_mju_user_warning(_ignore)
    return mujoco


def _ignore(_text: str) -> None:
    """Take a warning of the library: what is wrong is seen from poses and speeds."""


class MujocoEngine:
    """A MuJoCo world.

    Parameters
    ----------
    params : MujocoParams
        Timestep, iterations, cone, stiffness of contacts.
    gravity : float
        In m/s^2, downward.

    Raises
    ------
    EngineMissingError
        If MuJoCo cannot be imported.
    """

    name = "mujoco"

    def __init__(self, params: MujocoParams, gravity: float) -> None:
        self._mj = load()
        self._params = params
        self._gravity = gravity
        self._open = True
        self._pushed = False
        self._compile({})
        self._steps = 0
        self._start = 0.0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def close(self) -> None:
        """Free the world; closing twice is harmless."""
        if self._open:
            self._compile({})
            self._open = False

    def _require_open(self) -> None:
        if not self._open:
            raise EngineError("this MuJoCo world is closed; open a new one")

    # -- bodies ---------------------------------------------------------------

    def build(self, bodies: Sequence[Body]) -> None:
        """Start an empty world with these bodies; whatever was there is gone."""
        self._require_open()
        named: dict[str, Body] = {}
        for body in bodies:
            _refuse_twin(body.name, named)
            named[body.name] = body
        self._compile(named)
        self._steps = 0
        self._start = 0.0
        for body in bodies:
            self._put(body)

    def add(self, body: Body) -> None:
        """Add one body to the running world."""
        self._require_open()
        _refuse_twin(body.name, self._bodies)
        self._recompile({**self._present(), body.name: body})
        self._put(body)

    def remove(self, name: str) -> None:
        """Take a body out; nothing sleeps here that would have to be woken."""
        self._place(name)
        left = self._present()
        del left[name]
        self._recompile(left)

    def _compile(self, bodies: dict[str, Body]) -> None:
        """Make the model and an empty state of these bodies.

        In the model they are sorted by height: what touches is near in the solver's
        matrix then, and its factors stay sparse (a fifth of the entries).
        """
        rising = sorted(bodies.values(), key=lambda body: body.position[2])
        model = compile_model(self._mj, rising, self._params, self._gravity)
        self._bodies = bodies
        self._model = model
        self._data = data = self._mj.MjData(model)
        # Shape k is that of body k + 1, for body 0 is the world.
        self._by_shape = tuple(body.name for body in rising)
        self._places = dict(_places(rising))
        # Views of the library's memory: they are read at every step.
        self._qpos, self._qvel = data.qpos, data.qvel
        self._warm, self._forces = data.qacc_warmstart, data.xfrc_applied

    def _recompile(self, bodies: dict[str, Body]) -> None:
        """Make the model of these bodies; those that were there go on as they were."""
        places, qpos, qvel = self._places, self._qpos, self._qvel
        warm, forces = self._warm, self._forces
        self._compile(bodies)
        for name, new in self._places.items():
            if name in places:
                old = places[name]
                self._qpos[new.q] = qpos[old.q]
                self._qvel[new.v] = qvel[old.v]
                self._warm[new.v] = warm[old.v]
                self._forces[new.row] = forces[old.row]

    def _put(self, body: Body) -> None:
        """Give a body the pose and the velocities it was handed in with."""
        place = self._places[body.name]
        if place.kind is _Kind.FREE:
            self._qpos[place.q] = (*body.position, *w_first(body.orientation))
            spin = turned_back(body.orientation, body.angular_velocity)
            self._qvel[place.v] = (*body.linear_velocity, *spin)
        elif place.kind is _Kind.SLIDING:
            self._qpos[place.q] = body.position
            self._qvel[place.v] = body.linear_velocity

    def _place(self, name: str) -> _Place:
        try:
            return self._places[name]
        except KeyError:
            self._require_open()
            raise EngineError(
                f"no body named {name!r} in this world of {len(self._bodies)} bodies"
            ) from None

    def set_pose(self, name: str, position: Vector, orientation: Quaternion) -> None:
        """Put a body somewhere, at rest. Nothing may touch it before or after."""
        place = self._place(name)
        body = replace(
            self._bodies[name],
            position=position,
            orientation=orientation,
            linear_velocity=(0.0, 0.0, 0.0),
            angular_velocity=(0.0, 0.0, 0.0),
        )
        self._bodies = {**self._bodies, name: body}
        if place.kind is not _Kind.FREE:  # where it is, or lies, is part of the model
            self._recompile({**self._present(), name: body})
            place = self._places[name]
        self._put(body)
        self._warm[place.v] = 0.0

    # -- time -----------------------------------------------------------------

    @property
    def time(self) -> float:
        """Simulated time since `build`, in s."""
        return self._start + self._steps * self._params.timestep

    @property
    def timestep(self) -> float:
        """Length of one step, in s."""
        return self._params.timestep

    @property
    def gravity(self) -> float:
        """Acceleration of free fall, downward, in m/s^2."""
        return self._gravity

    @property
    def names(self) -> tuple[str, ...]:
        """Names of all bodies, in the order they were added."""
        return tuple(self._bodies)

    def step(self, count: int = 1) -> None:
        """Advance by ``count`` steps; forces applied act on the first one only."""
        self._require_open()
        try:
            for _ in range(count):
                self._advance()
        except self._mj.FatalError as error:
            raise EngineError(f"MuJoCo could not make a step: {error}") from error
        self._steps += count

    def _advance(self) -> None:
        """Make one step, with friction that pushes nothing apart.

        The library's friction is a convex problem, whose price is that what slides
        also rises: a contact that slips at v is driven apart as if it approached at
        mu v. A block drawn out of a tower would lift all above it. So the target of
        each normal is lowered by as much beforehand, which makes it Coulomb's law (de
        Saxcé & Feng 1998, Math. Comput. Modelling 28, 225-245). The slip is that of
        the step if forces were those of the last one; more passes changed pulls by
        less than loads that statics leaves open do.
        """
        model, data = self._model, self._data
        self._mj.mj_step1(model, data)
        if self._params.elliptic_cone and data.ncon:
            self._lower_targets()
        self._mj.mj_step2(model, data)
        if self._pushed:
            self._forces[:] = 0.0
            self._pushed = False

    def _lower_targets(self) -> None:
        """Lower what each contact's normal aims at by mu times its slip."""
        data = self._data
        contacts = data.contact
        first = contacts.efc_address
        sliding = (contacts.dim == SLIDING) & (first >= 0)
        normal = first[sliding]
        # The solver's residuals: of friction, the slip at the end over a step's time.
        slip = np.empty(data.nefc)
        self._mj.mj_mulJacVec(self._model, data, slip, data.qacc_warmstart)
        slip -= data.efc_aref
        speed = np.hypot(slip[normal + 1], slip[normal + 2])
        data.efc_aref[normal] -= contacts.friction[sliding, 0] * speed

    def wake(self) -> None:
        """Do nothing but refuse a closed world: no body sleeps here."""
        self._require_open()

    # -- reading --------------------------------------------------------------

    def pose(self, name: str) -> tuple[Vector, Quaternion]:
        """Return center (m) and quaternion (x, y, z, w) of one body."""
        place = self._place(name)
        if place.kind is _Kind.FREE:
            x, y, z, w, i, j, k = self._qpos[place.q].tolist()
            return (x, y, z), (i, j, k, w)
        body = self._bodies[name]
        if place.kind is _Kind.FIXED:
            return body.position, body.orientation
        x, y, z = self._qpos[place.q].tolist()
        return (x, y, z), body.orientation

    def velocity(self, name: str) -> tuple[Vector, Vector]:
        """Return linear (m/s) and angular (rad/s) velocity of one body."""
        place = self._place(name)
        still = (0.0, 0.0, 0.0)
        if place.kind is _Kind.FREE:
            x, y, z, *spin = self._qvel[place.v].tolist()
            return (x, y, z), turned(self.pose(name)[1], (spin[0], spin[1], spin[2]))
        if place.kind is _Kind.FIXED:
            return still, still
        x, y, z = self._qvel[place.v].tolist()
        return (x, y, z), still

    def poses(self, names: Iterable[str]) -> Poses:
        """Return the poses of some bodies."""
        chosen = tuple(names)
        rows = [self.pose(name) for name in chosen]
        positions = np.array([row[0] for row in rows]).reshape(-1, 3)
        return Poses(chosen, positions, np.array([r[1] for r in rows]).reshape(-1, 4))

    def velocities(self, names: Iterable[str]) -> Velocities:
        """Return the velocities of some bodies."""
        chosen = tuple(names)
        rows = [self.velocity(name) for name in chosen]
        linear = np.array([row[0] for row in rows]).reshape(-1, 3)
        return Velocities(chosen, linear, np.array([r[1] for r in rows]).reshape(-1, 3))

    def contacts(self, a: str | None = None, b: str | None = None) -> list[Contact]:
        """Return contact points: all, those of one body, or those of a pair."""
        self._require_open()
        asked = [self._place(name).row - 1 for name in (a, b) if name is not None]
        if not self._data.ncon:
            return []
        pairs = self._data.contact.geom
        rows = np.arange(len(pairs))
        for shape in asked:
            rows = rows[(pairs[rows] == shape).any(axis=1)]
        first = asked[0] if asked else None
        return [self._contact(int(row), first) for row in rows]

    def _contact(self, row: int, first: int | None) -> Contact:
        """Return a contact of the library, with the shape asked for as its first."""
        contact = self._data.contact[row]
        # Its normal points from its first shape to its second, its forces act on that.
        low, high = contact.geom.tolist()
        sign = 1.0
        if low == first:
            low, high, sign = high, low, -1.0
        force = np.zeros(6)
        self._mj.mj_contactForce(self._model, self._data, row, force)
        frame = sign * contact.frame.reshape(3, 3)
        friction = force[1] * frame[1] + force[2] * frame[2]
        return Contact(
            self._by_shape[high],
            self._by_shape[low],
            tuple(contact.pos.tolist()),
            tuple(frame[0].tolist()),
            float(contact.dist),
            float(force[0]),
            tuple(friction.tolist()),
        )

    # -- pushing --------------------------------------------------------------

    def apply_force(self, name: str, force: Vector, point: Vector) -> None:
        """Apply a force (N) at a world point (m) during the next step."""
        x, y, z = self.pose(name)[0]
        u, v, w = point[0] - x, point[1] - y, point[2] - z
        f, g, h = force
        self._push(name, (f, g, h, v * h - w * g, w * f - u * h, u * g - v * f))

    def apply_torque(self, name: str, torque: Vector) -> None:
        """Apply a torque (N m, world axes) during the next step."""
        self._push(name, (0.0, 0.0, 0.0, *torque))

    def _push(self, name: str, wrench: tuple[float, ...]) -> None:
        self._forces[self._place(name).row] += wrench
        self._pushed = True

    # -- snapshots ------------------------------------------------------------

    def snapshot(self) -> Snapshot:
        """Return the state of the world."""
        self._require_open()
        return Snapshot(tuple(self._present().values()), self.time)

    def _present(self) -> dict[str, Body]:
        """Return the bodies as they are now."""
        return {name: self._current(name) for name in self._bodies}

    def _current(self, name: str) -> Body:
        position, orientation = self.pose(name)
        linear, angular = self.velocity(name)
        return replace(
            self._bodies[name],
            position=position,
            orientation=orientation,
            linear_velocity=linear,
            angular_velocity=angular,
        )

    def restore(self, snapshot: Snapshot) -> None:
        """Rebuild the world of a snapshot."""
        self.build(snapshot.bodies)
        self._start = snapshot.time


class _Kind(Enum):
    """How a body can move."""

    FIXED = 0
    SLIDING = 3
    FREE = 7


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a body is in the library's arrays: its row, coordinates, velocities."""

    kind: _Kind
    row: int
    q: slice
    v: slice


def _places(bodies: Sequence[Body]) -> Iterator[tuple[str, _Place]]:
    q = v = 0
    for row, body in enumerate(bodies, start=1):
        kind = _kind(body)
        long, wide = kind.value, min(kind.value, 6)
        yield body.name, _Place(kind, row, slice(q, q + long), slice(v, v + wide))
        q, v = q + long, v + wide


def _kind(body: Body) -> _Kind:
    if body.mass <= 0:
        return _Kind.FIXED
    return _Kind.FREE if turns(body) else _Kind.SLIDING


def _refuse_twin(name: str, known: Iterable[str]) -> None:
    if name in known:
        raise EngineError(f"a body named {name!r} is already in the world")
