"""The measured set of single blocks, a small one."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pytest

from sims.notebook_data.blocks import CASES, measure_blocks, packed
from sims.notebook_data.recipe import Making

FOLDER = Path(__file__).parents[2] / "notebooks"


def test_rows_become_a_small_table() -> None:
    table = packed([{"a": 1, "b": 0.1, "c": "x"}, {"a": 2, "b": None, "c": "x"}])
    assert table.schema.types == [
        pa.int16(), pa.float32(), pa.dictionary(pa.int32(), pa.string()),
    ]  # fmt: skip
    assert table.column("b").null_count == 1
    with pytest.raises(pa.ArrowInvalid):
        packed([{"a": 40_000}])


def test_cases_are_told_apart_by_name() -> None:
    assert len({case.name for case in CASES}) == len(CASES)
    assert all(case.surveyed <= case.towers for case in CASES)


@pytest.mark.physics
def test_the_tables_say_the_same_of_the_same_block(tmp_path: Path) -> None:
    pytest.importorskip("mujoco")
    tables = measure_blocks(Making(FOLDER, tmp_path, quick=True))
    fresh = {
        (row["case"], row["tower"], row["layer"], row["position"]): row
        for row in tables["fresh"].to_pylist()
    }
    assert {row["case"] for row in fresh.values()} == {case.name for case in CASES}
    for row in tables["surveys"].to_pylist():
        key = (row["case"], row["tower"], row["layer"], row["position"])
        if key in fresh:  # not the highest layer
            assert row["load"] == pytest.approx(fresh[key]["rigid"], abs=1e-6)
            assert row["removable"] is (fresh[key]["without"] == "stands")
            assert row["load_low"] <= row["load"] + 1e-6
            assert row["load"] <= row["load_high"] + 1e-6
    # friction scales what a pull takes, and nothing else
    for key, row in fresh.items():
        if key[0] == "plastic, friction 0.25":
            base = fresh["plastic", *key[1:]]
            assert row["higher"] == base["higher"]
            assert row["sprung"] == pytest.approx(base["sprung"])
            assert row["force"] < base["force"]
        if "alike" in key[0]:
            assert (row["higher"], row["pulled"]) == (0, "stands")
    for row in tables["jitter"].to_pylist():
        assert 0 <= row["nothing"] <= row["little"] < row["blocks"]
    assert {row["verdict"] for row in tables["alike"].to_pylist()} == {"stands"}
    assert all(row["rigid"] > -1e-9 for row in tables["games"].to_pylist())
