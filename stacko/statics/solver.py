"""Linear programs by HiGHS: one call, a deadline, and honest failures."""

from __future__ import annotations

import time
import warnings
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from scipy.optimize import OptimizeWarning, linprog

__all__ = [
    "Deadline",
    "Method",
    "Program",
    "Solution",
    "Status",
    "solve",
    "solve_turned",
]

Array = NDArray[np.float64]
Method = Literal["highs-ds", "highs-ipm"]
"""Dual simplex or interior point, both of HiGHS."""

_FEASIBILITY = 1e-10
"""Tolerance of HiGHS for rows and for multipliers; the least it takes."""

_LOOSER = 1e-9
"""Tolerance where that fails: answers are checked by whoever asked, anyway."""


class Status(StrEnum):
    """How a linear program ended."""

    SOLVED = "solved"
    INFEASIBLE = "infeasible"
    UNBOUNDED = "unbounded"
    OUT_OF_TIME = "the solver ran out of time"
    FAILED = "the solver failed"


_STATUS = {
    0: Status.SOLVED,
    1: Status.OUT_OF_TIME,
    2: Status.INFEASIBLE,
    3: Status.UNBOUNDED,
}


_TURNED = {
    Status.INFEASIBLE: Status.UNBOUNDED,
    Status.UNBOUNDED: Status.INFEASIBLE,
}
"""What the end of a dual says of its program."""


class Deadline:
    """A limit of time for several programs together.

    Parameters
    ----------
    seconds : float
        Time from now, in s.
    """

    def __init__(self, seconds: float) -> None:
        self._end = time.monotonic() + seconds

    @property
    def left(self) -> float:
        """Time left, in s; negative once it is over."""
        return self._end - time.monotonic()


@dataclass(frozen=True, slots=True, eq=False)
class Program:
    """Minimize ``cost @ x`` with ``matrix @ x = right``, ``low <= x <= high``.

    Parameters
    ----------
    cost : ndarray, shape (n,)
    matrix : sparse array, shape (m, n)
    right : ndarray, shape (m,)
    low, high : ndarray, shape (n,)
        Bounds; infinite for none.
    at_least : bool
        Rows are ``matrix @ x >= right`` instead.
    """

    cost: Array
    matrix: sparse.csc_array
    right: Array
    low: Array
    high: Array
    at_least: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Solution:
    """What the solver says, to be checked by whoever asked.

    Parameters
    ----------
    status : Status
    x : ndarray, shape (n,)
        Empty unless solved.
    multipliers : ndarray, shape (m,)
        Change of the cost with the right-hand side; empty unless solved.
    message : str
        The solver's own words.
    """

    status: Status
    x: Array
    multipliers: Array
    message: str


def solve(
    program: Program, deadline: Deadline, method: Method = "highs-ds"
) -> Solution:
    """Solve a linear program.

    Where the method fails for numerical reasons, the other one of HiGHS is tried, and
    then the first with a looser tolerance: with the tightest, HiGHS sometimes cannot
    tell what its presolve left open, whether a program is infeasible or unbounded.

    Parameters
    ----------
    program : Program
    deadline : Deadline
    method : str
        ``highs-ds`` or ``highs-ipm``.
    """
    other: Method = "highs-ipm" if method == "highs-ds" else "highs-ds"
    for way, tolerance in (
        (method, _FEASIBILITY), (other, _FEASIBILITY), (method, _LOOSER),
    ):  # fmt: skip
        solution = _once(program, deadline, way, tolerance)
        if solution.status is not Status.FAILED:
            break
    return solution


def solve_turned(program: Program, deadline: Deadline) -> Solution:
    """Solve a program over unknowns of 0 and more by way of its dual.

    Several times faster where one unknown is sought among thousands of forces that
    could take each other's place.

    Parameters
    ----------
    program : Program
        With equations, `low` 0 and `high` infinite everywhere.
    deadline : Deadline
    """
    anywhere = np.full(len(program.right), np.inf)
    turned = Program(
        program.right,
        program.matrix.T.tocsc(),
        -program.cost,
        -anywhere,
        anywhere,
        at_least=True,
    )
    found = solve(turned, deadline)
    if found.status is not Status.SOLVED:
        status = _TURNED.get(found.status, found.status)
        return _unsolved(status, found.message)
    return Solution(Status.SOLVED, found.multipliers, -found.x, found.message)


def _once(
    program: Program, deadline: Deadline, method: Method, tolerance: float
) -> Solution:
    left = deadline.left
    if left <= 0:
        return _unsolved(Status.OUT_OF_TIME, "no time was left to start")
    options: dict[str, Any] = {
        "time_limit": left,
        "primal_feasibility_tolerance": tolerance,
        "dual_feasibility_tolerance": tolerance,
    }
    sign = -1.0 if program.at_least else 1.0
    rows, right = sign * program.matrix, sign * program.right
    unequal = program.at_least
    # Its stubs know neither sparse matrices nor arrays of bounds.
    untyped: Any = linprog
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", OptimizeWarning)
        result = untyped(
            program.cost,
            A_ub=rows if unequal else None,
            b_ub=right if unequal else None,
            A_eq=None if unequal else rows,
            b_eq=None if unequal else right,
            bounds=np.column_stack([program.low, program.high]),
            method=method,
            options=options,
        )
    status = _STATUS.get(result.status, Status.FAILED)
    if status is not Status.SOLVED or result.x is None:
        return _unsolved(status, result.message)
    found = result.ineqlin if unequal else result.eqlin
    multipliers = sign * np.asarray(found.marginals, dtype=float)
    return Solution(status, result.x, multipliers, result.message)


def _unsolved(status: Status, message: str) -> Solution:
    return Solution(status, np.zeros(0), np.zeros(0), " ".join(message.split()))
