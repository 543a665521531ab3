"""Pictures as files, written whole or not at all."""

from __future__ import annotations

from pathlib import Path

from gamebase import targets
from staccs.drawing.picture import Picture
from staccs.drawing.svg import to_svg

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
    targets.check_target(path, SUFFIXES, "a picture's name")


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

    targets.write_target(path, write)
