"""Contact points of boxes: corners of the area that two faces share, or one point.

For a face contact the most parallel face of the other box is laid onto the face, the
corners of the area common to both are found, and those near enough are kept: four or
more where faces meet, two where an edge lies on a face, one where a corner does.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from stacko.statics.boxes import Boxes

__all__ = ["edge_points", "face_points"]

Array = NDArray[np.float64]
Indices = NDArray[np.intp]
Bools = NDArray[np.bool_]

_CORNERS: Array = np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]])


def face_points(
    boxes: Boxes, face: Indices, other: Indices, axis: Indices, normals: Array
) -> tuple[Array, Array, Bools]:
    """Return corners of the area that a face shares with a face of another box.

    Parameters
    ----------
    boxes : Boxes
    face, other : ndarray of int, shape (m,)
        The box whose face it is, and the other one.
    axis : ndarray of int, shape (m,)
        Own axis (0, 1, 2) of the first box that the face is normal to.
    normals : ndarray, shape (m, 3)
        Unit vectors out of the face.

    Returns
    -------
    points : ndarray, shape (m, 24, 3)
        Candidates, half way between the surfaces, in m.
    gaps : ndarray, shape (m, 24)
        Distance of the surfaces there, in m.
    kept : ndarray of bool, shape (m, 24)
        Which candidates are corners of the area; some may come more than once.
    """
    rows = np.arange(len(face))
    sides = (axis[:, None] + np.array([1, 2])) % 3
    frame = np.take_along_axis(boxes.axes[face], sides[:, None, :], axis=2)
    half = np.take_along_axis(boxes.halves[face], sides, axis=1)
    middle = (
        boxes.centers[face] + normals * boxes.halves[face, axis][:, None]
    )  # of the face

    facing = np.einsum("mij,mi->mj", boxes.axes[other], normals)
    into = np.abs(facing).argmax(axis=1)
    toward = -np.sign(facing[rows, into]) * boxes.halves[other, into]
    center = boxes.centers[other] + boxes.axes[other][rows, :, into] * toward[:, None]
    spans = (into[:, None] + np.array([1, 2])) % 3
    edges = np.take_along_axis(boxes.axes[other], spans[:, None, :], axis=2)
    edges = edges * np.take_along_axis(boxes.halves[other], spans, axis=1)[:, None, :]

    offset = center - middle
    at = np.einsum("mij,mi->mj", frame, offset)
    shape = np.einsum("mki,mkj->mij", frame, edges)  # columns: half edges in the plane
    flat, own = _common_corners(half, at, shape)
    rise = np.einsum("mij,mi->mj", edges, normals)
    gaps = np.einsum("mi,mi->m", offset, normals)[:, None] + np.einsum(
        "mkj,mj->mk", _coordinates(flat - at[:, None, :], shape), rise
    )
    points = middle[:, None, :] + np.einsum("mij,mkj->mki", frame, flat)
    return points + normals[:, None, :] * gaps[:, :, None] / 2, gaps, own


def _coordinates(offsets: Array, shape: Array) -> Array:
    """Return offsets (m, k, 2) in units of the half edges of parallelograms."""
    a, b = shape[:, None, :, 0], shape[:, None, :, 1]
    det = a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0]
    x, y = offsets[..., 0], offsets[..., 1]
    first, second = x * b[..., 1] - y * b[..., 0], y * a[..., 0] - x * a[..., 1]
    return np.stack([first, second], axis=-1) / det[..., None]


def _common_corners(half: Array, at: Array, shape: Array) -> tuple[Array, Bools]:
    """Return corners of the overlap of rectangles and parallelograms.

    Parameters
    ----------
    half : ndarray, shape (m, 2)
        Half sides of rectangles around the origin.
    at : ndarray, shape (m, 2)
        Centers of the parallelograms.
    shape : ndarray, shape (m, 2, 2)
        Their half edges, as columns.

    Returns
    -------
    points : ndarray, shape (m, 24, 2)
        Corners of either inside the other, and crossings of their sides.
    kept : ndarray of bool, shape (m, 24)
    """
    near = 1 + 1e-9
    mine = half[:, None, :] * _CORNERS
    theirs = at[:, None, :] + np.einsum("mij,kj->mki", shape, _CORNERS)
    inside = (np.abs(_coordinates(mine - at[:, None], shape)) <= near).all(axis=2)
    within = (np.abs(theirs) <= near * half[:, None, :]).all(axis=2)
    start = theirs[:, :, None, :]
    along = np.roll(theirs, -1, axis=1)[:, :, None, :] - start
    points, kept = [mine, theirs], [inside, within]
    for axis in (0, 1):
        lines = np.stack([half[:, axis], -half[:, axis]], axis=1)[:, None, :]
        way = along[..., axis]
        crosses = np.abs(way) > 1e-12 * half.max(axis=1)[:, None, None]
        share = (lines - start[..., axis]) / np.where(crosses, way, 1.0)
        met = start + share[..., None] * along
        crosses = crosses & (share >= 1 - near) & (share <= near)
        crosses &= np.abs(met[..., 1 - axis]) <= near * half[:, None, None, 1 - axis]
        points.append(met.reshape(-1, 8, 2))
        kept.append(crosses.reshape(-1, 8))
    return np.concatenate(points, axis=1), np.concatenate(kept, axis=1)


def edge_points(
    boxes: Boxes, first: Indices, second: Indices, edges: Indices, normals: Array
) -> Array:
    """Return where an edge of one box crosses an edge of another, shape (m, 3).

    Parameters
    ----------
    boxes : Boxes
    first, second : ndarray of int, shape (m,)
        Rows of the boxes.
    edges : ndarray of int, shape (m,)
        Own axis of the first box times 3, plus own axis of the second, that the
        edges run along.
    normals : ndarray, shape (m, 3)
        Unit vectors from the second box to the first.

    Returns
    -------
    ndarray, shape (m, 3)
        Middle of the shortest way between the two edges, in m.
    """
    ends = []
    for box, run, sign in ((first, edges // 3, -1.0), (second, edges % 3, 1.0)):
        facing = sign * np.einsum("mij,mi->mj", boxes.axes[box], normals)
        corner = np.sign(facing) * boxes.halves[box]
        corner[np.arange(len(box)), run] = 0.0
        start = boxes.centers[box] + np.einsum("mij,mj->mi", boxes.axes[box], corner)
        ends.append((start, boxes.axes[box][np.arange(len(box)), :, run]))
    (p, d), (q, e) = ends
    cosine = np.einsum("mi,mi->m", d, e)
    apart = q - p
    on, across = np.einsum("mi,mi->m", apart, d), np.einsum("mi,mi->m", apart, e)
    sine = 1 - cosine**2
    s, t = (on - cosine * across) / sine, (cosine * on - across) / sine
    return np.asarray((p + s[:, None] * d + q + t[:, None] * e) / 2)
