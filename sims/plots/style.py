"""How every plot looks, and how it becomes a file that is the same every time.

Figures are objects of their own: nothing here touches pyplot, its current figure, a
window, or the user's matplotlibrc. Colors are those of Okabe and Ito
(https://jfly.uni-koeln.de/color/) and of the map cividis
(doi:10.1371/journal.pone.0199239), which people with any of the common color
blindnesses tell apart.
"""

from __future__ import annotations

import functools
import io
import textwrap
import warnings
from collections.abc import Callable, Iterable, Iterator, Sized
from contextlib import contextmanager
from pathlib import Path
from typing import Any, ParamSpec

import matplotlib.style
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from gamebase import targets
from gamebase.errors import ParameterError, shown
from gamebase.printable import printable

__all__ = [
    "BLUE",
    "COLORS",
    "GREEN",
    "INK",
    "MAP",
    "MARKS",
    "MODELS",
    "ORANGE",
    "SUFFIXES",
    "Plot",
    "caption",
    "check_groups",
    "check_target",
    "in_style",
    "legend_below",
    "new_plot",
    "percent",
    "save",
    "short",
    "styled",
    "svg_of",
]

BLUE, ORANGE, GREEN = "#0072b2", "#d55e00", "#009e73"
COLORS = (BLUE, ORANGE, GREEN, "#cc79a7", "#e69f00", "#56b4e9", "#000000")
"""In the order in which they are used."""
MARKS = "osD^vP*"
"""Beside the colors, a mark for each."""
MODELS = {"pybullet": BLUE, "mujoco": ORANGE, "quasistatic": GREEN}
"""The same color for the same model in every plot."""
INK, FAINT = "#222222", "#bbbbbb"
MAP = "cividis"
"""The map of numbers to colors."""

SUFFIXES = (".svg", ".pdf", ".png")
"""How the name of a plot's file may end."""

_STYLE = {
    "font.family": "DejaVu Sans",  # which matplotlib brings along
    "font.size": 10,
    "axes.titlesize": 11,
    "axes.titlelocation": "left",
    "axes.titlepad": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": INK,
    "axes.labelcolor": INK,
    "text.color": INK,
    "xtick.color": INK,
    "ytick.color": INK,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": "#dddddd",
    "grid.linewidth": 0.7,
    "hatch.linewidth": 0.6,
    "legend.frameon": False,
    "legend.fontsize": 9,
    "lines.linewidth": 1.8,
    "text.parse_math": False,  # a dollar sign in a name begins no formula
    "svg.fonttype": "path",  # looks the same where the font is missing
    "svg.hashsalt": "stacko",  # the same names in the file for the same plot
    "pdf.fonttype": 42,
    "savefig.facecolor": "white",
}

_NO_DATES: dict[str, dict[str, Any]] = {
    "svg": {"Date": None, "Creator": None, "Format": None, "Type": None},
    "pdf": {"CreationDate": None, "Creator": None, "Producer": None},
    "png": {"Software": None},
}
"""What would make the same plot another file."""

_DPI = 144
_LETTER = 5.1
"""Room for a letter of size 9, in points; a text of ordinary words takes less."""

Given = ParamSpec("Given")


class Plot(Figure):
    """A figure of matplotlib that a notebook shows, and that has a text for a reader.

    `description` says in words what is to be seen; it goes into the file.
    """

    description: str = ""

    def _repr_svg_(self) -> str:
        # A page narrower than the figure shows it smaller, and not a part of it.
        fitting = '<svg style="max-width:100%;height:auto" '
        return svg_of(self).replace("<svg ", fitting, 1)


@contextmanager
def in_style() -> Iterator[None]:
    """Set the style of all plots, whatever the user's own, and put that back."""
    with matplotlib.style.context(["default", _STYLE]):
        yield


def styled(draw: Callable[Given, Plot]) -> Callable[Given, Plot]:
    """Let a function draw in the style of all plots."""

    @functools.wraps(draw)
    def in_our_style(*args: Given.args, **kwargs: Given.kwargs) -> Plot:
        with in_style():
            return draw(*args, **kwargs)

    return in_our_style


