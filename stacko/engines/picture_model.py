"""What a picture shows, as a MuJoCo model: boxes with printed faces, table and light.

The library comes in as an argument; see `stacko.engines.pictures`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from stacko.engines.base import Vector

__all__ = ["LIGHTS", "Box", "Image", "Rgb", "Setting", "scene_model"]

Image = NDArray[np.uint8]
Rgb = tuple[float, float, float]

_TURNS = (1, -1, 2, 0, 0, 0)
"""Quarter turns after which the pictures of faces stand upright."""


@dataclass(frozen=True, slots=True)
class Light:
    """A light that goes with the eye, as if the tower stood on a turntable.

    Parameters
    ----------
    aside : float
        Degrees to the right of the eye, seen from the tower.
    height : float
        For each meter away from the tower, m.
    strength : float
        From 0 to 1.
    shadow : bool
        Whether it casts shadows.
    """

    aside: float
    height: float
    strength: float
    shadow: bool

    def toward(self, azimuth: float) -> Vector:
        """Return the direction to the light, for one who looks along an azimuth."""
        angle = math.radians(azimuth + 180.0 + self.aside)
        return math.cos(angle), math.sin(angle), self.height


LIGHTS: Mapping[str, Light] = MappingProxyType(
    {"sun": Light(-38.0, 1.5, 0.48, True), "lamp": Light(75.0, 0.7, 0.2, False)}
)


@dataclass(frozen=True, slots=True, eq=False)
class Box:
    """A box with a picture on each of its faces.

    Parameters
    ----------
    name : str
    size : tuple of float
        Edge lengths, m.
    look : str
        Boxes of the same look have the same faces.
    """

    name: str
    size: Vector
    look: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """What all pictures of a studio share.

    Parameters
    ----------
    size : tuple of int
        Width and height, pixels.
    field : float
        Vertical angle of view, degrees.
    samples : int
        Points looked at in each pixel; 0 leaves jagged edges.
    shadows : int
        Width of the map of shadows, pixels; 0 for none.
    paper, table : tuple of float
        Colors of what lies behind, and of the table, red, green, blue from 0 to 1.
    """

    size: tuple[int, int] = (640, 480)
    field: float = 30.0
    samples: int = 4
    shadows: int = 4096
    paper: Rgb = (0.95, 0.95, 0.93)
    table: Rgb = (0.8, 0.75, 0.66)


def scene_model(
    mujoco: Any,
    boxes: Sequence[Box],
    looks: Mapping[str, Sequence[Image]],
    setting: Setting,
) -> Any:
    """Return a model of boxes that go where they are put."""
    spec = mujoco.MjSpec()
    spec.visual.global_.offwidth, spec.visual.global_.offheight = setting.size
    spec.visual.global_.fovy = setting.field
    quality = spec.visual.quality
    quality.offsamples, quality.shadowsize = setting.samples, max(1, setting.shadows)
    _light(mujoco, spec, setting)
    for look, faces in looks.items():
        _add_look(mujoco, spec, look, faces)
    plain = spec.add_material(name="table", rgba=[*setting.table, 1.0])
    plain.specular, plain.shininess, plain.reflectance = 0.0, 0.0, 0.0
    spec.worldbody.add_geom(
        type=mujoco.mjtGeom.mjGEOM_PLANE, size=[20.0, 20.0, 0.1], material="table"
    )
    for box in boxes:
        body = spec.worldbody.add_body(name=f"box {box.name}", mocap=True)
        body.add_geom(
            type=mujoco.mjtGeom.mjGEOM_BOX,
            size=[edge / 2 for edge in box.size],
            material=f"look {box.look}",
        )
    return spec.compile()


def _light(mujoco: Any, spec: Any, setting: Setting) -> None:
    """Add the lights, the sky, and the color of the haze."""
    spec.stat.extent, spec.stat.center = 0.5, [0.0, 0.0, 0.1]
    spec.visual.map.znear, spec.visual.map.zfar = 0.05, 40.0
    spec.visual.map.shadowclip = 2.0  # Half the width of where shadows fall, extents.
    spec.visual.rgba.fog = [*setting.paper, 1.0]
    head = spec.visual.headlight
    head.ambient, head.diffuse, head.specular = [0.42] * 3, [0.16] * 3, [0.0] * 3
    for name, light in LIGHTS.items():
        spec.worldbody.add_light(
            name=name,
            type=mujoco.mjtLightType.mjLIGHT_DIRECTIONAL,
            diffuse=[light.strength] * 3,
            specular=[light.strength / 3] * 3,
            ambient=[0.0] * 3,
            castshadow=light.shadow,
        )
    paper = np.full((6, 8, 8, 3), np.round(np.array(setting.paper) * 255), np.uint8)
    sky = spec.add_texture(name="sky", type=mujoco.mjtTexture.mjTEXTURE_SKYBOX)
    sky.width, sky.height, sky.nchannel = 8, 48, 3
    sky.data = paper.tobytes()


def _add_look(mujoco: Any, spec: Any, look: str, faces: Sequence[Image]) -> None:
    size = faces[0].shape[0]
    texture = spec.add_texture(name=look, type=mujoco.mjtTexture.mjTEXTURE_CUBE)
    texture.width, texture.height, texture.nchannel = size, 6 * size, 3
    turned = [np.rot90(face, turn) for face, turn in zip(faces, _TURNS, strict=True)]
    texture.data = np.concatenate(turned).astype(np.uint8).tobytes()
    material = spec.add_material(name=f"look {look}")
    names = [""] * int(mujoco.mjtTextureRole.mjNTEXROLE)
    names[int(mujoco.mjtTextureRole.mjTEXROLE_RGB)] = look
    material.textures = names
    material.specular, material.shininess = 0.25, 0.4
