"""Tables in Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

__all__ = ["table"]


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """Yield the lines of a table, and an empty one after it."""
    yield "| " + " | ".join(heads) + " |"
    yield "|" + "---|" * len(heads)
    for row in rows:
        yield "| " + " | ".join(row) + " |"
    yield ""
