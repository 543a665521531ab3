"""Plots of forecasts, warnings and courses: what they draw, and what they refuse."""

from __future__ import annotations

import numpy as np
import pytest

from gamebase.errors import ParameterError
from sims.forecasts import calibration
from sims.plots import calibration_plot, course_plot, lead_plot, svg_of

RNG = np.random.default_rng(1)
CHANCES = RNG.random(200)
CAME = RNG.random(200) < CHANCES
LEADS = {"tilt": np.array([0.1, 0.3, 0.5, np.nan]), "shift": np.array([1.0, 2, 3, 0])}


def lines(axis):
    """Return what a panel draws, by its label."""
    return {line.get_label(): line.get_xydata() for line in axis.get_lines()}


def test_forecasts_lie_where_they_were_told_and_came():
    bins = calibration(CHANCES, CAME, (0.0, 0.5))
    figure = calibration_plot({"mine": bins}, title="Right")
    drawn = [
        tuple(xy) for xy in figure.axes[0].get_lines()[2:] for xy in xy.get_xydata()
    ]
    for told, came in bins:
        assert (told, came.value) in drawn
        assert (told, came.low) in drawn
    assert "mine (n = 200)" in lines(figure.axes[0])
    assert "<svg" in svg_of(figure)


def test_a_forecast_without_cases_is_drawn_as_nothing():
    figure = calibration_plot({"none": []}, title="Nothing")
    assert "none (n = 0)" in lines(figure.axes[0])
    with pytest.raises(ParameterError):
        calibration_plot({}, title="Nothing")


def test_leads_are_the_share_with_that_much_warning():
    figure = lead_plot(LEADS, title="Early", marked=0.2, mark="to react", most=2.0)
    drawn = lines(figure.axes[0])
    for name, each in LEADS.items():
        for time, share in drawn[name]:
            assert share == (np.nan_to_num(each) >= time).mean()
    assert drawn["to react"][0][0] == 0.2
    assert figure.description.startswith("tilt: median 0.2 s")


def test_leads_of_nothing():
    assert "<svg" in svg_of(lead_plot({"one": np.zeros(1)}, title="Never"))
    for empty in ({}, {"none": np.zeros(0)}):
        with pytest.raises(ParameterError):
            lead_plot(empty, title="Nothing")


def test_courses_are_medians_of_looks_at_one_time():
    before = np.repeat([0.0, 0.1, 0.2], 5)
    tilt = np.concatenate([np.arange(5) + 10.0, np.arange(5) + 5.0, np.arange(5) + 1.0])
    figure = course_plot(
        before, {"tilt": tilt, "force": 2 * tilt}, title="Rising",
        limits={"tilt": 4.0}, bin_width=0.1,
    )  # fmt: skip
    upper, lower = figure.axes
    assert lines(upper)["median"][:, 1].tolist() == [12.0, 7.0, 3.0]
    assert lines(lower)["median"][:, 1].tolist() == [24.0, 14.0, 6.0]
    assert lines(upper)["limit"][0][1] == 4.0
    assert "limit" not in lines(lower)
    left, right = upper.get_xlim()
    assert (left, right) == (pytest.approx(0.2), 0)


def test_courses_that_do_not_fit_a_logarithm():
    flat = course_plot(np.zeros(3), {"shift": np.zeros(3)}, title="Flat", limits={})
    assert "<svg" in svg_of(flat)
    with pytest.raises(ParameterError):
        course_plot(np.zeros(0), {"shift": np.zeros(0)}, title="Nothing", limits={})
    with pytest.raises(ParameterError):
        course_plot(np.zeros(1), {}, title="Nothing", limits={})
