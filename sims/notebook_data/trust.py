"""The data of the notebook on how far the simulation can be trusted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from sims.errors import BatchError
from sims.notebook_data.recipe import Making, Measured, Recipe

if TYPE_CHECKING:
    from sims.agreement.states import TowerState
    from stacko.match import MatchConfig

__all__ = [
    "FACTORS",
    "TRUST",
    "UNSCREENED",
    "Factor",
    "loose_blocks",
    "screening",
    "standards",
]

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Factor:
    """What is varied together, and between which factors of the usual value.

    Parameters
    ----------
    keys : tuple of str
        Parameters by their dotted keys, as `stacko params` prints them; those of the
        average hand without its name.
    apart : float
        The high value over the low one; the usual one is in the middle.
    """

    keys: tuple[str, ...]
    apart: float = 2.0

    def at(self, sign: int) -> dict[str, float]:
        """Return the factor of each key, low (-1) or high (1)."""
        return dict.fromkeys(self.keys, self.apart ** (sign / 2))


FACTORS: Mapping[str, Factor] = {
    "block length and width": Factor(("blocks.length", "blocks.width"), 1.2),
    "block height": Factor(("blocks.height",), 1.2),
    "block mass": Factor(("blocks.mass",)),
    "spread of heights": Factor(("blocks.height_sigma",)),
    "side clearance": Factor(("blocks.side_clearance",)),
    "friction of blocks": Factor(("contact.mu_block",)),
    "friction on the table": Factor(("contact.mu_table",)),
    "speed of pulls and pushes": Factor(("hand.speed", "hand.push_speed")),
    "largest force of a hand": Factor(("hand.force_limit",)),
    "force at which it gives up": Factor(("hand.give_up_force",)),
    "shift at which it gives up": Factor(("hand.give_up_shift",)),
    "tremor": Factor(("hand.tremor",)),
    "frequency of tremor": Factor(("hand.tremor_frequency",)),
    "mass of the fingertip": Factor(("hand.finger_mass",)),
    "error of direction": Factor(("hand.direction_error",)),
    "error of place": Factor(("hand.place_error",)),
    "error of turn": Factor(("hand.yaw_error",)),
    "depth of grip and push": Factor(("hand.grip_depth", "hand.push_distance")),
    "force of a probe": Factor(("hand.probe_force",)),
    "way of a probe": Factor(("hand.probe_distance",)),
    "stiffness of contacts": Factor(("quasistatic.contact_stiffness",)),
    "sag of a sliding block": Factor(("quasistatic.sag",)),
    "scatter of friction": Factor(("quasistatic.scatter",)),
}
"""What the screening varies."""

UNSCREENED = (
    "blocks.wall", "contact.mu_finger", "contact.restitution", "hand.aim_error",
    "hand.finger", "hand.grip_frequency", "hand.grip_stiffness", "hand.lift_stiffness",
    "hand.place_speed", "hand.probe_speed", "hand.side_stiffness", "settle.tolerance",
    "topple.drop",
)  # fmt: skip
"""Parameters that it leaves out, tried one by one: do games take notice of them?"""

SEED = 5
_TOWERS, _OTHERS = 64, 2

_SPREAD_OF_OTHERS = "0.2 %"
_SPREADS = {"0.1 %": 1e-3, _SPREAD_OF_OTHERS: 2e-3, "0.4 %": 4e-3}
"""Standard deviations of the heights of blocks, as shares of a height."""
_WATCHED = 8
"""Fresh towers that are also built in the engines."""


def screening(making: Making) -> dict[str, pa.Table]:
    """Play quasistatic games with everything that was assumed varied at once.

    Returns
    -------
    dict of str to pyarrow.Table
        ``games``: tower, run of the design, turns, and whether it toppled. ``design``:
        a row a run, a column a factor, -1 or 1. ``known``: of parameters that are left
        out, whether a game takes any notice of them.
    """
    from sims.screening import folded_design
    from stacko.match import play_match

    design = folded_design(len(FACTORS))
    rows: list[Row] = []
    for run, signs in enumerate(design.tolist()):
        factors: dict[str, float] = {}
        for factor, sign in zip(FACTORS.values(), signs, strict=True):
            factors |= factor.at(sign)
        config = varied(factors)
        if making.quick:
            config = replace(config, max_turns=2)
        for tower in range(2 if making.quick else _TOWERS):
            game = play_match(config, SEED, tower).game
            fell = game.phase is not None
            rows.append(
                {"run": run, "tower": tower, "turns": game.turns, "toppled": fell}
            )
    small = pa.schema(
        {"run": pa.int16(), "tower": pa.int16(), "turns": pa.int16()}
        | {"toppled": pa.bool_()}
    )
    columns = {name: design[:, k] for k, name in enumerate(FACTORS)}
    others = UNSCREENED[:2] if making.quick else UNSCREENED
    games = 1 if making.quick else _OTHERS
    return {
        "games": pa.Table.from_pylist(rows, small),
        "design": pa.table(columns),
        "known": pa.Table.from_pylist(list(_known(others, games))),
    }


def varied(factors: Mapping[str, float]) -> MatchConfig:
    """Return the usual quasistatic games with some parameters times a factor."""
    from stacko.engines import EngineSettings
    from stacko.hand import named_hand
    from stacko.match import MatchConfig
    from stacko.params import BlockParams, ContactParams, SettleParams, ToppleParams
    from stacko.quasistatic.params import QuasistaticParams

    sections: dict[str, Any] = {
        "blocks": BlockParams(),
        "contact": ContactParams(),
        "hand": named_hand("average"),
        "quasistatic": QuasistaticParams(),
        "settle": SettleParams(),
        "topple": ToppleParams(),
    }
    for key, factor in factors.items():
        section, name = key.split(".")
        usual = sections[section]
        new = {name: getattr(usual, name) * factor}
        sections[section] = usual.replace(**new)
    return MatchConfig(
        engine="quasistatic",
        hands=(sections["hand"],),
        blocks=sections["blocks"],
        contact=sections["contact"],
        settle=sections["settle"],
        topple=sections["topple"],
        engine_settings=EngineSettings(quasistatic=sections["quasistatic"]),
    )


def _known(keys: Sequence[str], games: int) -> Iterator[Row]:
    """Yield of each parameter whether games go on alike with 0.7 and 1.4 of it."""
    usual = _told({}, games)
    for key in keys:
        alike = all(_told({key: factor}, games) == usual for factor in (0.7, 1.4))
        yield {"parameter": key, "games": games, "alike": alike}


def _told(factors: Mapping[str, float], games: int) -> list[str]:
    """Return all that is kept of some games, but how long they took to compute."""
    from gamebase.columns import lasting_values
    from stacko.match import play_match

    records = [play_match(varied(factors), SEED, tower) for tower in range(games)]
    return [
        repr(lasting_values(row))
        for record in records
        for row in (record.game, *record.turns)
    ]


def standards(making: Making) -> dict[str, pa.Table]:
    """Find what is known already: by statics, and in the engines that are installed.

    Returns
    -------
    dict of str to pyarrow.Table
        ``standards``: rows of `sims.gold_standards.Standard`. ``creep``: of
        `sims.gold_engines.Creep`. ``reasons``: some of both with an engine that is
        told to try harder. ``removals``: of each block of full towers of equal
        blocks whether the rest stands. ``loads``: of towers with a spread of heights
        how many blocks below the highest layer are loose.

    Raises
    ------
    BatchError
        If a full set is asked for where an engine is not installed.
    """
    from sims.gold_engines import Creep, by_engine, creeps
    from sims.gold_standards import Standard, by_statics
    from sims.tables import table_of

    engines = _engines(making.quick)
    found = list(by_statics(few=making.quick))
    leaning: list[Creep] = []
    for name in engines:
        found += by_engine(name, few=making.quick)
        leaning += creeps(name, few=making.quick)
    return {
        "standards": table_of(found, Standard),
        "creep": table_of(leaning, Creep),
        "reasons": pa.Table.from_pylist(_reasons(making.quick, engines)),
        "removals": pa.Table.from_pylist(_removals(making.quick)),
        "loads": pa.Table.from_pylist(_loads(making.quick, engines)),
    }


def _reasons(few: bool, engines: Sequence[str]) -> list[Row]:
    """Ask for a high stack and a pushed tower again, of engines that try harder."""
    from sims.gold_engines import creep_of_tower, stack_reach
    from sims.gold_standards import tilt_of_tower
    from stacko.engines import EngineSettings
    from stacko.params import ContactParams, MujocoParams, SolverParams

    solver, mujoco = SolverParams(), MujocoParams()
    tried = {
        "pybullet": {
            "as shipped": EngineSettings(),
            "40 iterations": EngineSettings(solver=solver.replace(iterations=40)),
        },
        "mujoco": {
            "as shipped": EngineSettings(),
            "impratio 10": EngineSettings(mujoco=mujoco.replace(impratio=10.0)),
            "4 slip-free iterations": EngineSettings(
                mujoco=mujoco.replace(noslip_iterations=4)
            ),
        },
    }
    blocks, layers, until = (2, 1, 0.5) if few else (10, 15, 4.0)
    push = 0.6 * tilt_of_tower(layers, ContactParams().mu_block, "x")
    rows: list[Row] = []
    for name in engines:
        for setting, settings in tried[name].items():
            stack = stack_reach(name, blocks, settings)
            creep = creep_of_tower(name, layers, push, until, settings)
            row: Row = {"who": name, "setting": setting, "blocks": blocks}
            row |= {"reach": stack.found / stack.known, "layers": layers}
            rows.append({**row, "creep": creep})
    return rows


def _removals(few: bool) -> list[Row]:
    """Take each block below the highest layer out of towers of equal blocks."""
    from sims.gold_standards import assembled, tower_bodies
    from stacko.statics import Verdict, equilibrium

    rows: list[Row] = []
    for layers in (3,) if few else (15, 18):
        tower = assembled(tower_bodies(layers))
        names = [body.name for body in tower.bodies if not body.fixed][:-3]
        stand = sum(
            equilibrium(tower.without(name)).verdict is Verdict.STABLE for name in names
        )
        rows.append({"layers": layers, "removals": len(names), "stand": stand})
    return rows


def _loads(few: bool, engines: Sequence[str]) -> list[Row]:
    """Count the blocks of fresh towers that carry nothing, or next to nothing."""
    from sims.agreement.trials import Conditions
    from sims.fresh_towers import (
        engine_loads,
        fresh_tower,
        jittered,
        rigid_loads,
        sprung_loads,
    )
    from stacko.kits import KITS
    from stacko.params import BlockParams

    kit, usual, given = KITS["uno"], BlockParams(), Conditions()
    rows: list[Row] = []
    for spread, share in _SPREADS.items():
        for tower in range(1 if few else 40):
            state = fresh_tower(kit, tower, jittered(usual, share))
            told = {
                "rigid": rigid_loads(state, given),
                "quasistatic": sprung_loads(state, given),
            }
            if tower < _WATCHED and not few and spread == _SPREAD_OF_OTHERS:
                for name in engines:
                    told[name] = engine_loads(state, name, given)
            for model, loads in told.items():
                row: Row = {"model": model, "spread": spread, "tower": tower}
                rows.append(row | _loose(state, loads))
    return rows


def _loose(state: TowerState, loads: Mapping[str, float]) -> dict[str, int]:
    """Return how many blocks there are below the highest layer, and how many loose."""
    from sims.fresh_towers import LOOSE, layer_shares

    shares = layer_shares(state, loads)
    loose = sum(share < LOOSE for share in shares.values())
    return {"blocks": len(shares), "loose": loose}


def loose_blocks(making: Making) -> dict[str, pa.Table]:
    """Count loose blocks in engines of other timesteps, and that iterate more.

    Returns
    -------
    dict of str to pyarrow.Table
        ``loose``: of the fresh towers that `standards` builds in engines, by engine
        and setting, blocks below the highest layer and how many of them are loose.

    Raises
    ------
    BatchError
        If a full set is asked for where an engine is not installed.
    """
    from sims.agreement.trials import Conditions
    from sims.fresh_towers import engine_loads, fresh_tower, jittered
    from stacko.engines import EngineSettings
    from stacko.kits import KITS
    from stacko.params import BlockParams, MujocoParams, SolverParams

    solver, mujoco = SolverParams(), MujocoParams()
    half, twice = solver.timestep / 2, solver.timestep * 2
    erp = solver.contact_erp / 2
    tried: dict[str, dict[str, EngineSettings]] = {
        "pybullet": {
            name: EngineSettings(solver=given)
            for name, given in {
                "timestep doubled": solver.replace(timestep=twice),
                "as shipped": solver,
                "timestep and contact ERP halved": solver.replace(
                    timestep=half, contact_erp=erp
                ),
                "40 iterations": solver.replace(iterations=40),
                "timestep halved": solver.replace(timestep=half),
            }.items()
        },
        "mujoco": {
            name: EngineSettings(mujoco=given)
            for name, given in {
                "as shipped": mujoco,
                "timestep halved": mujoco.replace(timestep=mujoco.timestep / 2),
            }.items()
        },
    }
    spread = jittered(BlockParams(), _SPREADS[_SPREAD_OF_OTHERS])
    rows: list[Row] = []
    for name in _engines(making.quick):
        for setting, settings in tried[name].items():
            given = Conditions(settings=settings)
            for tower in range(1 if making.quick else _WATCHED):
                state = fresh_tower(KITS["uno"], tower, spread)
                row: Row = {"who": name, "setting": setting, "tower": tower}
                rows.append(row | _loose(state, engine_loads(state, name, given)))
    return {"loose": pa.Table.from_pylist(rows)}


def _engines(few: bool) -> list[str]:
    """Return the engines that are installed: for a full set, all that there are.

    Raises
    ------
    BatchError
        If one is missing for a full set.
    """
    from stacko.engines import engine_names, is_installed

    engines = [name for name in engine_names() if is_installed(name)]
    if not few and len(engines) < len(engine_names()):
        raise BatchError(
            f"only {', '.join(engines)} is installed here: install "
            f"{' and '.join(engine_names())} for the full set"
        )
    return engines


TRUST: Mapping[str, Recipe] = {
    "trust-standards": Measured(
        "Known answers, as statics and both engines find them", standards
    ),
    "trust-loose": Measured(
        "Loose blocks of fresh towers in engines of other timesteps", loose_blocks
    ),
    "trust-screening": Measured(
        "Quasistatic games with 23 assumptions varied at once", screening
    ),
}
"""By name."""
