"""A match's configuration as plain values, and back."""

from __future__ import annotations

from typing import Any

from stacko.config import SimulationConfig
from stacko.match import MatchConfig

__all__ = ["match_config", "plain_configuration"]


def match_config(config: SimulationConfig) -> MatchConfig:
    """Return the part of a batch's configuration that a single game needs."""
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


def plain_configuration(config: MatchConfig) -> dict[str, Any]:
    """Return everything that decides a match, as `SimulationConfig` reads it."""
    hands = {hand.name: hand for hand in config.hands}
    settings = config.engine_settings
    whole = SimulationConfig(
        games=1,
        workers=1,
        players=config.players,
        policy=config.policies,
        hand=tuple(hand.name for hand in config.hands),
        hands=tuple(hands.values()),
        rules=config.rules,
        blocks=config.blocks,
        contact=config.contact,
        solver=settings.solver,
        mujoco=settings.mujoco,
        quasistatic=settings.quasistatic,
        settle=config.settle,
        topple=config.topple,
        engine=config.engine,
        block_set=config.block_set,
        max_turns=config.max_turns,
    )
    plain = whole.to_mapping()
    for name in ("games", "workers", "seed"):
        del plain[name]
    return plain
