"""Proofs checked by our own arithmetic, whatever a solver said.

*Stands*: forces at the contacts that press and do not pull, stay within the round
friction cone, and balance gravity and loads at every body. Their existence is what
statics means by standing.

*Falls*: a mechanism, a velocity for every free body, at which every pair of surfaces
separates at least `mu` times as fast as it slides while the loads gain power. Then
no forces can balance: contact forces inside their cones could not take power from
such a motion, and equilibrium demands that they take all of it (Farkas' lemma; for
masonry Livesley 1978, DOI 10.1002/nme.1620121207).

The matrix of `stacko.statics.equations` is not used here.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from stacko.statics.assembly import Assembly

__all__ = [
    "approach",
    "bound_of",
    "cone_excess",
    "power_of",
    "proves_fall",
    "relative_velocity",
    "residual",
    "velocity_between",
]

Array = NDArray[np.float64]

JAMMED = 1e3
"""Sum of contact forces, over all weight, that no assembly is taken to reach."""

_ROUNDING = 1e-3
"""Part of a load's power that contacts may take for rounding."""


def residual(assembly: Assembly, forces: Array, loads: Array | None = None) -> float:
    """Return what is missing to equilibrium, over the weight of the body.

    Parameters
    ----------
    assembly : Assembly
    forces : ndarray, shape (p, 3)
        On the first body of each contact point, in N.
    loads : ndarray, shape (n, 6), optional
        Forces and moments on the bodies; the assembly's own if left out.

    Returns
    -------
    float
        The largest of all free bodies: force over weight, or moment about the
        center over weight times longest side.
    """
    sums = (assembly.load_wrenches() if loads is None else loads).copy()
    contacts = assembly.contacts
    for bodies, sign in ((contacts.a, 1.0), (contacts.b, -1.0)):
        arms = contacts.points - assembly.centers[bodies]
        moments = np.cross(arms, forces)
        np.add.at(sums, bodies, sign * np.hstack([forces, moments]))
    weights = assembly.masses * np.linalg.norm(assembly.gravity)
    weights = np.where(weights > 0, weights, weights.max(initial=0.0) or 1.0)
    force = np.linalg.norm(sums[:, :3], axis=1) / weights
    moment = np.linalg.norm(sums[:, 3:], axis=1) / (weights * assembly.lengths)
    return float(np.maximum(force, moment)[assembly.free].max(initial=0.0))


def cone_excess(assembly: Assembly, forces: Array) -> float:
    """Return how far forces leave their friction cones, in N; 0 if none does."""
    contacts = assembly.contacts
    normal = (forces * contacts.normals).sum(axis=1)
    along = np.linalg.norm(forces - normal[:, None] * contacts.normals, axis=1)
    excess = np.maximum(along - contacts.mu * normal, -normal)
    return float(np.maximum(excess, 0.0).max(initial=0.0))


def approach(assembly: Assembly, velocities: Array) -> Array:
    """Return how fast contacts close, or slide more than they open, shape (p,).

    Parameters
    ----------
    assembly : Assembly
    velocities : ndarray, shape (n, 6)
        Of the centers, and angular; those of fixed bodies are taken as 0.

    Returns
    -------
    ndarray
        ``mu |v_t| - v_n`` of the relative velocity at each point, in m/s: what a
        contact force of 1 N along the normal could take from the motion, in W.
        Negative or 0 where contact forces can only feed it.
    """
    opening, sliding = relative_velocity(assembly, velocities)
    return np.asarray(assembly.contacts.mu * sliding - opening)


def relative_velocity(assembly: Assembly, velocities: Array) -> tuple[Array, Array]:
    """Return how fast each contact opens, and how fast it slides, both in m/s."""
    contacts = assembly.contacts
    relative = velocity_between(assembly, velocities)
    opening = (relative * contacts.normals).sum(axis=1)
    along = relative - opening[:, None] * contacts.normals
    return opening, np.linalg.norm(along, axis=1)


def velocity_between(assembly: Assembly, velocities: Array) -> Array:
    """Return the velocity of the first body against the second, (p, 3), in m/s."""
    moving = np.where(assembly.free[:, None], velocities, 0.0)
    contacts = assembly.contacts
    first, second = (
        moving[bodies, :3]
        + np.cross(moving[bodies, 3:], contacts.points - assembly.centers[bodies])
        for bodies in (contacts.a, contacts.b)
    )
    return np.asarray(first - second)


def power_of(
    assembly: Assembly, velocities: Array, loads: Array | None = None
) -> float:
    """Return what loads gain from a motion, in W."""
    wrenches = assembly.load_wrenches() if loads is None else loads
    return float((wrenches * velocities)[assembly.free].sum())


def bound_of(assembly: Assembly, velocities: Array, load: Array) -> float:
    """Return the multiple of a load that a mechanism proves to be too much.

    Parameters
    ----------
    assembly : Assembly
    velocities : ndarray, shape (n, 6)
    load : ndarray, shape (n, 6)
        What comes on top of the assembly's own loads, once.

    Returns
    -------
    float
        ``inf`` if the mechanism proves nothing.
    """
    gain = power_of(assembly, velocities, load)
    taken = _taken(assembly, velocities)
    if gain <= 0 or taken > _ROUNDING * gain:
        return np.inf
    return (taken - power_of(assembly, velocities)) / gain


def _taken(assembly: Assembly, velocities: Array) -> float:
    """Return the most power, in W, that contacts could take for closing a little."""
    closing = float(np.maximum(approach(assembly, velocities), 0.0).max(initial=0.0))
    return JAMMED * _weight(assembly) * closing


def _weight(assembly: Assembly) -> float:
    """Return the weight of all free bodies in N, or 1 N if there is none."""
    mass = float(assembly.masses[assembly.free].sum())
    return mass * float(np.linalg.norm(assembly.gravity)) or 1.0


def proves_fall(
    assembly: Assembly, velocities: Array, loads: Array | None = None
) -> bool:
    """Return whether a mechanism proves that no forces can hold an assembly.

    Rounding leaves contacts that close a little. Contact forces could then take some
    power, but only forces whose sum is power over closing speed: the proof holds
    where that is over a thousand times all weight, and the power more than rounding.
    """
    power = power_of(assembly, velocities, loads)
    least = _taken(assembly, velocities) + 1e-12 * _weight(assembly)
    return power > least
