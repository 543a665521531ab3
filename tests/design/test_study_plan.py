"""Plans: every game once, in one order whatever finishes first; cells that close."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tests.strategies  # noqa: F401  # settings for machines that are busy
from gamebase.errors import ParameterError
from sims.dataset.spans import Span
from sims.design.metrics import Tally
from sims.design.plan import Plan
from sims.design.stopping import StopRule
from tests.design.toy import LOST


def outcome(cell: int, game: int) -> bool:
    """Return how a game ends: in higher cells it is more certain."""
    return random.Random(f"{cell} {game}").random() < 0.5 ** (cell + 1)


def tally(span: Span) -> dict[str, Tally]:
    return {"lost": Tally.of(outcome(span.cell, game) for game in span.games)}


def halves(span: Span) -> list[Span]:
    """Return a span as tasks may come back: cut in two."""
    if span.count == 1:
        return [span]
    middle = span.first + span.count // 2
    return [
        Span(span.cell, span.first, middle - span.first),
        Span(span.cell, middle, span.stop - middle),
    ]


def run(plan: Plan, rng: random.Random, slots: int = 7) -> list[Span]:
    """Play a plan with tasks that finish in any order; return what it handed out."""
    handed: list[Span] = []
    flying: list[Span] = []
    while True:
        while len(flying) < slots and (span := plan.ready()) is not None:
            handed.append(span)
            flying += halves(span)
        if not flying:
            assert plan.over
            return handed
        assert not plan.over
        done = flying.pop(rng.randrange(len(flying)))
        plan.finished(done, tally(done))


RULE = StopRule(metric=LOST, width=0.12, at_least=50, batch=20)


@given(st.integers(1, 5), st.integers(1, 60), st.integers(1, 25), st.integers())
def test_without_a_rule_every_game_is_handed_out_once(
    cells: int, games: int, batch: int, seed: int
) -> None:
    plan = Plan(cells, games, batch=batch)
    handed = run(plan, random.Random(seed))
    counts = Counter((span.cell, game) for span in handed for game in span.games)
    assert counts == Counter((c, g) for c in range(cells) for g in range(games))
    assert plan.total == plan.certain == cells * games
    rounds = [span.first // batch for span in handed]
    assert rounds == sorted(rounds)


@pytest.mark.parametrize("seed", range(5))
def test_with_a_rule_the_order_of_finishing_changes_nothing(seed: int) -> None:
    rng = random.Random(seed)
    usual = run(Plan(4, 400, RULE), random.Random(99), slots=1)
    plan = Plan(4, 400, RULE)
    assert run(plan, rng, slots=rng.randrange(1, 40)) == usual
    played = Counter(span.cell for span in usual for _ in span.games)
    assert plan.total == plan.certain == sum(played.values())
    # Rates nearer to one half need more games, and no cell needs them all.
    assert played[0] > played[1] > played[3] >= 60
    assert plan.closed == {cell: played[cell] for cell in plan.closed}


def test_a_cell_closes_where_its_interval_is_narrow_enough_and_not_before() -> None:
    plan = Plan(1, 10_000, RULE)
    handed = run(plan, random.Random(0))
    games = plan.closed[0]
    assert games == handed[-1].stop
    widths = [
        tally(Span(0, 0, n))["lost"].interval(LOST).width for n in (games, games - 20)
    ]
    assert widths[0] <= 0.12 < widths[1]


def test_a_cell_plays_no_more_than_its_games() -> None:
    plan = Plan(2, 30, RULE)
    handed = run(plan, random.Random(0))
    assert sum(span.count for span in handed) == plan.total == 60
    assert plan.closed == {}


def test_a_round_waits_for_the_one_before_and_says_what_is_certain() -> None:
    plan = Plan(2, 400, RULE)
    assert (plan.certain, plan.total) == (120, 800)
    first = [plan.ready(), plan.ready()]
    assert first == [Span(0, 0, 20), Span(1, 0, 20)]
    assert plan.ready() is None
    plan.finished(Span(0, 0, 20), {"lost": Tally(20, 0, 0)})
    assert plan.ready() is None
    assert not plan.over
    plan.finished(Span(1, 0, 20), {"lost": Tally(20, 0, 0)})
    assert plan.ready() == Span(0, 20, 20)


def test_games_a_metric_does_not_apply_to_do_not_count() -> None:
    plan = Plan(1, 200, RULE)
    while (span := plan.ready()) is not None:
        plan.finished(span, {"lost": Tally()})
    assert plan.over
    assert plan.closed == {}


def test_one_game_can_be_played_alone() -> None:
    plan = Plan.only(2, 17, cells=3, games=18)
    assert (plan.total, plan.certain) == (1, 1)
    assert plan.ready() == Span(2, 17, 1)
    assert plan.ready() is None
    assert not plan.over
    plan.finished(Span(2, 17, 1), {})
    assert plan.over


@pytest.mark.parametrize(
    ("cell", "game", "message"),
    [
        (3, 0, "cell is 3: give a whole number from 0 to 2"),
        (-1, 0, "cell is -1"),
        (0, 18, "game is 18: give a whole number from 0 to 17"),
    ],
)
def test_a_game_that_is_not_there_is_refused(
    cell: int, game: int, message: str
) -> None:
    with pytest.raises(ParameterError, match=message):
        Plan.only(cell, game, cells=3, games=18)


def test_a_large_plan_takes_no_memory_for_its_games() -> None:
    plan = Plan(2, 50_000_000)
    assert [plan.ready() for _ in range(3)][2] == Span(0, 100, 100)
    assert plan.total == 100_000_000
