"""Strange input: a clear error or verdict each, never a wrong `stable`."""

import math
import re

import numpy as np
import pytest

from stacko.errors import ParameterError
from stacko.statics import (
    Assembly,
    Interface,
    Load,
    OverlapError,
    StaticBody,
    StaticsParams,
    Verdict,
    equilibrium,
    find_contacts,
    push_margin,
    tilt_margin,
)
from tests.statics.proofs import proven
from tests.statics.worlds import assembled, box, table, tower_bodies

BLOCK = {"name": "R1", "size": (0.3, 0.2, 0.1), "mass": 1.0, "position": (0, 0, 0.05)}
NAN, INF = math.nan, math.inf


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"mass": 0.0}, "mass of body 'R1' is 0.0: give more than 0 kg, or fixed=True"),
        ({"mass": -1.0}, "mass of body 'R1' is -1.0"),
        ({"mass": NAN}, "mass of body 'R1' is nan: give a finite number (kg)"),
        ({"mass": "heavy"}, "mass of body 'R1' is 'heavy'"),
        ({"size": (0.3, 0.0, 0.1)}, "give three sides above 0, in m"),
        ({"size": (0.3, 0.1)}, "size of body 'R1' is (0.3, 0.1): give 3 finite"),
        ({"position": (0, NAN, 0)}, "position of body 'R1' is (0, nan, 0)"),
        ({"position": (0, INF, 0)}, "position of body 'R1' is (0, inf, 0)"),
        ({"orientation": (0, 0, 0, 0.5)}, "give a unit quaternion (x, y, z, w)"),
        ({"name": ""}, "name of a body: give a text"),
    ],
)
def test_a_body_that_cannot_be_is_refused(change, words):
    with pytest.raises(ParameterError, match=re.escape(words)):
        StaticBody(**{**BLOCK, **change})


FACE = {
    "a": "R1",
    "b": "B2",
    "points": [[0, 0, 0], [1, 0, 0]],
    "normal": (0, 0, 1),
    "mu": 0.3,
}


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"mu": -0.1}, "mu of the interface of 'R1' and 'B2' is -0.1: give 0"),
        ({"mu": NAN}, "is nan"),
        ({"mu": True}, "give a number"),
        ({"mu": 1e6}, "give 0 (frictionless) to 100"),
        ({"normal": (0, 0, 2)}, "give a unit vector"),
        ({"normal": (0, NAN, 1)}, "give 3 finite numbers"),
        ({"points": []}, "points of the interface of 'R1' and 'B2'"),
        ({"points": np.zeros((0, 3))}, "give a point or more"),
        ({"points": [[0, 0, INF]]}, "give k x 3 finite numbers"),
        ({"points": [0, 0, 0]}, "give k x 3 finite numbers"),
        ({"gaps": [0.0]}, "a gap for each"),
        ({"b": "R1"}, "body 'R1' cannot touch itself"),
    ],
)
def test_an_interface_that_cannot_be_is_refused(change, words):
    with pytest.raises(ParameterError, match=re.escape(words)):
        Interface(**{**FACE, **change})


def test_a_load_without_numbers_is_refused():
    with pytest.raises(ParameterError, match="force of the load on body 'R1'"):
        Load("R1", (0, NAN, 0), (0, 0, 0))
    with pytest.raises(ParameterError, match="point of the load on body 'R1'"):
        Load("R1", (0, 0, 0), (0, 0))


def test_names_must_be_known_and_unique():
    block = StaticBody(**BLOCK)
    with pytest.raises(ParameterError, match="two bodies are named 'R1': rename one"):
        Assembly([block, block], [])
    with pytest.raises(ParameterError, match="no body 'B2' here: there are 1"):
        Assembly([block], [Interface(**FACE)])
    with pytest.raises(ParameterError, match="no body 'Y3' here"):
        Assembly([block], [], [Load("Y3", (0, 0, 1), (0, 0, 0))])
    with pytest.raises(ParameterError, match="no body 'Y3' here"):
        Assembly([block], []).without("Y3")
    with pytest.raises(ParameterError, match=r"gravity \(0, 0\): give three"):
        Assembly([block], [], gravity=(0, 0))


def test_overlapping_boxes_are_refused_with_names_and_depth():
    bodies = [
        table(),
        box("low", (0.3, 0.2, 0.1), (0, 0, 0.05)),
        box("high", (0.3, 0.2, 0.1), (0, 0, 0.13)),
    ]
    with pytest.raises(OverlapError) as caught:
        find_contacts(bodies, 0.3)
    error = caught.value
    assert {error.a, error.b} == {"low", "high"}
    assert error.depth == pytest.approx(0.02)
    assert "'low' and 'high' overlap by 20 mm" in str(error)
    assert find_contacts(bodies, 0.3, overlap=0.021)


@pytest.mark.parametrize("bad", [-1.0, NAN, INF, "much"])
def test_tolerances_must_be_lengths(bad):
    for name in ("tolerance", "overlap"):
        with pytest.raises(ParameterError, match=f"{name} .* give a length in m"):
            find_contacts([table()], 0.3, **{name: bad})


