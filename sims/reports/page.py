"""A report as one HTML file: no script, nothing from a network."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Mapping, Sequence
from importlib.resources import files

from sims.gallery.markup import Markup, element
from sims.plots import Plot, svg_of
from sims.reports.document import Document, Grid, document_of
from sims.reports.model import Report
from sims.reports.pictures import MOST_CELLS, pictures

__all__ = ["page_of"]

_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; "
    "form-action 'none'"
)


def page_of(report: Report) -> str:
    """Return the page, with its pictures in it."""
    document = document_of(report)
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        Markup(f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'),
        element("link", rel="icon", href="data:,"),
        element("title", document.title),
        Markup(f"<style>\n{_css()}</style>"),
    )
    many = len(report.cells) > MOST_CELLS
    body = element("body", *_parts(document, pictures(report), many))
    return f"<!DOCTYPE html>\n{element('html', head, body, lang='en')}\n"


def _css() -> str:
    return (files("sims.reports") / "report.css").read_text("utf-8")


def _parts(
    document: Document, plots: Mapping[str, Sequence[Plot]], many: bool
) -> Iterable[Markup]:
    yield element("h1", document.title)
    yield _facts(document)
    if document.cautions:
        yield element(
            "section",
            element("h2", "Before you believe a number"),
            element("ul", *(element("li", each) for each in document.cautions)),
            class_="cautions",
        )
    if many:
        yield element("p", f"There are no pictures of more than {MOST_CELLS} cells.")
    if document.comparisons:
        yield _tables("Cells compared", document.comparisons, plots)
    yield _tables("Cell by cell", document.cells, {} if document.comparisons else plots)
    methods = element("ul", *(element("li", each) for each in document.methods))
    yield element("section", element("h2", "How it was counted"), methods)


def _facts(document: Document) -> Markup:
    pairs = [
        element("div", element("dt", label), element("dd", text))
        for label, text in document.facts
    ]
    return element("dl", *pairs)


def _figure(plot: Plot) -> Markup:
    data = base64.b64encode(svg_of(plot).encode()).decode("ascii")
    image = element(
        "img", src=f"data:image/svg+xml;base64,{data}", alt=plot.description
    )
    return element("figure", image)


def _tables(
    title: str, grids: Sequence[Grid], plots: Mapping[str, Sequence[Plot]]
) -> Markup:
    """Return tables, each with its pictures; those of lengths are the first one's."""
    parts = [
        each
        for k, grid in enumerate(grids)
        for each in (
            _table(grid),
            *map(_figure, plots.get(grid.metric, ()) if grid.metric or not k else ()),
        )
    ]
    return element("section", element("h2", title), *parts)


def _table(grid: Grid) -> Markup:
    heads = [
        element("th", head, scope="col", class_=_side(grid, k))
        for k, head in enumerate(grid.heads)
    ]
    note = element("p", grid.note, class_="note") if grid.note else Markup()
    table = element(
        "table",
        element("thead", element("tr", *heads)),
        element("tbody", *(_row(grid, row) for row in grid.rows)),
    )
    return element(
        "div",
        element("h3", grid.title),
        note,
        element("div", table, class_="wide", tabindex="0"),
        _cautions(grid),
    )


def _cautions(grid: Grid) -> Markup:
    if not grid.cautions:
        return Markup()
    return element(
        "ul", *(element("li", each) for each in grid.cautions), class_="beside"
    )


def _row(grid: Grid, row: Sequence[str]) -> Markup:
    cells = [
        element("th", text, scope="row", class_=_side(grid, k))
        if k == 0
        else element("td", text, class_=_side(grid, k))
        for k, text in enumerate(row)
    ]
    return element("tr", *cells)


def _side(grid: Grid, column: int) -> str | None:
    return None if column in grid.left else "number"
