"""Hypothesis strategies for games of STACCS."""

from hypothesis import strategies as st

from staccs.lattice import to_plane
from staccs.modes import STARTS, Variation, make_game
from staccs.phases import Mode
from staccs.rules import (
    DrawAnyway,
    PartialOverlap,
    Rules,
    SoloDiscard,
    WildRotation,
)
from tests.staccs import strategies  # noqa: F401  (its profile of Hypothesis)

PLAYERS = {
    Mode.UH_OH: (2, 5),
    Mode.PARTY: (6, 10),
    Mode.SOLO: (1, 1),
    Mode.WILD_OUT: (1, 4),
}

modes = st.sampled_from(list(PLAYERS))
sizes = st.sampled_from([None, None, 4.0, 6.5])


def disc(radius):
    """Return what a round table of so many edges around the middle says."""
    if radius is None:
        return None

    def fits(cell):
        x, y = to_plane(cell)
        return x * x + y * y < radius * radius

    return fits


@st.composite
def fresh_games(draw, mode=modes, radii=sizes):
    """Draw a game before its first move, under any rules, on any table."""
    mode = draw(mode)
    wild_out = mode is Mode.WILD_OUT
    rules = Rules(
        partial_overlap=draw(st.sampled_from(PartialOverlap)),
        wild_rotation="60" if wild_out else draw(st.sampled_from(WildRotation)),
        draw_anyway=draw(st.sampled_from(DrawAnyway)),
        second_chances_limit=draw(st.integers(0, 3)),
        solo_discard=draw(st.sampled_from(SoloDiscard)),
    )
    options = {}
    if mode is Mode.SOLO:
        options["variation"] = draw(st.sampled_from(Variation))
    if wild_out:
        options["start"] = draw(st.sampled_from(list(STARTS)))
    radius = draw(radii)
    return make_game(
        mode,
        draw(st.integers(*PLAYERS[mode])),
        rules,
        draw(st.integers(0, 2**32)),
        fits=disc(7.5 if wild_out and radius else radius),
        **options,
    )


@st.composite
def games(draw, mode=modes, most=120):
    """Draw a game after up to `most` random moves."""
    game = draw(fresh_games(mode))
    rng = draw(st.randoms(use_true_random=False))
    for _ in range(draw(st.integers(0, most))):
        if game.outcome() is not None:
            break
        push_random(game, rng)
    return game


def push_random(game, rng):
    """Push a random legal move; return it."""
    moves = game.legal_moves
    move = moves[rng.randrange(len(moves))]
    game.push(move)
    return move


def all_cards(game):
    """Return every card of a game, wherever it is, in order."""
    state = game.state()
    names = [str(each.card) for each in game.board.cards]
    for text in [*state["hands"], state["pile"], state["discards"]]:
        names += text.split()
    return sorted(names)
