"""Boxes as triangles, and the faces of all blocks in one picture."""

from __future__ import annotations

import io
import math
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from stacko.engines.base import Vector
from stacko.faces import Color
from stacko.replay.palette import Dye
from stacko.replay.prints import block_faces

__all__ = ["Atlas", "block_mesh", "table_mesh"]

Array = NDArray[np.float64]
Triangles = NDArray[np.int64]

_FACES = (
    ((1, 0, 0), (0, 0, 1)),
    ((-1, 0, 0), (0, 0, 1)),
    ((0, 1, 0), (0, 0, 1)),
    ((0, -1, 0), (0, 0, 1)),
    ((0, 0, 1), (0, 1, 0)),
    ((0, 0, -1), (0, 1, 0)),
)
"""Of each face: the way it looks, and what is up on it."""
_QUAD = np.array([[0, 1, 2], [0, 2, 3]])


class Atlas:
    """The faces of all looks, side by side in one picture.

    Parameters
    ----------
    looks : mapping of str to str
        Looks, and a block that has each.
    sizes : mapping of str to (length, width, height)
    palette : mapping of Color to Dye
    pixels : int
        Edge of a face in the picture.
    """

    def __init__(
        self,
        looks: Mapping[str, str],
        sizes: Mapping[str, Vector],
        palette: Mapping[Color, Dye],
        pixels: int,
    ) -> None:
        cells = 3 * len(looks)  # Ends, sides, and top with bottom.
        self._columns = math.ceil(math.sqrt(cells))
        rows = math.ceil(cells / self._columns)
        self._shape = (rows * pixels, self._columns * pixels)
        self._pixels = pixels
        self._firsts = {look: 3 * index for index, look in enumerate(looks)}
        self._image = np.zeros((*self._shape, 3), np.uint8)
        for look, name in looks.items():
            faces = block_faces(name, sizes[name], palette, pixels)[::2]
            for cell, face in enumerate(faces, self._firsts[look]):
                top, left = self._corner(cell)
                self._image[top : top + pixels, left : left + pixels] = face

    def _corner(self, cell: int) -> tuple[int, int]:
        row, column = divmod(cell, self._columns)
        return row * self._pixels, column * self._pixels

    def png(self) -> bytes:
        """Return the picture as the content of a PNG file."""
        from PIL import Image

        stream = io.BytesIO()
        Image.fromarray(self._image).save(stream, format="PNG", optimize=True)
        return stream.getvalue()

    def corners(self, look: str) -> Array:
        """Return where the faces of a look are, as shares of the picture.

        Returns
        -------
        ndarray, shape (6, 4, 2)
            For +x, -x, +y, -y, +z, -z: bottom left, bottom right, top right, top left,
            each from the left and from the top.
        """
        found = []
        for face in range(6):
            top, left = self._corner(self._firsts[look] + face // 2)
            # Half a pixel inside, so that no neighbor shines through.
            near, far = 0.5, self._pixels - 0.5
            square = [(near, far), (far, far), (far, near), (near, near)]
            found.append([(left + x, top + y) for x, y in square])
        height, width = self._shape
        return np.array(found) / (width, height)


def block_mesh(corners: Array) -> tuple[dict[str, Array], Triangles]:
    """Return a box of edge 1 around the origin, with places in the picture.

    Parameters
    ----------
    corners : ndarray, shape (6, 4, 2)
        As of `Atlas.corners`.

    Returns
    -------
    dict of str to ndarray
        Position, normal and place in the picture of its 24 corners.
    ndarray of int, shape (12, 3)
        Which of them make a triangle, counterclockwise from outside.
    """
    places, normals = [], []
    for ahead, up in _FACES:
        right = np.cross(up, ahead)
        for aside, above in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
            places.append((np.array(ahead) + aside * right + above * np.array(up)) / 2)
            normals.append(ahead)
    triangles = np.concatenate([_QUAD + 4 * face for face in range(6)])
    attributes = {
        "POSITION": np.array(places),
        "NORMAL": np.array(normals, float),
        "TEXCOORD_0": corners.reshape(24, 2),
    }
    return attributes, triangles


def table_mesh(edge: float) -> tuple[dict[str, Array], Triangles]:
    """Return a square around the origin that looks up."""
    half = edge / 2
    places = [(-half, -half, 0), (half, -half, 0), (half, half, 0), (-half, half, 0)]
    normals = np.tile((0.0, 0.0, 1.0), (4, 1))
    return {"POSITION": np.array(places, float), "NORMAL": normals}, _QUAD
