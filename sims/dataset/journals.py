"""The files of the journal in a folder: written, read again, and removed in time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from sims.dataset.chunks import Chunk
from sims.dataset.journal import JournalFile, read_journal
from sims.dataset.shards import sync_folder
from sims.folder import JOURNAL, journal_name, journal_number, own_journals

__all__ = ["Journals"]


class Journals:
    """The journal of a results folder, for its one writer.

    A file goes once every game in it is in a shard; each shard begins a new one, so
    that few files are there at any time.

    Parameters
    ----------
    folder : Path
        The folder of results.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder / JOURNAL
        paths = [path for path in own_journals(folder) if path.suffix == ".journal"]
        self._paths = {_number(path): path for path in paths}
        self._next = max(self._paths, default=-1) + 1
        self._file: JournalFile | None = None
        self._needed: Counter[int] = Counter()

    @property
    def games(self) -> int:
        """How many games are in the journal and in no shard."""
        return self._needed.total()

    def read(self) -> Iterator[tuple[int, Path, tuple[Chunk, ...], int | None]]:
        """Yield number, path, chunks, and where it is torn, of each file there is."""
        for number, path in sorted(self._paths.items()):
            found = read_journal(path)
            yield number, path, found.chunks, found.torn

    def need(self, number: int, games: int) -> None:
        """Note that a file has so many games that are in no shard."""
        self._needed[number] += games

    def append(self, chunk: Chunk) -> int:
        """Add a chunk; return the number of the file that has it.

        Raises
        ------
        OSError
            If it cannot be written; the journal stays whole.
        """
        if self._file is None:
            self._file = self._begin()
        self._file.append(chunk)
        number = _number(self._file.path)
        self.need(number, chunk.span.count)
        return number

    def add_file(self, chunks: Iterable[Chunk]) -> int:
        """Write a file of its own, which is on the disk when the call returns.

        Raises
        ------
        OSError
            If it cannot be written; then there is none.
        """
        file = self._begin()
        number = _number(file.path)
        games = 0
        try:
            for chunk in chunks:
                file.append(chunk)
                games += chunk.span.count
            file.sync()
        except BaseException:
            file.path.unlink(missing_ok=True)
            del self._paths[number]
            raise
        finally:
            file.close()
        self.need(number, games)
        return number

    def _begin(self) -> JournalFile:
        file = JournalFile(self._folder / journal_name(self._next))
        self._paths[self._next] = file.path
        self._next += 1
        sync_folder(self._folder)
        return file

    def sync(self) -> None:
        """See that all that was added is on the disk."""
        if self._file is not None:
            self._file.sync()

    def release(self, sources: Counter[int]) -> None:
        """Note that games of files are in a shard; remove files of no further use.

        Parameters
        ----------
        sources : Counter
            Number of games by the number of the file.
        """
        self._needed.subtract(sources)
        self.close()
        self.tidy()

    def tidy(self) -> None:
        """Remove files of which every game is in a shard."""
        for number, path in list(self._paths.items()):
            if self._needed[number] <= 0 and not self._is_open(path):
                path.unlink(missing_ok=True)
                del self._paths[number], self._needed[number]

    def _is_open(self, path: Path) -> bool:
        return self._file is not None and self._file.path == path

    def close(self) -> None:
        """End the file that is written to; the next chunk begins another."""
        if self._file is not None:
            file, self._file = self._file, None
            try:
                file.sync()
            finally:
                file.close()


def _number(path: Path) -> int:
    number = journal_number(path.name)
    if number is None:
        raise ValueError(f"{path.name!r} is no name of a file of the journal")
    return number
