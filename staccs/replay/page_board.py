"""The board of a page: every card once, as it is laid, and what may come over it.

Which cards are to be seen and what their surfaces are good for is set in the browser,
by classes: the letters of `staccs.replay.model.Look`.
"""

from __future__ import annotations

from collections.abc import Iterator
from xml.sax.saxutils import escape

from gamebase.printable import printable
from staccs.drawing.cubes import rhombus, surface
from staccs.drawing.layout import Layout, corners
from staccs.drawing.outlines import Affine, Outline, Point, polygon
from staccs.drawing.palette import INK, PAPER, REFUSED, WHITE
from staccs.drawing.picture import Shape
from staccs.drawing.svg import FONTS, fragment
from staccs.drawing.tabletop import tabletop
from staccs.hosts import HostSurface
from staccs.placement import Placement
from staccs.replay.model import Replay
from staccs.replay.overlays import open_surfaces, rejected
from staccs.surfaces import direction

__all__ = ["page_board"]

_INSET = 0.13


def page_board(replay: Replay, layout: Layout) -> str:
    """Return the board as SVG.

    Parameters
    ----------
    replay : Replay
        The game.
    layout : Layout
        The part of the plane that is shown at first.
    """
    view = layout.to_pixels
    table = replay.record.game.table
    parts = [
        '<svg xmlns="http://www.w3.org/2000/svg" class="board" '
        f'viewBox="0 0 {layout.width:g} {layout.height:g}" role="img" tabindex="0" '
        f'font-family="{FONTS}" stroke-linejoin="round">',
        '<g class="table">',
        *(map(fragment, tabletop(table, view)) if table is not None else ()),
        "</g>",
    ]
    board = replay.record.game.board
    for index, laid in enumerate(board.cards):
        parts += _card(index, laid, view, board.is_mirrored)
    for index, step in enumerate(replay.steps):
        if step.rejection is not None:
            items = rejected(step.rejection, step.position, view)
            parts.append(f'<g class="tried" data-step="{index}">')
            parts += [*map(fragment, items), "</g>"]
    return "\n".join([*parts, '<g class="labels"></g>', "</svg>"])


def _card(index: int, laid: Placement, view: Affine, mirror: bool) -> Iterator[str]:
    call = f", {laid.call.word} called" if laid.call else ""
    title = f"{index + 1}: {laid.card.word} at {laid.cell}{call}"
    yield f'<g class="card" data-card="{index}">'
    yield f"<title>{escape(printable(title))}</title>"
    for host in open_surfaces(index, laid):
        yield from _surface(laid, host, view, mirror)
    rim = polygon(corners(laid.cell))
    yield fragment(Shape(view.outline(rim), stroke=INK, width=2.4))
    yield _path("rim case", rim, view, WHITE, 9.0)
    yield _path("rim", rim, view, INK, 5.0)
    yield "</g>"


def _surface(
    laid: Placement, host: HostSurface, view: Affine, mirror: bool
) -> Iterator[str]:
    toward = direction(host.surface, laid.orientation or 0, mirror)
    whole = rhombus(laid.cell, toward)
    inner = rhombus(laid.cell, toward, _INSET)
    yield '<g class="surface">'
    yield from map(fragment, surface(laid, host, view, mirror))
    yield f'<path class="wash" fill="{PAPER}" d="{_steps(view.outline(whole))}"/>'
    yield _path("mark case", inner, view, INK, 6.0)
    yield _path("mark", inner, view, "", 0.0)
    yield _path("bar case", _diagonal(whole), view, PAPER, 11.0)
    yield _path("bar", _diagonal(whole), view, REFUSED, 7.0)
    yield "</g>"


def _diagonal(outline: Outline) -> Outline:
    """Return a line across a surface, through its middle."""
    points: list[Point] = [(v[0], v[1]) for _, v in outline if v]
    (x0, y0), (x1, y1) = points[1], points[3]
    low = (0.9 * x0 + 0.1 * x1, 0.9 * y0 + 0.1 * y1)
    high = (0.1 * x0 + 0.9 * x1, 0.1 * y0 + 0.9 * y1)
    return ("M", low), ("L", high)


def _path(name: str, outline: Outline, view: Affine, stroke: str, width: float) -> str:
    line = f' stroke="{stroke}" stroke-width="{width:g}"' if stroke else ""
    steps = _steps(view.outline(outline))
    return f'<path class="{name}" fill="none"{line} d="{steps}"/>'


def _steps(outline: Outline) -> str:
    return "".join(
        step + " ".join(f"{each:.1f}" for each in values) for step, values in outline
    )
