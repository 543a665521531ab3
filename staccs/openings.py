"""Which surfaces are open, and what can be laid on them as things are."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from staccs.board_view import BoardView
from staccs.cards import KINDS
from staccs.hosts import HostSurface
from staccs.lattice import Cell
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
        What can be laid on it, as a set of bits: any card beside the host, or one that
        matches the surface squarely on the host (T1, T3). 0 if nothing can, because of
        what else lies there, of the table's edge, or since such cards all lie.
    """

    host: HostSurface
    fitting: int


def openings(board: BoardView) -> Iterator[Opening]:
    """Yield the open surfaces of a board, in the order their cards were laid.

    Examples
    --------
    >>> from staccs.board import Board
    >>> for each in openings(Board.from_text("5S@0,0 9S@0,1")):
    ...     print(each.host, "takes", each.fitting.bit_count())
    the SIDE of 5S@0,0 takes 3
    the TOP of 9S@0,1 takes 13
    the SIDE of 9S@0,1 takes 3
    """
    takes = _taking(board)
    for host in board.surfaces():
        if host.state is SurfaceState.OPEN and host.fitting:
            beside = takes.get((host.host.stacc, host.cell), 0)
            squarely = takes.get((host.host.stacc, host.host.cell), 0) & host.fitting
            yield Opening(host, beside | squarely)


def _taking(board: BoardView) -> dict[tuple[int, Cell], int]:
    """Return which cards each cell of each STACC takes, those that lie left out."""
    found: dict[tuple[int, Cell], int] = {}
    for card in KINDS:
        for each in board.legal_placements(card):
            at = each.stacc, each.cell
            found[at] = found.get(at, 0) | 1 << card.index
    return found
