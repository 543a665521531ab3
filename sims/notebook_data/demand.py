"""The data of the notebook on what UNO changes: its study, and single turns."""

from __future__ import annotations

from collections.abc import Mapping

import pyarrow as pa

from sims.notebook_data.recipe import Making, Measured, Recipe, Study

__all__ = ["DEMAND", "measure_turns"]

_STUDY = "demand.toml"
_GAMES, _QUICK = 60, 1
_EVERY = 8
"""Of so many turns of a game one has all its blocks tried."""


def measure_turns(making: Making) -> dict[str, pa.Table]:
    """Play games of UNO Stacko, and each of their turns again under other demands.

    Returns
    -------
    dict of str to pyarrow.Table
        ``turns`` with the columns of `sims.stacko_demands.TurnTrial`, and ``blocks``
        with those of `sims.stacko_demands.BlockAt`, for the turns 1, 9, 17 and so on.
    """
    from sims.design.design import Design
    from sims.stacko_demands import (
        BlockAt,
        TurnTrial,
        blocks_at,
        starts_of,
        turn_trials,
    )
    from sims.stacko_games import STACKO
    from sims.tables import table_of
    from stacko.replay.configuration import match_config

    design = Design.from_file(making.folder / "studies" / _STUDY, STACKO)
    settings = design.cells[0].configuration
    config = match_config(settings)
    turns: list[TurnTrial] = []
    blocks: list[BlockAt] = []
    for index in range(_QUICK if making.quick else _GAMES):
        for start in starts_of(config, settings.seed, index):
            turns += turn_trials(config, settings.seed, start)
            if start.turn % _EVERY == 1:
                blocks += blocks_at(config, start)
    return {"turns": table_of(turns, TurnTrial), "blocks": table_of(blocks, BlockAt)}


DEMAND: Mapping[str, Recipe] = {
    "demand": Study(
        "games of Stacko with and without what UNO adds, the same towers, by statics",
        _STUDY,
        {
            "games": [
                "termination", "loser", "turns", "moves", "layers", "phase", "tower",
            ],
            "turns": [
                "turn", "attempt", "player", "demand", "block", "target", "verdict",
            ],
        },
        quick=1,
    ),
    "demand-tries": Study(
        "games of Stacko with ten tries a turn, the same towers, by statics",
        "demand-tries.toml",
        {
            "games": ["termination", "turns", "moves", "passes"],
            "turns": ["turn", "attempt", "demand", "verdict"],
        },
        quick=1,
    ),
    "demand-bullet": Study(
        "games of Stacko with and without UNO in PyBullet, towers of the others",
        "demand-bullet.toml",
        {
            "games": ["engine", "termination", "turns", "moves"],
            "turns": ["turn", "attempt", "demand", "verdict"],
        },
        quick=1,
        quick_flags=("--engine", "quasistatic"),
    ),
    "demand-turns": Measured(
        "turns of the first games of UNO Stacko, each under several demands",
        measure_turns,
    ),
}  # fmt: skip
"""By name; `sims.notebook_data.recipes` has them among all."""
