"""What can go wrong with a batch before or around its games."""

from __future__ import annotations

__all__ = ["BatchError", "DamagedError", "EarlierFormatError", "TableError"]


class BatchError(Exception):
    """A batch cannot start or go on; the text says why and what to try."""


class DamagedError(BatchError):
    """A record of a batch is damaged or was edited."""


class EarlierFormatError(BatchError):
    """A folder of results was written by an earlier version."""


class TableError(BatchError):
    """A table file is damaged, or is not one of ours."""
