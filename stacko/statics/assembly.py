"""An assembly of bodies, their contacts and loads, as arrays."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Self

import numpy as np
from numpy.typing import NDArray

from stacko.errors import ParameterError, shown
from stacko.statics.bodies import Interface, Load, StaticBody, Vector

__all__ = ["Assembly", "Contacts"]

Array = NDArray[np.float64]
Indices = NDArray[np.intp]

DOWN: Vector = (0.0, 0.0, -9.81)


@dataclass(frozen=True, slots=True, eq=False)
class Contacts:
    """All contact points of an assembly, a row each.

    Parameters
    ----------
    interface : ndarray of int, shape (p,)
        Which interface a point belongs to.
    a, b : ndarray of int, shape (p,)
        Rows of the two bodies.
    points, normals : ndarray, shape (p, 3)
        In m; unit vectors from `b` to `a`.
    mu, gaps : ndarray, shape (p,)
        Coefficient of friction; distance of the surfaces in m.
    """

    interface: Indices
    a: Indices
    b: Indices
    points: Array
    normals: Array
    mu: Array
    gaps: Array

    def __len__(self) -> int:
        return len(self.mu)

    def rows(self, chosen: NDArray[np.bool_] | Indices) -> Contacts:
        """Return some of the points."""
        return Contacts(
            *(
                getattr(self, name)[chosen]
                for name in ("interface", "a", "b", "points", "normals", "mu", "gaps")
            )
        )


@dataclass(frozen=True, slots=True, eq=False)
class Assembly:
    """Bodies that lean on each other.

    Parameters
    ----------
    bodies : sequence of StaticBody
    interfaces : sequence of Interface
        Interfaces of two fixed bodies are let pass and do nothing.
    loads : sequence of Load
    gravity : tuple of float
        Acceleration of free fall, in m/s^2.

    Attributes
    ----------
    names : tuple of str
        Names of all bodies, in the order of the rows.
    centers : ndarray, shape (n, 3)
        Centers of mass, in m.
    masses, lengths : ndarray, shape (n,)
        In kg; largest side in m.
    free : ndarray of bool, shape (n,)
        Bodies that are not fixed.
    contacts : Contacts
        Points of all interfaces that hold a body that is free.

    Raises
    ------
    ParameterError
        If two bodies share a name, an interface or load names no body, or gravity is
        not finite.
    """

    bodies: tuple[StaticBody, ...]
    interfaces: tuple[Interface, ...]
    loads: tuple[Load, ...] = ()
    gravity: Vector = DOWN
    names: tuple[str, ...] = field(init=False)
    centers: Array = field(init=False, repr=False)
    masses: Array = field(init=False, repr=False)
    lengths: Array = field(init=False, repr=False)
    free: NDArray[np.bool_] = field(init=False, repr=False)
    contacts: Contacts = field(init=False, repr=False)
    _index: dict[str, int] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        put = object.__setattr__
        for name in ("bodies", "interfaces", "loads"):
            put(self, name, tuple(getattr(self, name)))
        put(self, "names", tuple(body.name for body in self.bodies))
        put(self, "_index", {name: row for row, name in enumerate(self.names)})
        put(self, "gravity", _checked_gravity(self.gravity))
        self._check_names()
        positions = [body.position for body in self.bodies]
        put(self, "centers", np.array(positions, dtype=float).reshape(-1, 3))
        put(self, "masses", np.array([body.mass for body in self.bodies], dtype=float))
        longest = [max(body.size) for body in self.bodies]
        put(self, "lengths", np.array(longest, dtype=float))
        put(self, "free", np.array([not b.fixed for b in self.bodies], dtype=bool))
        put(self, "contacts", _flattened(self.interfaces, self._index, self.free))

    def __len__(self) -> int:
        return len(self.bodies)

    def _check_names(self) -> None:
        if len(self._index) < len(self.names):
            twice = next(n for n in self.names if self.names.count(n) > 1)
            raise ParameterError(f"two bodies are named {shown(twice)}: rename one")
        for face in self.interfaces:
            for name in (face.a, face.b):
                self.row(name)
        for load in self.loads:
            self.row(load.body)

    def row(self, name: str) -> int:
        """Return the row of a body.

        Raises
        ------
        ParameterError
            If there is no such body.
        """
        if name not in self._index:
            some = ", ".join(self.names[:5])
            raise ParameterError(
                f"no body {shown(name)} here: there are {len(self)}, such as {some}"
            )
        return self._index[name]

    def body(self, name: str) -> StaticBody:
        """Return a body; `ParameterError` if there is none of that name."""
        return self.bodies[self.row(name)]

    def without(self, *names: str) -> Self:
        """Return the assembly without some bodies, their contacts and loads."""
        for name in names:
            self.row(name)
        gone = set(names)
        return replace(
            self,
            bodies=tuple(b for b in self.bodies if b.name not in gone),
            interfaces=tuple(
                i for i in self.interfaces if i.a not in gone and i.b not in gone
            ),
            loads=tuple(load for load in self.loads if load.body not in gone),
        )

    def with_loads(self, *loads: Load) -> Self:
        """Return the assembly with more loads on it."""
        return replace(self, loads=(*self.loads, *loads))

    def with_gravity(self, gravity: Sequence[float]) -> Self:
        """Return the assembly under another gravity, in m/s^2."""
        x, y, z = gravity
        return replace(self, gravity=(x, y, z))

    def unsupported(self) -> tuple[str, ...]:
        """Return free bodies from which no chain of contacts leads to a fixed one."""
        reached = ~self.free
        a, b = self.contacts.a, self.contacts.b
        while True:
            either = reached[a] | reached[b]
            before = int(reached.sum())
            reached[a[either]] = reached[b[either]] = True
            if int(reached.sum()) == before:
                break
        return tuple(n for n, held in zip(self.names, reached, strict=True) if not held)

    def gravity_forces(self) -> Array:
        """Return the weight of every body as a vector, shape (n, 3), in N."""
        return np.asarray(self.masses[:, None] * np.array(self.gravity))

    def load_wrenches(self) -> Array:
        """Return force (N) and moment about the center (N m), shape (n, 6)."""
        wrenches = np.zeros((len(self), 6))
        wrenches[:, :3] = self.gravity_forces()
        for load in self.loads:
            row = self.row(load.body)
            wrenches[row] += wrench(load.force, load.point, self.centers[row])
        return wrenches


def wrench(force: Iterable[float], point: Iterable[float], center: Array) -> Array:
    """Return a force (N) and its moment about a center (N m), shape (6,)."""
    f = np.array(tuple(force), dtype=float)
    arm = np.array(tuple(point), dtype=float) - center
    return np.concatenate([f, np.cross(arm, f)])


def _checked_gravity(gravity: Sequence[float]) -> Vector:
    try:
        x, y, z = (float(value) for value in gravity)
    except (TypeError, ValueError):
        x = y = z = math.nan
    if not all(map(math.isfinite, (x, y, z))):
        raise ParameterError(
            f"gravity {shown(gravity)}: give three finite numbers, in m/s^2"
        )
    return (x, y, z)


def _flattened(
    interfaces: Sequence[Interface], index: dict[str, int], free: NDArray[np.bool_]
) -> Contacts:
    """Return the points of all interfaces, but those of two fixed bodies."""
    kept = [
        (number, index[face.a], index[face.b], face)
        for number, face in enumerate(interfaces)
        if free[index[face.a]] or free[index[face.b]]
    ]
    counts = np.array([len(face.points) for *_, face in kept], dtype=np.intp)
    whole = np.array([row[:3] for row in kept], dtype=np.intp).reshape(-1, 3)
    numbers, a, b = np.repeat(whole, counts, axis=0).T
    normals = np.array([face.normal for *_, face in kept]).reshape(-1, 3)
    none = np.zeros((0, 3))
    gaps = [face.gaps for *_, face in kept if face.gaps is not None]
    return Contacts(
        numbers,
        a,
        b,
        np.concatenate([none, *(face.points for *_, face in kept)]),
        np.repeat(normals, counts, axis=0),
        np.repeat(np.array([float(face.mu) for *_, face in kept]), counts),
        np.concatenate([np.zeros(0), *gaps]),
    )
