"""Short real matches."""

from contextlib import contextmanager
from dataclasses import replace

import numpy as np

from stacko import BlockSet, Game, Move, Rules
from stacko.engines.base import Snapshot
from stacko.hand import Hand, named_hand
from stacko.match import Match, MatchConfig, open_stage
from stacko.params import ToppleParams
from stacko.touch import Probing, Touching
from tests.hand.bench import SURE, standing

TWELVE = BlockSet.from_toml(
    "blocks = {R1 = 1, R2 = 1, RD = 1, G1 = 1, G2 = 1, GS = 1, "
    "B1 = 1, B2 = 1, BR = 1, Y1 = 1, YD = 1, W = 1}"
)
"""A tower of four layers."""

STRANGERS = "tests.match.strangers"


def config(policy="random", hand="steady", rules=None, **more):
    """Return the configuration of a match on a small tower."""
    policies = policy if isinstance(policy, tuple) else (policy,)
    hands = (named_hand(hand) if isinstance(hand, str) else hand,)
    chosen = rules if isinstance(rules, Rules) else Rules(**(rules or {}))
    settings = {"block_set": TWELVE, "players": 2, "max_turns": 8, **more}
    return MatchConfig(policies=policies, hands=hands, rules=chosen, **settings)


def played_on(text, settings, seed=0, **game):
    """Play a match on a given tower; return the match and its record."""
    match = Match(settings, seed, 0)
    match.game = Game(settings.players, settings.rules, text, seed=seed, **game)
    with open_stage(settings) as stage:
        record = match.play(stage)
    return match, record


@contextmanager
def touching(text, hand=SURE, seed=0, *, shifted=None, rules=None, params=None):
    """Open a settled tower of a game; yields what can make a move on it.

    ``shifted`` maps blocks to how far they are put off their slots along x, in m.
    """
    with standing(text, hand, seed) as bench:
        state = bench.engine.snapshot()
        moved = tuple(_along_x(body, shifted or {}) for body in state.bodies)
        bench.engine.restore(Snapshot(moved, state.time))
        bench.world.settle()
        bench.world.mark_all_slot_poses()
        bench.game = Game(2, Rules(**(rules or {})), text)
        topple = ToppleParams(**(params or {}))
        bench.params = topple
        bench.probing = Probing(
            bench.world,
            bench.game,
            lambda count: Hand(bench.world, hand, np.random.default_rng([seed, count])),
            topple,
        )
        bench.touching = Touching(bench.world, bench.game, bench.hand, topple)
        bench.make = lambda move: bench.touching.make(
            Move.from_notation(move), bench.probing
        )
        yield bench


def _along_x(body, shifted):
    x, y, z = body.position
    return replace(body, position=(x + shifted.get(body.name, 0.0), y, z))