def new_plot(width: float = 6.4, height: float = 4.0) -> Plot:
    """Return an empty figure, its size in inches, for use within `in_style`."""
    figure = Plot(figsize=(width, height), dpi=100, layout="constrained")
    FigureCanvasAgg(figure)
    return figure


def short(text: object, most: int = 40) -> str:
    """Return a text from outside as a label: on one line, and not too long.

    Examples
    --------
    >>> short("a" * 50, most=5)
    'aaaa…'
    """
    line = printable(str(text))
    return line if len(line) <= most else f"{line[: most - 1]}…"


def caption(text: str, figure: Figure) -> str:
    """Return a text of size 9 in as many lines as it needs to fit across a figure.

    A legend with a title that is wider than its figure is cut off at both sides.
    """
    most = int(figure.get_figwidth() * 72 / _LETTER)
    return "\n".join(textwrap.wrap(text, most, break_on_hyphens=False))


def check_groups(groups: Iterable[str], known: Sized) -> None:
    """Check that there is something to draw, and a color and a mark for each group.

    Parameters
    ----------
    groups : iterable of str
        Their names.
    known : sized
        What is drawn of all of them.

    Raises
    ------
    ParameterError
        If there is nothing, or there are too many groups.
    """
    names = list(groups)
    if not len(known) or len(names) > len(MARKS):
        raise ParameterError(
            f"the groups are {shown(names)}: give 1 to {len(MARKS)}, with a number at "
            "least"
        )


def legend_below(figure: Figure, columns: int, note: str = "") -> None:
    """Put what the marks mean below a figure, under a note about all of them.

    Marks of the first panel only: all panels mark alike.
    """
    figure.legend(
        *figure.axes[0].get_legend_handles_labels(), loc="outside lower center",
        ncols=columns, title=caption(note, figure) or None, title_fontsize=9,
    )  # fmt: skip


def percent(share: float) -> str:
    """Return a share as it is written everywhere here.

    Examples
    --------
    >>> percent(0.273)
    '27 %'
    """
    return f"{100 * share:.0f} %"


def svg_of(figure: Plot) -> str:
    """Return a plot as SVG: one text that needs no other file, font or script."""
    stream = io.BytesIO()
    _draw(figure, stream, "svg")
    return stream.getvalue().decode("utf-8")


def save(figure: Plot, path: Path | str) -> None:
    """Write a plot as SVG, PDF or PNG, as the name of the file ends.

    Parameters
    ----------
    figure : Plot
    path : Path or str
        The file; one that is there is replaced. A reader sees the old one or the new
        one, never a part of one. The same plot makes the same bytes.

    Raises
    ------
    ParameterError
        If the name ends otherwise, or the file cannot be written.
    """
    path = Path(path)
    check_target(path)
    kind = path.suffix.casefold()[1:]

    def write(to: Path) -> None:
        with to.open("wb") as handle:
            _draw(figure, handle, kind)

    targets.write_target(path, write)


def check_target(path: Path) -> None:
    """Refuse a file that is no plot by its name, or that cannot be replaced.

    Raises
    ------
    ParameterError
        Saying which names are accepted, or what lies there.
    """
    targets.check_target(path, SUFFIXES, "a plot's name")


def _draw(figure: Plot, stream: Any, kind: str) -> None:
    facts = dict(_NO_DATES[kind])
    if kind == "svg":
        titles = [figure.get_suptitle(), *(a.get_title("left") for a in figure.axes)]
        facts["Title"] = printable(next(filter(None, titles), "plot"))
        facts["Description"] = printable(figure.description) or None
    with in_style(), warnings.catch_warnings():
        # A character the font does not have is drawn as a box.
        warnings.filterwarnings("ignore", message="Glyph .* missing from")
        figure.savefig(stream, format=kind, dpi=_DPI, metadata=facts)
