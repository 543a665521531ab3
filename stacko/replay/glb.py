"""A recorded match as an animated glTF 2.0 file, for Blender and common viewers.

A node a block, named like it, with keys only where it moved. What lies has none; what
is carried, or moves while nobody looks, holds its place and jumps. Times begin at 0.
The nodes are in the coordinates of the tower, z up; their parent turns them to the y up
of glTF. Events stand in the ``extras`` of the scene, its custom properties in Blender.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from gamebase.targets import check_target, write_target
from stacko.replay.atlas import Atlas, block_mesh, table_mesh
from stacko.replay.gltf_writer import Writer
from stacko.replay.keys import keys_of
from stacko.replay.model import Event, Replay
from stacko.replay.palette import TABLE, channels, palette_named
from stacko.replay.prints import look_of
from stacko.replay.shots import Span

__all__ = ["check_glb", "glb_bytes", "replay_glb"]

_TEXTURE = 128
_WIDE = 2.0
"""Edge of the table, m."""


def replay_glb(
    replay: Replay, path: Path, span: Span | None = None, palette: str = "plain"
) -> None:
    """Write a match as a GLB file.

    Parameters
    ----------
    replay : Replay
    path : Path
        A file there is replaced, once the new one is whole.
    span : Span, optional
        By default the whole match.
    palette : str
        One of `stacko.replay.palette.PALETTES`.

    Raises
    ------
    ParameterError
        If the file cannot be written.
    """
    check_glb(path)
    data = glb_bytes(replay, span, palette)
    write_target(path, lambda to: to.write_bytes(data))


def check_glb(path: Path) -> None:
    """Refuse a file that cannot be the model; raises `ParameterError`."""
    check_target(path, (".glb",), "the name of this file")


def glb_bytes(
    replay: Replay, span: Span | None = None, palette: str = "plain"
) -> bytes:
    """Return a match as the content of a GLB file; see `replay_glb`."""
    whole = Span(float(replay.times[0]), float(replay.times[-1]))
    writer = Writer()
    root = writer.start(_told(replay, span or whole))
    looks = {look_of(name): name for name in replay.names}
    atlas = Atlas(looks, replay.sizes, palette_named(palette), _TEXTURE)
    material = writer.picture_material(atlas.png())
    meshes = {
        look: writer.mesh(look, *block_mesh(atlas.corners(look)), material)
        for look in looks
    }
    plain = writer.color_material("table", channels(TABLE))
    table = writer.mesh("table", *table_mesh(_WIDE), plain)
    writer.node(root, "table", table, {})
    for name, size in replay.sizes.items():
        keys = keys_of(replay, name, span or whole)
        place = {
            "translation": keys.positions[0].tolist(),
            "rotation": keys.orientations[0].tolist(),
            "scale": list(size),
        }
        node = writer.node(root, name, meshes[look_of(name)], place)
        writer.animate(node, keys, size)
    return writer.finished()


def _told(replay: Replay, span: Span) -> dict[str, Any]:
    """Return what the file says of the match, beside where its blocks are."""
    first, last = replay.frame_at(span.start), replay.frame_at(span.end)
    return {
        "seed": replay.seed,
        "game": replay.index,
        "starts_at": span.start,
        "versions": dict(replay.versions),
        "events": [
            _event(event, float(replay.times[event.frame]) - span.start)
            for event in replay.events
            if first <= event.frame <= last
        ],
    }


def _event(event: Event, time: float) -> dict[str, Any]:
    told = {
        "time": round(time, 6),
        "kind": event.kind.value,
        "block": event.block,
        "player": event.player,
        "text": event.text,
        "value": event.value,
    }
    return {key: value for key, value in told.items() if value not in (None, "")}
