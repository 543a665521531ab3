"""What statics answers: a verdict, and the numbers that prove it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from stacko.statics.assembly import Assembly

__all__ = ["Equilibrium", "Failure", "Mechanism", "Verdict"]

Array = NDArray[np.float64]

_MOVES = 1e-6
"""Part of the largest speed under which a body counts as resting."""


class Verdict(StrEnum):
    """Whether an assembly stands."""

    STABLE = "stable"
    UNSTABLE = "unstable"
    INDETERMINATE = "indeterminate"

    @property
    def sentence(self) -> str:
        """The verdict in words."""
        return _SENTENCES[self]


_SENTENCES = {
    Verdict.STABLE: "it stands: forces were found that hold every body",
    Verdict.UNSTABLE: "it falls: no contact forces can hold it",
    Verdict.INDETERMINATE: "it could not be decided",
}


class Failure(StrEnum):
    """How a mechanism gives way."""

    SLIDE = "slides"
    TIP = "tips"
    BOTH = "slides and tips"
    NONE = "never"


@dataclass(frozen=True, slots=True, eq=False)
class Mechanism:
    """How bodies start to move: a virtual velocity of each, of no given size.

    Sliding contacts also open in it, by `mu` times the way they slide: that is how a
    linear program sees friction (the normality rule), not how bodies move.

    Parameters
    ----------
    names : tuple of str
        All bodies.
    translations : ndarray, shape (n, 3)
        Velocity of each center; the fastest point moves with about 1 m/s.
    rotations : ndarray, shape (n, 3)
        Angular velocity of each body, in rad/s.
    power : float
        What the loads gain, in W.
    failure : Failure
        Whether bodies slide, tip, or both.
    """

    names: tuple[str, ...]
    translations: Array
    rotations: Array
    power: float
    failure: Failure

    @property
    def moving(self) -> tuple[str, ...]:
        """Names of the bodies that move."""
        speed = np.abs(np.hstack([self.translations, self.rotations])).max(axis=1)
        least = _MOVES * float(speed.max(initial=0.0))
        return tuple(n for n, s in zip(self.names, speed, strict=True) if s > least)

    def lines(self, most: int = 12) -> list[str]:
        """Return a line for each moving body, up to `most` of them."""
        moving = self.moving
        lines = []
        for name in moving[:most]:
            row = self.names.index(name)
            go, turn = self.translations[row], self.rotations[row]
            lines.append(f"{name} moves {_vector(go)} m/s, turns {_vector(turn)} rad/s")
        if len(moving) > most:
            lines.append(f"and {len(moving) - most} more")
        return lines


def _vector(values: Array) -> str:
    """Return three numbers in brackets, without negative zeros."""
    return "(" + ", ".join(f"{value + 0.0:.3g}" for value in np.round(values, 6)) + ")"


@dataclass(frozen=True, slots=True, eq=False)
class Equilibrium:
    """The answer to whether an assembly stands.

    Parameters
    ----------
    verdict : Verdict
    reason : str
        Why, in a sentence.
    residual : float
        Largest force missing to equilibrium with the best forces found, over the
        weight of the body it is missing at (moments over weight times longest side);
        NaN where no forces were found.
    forces : ndarray, shape (p, 3), or None
        Contact forces on the first body of each point, in N, in the order of
        ``assembly.contacts``; None unless stable.
    mechanism : Mechanism or None
        How it falls; None unless unstable.
    assembly : Assembly
        What was asked about.
    """

    verdict: Verdict
    reason: str
    residual: float
    forces: Array | None
    mechanism: Mechanism | None
    assembly: Assembly

    @property
    def stable(self) -> bool:
        """Whether the verdict is `stable`."""
        return self.verdict is Verdict.STABLE

    def force_between(self, a: str, b: str) -> Array:
        """Return the force of body `b` on body `a`, shape (3,), in N.

        Zero where they do not touch, NaN where no forces were found.
        """
        if self.forces is None:
            return np.full(3, np.nan)
        row, other = self.assembly.row(a), self.assembly.row(b)
        contacts = self.assembly.contacts
        on = self.forces[(contacts.a == row) & (contacts.b == other)].sum(axis=0)
        back = self.forces[(contacts.a == other) & (contacts.b == row)].sum(axis=0)
        return np.asarray(on - back)

    def __str__(self) -> str:
        lines = [f"{self.verdict}: {self.reason}"]
        if self.mechanism is not None:
            lines += [f"  {line}" for line in self.mechanism.lines()]
        return "\n".join(lines)
