"""What the process of ``--gui`` runs: a recorded match in PyBullet's window.

``python -m stacko.replay.window FILE`` is started by `stacko.replay.gui`, with options
as JSON. It says ``open`` on the standard output once the window is there.
"""

from __future__ import annotations

import json
import math
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from stacko.engines.bullet_window import Solid, Window
from stacko.errors import StackoError
from stacko.replay.atlas import Atlas, block_mesh
from stacko.replay.between import poses_at
from stacko.replay.cameras import corners_of
from stacko.replay.captions import Caption
from stacko.replay.file import read_replay
from stacko.replay.model import Replay
from stacko.replay.palette import PAPER, TABLE, channels, palette_named
from stacko.replay.prints import look_of
from stacko.replay.rendering import FIELD, Look
from stacko.replay.shots import Span, Views

__all__ = ["main"]

_TICK = 1 / 60
_OPEN = "open"
_ASIDE = 0.18
"""How far left of the tower the words begin, m."""


def main(path: str, options: str) -> int:
    """Show a match; returns an exit code."""
    asked = json.loads(options)
    replay = read_replay(Path(path))
    try:
        with tempfile.TemporaryDirectory() as folder:
            window = _opened(replay, asked, Path(folder) / "faces.png")
            with window:
                sys.stdout.write(_OPEN + "\n")
                sys.stdout.flush()
                _play(window, replay, asked)
    except StackoError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    except RuntimeError:
        return 0  # PyBullet's own error, of a window that was closed.
    return 0


def _opened(replay: Replay, asked: Mapping[str, Any], picture: Path) -> Window:
    looks = {look_of(name): name for name in replay.names}
    atlas = Atlas(looks, replay.sizes, palette_named(asked["palette"]), 128)
    picture.write_bytes(atlas.png())
    solids = []
    for name, size in replay.sizes.items():
        look = look_of(name)
        attributes, triangles = block_mesh(atlas.corners(look))
        corners, normals, places = attributes.values()
        solids.append(Solid(name, size, look, corners, normals, places, triangles))
    width, height = asked["size"]
    return Window(solids, picture, channels(TABLE), channels(PAPER), (width, height))


def _play(window: Window, replay: Replay, asked: Mapping[str, Any]) -> None:
    """Play until the window is closed, or so long after the end as is asked for."""
    span = Span(*asked["span"])
    look = Look(size=tuple(asked["size"]), camera=asked["camera"], caption=False)
    view = next(Views(replay, look, span).along(span.times(1.0)))
    window.look(view, FIELD)
    top = float(corners_of(poses_at(replay, span.start), replay.sizes)[:, 2].max())
    left = math.radians(view.azimuth + 90)
    spot = (_ASIDE * math.cos(left), _ASIDE * math.sin(left), top + 0.04)
    window.place(poses_at(replay, span.start))
    window.begin()
    # a slow display draws the first moment late: it must not miss the others
    begun, told = time.monotonic() + asked["lead"], ""
    while window.is_open:
        passed = max(0.0, time.monotonic() - begun)
        now = min(span.end, span.start + passed * asked["speed"])
        words = next(Caption.at(replay, now).lines())
        if words != told:
            window.tell(words, spot)
            told = words
        window.place(poses_at(replay, now))
        if window.space_pressed():
            begun = time.monotonic()
        over = passed - (span.end - span.start) / asked["speed"]
        if asked["hold"] is not None and over > asked["hold"]:
            return
        time.sleep(_TICK)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
