"""Sums of columns times columns, banded: what Newton's method factors at every step.

Bodies push only their neighbors. In the order of Cuthill and McKee (1969), DOI
10.1145/800195.805928, the matrix ``columns @ diag(chosen) @ columns.T`` of a tower has
a narrow band, however high the tower, so its factors cost a time that grows with the
number of bodies and not with its cube.
"""

from __future__ import annotations

from typing import Self

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from scipy.linalg.lapack import dpbtrf, dpbtrs
from scipy.sparse.csgraph import reverse_cuthill_mckee

__all__ = ["Bands"]

Array = NDArray[np.float64]
Bools = NDArray[np.bool_]
Indices = NDArray[np.intp]


class Bands:
    """A sparse matrix of equations, ready for sums over any choice of its columns.

    Parameters
    ----------
    columns : sparse array, shape (m, p)
    order : ndarray of int, shape (m,), optional
        Order of the rows; found if left out.

    Attributes
    ----------
    order : ndarray of int, shape (m,)
        Row of the given matrix at each place. All vectors over rows that methods take
        and return are in this order.
    columns : sparse array, shape (m, p)
        The matrix in this order.
    turned : sparse array, shape (p, m)
        Its transpose.
    reach : int
        How far from the diagonal the band goes.
    """

    def __init__(self, columns: sparse.csc_array, order: Indices | None = None) -> None:
        self.order = _narrow(columns) if order is None else order
        self.columns = columns.tocsr()[self.order].tocsc()
        self.columns.sort_indices()
        self.turned = self.columns.T.tocsr()
        self.reach, self._products = _products(self.columns)

    @property
    def count(self) -> int:
        """Number of columns."""
        return int(self.columns.shape[1])

    def part(self, chosen: Indices) -> Self:
        """Return some of the columns, in the same order of rows."""
        part = object.__new__(type(self))
        part.order, part.reach = self.order, self.reach
        part.columns = self.columns[:, chosen]
        part.turned = self.turned[chosen]
        part._products = self._products[:, chosen]
        return part

    def beside(self, other: Self) -> Self:
        """Return these columns and those of another matrix of the same order."""
        both = object.__new__(type(self))
        both.order, both.reach = self.order, max(self.reach, other.reach)
        both.columns = sparse.hstack([self.columns, other.columns], format="csc")
        both.turned = sparse.vstack([self.turned, other.turned], format="csr")
        height = both.reach + 1
        both._products = sparse.hstack(
            [_higher(each._products, each.reach + 1, height) for each in (self, other)],
            format="csc",
        )
        return both

    def factored(self, chosen: Bools, soft: float) -> Array:
        """Return the factor of ``columns @ diag(chosen) @ columns.T + soft``.

        Parameters
        ----------
        chosen : ndarray of bool, shape (p,)
        soft : float
            Added to the diagonal, so that what no column holds does not matter.

        Raises
        ------
        numpy.linalg.LinAlgError
            If the sum is not positive definite, for rounding.
        """
        # Columns of the band lie together, as LAPACK wants them.
        band = (self._products @ chosen.astype(float)).reshape(-1, self.reach + 1).T
        band[0] += soft
        factor, failed = dpbtrf(band, lower=True, overwrite_ab=True)
        if failed:
            raise np.linalg.LinAlgError(f"row {failed} of the band is not positive")
        return np.asarray(factor)

    def solved(self, factor: Array, right: Array) -> Array:
        """Return the solution for one right-hand side, or for several as columns."""
        found, _ = dpbtrs(factor, right, lower=True)
        return np.asarray(found)

    def unordered(self, values: Array) -> Array:
        """Return a vector over rows in the order of the given matrix."""
        found = np.empty_like(values)
        found[self.order] = values
        return found


def _narrow(columns: sparse.csc_array) -> Indices:
    """Return an order of the rows in which those that share columns are near."""
    some = sparse.csc_array(columns, copy=True)
    some.data = np.ones_like(some.data)  # sums of ones cannot cancel
    shared = (some @ some.T).tocsr()
    return np.asarray(reverse_cuthill_mckee(shared, symmetric_mode=True), dtype=np.intp)


def _products(columns: sparse.csc_array) -> tuple[int, sparse.csc_array]:
    """Return the reach of the band, and what each column adds to every place of it.

    A place is the column times the height of the band, plus the distance from the
    diagonal.
    """
    rows, count = columns.shape
    filled = np.diff(columns.indptr)
    most = int(filled.max(initial=0))
    number = np.repeat(np.arange(count), filled)
    slot = np.arange(columns.nnz) - np.repeat(columns.indptr[:-1], filled)
    at = np.zeros((count, most), dtype=np.intp)
    values = np.zeros((count, most))
    at[number, slot], values[number, slot] = columns.indices, columns.data
    low, high = np.tril_indices(most)
    products = values[:, low] * values[:, high]
    some = products != 0
    apart = (at[:, low] - at[:, high])[some]
    reach = int(apart.max(initial=0))
    places = at[:, high][some] * (reach + 1) + apart
    numbers = np.nonzero(some)[0]
    shape = ((reach + 1) * rows, count)
    return reach, sparse.csc_array((products[some], (places, numbers)), shape)


def _higher(products: sparse.csc_array, low: int, high: int) -> sparse.csc_array:
    """Return the same products for a band of another height."""
    column, apart = np.divmod(products.indices, low)
    parts = (products.data, column * high + apart, products.indptr)
    shape = (products.shape[0] // low * high, products.shape[1])
    return sparse.csc_array(parts, shape)
