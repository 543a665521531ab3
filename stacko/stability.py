"""How far a tower is from losing its balance, by geometry alone.

The stability margin of an interface between two layers is the signed distance of
the center of mass of everything above it to the boundary of its support polygon,
the convex hull of the areas in which the blocks of the two layers overlap. It is
necessary for balance, not sufficient: each interface is looked at as if all above
it were one rigid body, contact areas are taken from above (heights are ignored,
so a block that is too thin to touch counts as support), and nothing moves.

``layers`` are block names, bottom layer first; interface 0 is the table. An
interface with nothing above has margin ``inf``, one without support ``-inf``.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from stacko.geometry import Sizes, box_corners, face_outline, sizes_of
from stacko.margins import LEAST_AREA, Layers, MarginMonitor
from stacko.polygons import clip_convex, convex_hull, polygon_area, signed_distance
from stacko.poses import Poses, rotation_matrices

__all__ = [
    "MarginMonitor",
    "center_of_mass",
    "stability_margin",
    "stability_margins",
    "support_polygon",
    "tower_height",
    "tower_tilt",
]

Array = NDArray[np.float64]


def center_of_mass(
    poses: Poses,
    names: Sequence[str] | None = None,
    masses: Mapping[str, float] | None = None,
) -> Array:
    """Return the common center of mass of some blocks, shape (3,), in m.

    Parameters
    ----------
    poses : Poses
    names : sequence of str, optional
        Blocks that count; all by default.
    masses : mapping of name to kg, optional
        Equal masses by default.

    Raises
    ------
    ValueError
        If no block is named.
    """
    chosen = poses.names if names is None else tuple(names)
    if not chosen:
        raise ValueError("no blocks, so no center of mass; name at least one")
    positions = poses.select(chosen).positions
    if masses is None:
        return np.asarray(positions.mean(axis=0))
    weights = np.array([masses[name] for name in chosen])
    return np.asarray(weights @ positions / weights.sum())


def support_polygon(
    poses: Poses,
    lower: Sequence[str] | None,
    upper: Sequence[str],
    sizes: Sizes,
) -> Array:
    """Return the hull of the contact areas of two layers, shape (k, 2), in m.

    Parameters
    ----------
    poses : Poses
    lower : sequence of str or None
        Blocks of the supporting layer; None is the table.
    upper : sequence of str
        Blocks of the layer above.
    sizes : BlockParams or mapping of name to (length, width, height)
        Sides of the blocks, in m.

    Returns
    -------
    ndarray, shape (k, 2)
        Counterclockwise; no rows when the layers do not overlap.
    """
    patches = _outlines(poses, upper, sizes, top=False)
    if lower is not None:
        tops = _outlines(poses, lower, sizes, top=True)
        patches = [clip_convex(b, t) for b in patches for t in tops]
    touching = [p for p in patches if polygon_area(p) > LEAST_AREA]
    return convex_hull(np.concatenate(touching)) if touching else np.zeros((0, 2))


def _outlines(
    poses: Poses, names: Sequence[str], sizes: Sizes, *, top: bool
) -> list[Array]:
    sides = zip(names, sizes_of(names, sizes), strict=True)
    return [face_outline(poses, name, side, top=top) for name, side in sides]


def stability_margins(
    poses: Poses,
    layers: Layers,
    sizes: Sizes,
    masses: Mapping[str, float] | None = None,
) -> Array:
    """Return the margin of every interface, shape (len(layers),), in m.

    Exact for the poses given, yaw and tilt included; some 10 ms for 15 layers. Use
    `stacko.margins.MarginMonitor` where poses are looked at many times a second.

    Parameters
    ----------
    poses : Poses
        May hold more bodies than the layers name.
    layers : sequence of sequences of str
        Blocks by layer, bottom first. Blocks in no layer do not count at all.
    sizes : BlockParams or mapping of name to (length, width, height)
    masses : mapping of name to kg, optional
        Equal masses by default.

    Returns
    -------
    ndarray
        Entry 0 is layer 1 on the table, entry k layer k + 1 on layer k. Positive
        inside the support polygon, ``-inf`` without support, ``inf`` with nothing
        above.
    """
    margins = np.full(len(layers), np.inf)
    for k, upper in enumerate(layers):
        above = [name for layer in layers[k:] for name in layer]
        if above:
            lower = layers[k - 1] if k else None
            support = support_polygon(poses, lower, upper, sizes)
            center = center_of_mass(poses, above, masses)[:2]
            margins[k] = signed_distance(center, support)
    return margins


def stability_margin(
    poses: Poses,
    layers: Layers,
    sizes: Sizes,
    masses: Mapping[str, float] | None = None,
) -> float:
    """Return the smallest of `stability_margins`; ``inf`` for no blocks."""
    return float(stability_margins(poses, layers, sizes, masses).min(initial=np.inf))


def tower_tilt(poses: Poses, layers: Layers) -> float:
    """Return the lean of the highest complete layer, in rad.

    The angle between the vertical and the mean upward direction of its blocks; of
    the highest layer with any block if none is complete, and 0 without blocks.
    Blocks lie on either of their large faces, so up is the one that points up.
    """
    full = [layer for layer in layers if len(layer) >= 3]
    used = full or [layer for layer in layers if layer]
    if not used:
        return 0.0
    axes = rotation_matrices(poses.select(used[-1]).orientations)[:, :, 2]
    up = (axes * np.where(axes[:, 2:] < 0, -1.0, 1.0)).mean(axis=0)
    return float(math.atan2(math.hypot(up[0], up[1]), up[2]))


def tower_height(
    poses: Poses,
    sizes: Sizes,
    names: Sequence[str] | None = None,
) -> float:
    """Return the height of the highest corner of any block, in m; 0 for none."""
    chosen = poses.names if names is None else tuple(names)
    if not chosen:
        return 0.0
    return float(box_corners(poses.select(chosen), sizes)[..., 2].max())
