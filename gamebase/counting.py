"""How many of something there are, in words: one of it, or several."""

from __future__ import annotations

__all__ = ["counted"]


def counted(number: int, noun: str, form: str = "") -> str:
    """Return a number with its noun, which has an ``s`` unless it is one.

    Parameters
    ----------
    number : int
    noun : str
        Of one of them.
    form : str
        How the number is written, as for `format`.

    Examples
    --------
    >>> counted(1, "game"), counted(0, "game"), counted(2000, "game", ",")
    ('1 game', '0 games', '2,000 games')
    """
    return f"{number:{form}} {noun}{'s' * (number != 1)}"
