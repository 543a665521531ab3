"""Plots that notebooks, reports and the gallery share.

Every function returns a `Plot`, a figure of matplotlib, which a notebook shows as it is
and `save` writes as SVG, PDF or PNG::

    from sims.lifetimes import lifetimes
    from sims.plots import save, survival_plot

    save(survival_plot({"prober": lifetimes(turns, fell)}), "standing.svg")
"""

from sims.plots.agreement import agreement_table, force_plot
from sims.plots.counts import histogram, share_bars
from sims.plots.edges import margin_plot, size_plot, tipping_plot
from sims.plots.forecasts import calibration_plot, course_plot, lead_plot
from sims.plots.grouped import grouped_plot
from sims.plots.intervals import interval_plot
from sims.plots.matches import match_plot
from sims.plots.panels import panels_plot
from sims.plots.staccs import extent_plot, farthest_corners
from sims.plots.style import COLORS, MODELS, SUFFIXES, Plot, save, svg_of
from sims.plots.surveys import survey_map
from sims.plots.survival import survival_plot
from sims.plots.towers import by_slot, tower_map
from sims.plots.tradeoffs import tradeoff_plot
from sims.plots.trends import trend_plot

__all__ = [
    "COLORS",
    "MODELS",
    "SUFFIXES",
    "Plot",
    "agreement_table",
    "by_slot",
    "calibration_plot",
    "course_plot",
    "extent_plot",
    "farthest_corners",
    "force_plot",
    "grouped_plot",
    "histogram",
    "interval_plot",
    "lead_plot",
    "margin_plot",
    "match_plot",
    "panels_plot",
    "save",
    "share_bars",
    "size_plot",
    "survey_map",
    "survival_plot",
    "svg_of",
    "tipping_plot",
    "tower_map",
    "tradeoff_plot",
    "trend_plot",
]
