"""Text from outside made safe to print: no control characters reach a terminal."""

from __future__ import annotations

__all__ = ["printable"]


def printable(text: str) -> str:
    r"""Return the text with everything unprintable escaped, on one line.

    Examples
    --------
    >>> printable("R3 \x1b[31m")
    'R3 \\x1b[31m'
    """
    if text.isprintable():
        return text
    return "".join(
        each if each.isprintable() else each.encode("unicode_escape").decode()
        for each in text
    )
