"""The data of the notebook on UH OH!: its studies, and its ATTACCs one by one."""

from __future__ import annotations

from collections.abc import Mapping

import pyarrow as pa

from sims.notebook_data.recipe import Making, Measured, Recipe, Study

__all__ = ["UH_OH", "attaccs"]

_LENGTH = ("seed", "winners", "termination", "turns", "rounds")
_CHAINS = ("plays", "counters", "longest_chain", "forgotten", "penalties")

_STUDIES = {"uh-oh.toml": 1000, "uh-oh-party.toml": 200}
"""Whose first games are looked at for ATTACCs, and how many of each cell."""
_QUICK = 2


def attaccs(making: Making) -> dict[str, pa.Table]:
    """Return every ATTACC of the first games of greedy players, one a row.

    Returns
    -------
    dict of str to pyarrow.Table
        One table ``attaccs`` in the order in which they were played, with the columns
        of `sims.staccs_attaccs.Attacc`, the number of players and the game's index.
    """
    from sims.design.design import Design
    from sims.staccs_attaccs import Attacc, attaccs_of
    from sims.staccs_games import STACCS
    from sims.tables import table_of
    from staccs.match import MatchConfig

    players: list[int] = []
    games: list[int] = []
    rows: list[Attacc] = []
    for file, many in _STUDIES.items():
        design = Design.from_file(making.folder / "studies" / file, STACCS)
        for config in (cell.configuration for cell in design.cells):
            if config.policy != ("greedy",):
                continue
            match = MatchConfig.of(config)
            for index in range(_QUICK if making.quick else many):
                found = attaccs_of(match, config.seed, index)
                rows += found
                players += [config.players] * len(found)
                games += [index] * len(found)
    table = table_of(rows, Attacc)
    for name, values in (("game", games), ("players", players)):
        table = table.add_column(0, name, pa.array(values, pa.int64()))
    return {"attaccs": table}


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
        quick=2,
    ),
    "uh-oh-forgetting": Study(
        "games in which player 0 forgets to call UH OH!, and the same without",
        "uh-oh-forgetting.toml",
        {"games": ["winners", "termination", "turns", "forgotten", "penalties"]},
        quick=2,
    ),
    "uh-oh-gifts": Study(
        "games of two greedy players who give any card after a QUEEN",
        "uh-oh-gifts.toml",
        {"games": ["seed", "winners"]},
    ),
    "uh-oh-attaccs": Measured(
        "every ATTACC of games of greedy players, and what came of it",
        attaccs,
    ),
}
"""By name; `sims.notebook_data.recipes` has them among all."""
