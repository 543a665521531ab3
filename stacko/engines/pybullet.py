"""PyBullet behind the engine protocol; the only module that imports it.

Facts this module takes care of (each has a test):

* lengths and gravity are multiplied by ``solver.scale``, time is unchanged, so
  forces scale with it and torques with its square;
* a pair's friction is the product of the two bodies' factors;
* with maximal coordinates, setting the inertia alone turns the mass to zero, and
  a new inertia is used from the second step on only;
* some world parameters survive a reset, so all of them are set at every build;
* the library writes to the standard output when it loads and connects.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterable, Iterator, Sequence
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
from stacko.engines.silence import silence
from stacko.errors import EngineError, EngineMissingError
from stacko.params import SolverParams
from stacko.poses import Poses

__all__ = ["PyBulletEngine", "load"]

_CONTACT_BREAKING_THRESHOLD = 0.02


def load() -> Any:
    """Return the library.

    Raises
    ------
    EngineMissingError
        If it cannot be imported.
    """
    try:
        with silence():
            import pybullet
    except ImportError as error:
        version = f"{sys.version_info.major}.{sys.version_info.minor}"
        raise EngineMissingError(
            f"PyBullet is not installed for this Python {version}; it ships wheels "
            "for CPython up to 3.11: use --engine mujoco, or run `make setup` with "
            "python3.11 on the PATH"
        ) from error
    return pybullet


class PyBulletEngine:
    """A PyBullet world in its own client.

    Parameters
    ----------
    solver : SolverParams
        Timestep, iterations, warm start, anchors, scale, coordinates.
    gravity : float
        In m/s^2, downward.

    Raises
    ------
    EngineMissingError
        If PyBullet cannot be imported.
    EngineError
        If no client could be opened.
    """

    name = "pybullet"

    def __init__(self, solver: SolverParams, gravity: float) -> None:
        self._p = load()
        self._solver = solver
        self._gravity = gravity
        self._scale = float(solver.scale)
        self._steps = 0
        self._start = 0.0
        self._ids: dict[str, int] = {}
        self._by_id: dict[int, str] = {}
        self._bodies: dict[str, Body] = {}
        with silence():
            self._client = self._p.connect(self._p.DIRECT)
        if self._client < 0:
            raise EngineError(
                "PyBullet opened no client (it allows about 1000 at once); close "
                "worlds that are no longer needed"
            )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def close(self) -> None:
        """Free the world; closing twice is harmless."""
        if self._client >= 0:
            with silence():
                self._p.disconnect(physicsClientId=self._client)
            self._client = -1
            self._forget()

    def build(self, bodies: Sequence[Body]) -> None:
        """Start an empty world with these bodies; whatever was there is gone."""
        self._require_open()
        with self._foreign("build the world"):
            self._p.resetSimulation(physicsClientId=self._client)
            self._configure()
        self._forget()
        self._steps = 0
        self._start = 0.0
        for body in bodies:
            self.add(body)

    def _forget(self) -> None:
        self._ids.clear()
        self._by_id.clear()
        self._bodies.clear()

    def _configure(self) -> None:
        solver = self._solver
        self._p.setGravity(
            0, 0, -self._gravity * self._scale, physicsClientId=self._client
        )
        self._p.setPhysicsEngineParameter(
            fixedTimeStep=solver.timestep,
            numSolverIterations=solver.iterations,
            numSubSteps=0,
            warmStartingFactor=solver.warm_start,
            contactBreakingThreshold=_CONTACT_BREAKING_THRESHOLD,
            contactERP=solver.contact_erp,
            frictionERP=solver.friction_erp,
            # compared with squares of scaled velocities
            solverResidualThreshold=(solver.residual * self._scale) ** 2,
            deterministicOverlappingPairs=1,
            physicsClientId=self._client,
        )

    def _require_open(self) -> None:
        if self._client < 0:
            raise EngineError("this PyBullet world is closed; open a new one")

    @contextlib.contextmanager
    def _foreign(self, what: str) -> Iterator[None]:
        """Turn the library's own exception into ours."""
        try:
            yield
        except self._p.error as error:
            raise EngineError(f"PyBullet could not {what}: {error}") from error

    def add(self, body: Body) -> None:
        """Add one body to the running world."""
        self._require_open()
        if body.name in self._ids:
            raise EngineError(f"a body named {body.name!r} is already in the world")
        with self._foreign(f"add {body.name!r}"):
            uid = self._create(body)
        self._ids[body.name] = uid
        self._by_id[uid] = body.name
        self._bodies[body.name] = body

    def _create(self, body: Body) -> int:
        p, s, client = self._p, self._scale, self._client
        if body.shape == "box":
            shape = p.createCollisionShape(
                p.GEOM_BOX,
                halfExtents=[x / 2 * s for x in body.size],
                physicsClientId=client,
            )
        else:
            shape = p.createCollisionShape(
                p.GEOM_SPHERE, radius=body.size[0] / 2 * s, physicsClientId=client
            )
        uid: int = p.createMultiBody(
            body.mass,
            shape,
            basePosition=[x * s for x in body.position],
            baseOrientation=body.orientation,
            useMaximalCoordinates=self._solver.maximal_coordinates,
            physicsClientId=client,
        )
        self._set_dynamics(uid, body)
        return uid

    def _set_dynamics(self, uid: int, body: Body) -> None:
        p, s, client = self._p, self._scale, self._client
        extra: dict[str, Any] = {}
        if body.mass > 0:
            extra["mass"] = body.mass
            extra["localInertiaDiagonal"] = [i * s * s for i in body.inertia]
        p.changeDynamics(
            uid,
            -1,
            lateralFriction=body.friction,
            spinningFriction=0.0,
            rollingFriction=0.0,
            restitution=body.restitution,
            linearDamping=0.0,
            angularDamping=0.0,
            frictionAnchor=self._solver.friction_anchors,
            activationState=p.ACTIVATION_STATE_DISABLE_SLEEPING,
            physicsClientId=client,
            **extra,
        )
        p.resetBasePositionAndOrientation(
            uid, [x * s for x in body.position], body.orientation, client
        )
        p.resetBaseVelocity(
            uid,
            [x * s for x in body.linear_velocity],
            body.angular_velocity,
            physicsClientId=client,
        )

    def remove(self, name: str) -> None:
        """Take a body out; everything else is woken."""
        uid = self._id(name)
        self._p.removeBody(uid, physicsClientId=self._client)
        del self._ids[name], self._by_id[uid], self._bodies[name]
        self.wake()

    def _id(self, name: str) -> int:
        try:
            return self._ids[name]
        except KeyError:
            self._require_open()
            raise EngineError(
                f"no body named {name!r} in this world of {len(self._ids)} bodies"
            ) from None

    @property
    def time(self) -> float:
        """Simulated time since `build`, in s."""
        return self._start + self._steps * self._solver.timestep

    @property
    def timestep(self) -> float:
        """Length of one step, in s."""
        return self._solver.timestep

    @property
    def gravity(self) -> float:
        """Acceleration of free fall, downward, in m/s^2."""
        return self._gravity

    @property
    def names(self) -> tuple[str, ...]:
        """Names of all bodies, in the order they were added."""
        return tuple(self._ids)

    def step(self, count: int = 1) -> None:
        """Advance by ``count`` steps; forces applied act on the first one only."""
        self._require_open()
        step, client = self._p.stepSimulation, self._client
        for _ in range(count):
            step(client)
        self._steps += count

    def wake(self) -> None:
        """Make sure that no body sleeps."""
        self._require_open()
        for uid in self._ids.values():
            self._p.changeDynamics(
                uid,
                -1,
                activationState=self._p.ACTIVATION_STATE_DISABLE_SLEEPING,
                physicsClientId=self._client,
            )

    def pose(self, name: str) -> tuple[Vector, Quaternion]:
        """Return center (m) and quaternion (x, y, z, w) of one body."""
        (x, y, z), q = self._p.getBasePositionAndOrientation(
            self._id(name), self._client
        )
        s = self._scale
        return (x / s, y / s, z / s), q

    def velocity(self, name: str) -> tuple[Vector, Vector]:
        """Return linear (m/s) and angular (rad/s) velocity of one body."""
        (x, y, z), w = self._p.getBaseVelocity(self._id(name), self._client)
        s = self._scale
        return (x / s, y / s, z / s), w

    def poses(self, names: Iterable[str]) -> Poses:
        """Return the poses of some bodies."""
        chosen = tuple(names)
        read, client = self._p.getBasePositionAndOrientation, self._client
        rows = [read(self._id(n), client) for n in chosen]
        positions = np.array([r[0] for r in rows]).reshape(-1, 3) / self._scale
        return Poses(chosen, positions, np.array([r[1] for r in rows]).reshape(-1, 4))

    def velocities(self, names: Iterable[str]) -> Velocities:
        """Return the velocities of some bodies."""
        chosen = tuple(names)
        rows = [self._p.getBaseVelocity(self._id(n), self._client) for n in chosen]
        linear = np.array([r[0] for r in rows]).reshape(-1, 3) / self._scale
        return Velocities(chosen, linear, np.array([r[1] for r in rows]).reshape(-1, 3))

    def contacts(self, a: str | None = None, b: str | None = None) -> list[Contact]:
        """Return contact points: all, those of one body, or those of a pair."""
        self._require_open()
        if a is None:
            a, b = b, None
        if a is None:
            return [self._contact(c) for c in self._contact_points()]
        asked = {"bodyA": self._id(a)}
        # Asked for by their second body, contacts come turned round, all but their
        # friction; those are the ones whose second body this really is.
        second = {c[1] for c in self._contact_points(bodyB=asked["bodyA"])}
        if b is not None:
            asked["bodyB"] = self._id(b)
        points = self._contact_points(**asked)
        return [self._contact(c, -1 if c[2] in second else 1) for c in points]

    def _contact_points(self, **asked: int) -> Sequence[Any]:
        points = self._p.getContactPoints(physicsClientId=self._client, **asked)
        return points or ()

    def _contact(self, c: Sequence[Any], sign: int = 1) -> Contact:
        s = self._scale
        u, v = c[11], c[13]
        friction = [sign * (c[10] * u[k] + c[12] * v[k]) / s for k in range(3)]
        point = c[5]
        return Contact(
            self._by_id[c[1]],
            self._by_id[c[2]],
            (point[0] / s, point[1] / s, point[2] / s),
            c[7],
            c[8] / s,
            c[9] / s,
            (friction[0], friction[1], friction[2]),
        )

    def apply_force(self, name: str, force: Vector, point: Vector) -> None:
        """Apply a force (N) at a world point (m) during the next step."""
        s = self._scale
        self._p.applyExternalForce(
            self._id(name),
            -1,
            (force[0] * s, force[1] * s, force[2] * s),
            (point[0] * s, point[1] * s, point[2] * s),
            self._p.WORLD_FRAME,
            self._client,
        )

    def apply_torque(self, name: str, torque: Vector) -> None:
        """Apply a torque (N m, world axes) during the next step."""
        k = self._scale * self._scale
        self._p.applyExternalTorque(
            self._id(name),
            -1,
            (torque[0] * k, torque[1] * k, torque[2] * k),
            self._p.WORLD_FRAME,
            self._client,
        )

    def set_pose(self, name: str, position: Vector, orientation: Quaternion) -> None:
        """Put a body somewhere, at rest. Nothing may touch it before or after."""
        uid, s = self._id(name), self._scale
        self._p.resetBasePositionAndOrientation(
            uid, [x * s for x in position], orientation, self._client
        )
        self._p.resetBaseVelocity(
            uid, (0, 0, 0), (0, 0, 0), physicsClientId=self._client
        )

    def snapshot(self) -> Snapshot:
        """Return the state of the world."""
        self._require_open()
        return Snapshot(tuple(self._current(n) for n in self._ids), self.time)

    def _current(self, name: str) -> Body:
        body = self._bodies[name]
        position, orientation = self.pose(name)
        linear, angular = self.velocity(name)
        return Body(
            name,
            body.size,
            body.mass,
            body.inertia,
            body.friction,
            body.restitution,
            position,
            orientation,
            linear,
            angular,
            body.shape,
        )

    def restore(self, snapshot: Snapshot) -> None:
        """Rebuild the world of a snapshot."""
        self.build(snapshot.bodies)
        self._start = snapshot.time
