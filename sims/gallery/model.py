"""What a gallery consists of: sections with a table, pictures, links, and files."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from sims.plots import Plot, save
from sims.report import Line

__all__ = ["File", "Grid", "Link", "Picture", "Section", "picture_of"]

_PIXELS = 96  # of CSS, to an inch


@dataclass(frozen=True, slots=True)
class File:
    """A file of a gallery, and how it comes about.

    Parameters
    ----------
    name : str
        Its path in the gallery, with ``/``.
    write : callable
        Writes it, whole or not at all.
    """

    name: str
    write: Callable[[Path], object]


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture beside the page.

    Parameters
    ----------
    file : File
    alt : str
        What is to be seen, for those who do not see it.
    caption : str
    width, height : int
        In pixels of the page.
    """

    file: File
    alt: str
    caption: str
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Link:
    """A link to a file of the gallery.

    Parameters
    ----------
    text : str
    name : str
        Path of the file in the gallery.
    label : str
        The text in more words, for those who see the link alone.
    """

    text: str
    name: str
    label: str


@dataclass(frozen=True, slots=True)
class Grid:
    """A table of texts and links.

    Parameters
    ----------
    title : str
    note : str
    heads : sequence of str
    rows : sequence of sequence of str or Link
        The first of each row names it.
    """

    title: str
    note: str
    heads: Sequence[str]
    rows: Sequence[Sequence[str | Link]]


@dataclass(frozen=True, slots=True)
class Section:
    """A batch of games.

    Parameters
    ----------
    slug : str
        Its name in addresses: letters, digits and hyphens.
    title : str
    about : sequence of str
        Paragraphs.
    lines : sequence of Line
        The result table.
    pictures : sequence of Picture
    grids : sequence of Grid
    files : sequence of File
        What links lead to.
    """

    slug: str
    title: str
    about: Sequence[str]
    lines: Sequence[Line]
    pictures: Sequence[Picture]
    grids: Sequence[Grid] = ()
    files: Sequence[File] = ()


def picture_of(plot: Plot, name: str, caption: str) -> Picture:
    """Return a plot as a picture of the page.

    Parameters
    ----------
    plot : Plot
    name : str
        Path of the file in the gallery.
    caption : str
    """
    width, height = plot.get_size_inches()
    return Picture(
        File(name, lambda path: save(plot, path)),
        plot.description,
        caption,
        round(width * _PIXELS),
        round(height * _PIXELS),
    )
