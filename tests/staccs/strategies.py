"""Hypothesis strategies for rules and boards of STACCS."""

from dataclasses import dataclass

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from staccs.board import Board
from staccs.cards import KINDS, SUITS, WILD
from staccs.cells import unpack
from staccs.lattice import DIRECTIONS, Cell
from staccs.placement import Placement
from staccs.rules import PartialOverlap, Rules, WildRotation

# The machine that runs the tests may be busy: no test fails for being slow.
settings.register_profile(
    "staccs", deadline=None, suppress_health_check=list(HealthCheck)
)
settings.load_profile("staccs")

rules = st.builds(
    Rules,
    partial_overlap=st.sampled_from(PartialOverlap),
    wild_rotation=st.sampled_from(WildRotation),
)
cells = st.builds(Cell, st.integers(-1000, 1000), st.integers(-1000, 1000))
cards = st.sampled_from(KINDS)
placements = st.builds(
    lambda card, cell, turn, call, stacc: Placement(
        card, cell, turn, call if card.is_wild else None, stacc
    ),
    cards,
    cells,
    st.none() | st.integers(0, 5),
    st.none() | st.sampled_from(SUITS),
    st.integers(0, 99),
)

DECCS = 16
"""So many cards that no kind ever runs out."""

# Four WILDs that touch around the middle, each facing another way.
FOUR = [Cell(0, 0), Cell(1, 1), Cell(2, -1), Cell(1, -2)]


@dataclass(frozen=True)
class Step:
    """A choice of what to lay next, made by numbers so that it shrinks well."""

    card: int
    cell: int
    turn: int
    call: int
    anywhere: bool


steps = st.builds(
    Step,
    st.integers(0, 10_000),
    st.integers(0, 10_000),
    st.integers(0, 5),
    st.integers(0, 4),
    st.integers(0, 5).map(lambda number: number == 5),
)


def fresh_board(rule_set, staccs, first=KINDS[0], turn=0):
    """Return a board with the first card of one STACC, or of several."""
    board = Board(rule_set, copies=DECCS)
    if staccs == 1:
        board.start(first, Cell(0, 0), turn)
    else:
        for number in range(staccs):
            board.start(WILD, FOUR[number], (turn + number) % 6, None, number)
    return board


def choice(board, step):
    """Return the placement a step chooses, legal unless it says anywhere."""
    stacc = board.staccs[step.turn % len(board.staccs)]
    call = SUITS[step.call] if step.call < len(SUITS) else None
    if not step.anywhere:
        open_cells = sorted(board.open_cells(stacc).items())
        kinds = [
            kind for kind in KINDS if any(m >> kind.index & 1 for _, m in open_cells)
        ]
        if not kinds:
            return None
        # Every seventh choice is a WILD, if one fits.
        kind = kinds[-1] if step.card % 7 == 0 else kinds[step.card % len(kinds)]
        at = [cell for cell, mask in open_cells if mask >> kind.index & 1]
        cell = unpack(at[step.cell % len(at)])
    else:
        host = board.cards[step.cell % len(board)].cell
        dq, dr = DIRECTIONS[step.cell % 6]
        cell = Cell(host.q + dq * (step.card % 3), host.r + dr * (step.card % 3))
        kind = KINDS[step.card % len(KINDS)] if step.card % 5 else WILD
    if not kind.is_wild:
        return Placement(kind, cell, None, None, stacc)
    turns = board.rotations(stacc)
    return Placement(kind, cell, turns[step.turn % len(turns)], call, stacc)


def follow(board, chosen):
    """Lay what the steps choose; return what was laid."""
    laid = []
    for step in chosen:
        placement = choice(board, step)
        if placement is not None:
            board.play(placement)
            laid.append(placement)
    return laid


@st.composite
def boards(draw, most=14, rule_sets=rules, strays=True):
    """Draw a board of one STACC or of four; without strays all cards lie legally."""
    staccs = draw(st.sampled_from([1, 1, 1, 4]))
    board = fresh_board(draw(rule_sets), staccs, draw(cards), draw(st.integers(0, 5)))
    for step in draw(st.lists(steps, max_size=most)):
        placement = choice(board, step)
        if placement is not None and (strays or not step.anywhere):
            board.play(placement)
    return board
