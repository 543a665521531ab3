"""How finely a replay keeps what it records, and how that becomes whole numbers."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["FORCE", "POSITION", "TIME", "TURN", "quantized", "rounded"]

POSITION = 1e-4
"""m; a block that moves less is drawn where it was."""

TURN = 2.0**-11
"""Of a quaternion's component: 1 mrad, or 0.04 mm at a block's end."""

FORCE = 1e-3
"""N"""

TIME = 1e-6
"""s"""


def quantized(values: ArrayLike, quantum: float) -> NDArray[np.int64]:
    """Return values as whole multiples of a quantum."""
    return np.rint(np.asarray(values, dtype=float) / quantum).astype(np.int64)


def rounded(values: ArrayLike, quantum: float) -> NDArray[np.float64]:
    """Return values rounded to whole multiples of a quantum."""
    return np.asarray(quantized(values, quantum) * quantum, dtype=np.float64)
