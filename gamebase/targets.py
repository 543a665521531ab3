"""Files that somebody asked for: refused before the work, written whole after it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from gamebase.errors import ParameterError, close_match, shown
from gamebase.files import atomic_write, check_regular

__all__ = ["check_apart", "check_target", "unwritable", "write_target"]


def check_target(path: Path, suffixes: Sequence[str], noun: str) -> None:
    """Refuse a file by its name, or by what lies there or does not.

    Parameters
    ----------
    path : Path
    suffixes : sequence of str
        How its name may end, in lower case.
    noun : str
        Whose name it is, for the message: ``"a page's name"``.

    Raises
    ------
    ParameterError
        Saying how the name ends, that it is no regular file, or that there is no such
        folder.
    """
    suffix = path.suffix.casefold()
    if suffix not in suffixes:
        *first, last = suffixes
        ends = f"{', '.join(first)} or {last}" if first else last
        raise ParameterError(
            f"{shown(str(path), 200)} ends in {shown(path.suffix)}: {noun} ends in "
            f"{ends}{close_match(suffix, suffixes)}"
        )
    try:
        check_regular(path)
    except FileNotFoundError:
        if not path.parent.is_dir():
            raise ParameterError(
                f"there is no folder {shown(str(path.parent), 200)}: make it first"
            ) from None
    except OSError as error:
        raise unwritable(path, error) from error


def check_apart(paths: Iterable[Path], source: Path) -> None:
    """Refuse to write one file twice, or over what is read, by whatever names.

    Parameters
    ----------
    paths : iterable of Path
        The files to write.
    source : Path
        What is read.

    Raises
    ------
    ParameterError
        Saying which file it is.
    """
    read, seen = os.path.realpath(source), set()
    for path in paths:
        real = os.path.realpath(path)  # never fails, unlike `Path.resolve`
        if real == read:
            raise ParameterError(
                f"{shown(str(path), 200)} is what is shown, and would be replaced: "
                "choose another file"
            )
        if real in seen:
            raise ParameterError(
                f"{shown(str(path), 200)} is to be written twice: give each its own "
                "file"
            )
        seen.add(real)


def write_target(path: Path, write: Callable[[Path], object]) -> None:
    """Let ``write`` fill a file, whole or not at all; see `atomic_write`.

    Raises
    ------
    ParameterError
        If it cannot be written, such as for want of room.
    """
    try:
        atomic_write(path, write)
    except OSError as error:
        raise unwritable(path, error) from error


def unwritable(path: Path, reason: OSError | str) -> ParameterError:
    """Return the error of a file that cannot be written."""
    text = reason if isinstance(reason, str) else reason.strerror or str(reason)
    return ParameterError(
        f"{shown(str(path), 200)} cannot be written ({text}): make room, or choose "
        "another file"
    )
