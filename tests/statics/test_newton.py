"""Newton's method against linear programs: the same answers, and honest failures."""

import math

import numpy as np
import pytest
from scipy import sparse

from stacko.game import Game
from stacko.params import BlockParams, ContactParams
from stacko.statics import (
    Assembly,
    StaticsParams,
    Verdict,
    equilibrium,
    find_contacts,
    pair_friction,
    pull_force,
    settle,
    survey,
    tilt_by_bisection,
    tilt_margin,
)
from stacko.statics import limits as limits_module
from stacko.statics import pulls as pulls_module
from stacko.statics.bands import Bands
from stacko.statics.limits import LimitFinder
from stacko.statics.proximal import balanced, most
from stacko.statics.solver import Deadline, Solution, Status
from stacko.statics.towers import bodies_of
from stacko.world import sizes_by_name
from tests.statics.proofs import proven
from tests.statics.worlds import assembled, box, table, tower_bodies

LONG = Deadline(1e6)


def rough_tower(seed):
    """Return a fresh tower on rough heights, with all that nearly touches."""
    tower = Game(seed=seed).tower
    names = [block.name for block in tower.blocks()]
    sizes = sizes_by_name(names, BlockParams(), np.random.default_rng(seed))
    friction = pair_friction(ContactParams())
    rest = settle(bodies_of(tower, BlockParams(), sizes), mu=friction)
    return rest.assembly(friction, closing=5e-4)


def tilted(assembly, degrees):
    angle = math.radians(degrees)
    return assembly.with_gravity((9.81 * math.sin(angle), 0, -9.81 * math.cos(angle)))


def test_sums_over_columns_are_those_of_the_whole_matrix():
    rng = np.random.default_rng(1)
    dense = rng.standard_normal((12, 30)) * (rng.random((12, 30)) < 0.2)
    more = rng.standard_normal((12, 5))
    bands = Bands(sparse.csc_array(dense))
    both = bands.beside(Bands(sparse.csc_array(more), bands.order))
    some = both.part(np.array([1, 4, 5, 20, 31, 33]))
    right = rng.standard_normal(12)
    for each, matrix in (
        (bands, dense),
        (both, np.hstack([dense, more])),
        (some, np.hstack([dense, more])[:, [1, 4, 5, 20, 31, 33]]),
    ):
        chosen = rng.random(each.count) < 0.7
        factor = each.factored(chosen, 0.5)
        found = each.unordered(each.solved(factor, right[each.order]))
        whole = matrix[:, chosen] @ matrix[:, chosen].T + 0.5 * np.eye(12)
        assert whole @ found == pytest.approx(right, abs=1e-10)


def test_what_cannot_balance_comes_back_as_a_motion():
    columns = np.array([[1.0, 0.0], [0.0, 1.0]])
    bands = Bands(sparse.csc_array(columns))
    held = balanced(bands, np.array([-2.0, -3.0]), LONG)
    assert held.x == pytest.approx([2, 3])
    lost = balanced(bands, np.array([-2.0, 3.0]), LONG)
    assert (columns.T @ lost.multipliers).max() <= 1e-12
    assert np.array([-2.0, 3.0]) @ lost.multipliers < 0


def test_the_most_of_a_load_is_found_with_its_multipliers():
    bounded = sparse.csc_array(np.array([[1.0, 0.0], [0.0, 1.0]]))
    found = most(Bands(bounded), np.array([1.0, 0.5]), np.array([2.0, 3.0]), LONG)
    assert found.factor == pytest.approx(2)
    assert found.x == pytest.approx([0, 2])
    assert found.multipliers == pytest.approx([-1, 0])


def test_without_time_newtons_method_gives_none():
    bands = Bands(sparse.csc_array(np.eye(2)))
    past = Deadline(-1.0)
    assert balanced(bands, -np.ones(2), past) is None
    assert most(bands, np.ones(2), np.ones(2), past) is None


@pytest.mark.parametrize("degrees", [0, 5, 10, 17, 19, 25])
def test_verdicts_are_those_of_linear_programs(degrees):
    tower = tilted(assembled(tower_bodies(8)), degrees)
    quick = proven(equilibrium(tower))
    assert quick.verdict is equilibrium(tower, method="highs-ds").verdict
    assert quick.verdict is not Verdict.INDETERMINATE


def test_without_friction_a_tilted_tower_falls():
    answer = proven(equilibrium(tilted(assembled(tower_bodies(3), 0.0), 1.0)))
    assert answer.verdict is Verdict.UNSTABLE
    assert answer.reason.endswith("every contact is frictionless")


def test_a_survey_without_time_is_undecided():
    tower = Game(seed=1).tower
    hurried = survey(tower, BlockParams(), params=StaticsParams(time_limit=1e-9))
    assert hurried.verdict is Verdict.INDETERMINATE
    assert hurried.blocks == ()


