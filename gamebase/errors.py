"""Errors that every game has, and helpers that word them.

Every message names what is wrong, the value, the place and the remedy. All errors
derive from `GameError`; those that speak of a value are also `ValueError`.
"""

import re
from collections.abc import Iterable
from difflib import get_close_matches

__all__ = [
    "GameError",
    "IllegalMoveError",
    "InvalidNotationError",
    "ParameterError",
    "PlayerError",
    "close_match",
    "matched",
    "shown",
    "text_of",
]


class GameError(Exception):
    """Base of every error the games raise on purpose."""


class InvalidNotationError(GameError, ValueError):
    """A text does not name what it should, such as a block, a card or a move."""


class IllegalMoveError(GameError, ValueError):
    """A move that the rules do not allow in the position."""


class ParameterError(GameError, ValueError):
    """A parameter, switch, file or setting has a value that is not accepted."""


class PlayerError(GameError, RuntimeError):
    """The code of a player failed while it chose a move."""


def shown(value: object, limit: int = 60) -> str:
    """Return `value!r`, cut to about `limit` characters.

    Parameters
    ----------
    value : object
        Anything, also hostile: a text of a million characters is cut before it is
        quoted, and what is too long to print, or fails to, is described instead.
    limit : int
        Longest text returned, not counting the note on the length.

    Returns
    -------
    str
        The quoted value on one line.
    """
    if isinstance(value, str | bytes) and len(value) > limit:
        return f"{value[:limit]!r}... ({len(value)} long)"
    try:
        text = repr(value)
    except (ValueError, RecursionError):
        return f"a {type(value).__name__} too long to print"
    except Exception:  # noqa: BLE001
        return f"a {type(value).__name__} that cannot be printed"
    if not text.isprintable():
        text = " ".join(text.split())
    return text if len(text) <= limit else f"{text[:limit]}... ({len(text)} long)"


def text_of(error: BaseException, limit: int = 2000) -> str:
    """Return the text of any error on one line, cut to about `limit` characters.

    Parameters
    ----------
    error : BaseException
        Also one of someone else's code, whose text may be endless or fail itself.
    limit : int
        Longest text returned, not counting the note on the length.

    Returns
    -------
    str
        Text, possibly empty.
    """
    try:
        text = str(error)
    except (Exception, SystemExit):  # noqa: BLE001
        return "(an error without a readable text)"
    if len(text) > limit:
        text = f"{text[:limit]}... ({len(text)} long)"
    return " ".join(text.split())


def close_match(value: object, allowed: Iterable[str]) -> str:
    """Return ``"; did you mean 'x'?"`` for the nearest allowed name, or nothing.

    Parameters
    ----------
    value : object
        What was given.
    allowed : iterable of str
        What would have been accepted.

    Returns
    -------
    str
        Text to append to a message; empty when nothing is near.
    """
    if not isinstance(value, str) or len(value) > 100:
        return ""
    names = list(allowed)
    same = [name for name in names if name.casefold() == value.casefold()]
    near = same or get_close_matches(value, names, n=1)
    return f"; did you mean {near[0]!r}?" if near else ""


def matched(pattern: re.Pattern[str], text: object) -> re.Match[str] | None:
    """Return the match of a whole text; None also for what is no text at all."""
    return pattern.fullmatch(text) if isinstance(text, str) else None
