"""Which cards a player cannot see: those in the pile and in the hands of others."""

from __future__ import annotations

from staccs.cards import KINDS, decc
from staccs.modes import Variation
from staccs.views import View

__all__ = ["unseen"]

_WILD = KINDS[-1].index


def unseen(view: View, variation: str | None = None) -> list[int]:
    """Return the kinds of the cards a player cannot see, in order.

    Parameters
    ----------
    view : View
        What the player sees, of a mode with one DECC.
    variation : str, optional
        Of SOLOSTACCS, the variation played.

    Examples
    --------
    >>> from staccs.modes import make_game
    >>> game = make_game("wild-out", 2, seed=1)
    >>> len(unseen(game.view(0))), game.pile_size
    (52, 52)
    """
    counts = [0] * len(KINDS)
    for card in decc():
        counts[card.index] += 1
    if variation == Variation.NO_WILDS:
        counts[_WILD] = 0
    lie = [placed.card for placed in view.board.cards]
    for card in (*lie, *view.hand, *view.discards):
        counts[card.index] -= 1
    return [kind for kind, count in enumerate(counts) for _ in range(count)]
