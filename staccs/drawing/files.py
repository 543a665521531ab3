"""Pictures as files, written whole or not at all."""

from __future__ import annotations

from pathlib import Path

from gamebase.files import atomic_write, check_regular
from staccs.drawing.picture import Picture
from staccs.drawing.svg import to_svg
from staccs.errors import ParameterError, close_match, shown

__all__ = ["SUFFIXES", "check_target", "write_picture"]

SUFFIXES = (".svg", ".png")
"""How the name of a picture's file may end."""


def check_target(path: Path) -> None:
    """Refuse a file that is no picture by its name, or that cannot be replaced.

    Raises
    ------
    ParameterError
        Saying which names are accepted, or what lies there.
    """
    suffix = path.suffix.casefold()
    if suffix not in SUFFIXES:
        raise ParameterError(
            f"{shown(str(path), 200)} ends in {shown(path.suffix)}: a picture's name "
            f"ends in {' or '.join(SUFFIXES)}{close_match(suffix, SUFFIXES)}"
        )
    try:
        check_regular(path)
    except FileNotFoundError:
        pass
    except OSError as error:
        raise _unwritable(path, error) from error


def write_picture(picture: Picture, path: Path, width: int | None = None) -> None:
    """Write a picture as SVG or PNG, as the name of the file ends.

    Parameters
    ----------
    picture : Picture
        As of `staccs.drawing.draw_board`.
    path : Path
        The file; one that is there is replaced. A reader sees the old one or the new
        one, never a part of one.
    width : int, optional
        In pixels, of a PNG; that of the picture if left out.

    Raises
    ------
    ParameterError
        If the name ends in neither, or the file cannot be written.
    """
    check_target(path)

    def write(to: Path) -> None:
        if path.suffix.casefold() == ".svg":
            to.write_text(to_svg(picture), encoding="utf-8", newline="\n")
        else:
            from staccs.drawing.png import write_png

            write_png(picture, to, width)

    try:
        atomic_write(path, write)
    except OSError as error:
        raise _unwritable(path, error) from error


def _unwritable(path: Path, error: OSError) -> ParameterError:
    return ParameterError(
        f"{shown(str(path), 200)} cannot be written ({error.strerror or error}): "
        "choose another file with --out"
    )
