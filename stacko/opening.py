"""The position a game begins with, from what a caller gives, checked."""

import numpy as np

from stacko.blocks import BlockSet
from stacko.chance import RandomState
from stacko.demand import ANY, Demand
from stacko.errors import ParameterError, shown
from stacko.position import Position
from stacko.rules import Edition, Rules, Starter
from stacko.tower import Tower

__all__ = ["Seed", "opening"]

Seed = int | np.random.SeedSequence | np.random.Generator | None
"""What a game can be seeded with."""

_MOST_PLAYERS = 10


def opening(
    players: int,
    rules: Rules | None = None,
    tower: Tower | str | None = None,
    block_set: BlockSet | None = None,
    seed: Seed = None,
    *,
    demand: Demand | str = ANY,
    turn: int | None = None,
    direction: int = 1,
) -> Position:
    """Return the position a game begins with; see `stacko.Game` for the parameters.

    Raises
    ------
    ParameterError
        If a value is not accepted.
    InvalidNotationError
        If a text is no tower or demand.
    """
    rules = Rules() if rules is None else rules
    _check_players(players, rules)
    rng = _generator(seed)
    cube = rules.edition is Edition.CUBE
    return Position(
        players=players,
        rules=rules,
        tower=_tower(tower, block_set, rng),
        turn=_first_turn(turn, players, rules),
        direction=_direction(direction),
        demand=_demand(demand),
        random=RandomState.drawn_from(rng) if cube else None,
    )


def _check_players(players: object, rules: object) -> None:
    if type(players) is not int or not 2 <= players <= _MOST_PLAYERS:
        raise ParameterError(
            f"players is {shown(players)}: give a whole number from 2 to "
            f"{_MOST_PLAYERS} (S14)"
        )
    if not isinstance(rules, Rules):
        raise ParameterError(
            f"rules is {shown(rules)}: give Rules(...), or read them with "
            "Rules.from_mapping"
        )


def _generator(seed: object) -> np.random.Generator:
    kinds = int | np.random.SeedSequence | np.random.Generator | None
    if not isinstance(seed, kinds) or isinstance(seed, bool):
        raise ParameterError(f"seed is {shown(seed)}: give a whole number from 0")
    if isinstance(seed, int) and seed < 0:
        raise ParameterError(f"seed is {shown(seed)}: give a whole number from 0")
    return np.random.default_rng(seed)


def _tower(
    tower: Tower | str | None, block_set: BlockSet | None, rng: np.random.Generator
) -> Tower:
    if block_set is not None and not isinstance(block_set, BlockSet):
        raise ParameterError(
            f"block_set is {shown(block_set)}: give a BlockSet, such as "
            "BlockSet.from_toml(path)"
        )
    if tower is None:
        return Tower.built(block_set or BlockSet.default(), rng)
    if isinstance(tower, str):
        return Tower.from_notation(tower, block_set)
    if not isinstance(tower, Tower):
        raise ParameterError(f"tower is {shown(tower)}: give a Tower or its notation")
    if block_set is not None and block_set != tower.block_set:
        raise ParameterError(
            f"the tower is of another set ({len(tower.block_set)} blocks) than "
            f"block_set ({len(block_set)} blocks): leave block_set out"
        )
    return tower


def _first_turn(turn: object, players: int, rules: Rules) -> int:
    if turn is None:
        return 0 if rules.starter is Starter.BUILDER else 1
    if type(turn) is not int or not 0 <= turn < players:
        raise ParameterError(
            f"turn is {shown(turn)}: give a player from 0 to {players - 1}"
        )
    return turn


def _direction(direction: object) -> int:
    if type(direction) is not int or direction not in (1, -1):
        raise ParameterError(
            f"direction is {shown(direction)}: give 1 (clockwise) or -1"
        )
    return direction


def _demand(demand: Demand | str) -> Demand:
    return demand if isinstance(demand, Demand) else Demand.from_notation(demand)
