"""The data of the notebook on warnings: what a small set of each holds."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from sims.notebook_data.recipe import Making
from sims.notebook_data.when_it_goes import ALARM, BEFORE_FALL, DELAYS, WHEN_IT_GOES

FOLDER = Path(__file__).parents[2] / "notebooks"


def made(name: str, work: Path) -> dict[str, pd.DataFrame]:
    tables = WHEN_IT_GOES[name].make(Making(FOLDER, work, quick=True, workers=1))
    return {name: table.to_pandas() for name, table in tables.items()}


def test_touches_and_last_seconds_of_games(tmp_path: Path) -> None:
    found = made("when-it-goes-bullet", tmp_path)
    games, touches, courses = (found[k] for k in ("games", "touches", "courses"))
    keys = ["cell", "game"]
    assert len(games) == 8
    last = touches.groupby(keys).tail(1).merge(games, on=keys)
    assert len(last) == len(games)
    assert ((last.verdict == "toppled") == (last.termination == "toppled")).all()
    assert (last.turn == last.turns).all()
    assert (
        touches.margin.mul(1e5).round() - touches.margin.mul(1e5)
    ).abs().max() < 0.01
    ends = courses.groupby(keys).before.agg(["first", "last"])
    assert len(ends) == (games.termination == "toppled").sum()
    assert (ends["last"] == 0).all()
    assert (ends["first"] <= BEFORE_FALL).all()


@pytest.mark.physics
def test_pulls_are_let_go_of_where_they_topple(tmp_path: Path) -> None:
    pytest.importorskip("mujoco")
    found = made("when-it-goes-pulls", tmp_path)
    pulls, courses, releases = (found[k] for k in ("pulls", "courses", "releases"))
    fell = pulls[pulls.falls]
    assert 0 < len(fell) < len(pulls)
    assert releases.delay.tolist() == [*DELAYS] * len(fell)
    assert set(courses.block) == set(releases.block) == set(fell.block)
    # the alarm is the first look at which a block is that far from where it was
    for block in fell.block:
        course = courses[courses.block == block]
        begun = course.before.iloc[0] - course.before[course["shift"] >= ALARM].iloc[0]
        mine = releases[(releases.block == block) & releases.released.notna()]
        assert np.allclose(mine.released - mine.delay, begun, atol=0.02)
    # what was made is read again, not made again
    again = made("when-it-goes-pulls", tmp_path)
    assert again["pulls"].equals(pulls)
