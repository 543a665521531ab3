"""The measured sets of STACCS at the edge, small ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from sims.notebook_data.edge import measure_needs, measure_placements
from sims.notebook_data.recipe import Making


def test_games_need_more_to_lie_inside_than_to_balance(tmp_path: Path) -> None:
    games = measure_needs(Making(tmp_path, tmp_path, quick=True))["games"].to_pylist()
    assert len(games) == 24
    for game in games:
        # by the width of a card, or up to the distance of its corners
        apart = game["round_inside"] - game["round_balance"]
        assert 0.0762 <= apart <= 0.0881
        assert game["rect_inside"] > game["rect_balance"]
        assert game["rect_balance"] <= game["round_balance"]


@pytest.mark.physics
def test_small_placements_hold_what_the_full_ones_do(tmp_path: Path) -> None:
    pytest.importorskip("mujoco")
    tables = measure_placements(Making(tmp_path, tmp_path, quick=True))
    placed = tables["placements"].to_pylist()
    assert {row["table"] for row in placed} == {"round", "rectangle", "slot"}
    assert all((row["margin"] > 0) is row["laid"] for row in placed)
    for card in tables["let_go"].to_pylist():
        assert card["stays"] is (card["margin"] > 0) is card["laid"]
        # held with its center off the table: only over a gap
        assert card["table"] == "slot" or not (card["laid"] and card["center_off"])
