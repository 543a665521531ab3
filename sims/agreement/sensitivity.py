"""What changes when what was assumed is somewhat different."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np

from gamebase.columns import column
from sims.agreement.states import TowerState
from sims.agreement.trials import HOWS, Conditions, TrialRow, take_out
from stacko.engines import EngineSettings
from stacko.geometry import layer_names
from stacko.hand import named_hand
from stacko.match import MatchConfig, play_match
from stacko.params import BlockParams, ContactParams, MujocoParams, SolverParams
from stacko.poses import Poses
from stacko.quasistatic.params import QuasistaticParams

__all__ = [
    "VARIATIONS",
    "GameLength",
    "Variation",
    "VariedRow",
    "cells",
    "lengths",
    "restacked",
    "varied",
]


@dataclass(frozen=True, slots=True)
class Variation:
    """Factors on what was assumed.

    Parameters
    ----------
    friction, mass, tolerance : float
        On friction of block on block, mass of a block, deviations of its height.
    timestep : float
        On the timestep of the engines; for the quasistatic model, which has none, on
        the way between two looks at the tower.
    stiffness : float
        On the contact stiffness of the quasistatic model, which engines do not have.
    """

    friction: float = 1.0
    mass: float = 1.0
    tolerance: float = 1.0
    timestep: float = 1.0
    stiffness: float = 1.0

    def settings(self) -> EngineSettings:
        """Return what the engines are told."""
        solver, mujoco, quasi = SolverParams(), MujocoParams(), QuasistaticParams()
        return EngineSettings(
            solver=solver.replace(timestep=solver.timestep * self.timestep),
            mujoco=mujoco.replace(
                timestep=mujoco.timestep * self.timestep,
                # contacts shorter than two steps are not stable
                solref_time=mujoco.solref_time * max(1.0, self.timestep),
            ),
            quasistatic=quasi.replace(
                steps=max(1, round(quasi.steps / self.timestep)),
                contact_stiffness=quasi.contact_stiffness * self.stiffness,
            ),
        )

    def blocks(self) -> BlockParams:
        """Return the blocks."""
        usual = BlockParams()
        return usual.replace(
            mass=usual.mass * self.mass,
            height_sigma=usual.height_sigma * self.tolerance,
        )


VARIATIONS: dict[str, Variation] = {
    "as assumed": Variation(),
    "friction -20 %": Variation(friction=0.8),
    "friction +20 %": Variation(friction=1.2),
    "mass -20 %": Variation(mass=0.8),
    "mass +20 %": Variation(mass=1.2),
    "tolerance x0.5": Variation(tolerance=0.5),
    "tolerance x2": Variation(tolerance=2.0),
    "timestep halved": Variation(timestep=0.5),
    "timestep doubled": Variation(timestep=2.0),
    "stiffness halved": Variation(stiffness=0.5),
    "stiffness doubled": Variation(stiffness=2.0),
}

ONLY: dict[str, tuple[str, ...]] = {
    "stiffness halved": ("quasistatic",),
    "stiffness doubled": ("quasistatic",),
}
"""Variations that only some models know."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VariedRow(TrialRow):
    """One block out of one tower, in one model, with something varied."""

    variation: str = column("what was varied")


def varied(
    state: TowerState, blocks: tuple[str, ...], name: str, model: str, seed: int
) -> list[VariedRow]:
    """Take blocks out of a tower under a variation, both ways."""
    change = VARIATIONS[name]
    given = Conditions(change.blocks(), change.settings(), change.friction, seed)
    tower = restacked(state, change.tolerance)
    rows = [row for how in HOWS for row in take_out(tower, blocks, how, model, given)]
    return [VariedRow(variation=name, **_told(row)) for row in rows]


def _told(row: TrialRow) -> dict[str, Any]:
    return {field.name: getattr(row, field.name) for field in fields(TrialRow)}


def restacked(state: TowerState, tolerance: float) -> TowerState:
    """Return a tower stacked anew, deviations of heights multiplied by a factor.

    Blocks keep their places as seen from above; every layer lies level on the highest
    block below, as after building, and has yet to come to rest.
    """
    nominal = BlockParams().height
    sizes = {
        name: (length, width, nominal + (height - nominal) * tolerance)
        for name, (length, width, height) in state.sizes.items()
    }
    poses = state.poses
    positions, turns = poses.positions.copy(), poses.orientations.copy()
    base = 0.0
    for names in layer_names(state.tower):
        for name in names:
            row = poses.index(name)
            positions[row, 2] = base + sizes[name][2] / 2
            turns[row] = _level(turns[row])
        base += max((sizes[name][2] for name in names), default=0.0)
    return replace(state, poses=Poses(poses.names, positions, turns), sizes=sizes)


def _level(turn: np.ndarray[tuple[int], np.dtype[np.float64]]) -> list[float]:
    """Return the part of a rotation about the vertical."""
    z, w = float(turn[2]), float(turn[3])
    size = np.hypot(z, w)
    return [0.0, 0.0, z / size, w / size]


@dataclass(frozen=True, slots=True, kw_only=True)
class GameLength:
    """How long one game lasted under a variation."""

    variation: str = column("what was varied")
    engine: str = column("the model it was played in")
    game: int = column("index of the game; the same index, the same tower")
    turns: int = column("turns played")
    layers: int = column("layers at the end")


def lengths(name: str, seed: int, games: range) -> list[GameLength]:
    """Play quasistatic games of the usual players under a variation."""
    change = VARIATIONS[name]
    contact = ContactParams()
    config = MatchConfig(
        engine="quasistatic",
        hands=(named_hand("average"),),
        blocks=change.blocks(),
        contact=contact.replace(mu_block=contact.mu_block * change.friction),
        engine_settings=change.settings(),
    )
    rows = [play_match(config, seed, index).game for index in games]
    return [
        GameLength(
            variation=name, engine="quasistatic", game=row.game, turns=row.turns,
            layers=row.layers,
        )
        for row in rows
    ]  # fmt: skip


def cells(
    states: Sequence[TowerState], models: Sequence[str], done: Set[tuple[int, str, str]]
) -> Iterator[tuple[TowerState, str, str]]:
    """Yield what is still to be done: state, variation, model."""
    for state in states:
        for name in VARIATIONS:
            for model in models:
                known = model in ONLY.get(name, models)
                if known and (state.state, name, model) not in done:
                    yield state, name, model
