"""Hypothesis strategies for blocks, towers, rules, moves and games."""

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from stacko import (
    PLAY_COLORS,
    Block,
    BlockSet,
    Demand,
    Face,
    Game,
    ImpossibleResultError,
    Move,
    Result,
    Rules,
    Slot,
    Tower,
    Verdict,
)
from stacko.rules import (
    AfterAction,
    Edition,
    NoMatch,
    Reach,
    Starter,
    Topple,
    TwoPlayerReverse,
)

# The machine that runs the tests may be busy: no test fails for being slow.
settings.register_profile(
    "stacko", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("stacko")

KINDS = [color + face for color in "RYGB" for face in "0123456789SRD"] + ["W"]

block_names = st.one_of(
    st.builds(str.__add__, st.sampled_from(KINDS), st.sampled_from(["", *"bcdz"])),
    st.integers(1, 999).map("T{}".format),
)
blocks = block_names.map(Block)
slots = st.builds(Slot, st.integers(1, 9999), st.sampled_from("abc"))
demands = st.one_of(
    st.builds(Demand, st.none(), st.none(), st.integers(0, 2)),
    st.builds(Demand, st.sampled_from(PLAY_COLORS), st.none(), st.integers(0, 2)),
    st.builds(
        Demand,
        st.sampled_from(PLAY_COLORS),
        st.sampled_from([face for face in Face if face not in (Face.WILD, Face.PLAIN)]),
    ),
)
fallen = st.lists(block_names, unique=True, max_size=3).map(tuple)
results = st.one_of(
    st.builds(Result, st.sampled_from([v for v in Verdict if v != "toppled"]), fallen),
    st.just(Result.toppled()),
)
rules = st.builds(
    Rules,
    reach=st.sampled_from(Reach),
    two_player_reverse=st.sampled_from(TwoPlayerReverse),
    after_action=st.sampled_from(AfterAction),
    no_match=st.sampled_from(NoMatch),
    topple=st.sampled_from(Topple),
    retry_limit=st.integers(1, 4),
    starter=st.sampled_from(Starter),
    edition=st.sampled_from(Edition),
)


@st.composite
def moves(draw):
    """Draw a move of any form."""
    name = draw(block_names)
    color = draw(st.sampled_from([None, *PLAY_COLORS])) if name[0] == "W" else None
    return Move(name, draw(slots), color)


@st.composite
def block_sets(draw, most=15):
    """Draw a set of 1 to `most` layers."""
    layers = draw(st.integers(1, most))
    size = 3 * layers
    names = st.lists(block_names, unique=True, min_size=size, max_size=size)
    return BlockSet.from_names(draw(names))


@st.composite
def towers(draw):
    """Draw a tower of any set, with gaps, no layer of it empty."""
    block_set = draw(block_sets())
    order = list(draw(st.permutations(block_set.names)))
    layers = []
    while order:
        held = draw(st.integers(1, min(3, len(order))))
        layer = [order.pop() for _ in range(held)] + [None] * (3 - held)
        layers.append(tuple(draw(st.permutations(layer))))
    kept = draw(st.integers(1, len(layers)))
    return Tower(tuple(layers[:kept]), block_set)


@st.composite
def fresh_games(draw, rule_sets=rules):
    """Draw a game before its first move, on a small random tower."""
    return Game(
        players=draw(st.integers(2, 10)),
        rules=draw(rule_sets),
        tower=draw(towers()),
        seed=draw(st.integers(0, 2**32)),
        demand=draw(demands),
        direction=draw(st.sampled_from([1, -1])),
    )


def one_result(draw, game, move):
    """Draw a result that the move may have."""
    if move.is_null:
        return Result.clean()
    verdict = draw(st.sampled_from(["clean", "clean", "clean", "stuck", "given_up"]))
    others = [block.name for block in game.tower.blocks() if block.name != move.block]
    falls = game.rules.topple is Topple.COLLAPSE and draw(st.integers(0, 5)) == 0
    names = st.lists(st.sampled_from(others), unique=True, max_size=2)
    return Result(verdict, tuple(draw(names)) if falls and others else ())


def push_one(draw, game):
    """Push a random legal move with a random result; stuck where that cannot be."""
    legal = game.legal_moves
    move = legal[draw(st.integers(0, len(legal) - 1))]
    try:
        game.push(move, one_result(draw, game, move))
    except ImpossibleResultError:
        game.push(move, "stuck")


@st.composite
def games(draw, most=12):
    """Draw a game after up to `most` random moves."""
    game = draw(fresh_games())
    for _ in range(draw(st.integers(0, most))):
        if game.outcome() is not None:
            break
        push_one(draw, game)
    if game.outcome() is None and draw(st.integers(0, 9)) == 0:
        move = game.legal_moves[0]
        if not move.is_null:
            game.push(move, "toppled")
    return game
