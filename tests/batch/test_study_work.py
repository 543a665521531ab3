"""What a session knows of the games of earlier ones is what it would have counted."""

import pyarrow as pa
import pytest

from sims.dataset.spans import Span
from sims.design.metrics import Metric, tallied
from sims.study_work import Earlier

LENGTH = Metric("length", "mean", "how long", "m", ("length",), lambda r: r["length"])
LONG = Metric(
    "long",
    "rate",
    "over 2",
    "-",
    ("length",),
    lambda r: None if r["length"] is None else r["length"] > 2,
)


def piece(cells, games, lengths):
    types = {"cell": pa.int64(), "game": pa.int64(), "length": pa.float64()}
    columns = zip(types.values(), (cells, games, lengths), strict=True)
    return pa.table(dict(zip(types, (pa.array(v, t) for t, v in columns), strict=True)))


@pytest.fixture
def pieces():
    return [
        piece([0, 0, 1, 1], [3, 4, 0, 1], [0.1, 2.5, None, 3.0]),
        piece([1, 0, 0], [2, 0, 1], [4.0, 0.7, None]),
    ]


@pytest.mark.parametrize(
    ("span", "rows"),
    [
        (Span(0, 0, 5), [0.7, None, 0.1, 2.5]),
        (Span(0, 1, 3), [None, 0.1]),
        (Span(1, 0, 9), [None, 3.0, 4.0]),
        (Span(1, 1, 2), [3.0, 4.0]),
        (Span(0, 5, 9), []),
        (Span(7, 0, 9), []),
    ],
)
def test_earlier_games_are_counted_as_they_were(pieces, span, rows):
    found = Earlier(pieces, [LENGTH, LONG]).tallies(span)
    games = pa.table({"length": pa.array(rows, pa.float64())})
    assert found == tallied(games, [LENGTH, LONG])


def test_no_earlier_games_are_no_games():
    assert Earlier([], [LENGTH]).tallies(Span(0, 0, 3))["length"].n == 0
