"""Which part of a match a movie shows, and from where at each of its frames."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from stacko.engines.pictures import View
from stacko.errors import ParameterError, shown
from stacko.poses import Poses
from stacko.replay.between import poses_at
from stacko.replay.cameras import corners_of, directed, fitted, turned_to
from stacko.replay.model import EventKind, Replay
from stacko.replay.rendering import FIELD, Look

__all__ = ["Span", "Views", "span_of", "time_named"]

_BEFORE = 3.0
"""How long before a topple a movie begins, s."""
_MOMENTS = 40
"""At how many times of a span the tower is looked at to find room for all of it."""
_NEARER = 0.75
"""Distance of a camera that follows, of that which sees the whole tower."""
_SLOW = 0.5
"""Time within which a camera that follows comes nearer to its aim by two thirds, s."""


@dataclass(frozen=True, slots=True)
class Span:
    """Part of a match: from and to, in simulated time, s."""

    start: float
    end: float

    def times(self, fps: float, speed: float = 1.0) -> NDArray[np.float64]:
        """Return the time that each frame of a movie shows.

        Parameters
        ----------
        fps : float
            Frames a second.
        speed : float
            How fast it plays; 1 is as it was.

        Raises
        ------
        ParameterError
            If a number is not above 0, or the movie would have too many frames.
        """
        if not 0.001 <= speed <= 1000:
            raise ParameterError(
                f"speed is {shown(speed)}: give one from 0.001 to 1000"
            )
        if not fps > 0:
            raise ParameterError(f"fps is {shown(fps)}: give one from 0.1 on")
        count = max(1, math.floor((self.end - self.start) / speed * fps + 1e-6) + 1)
        if count > 200_000:
            raise ParameterError(
                f"a movie of {count} frames is too long: give a shorter span, a higher "
                "--speed or fewer --fps"
            )
        times = self.start + np.arange(count) * speed / fps
        shown_at: NDArray[np.float64] = np.minimum(times, self.end)
        return shown_at


def span_of(
    replay: Replay,
    start: float | None = None,
    end: float | None = None,
    turn: int | None = None,
) -> Span:
    """Return which part of a match is shown.

    Parameters
    ----------
    replay : Replay
    start, end : float, optional
        Simulated time, s.
    turn : int, optional
        All attempts of this turn, counted from 1, instead of times.

    Returns
    -------
    Span
        If nothing is given, from a little before the topple to the end, or the last
        turn of a match without one.

    Raises
    ------
    ParameterError
        If there is no such turn, or the span is empty or lies outside.
    """
    first, last = float(replay.times[0]), float(replay.times[-1])
    if turn is not None:
        if start is not None or end is not None:
            raise ParameterError("a turn and times cannot both be given: drop one")
        return _turn(replay, turn)
    if start is None and end is None:
        return _ending(replay)
    begin = first if start is None else start
    stop = last if end is None else end
    if not (begin <= stop and begin <= last and stop >= first):
        raise ParameterError(
            f"from {begin:.2f} to {stop:.2f} s shows nothing: the replay goes from "
            f"{first:.2f} to {last:.2f} s"
        )
    return Span(max(first, begin), min(last, stop))


def _ending(replay: Replay) -> Span:
    first, last = float(replay.times[0]), float(replay.times[-1])
    topple = replay.event(EventKind.FIRST_TO_LEAVE) or replay.event(EventKind.TOPPLE)
    if replay.toppled and topple is not None:
        return Span(max(first, float(replay.times[topple.frame]) - _BEFORE), last)
    if not replay.plies:
        return Span(first, last)
    return _turn(replay, _turn_of(replay, len(replay.plies) - 1))


def _turn_of(replay: Replay, ply: int) -> int:
    return int(replay.plies[ply].row.get("turn", ply + 1))


def _turn(replay: Replay, turn: int) -> Span:
    turns = [_turn_of(replay, ply) for ply in range(len(replay.plies))]
    plies = [replay.plies[ply] for ply, each in enumerate(turns) if each == turn]
    if not plies:
        there = f"turns {turns[0]} to {turns[-1]}" if turns else "no turns"
        raise ParameterError(f"there is no turn {shown(turn)}: the replay has {there}")
    times = replay.times
    return Span(float(times[plies[0].first]), float(times[plies[-1].last - 1]))


def time_named(replay: Replay, text: str) -> float:
    """Return a time in s from text: a number, ``start``, ``topple`` or ``end``.

    Raises
    ------
    ParameterError
        If it is none of these, or lies outside of the replay.
    """
    first, last = float(replay.times[0]), float(replay.times[-1])
    topple = replay.event(EventKind.TOPPLE)
    named = {"start": first, "end": last}
    if topple is not None:
        named["topple"] = float(replay.times[topple.frame])
    elif text == "topple":
        raise ParameterError("there is no topple in this replay: give a time or end")
    try:
        time = named[text] if text in named else float(text)
    except ValueError:
        time = math.nan
    if not first - 0.005 <= time <= last + 0.005:
        raise ParameterError(
            f"{shown(text)} is no time of this replay: give {first:.2f} to {last:.2f} "
            f"s, or {', '.join(named)}"
        )
    return min(max(time, first), last)


class Views:
    """From where a span of a match is seen.

    Parameters
    ----------
    replay : Replay
    look : Look
    span : Span
    """

    def __init__(self, replay: Replay, look: Look, span: Span) -> None:
        self._replay, self._look, self._span = replay, look, span
        moments = np.linspace(span.start, span.end, _MOMENTS)
        points = [
            corners_of(poses_at(replay, float(time)), replay.sizes) for time in moments
        ]
        self._direction = directed(look.camera, _debris(replay, span.end))
        self._view = fitted(
            np.concatenate(points), self._direction, look.size, FIELD, look.covered
        )

    def along(self, times: NDArray[np.float64]) -> Iterator[View]:
        """Yield the view at each time of a movie."""
        if self._look.camera == "orbit":
            yield from self._around(times)
        elif self._look.camera == "follow":
            yield from self._after(times)
        else:
            yield from (self._view for _ in times)

    def _around(self, times: NDArray[np.float64]) -> Iterator[View]:
        x, y, z = self._view.target
        round_view = turned_to(self._view, (x / 2, y / 2, z))
        far = self._view.distance * 1.15
        for index in range(len(times)):
            angle = self._view.azimuth + 360.0 * index / max(1, len(times))
            yield replace(round_view, azimuth=angle, distance=far)

    def _after(self, times: NDArray[np.float64]) -> Iterator[View]:
        tower = corners_of(poses_at(self._replay, self._span.start), self._replay.sizes)
        whole = fitted(tower, self._direction, self._look.size, FIELD)
        near = replace(whole, distance=whole.distance * _NEARER)
        target = np.array(self._aim(float(times[0])))
        before = float(times[0])
        for time in times:
            share = 1 - math.exp(-(float(time) - before) / _SLOW)
            target = target + share * (np.array(self._aim(float(time))) - target)
            before = float(time)
            yield turned_to(near, target.tolist())

    def _aim(self, time: float) -> tuple[float, float, float]:
        """Return what is looked at: the block in hand, or the first one to leave."""
        replay, frame = self._replay, self._replay.frame_at(time)
        poses = poses_at(replay, time)
        first = replay.event(EventKind.FIRST_TO_LEAVE)
        name = None
        if first is not None and frame >= first.frame:
            name = first.block
        elif replay.plies:
            name = _taken(replay, replay.ply_at(frame))
        middle = poses.positions.mean(axis=0) if len(poses) else np.zeros(3)
        if name is None or name not in poses:
            return _triple(middle)
        # Half way, so that the tower stays in the picture.
        return _triple((poses.position(name) + middle) / 2)


def _triple(place: NDArray[np.float64]) -> tuple[float, float, float]:
    x, y, z = (float(each) for each in place)
    return x, y, z


def _taken(replay: Replay, ply: int) -> str | None:
    block = replay.plies[ply].row.get("block")
    return block if isinstance(block, str) else None


def _debris(replay: Replay, time: float) -> NDArray[np.float64] | None:
    """Return where the blocks lie that left the tower, up to a time."""
    frame = replay.frame_at(time)
    kinds = (EventKind.FIRST_TO_LEAVE, EventKind.FELL)
    poses: Poses = replay.poses(frame)
    fallen = [
        event.block
        for event in replay.events
        if event.kind in kinds
        and event.frame <= frame
        and event.block is not None
        and event.block in poses
    ]
    return poses.select(fallen).positions if fallen else None
