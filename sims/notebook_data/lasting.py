"""The data of the notebook on how long a tower lasts, and how high it gets."""

from __future__ import annotations

from collections.abc import Mapping

import pyarrow as pa

from sims.notebook_data.recipe import Making, Measured, Recipe, Study

__all__ = ["LASTING", "climbs"]

_GAMES = ("termination", "turns", "moves", "attempts", "layers", "blocks_on_top")
_TOUCHES = ("turn", "attempt", "slot", "target", "verdict")

_TOWERS, _WIDTHS = 12, (40, 120)


def climbs(making: Making) -> dict[str, pa.Table]:
    """Return the longest lines of legal moves found that leave each layer its middle.

    Returns
    -------
    dict of str to pyarrow.Table
        One table ``climbs`` with a row a tower: its seed, the tower, how many moves
        the rules allow and how many were found, with how many positions kept, and the
        moves.
    """
    from sims.stacko_climbing import climb
    from sims.stacko_heights import highest
    from stacko.game import Game

    rows = []
    for seed in range(1 if making.quick else _TOWERS):
        game = Game(players=4, seed=seed)
        most = highest(game.tower.layer_count).moves
        for width in (3,) if making.quick else _WIDTHS:
            found = climb(game, most, width)
            if len(found) == most:
                break
        rows.append(
            {
                "seed": seed,
                "tower": game.tower.notation(),
                "allowed": most,
                "found": len(found),
                "width": width,
                "moves": " ".join(map(str, found)),
            }
        )
    return {"climbs": pa.Table.from_pylist(rows)}


LASTING: Mapping[str, Recipe] = {
    "lasting": Study(
        "Stacko by three players with three hands, the same towers, by statics",
        "lasting.toml",
        {
            "games": [*_GAMES, "phase", "height"],
            "turns": [*_TOUCHES, "margin_before", "probes"],
        },
        quick=2,
    ),
    "lasting-players": Study(
        "Stacko by 2, 4 and 10 probers; six tries a turn; plain blocks",
        "lasting-players.toml",
        {"games": list(_GAMES), "turns": list(_TOUCHES)},
        quick=2,
    ),
    "lasting-high": Study(
        "Stacko by steady hands with plastic and wooden blocks: how high they get",
        "lasting-high.toml",
        {"games": [*_GAMES, "height"], "turns": [*_TOUCHES, "max_disturbance"]},
        quick=2,
    ),
    "lasting-high-bullet": Study(
        "A few of the games with wooden blocks, in PyBullet",
        "lasting-high-bullet.toml",
        {"games": [*_GAMES, "phase"], "turns": [*_TOUCHES, "max_disturbance"]},
        quick=1,
        # a small set shows that it works, on Pythons without PyBullet, too
        quick_flags=("--engine", "quasistatic"),
    ),
    "lasting-climb": Measured(
        "Lines of legal moves to the highest tower that the rules allow", climbs
    ),
}
"""By name; `sims.notebook_data.recipes` has them among all."""
