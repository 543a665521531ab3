"""A scene of nodes, meshes and keys as glTF 2.0, by pygltflib.

The library knows the parts of the format and writes them; which numbers lie where in
the binary part is up to who uses it, and is told here.
"""

from __future__ import annotations

import io
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from stacko.replay.keys import Keys

__all__ = ["Writer"]

_FLOAT, _SHORT = 5126, 5123
"""Types of numbers in glTF."""
_UPRIGHT = [-(0.5**0.5), 0.0, 0.0, 0.5**0.5]
"""A quarter turn about x, which takes z to y."""


class Writer:
    """Puts nodes, meshes and keys into a document of pygltflib."""

    def __init__(self) -> None:
        import pygltflib as gltf

        self._gltf = gltf
        self._document = gltf.GLTF2()
        self._bytes = bytearray()
        self._moving = gltf.Animation(name="match")

    def start(self, extras: Mapping[str, Any]) -> int:
        """Begin a scene; returns the node that everything hangs on."""
        document, gltf = self._document, self._gltf
        document.asset = gltf.Asset(version="2.0", generator="stacko")
        document.nodes.append(gltf.Node(name="match", rotation=_UPRIGHT))
        document.scenes.append(gltf.Scene(name="match", nodes=[0], extras=dict(extras)))
        document.scene = 0
        return 0

    def node(self, parent: int, name: str, mesh: int, place: Mapping[str, Any]) -> int:
        """Add a node that shows a mesh somewhere; returns its number."""
        nodes = self._document.nodes
        nodes.append(self._gltf.Node(name=name, mesh=mesh, **place))
        nodes[parent].children = [*(nodes[parent].children or []), len(nodes) - 1]
        return len(nodes) - 1

    def picture_material(self, png: bytes) -> int:
        """Add a material that takes its colors from a picture."""
        gltf, document = self._gltf, self._document
        view = self._store(png)
        document.images.append(gltf.Image(mimeType="image/png", bufferView=view))
        document.samplers.append(
            gltf.Sampler(magFilter=9729, minFilter=9987, wrapS=33071, wrapT=33071)
        )
        document.textures.append(gltf.Texture(source=0, sampler=0))
        return self._material("blocks", baseColorTexture=gltf.TextureInfo(index=0))

    def color_material(self, name: str, color: tuple[float, float, float]) -> int:
        """Add a material of one color, given in sRGB."""
        linear = [_linear(each) for each in color]
        return self._material(name, baseColorFactor=[*linear, 1.0])

    def _material(self, name: str, **colors: Any) -> int:
        gltf, document = self._gltf, self._document
        surface = gltf.PbrMetallicRoughness(
            metallicFactor=0.0, roughnessFactor=0.6, **colors
        )
        document.materials.append(
            gltf.Material(name=name, pbrMetallicRoughness=surface, alphaCutoff=None)
        )
        return len(document.materials) - 1

    def mesh(
        self,
        name: str,
        corners: Mapping[str, NDArray[np.float64]],
        triangles: NDArray[np.int64],
        material: int,
    ) -> int:
        """Add a mesh: attributes of its corners, and which three make a triangle."""
        gltf, document = self._gltf, self._document
        attributes = gltf.Attributes(
            **{
                kind: self._accessor(values, target=34962, bounds=kind == "POSITION")
                for kind, values in corners.items()
            }
        )
        indices = self._accessor(triangles.reshape(-1), _SHORT, target=34963)
        shape = gltf.Primitive(
            attributes=attributes, indices=indices, material=material, mode=4
        )
        document.meshes.append(gltf.Mesh(name=name, primitives=[shape]))
        return len(document.meshes) - 1

    def animate(self, node: int, keys: Keys, size: tuple[float, float, float]) -> None:
        """Let a node move by its keys, and vanish if it does."""
        if len(keys.times) > 1:
            times = self._accessor(keys.times, bounds=True)
            for path, values in (
                ("translation", keys.positions),
                ("rotation", keys.orientations),
            ):
                self._channel(node, path, times, values, "LINEAR")
        if keys.gone is not None:
            times = self._accessor(np.array([0.0, max(keys.gone, 1e-3)]), bounds=True)
            self._channel(node, "scale", times, np.array([size, (0, 0, 0)]), "STEP")

    def _channel(
        self, node: int, path: str, times: int, values: NDArray[np.float64], way: str
    ) -> None:
        gltf, moving = self._gltf, self._moving
        output = self._accessor(values)
        moving.samplers.append(
            gltf.AnimationSampler(input=times, output=output, interpolation=way)
        )
        target = gltf.AnimationChannelTarget(node=node, path=path)
        last = len(moving.samplers) - 1
        moving.channels.append(gltf.AnimationChannel(sampler=last, target=target))

    def _accessor(
        self,
        values: NDArray[Any],
        kind: int = _FLOAT,
        *,
        target: int | None = None,
        bounds: bool = False,
    ) -> int:
        """Store numbers; returns the number of what finds them again."""
        gltf, document = self._gltf, self._document
        stored = values.astype("<f4" if kind == _FLOAT else "<u2")
        flat = stored if stored.ndim > 1 else stored[:, None]
        shape = {1: "SCALAR", 2: "VEC2", 3: "VEC3", 4: "VEC4"}[flat.shape[1]]
        limits = (
            {"min": flat.min(axis=0).tolist(), "max": flat.max(axis=0).tolist()}
            if bounds
            else {}
        )
        view = self._store(stored.tobytes(), target)
        document.accessors.append(
            gltf.Accessor(
                bufferView=view,
                componentType=kind,
                count=len(flat),
                type=shape,
                **limits,
            )
        )
        return len(document.accessors) - 1

    def _store(self, data: bytes, target: int | None = None) -> int:
        document = self._document
        document.bufferViews.append(
            self._gltf.BufferView(
                buffer=0,
                byteOffset=len(self._bytes),
                byteLength=len(data),
                target=target,
            )
        )
        self._bytes += data + bytes(-len(data) % 4)
        return len(document.bufferViews) - 1

    def finished(self) -> bytes:
        """Return the whole file."""
        document = self._document
        if self._moving.channels:
            document.animations.append(self._moving)
        document.buffers.append(self._gltf.Buffer(byteLength=len(self._bytes)))
        document.set_binary_blob(bytes(self._bytes))
        stream = io.BytesIO()
        for part in document.save_to_bytes():
            stream.write(part)
        return stream.getvalue()


def _linear(value: float) -> float:
    """Return a share of sRGB as a share of light."""
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4
