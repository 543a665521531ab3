"""A recorded match as one HTML file: a tower to turn around, and time to scrub.

The page is the player of `gamebase/web` and a small viewer in plain WebGL 2; see
`gamebase.page` for what holds them together.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gamebase.page import check_page, make_page, web_text, write_page
from stacko.replay.measures import Measures, measure, sampled
from stacko.replay.model import Replay
from stacko.replay.packing import pack
from stacko.replay.page_words import page_header
from stacko.replay.palette import palette_named
from stacko.replay.quanta import FORCE, POSITION, TIME, TURN

__all__ = ["replay_page", "write_html"]

_SCRIPTS = (
    "decoding.js",
    "vectors.js",
    "camera.js",
    "marks.js",
    "shaders.js",
    "drawing.js",
    "painting.js",
    "scene.js",
    "inset.js",
    "viewer.js",
)

_MEASURED = 2000
"""Frames of a match that are measured, besides its last turn: more are not seen."""

_LENGTH = 1e-4
_ANGLE = 1e-5
_NOTHING = -(2**31)
"""What stands for a margin where there is none."""

_SMALLER: Mapping[str, type] = {"time": np.int32}
Whole = NDArray[np.signedinteger[Any]]


def write_html(replay: Replay, path: Path, palette: str = "plain") -> None:
    """Write a page that shows a replay.

    Parameters
    ----------
    replay : Replay
    path : Path
        A file there is replaced, once the new one is whole.
    palette : str
        One of `stacko.replay.palette.PALETTES`; the page has a switch for it, too.

    Raises
    ------
    ParameterError
        If the file cannot be written, or there is no such palette.
    """
    check_page(path)
    write_page(path, replay_page(replay, palette))


def replay_page(replay: Replay, palette: str = "plain") -> str:
    """Return a page that shows a replay: the text of one HTML file."""
    palette_named(palette)
    header = page_header(replay)
    arrays = pack(replay) | _measures(measure(replay, sampled(replay, _MEASURED)))
    layout, content = _joined(arrays)
    header["arrays"] = layout
    header["palette"] = palette
    header["quanta"] = {
        "position": POSITION, "turn": TURN, "force": FORCE, "time": TIME,
        "length": _LENGTH, "angle": _ANGLE, "nothing": _NOTHING,
    }  # fmt: skip
    text = json.dumps(header, allow_nan=False, separators=(",", ":"))
    return make_page(
        header["title"],
        styles=[web_text("stacko.replay", "viewer.css")],
        scripts=[web_text("stacko.replay", name) for name in _SCRIPTS],
        data={"match": text.encode(), "arrays": content},
    )


def _measures(found: Measures) -> dict[str, Whole]:
    """Return measures as whole numbers; rises of frames, the rest as it is."""
    points = np.concatenate([np.zeros((0, 2)), *found.supports])
    return {
        "measure_frame": np.diff(found.frames, prepend=0).astype(np.int32),
        "measure_tilt": _whole(found.tilts, _ANGLE),
        "measure_margin": _whole(found.margins, _LENGTH / 10),
        "measure_center": _whole(found.centers, _LENGTH).T,
        "measure_height": _whole(found.heights, _LENGTH),
        "support_count": np.array([len(each) for each in found.supports], np.int16),
        "support_point": _whole(points, _LENGTH).T,
    }


def _whole(values: NDArray[np.float64], quantum: float) -> Whole:
    known = np.isfinite(values)
    whole = np.rint(np.where(known, values, 0.0) / quantum)
    return np.where(known, whole, _NOTHING).astype(np.int32)


def _joined(arrays: Mapping[str, Whole]) -> tuple[list[dict[str, Any]], bytes]:
    """Return arrays one after the other, and where each of them is.

    First come the lowest bytes of all numbers of an array, then the next ones: small
    numbers then leave long stretches of zeros, which compress well.
    """
    layout: list[dict[str, Any]] = []
    parts: list[bytes] = []
    for name, array in arrays.items():
        kind = np.dtype(_SMALLER.get(name, array.dtype)).newbyteorder("<")
        flat = np.ascontiguousarray(array, dtype=kind)
        parts.append(_planes(flat))
        layout.append({"name": name, "bytes": kind.itemsize, "shape": list(flat.shape)})
    return layout, b"".join(parts)


def _planes(flat: Whole) -> bytes:
    rows: Sequence[int] = (flat.size, flat.dtype.itemsize)
    return flat.reshape(-1).view(np.uint8).reshape(rows).T.tobytes()
