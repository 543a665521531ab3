"""The files of a shard: one Parquet file a table, whole or not at all."""

from __future__ import annotations

import errno
import hashlib
import os
from collections.abc import Mapping, Sequence
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from gamebase.errors import shown
from gamebase.files import atomic_write, check_regular
from sims.dataset.schemas import CELL, dataset_schema
from sims.dataset.shard_lines import Shard, TableFile
from sims.dataset.spans import Span
from sims.errors import BatchError
from sims.folder import shard_name

__all__ = [
    "fault_of",
    "remove_shard",
    "shard_path",
    "sync_folder",
    "write_shard",
]

Group = Mapping[str, pa.Table]
"""The tables of about a thousand games, which become a row group of each file."""


def shard_path(folder: Path, table: str, number: int) -> Path:
    """Return where the file of a table of a shard is."""
    return folder / table / shard_name(number)


def sync_folder(folder: Path) -> None:
    """See that the names in a folder are on the disk, where that can be asked for."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.ENOTSUP, errno.EBADF):
            raise
    finally:
        os.close(descriptor)


def write_shard(
    folder: Path,
    shard: tuple[int, Sequence[Span], bool],
    groups: Sequence[Group],
    tables: Mapping[str, type],
) -> Shard:
    """Write the files of a shard; on return they are on the disk.

    Parameters
    ----------
    folder : Path
        The folder of results.
    shard : tuple
        Number, games in order, and whether it is closed before it is full.
    groups : sequence of mapping
        Its tables in pieces, each of which becomes a row group.
    tables : mapping of str to type
        Row classes by the name of their table.

    Returns
    -------
    Shard
        What is to be noted of it.

    Raises
    ------
    OSError
        If they cannot be written; then none of them may be whole.
    """
    number, spans, tail = shard
    files = {}
    for name, row_type in tables.items():
        pieces = [group[name] for group in groups]
        path = shard_path(folder, name, number)
        _make_folder(path.parent)
        schema = dataset_schema(row_type)
        atomic_write(path, lambda to: _write_file(to, pieces, schema))  # noqa: B023
        sync_folder(path.parent)
        rows = sum(piece.num_rows for piece in pieces)
        files[name] = TableFile(rows, path.stat().st_size, _hash(path))
    return Shard(number, tuple(spans), files, tail)


def _make_folder(folder: Path) -> None:
    if not folder.is_dir():
        folder.mkdir()
        sync_folder(folder.parent)


def _write_file(path: Path, pieces: Sequence[pa.Table], schema: pa.Schema) -> None:
    # An open file, for Arrow takes no path that is not UTF-8.
    with (
        path.open("wb") as handle,
        pq.ParquetWriter(
            handle, schema, compression="zstd", write_statistics=[CELL, "game"]
        ) as writer,
    ):
        for piece in pieces:
            if piece.num_rows:
                writer.write_table(piece, row_group_size=piece.num_rows)


def _hash(path: Path) -> str:
    with path.open("rb") as handle:
        return hashlib.file_digest(handle, "sha256").hexdigest()


def fault_of(folder: Path, shard: Shard) -> str | None:
    """Return what is wrong with a shard's files, None if they are as they were written.

    Raises
    ------
    BatchError
        If one cannot be read, which says nothing of what is in it.
    """
    for name, told in shard.tables.items():
        path = shard_path(folder, name, shard.number)
        try:
            if path.is_symlink():
                return f"{name}/{path.name} is a link"
            check_regular(path)
            if path.stat().st_size != told.bytes:
                return f"{name}/{path.name} is truncated, or was written to"
            if _hash(path) != told.sha256:
                return f"{name}/{path.name} is damaged"
        except FileNotFoundError:
            return f"{name}/{path.name} is missing"
        except OSError as error:
            raise BatchError(
                f"cannot read {shown(str(path), 200)} ({error.strerror or error}): see "
                "that it can be read, then --resume"
            ) from error
    return None


def remove_shard(folder: Path, number: int, tables: Mapping[str, type]) -> None:
    """Remove the files of a shard, which the index must not name any more.

    Raises
    ------
    OSError
        If one cannot be removed.
    """
    for name in tables:
        shard_path(folder, name, number).unlink(missing_ok=True)
