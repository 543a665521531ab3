"""Ends of intervals as scipy.stats gives them, to the bit, but sooner loaded."""

from __future__ import annotations

import math

__all__ = ["student", "wilson"]


def wilson(count: float, n: float, level: float) -> tuple[float, float]:
    """Return both ends of Wilson's interval of a rate.

    Parameters
    ----------
    count, n : float
        Successes, and games, of which there is at least one; of games that go together
        the number of independent ones that tell as much.
    level : float
        Confidence, over 0 and under 1.

    Notes
    -----
    E. B. Wilson, "Probable inference, the law of succession, and statistical
    inference", J. Am. Stat. Assoc. 22 (1927), 209-212,
    doi:10.1080/01621459.1927.10502953, without a correction of continuity.

    Examples
    --------
    >>> print("{:.4f} {:.4f}".format(*wilson(81, 263, 0.95)))
    0.2553 0.3662
    """
    # Nothing that refuses bad input should wait for it.
    from scipy.special import ndtri

    z = float(ndtri(0.5 + 0.5 * level))
    p = count / n
    whole = 2 * (n + z**2)
    middle = (2 * n * p + z**2) / whole
    reach = z / whole * math.sqrt(4 * n * p * (1 - p) + z**2)
    low = 0.0 if count == 0 else middle - reach
    return low, 1.0 if count == n else middle + reach


def student(freedom: int, level: float) -> float:
    """Return the quantile of Student's t that an interval of a mean reaches to.

    Parameters
    ----------
    freedom : int
        Degrees of freedom, at least one.
    level : float
        Confidence, over 0 and under 1.

    Examples
    --------
    >>> print(f"{student(9, 0.95):.4f}")
    2.2622
    """
    from scipy.special import stdtrit

    return float(stdtrit(freedom, (1 + level) / 2))
