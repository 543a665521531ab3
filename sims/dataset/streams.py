"""Tables as bytes, in Arrow's format for streams."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa

from sims.errors import TableError

__all__ = ["numbers_of", "stream_of", "table_in"]

# Without a pool of threads here and below: one that still starts while the process
# ends aborts it.


def stream_of(table: pa.Table) -> bytes:
    """Return a table as bytes.

    They are not compressed: that would take longer than making the table did, for
    bytes that are soon read again and removed.
    """
    sink = pa.BufferOutputStream()
    options = pa.ipc.IpcWriteOptions(use_threads=False)
    with pa.ipc.new_stream(sink, table.schema, options=options) as writer:
        writer.write_table(table)
    found: bytes = sink.getvalue().to_pybytes()
    return found


def table_in(stream: bytes) -> pa.Table:
    """Return the table that some bytes are; it shares their memory.

    Raises
    ------
    TableError
        If they are none.
    """
    options = pa.ipc.IpcReadOptions(use_threads=False)
    try:
        with pa.ipc.open_stream(stream, options=options) as reader:
            table = reader.read_all()
        table.validate()
    except (pa.ArrowException, OSError, ValueError) as error:
        raise TableError(f"is damaged ({error})") from error
    return table


def numbers_of(table: pa.Table, name: str) -> np.ndarray[Any, np.dtype[np.int64]]:
    """Return a column of whole numbers without gaps.

    Raises
    ------
    TableError
        If it is none.
    """
    array = table[name].combine_chunks()
    if array.type != pa.int64() or array.null_count:
        raise TableError(f"its column {name!r} is no whole numbers without gaps")
    # Arrow's own way to numpy loads pandas, which takes longer than many a batch.
    _, numbers = array.buffers()
    return np.frombuffer(numbers, np.int64, len(array), array.offset * 8)
