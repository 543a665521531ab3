"""The folder of a gallery: which files are its own, and no other is ever touched."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection
from contextlib import suppress
from pathlib import Path

from gamebase.errors import ParameterError, shown
from gamebase.files import atomic_write, read_regular
from gamebase.json_reading import read_json

__all__ = ["LISTING", "GalleryFolder"]

LISTING = "gallery.json"
"""Names all files that a gallery wrote; only those are replaced or removed."""

FORMAT = "stacko gallery"
VERSION = 1

_OWN = re.compile(
    r"index\.html|(?:plots/[a-z0-9-]{1,70}/[a-z0-9-]{1,40}\.svg"
    r"|replays/[a-z0-9-]{1,70}/[a-z0-9-]{1,40}\.html)"
)


class GalleryFolder:
    """A folder into which a gallery is written.

    Parameters
    ----------
    path : Path
        The folder; made if it is not there.
    overwrite : bool
        Whether the files of a gallery that is there may be replaced.

    Raises
    ------
    ParameterError
        If there is a gallery and it may not be replaced, or the folder cannot be used.
    """

    def __init__(self, path: Path, *, overwrite: bool) -> None:
        self.path = path
        self._old = self._listed()
        if self._old and not overwrite:
            raise ParameterError(
                f"{shown(str(path), 200)} has a gallery already: replace its files "
                "with --overwrite, or choose another folder with --out"
            )

    def claim(self, names: Collection[str]) -> None:
        """Note which files will be written; refuse if one of them is not ours.

        Raises
        ------
        ParameterError
            If a file of this name is there that no gallery wrote, or a folder or a
            link is in its place.
        """
        strange = [name for name in names if not _OWN.fullmatch(name)]
        if strange:
            raise ParameterError(f"{shown(strange[0])} is no name for a gallery's file")
        for name in sorted(names):
            self._refuse_obstacle(name)
        self._note({*self._old, *names})

    def write(self, name: str, write: Callable[[Path], object]) -> None:
        """Let a file be written, whole or not at all.

        Raises
        ------
        OSError
            If its folder cannot be made, or it cannot be written.
        """
        target = self.path / name
        target.parent.mkdir(parents=True, exist_ok=True)
        write(target)

    def finish(self, names: Collection[str]) -> None:
        """Remove what an earlier gallery left, and note what is there now."""
        for name in sorted(self._old - set(names)):
            with suppress(FileNotFoundError, IsADirectoryError):
                (self.path / name).unlink()
            with suppress(OSError):  # it is missing, or holds what is not ours
                (self.path / name).parent.rmdir()
        self._note(names)

    def _note(self, names: Collection[str]) -> None:
        content = {"format": FORMAT, "version": VERSION, "files": sorted(names)}
        text = json.dumps(content, indent=2) + "\n"
        self.write(
            LISTING,
            lambda to: atomic_write(to, lambda part: part.write_text(text, "utf-8")),
        )

    def _listed(self) -> set[str]:
        listing = self.path / LISTING
        name = shown(str(listing), 200)
        try:
            content = read_json(read_regular(listing))
            ours = content["format"] == FORMAT and content["version"] == VERSION
            files = set(map(str, content["files"])) if ours else None
        except FileNotFoundError:
            return set()
        except NotADirectoryError:
            raise ParameterError(
                f"{shown(str(self.path), 200)} is no folder: choose another with --out"
            ) from None
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise ParameterError(
                f"{name} cannot be read, so it is not known which files are of an "
                f"earlier gallery ({type(error).__name__}): remove that folder, or "
                "choose another with --out"
            ) from error
        if files is None or not all(map(_OWN.fullmatch, files)):
            raise ParameterError(
                f"{name} is no list of a gallery's files, or of a later version: "
                "choose another folder with --out"
            )
        return files

    def _refuse_obstacle(self, name: str) -> None:
        target = self.path / name
        for folder in (self.path, *reversed(target.relative_to(self.path).parents)):
            inner = self.path / folder
            linked = inner != self.path and inner.is_symlink()
            if linked or (inner.exists() and not inner.is_dir()):
                raise _in_the_way(inner, "folder")
        if target.is_symlink() or (target.exists() and not target.is_file()):
            raise _in_the_way(target, "file")
        if target.exists() and name not in self._old:
            raise ParameterError(
                f"{shown(str(target), 200)} is there, and no gallery wrote it: choose "
                "another folder with --out"
            )


def _in_the_way(path: Path, kind: str) -> ParameterError:
    return ParameterError(
        f"{shown(str(path), 200)} is no regular {kind}, but the gallery goes there: "
        "move it away, or choose another folder with --out"
    )
