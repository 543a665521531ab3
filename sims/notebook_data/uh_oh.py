"""The data of the notebook on UH OH!: its studies, and its ATTACCs one by one."""

from __future__ import annotations

from collections.abc import Mapping

from sims.notebook_data.recipe import Recipe, Study

__all__ = ["UH_OH"]

_LENGTH = ("seed", "winners", "termination", "turns", "rounds")
_CHAINS = ("plays", "counters", "longest_chain", "forgotten", "penalties")

UH_OH: Mapping[str, Recipe] = {
    "uh-oh": Study(
        "games of UH OH! of 2 to 5 players, greedy or random",
        "uh-oh.toml",
        {"games": [*_LENGTH, *_CHAINS]},
    ),
    "uh-oh-party": Study(
        "games of UH OH! PARTY of 6 to 10 players, greedy or random",
        "uh-oh-party.toml",
        {"games": [*_LENGTH, *_CHAINS]},
    ),
    "uh-oh-forgetting": Study(
        "games in which player 0 forgets to call UH OH!, and the same without",
        "uh-oh-forgetting.toml",
        {"games": ["winners", "termination", "turns", "forgotten", "penalties"]},
    ),
}
"""By name; `sims.notebook_data.recipes` has them among all."""
