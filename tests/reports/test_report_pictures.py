"""What is drawn of a report."""

from __future__ import annotations

import math

import pytest

from gamebase.errors import ParameterError
from sims.lifetimes import lifetimes
from sims.plots import interval_plot, survival_plot, svg_of
from sims.reports.building import report_of
from sims.reports.pictures import pictures
from tests.reports.toy import FELL, KIND, LIFETIME, columns, game, run_of


def bars_of(axis):
    """Return the intervals and the points of a panel, by line."""
    reaches, points = {}, {}
    for line in axis.get_lines():
        xs, ys = list(line.get_xdata()), list(line.get_ydata())
        if line.get_linestyle() == "--":
            continue  # no difference
        if len(xs) == 2:
            reaches[ys[0]] = tuple(xs)
        else:
            points[ys[0]] = xs[0]
    return reaches, points


def test_intervals_are_drawn_where_they_are():
    plot = interval_plot(
        {"one": (0.3, 0.2, 0.4), "two": (0.5, 0.45, 0.6)},
        label="rate", title="How often", shares=True,
        apart={"two": (0.2, 0.1, 0.3)}, apart_label="more",
    )  # fmt: skip
    first, second = plot.axes
    assert bars_of(first) == ({0: (0.2, 0.4), 1: (0.45, 0.6)}, {0: 0.3, 1: 0.5})
    assert bars_of(second) == ({1: (0.1, 0.3)}, {0: 0.0, 1: 0.2})
    assert [text.get_text() for text in first.get_yticklabels()] == ["one", "two"]
    assert first.yaxis_inverted()
    assert plot.description == "How often: one 0.3 (0.2 to 0.4); two 0.5 (0.45 to 0.6)"


def test_what_is_not_known_is_not_drawn():
    plot = interval_plot(
        {"open": (5.0, 3.0, math.inf), "never": (None, math.inf, math.inf),
         "none": (None, None, None), "alone": (2.0, None, None)},
        label="median", title="Length",
    )  # fmt: skip
    (axis,) = plot.axes
    assert bars_of(axis) == ({}, {0: 5.0, 3: 2.0})
    (arrow,) = axis.texts  # an interval without an upper end
    assert arrow.get_position() == (3.0, 0) or arrow.xyann == (3.0, 0)
    svg_of(plot)


def test_nothing_is_refused():
    with pytest.raises(ParameterError, match="nothing to draw"):
        interval_plot({}, label="", title="")


def test_curves_of_games_without_a_tower_are_told_of_so():
    plot = survival_plot(
        {"all": lifetimes([3, 4], [True, False])},
        unit="hour", left="still going", cut="stopped", ending="ended",
    )  # fmt: skip
    (axis,) = plot.axes
    assert (axis.get_xlabel(), axis.get_ylabel()) == ("hour", "still going")
    labels = [text.get_text() for text in axis.get_legend().get_texts()]
    assert labels[:2] == ["all (2 games, 1 ended)", "stopped"]
    assert "half have ended by hour 3" in plot.description


def test_many_curves_have_their_legend_beside_them():
    curve = lifetimes([3, 4, 5], [True, True, True])
    few = survival_plot({str(k): curve for k in range(3)})
    many = survival_plot({str(k): curve for k in range(6)})
    assert (len(few.legends), len(many.legends)) == (0, 1)
    assert many.axes[0].get_legend() is None
    assert many.get_figheight() > few.get_figheight()


def report(count, kind=KIND):
    cells = [[game(0), game(1, "limit"), game(2, turns=9)] for _ in range(count)]
    return report_of(
        run_of(count), columns(cells), kind.metrics, kind.lifetime, count - 1
    )


def test_one_cell_has_its_curve_alone():
    ((plot,),) = pictures(report(1)).values()
    assert plot.axes[0].get_title("left") == f"How long games last: {LIFETIME.meaning}"


def test_cells_have_a_picture_a_metric_and_six_curves_in_one():
    plots = pictures(report(8))
    assert {name: len(each) for name, each in plots.items()} == {
        "": 3,  # medians, curves of six and of two cells
        "fell": 1,
        "score": 1,
    }
    (plot,) = plots["fell"]
    assert plot.get_suptitle() == f"{FELL.name}: {FELL.meaning}"
    apart = plot.axes[1]
    assert apart.get_xlabel() == "difference from cell 7"
    assert bars_of(apart)[1][7] == 0.0
