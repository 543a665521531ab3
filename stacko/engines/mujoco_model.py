"""Bodies as a MuJoCo model: shapes, joints, masses, and what a pair of them does.

The library comes in as an argument; only `stacko.engines.mujoco` imports it.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from stacko.engines.base import Body, Quaternion, Vector
from stacko.errors import EngineError
from stacko.params import MujocoParams

__all__ = [
    "SLIDING",
    "compile_model",
    "turned",
    "turned_back",
    "turns",
    "w_first",
]

SLIDING = 3
_SLIPPERY = 1
"""Dimensions of a contact with and without friction."""


@dataclass(frozen=True, slots=True)
class _Surface:
    """What a contact is made of: the pair's friction and restitution, and its rank.

    The library gives a contact the friction of the body of higher priority, or the
    larger of the two if those are equal, and mixes the rest likewise.
    """

    friction: float
    restitution: float
    priority: int = 0


def turns(body: Body) -> bool:
    """Tell whether a body can turn; one without any inertia cannot.

    Raises
    ------
    EngineError
        If it has some moments of inertia and lacks others.
    """
    if any(body.inertia) and not all(body.inertia):
        raise EngineError(
            f"body {body.name!r} has inertia {body.inertia!r}: MuJoCo needs all three "
            "moments, or none for a body that never turns"
        )
    return all(body.inertia)


def compile_model(
    library: Any, bodies: Sequence[Body], params: MujocoParams, gravity: float
) -> Any:
    """Return the model of a world; each body has the joints that let it move.

    Raises
    ------
    EngineError
        If the library takes no such body.
    """
    spec = library.MjSpec()
    _set_options(library, spec, params, gravity)
    surfaces = dict(_surfaces(bodies))
    for body in bodies:
        _add_body(library, spec, body, surfaces[body.name], params)
    for one, other in _odd_pairs(bodies, surfaces):
        _add_pair(spec, one, other, params)
    try:
        return spec.compile()
    except ValueError as error:
        raise EngineError(f"MuJoCo could not build the world: {error}") from error


def _set_options(library: Any, spec: Any, params: MujocoParams, gravity: float) -> None:
    option = spec.option
    option.timestep = params.timestep
    option.gravity = (0.0, 0.0, -gravity)
    option.iterations = params.iterations
    option.tolerance = params.tolerance
    option.noslip_iterations = params.noslip_iterations
    option.noslip_tolerance = 0.0
    option.impratio = params.impratio
    cones = library.mjtCone
    option.cone = (
        cones.mjCONE_ELLIPTIC if params.elliptic_cone else cones.mjCONE_PYRAMIDAL
    )
    # A state without bounds shall be seen, not replaced by the one at the start.
    option.disableflags |= int(library.mjtDisableBit.mjDSBL_AUTORESET)


def _add_body(
    library: Any, spec: Any, body: Body, surface: _Surface, params: MujocoParams
) -> None:
    free = body.mass == 0 or turns(body)
    made = spec.worldbody.add_body(
        name=body.name,
        # slides count from here
        pos=body.position if free else (0.0, 0.0, 0.0),
        quat=w_first(body.orientation),
    )
    if body.mass > 0:
        made.explicitinertial = True
        made.mass = body.mass
        made.ipos = (0.0, 0.0, 0.0)  # left out, it would be the body's position
        made.iquat = (1.0, 0.0, 0.0, 0.0)
        # what never turns needs some inertia all the same
        made.inertia = body.inertia if turns(body) else (body.mass * 1e-6,) * 3
        _add_joints(library, made, body)
    boxes = library.mjtGeom
    half = [length / 2 for length in body.size]
    made.add_geom(
        name=body.name,
        type=boxes.mjGEOM_BOX if body.shape == "box" else boxes.mjGEOM_SPHERE,
        size=half,
        condim=_dimensions(surface.friction),
        friction=(surface.friction, 0.0, 0.0),
        priority=surface.priority,
        solref=_solref(params, surface.restitution),
        solimp=_solimp(params),
    )


def _add_joints(library: Any, made: Any, body: Body) -> None:
    if turns(body):
        made.add_freejoint()
        return
    for axis in ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)):
        made.add_joint(
            type=library.mjtJoint.mjJNT_SLIDE, axis=turned_back(body.orientation, axis)
        )


def w_first(q: Quaternion) -> Quaternion:
    """Return a quaternion as MuJoCo writes it."""
    return (q[3], q[0], q[1], q[2])


def turned(q: Quaternion, v: Vector) -> Vector:
    """Return a vector given in the axes of a body of this orientation, in the world."""
    x, y, z, w = q
    tx, ty, tz = (
        2 * (y * v[2] - z * v[1]),
        2 * (z * v[0] - x * v[2]),
        2 * (x * v[1] - y * v[0]),
    )
    return (
        v[0] + w * tx + y * tz - z * ty,
        v[1] + w * ty + z * tx - x * tz,
        v[2] + w * tz + x * ty - y * tx,
    )


def turned_back(q: Quaternion, v: Vector) -> Vector:
    """Return a world vector in the axes of a body of this orientation."""
    return turned((-q[0], -q[1], -q[2], q[3]), v)


# -- what a pair does ----------------------------------------------------------------


def _surfaces(bodies: Sequence[Body]) -> Iterator[tuple[str, _Surface]]:
    """Yield each body's surface, so that it is right against the most common kind.

    Bodies of the most common factors meet each other with the product of those; any
    other body has a higher priority and the product of its factors and theirs. Where
    two others meet, `_odd_pairs` says so.
    """
    kinds = Counter((body.friction, body.restitution) for body in bodies)
    friction, restitution = max(kinds, key=lambda kind: kinds[kind], default=(0.0, 0.0))
    priority = 0
    for body in bodies:
        common = (body.friction, body.restitution) == (friction, restitution)
        priority += not common
        yield (
            body.name,
            _Surface(
                body.friction * friction,
                body.restitution * restitution,
                0 if common else priority,
            ),
        )


def _odd_pairs(
    bodies: Sequence[Body], surfaces: dict[str, _Surface]
) -> Iterator[tuple[Body, Body]]:
    """Yield the pairs of bodies that both are not of the most common kind."""
    odd = [body for body in bodies if surfaces[body.name].priority]
    for one, other in combinations(odd, 2):
        if one.mass > 0 or other.mass > 0:
            yield one, other


def _add_pair(spec: Any, one: Body, other: Body, params: MujocoParams) -> None:
    friction = one.friction * other.friction
    spec.add_pair(
        geomname1=one.name,
        geomname2=other.name,
        condim=_dimensions(friction),
        friction=(friction, friction, 0.0, 0.0, 0.0),
        solref=_solref(params, one.restitution * other.restitution),
        solimp=_solimp(params),
    )


def _dimensions(friction: float) -> int:
    return SLIDING if friction > 0 else _SLIPPERY


def _damping_ratio(restitution: float) -> float:
    """Return the damping ratio of a spring from which a ball rebounds by this share.

    A damped oscillator that is left after half a period has the velocity
    exp(-pi z / sqrt(1 - z^2)) times the one it came with.
    """
    log = math.log(restitution)
    return -log / math.hypot(math.pi, log)


def _solref(params: MujocoParams, restitution: float) -> tuple[float, float]:
    """Return time constant (s) and damping ratio, equally stiff at any restitution."""
    time, damping = params.solref_time, params.solref_damping
    if restitution < max(params.least_bounce, 1e-6):
        return time, damping
    springy = min(damping, max(_damping_ratio(restitution), 1e-3))
    return time * damping / springy, springy


def _solimp(params: MujocoParams) -> tuple[float, float, float, float, float]:
    return (params.solimp_min, params.solimp_max, params.solimp_width, 0.5, 2.0)
