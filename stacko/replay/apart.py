"""Where two recordings of one match differ in what they show."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from stacko.replay.model import HandTrack, Loads, Replay, Track

__all__ = ["Difference", "alike", "first_seen", "first_told"]


@dataclass(frozen=True, slots=True)
class Difference:
    """Where a match differs from the recorded one.

    Attributes
    ----------
    ply : int
        Position in the list of moves.
    time : float
        Simulated time, s.
    what : str
        What differs, in a sentence.
    """

    ply: int
    time: float
    what: str

    def __str__(self) -> str:
        return f"ply {self.ply} at {self.time:.3f} s: {self.what}"


def alike(a: object, b: object) -> bool:
    """Tell whether two values are the same; NaN is like NaN."""
    both_nan = isinstance(a, float) and isinstance(b, float) and a != a and b != b
    return a == b or both_nan


def first_seen(now: Replay, before: Replay) -> Difference | None:
    """Return the first frame at which a block is visibly elsewhere."""
    frames = min(now.frames, before.frames)
    found: tuple[int, str] | None = None
    for name, track in now.tracks.items():
        if name not in before.tracks:
            continue  # there are other sizes, too
        other = before.tracks[name]
        changes = np.union1d(track.frames, other.frames)
        changes = changes[changes < (frames if found is None else found[0])]
        here, there = _at(track, changes), _at(other, changes)
        apart = np.flatnonzero((here != there).any(axis=1))
        if len(apart):
            found = int(changes[apart[0]]), name
    if found is None:
        return None
    frame, name = found
    gap = _gap(now, before, frame, name)
    return _difference(before, frame, f"block {name} is {gap * 1e3:.2f} mm elsewhere")


def _at(track: Track, frames: NDArray[np.int64]) -> NDArray[np.float64]:
    rows = np.searchsorted(track.frames, frames, side="right") - 1
    return np.concatenate([track.positions[rows], track.orientations[rows]], axis=1)


def _gap(now: Replay, before: Replay, frame: int, name: str) -> float:
    here, there = now.poses(frame), before.poses(frame)
    if name not in here or name not in there:
        return math.inf
    return float(np.linalg.norm(here.position(name) - there.position(name)))


def _difference(before: Replay, frame: int, what: str) -> Difference:
    return Difference(before.ply_at(frame), float(before.times[frame]), what)


def first_told(now: Replay, before: Replay) -> Difference | None:
    """Return the first thing besides poses that two whole recordings tell otherwise.

    That is sizes, times, events, the hand, loads, when a block was taken away, and the
    row of the game but for who played it.
    """
    last = before.frames - 1
    found = [_difference(before, min(f, last), what) for f, what in _told(now, before)]
    return min(found, key=lambda each: each.time, default=None)


def _told(now: Replay, before: Replay) -> Iterator[tuple[int, str]]:
    """Yield the first thing of each kind that differs, and its frame."""
    pairs: list[tuple[str, list[tuple[int, Any]], list[tuple[int, Any]]]] = [
        ("size of a block", _sizes(now), _sizes(before)),
        ("time", _times(now), _times(before)),
        ("event", _events(now), _events(before)),
        ("hand", _hand(now.hand), _hand(before.hand)),
        ("load", _loads(now.loads), _loads(before.loads)),
        ("block taken away", _gone(now), _gone(before)),
        ("row of the game", _game(now), _game(before)),
    ]
    for name, new, old in pairs:
        for a, b in zip(new, old, strict=False):
            if a[0] != b[0] or not all(map(alike, a[1], b[1])):
                here, there = _words(a[1]), _words(b[1])
                if here == there:
                    here, there = f"{here} in frame {a[0]}", f"in frame {b[0]}"
                yield min(a[0], b[0]), f"the {name} is {here}, and was {there}"
                break
        else:
            if len(new) != len(old):
                frame, told = max(new, old, key=len)[min(len(new), len(old))]
                more = "new" if len(new) > len(old) else "no more"
                yield frame, f"the {name} {_words(told)} is {more}"


def _words(told: Iterable[object]) -> str:
    return ", ".join(str(each) for each in told if each not in (None, ""))


def _sizes(replay: Replay) -> list[tuple[int, Any]]:
    return [(0, (name, *size)) for name, size in replay.sizes.items()]


def _times(replay: Replay) -> list[tuple[int, Any]]:
    return [(frame, (time,)) for frame, time in enumerate(replay.times.tolist())]


def _events(replay: Replay) -> list[tuple[int, Any]]:
    return [
        (e.frame, (e.kind, f"ply {e.ply}", e.block, e.player, e.text, e.value))
        for e in replay.events
    ]


def _hand(hand: HandTrack) -> list[tuple[int, Any]]:
    rows = zip(
        hand.frames.tolist(),
        hand.fingers.tolist(),
        hand.positions.tolist(),
        hand.forces.tolist(),
        strict=True,
    )
    return [(frame, (finger, *place, force)) for frame, finger, place, force in rows]


def _loads(loads: tuple[Loads, ...]) -> list[tuple[int, Any]]:
    return [
        (each.frame, told)
        for each in loads
        for told in zip(each.upper, each.lower, each.forces.tolist(), strict=True)
    ]


def _gone(replay: Replay) -> list[tuple[int, Any]]:
    gone = [(track.gone, (name,)) for name, track in replay.tracks.items()]
    return [(frame, name) for frame, name in gone if frame is not None]


def _game(replay: Replay) -> list[tuple[int, Any]]:
    last = replay.frames - 1
    told = replay.game.items()
    return [(last, item) for item in sorted(told) if item[0] != "policies"]
