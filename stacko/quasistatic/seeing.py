"""What a recorder is shown of a tower that is played by statics alone."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from stacko.hand.feel import Grasp
from stacko.hand.stroke import EASE
from stacko.quasistatic.pile import Pile
from stacko.quasistatic.resting import Rest
from stacko.recording import Glimpse, Load, Recorder
from stacko.world import TABLE

__all__ = ["Eye", "loads_of"]

Array = NDArray[np.float64]


class Eye:
    """Shows a recorder every step of a block on its way.

    Parameters
    ----------
    recorder : Recorder
    time : float
        When the hand begins, s.
    """

    def __init__(self, recorder: Recorder, time: float) -> None:
        self._recorder = recorder
        self._time = time
        self._finger = False

    def begin(self, *, finger: bool) -> None:
        """Begin a stroke of a fingertip, or of a hand that holds the block."""
        self._finger = finger

    def end(self, seconds: float) -> None:
        """End a stroke that took so long."""
        self._time += seconds

    def step(
        self, pile: Pile, row: int, along: Array, lasted: float, felt: float
    ) -> None:
        """Show one step.

        Parameters
        ----------
        pile : Pile
            The tower as it is.
        row : int
            The block in hand.
        along : ndarray, shape (2,)
            Unit vector of its motion.
        lasted : float
            Time since the stroke got up to speed, s.
        felt : float
            What the hand feels, N.
        """
        poses = pile.poses()
        side = -1.0 if self._finger else 1.0
        x, y = pile.plane[row] + side * along * pile.size[row, 0] / 2
        z = poses.positions[row, 2]
        grasp = Grasp(self._finger, (float(x), float(y), float(z)), felt)
        time = self._time + EASE + lasted
        self._recorder.see(Glimpse(time, "pull", poses, grasp))


def loads_of(pile: Pile, resting: Rest) -> list[Load]:
    """Return what rests on what of a tower that stands."""
    names = (*pile.names, TABLE)
    patches, count = resting.patches, len(names)
    pairs, where = np.unique(patches.upper * count + patches.lower, return_inverse=True)
    forces = np.bincount(where, resting.forces, minlength=len(pairs)).tolist()
    return [
        Load(names[pair // count], names[pair % count], force)
        for pair, force in zip(pairs.tolist(), forces, strict=True)
        if force > 0.0
    ]
