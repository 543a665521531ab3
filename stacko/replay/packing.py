"""A replay as whole numbers in arrays, and as plain values: what a file holds.

Everything that changes little from frame to frame is kept as differences, which
compress well: `unpack` sums them up.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from stacko.errors import ParameterError, text_of
from stacko.replay.checks import check
from stacko.replay.model import Event, EventKind, HandTrack, Loads, Ply, Replay, Track
from stacko.replay.quanta import FORCE, POSITION, TIME, TURN, quantized
from stacko.world import TABLE

__all__ = ["ARRAYS", "pack", "pack_header", "unpack"]

Whole = NDArray[np.signedinteger[Any]]

ARRAYS: dict[str, tuple[type, int]] = {
    "time": (np.int64, 1),
    "track_count": (np.int32, 1),
    "track_gone": (np.int32, 1),
    "track_frame": (np.int32, 1),
    "track_position": (np.int32, 2),
    "track_orientation": (np.int16, 2),
    "hand_frame": (np.int32, 1),
    "hand_finger": (np.int8, 1),
    "hand_position": (np.int32, 2),
    "hand_force": (np.int32, 1),
    "load_count": (np.int32, 1),
    "load_frame": (np.int32, 1),
    "load_upper": (np.int16, 1),
    "load_lower": (np.int16, 1),
    "load_force": (np.int32, 1),
}
"""Type and number of axes of every array of a file."""

_TABLE_ROW = -1

_UNFIT = (KeyError, TypeError, ValueError, IndexError, AttributeError, OverflowError)
"""What values raise that are of another kind than was to be expected."""


def pack(replay: Replay) -> dict[str, Whole]:
    """Return the arrays of a replay."""
    tracks, hand, loads = replay.tracks.values(), replay.hand, replay.loads
    rows = {name: row for row, name in enumerate(replay.names)} | {TABLE: _TABLE_ROW}
    starts = np.cumsum([0, *(len(track.frames) for track in tracks)])[:-1]
    positions = _each(track.positions for track in tracks)
    orientations = _each(track.orientations for track in tracks)
    made = {
        "time": _steps(quantized(replay.times, TIME)),
        "track_count": [len(track.frames) for track in tracks],
        "track_gone": [-1 if track.gone is None else track.gone for track in tracks],
        "track_frame": _apart(_each(track.frames for track in tracks), starts),
        "track_position": _apart(quantized(positions, POSITION), starts).T,
        "track_orientation": _apart(quantized(orientations, TURN), starts).T,
        "hand_frame": _steps(hand.frames),
        "hand_finger": hand.fingers,
        "hand_position": _steps(quantized(hand.positions, POSITION)).T,
        "hand_force": _steps(quantized(hand.forces, FORCE)),
        "load_count": [len(each.forces) for each in loads],
        "load_frame": [each.frame for each in loads],
        "load_upper": [rows[name] for each in loads for name in each.upper],
        "load_lower": [rows[name] for each in loads for name in each.lower],
        "load_force": quantized(_each(each.forces for each in loads), FORCE),
    }
    kinds = {name: kind for name, (kind, _) in ARRAYS.items()}
    return {name: np.ascontiguousarray(made[name], kinds[name]) for name in kinds}


def _steps(values: Whole) -> Whole:
    """Return the first value and then the differences."""
    return np.diff(values, axis=0, prepend=np.zeros_like(values[:1]))


def _apart(values: Whole, starts: Whole) -> Whole:
    """Return differences that begin anew at some rows."""
    steps = _steps(values)
    steps[starts] = values[starts]
    return steps


def _each(parts: Iterator[NDArray[Any]]) -> NDArray[Any]:
    return np.concatenate(list(parts))


def pack_header(replay: Replay) -> dict[str, Any]:
    """Return everything else of a replay, as plain values."""
    return {
        "configuration": replay.configuration,
        "seed": replay.seed,
        "index": replay.index,
        "versions": replay.versions,
        "tower": replay.tower,
        "sizes": replay.sizes,
        "quanta": {"position": POSITION, "turn": TURN, "force": FORCE, "time": TIME},
        "game": replay.game,
        "plies": [_plain(ply) for ply in replay.plies],
        "events": [_plain(event) for event in replay.events],
    }


def _plain(value: Ply | Event) -> dict[str, Any]:
    # asdict copies whatever is inside, which takes a third of the time of it all
    return {f.name: getattr(value, f.name) for f in dataclasses.fields(value)}


def unpack(header: Mapping[str, Any], arrays: Mapping[str, Whole]) -> Replay:
    """Return the replay of a file's contents.

    Parameters
    ----------
    header : mapping
        As `pack_header` returned it, also read again from JSON.
    arrays : mapping of str to ndarray
        As `pack` returned them.

    Raises
    ------
    ParameterError
        If they do not fit together.
    """
    try:
        return _unpack(header, arrays)
    except _UNFIT as error:
        told = text_of(error, 500)
        raise ParameterError(f"its parts do not fit together ({told})") from error


def _unpack(header: Mapping[str, Any], arrays: Mapping[str, Whole]) -> Replay:
    quanta = _quanta(header["quanta"])
    sizes = {
        name: (float(x), float(y), float(z))
        for name, (x, y, z) in header["sizes"].items()
    }
    times = np.asarray(np.cumsum(arrays["time"]) * quanta["time"], dtype=float)
    if not len(times):
        raise ValueError("there is no frame")
    hand = HandTrack(
        np.cumsum(arrays["hand_frame"], dtype=np.int64),
        arrays["hand_finger"].astype(bool),
        _summed(arrays["hand_position"], quanta["position"]),
        np.asarray(np.cumsum(arrays["hand_force"]) * quanta["force"], dtype=float),
    )
    replay = Replay(
        configuration=header["configuration"],
        seed=header["seed"],
        index=header["index"],
        versions=header["versions"],
        tower=header["tower"],
        sizes=sizes,
        times=times,
        tracks=dict(zip(sizes, _tracks(arrays, quanta), strict=True)),
        hand=hand,
        loads=tuple(_loads(arrays, tuple(sizes), quanta["force"])),
        plies=tuple(_ply(each) for each in header["plies"]),
        events=tuple(_event(each) for each in header["events"]),
        game=header["game"],
    )
    check(replay)
    return replay


def _quanta(given: Mapping[str, Any]) -> dict[str, float]:
    found = {name: float(given[name]) for name in ("position", "turn", "force", "time")}
    for name, value in found.items():
        if not 0 < value < 1:
            raise ValueError(f"the quantum of {name} is {value!r}")
    return found


def _tracks(
    arrays: Mapping[str, Whole], quanta: Mapping[str, float]
) -> Iterator[Track]:
    ends = np.cumsum(arrays["track_count"]).tolist()
    begin = 0
    for end, gone in zip(ends, arrays["track_gone"].tolist(), strict=True):
        mine = slice(begin, end)
        yield Track(
            np.cumsum(arrays["track_frame"][mine], dtype=np.int64),
            _summed(arrays["track_position"][:, mine], quanta["position"]),
            _summed(arrays["track_orientation"][:, mine], quanta["turn"]),
            None if gone < 0 else gone,
        )
        begin = end


def _summed(steps: Whole, quantum: float) -> NDArray[np.float64]:
    """Return what differences of vectors add up to, a row each."""
    whole = np.cumsum(steps, axis=1, dtype=np.int64).T
    return np.asarray(whole * quantum, dtype=np.float64)


def _loads(
    arrays: Mapping[str, Whole], names: tuple[str, ...], quantum: float
) -> Iterator[Loads]:
    every = (*names, TABLE)  # row -1 is the table
    begin = 0
    counts, frames = arrays["load_count"].tolist(), arrays["load_frame"].tolist()
    for frame, count in zip(frames, counts, strict=True):
        mine = slice(begin, begin + count)
        yield Loads(
            frame,
            tuple(every[row] for row in arrays["load_upper"][mine].tolist()),
            tuple(every[row] for row in arrays["load_lower"][mine].tolist()),
            np.asarray(arrays["load_force"][mine] * quantum, dtype=float),
        )
        begin += count


def _ply(plain: Mapping[str, Any]) -> Ply:
    return Ply(**{**plain, "probes": tuple(plain["probes"])})


def _event(plain: Mapping[str, Any]) -> Event:
    return Event(**{**plain, "kind": EventKind(plain["kind"])})
