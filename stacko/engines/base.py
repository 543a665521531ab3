"""The protocol every engine speaks: bodies by name, SI units, no engine ids.

An engine may compute at another scale or in other units inside; what goes in and
comes out here is in meters, kilograms, seconds and newtons at real size.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, Self

import numpy as np
from numpy.typing import NDArray

from stacko.poses import Poses

__all__ = ["Body", "Contact", "Engine", "Snapshot", "Velocities"]

Vector = tuple[float, float, float]
Quaternion = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Body:
    """One rigid body as handed to an engine.

    Parameters
    ----------
    name : str
        Unique name.
    size : tuple of float
        Full edge lengths of a box, or (diameter, diameter, diameter) of a sphere, m.
    mass : float
        In kg; 0 makes the body immovable.
    inertia : tuple of float
        Principal moments about the center of mass, kg m^2; zeros lock rotation.
    friction : float
        The body's own factor; a pair's coefficient is the product of the two.
    restitution : float
        The body's own factor; a pair's is the product of the two.
    position, orientation : tuple of float
        Center in m and quaternion (x, y, z, w).
    linear_velocity, angular_velocity : tuple of float
        In m/s and rad/s.
    shape : {"box", "sphere"}
        Collision shape.
    """

    name: str
    size: Vector
    mass: float
    inertia: Vector
    friction: float
    restitution: float
    position: Vector
    orientation: Quaternion = (0.0, 0.0, 0.0, 1.0)
    linear_velocity: Vector = (0.0, 0.0, 0.0)
    angular_velocity: Vector = (0.0, 0.0, 0.0)
    shape: Literal["box", "sphere"] = "box"


@dataclass(frozen=True, slots=True)
class Contact:
    """One contact point.

    ``normal`` points from body `b` to body `a`; ``distance`` is negative when they
    overlap; ``normal_force`` is in N, ``friction_force`` is the vector on `a` in N.
    """

    a: str
    b: str
    point: Vector
    normal: Vector
    distance: float
    normal_force: float
    friction_force: Vector


@dataclass(frozen=True, slots=True, eq=False)
class Velocities:
    """Linear (m/s) and angular (rad/s) velocities, each of shape (n, 3)."""

    names: tuple[str, ...]
    linear: NDArray[np.float64]
    angular: NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Snapshot:
    """State of a world: bodies with their poses and velocities, and the time.

    Restoring builds the world anew, so two restores of one snapshot go on bit for
    bit alike. Contact impulses that the solver keeps between steps are not part of
    it: a restored world is not bit-identical to the one that went on.
    """

    bodies: tuple[Body, ...]
    time: float


class Engine(Protocol):
    """A rigid-body world.

    Bodies are addressed by name. A context manager: leaving it closes the world.
    """

    @property
    def name(self) -> str:
        """Short name, as in ``--engine``."""

    @property
    def time(self) -> float:
        """Simulated time since `build`, in s."""

    @property
    def timestep(self) -> float:
        """Length of one step, in s."""

    @property
    def gravity(self) -> float:
        """Acceleration of free fall, downward, in m/s^2."""

    @property
    def names(self) -> tuple[str, ...]:
        """Names of all bodies, in the order they were added."""

    def build(self, bodies: Sequence[Body]) -> None:
        """Start an empty world with these bodies; whatever was there is gone."""

    def add(self, body: Body) -> None:
        """Add one body to the running world."""

    def remove(self, name: str) -> None:
        """Take a body out; everything else is woken."""

    def step(self, count: int = 1) -> None:
        """Advance by ``count`` steps; forces applied act on the first one only."""

    def pose(self, name: str) -> tuple[Vector, Quaternion]:
        """Return center (m) and quaternion (x, y, z, w) of one body."""

    def velocity(self, name: str) -> tuple[Vector, Vector]:
        """Return linear (m/s) and angular (rad/s) velocity of one body."""

    def poses(self, names: Iterable[str]) -> Poses:
        """Return the poses of some bodies."""

    def velocities(self, names: Iterable[str]) -> Velocities:
        """Return the velocities of some bodies."""

    def contacts(self, a: str | None = None, b: str | None = None) -> list[Contact]:
        """Return contact points: all, those of one body, or those of a pair."""

    def apply_force(self, name: str, force: Vector, point: Vector) -> None:
        """Apply a force (N) at a world point (m) during the next step."""

    def apply_torque(self, name: str, torque: Vector) -> None:
        """Apply a torque (N m, world axes) during the next step."""

    def set_pose(self, name: str, position: Vector, orientation: Quaternion) -> None:
        """Put a body somewhere, at rest. Nothing may touch it before or after."""

    def wake(self) -> None:
        """Make sure that no body sleeps."""

    def snapshot(self) -> Snapshot:
        """Return the state of the world."""

    def restore(self, snapshot: Snapshot) -> None:
        """Rebuild the world of a snapshot."""

    def close(self) -> None:
        """Free the world; closing twice is harmless."""

    def __enter__(self) -> Self:
        """Return the engine itself."""

    def __exit__(self, *exc: object) -> None:
        """Close the world."""
