"""Short real matches."""

from stacko import BlockSet, Game, Rules
from stacko.engines import make_engine
from stacko.hand import named_hand
from stacko.match import Match, MatchConfig

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
    with make_engine(settings.engine, settings.solver, 9.81) as engine:
        record = match.play(engine)
    return match, record
