"""Estimates in words and as bars, with and without what is not known."""

import pytest

from sims.estimates import bar, told
from sims.reports.intervals import Estimate


@pytest.mark.parametrize(
    ("found", "how", "words"),
    [
        (Estimate(0, None, None, None), {"percent": True}, "–"),
        (Estimate(1, 2.5, None, None), {}, "2.5"),
        (Estimate(4, 0.5, 0.15, 0.85), {"percent": True}, "50.0 % (15.0 to 85.0)"),
        (
            Estimate(4, 0.031, -0.012, 0.0745),
            {"percent": True, "signed": True},
            "+3.1 (−1.2 to +7.4)",
        ),
        (Estimate(4, 1234.5, 1000, 2000), {"places": 0}, "1,234 (1,000 to 2,000)"),
    ],
)
def test_told(found, how, words):
    assert told(found, **how) == words


def test_bar():
    assert bar(Estimate(3, 1.0, 0.5, 1.5, 0.2)) == (1.0, 0.5, 1.5)
    assert bar(Estimate(0, None, None, None)) == (None, None, None)
