"""Pictures of boxes and balls by MuJoCo's own renderer; no physics is computed.

What was tried, and why it is this one (640x480, one processor core, no graphics card):

* MuJoCo's renderer: 0.2 s a picture by Mesa's software OpenGL, with shadows, textures
  and smooth edges. It is in the package that is needed anyway, on every Python; it
  takes the system's EGL or OSMesa, with or without a display.
* PyBullet's TinyRenderer: 0.2 s, needs nothing of the system, but has jagged edges, one
  picture for all faces of a box, and exists for one version of Python only.
* MuJoCo's newer renderer (Filament) ends the process where there is no display.
* VTK: 100 MB more, and needs the same libraries of the system.

It lies beside the engines because only they may import their libraries. The context of
OpenGL is made here and not by ``mujoco.Renderer``, which decides once for a process, by
a variable of the environment, and takes a window where that is not set.
"""

from __future__ import annotations

import ctypes.util
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from stacko.engines.base import Vector
from stacko.engines.picture_model import LIGHTS, Box, Image, Rgb, Setting, scene_model
from stacko.errors import StackoError
from stacko.poses import Poses

__all__ = [
    "Ball",
    "Box",
    "PictureError",
    "Setting",
    "Studio",
    "View",
    "find_context",
]

_HAZE = (0.3, 2.3)
"""How far behind what is looked at the haze begins, and hides all, m."""
_REMEDY = (
    "install the system's EGL with a software renderer (Debian, Ubuntu: `apt-get "
    "install libegl1 libgl1-mesa-dri`; Fedora: `dnf install mesa-libEGL "
    "mesa-dri-drivers`), or OSMesa (`libosmesa6`)"
)


class PictureError(StackoError, RuntimeError):
    """No picture can be made on this machine."""


@dataclass(frozen=True, slots=True)
class Ball:
    """A ball, such as a fingertip: center and radius in m, color and opacity."""

    center: Vector
    radius: float
    color: Rgb
    opacity: float = 1.0


@dataclass(frozen=True, slots=True)
class View:
    """Where one looks from.

    Parameters
    ----------
    target : tuple of float
        Point in the middle of the picture, m.
    azimuth, elevation : float
        Direction in which one looks, degrees; a negative elevation looks down.
    distance : float
        From the eye to the target, m.
    """

    target: Vector
    azimuth: float
    elevation: float
    distance: float


def find_context() -> str:
    """Return which library of the system draws: ``"egl"`` or ``"osmesa"``.

    Raises
    ------
    PictureError
        If neither is there, with the packages that bring them.
    """
    for name, library in (("egl", "EGL"), ("osmesa", "OSMesa")):
        if ctypes.util.find_library(library):
            return name
    raise PictureError(f"pictures need OpenGL, and this system has none: {_REMEDY}")


