"""A board in words, for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from gamebase.listing import columns_of
from staccs.board_view import BoardView
from staccs.cards import KINDS, Card
from staccs.cells import unpack
from staccs.explain import Explanation
from staccs.hosts import HostSurface
from staccs.lattice import Cell
from staccs.placement import Placement
from staccs.surfaces import SURFACES, SurfaceState, words_of

__all__ = ["card_lines", "explanation_lines", "summary_lines"]


def summary_lines(board: BoardView) -> Iterator[str]:
    """Yield the cards in order, what their surfaces are good for, and what fits where.

    Examples
    --------
    >>> from staccs.board import Board
    >>> for line in summary_lines(Board.from_text("AS@0,0")):
    ...     print(line)
    no  card  cell  turn  TOP          SIDE  FACE
    1   AS    0,0   0     open spades  -     open ACE
    <BLANKLINE>
    cell  on                                             fits
    -1,0  FACE of AS@0,0                                 an ACE
    0,0   TOP of AS@0,0, SIDE of AS@0,0, FACE of AS@0,0  a WILD
    0,1   TOP of AS@0,0                                  any spades or a WILD
    """
    yield from columns_of(_cards(board))
    for mapping, title in (
        (board.open_cells, "fits"),
        (board.edge_cells, "would fit, but for the table's edge"),
    ):
        rows = [
            row
            for stacc in board.staccs
            for row in _cells(board, mapping(stacc), stacc)
        ]
        if rows or title == "fits":
            yield ""
            yield from columns_of([("cell", "on", title), *rows])
            yield from () if rows else ("nothing fits anywhere",)


def card_lines(board: BoardView, card: Card) -> Iterator[str]:
    """Yield where a card may be laid; of a WILD also how it may be turned.

    Examples
    --------
    >>> from staccs.board import Board
    >>> print(*card_lines(Board.from_text("AS@0,0"), Card.parse("9S")))
    9S may be laid at 0,1
    """
    legal = board.legal_placements(card)
    if not legal:
        yield f"{card} may not be laid anywhere"
        return
    spots = dict.fromkeys(_spot(each.cell, each.stacc) for each in legal)
    yield f"{card} may be laid at {'  '.join(spots)}"
    if card.is_wild:
        for stacc in dict.fromkeys(each.stacc for each in legal):
            turns = ", ".join(map(str, sorted(board.rotations(stacc))))
            yield f"  on STACC {stacc} with an orientation of {turns}"


def explanation_lines(explanation: Explanation) -> Iterator[str]:
    """Yield every reason for and against a placement, and what would fit there."""
    verdict = "is legal" if explanation.legal else "is not legal"
    yield f"{explanation.placement} {verdict}"
    for reason in explanation.reasons:
        yield f"  {'for' if reason.allows else 'against':8} {reason}"
    yield f"what fits there: {words_of(explanation.fitting)}"


def _cards(board: BoardView) -> Iterator[Sequence[str]]:
    yield ("no", "card", "cell", "turn", *(surface.name for surface in SURFACES))
    surfaces = board.surfaces()
    for number, laid in enumerate(board.cards, 1):
        card = f"{laid.card}={laid.call}" if laid.call else str(laid.card)
        own = map(_good_for, surfaces[3 * number - 3 : 3 * number])
        where = _spot(laid.cell, laid.stacc)
        yield (str(number), card, where, str(laid.orientation), *own)


def _good_for(host: HostSurface) -> str:
    if host.state is SurfaceState.OPEN:
        return f"open {host.mark}" if host.mark else "-"
    return host.state.value.replace("_", " ")


def _cells(
    board: BoardView, fits: Mapping[int, int], stacc: int
) -> Iterator[Sequence[str]]:
    for cell, fitting in sorted((unpack(at), fit) for at, fit in fits.items()):
        contacts = board.contacts(Placement(KINDS[0], cell, stacc=stacc))
        on = ", ".join(str(each).removeprefix("the ") for each in contacts)
        yield _spot(cell, stacc), on, words_of(fitting)


def _spot(cell: Cell, stacc: int) -> str:
    return f"{cell}#{stacc}" if stacc else str(cell)
