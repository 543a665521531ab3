"""The line of words below a picture of a match."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Self

from gamebase.printable import printable
from stacko.demand import Demand
from stacko.errors import InvalidNotationError
from stacko.replay.model import Event, EventKind, Replay
from stacko.replay.page_words import player_label
from stacko.replay.palette import INK, PAPER
from stacko.replay.prints import font

__all__ = ["Caption", "band_height", "captioned"]

_LONGEST_NAME = 24


@dataclass(frozen=True, slots=True)
class Caption:
    """What is said of a moment.

    Parameters
    ----------
    time : float
        In s.
    turn : str
    player : str
        Seat, as in the tables, and name of the policy.
    wish : str
        What has to be met.
    deed : str
        What goes on.
    """

    time: float
    turn: str = ""
    player: str = ""
    wish: str = ""
    deed: str = ""

    @classmethod
    def at(cls, replay: Replay, time: float) -> Self:
        """Return the caption of a moment of a match."""
        frame = replay.frame_at(time)
        if not replay.plies:
            return cls(time)
        ply = replay.ply_at(frame)
        row = replay.plies[ply].row
        told = [e for e in replay.events if e.ply == ply and e.frame <= frame]
        seat = next((each.player for each in told if each.player is not None), None)
        demand = _last(told, EventKind.DEMAND)
        return cls(
            time,
            f"turn {row.get('turn', ply + 1)}",
            ""
            if seat is None
            else f"player {player_label(replay, seat, _LONGEST_NAME)}",
            "" if demand is None else _wish(demand.text),
            _deed(told),
        )

    def lines(self) -> Iterator[str]:
        """Yield what may be said, the most first."""
        short = self.player.partition(" (")[0]
        for said in (
            (self.turn, self.player, self.wish, self.deed),
            (self.turn, short, self.wish, self.deed),
            (self.turn, short, self.deed),
            (short, self.deed),
            (self.deed,),
        ):
            yield printable(", ".join(each for each in said if each))


def _wish(demand: str) -> str:
    """Return in a few words what has to be taken; as it stands if it is no demand.

    Examples
    --------
    >>> _wish("R3"), _wish("2Y"), _wish("any")
    ('wants red or 3', 'wants 2 yellow numbers', 'wants any')
    """
    try:
        wish = Demand.from_notation(demand)
    except InvalidNotationError:
        return f"wants {demand}"
    if wish.color is None:
        return f"wants {wish.draw or ''} any".replace("  ", " ")
    if wish.draw:
        plural = "s" if wish.draw > 1 else ""
        return f"wants {wish.draw} {wish.color.word} number{plural}"
    face = "" if wish.face is None else f" or {wish.face.word}"
    return f"wants {wish.color.word}{face}"


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


def band_height(size: tuple[int, int]) -> int:
    """Return how many rows of pixels a caption covers."""
    return 2 * _letter_height(size)


def _letter_height(size: tuple[int, int]) -> int:
    return max(8, round(min(size[0] / 44, size[1] / 26)))


def captioned(picture: Any, caption: Caption) -> Any:
    """Return a picture with a caption over its lower edge.

    Parameters
    ----------
    picture : PIL.Image.Image
    caption : Caption

    Returns
    -------
    PIL.Image.Image
        Of the same size. Of what has no room the least is said.
    """
    from PIL import Image, ImageDraw

    small, band = _letter_height(picture.size), band_height(picture.size)
    width, height = picture.size
    letters = font(small, "")
    strip = Image.new("RGB", (width, band), PAPER)
    pen = ImageDraw.Draw(strip)
    edge = round(small * 0.8)
    clock = f"{caption.time:.2f} s"
    room = width - 3 * edge - pen.textlength(clock, font=letters)
    lines = [*caption.lines(), ""]
    words = next(each for each in lines if pen.textlength(each, font=letters) <= room)
    pen.text((edge, band / 2), words, fill=INK, font=letters, anchor="lm")
    pen.text((width - edge, band / 2), clock, fill=INK, font=letters, anchor="rm")
    picture.paste(strip, (0, height - band))
    return picture
