"""Towers as they stood in the middle of real games, with the place of every block."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from gamebase.columns import column
from sims.tables import read_table, table_of, write_table
from stacko.blocks import BlockSet
from stacko.engines.base import Vector
from stacko.errors import ParameterError
from stacko.game import Game
from stacko.hand import HandParams, named_hand
from stacko.match import Match, MatchConfig, open_stage
from stacko.moves import Move
from stacko.params import ContactParams
from stacko.poses import Poses
from stacko.stage import Feeling, Luck, Stage
from stacko.touch import Touched
from stacko.tower import Tower

__all__ = ["FRICTIONS", "PHASES", "TowerState", "read_states", "states_of_game",
           "write_states"]  # fmt: skip

FRICTIONS = (0.25, 0.35, 0.5)
"""Coefficients of block on block that games are played with, in turn."""

PHASES = ("early", "middle", "late")
"""Thirds of a game."""


@dataclass(frozen=True, slots=True)
class TowerState:
    """A tower in a game, at rest before a touch.

    Parameters
    ----------
    state : int
        Number of the state.
    game, ply : int
        Where it is from.
    phase : str
        One of `PHASES`.
    mu : float
        Friction of block on block.
    tower : Tower
        Which block lies in which slot.
    poses : Poses
        Where they lie, lowest first.
    sizes : mapping of name to (length, width, height)
        Of the blocks in the tower, m.
    """

    state: int
    game: int
    ply: int
    phase: str
    mu: float
    tower: Tower
    poses: Poses
    sizes: Mapping[str, Vector]

    def legal_blocks(self) -> tuple[str, ...]:
        """Return the blocks that may be taken by S1, lowest first."""
        below = self.tower.layers[: max(self.tower.highest_complete - 1, 0)]
        return tuple(name for layer in below for name in layer if name is not None)


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockRow:
    """One block of one state."""

    state: int = column("number of the state")
    game: int = column("game it is from")
    ply: int = column("moves made before it")
    phase: str = column("early, middle or late in the game")
    mu: float = column("friction of block on block")
    tower: str = column("the tower in notation")
    block: str = column("the block")
    x: float = column("center", "m")
    y: float = column("center", "m")
    z: float = column("center", "m")
    qx: float = column("orientation, quaternion")
    qy: float = column("orientation, quaternion")
    qz: float = column("orientation, quaternion")
    qw: float = column("orientation, quaternion")
    length: float = column("side", "m")
    width: float = column("side", "m")
    height: float = column("side", "m")


class _Watched:
    """A stage that remembers how the tower stood before every touch."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self.seen: list[tuple[int, Tower, Poses]] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stage, name)

    def touch(
        self,
        game: Game,
        move: Move,
        hand: HandParams,
        rng: np.random.Generator,
        probing: Feeling,
    ) -> Touched:
        self.seen.append((game.ply, game.tower, self._stage.poses()))
        return self._stage.touch(game, move, hand, rng, probing)

    def probing(self, game: Game, hand: HandParams, luck: Luck) -> Feeling:
        return self._stage.probing(game, hand, luck)


def states_of_game(engine: str, seed: int, index: int) -> list[TowerState]:
    """Play a game and return how the tower stood early, in the middle and late in it.

    Parameters
    ----------
    engine : str
        What plays it.
    seed, index : int
        Which game; the index also chooses the friction.
    """
    mu = FRICTIONS[index % len(FRICTIONS)]
    hands = tuple(named_hand(name) for name in ("steady", "average"))
    config = MatchConfig(
        engine=engine, hands=hands, contact=ContactParams().replace(mu_block=mu)
    )
    match = Match(config, seed, index)
    with open_stage(config) as stage:
        watched = _Watched(stage)
        match.play(watched)
        sizes = dict(stage.sizes)
    seen = watched.seen
    picked = [seen[round(share * (len(seen) - 1))] for share in (1 / 6, 1 / 2, 5 / 6)]
    found = []
    for number, (phase, (ply, tower, poses)) in enumerate(
        zip(PHASES, picked, strict=True)
    ):
        names = [block.name for block in tower.blocks()]
        mine = {name: sizes[name] for name in names}
        state = 3 * index + number
        found.append(
            TowerState(state, index, ply, phase, mu, tower, poses.select(names), mine)
        )
    return found


def write_states(states: Sequence[TowerState], path: Path) -> None:
    """Write states as a Parquet table, a row a block."""
    rows = [row for state in states for row in _rows(state)]
    write_table(table_of(rows, BlockRow), path)


def _rows(state: TowerState) -> Iterator[BlockRow]:
    for name in state.poses.names:
        x, y, z = state.poses.position(name).tolist()
        qx, qy, qz, qw = state.poses.orientation(name).tolist()
        length, width, height = state.sizes[name]
        yield BlockRow(
            state=state.state, game=state.game, ply=state.ply, phase=state.phase,
            mu=state.mu, tower=state.tower.notation(), block=name, x=x, y=y, z=z,
            qx=qx, qy=qy, qz=qz, qw=qw, length=length, width=width, height=height,
        )  # fmt: skip


def read_states(path: Path) -> list[TowerState]:
    """Read states that `write_states` wrote.

    Raises
    ------
    ParameterError
        If the file holds no state.
    """
    rows = read_table(path, BlockRow).to_pylist()
    grouped: dict[int, list[dict[str, Any]]] = {}
    for row in rows:
        grouped.setdefault(row["state"], []).append(row)
    if not grouped:
        raise ParameterError(f"{path} holds no state of a tower; write one first")
    return [_state(number, grouped[number]) for number in sorted(grouped)]


def _state(number: int, rows: list[dict[str, Any]]) -> TowerState:
    first = rows[0]
    names = tuple(row["block"] for row in rows)
    positions = np.array([[row[key] for key in ("x", "y", "z")] for row in rows])
    turns = np.array([[row[key] for key in ("qx", "qy", "qz", "qw")] for row in rows])
    sizes = {row["block"]: (row["length"], row["width"], row["height"]) for row in rows}
    tower = Tower.from_notation(first["tower"], BlockSet.default())
    return TowerState(
        number, first["game"], first["ply"], first["phase"], first["mu"], tower,
        Poses(names, positions, turns), sizes,
    )  # fmt: skip
