"""A step of a game as a picture: the board, and under it move, hands and margins."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from staccs.drawing.cubes import cube
from staccs.drawing.layout import Layout, layout_of, scale_of
from staccs.drawing.legend import Entry, legend, legend_height
from staccs.drawing.outlines import Affine, polygon
from staccs.drawing.palette import PAPER
from staccs.drawing.picture import Item, Picture, Shape
from staccs.drawing.tabletop import tabletop
from staccs.errors import ParameterError, shown
from staccs.lattice import Cell
from staccs.replay.model import Replay, Step
from staccs.replay.overlays import badges, fresh, rejected, surface_marks
from staccs.replay.panel import blank, panel_of, step_words
from staccs.replay.watch import Watch

__all__ = ["Pictures", "cells_of"]

_LEAST_WIDTH = 760.0


def cells_of(replay: Replay) -> list[Cell]:
    """Return the cells of all cards that ever lie or were refused somewhere."""
    cells = [each.cell for each in replay.record.game.board.cards]
    for step in replay.steps:
        refused = step.rejection.placement if step.rejection else None
        # A card tried a mile away would make all others too small to see.
        if refused is not None and _is_near(refused.cell, cells):
            cells.append(refused.cell)
    return cells


def _is_near(cell: Cell, cells: list[Cell]) -> bool:
    return min(max(abs(cell.q - q), abs(cell.r - r)) for q, r in cells) <= 4


@dataclass(frozen=True, slots=True)
class _Frame:
    """What all pictures of a game have in common, so that none of them jumps."""

    layout: Layout
    width: float
    scale: float
    entries: tuple[Entry, ...]
    panel: float

    @property
    def view(self) -> Affine:
        aside = Affine(e=(self.width - self.layout.width) / 2)
        return aside.after(self.layout.to_pixels)


class Pictures:
    """The pictures of a game's steps, all of one size.

    Parameters
    ----------
    replay : Replay
        The game.
    watch : Watch, optional
        Whose hands are seen; those of whoever decides if left out.
    whole : bool
        Whether the table is shown as far as it reaches, and not just around the STACC.

    Examples
    --------
    >>> from staccs.modes import make_game
    >>> from staccs.replay import Record, replay_of
    >>> pictures = Pictures(replay_of(Record(make_game("solo", seed=3))))
    >>> pictures[0].description
    '0/0 The game begins with 9H at 0,0. Player 0: draw a card. 9H@0,0'
    """

    def __init__(
        self, replay: Replay, watch: Watch | None = None, *, whole: bool = False
    ) -> None:
        self._replay = replay
        self._watch = watch or Watch()
        table = replay.record.game.table
        layout = layout_of(cells_of(replay), table if whole else None)
        width = max(layout.width, _LEAST_WIDTH)
        scale = scale_of(width)
        panels = (
            panel_of(replay, index, self._watch, width / scale).height
            for index in range(len(self))
        )
        entries = tuple(self._entries(layout))
        self._frame = _Frame(layout, width, scale, entries, scale * max(panels))

    def __len__(self) -> int:
        return len(self._replay.steps)

    def check(self, index: int) -> None:
        """Raise `ParameterError` if there is no such step."""
        if not -len(self) <= index < len(self):
            raise ParameterError(
                f"step is {shown(index)}: the game has those from 0 to {len(self) - 1}"
            )

    def __getitem__(self, index: int) -> Picture:
        """Return the picture of a step; a negative number counts from the last."""
        self.check(index)
        index %= len(self)
        frame = self._frame
        top = frame.layout.height
        legends = legend_height(frame.entries, frame.width)
        height = top + frame.panel + legends
        corners = [(0, 0), (frame.width, 0), (frame.width, height), (0, height)]
        step = self._replay.steps[index]
        panel = panel_of(self._replay, index, self._watch, frame.width / frame.scale)
        items: list[Item] = [
            Shape(polygon(corners), fill=PAPER),
            *self._board(step, frame.view),
            blank(frame.width, top, height),
            *panel.at(top, frame.scale),
            *legend(frame.entries, frame.width, top + frame.panel),
        ]
        title = self._replay.record.title or "A game of STACCS"
        return Picture(frame.width, height, tuple(items), title, self._described(index))

    def _board(self, step: Step, view: Affine) -> Iterator[Item]:
        table, position = self._replay.record.game.table, step.position
        if table is not None:
            yield from tabletop(table, view)
        board = position.view.board
        surfaces = board.surfaces()
        for index, laid in enumerate(board.cards):
            own = surfaces[3 * index : 3 * index + 3]
            yield cube(laid, own, view, board.is_mirrored)
        seen = self._watch.sees(position.view.turn, position.view.turn)
        if step.laid is not None:
            yield from fresh(board.cards[step.laid].cell, view)
        yield from surface_marks(position, seen, view)
        if step.rejection is not None:
            yield from rejected(step.rejection, position, view)
        elif seen:
            yield from badges(position.spots, position.beyond, view)

    def _entries(self, layout: Layout) -> Iterator[Entry]:
        record = self._replay.record
        if record.title:
            yield Entry("", record.title)
        if self._watch.word != "none":
            yield Entry("open", "legal now")
        yield Entry("could", "takes some card")
        yield Entry("not_now", "nothing fits now")
        yield Entry("closed", "closed")
        if any(step.position.beyond for step in self._replay.steps):
            yield Entry("refused", "\u00d7 only the table's edge forbids it")
        if not layout.whole:
            yield Entry("", "the table is larger than the picture")

    def _described(self, index: int) -> str:
        position = self._replay.steps[index].position
        words = step_words(self._replay, index, self._watch).replace("  ", " ")
        return f"{words} {position.asked} {position.view.stacc}"
