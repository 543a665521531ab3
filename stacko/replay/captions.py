"""The line of words below a picture of a match."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Self

from gamebase.printable import printable
from stacko.replay.model import Event, EventKind, Replay
from stacko.replay.palette import INK, PAPER
from stacko.replay.prints import font

__all__ = ["Caption", "captioned"]

_LONGEST_NAME = 24


@dataclass(frozen=True, slots=True)
class Caption:
    """What is said of a moment.

    Parameters
    ----------
    time : float
        In s.
    who : str
        Turn, player and what has to be met.
    what : str
        What goes on.
    """

    time: float
    who: str
    what: str

    @classmethod
    def at(cls, replay: Replay, time: float) -> Self:
        """Return the caption of a moment of a match."""
        frame = replay.frame_at(time)
        if not replay.plies:
            return cls(time, "", "")
        ply = replay.ply_at(frame)
        row = replay.plies[ply].row
        told = [e for e in replay.events if e.ply == ply and e.frame <= frame]
        who = f"turn {row.get('turn', ply + 1)}"
        seat = next((each.player for each in told if each.player is not None), None)
        if seat is not None:
            who += f", {_player(replay, seat)}"
        demand = _last(told, EventKind.DEMAND)
        if demand is not None:
            who += f", to take {demand.text}"
        return cls(time, who, _deed(told))


def _player(replay: Replay, seat: int) -> str:
    """Return a player's seat, counted from 1, and the name of its policy."""
    policies = replay.configuration.get("policy") or ("",)
    name = printable(str(policies[seat % len(policies)]))
    if len(name) > _LONGEST_NAME:
        name = name[: _LONGEST_NAME - 3] + "..."
    return f"player {seat + 1} ({name})" if name else f"player {seat + 1}"


def _deed(told: list[Event]) -> str:
    """Return what the newest events mean."""
    topple = _last(told, EventKind.TOPPLE)
    first = _last(told, EventKind.FIRST_TO_LEAVE)
    if topple is not None:
        return "topple" if first is None else f"topple: {first.block} left first"
    if first is not None:
        return f"{first.block} falls"
    choice = _last(told, EventKind.CHOICE)
    if choice is None:
        probe = _last(told, EventKind.PROBE)
        return "chooses" if probe is None else f"probes {probe.block}"
    return choice.text.replace(">", " to ") if choice.block else "passes"


def _last(told: list[Event], kind: EventKind) -> Event | None:
    return next((each for each in reversed(told) if each.kind is kind), None)


def captioned(picture: Any, caption: Caption) -> Any:
    """Return a picture with a caption over its lower edge.

    Parameters
    ----------
    picture : PIL.Image.Image
    caption : Caption

    Returns
    -------
    PIL.Image.Image
        Of the same size. Words that have no room are cut.
    """
    from PIL import Image, ImageDraw

    width, height = picture.size
    small = max(9, round(min(width / 44, height / 26)))
    band = round(small * 2.0)
    letters = font(small)
    strip = Image.new("RGB", (width, band), PAPER)
    pen = ImageDraw.Draw(strip)
    edge = round(small * 0.8)
    clock = f"{caption.time:.2f} s"
    room = width - 3 * edge - pen.textlength(clock, font=letters)
    words = ": ".join(each for each in (caption.who, caption.what) if each)
    while words and pen.textlength(words, font=letters) > room:
        words = words[:-4] + "..." if len(words) > 4 else ""
    pen.text((edge, band / 2), words, fill=INK, font=letters, anchor="lm")
    pen.text((width - edge, band / 2), clock, fill=INK, font=letters, anchor="rm")
    picture.paste(strip, (0, height - band))
    return picture
