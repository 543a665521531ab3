"""What is written under the board: the move, what came of it, and the hands."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from dataclasses import dataclass, replace

from staccs.cards import Card
from staccs.drawing.outlines import Affine, polygon
from staccs.drawing.palette import INK, REFUSED, WHITE
from staccs.drawing.picture import Shape, Text
from staccs.phases import Mode
from staccs.replay.chips import CHIP_HEIGHT, CHIP_WIDTH, back, chip
from staccs.replay.model import Replay, Step
from staccs.replay.watch import Watch

__all__ = ["Panel", "margin_words", "panel_of", "step_words"]

_SOFT = "#4b4f58"
_LEFT = 16.0
_LETTER = 0.56  # width of a letter as a share of its size, generously
_BOLD = 0.63
_NAME = 190.0
_LONGEST_NAME = 24


@dataclass(frozen=True, slots=True)
class Panel:
    """Shapes and texts under a board, in pixels of a small picture.

    Attributes
    ----------
    items : tuple
        From the lowest to the uppermost; (0, 0) is the upper left corner.
    height : float
        How high they reach.
    """

    items: tuple[Shape | Text, ...]
    height: float

    def at(self, top: float, scale: float) -> Iterator[Shape | Text]:
        """Yield the items where they belong in a picture."""
        view = Affine(scale, 0.0, 0.0, scale, 0.0, top)
        for item in self.items:
            if isinstance(item, Text):
                yield replace(item, at=view.after(item.at))
            else:
                outline = view.outline(item.outline)
                yield replace(item, outline=outline, width=item.width * scale)


def panel_of(replay: Replay, index: int, watch: Watch, width: float) -> Panel:
    """Return the panel of a step.

    Parameters
    ----------
    replay : Replay
        The game.
    index : int
        Number of the step.
    watch : Watch
        Whose hands are seen.
    width : float
        How wide it is, in pixels of a small picture.
    """
    sheet = _Sheet(width)
    step, last = replay.steps[index], len(replay.steps) - 1
    color = INK if step.rejection is None else REFUSED
    sheet.write(step_words(replay, index, watch), 16.0, color)
    if index == last:
        sheet.write(replay.ending, 14.5, INK, bold=True)
    elif step.position.asked:
        sheet.write(step.position.asked, 14.5, _SOFT)
    sheet.write(_numbers(step), 13.0, _SOFT)
    sheet.y += 4
    for seat in range(len(step.position.hands)):
        _hand(sheet, replay, step, seat, watch)
    _discards(sheet, step)
    return Panel(tuple(sheet.items), sheet.y + 8)


def step_words(replay: Replay, index: int, watch: Watch) -> str:
    """Return what a step is, as a title."""
    step, last = replay.steps[index], len(replay.steps) - 1
    if step.player is None:
        return f"{index}/{last}  {step.told.public}"
    told = step.told.to(watch.knows(step.told.seats, step.player))
    return f"{index}/{last}  Player {step.player} {told}."


def margin_words(step: Step) -> str:
    """Return the margins of a step in words; empty without a table."""
    position = step.position
    least = position.least
    if least is None:
        return ""
    cards = position.view.board.cards
    told = f"{position.margins[least] * 1e3:.1f} mm ({cards[least].card})"
    if step.laid is None:
        return f"smallest margin to the edge {told}"
    return (
        f"margin to the edge {position.margins[step.laid] * 1e3:.1f} mm, least {told}"
    )


def _numbers(step: Step) -> str:
    view = step.position.view
    many = step.position.standing
    stand = "1 card stands" if many == 1 else f"{many} cards stand"
    parts = [stand, f"{view.pile_size} to draw"]
    if view.mode in (Mode.UH_OH, Mode.PARTY):
        way = "clockwise" if view.direction > 0 else "counterclockwise"
        parts.append(f"play goes {way}")
    if view.flips:
        parts.append(f"discards turned over {view.flips} times")
    margin = margin_words(step)
    return " \u00b7 ".join([*parts, margin] if margin else parts)


class _Sheet:
    """Lines of text and rows of cards, one under the other."""

    def __init__(self, width: float) -> None:
        self.width, self.y = width, 8.0
        edge = ((0.0, 0.0), (width, 0.0))
        line = (("M", edge[0]), ("L", edge[1]))
        self.items: list[Shape | Text] = [Shape(line, stroke=INK, width=1.2)]

    def write(self, text: str, size: float, color: str, bold: bool = False) -> None:
        """Add a text, on as many lines as it takes."""
        bold = bold or color == REFUSED
        room = (self.width - 2 * _LEFT) / (size * (_BOLD if bold else _LETTER))
        for line in textwrap.wrap(text, max(20, int(room))) or [""]:
            at = Affine(e=_LEFT, f=self.y + 0.75 * size)
            self.items.append(Text(line, at, size, color, bold=bold, anchor="start"))
            self.y += 1.5 * size

    def label(self, text: str, color: str, bold: bool) -> None:
        """Add a text to the left of the row that comes next."""
        at = Affine(e=_LEFT, f=self.y + CHIP_HEIGHT / 2)
        self.items.append(Text(text, at, 13.5, color, bold=bold, anchor="start"))

    def row(self, cards: tuple[Card, ...], marked: int) -> None:
        """Add small cards, on as many lines as they take."""
        x, most = _LEFT + _NAME, self.width - _LEFT - CHIP_WIDTH
        for card in cards:
            if x > most:
                x, self.y = _LEFT + _NAME, self.y + CHIP_HEIGHT + 3
            self.items += chip(card, x, self.y, bool(marked >> card.index & 1))
            x += CHIP_WIDTH + 4
        self.y += CHIP_HEIGHT + 5


def _hand(sheet: _Sheet, replay: Replay, step: Step, seat: int, watch: Watch) -> None:
    position = step.position
    view, cards = position.view, position.hands[seat]
    turn = seat == view.turn and bool(position.asked)
    name = "\u25b6 " * turn + replay.record.named(seat)
    if len(name) > _LONGEST_NAME:
        name = f"{name[: _LONGEST_NAME - 1]}\u2026"
    sheet.label(name, INK if turn else _SOFT, turn)
    if not cards:
        sheet.items.append(_none(sheet))
        sheet.row((), 0)
    elif watch.sees(seat, view.turn):
        marked = 0
        for spot in position.spots if turn else ():
            marked |= spot.kinds
        sheet.row(cards, marked)
    else:
        sheet.items += back(len(cards), _LEFT + _NAME, sheet.y)
        sheet.row((), 0)


def _none(sheet: _Sheet) -> Text:
    at = Affine(e=_LEFT + _NAME, f=sheet.y + CHIP_HEIGHT / 2)
    return Text("no card", at, 13.0, _SOFT, bold=False, anchor="start")


def _discards(sheet: _Sheet, step: Step) -> None:
    view = step.position.view
    if view.mode is not Mode.SOLO:
        return
    sheet.label(f"discard pile ({len(view.discards)})", _SOFT, bold=False)
    top = view.discards[-1:]
    kinds = 0
    for spot in step.position.spots:
        kinds |= spot.kinds
    sheet.row(top, kinds)


def blank(width: float, top: float, bottom: float) -> Shape:
    """Return the white sheet that a panel is written on."""
    corners = [(0.0, top), (width, top), (width, bottom), (0.0, bottom)]
    return Shape(polygon(corners), fill=WHITE)
