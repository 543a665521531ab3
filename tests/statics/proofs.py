"""Certificates checked again by code of its own: plain Python, no arrays."""

from __future__ import annotations

import math

from stacko.statics import Verdict


def cross(a, b):
    return (
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    )


def dot(a, b):
    return sum(x * y for x, y in zip(a, b, strict=True))


def minus(a, b):
    return tuple(x - y for x, y in zip(a, b, strict=True))


def points_of(assembly):
    """Yield names, point, normal and coefficient in the order of the forces."""
    fixed = {body.name for body in assembly.bodies if body.fixed}
    for face in assembly.interfaces:
        if not {face.a, face.b} <= fixed:
            for point in face.points.tolist():
                yield face.a, face.b, point, face.normal.tolist(), float(face.mu)


def loads_of(assembly):
    """Return force and moment about its center on every body."""
    loads = {}
    for body in assembly.bodies:
        force = [body.mass * g for g in assembly.gravity]
        loads[body.name] = [*force, 0.0, 0.0, 0.0]
    for load in assembly.loads:
        arm = minus(load.point, assembly.body(load.body).position)
        both = (*load.force, *cross(arm, load.force))
        loads[load.body] = [x + y for x, y in zip(loads[load.body], both, strict=True)]
    return loads


def stands(assembly, forces, accuracy=2e-6):
    """Check that forces press, stay in their cones and hold every body."""
    sums = loads_of(assembly)
    largest = max((max(map(abs, f)) for f in forces.tolist()), default=0.0)
    found = zip(points_of(assembly), forces.tolist(), strict=True)
    for (a, b, point, normal, mu), force in found:
        press = dot(force, normal)
        along = math.hypot(*(f - press * n for f, n in zip(force, normal, strict=True)))
        assert press >= -1e-9 * largest
        assert along <= mu * press + 1e-8 * largest
        for name, sign in ((a, 1.0), (b, -1.0)):
            moment = cross(minus(point, assembly.body(name).position), force)
            for row, value in enumerate((*force, *moment)):
                sums[name][row] += sign * value
    strength = math.hypot(*assembly.gravity)
    for body in assembly.bodies:
        if not body.fixed:
            weight = body.mass * strength
            assert math.hypot(*sums[body.name][:3]) <= accuracy * weight
            arm = weight * max(body.size)
            assert math.hypot(*sums[body.name][3:]) <= accuracy * arm


def falls(assembly, mechanism):
    """Check that a mechanism opens every contact and lets the loads gain."""
    speeds = {}
    for row, name in enumerate(mechanism.names):
        go, turn = mechanism.translations[row], mechanism.rotations[row]
        speeds[name] = (go.tolist(), turn.tolist())
        if assembly.body(name).fixed:
            assert not any(go)
            assert not any(turn)
    power = sum(
        dot(load, (*speeds[name][0], *speeds[name][1]))
        for name, load in loads_of(assembly).items()
    )
    weight = sum(b.mass for b in assembly.bodies if not b.fixed)
    weight *= math.hypot(*assembly.gravity) or 1.0
    assert power > 0
    for a, b, point, normal, mu in points_of(assembly):
        at = []
        for name in (a, b):
            arm = minus(point, assembly.body(name).position)
            spin = cross(speeds[name][1], arm)
            at.append([v + s for v, s in zip(speeds[name][0], spin, strict=True)])
        apart = minus(*at)
        opening = dot(apart, normal)
        along = (v - opening * n for v, n in zip(apart, normal, strict=True))
        closing = mu * math.hypot(*along) - opening
        assert closing * 1e3 * weight < power


def proven(answer):
    """Check the certificate of an answer; return the answer."""
    if answer.verdict is Verdict.STABLE:
        stands(answer.assembly, answer.forces)
    elif answer.verdict is Verdict.UNSTABLE:
        falls(answer.assembly, answer.mechanism)
        assert answer.forces is None
    else:
        assert answer.forces is None
        assert answer.mechanism is None
        assert "could not be decided: " in answer.reason
    return answer
