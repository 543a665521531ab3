"""Physiological tremor: small, band-limited motion of the hand's target."""

from __future__ import annotations

import math

import numpy as np

from stacko.engines.base import Vector

__all__ = ["Tremor"]

_TONES = 4
_SPREAD = 0.25
_CHUNK = 512


class Tremor:
    """Random motion around a point, as a sum of tones near one frequency.

    Parameters
    ----------
    amplitude : float
        Root mean square of each coordinate, m.
    frequency : float
        Center of the band, Hz; tones lie within a quarter of it.
    timestep : float
        Time between calls of `next`, s.
    rng : numpy.random.Generator
        Source of frequencies and phases.
    """

    def __init__(
        self,
        amplitude: float,
        frequency: float,
        timestep: float,
        rng: np.random.Generator,
    ) -> None:
        spread = rng.uniform(1 - _SPREAD, 1 + _SPREAD, (3, _TONES, 1))
        self._omega = 2 * math.pi * frequency * spread
        self._phase = rng.uniform(0, 2 * math.pi, (3, _TONES, 1))
        self._gain = amplitude * math.sqrt(2 / _TONES)
        self._timestep = timestep
        self._count = 0
        self._chunk: list[Vector] = []

    def next(self) -> Vector:
        """Return the offset (m) for the next step. It begins near zero."""
        at = self._count % _CHUNK
        if at == 0:
            self._chunk = self._compute(self._count)
        self._count += 1
        return self._chunk[at]

    def _compute(self, start: int) -> list[Vector]:
        t = (start + np.arange(_CHUNK)) * self._timestep
        tones = np.sin(self._omega * t + self._phase)
        fade = np.minimum(t / 0.1, 1.0)  # a hand that comes in does not jump
        return [tuple(v) for v in (self._gain * fade * tones.sum(1)).T.tolist()]
