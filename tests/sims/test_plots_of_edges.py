"""Plots of cards at the edge: what they show, of few cards and of none."""

from __future__ import annotations

import numpy as np
import pytest

from gamebase.errors import ParameterError
from sims.plots import margin_plot, size_plot, svg_of, tipping_plot
from sims.plots.style import COLORS

TITLE = "At the edge"
LABELS = {"label": "diameter, m", "left": "games", "title": TITLE}


def test_a_curve_falls_from_all_to_none_and_points_have_its_color() -> None:
    figure = size_plot(
        {"blind": [0.5, 0.9, 1.3, 1.3]},
        {
            "blind": {0.6: (0.5, 0.2, 0.8), 1.0: (0.4, 0.1, None)},
            "sees": {0.6: (0, 0, 0)},
        },
        **LABELS,
        level=0.05,
    )
    axis = figure.axes[0]
    curve = axis.lines[0]
    xs, ys = (np.asarray(each, float) for each in curve.get_data())
    assert ys[0] == 1.0
    assert ys[-1] == 0.0
    assert np.all(np.diff(ys) <= 0)
    assert float(np.interp(1.1, xs, ys)) == pytest.approx(0.5)
    assert curve.get_color() == COLORS[0]
    assert axis.containers[0].lines[0].get_color() == COLORS[0]
    assert axis.containers[1].lines[0].get_color() == COLORS[1]
    assert "blind, 4 games" in figure.description
    assert svg_of(figure) == svg_of(figure)


def test_a_table_exactly_as_large_as_the_need_meets_the_edge() -> None:
    figure = size_plot({"one": [1.0]}, {}, **LABELS)
    xs, ys = figure.axes[0].lines[0].get_data()
    assert [float(y) for x, y in zip(xs, ys, strict=True) if x < 1] == [1.0] * sum(
        float(x) < 1 for x in xs
    )


def test_points_alone_and_points_that_are_not_known_are_drawn() -> None:
    figure = size_plot({}, {"none": {1.0: (None, None, None)}}, **LABELS)
    assert svg_of(figure)


def test_nothing_to_draw_is_refused() -> None:
    with pytest.raises(ParameterError, match="0 groups"):
        size_plot({}, {}, **LABELS)
    with pytest.raises(ParameterError, match="none of them empty"):
        size_plot({"a": []}, {}, **LABELS)
    with pytest.raises(ParameterError, match="same tables"):
        margin_plot({"a": []}, {"b": []}, title=TITLE)
    with pytest.raises(ParameterError, match="no card"):
        tipping_plot([], [], [], [], radius=0.02, title=TITLE)


def test_margins_stand_in_bars_of_two_millimeters_on_their_side() -> None:
    figure = margin_plot(
        {"round": [0.001, 0.0015, 0.031], "none": []},
        {"round": [-0.001], "none": []},
        title=TITLE,
    )
    heights = {
        (round(bar.get_x()), int(bar.get_height()))
        for bar in figure.axes[0].patches
        if bar.get_height()
    }
    assert heights == {(0, 2), (30, 1), (-2, 1)}
    assert figure.axes[0].get_title("left") == "round: 3 laid, 1 forbidden"
    assert "none, 0 laid and 0 forbidden" in figure.description


def test_cards_that_fall_and_that_stay_have_a_panel_each() -> None:
    figure = tipping_plot(
        [1e-3, -1e-3, -1e-5, 0.0],
        [True, False, False, False],
        [3.0, 0.06, 0.6, 2.0],
        [1e-6, 0.035, 0.035, 0.035],
        radius=0.02,
        title=TITLE,
    )
    left, right = figure.axes
    assert [len(line.get_xdata()) for line in left.lines[:2]] == [3, 0]
    assert [len(line.get_xdata()) for line in right.lines[:2]] == [0, 1]
    assert "3 cards fall, 1 stay" in figure.description


@pytest.mark.parametrize("stays", [True, False])
def test_cards_that_all_end_alike_are_drawn(stays: bool) -> None:
    margins = [0.001] if stays else [-0.001]
    figure = tipping_plot(margins, [stays], [1.0], [0.03], radius=0.02, title=TITLE)
    assert svg_of(figure)
