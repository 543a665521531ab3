"""A gallery made from folders of batches, file by file."""

from __future__ import annotations

import errno
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from rich.console import Console
from rich.progress import track

from gamebase.errors import GameError, ParameterError, shown, text_of
from gamebase.files import atomic_write
from gamebase.printable import printable
from sims.gallery.batches import Batch, read_batches, slugs
from sims.gallery.model import File, Section
from sims.gallery.own_files import GalleryFolder
from sims.gallery.page import gallery_page
from sims.gallery.staccs_section import staccs_section
from sims.gallery.stacko_section import stacko_section

__all__ = ["INDEX", "build"]

INDEX = "index.html"
TITLE = "Games of Stacko and STACCS"


def build(
    folders: Sequence[Path],
    out: Path,
    *,
    overwrite: bool = False,
    replays: int = 100,
    quiet: bool = False,
) -> Path:
    """Write the gallery of some batches, and return its page.

    Parameters
    ----------
    folders : sequence of Path
        Each with a batch of games.
    out : Path
        The folder of the gallery; made if it is not there.
    overwrite : bool
        Whether the files of a gallery that is there are replaced. Others never are.
    replays : int
        Pages of replays of one batch, at most.
    quiet : bool
        Whether to keep still about how far it has come.

    Raises
    ------
    ParameterError
        If a folder is no batch, or the gallery cannot be written there.
    """
    console = Console(stderr=True, quiet=quiet, highlight=False)
    try:
        folder = GalleryFolder(out, overwrite=overwrite)
        batches = [
            batch
            for path, slug in zip(folders, slugs(folders), strict=True)
            for batch in read_batches(path, slug)
        ]
        sections = [
            _section(batch, replays)
            for batch in track(batches, "drawing the plots", console=console)
        ]
        return _written(folder, _told_apart(sections), console)
    except OSError as error:
        full = error.errno in (errno.ENOSPC, errno.EDQUOT)
        remedy = "make room" if full else "see that it can be written to"
        raise ParameterError(
            f"cannot write the gallery to {shown(str(out), 200)} "
            f"({error.strerror or error}): {remedy}, then run it again with --overwrite"
        ) from error


def _told_apart(sections: Sequence[Section]) -> list[Section]:
    """Return sections, with their names in addresses in titles that come twice."""
    titles = Counter(each.title for each in sections)
    return [
        replace(each, title=f"{each.title} ({each.slug})")
        if titles[each.title] > 1
        else each
        for each in sections
    ]


def _section(batch: Batch, replays: int) -> Section:
    if batch.kind.game == "stacko":
        made = stacko_section(batch, replays)
    else:
        made = staccs_section(batch)
    if batch.cell is None:
        return made
    return replace(made, title=f"{made.title}; cell {batch.cell}: {batch.label}")


def _written(
    folder: GalleryFolder, sections: Sequence[Section], console: Console
) -> Path:
    pictures = [each.file for section in sections for each in section.pictures]
    pages = [each for section in sections for each in section.files]
    names = [INDEX, *(each.name for each in (*pictures, *pages))]
    folder.claim(names)
    missing: set[str] = set()
    for file in track([*pictures, *pages], "writing files", console=console):
        problem = _try(folder, file)
        if problem:
            missing.add(file.name)
            console.print(f"left out {file.name}: {problem}", markup=False)
    page = gallery_page(TITLE, sections, missing)
    folder.write(
        INDEX,
        lambda to: atomic_write(to, lambda part: part.write_text(page, "utf-8")),
    )
    folder.finish([name for name in names if name not in missing])
    return folder.path / INDEX


def _try(folder: GalleryFolder, file: File) -> str:
    """Write a file; return what is wrong with what it is made from, or nothing."""
    try:
        folder.write(file.name, file.write)
    except GameError as error:
        return printable(text_of(error, 300))
    return ""
