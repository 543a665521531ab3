"""PyBullet's window, as a screen for boxes that go where they are put.

No physics is computed. The library ends the whole process where a window cannot be
opened, and often where it is closed; so this belongs in a process of its own, as
`stacko.replay.gui` gives it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from stacko.engines.base import Vector
from stacko.engines.pictures import View
from stacko.engines.pybullet import load
from stacko.errors import EngineError
from stacko.poses import Poses

__all__ = ["Solid", "Window"]

_GONE: tuple[float, ...] = (0.0, 0.0, -100.0)
_UNTURNED: tuple[float, ...] = (0.0, 0.0, 0.0, 1.0)
_SPACE = 32
_FIELD = 60.0
"""Vertical angle of view of the window, degrees; the library sets it."""


@dataclass(frozen=True, slots=True, eq=False)
class Solid:
    """A box that is shown.

    Parameters
    ----------
    name : str
    size : tuple of float
        Edges, m.
    look : str
        Solids of one look are drawn with the size of the first: making a shape takes
        this library long, and blocks of a kind differ by hundredths of a millimeter.
    corners, normals : ndarray, shape (n, 3)
        Of a box of edge 1.
    places : ndarray, shape (n, 2)
        Where each corner is in the picture, from the left and from the top.
    triangles : ndarray of int, shape (m, 3)
    """

    name: str
    size: Vector
    look: str
    corners: NDArray[np.float64]
    normals: NDArray[np.float64]
    places: NDArray[np.float64]
    triangles: NDArray[np.int64]


class Window:
    """A window with boxes on a table.

    A context manager: leaving it closes the window.

    Parameters
    ----------
    solids : sequence of Solid
    picture : Path
        PNG with the faces of all boxes.
    table : tuple of float
        Color of the table, red, green and blue from 0 to 1.
    paper : tuple of float
        Color of what lies behind.
    size : tuple of int
        Width and height of the window, pixels.

    Raises
    ------
    EngineMissingError
        If PyBullet is not installed.
    EngineError
        If there can be no window.
    """

    def __init__(
        self,
        solids: Sequence[Solid],
        picture: Path,
        table: Vector,
        paper: Vector,
        size: tuple[int, int],
    ) -> None:
        self._library = bullet = load()
        colors = " ".join(
            f"--background_color_{name}={share:.3f}"
            for name, share in zip(("red", "green", "blue"), paper, strict=True)
        )
        options = f"--width={size[0]} --height={size[1]} {colors}"
        self._client = bullet.connect(bullet.GUI, options=options)
        if self._client < 0:
            raise EngineError("PyBullet could not open its window: try another display")
        for flag in (bullet.COV_ENABLE_GUI, bullet.COV_ENABLE_RENDERING):
            self._set(flag, 0)
        texture = self._call("loadTexture", str(picture))
        shapes: dict[str, int] = {}
        for solid in solids:
            if solid.look not in shapes:
                shapes[solid.look] = self._shape(solid)
        self._bodies = {
            each.name: self._add(shapes[each.look], texture) for each in solids
        }
        self._add_table(table)
        self._set(bullet.COV_ENABLE_SHADOWS, 1)
        self._words: int | None = None
        self._places: dict[str, tuple[tuple[float, ...], tuple[float, ...]]] = {}

    def _call(self, name: str, *args: Any, **kwargs: Any) -> Any:
        call = getattr(self._library, name)
        return call(*args, physicsClientId=self._client, **kwargs)

    def _set(self, flag: int, value: int) -> None:
        self._call("configureDebugVisualizer", flag, value)

    def _shape(self, solid: Solid) -> int:
        shape = self._call(
            "createVisualShape",
            self._library.GEOM_MESH,
            vertices=solid.corners.tolist(),
            normals=solid.normals.tolist(),
            uvs=(solid.places * (1, -1) + (0, 1)).tolist(),  # From the bottom.
            indices=solid.triangles.ravel().tolist(),
            meshScale=list(solid.size),
            rgbaColor=[1, 1, 1, 1],
            specularColor=[0.1, 0.1, 0.1],
        )
        return int(shape)

    def _add(self, shape: int, texture: int) -> int:
        body = self._call("createMultiBody", 0, -1, shape, _GONE)
        self._call("changeVisualShape", body, -1, textureUniqueId=texture)
        return int(body)

    def _add_table(self, color: Vector) -> None:
        shape = self._call(
            "createVisualShape",
            self._library.GEOM_BOX,
            halfExtents=[1.5, 1.5, 0.005],
            rgbaColor=[*color, 1],
            specularColor=[0, 0, 0],
        )
        self._call("createMultiBody", 0, -1, shape, [0, 0, -0.005])

    @property
    def is_open(self) -> bool:
        """Whether nobody has closed the window."""
        return bool(self._call("getConnectionInfo")["isConnected"])

    def look(self, view: View, field: float) -> None:
        """Look from somewhere; so near that a vertical angle of view is filled."""
        near = math.tan(math.radians(field) / 2) / math.tan(math.radians(_FIELD) / 2)
        self._call(
            "resetDebugVisualizerCamera",
            view.distance * near,
            view.azimuth - 90,
            view.elevation,
            view.target,
        )

    def place(self, poses: Poses) -> None:
        """Draw boxes where they are; those that are missing go out of sight."""
        for name, body in self._bodies.items():
            place, turn = _GONE, _UNTURNED
            if name in poses:
                place = tuple(poses.position(name).tolist())
                turn = tuple(poses.orientation(name).tolist())
            if self._places.get(name) != (place, turn):
                self._places[name] = place, turn
                self._call("resetBasePositionAndOrientation", body, place, turn)

    def begin(self) -> None:
        """Draw from now on; until then nothing is seen, which is quicker."""
        self._set(self._library.COV_ENABLE_RENDERING, 1)

    def tell(self, text: str, point: Vector) -> None:
        """Write words at a point, in place of those before."""
        old = {} if self._words is None else {"replaceItemUniqueId": self._words}
        self._words = int(
            self._call(
                "addUserDebugText",
                text,
                point,
                textColorRGB=[0.1, 0.1, 0.12],
                textSize=1.3,
                **old,
            )
        )

    def space_pressed(self) -> bool:
        """Tell whether the space bar was pressed since the last look."""
        state = self._call("getKeyboardEvents").get(_SPACE, 0)
        return bool(state & self._library.KEY_WAS_TRIGGERED)

    def close(self) -> None:
        """Close the window, if it is open."""
        if self.is_open:
            self._call("disconnect")

    def __enter__(self) -> Self:
        """Return the window itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the window."""
        self.close()
