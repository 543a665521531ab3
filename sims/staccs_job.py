"""The games of a STACCS batch, as the workers play them."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any

from gamebase.columns import columns
from sims.dataset.chunks import Rows
from staccs.match import MatchConfig, play_match
from staccs.records import GameRow

__all__ = ["StaccsJob"]

_NOTHING = {"int": 0, "float": 0.0, "str": ""}


@dataclass(frozen=True, slots=True)
class StaccsJob:
    """The games of one configuration; game ``i`` is the same wherever it is played."""

    match: MatchConfig
    seed: int

    def play(self, index: int) -> Rows:
        """Play one game."""
        record = play_match(self.match, self.seed, index)
        return {"games": [record.game], "plays": record.plays}

    def failed(self, index: int, error: str, termination: str = "failed") -> Rows:
        """Return the row of a game that could not be played to its end."""
        match = self.match
        nothing: dict[str, Any] = {
            each.name: _NOTHING.get(each.type) for each in columns(GameRow)
        }
        row = GameRow(**nothing)
        known = dataclasses.replace(
            row,
            game=index,
            seed=self.seed,
            mode=match.mode.value,
            variation=match.variation,
            table="none" if match.table is None else str(match.table.table),
            players=match.players,
            policies=",".join(match.policy(seat) for seat in range(match.players)),
            termination=termination,
            error=error,
        )
        return {"games": [known], "plays": []}
