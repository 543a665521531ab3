"""Trying everything with a few cards: what proofs and searches are checked against."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from staccs.board import Board
from staccs.cards import KINDS, Card
from staccs.modes.solo import Solo
from staccs.rules import Rules

__all__ = ["can_be_won", "most_standing"]

_WILD = KINDS[-1].index


def most_standing(cards: Sequence[Card], rules: Rules | None = None) -> int:
    """Return how many of a few cards can stand in one STACC, their order free.

    Every card but a WILD is tried as the first, and every way to go on.

    Parameters
    ----------
    cards : sequence of Card
        A few; eight take seconds.
    rules : Rules, optional
        How the rules are read.

    Examples
    --------
    >>> most_standing([Card.parse(name) for name in ("5S", "5H", "JS", "JH")])
    4
    """
    left = Counter(card.index for card in cards)
    best = 0
    for kind in sorted(left):
        if kind == _WILD:
            continue
        board = Board(rules)
        board.start(KINDS[kind])
        left[kind] -= 1
        best = _most(board, left, best, set())
        left[kind] += 1
        if best == len(cards):
            break
    return best


def _most(
    board: Board, left: Counter[int], best: int, known: set[frozenset[object]]
) -> int:
    """Return the most cards that stand, or what is the best already."""
    best = max(best, len(board))
    if best == len(board) + left.total():
        return best
    key = _seen_from_above(board)
    if key in known or len(board) + left.total() <= best:
        return best
    known.add(key)
    for kind, cell, way in _plays(board, left):
        board.put(kind, cell, way, -1, 0)
        left[kind] -= 1
        best = _most(board, left, best, known)
        left[kind] += 1
        board.undo()
    return best


def _plays(board: Board, left: Counter[int]) -> Iterator[tuple[int, int, int]]:
    for cell, fit in sorted(board.open_cells().items()):
        for kind, count in left.items():
            if count and fit >> kind & 1:
                wild = kind == _WILD
                ways = board.rotations() if wild else (board.orientation(),)
                for way in ways:
                    yield kind, cell, way


def _seen_from_above(board: Board) -> frozenset[object]:
    """Return all that decides how a STACC can go on."""
    surfaces = (
        (host.host, host.surface, host.state, host.visible) for host in board.surfaces()
    )
    return frozenset((*surfaces, *board.open_cells().items()))


def can_be_won(game: Solo, most: int | None = None) -> bool | None:
    """Return whether any moves win a game of SOLOSTACCS, by trying all of them.

    Parameters
    ----------
    game : Solo
        It is left as it was. With a pile of more than a few cards there are too many
        positions, unless hardly anything fits.
    most : int, optional
        After so many positions it is given up.

    Returns
    -------
    bool or None
        None if it was given up. False is a proof: no position was left out.

    Examples
    --------
    >>> from staccs.deals import Deal
    >>> deal = Deal("5S@0,0", ("",), "7H 9D 9H", variation="perfect")
    >>> can_be_won(Solo.from_deal(deal))
    False
    """
    known: set[str] = set()
    copy = game.copy()
    moves = [iter(list(copy.legal_moves))]
    while moves:
        move = next(moves[-1], None)
        if move is None:
            moves.pop()
            if moves:
                copy.pop()
            continue
        copy.push(move)
        key = repr(copy.state())
        ended = copy.outcome()
        if ended is not None and ended.winners:
            return True
        if ended is not None or key in known:
            copy.pop()
            continue
        if most is not None and len(known) >= most:
            return None
        known.add(key)
        moves.append(iter(list(copy.legal_moves)))
    ended = game.outcome()
    return ended is not None and bool(ended.winners)