def test_limits_of_what_remains_start_from_those_of_the_whole(monkeypatch):
    """With and without the whole's equations, and by linear programs alone."""
    whole = rough_tower(2)
    settings = StaticsParams(sides=4, azimuths=2)
    finder = LimitFinder(whole, settings, quick=True)
    tilt_margin(whole, settings, finder=finder)
    rests = [whole.without(name) for name in whole.names[5::12]]
    rests = [rest for rest in rests if equilibrium(rest).stable]
    assert rests

    def factors(like):
        return [
            limit.factor
            for rest in rests
            for limit in tilt_margin(
                rest,
                settings,
                finder=LimitFinder(rest, settings, quick=True, like=like),
            ).limits
        ]

    near, alone = factors(finder), factors(None)
    monkeypatch.setattr(limits_module._Search, "_quickly", lambda _: None)
    programs = factors(None)
    assert near == pytest.approx(programs, rel=1e-4)
    assert alone == pytest.approx(programs, rel=1e-4)


def test_a_finder_of_another_assembly_is_no_help_and_no_harm():
    tower, other = assembled(tower_bodies(3)), assembled(tower_bodies(2), 0.2)
    settings = StaticsParams()
    finder = LimitFinder(tower, settings, like=LimitFinder(other, settings))
    helped = tilt_margin(tower, settings, finder=finder)
    assert helped.degrees == pytest.approx(tilt_margin(tower, settings).degrees)


def test_pull_forces_are_those_of_linear_programs(monkeypatch):
    tower = rough_tower(3)
    names = tower.names[2::11]
    quick = [pull_force(tower, name, params=StaticsParams(sides=4)) for name in names]
    monkeypatch.setattr(pulls_module._Pull, "_quickly", lambda *_: None)
    monkeypatch.setattr(pulls_module._Pull, "_jammed", lambda _: False)
    for name, found in zip(names, quick, strict=True):
        slow = pull_force(tower, name, params=StaticsParams(sides=4))
        assert found.verdict is slow.verdict
        assert (found.low, found.high) == pytest.approx(
            (slow.low, slow.high), rel=1e-6, nan_ok=True
        )


def test_a_solver_that_fails_gives_no_verdict(monkeypatch):
    """Neither Newton's method nor HiGHS: never `stable`, and the reason is told."""

    def failing(*_, **__):
        return Solution(Status.FAILED, np.zeros(0), np.zeros(0), "numerical trouble")

    tower = assembled(tower_bodies(2))
    equilibrium_module = __import__("sys").modules["stacko.statics.equilibrium"]
    monkeypatch.setattr(equilibrium_module, "balanced", lambda *_: None)
    monkeypatch.setattr(equilibrium_module, "solve", failing)
    monkeypatch.setattr(limits_module._Search, "_quickly", lambda _: None)
    monkeypatch.setattr(limits_module, "solve", failing)
    monkeypatch.setattr(pulls_module._Pull, "_quickly", lambda *_: None)
    monkeypatch.setattr(pulls_module._Pull, "_jammed", lambda _: False)
    monkeypatch.setattr(pulls_module, "solve_turned", failing)
    answer = equilibrium(tower)
    assert answer.verdict is Verdict.INDETERMINATE
    assert "the solver failed (numerical trouble)" in answer.reason
    margin = tilt_margin(tower)
    assert margin.verdict is Verdict.INDETERMINATE
    assert math.isnan(margin.degrees)
    assert pull_force(tower, "1a").verdict is Verdict.INDETERMINATE


def test_forces_and_motions_that_prove_nothing_are_not_believed(monkeypatch):
    """What Newton's method gives is checked: nonsense leads to the program."""
    equilibrium_module = __import__("sys").modules["stacko.statics.equilibrium"]

    class Nonsense:
        x = np.ones(100_000)
        multipliers = np.ones(100_000)

    def lying(bands, loads, _):
        found = Nonsense()
        found.x, found.multipliers = np.ones(bands.count), np.ones(len(loads))
        return found

    monkeypatch.setattr(equilibrium_module, "balanced", lying)
    for degrees, verdict in ((0, Verdict.STABLE), (40, Verdict.UNSTABLE)):
        tower = tilted(assembled(tower_bodies(2)), degrees)
        assert proven(equilibrium(tower)).verdict is verdict


def test_bisection_agrees_with_the_program_for_a_high_tower():
    bodies = tower_bodies(30)
    tower = Assembly(bodies, find_contacts(bodies, 0.35))
    margin = tilt_margin(tower, azimuths=[0.0])
    assert tilt_by_bisection(tower, 0.0) == pytest.approx(margin.degrees, abs=2e-4)


def test_a_pile_too_wide_for_a_band_is_left_to_the_program():
    """Blocks side by side share no rows but through a slab: the band is that wide."""
    posts = [
        box(f"p{row}.{column}", (0.1, 0.1, 0.2), (0.2 * row, 0.2 * column, 0.1))
        for row in range(10)
        for column in range(14)
    ]
    slab = box("slab", (3, 4, 0.1), (0.9, 1.3, 0.25))
    answer = proven(equilibrium(assembled([table(), *posts, slab])))
    assert answer.verdict is Verdict.STABLE