def test_friction_functions_are_checked_too():
    bodies = [table(), StaticBody(**BLOCK)]
    with pytest.raises(ParameterError, match="mu of the interface of 'table' and 'R1'"):
        find_contacts(bodies, lambda a, b: -0.5)


def test_a_block_in_the_air_falls_and_is_named():
    bodies = [
        table(),
        box("down", (0.3, 0.2, 0.1), (0, 0, 0.05)),
        box("up", (0.3, 0.2, 0.1), (0, 0, 0.9)),
    ]
    answer = proven(equilibrium(assembled(bodies)))
    assert answer.verdict is Verdict.UNSTABLE
    assert answer.reason.startswith("up hangs in the air")
    assert answer.mechanism.moving == ("up",)


def test_blocks_that_hold_only_each_other_fall():
    bodies = [
        table(),
        box("a", (0.3, 0.2, 0.1), (0, 0, 0.85)),
        box("b", (0.3, 0.2, 0.1), (0, 0, 0.95)),
    ]
    answer = proven(equilibrium(assembled(bodies)))
    assert answer.reason.startswith("a, b hang in the air")


def test_a_block_that_meets_another_along_an_edge_alone_is_not_held():
    bodies = [
        table(),
        box("down", (0.3, 0.2, 0.1), (0, 0, 0.05)),
        box("up", (0.3, 0.2, 0.1), (0.3, 0, 0.15)),
    ]
    answer = proven(equilibrium(assembled(bodies)))
    assert answer.verdict is Verdict.UNSTABLE
    assert answer.reason.startswith("up hangs in the air")


def test_without_friction_a_level_tower_stands_and_says_so():
    answer = proven(equilibrium(assembled(tower_bodies(3), 0.0)))
    assert answer.verdict is Verdict.STABLE
    assert answer.reason.endswith("every contact is frictionless")
    margin = tilt_margin(assembled(tower_bodies(3), 0.0))
    assert margin.degrees == pytest.approx(0.0, abs=1e-6)
    assert margin.verdict is Verdict.STABLE


def test_without_time_there_is_no_verdict():
    hurried = StaticsParams(time_limit=1e-9)
    tower = assembled(tower_bodies(3))
    answer = proven(equilibrium(tower, hurried))
    assert answer.verdict is Verdict.INDETERMINATE
    assert "ran out of time" in answer.reason
    assert math.isnan(answer.residual)
    margin = tilt_margin(tower, hurried)
    assert margin.verdict is Verdict.INDETERMINATE
    assert math.isnan(margin.degrees)
    assert math.isnan(push_margin(tower, hurried).newtons)


def test_between_the_pyramids_there_is_no_verdict():
    """Two blocks pushed apart, so that no pyramid has edges along both pushes."""
    bodies = [
        table(),
        box("b", (0.3, 0.3, 0.02), (0, 0, 0.01)),
        box("c", (0.3, 0.3, 0.02), (1, 0, 0.01)),
    ]
    push = 0.35 * 0.9 * 9.81
    aside = push * math.sqrt(0.5)
    pushed = assembled(bodies, 0.35).with_loads(
        Load("b", (push, 0, 0), (0, 0, 0)), Load("c", (aside, aside, 0), (1, 0, 0))
    )
    answer = proven(equilibrium(pushed, StaticsParams(sides=4)))
    assert answer.verdict is Verdict.INDETERMINATE
    assert "raise sides" in answer.reason
    answer = proven(equilibrium(pushed, StaticsParams(sides=16)))
    assert answer.verdict is Verdict.STABLE


def test_what_cannot_be_asked_is_refused():
    tower = assembled(tower_bodies(1))
    loaded = tower.with_loads(Load("1a", (0, 0, -1), (0, 0, 0)))
    with pytest.raises(ParameterError, match="1 loads: only gravity turns"):
        tilt_margin(loaded)
    with pytest.raises(ParameterError, match="gravity is 0"):
        tilt_margin(tower.with_gravity((0, 0, 0)))
    with pytest.raises(ParameterError, match="give one finite angle or more"):
        tilt_margin(tower, azimuths=[])
    with pytest.raises(ParameterError, match="body 'table' is fixed"):
        push_margin(tower, body="table")
    with pytest.raises(ParameterError, match="every body is fixed"):
        push_margin(Assembly([table()], []))
    with pytest.raises(ParameterError, match=r"StaticsParams\.sides must be >= 3"):
        StaticsParams(sides=2)


def test_nothing_at_all_stands():
    for bodies in ([], [table()]):
        answer = equilibrium(Assembly(bodies, find_contacts(bodies, 0.3)))
        assert answer.verdict is Verdict.STABLE


def test_what_falls_has_no_margin():
    bodies = [table(right=0.0), box("b", (1, 0.5, 0.3), (0.1, 0, 0.15))]
    falling = assembled(bodies)
    assert equilibrium(falling).verdict is Verdict.UNSTABLE
    for margin in (tilt_margin(falling), push_margin(falling)):
        assert margin.verdict is Verdict.UNSTABLE
        assert margin.limit.factor == 0.0
