"""Replays in files: a zip archive of numpy arrays with a header in JSON.

``numpy.load`` opens it, so does any program that reads zip archives; nothing in it is
code. ``header.json`` says what it is, in which version, and how the arrays are meant.
"""

from __future__ import annotations

import io
import json
import struct
import zipfile
import zlib
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gamebase.files import atomic_write, check_regular
from stacko.errors import ParameterError, shown, text_of
from stacko.replay.model import Replay
from stacko.replay.packing import ARRAYS, pack, pack_header, unpack

__all__ = ["FORMAT", "VERSION", "read_replay", "write_replay"]

FORMAT = "stacko replay"
VERSION = 1

_HEADER = "header.json"
_METHOD = zipfile.ZIP_DEFLATED if find_spec("bz2") is None else zipfile.ZIP_BZIP2
"""As fast as deflate, and a third smaller; a Python may be built without it."""

_LARGEST = 256 * 1024 * 1024
"""Most a file may unpack to, in bytes: a game of 300 turns has under 10 MB."""

_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2)
"""How a member may be compressed; others fail in ways of their own."""

_DAMAGED = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    EOFError,
    MemoryError,
    OverflowError,
    RuntimeError,  # encrypted, or compressed by what this Python lacks
    ValueError,  # names of members that are no text
)
"""What zip archives raise whose bytes are not what they should be."""

_MEANING = (
    "Arrays are whole multiples of the quanta; time, *_frame, *_position, "
    "*_orientation and hand_force are differences along their last axis, the first "
    "from 0, those of tracks block by block (track_count each); load_frame is none. "
    "Positions in m, quaternions x y z w (rounded: make them unit), forces in N, times "
    "in s. Blocks are numbered in the order of sizes, -1 is the table. A pose holds "
    "from its track_frame on; from track_gone on a block is out of the world, -1 is "
    "never. hand_finger is 1 for a fingertip that pushes, 0 for a pinch. At each "
    "load_frame the tower is at rest, and load_count pairs follow: load_upper rests on "
    "load_lower with load_force. A ply has frames first to last - 1; its digest is a "
    "hash of their poses before rounding."
)


def write_replay(path: Path, replay: Replay) -> None:
    """Write a replay into a file, whole or not at all.

    Parameters
    ----------
    path : Path
        The file; one that is there is replaced.
    replay : Replay

    Raises
    ------
    OSError
        If it cannot be written.
    """
    content = packed(replay)
    atomic_write(path, lambda temporary: temporary.write_bytes(content))


def packed(replay: Replay) -> bytes:
    """Return the contents of a replay's file; the same for the same replay."""
    header = {
        "format": FORMAT,
        "version": VERSION,
        "meaning": _MEANING,
        **pack_header(replay),
    }
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        _add(archive, _HEADER, json.dumps(header, separators=(",", ":")).encode())
        for name, array in pack(replay).items():
            member = io.BytesIO()
            np.lib.format.write_array(member, array, allow_pickle=False)
            _add(archive, f"{name}.npy", member.getvalue())
    return buffer.getvalue()


def _add(archive: zipfile.ZipFile, name: str, content: bytes) -> None:
    entry = zipfile.ZipInfo(name)  # without a date: the same bytes every time
    entry.compress_type = _METHOD
    archive.writestr(entry, content)


def read_replay(path: Path) -> Replay:
    """Return the replay in a file.

    Raises
    ------
    ParameterError
        If it cannot be read, is no replay, is damaged, or was written by a later
        version of this format.
    """
    named = shown(str(path), 200)
    try:
        check_regular(path)
        with zipfile.ZipFile(path) as archive:
            header = _read_header(archive)
            arrays = {name: _read_array(archive, name) for name in ARRAYS}
        return unpack(header, arrays)
    except OSError as error:
        raise ParameterError(
            f"{named} cannot be read ({error.strerror or error}): give a replay that "
            "stacko simulate --replays wrote"
        ) from error
    except ParameterError as error:
        raise ParameterError(
            f"{named} is no replay that can be read: {error}"
        ) from error
    except _DAMAGED as error:
        raise ParameterError(
            f"{named} is no replay, or a damaged one ({text_of(error, 200)}): give one "
            "that stacko simulate --replays wrote"
        ) from error


def _read_header(archive: zipfile.ZipFile) -> Mapping[str, Any]:
    entries = archive.infolist()
    if sum(entry.file_size for entry in entries) > _LARGEST:
        raise ParameterError(f"it unpacks to more than {_LARGEST >> 20} MiB")
    if any(entry.compress_type not in _METHODS for entry in entries):
        raise ParameterError("it is compressed in a way that replays are not")
    try:
        header = json.loads(_member(archive, _HEADER))
    except (ValueError, RecursionError) as error:
        raise ParameterError(
            f"its {_HEADER} is no JSON ({text_of(error, 200)})"
        ) from error
    kind = header.get("format") if isinstance(header, dict) else None
    if kind != FORMAT:
        raise ParameterError(f"its {_HEADER} has format {shown(kind)}, not {FORMAT!r}")
    version = header.get("version")
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise ParameterError(f"its {_HEADER} has version {shown(version)}")
    if version > VERSION:
        raise ParameterError(
            f"it has version {version} of the format, and this program knows "
            f"{VERSION}: use a later version of stacko"
        )
    found: Mapping[str, Any] = header
    return found


def _read_array(archive: zipfile.ZipFile, name: str) -> NDArray[np.signedinteger[Any]]:
    kind, axes = ARRAYS[name]
    try:
        array = np.lib.format.read_array(
            io.BytesIO(_member(archive, f"{name}.npy")), allow_pickle=False
        )
    except (ValueError, EOFError, SyntaxError, MemoryError, OverflowError) as error:
        raise ParameterError(
            f"its array {name} is damaged ({text_of(error, 200)})"
        ) from error
    if array.dtype != np.dtype(kind) or array.ndim != axes:
        raise ParameterError(
            f"its array {name} has type {array.dtype} and {array.ndim} axes, not "
            f"{np.dtype(kind)} and {axes}"
        )
    found: NDArray[np.signedinteger[Any]] = array
    return found


def _member(archive: zipfile.ZipFile, name: str) -> bytes:
    try:
        return archive.read(name)
    except KeyError:
        raise ParameterError(f"it has no {name}") from None
    except RuntimeError as error:  # encrypted
        raise ParameterError(f"its {name} cannot be read ({error})") from error
