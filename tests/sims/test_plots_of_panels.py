"""Panels side by side: the same rows, several numbers."""

import pytest

from gamebase.errors import ParameterError
from sims.plots import MODELS, grouped_plot, panels_plot, svg_of, trend_plot

PANELS = {
    "verdicts changed": {
        "pybullet": {"friction": (0.1, 0.05, 0.2), "mass": (0.0, None, None)},
        "quasistatic": {"friction": (None, None, None)},
    },
    "turns": {"quasistatic": {"mass": (-0.5, -1.0, 0.1)}},
}


def drawn(axis):
    return {
        (line.get_color(), round(float(x), 6))
        for line in axis.get_lines()
        if line.get_marker() not in ("None", "")
        for x in line.get_xdata()
    }


def test_each_panel_has_its_numbers_in_the_color_of_their_group():
    plot = panels_plot(PANELS, title="What matters", even={"turns": 0.0})
    first, second = plot.axes
    assert [each.get_text() for each in first.get_yticklabels()] == ["friction", "mass"]
    assert drawn(first) == {(MODELS["pybullet"], 0.1), (MODELS["pybullet"], 0.0)}
    assert drawn(second) == {(MODELS["quasistatic"], -0.5)}
    assert "turns, quasistatic, mass -0.5 (-1 to 0.1)" in plot.description
    assert "pybullet, mass 0; " in plot.description  # no interval, so none is told
    assert "quasistatic, friction unknown; " in plot.description
    assert (first.get_xlabel(), second.get_xlabel()) == tuple(PANELS)


def test_shares_are_percent_and_the_same_panels_the_same_file():
    plots = [panels_plot(PANELS, title="x", shares=["turns"]) for _ in range(2)]
    assert svg_of(plots[0]) == svg_of(plots[1])
    first, second = plots[0].axes
    assert not any("%" in each.get_text() for each in first.get_xticklabels())
    assert any("%" in each.get_text() for each in second.get_xticklabels())


@pytest.mark.parametrize(
    "panels",
    [
        {},
        {"a": {}},
        {"a": {"b": {}}},
        {"a": {str(k): {"x": (1, 0, 2)} for k in range(8)}},
    ],
)
def test_what_cannot_be_drawn_is_refused(panels):
    with pytest.raises(ParameterError, match="give 1 to 7"):
        panels_plot(panels, title="x")


LONG = (
    "95 % intervals by game; "
    + "pulls are those of an average hand, " * 4
    + "no others"
)
BARS = {"a group": {"one": (1.0, 0.5, 2.0)}}


@pytest.mark.parametrize(
    "draw",
    [
        lambda note: panels_plot({"x": BARS, "y": BARS}, title="t", note=note),
        lambda note: panels_plot({"x": BARS}, title="t", note=note),
        lambda note: grouped_plot(BARS, label="x", title="t", note=note),
        lambda note: trend_plot(
            {"a group": {1.0: (1.0, 0.5, 2.0)}},
            label="x", left="y", title="t", note=note,
        ),
    ],
)  # fmt: skip
@pytest.mark.parametrize("note", [LONG, "95 % intervals"])
def test_a_caption_of_any_length_lies_within_the_figure(draw, note):
    plot = draw(note)
    plot.canvas.draw()
    (legend,) = plot.legends
    title = legend.get_title()
    assert title.get_text().split() == note.split()
    box, whole = title.get_window_extent(), plot.bbox
    assert whole.x0 <= box.x0 < box.x1 <= whole.x1
    assert whole.y0 <= box.y0 < box.y1 <= whole.y1
