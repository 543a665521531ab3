"""Pulls that are watched: what falls, what stands, and what letting go saves."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from sims.agreement.states import TowerState, read_states
from sims.agreement.trials import Conditions, calmed
from sims.watched_pulls import Release, probe_felt, watched_pull
from stacko.engines import Engine, make_engine
from stacko.hand import named_hand
from stacko.params import ContactParams

pytestmark = pytest.mark.physics

STATES = Path(__file__).parents[2] / "docs" / "agreement" / "states.parquet"
HAND, GIVEN = named_hand("average"), Conditions()
BARE, LOOSE = "YS", "B4b"
"""Of tower 2: one leaves its layer on an edge block, the other carries nothing."""


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    pytest.importorskip("pybullet")
    with make_engine("pybullet", GIVEN.settings, ContactParams().gravity) as made:
        yield made


@pytest.fixture(scope="module")
def state(engine: Engine) -> TowerState:
    return calmed(engine, read_states(STATES)[2], GIVEN)


def test_a_loose_block_comes_out(engine: Engine, state: TowerState) -> None:
    found = watched_pull(engine, state, LOOSE, HAND, GIVEN)
    assert found.out
    assert not found.falls
    assert found.released is None
    assert found.course.shifts.max() < 1e-3
    # whoever carries the block, or lets go, feels no tower
    assert found.course.forces[-1] == 0
    assert found.force < 0.3


def test_who_lets_go_at_once_saves_what_falls_otherwise(
    engine: Engine, state: TowerState
) -> None:
    falls = watched_pull(engine, state, BARE, HAND, GIVEN)
    assert (falls.falls, falls.out, falls.phase) == (True, False, "pull")
    shifts, times = falls.course.shifts, falls.course.times
    alarm = int(np.argmax(shifts >= 3e-3))
    saved = watched_pull(engine, state, BARE, HAND, GIVEN, Release(3e-3))
    # until it lets go it is the same pull, bit for bit
    assert saved.released == pytest.approx(times[alarm])
    assert saved.course.shifts[: alarm + 1].tolist() == shifts[: alarm + 1].tolist()
    assert not saved.falls
    late = watched_pull(engine, state, BARE, HAND, GIVEN, Release(3e-3, 0.2))
    assert late.released == pytest.approx(times[alarm] + 0.2, abs=0.02)
    never = watched_pull(engine, state, BARE, HAND, GIVEN, Release(3e-3, 9.0))
    assert never.released is None
    assert never.course.shifts.tolist() == shifts.tolist()


def test_a_tap_tells_a_loose_block_from_one_that_bears(
    engine: Engine, state: TowerState
) -> None:
    loose, bears = (probe_felt(engine, state, n, HAND, GIVEN) for n in (LOOSE, BARE))
    assert loose < 0.2 < bears
