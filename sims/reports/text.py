"""A report for a terminal, of any width from 40 columns on."""

from __future__ import annotations

import io

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from gamebase.printable import printable
from sims.report import NARROWEST
from sims.reports.document import Document, Grid
from sims.reports.told import Told

__all__ = ["text_of", "write_text"]

WIDTH = 80
"""Of a text that goes into a file, in characters."""
_GAP = 2


def text_of(document: Document, width: int = WIDTH) -> str:
    """Return the report as plain text."""
    stream = io.StringIO()
    write_text(document, Console(file=stream, width=width, highlight=False))
    lines = stream.getvalue().splitlines()
    return "\n".join(line.rstrip() for line in lines) + "\n"


def write_text(document: Document, console: Console) -> None:
    """Print the report."""
    console.width = max(console.width, NARROWEST)
    console.print(Text(printable(document.title), style="bold"))
    console.print(_facts(document))
    if document.cautions:
        console.print(Text("\nBefore you believe a number", style="bold"))
        for caution in document.cautions:
            console.print(_item("!", caution))
    for grid in (*document.comparisons, *document.cells):
        console.print()
        console.print(Text(printable(grid.title), style="bold"))
        if grid.note:
            console.print(Text(printable(grid.note), style="dim"))
        console.print(_table(grid, console.width))
        for caution in grid.cautions:
            console.print(_item("!", caution))
    console.print(Text("\nHow it was counted", style="bold"))
    for method in document.methods:
        console.print(_item("-", method))


def _facts(document: Document) -> Table:
    table = Table(show_header=False, box=None, padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True, style="dim")
    table.add_column(overflow="fold")
    for label, text in document.facts:
        table.add_row(Text(label), Text(printable(text)))
    return table


def _item(mark: str, text: str) -> Table:
    table = Table(show_header=False, box=None, padding=(0, 1, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    table.add_row(Text(mark), Text(printable(text)))
    return table


def _table(grid: Grid, width: int) -> Table:
    table = Table(box=None, padding=0, header_style="dim", pad_edge=False)
    spare = _left_out(grid, width)
    columns = [k for k in range(len(grid.heads)) if k != spare]
    gaps = dict.fromkeys(columns[:-1], _GAP)
    for k in columns:
        words = k in grid.left
        head = Text(printable(grid.heads[k]))
        table.add_column(
            Padding(head, (0, gaps.get(k, 0), 0, 0)),
            justify="left" if words else "right",
            overflow="fold",
            no_wrap=not words,
        )
    for row in grid.rows:
        table.add_row(*(Told(printable(row[k]), gaps.get(k, 0)) for k in columns))
    return table


def _left_out(grid: Grid, width: int) -> int | None:
    """Return the spare column if its words would be torn apart."""
    if grid.spare is None:
        return None
    rows = [[printable(each) for each in row] for row in (grid.heads, *grid.rows)]
    words = max(len(word) for row in rows for word in row[grid.spare].split() or [""])
    others = sum(
        max(len(row[k]) for row in rows) + _GAP
        for k in range(len(grid.heads))
        if k != grid.spare
    )
    return grid.spare if others + words > width else None
