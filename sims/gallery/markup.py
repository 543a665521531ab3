"""HTML put together so that no text from outside can become markup."""

from __future__ import annotations

import html
from collections.abc import Iterable

from gamebase.printable import printable

__all__ = ["Markup", "element", "joined"]

_EMPTY = frozenset({"img", "meta", "link", "br"})


class Markup(str):
    """Text that is HTML already; every other text is escaped where it is put in."""

    __slots__ = ()


def element(
    name: str, /, *children: str | Iterable[str], **attributes: str | int | None
) -> Markup:
    """Return an element of HTML.

    Parameters
    ----------
    name : str
        Of the element.
    *children : str or iterable of str
        What is in it; what is no `Markup` is escaped.
    **attributes : str, int or None
        Those that are None are left out. An underscore at the end is dropped, for
        names such as ``class``, others become hyphens.

    Examples
    --------
    >>> element("a", "1 < 2", href="x.html", class_="big")
    '<a href="x.html" class="big">1 &lt; 2</a>'
    >>> element("td", element("b", "<script>"))
    '<td><b>&lt;script&gt;</b></td>'
    """
    given = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{_escaped(str(value))}"'
        for key, value in attributes.items()
        if value is not None
    )
    if name in _EMPTY:
        return Markup(f"<{name}{given}>")
    return Markup(f"<{name}{given}>{joined(children)}</{name}>")


def joined(children: Iterable[str | Iterable[str]]) -> Markup:
    """Return texts and elements one after the other."""
    return Markup(
        "".join(
            _one(child) if isinstance(child, str) else joined(child)
            for child in children
        )
    )


def _one(child: str) -> str:
    return child if isinstance(child, Markup) else _escaped(child)


def _escaped(text: str) -> str:
    return html.escape(printable(text))
