"""Greedy players of STACCS that forget to call UH OH!, for studies to name.

A study names a player by its class, made without arguments, so each probability is a
class of its own::

    policy = "sims.staccs_forgetful:Half,greedy,greedy"
"""

from __future__ import annotations

from staccs.players import GreedyPlayer

__all__ = ["Always", "Half", "Quarter"]


class Quarter(GreedyPlayer):
    """Forgets one call in four."""

    name = "forgets-25"

    def __init__(self) -> None:
        super().__init__(forget=0.25)


class Half(GreedyPlayer):
    """Forgets every other call."""

    name = "forgets-50"

    def __init__(self) -> None:
        super().__init__(forget=0.5)


class Always(GreedyPlayer):
    """Forgets every call."""

    name = "forgets-100"

    def __init__(self) -> None:
        super().__init__(forget=1.0)
