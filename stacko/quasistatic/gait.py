"""How what is dragged along gets up to the speed of the hand."""

from __future__ import annotations

from stacko.hand.stroke import EASE

__all__ = ["Gait"]


class Gait:
    """Speed of what comes along, as a share of that at which it would keep up.

    Friction has to set it going, and what lies on a tight block weighs a lot: at
    0.1 m/s a part that friction hardly favors lags by centimeters, and until it keeps
    up the block slides under it as if it were held.

    Attributes
    ----------
    share : float
        0 to 1.
    effort : float
        What it takes to set going what keeps up, N; 0 once the hand is at speed.
    """

    def __init__(self) -> None:
        self.start(0.0)

    def start(self, speed: float) -> None:
        """Begin a motion of the hand, in m/s; all is at rest."""
        self._speed = speed
        self._late = 0.0
        self.share = self.effort = 0.0
        self._starting = True

    def stay(self) -> None:
        """Note that nothing comes along: what did comes to rest at once."""
        self.share = self.effort = 0.0

    def follow(self, push: float, inertia: float) -> None:
        """Note what comes along.

        Parameters
        ----------
        push : float
            Power of friction per m/s of pull as it begins to move, N.
        inertia : float
            Twice its kinetic energy at a pull of 1 m/s, kg.
        """
        push = max(push, 1e-12)
        needed = inertia * self._speed
        self._late = needed / push - EASE if needed > push * EASE else 0.0
        if self._starting:
            self.effort = needed / EASE
        if not self._late:  # the hand itself takes longer to get up to speed
            self.share = 1.0

    def go(self, step: float) -> float:
        """Return the mean share over the hand's next step, m."""
        self.effort, self._starting = 0.0, False
        if self.share == 1.0:
            return 1.0
        gained = step / (self._speed * self._late)
        begin, end = self.share, self.share + gained
        self.share = min(1.0, end)
        if end <= 1.0:
            return (begin + end) / 2
        return 1.0 - (1.0 - begin) ** 2 / (2 * gained)
