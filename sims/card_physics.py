"""A real card at the edge of a real table: it is let go of, and stays or tips.

The geometry of a table (`staccs.table`) says of a card at the edge whether it lies
flat, by ruling T20. Here MuJoCo lays a rigid hexagonal prism of the card's size on a
rigid table with that outline and lets go of it. Nothing else lies there: neither the
cards that it would cover in a game, nor a hand.

MuJoCo gives two shapes that touch four points of contact at most, which is too few for
a hexagon over a round edge, and some that matter are left out. So the card is six
triangles, the table under it as many pieces as its outline has corners there, and the
support is what it should be to some micrometers.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from staccs.table import Hexagon, Table
from stacko.engines.mujoco import load

__all__ = ["Fate", "let_go", "table_pieces"]

Point = tuple[float, float]
Convex = tuple[Point, ...]

THICKNESS = 0.0003
"""Of the card, m: that of a playing card (assumed)."""
MASS = 0.0015
"""Of the card, kg: that area of 300 g/m^2 (assumed); no verdict hangs on it."""
FRICTION = 0.4
"""Of card and table (assumed): what tips slides off, too, and later."""
GRAVITY = 9.81
TIMESTEP = 0.0005
DURATION = 3.0
"""How long it is watched, s; a center 1 micrometer past the edge tips within 2 s."""
TIPPED = math.radians(2.0)
"""Tilt from which a card falls, rad; one that stays tilts by hundredths of a degree."""
_DEEP = 0.03
_AROUND = 0.01
"""How deep the table is, and how far around the card it is kept, m."""
_FEW = 5
"""Corners of a piece that may stay one shape."""
_NOTHING = 1e-12
"""Area of a piece that is left out, m^2."""
_STIFF = (0.001, 1.0)
"""Time and damping of a contact: a card at rest sinks in by micrometers."""


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of a card that was let go.

    Parameters
    ----------
    stays : bool
    tilt : float
        Largest tilt seen, rad; about `TIPPED` if it falls, for then it ends.
    time : float
        When it had tipped, or how long it was watched, s.
    """

    stays: bool
    tilt: float
    time: float


def let_go(card: Hexagon, table: Table, *, duration: float = DURATION) -> Fate:
    """Lay a card on a table, alone and at rest, and let go of it.

    Parameters
    ----------
    card : Hexagon
        Its outline, in the coordinates of the table.
    table : Table
    duration : float
        How long it is watched, s.

    Returns
    -------
    Fate
        A card with no table under it falls straight down; it does not stay either.

    Raises
    ------
    EngineMissingError
        If MuJoCo is not installed.
    """
    library = load()
    model = _model(library, card, table_pieces(table, card))
    data = library.MjData(model)
    tilt = 0.0
    for _ in range(math.ceil(duration / TIMESTEP)):
        library.mj_step(model, data)
        w, x, y, z = data.qpos[3:7]
        upright = 1 - 2 * (x * x + y * y) / (w * w + x * x + y * y + z * z)
        tilt = max(tilt, math.acos(min(1.0, max(-1.0, upright))))
        if tilt > TIPPED or data.qpos[2] < -card.edge:
            return Fate(False, tilt, float(data.time))
    return Fate(True, tilt, float(data.time))


def _model(library: Any, card: Hexagon, pieces: Sequence[Convex]) -> Any:
    """Return the model: the card, its middle at x = y = 0, and the table under it."""
    x, y = card.center
    spec = library.MjSpec()
    spec.option.timestep = TIMESTEP
    spec.option.gravity = (0.0, 0.0, -GRAVITY)
    spec.option.cone = library.mjtCone.mjCONE_ELLIPTIC
    for k, piece in enumerate(pieces):
        shape = [(px - x, py - y) for px, py in piece]
        _add_prism(library, spec, spec.worldbody, f"table {k}", shape, (-_DEEP, 0.0))
    body = spec.worldbody.add_body(name="card", pos=(0.0, 0.0, THICKNESS / 2))
    body.add_freejoint()
    body.explicitinertial = True
    body.mass, body.ipos, body.iquat = MASS, (0.0, 0.0, 0.0), (1.0, 0.0, 0.0, 0.0)
    flat = MASS * (5 / 24 * card.edge**2 + THICKNESS**2 / 12)
    body.inertia = (flat, flat, MASS * 5 / 12 * card.edge**2)
    corners = [(px - x, py - y) for px, py in card.corners]
    for k, corner in enumerate(corners):
        shape = [(0.0, 0.0), corners[k - 1], corner]
        _add_prism(
            library, spec, body, f"card {k}", shape, (-THICKNESS / 2, THICKNESS / 2)
        )
    return spec.compile()


