"""Which surfaces are open, and what can be laid on them as things are."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from staccs.board_view import BoardView
from staccs.cells import pack
from staccs.hosts import HostSurface
from staccs.surfaces import SurfaceState

__all__ = ["Opening", "openings"]


@dataclass(frozen=True, slots=True)
class Opening:
    """An open surface that shows something to match.

    Attributes
    ----------
    host : HostSurface
        The surface.
    fitting : int
        What can be laid where a card stacked on it would lie, as a set of bits; 0 if
        nothing can, because of what else lies there or of the table's edge.
    beyond : int
        What could be laid there but for the table's edge.
    """

    host: HostSurface
    fitting: int
    beyond: int


def openings(board: BoardView) -> Iterator[Opening]:
    """Yield the open surfaces of a board, in the order their cards were laid.

    Examples
    --------
    >>> from staccs.board import Board
    >>> from staccs.surfaces import words_of
    >>> for each in openings(Board.from_text("5S@0,0 9S@0,1")):
    ...     print(each.host, "->", words_of(each.fitting))
    the SIDE of 5S@0,0 -> a 5
    the TOP of 9S@0,1 -> any spades or a WILD
    the SIDE of 9S@0,1 -> a 9
    """
    for host in board.surfaces():
        if host.state is SurfaceState.OPEN and host.fitting:
            stacc, cell = host.host.stacc, pack(host.cell)
            fitting = board.open_cells(stacc).get(cell, 0)
            beyond = board.edge_cells(stacc).get(cell, 0)
            yield Opening(host, fitting, beyond)
