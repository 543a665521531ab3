"""UH OH! PARTY: more players and two DECCs (T16)."""

from __future__ import annotations

from typing import ClassVar

from staccs.modes.uh_oh import UhOh
from staccs.phases import Mode

__all__ = ["Party"]


class Party(UhOh):
    """A game of UH OH! PARTY.

    As `UhOh`, with 6 to 10 players and two DECCs shuffled together.

    Examples
    --------
    >>> game = Party(players=10, seed=1)
    >>> game.hand_sizes[0], game.pile_size
    (5, 69)
    """

    mode = Mode.PARTY
    copies: ClassVar[int] = 2
    fewest: ClassVar[int] = 6
    most: ClassVar[int] = 10
