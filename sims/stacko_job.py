"""The games of a Stacko batch, as the workers play them."""

from __future__ import annotations

from dataclasses import dataclass

from sims.store import Rows
from stacko.config import SimulationConfig
from stacko.match import MatchConfig, play_match
from stacko.records import GameRow

__all__ = ["StackoJob", "match_config"]


@dataclass(frozen=True, slots=True)
class StackoJob:
    """The games of one configuration; game ``i`` is the same wherever it is played."""

    match: MatchConfig
    seed: int

    def play(self, index: int) -> Rows:
        """Play one game."""
        record = play_match(self.match, self.seed, index)
        return {"games": [record.game], "turns": record.turns}

    def failed(self, index: int, error: str) -> Rows:
        """Return the row of a game that could not be played."""
        seats = range(self.match.players)
        policies, hands = self.match.policies, self.match.hands
        row = GameRow(
            game=index,
            seed=self.seed,
            players=self.match.players,
            policies=",".join(policies[seat % len(policies)] for seat in seats),
            hands=",".join(hands[seat % len(hands)].name for seat in seats),
            engine=self.match.engine,
            termination="failed",
            loser=None,
            turns=0,
            moves=0,
            attempts=0,
            passes=0,
            direction_changes=0,
            layers=0,
            blocks_on_top=0,
            phase=None,
            first_block=None,
            fallen=0,
            any_block=False,
            collapse=False,
            height=0.0,
            min_margin=None,
            sim_time=0.0,
            wall_time=0.0,
            tower="",
            error=error,
        )
        return {"games": [row], "turns": []}


def match_config(config: SimulationConfig) -> MatchConfig:
    """Return the part of a configuration that a single game needs."""
    return MatchConfig(
        players=config.players,
        policies=config.policy,
        hands=tuple(config.hand_params(name) for name in config.hand),
        rules=config.rules,
        blocks=config.blocks,
        contact=config.contact,
        settle=config.settle,
        topple=config.topple,
        engine=config.engine,
        engine_settings=config.engine_settings,
        block_set=config.block_set,
        max_turns=config.max_turns,
    )
