"""The study of how statics grows prints its table."""

import pytest

from sims.statics_growth import main, tower
from stacko.statics import settle


def test_the_table_has_a_row_for_each_size(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--blocks", "6,12", "--no-survey"]) == 0
    rows = [line for line in capsys.readouterr().out.splitlines() if "│" in line]
    assert len(rows) == 2
    assert all("sssss" in row for row in rows)


def test_its_towers_stand_on_unequal_heights() -> None:
    rest = settle(tower(21, 4e-5))
    assert rest.verdict == "stable"
    assert len(rest.loose) > 3