def _add_prism(
    library: Any,
    spec: Any,
    body: Any,
    name: str,
    shape: Sequence[Point],
    heights: tuple[float, float],
) -> None:
    points = [(x, y, z) for z in heights for x, y in shape]
    mesh = spec.add_mesh(name=name)
    mesh.uservert = np.array(points).ravel()
    mesh.inertia = library.mjtMeshInertia.mjMESH_INERTIA_CONVEX
    geom = body.add_geom(type=library.mjtGeom.mjGEOM_MESH, meshname=name)
    geom.friction = (FRICTION, 0.0, 0.0)
    geom.solref = _STIFF
    geom.condim = 3


# -- the table under the card ---------------------------------------------------------


def table_pieces(table: Table, card: Hexagon) -> list[Convex]:
    """Return convex pieces of the table near a card, corners counterclockwise, in m.

    A table without dents or holes is one piece; others are cut into strips.

    Examples
    --------
    >>> card = Hexagon((0.5, 0.0), 0.044)
    >>> len(table_pieces(Table.parse("rect:1x1"), card))
    1
    >>> table_pieces(Table.parse("rect:1x1"), Hexagon((0.9, 0.0), 0.044))
    []
    """
    whole = _is_convex(table.outline) and not table.holes
    pieces = [table.outline] if whole else list(_strips(table))
    reach = card.edge + _AROUND
    near = (_clipped(piece, card.center, reach) for piece in pieces)
    cut = (part for piece in near if len(piece) > 2 for part in _wedges(piece))
    return [part for part in cut if _area(part) > _NOTHING]


def _wedges(piece: Convex) -> Iterator[Convex]:
    """Yield a piece that has many corners in wedges with two of its sides each."""
    if len(piece) <= _FEW:
        yield piece
        return
    ring = [*piece, piece[0]]
    xs, ys = zip(*piece, strict=True)
    middle = (math.fsum(xs) / len(piece), math.fsum(ys) / len(piece))
    for k in range(0, len(piece), 2):
        yield (middle, *ring[k : k + 3])


def _is_convex(outline: Sequence[Point]) -> bool:
    """Tell whether a counterclockwise outline has no dent."""
    return all(
        (bx - ax) * (cy - by) - (by - ay) * (cx - bx) >= 0
        for (ax, ay), (bx, by), (cx, cy) in zip(
            outline,
            [*outline[1:], *outline[:1]],
            [*outline[2:], *outline[:2]],
            strict=True,
        )
    )


def _strips(table: Table) -> Iterator[Convex]:
    """Yield the table in trapezoids, cut from bottom to top at every corner's x."""
    rings = (table.outline, *table.holes)
    sides = [
        (min(a, b), max(a, b))
        for ring in rings
        for a, b in pairwise([*ring, ring[0]])
        if a[0] != b[0]
    ]
    cuts = sorted({x for ring in rings for x, _ in ring})
    for left, right in pairwise(cuts):
        spanning = [side for side in sides if side[0][0] <= left < side[1][0]]
        ends = sorted((_at(s, left), _at(s, right)) for s in spanning)
        ends.sort(key=sum)
        for (a, b), (d, c) in zip(ends[::2], ends[1::2], strict=True):
            yield (left, a), (right, b), (right, c), (left, d)


def _at(side: tuple[Point, Point], x: float) -> float:
    (x0, y0), (x1, y1) = side
    return y0 if x == x0 else y1 if x == x1 else y0 + (y1 - y0) * (x - x0) / (x1 - x0)


def _clipped(piece: Convex, center: Point, reach: float) -> Convex:
    """Return the part of a convex piece in a square around a point."""
    for axis in (0, 1):
        for sign in (1.0, -1.0):
            most = sign * center[axis] + reach
            piece = tuple(_below(piece, axis, sign, most))
    return piece


def _below(piece: Convex, axis: int, sign: float, most: float) -> Iterator[Point]:
    for one, other in zip(piece, [*piece[1:], *piece[:1]], strict=True):
        here, there = sign * one[axis] - most, sign * other[axis] - most
        if here <= 0:
            yield one
        if here * there < 0:
            share = here / (here - there)
            yield (
                one[0] + share * (other[0] - one[0]),
                one[1] + share * (other[1] - one[1]),
            )


def _area(piece: Convex) -> float:
    return 0.5 * math.fsum(
        ax * by - ay * bx
        for (ax, ay), (bx, by) in zip(piece, [*piece[1:], *piece[:1]], strict=True)
    )
