"""What is reported of a topple, or of a move that the tower stood."""

from __future__ import annotations

import math
from dataclasses import dataclass

from stacko.errors import ParameterError
from stacko.rules import Topple

__all__ = ["ToppleReport", "criterion_of"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ToppleReport:
    """What happened to the tower during one move.

    Parameters
    ----------
    criterion : Topple
        The criterion that decides the game.
    any_block, collapse : bool
        Verdict of either criterion.
    time : float or None
        When the deciding criterion was met, in s.
    phase : str or None
        What the hand was doing then.
    first_block : str or None
        The first block to leave; for a tower that lost a layer of height before
        any block left, the block that sank most.
    fallen : tuple of str
        Blocks that left, in the order they did.
    worst_block, worst_drop : str or None, float
        The block that sank most below its slot, and how far, in m; negative if all
        rose.
    tilt_before, tilt_after : float
        Lean of the highest complete layer, in rad; after: of what stands.
    height_before, height_after : float
        Highest corner of any block but the mover's, in m.
    min_margin : float
        Smallest stability margin, in m, up to the topple if there was one. Minus
        infinity if a layer had no support.
    max_disturbance, disturbed_block : float, str or None
        The largest shift of a block since the start of the move, in m, up to the
        topple, and which block it was.
    standing : int
        Blocks still in the tower, without the mover's.
    """

    criterion: Topple
    any_block: bool
    collapse: bool
    time: float | None
    phase: str | None
    first_block: str | None
    fallen: tuple[str, ...]
    worst_block: str | None
    worst_drop: float
    tilt_before: float
    tilt_after: float
    height_before: float
    height_after: float
    min_margin: float
    max_disturbance: float
    disturbed_block: str | None
    standing: int

    def toppled(self, criterion: Topple | str | None = None) -> bool:
        """Return the verdict of a criterion; of the deciding one if left out."""
        chosen = self.criterion if criterion is None else criterion_of(criterion)
        return self.any_block if chosen is Topple.ANY_BLOCK else self.collapse

    def __str__(self) -> str:
        return f"{self._verdict()}; {self._numbers()}."

    def _verdict(self) -> str:
        count = len(self.fallen)
        fell = f"{count or 'no'} block{'' if count == 1 else 's'} fell"
        if not self.toppled():
            return f"not toppled by {self.criterion}: {fell}"
        return (
            f"toppled by {self.criterion} at {self.time:.2f} s in {self.phase}: "
            f"{self.first_block} went first, {fell}"
        )

    def _numbers(self) -> str:
        before, after = math.degrees(self.tilt_before), math.degrees(self.tilt_after)
        return (
            f"{self.standing} stand, worst drop {_mm(self.worst_drop)} "
            f"({self.worst_block}), "
            f"height {_mm(self.height_before)} to {_mm(self.height_after)}, "
            f"tilt {before:.2f} to {after:.2f} degrees, "
            f"smallest margin {_mm(self.min_margin)}, "
            f"largest shift {_mm(self.max_disturbance)} ({self.disturbed_block})"
        )


def _mm(length: float) -> str:
    return f"{length * 1e3:.1f} mm"


def criterion_of(value: Topple | str) -> Topple:
    """Return the criterion of a name; raises `ParameterError` for another."""
    try:
        return Topple(value)
    except ValueError:
        known = " or ".join(repr(each.value) for each in Topple)
        raise ParameterError(f"criterion is {value!r}: give {known}") from None
