"""A report in Markdown, with the tables that GitHub shows."""

from __future__ import annotations

import re

from gamebase.printable import printable
from sims.reports.document import Document, Grid

__all__ = ["escaped", "markdown_of", "table_lines"]

# What would become markup; an underscore within a word does not.
_ACTIVE = re.compile(r"([\\`*\[\]<>#|~&@$]|(?<![^\W_])_|_(?![^\W_]))")
_LISTS = re.compile(r"^(\d*)([-+.)])(?=\s|$)")  # what would begin a list
_LINKS = re.compile(r"(?i)(https?|ftp|www)(?=[:.])")


def markdown_of(document: Document) -> str:
    """Return the report in Markdown; no text from outside becomes markup."""
    lines = [f"# {escaped(document.title)}", ""]
    lines += [
        f"- **{escaped(name)}:** {escaped(text)}" for name, text in document.facts
    ]
    if document.cautions:
        lines += ["", "## Before you believe a number", ""]
        lines += [f"- {escaped(caution)}" for caution in document.cautions]
    if document.comparisons:
        lines += ["", "## Cells compared"]
        for grid in document.comparisons:
            lines += _grid(grid)
        lines += ["", "## Cell by cell"]
    for grid in document.cells:
        lines += _grid(grid)
    lines += ["", "## How it was counted", ""]
    lines += [f"- {escaped(method)}" for method in document.methods]
    return "\n".join(lines) + "\n"


def escaped(text: str) -> str:
    r"""Return a text as Markdown that shows it as it is, on one line.

    Examples
    --------
    >>> print(escaped("a|b <script> *x* mu_block"))
    a\|b \<script\> \*x\* mu_block
    """
    shown = _ACTIVE.sub(r"\\\1", printable(text))
    shown = _LISTS.sub(r"\1\\\2", shown)
    # A link that GitHub would make of a bare address is broken by a comment.
    return _LINKS.sub(r"\1<!-- -->", shown)


def table_lines(grid: Grid) -> list[str]:
    """Return a table as lines of Markdown."""
    marks = [":--" if k in grid.left else "--:" for k in range(len(grid.heads))]
    rows = [[escaped(each) for each in row] for row in (grid.heads, *grid.rows)]
    lines = ["| " + " | ".join(row) + " |" for row in rows]
    return [lines[0], "| " + " | ".join(marks) + " |", *lines[1:]]


def _grid(grid: Grid) -> list[str]:
    note = [escaped(grid.note), ""] if grid.note else []
    cautions = [f"- {escaped(each)}" for each in grid.cautions]
    tail = ["", *cautions] if cautions else []
    return ["", f"### {escaped(grid.title)}", "", *note, *table_lines(grid), *tail]