class Studio:
    """Boxes on a table, drawn from anywhere.

    A context manager: leaving it frees what was taken of the graphics library.

    Parameters
    ----------
    boxes : sequence of Box
    looks : mapping of str to sequence of 6 ndarrays, shape (n, n, 3)
        The faces of each look: +x, -x, +y, -y, +z, -z, upright as seen from outside;
        they are stretched over the face.
    setting : Setting

    Raises
    ------
    PictureError
        If the system has no OpenGL.
    """

    def __init__(
        self,
        boxes: Sequence[Box],
        looks: Mapping[str, Sequence[Image]],
        setting: Setting,
    ) -> None:
        import mujoco

        self._library = mujoco
        self._setting = setting
        self._names = {box.name: index for index, box in enumerate(boxes)}
        self._context = _open_context(setting.size)
        self._model = scene_model(mujoco, boxes, looks, setting)
        self._data = mujoco.MjData(self._model)
        self._scene = mujoco.MjvScene(self._model, maxgeom=len(boxes) + 50)
        self._drawer = mujoco.MjrContext(self._model, 100)
        mujoco.mjr_setBuffer(mujoco.mjtFramebuffer.mjFB_OFFSCREEN, self._drawer)
        if self._drawer.currentBuffer != mujoco.mjtFramebuffer.mjFB_OFFSCREEN:
            raise PictureError(f"OpenGL cannot draw off the screen here: {_REMEDY}")

    def draw(self, poses: Poses, view: View, balls: Sequence[Ball] = ()) -> Image:
        """Return a picture, shape (height, width, 3).

        Parameters
        ----------
        poses : Poses
            Where the boxes are; those that are missing are not drawn.
        view : View
        balls : sequence of Ball
        """
        self._place(poses, view, balls)
        return self._read()

    def masks(self, poses: Poses, view: View) -> NDArray[np.int64]:
        """Return which box is seen in each pixel, -1 for none; as of the last `draw`.

        Shape (height, width); boxes are counted as in the constructor.
        """
        self._place(poses, view, ())
        flags = self._library.mjtRndFlag
        kept = self._scene.flags.copy()
        self._scene.flags[flags.mjRND_SEGMENT] = True
        self._scene.flags[flags.mjRND_IDCOLOR] = True
        image = self._read().astype(np.int64)
        np.copyto(self._scene.flags, kept)
        seen = image[..., 0] + (image[..., 1] << 8) + (image[..., 2] << 16)
        boxes = np.full(self._scene.ngeom + 1, -1)
        for geom in self._scene.geoms[: self._scene.ngeom]:
            if geom.segid >= 0:
                boxes[geom.segid + 1] = geom.objid - 1  # The table is the first.
        found: NDArray[np.int64] = boxes[np.clip(seen, 0, self._scene.ngeom)]
        return np.maximum(found, -1)

    def index(self, name: str) -> int:
        """Return the number of a box in `masks`."""
        return self._names[name]

    def _place(self, poses: Poses, view: View, balls: Sequence[Ball]) -> None:
        mj, data = self._library, self._data
        data.mocap_pos[:] = (0.0, 0.0, -100.0)  # What is gone lies far below.
        rows = [self._names[name] for name in poses.names]
        data.mocap_pos[rows] = poses.positions
        data.mocap_quat[rows] = poses.orientations[:, [3, 0, 1, 2]]
        self._light(view)
        mj.mj_kinematics(self._model, data)
        mj.mj_comPos(self._model, data)
        mj.mj_camlight(self._model, data)
        camera = mj.MjvCamera()
        camera.lookat[:] = view.target
        camera.azimuth, camera.elevation = view.azimuth, view.elevation
        camera.distance = view.distance
        every, option = mj.mjtCatBit.mjCAT_ALL, mj.MjvOption()
        mj.mjv_updateScene(self._model, data, option, None, camera, every, self._scene)
        self._scene.flags[mj.mjtRndFlag.mjRND_SHADOW] = self._setting.shadows > 0
        self._scene.flags[mj.mjtRndFlag.mjRND_FOG] = True
        for ball in balls:
            self._add(ball)

    def _light(self, view: View) -> None:
        """Turn the lights with the eye; let the haze begin behind what is looked at."""
        for name, light in LIGHTS.items():
            toward = light.toward(view.azimuth)
            self._model.light(name).pos = toward
            self._model.light(name).dir = [-each for each in toward]
        self._drawer.fogStart = view.distance + _HAZE[0]
        self._drawer.fogEnd = view.distance + _HAZE[1]

    def _add(self, ball: Ball) -> None:
        geom = self._scene.geoms[self._scene.ngeom]
        self._library.mjv_initGeom(
            geom,
            self._library.mjtGeom.mjGEOM_SPHERE,
            np.full(3, ball.radius),
            np.array(ball.center),
            np.eye(3).ravel(),
            np.array([*ball.color, ball.opacity], np.float32),
        )
        self._scene.ngeom += 1

    def _read(self) -> Image:
        width, height = self._setting.size
        area = self._library.MjrRect(0, 0, width, height)
        image = np.empty((height, width, 3), np.uint8)
        self._context.make_current()
        self._library.mjr_render(area, self._scene, self._drawer)
        self._library.mjr_readPixels(image, None, area, self._drawer)
        return np.ascontiguousarray(image[::-1])  # OpenGL begins at the bottom.

    def close(self) -> None:
        """Free everything; closing twice is harmless."""
        if self._context is not None:
            self._context.make_current()
            self._drawer.free()
            self._context.free()
            self._context = None

    def __enter__(self) -> Self:
        """Return the studio itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Free everything."""
        self.close()


def _open_context(size: tuple[int, int]) -> Any:
    """Return a current context of OpenGL.

    Raises
    ------
    PictureError
        If there is none to be had.
    """
    kind = find_context()
    try:
        if kind == "egl":
            from mujoco.egl import GLContext
        else:
            from mujoco.osmesa import GLContext
        context = GLContext(*size)
        context.make_current()
    except Exception as error:
        # PyOpenGL raises anything from AttributeError to its own, undocumented.
        raise PictureError(
            f"OpenGL ({kind}) cannot be opened here ({type(error).__name__}: {error}): "
            f"{_REMEDY}"
        ) from error
    return context
