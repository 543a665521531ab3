"""How high a tower the rules allow, and how it can be built.

Only what S1 and S2 say counts here: where blocks may be taken, and where they go. No
layer is emptied. What the blocks show, and whether the tower would stand, is not asked.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from gamebase.errors import ParameterError
from stacko.rules import Reach

__all__ = ["Height", "highest", "least_single"]

Layers = tuple[int, ...]


@dataclass(frozen=True)
class Height:
    """A height as builders tell it: levels of three, and what lies on the highest.

    Parameters
    ----------
    levels : int
        Number of the highest complete layer.
    above : int
        Blocks on it, 0 to 2.
    start : int
        Layers that the tower had when it was whole.
    """

    levels: int
    above: int
    start: int

    @cached_property
    def moves(self) -> int:
        """Moves to get there: each puts one block on top."""
        return 3 * (self.levels - self.start) + self.above

    @property
    def layers(self) -> int:
        """Layers, the unfinished one counted."""
        return self.levels + (self.above > 0)


def highest(layers: int, reach: Reach = Reach.BELOW_COMPLETE) -> Height:
    """Return the greatest height that can be reached, by trying everything.

    Parameters
    ----------
    layers : int
        Layers of the whole tower, at least 2.
    reach : Reach
        How S1 is read.

    Notes
    -----
    By hand, for ``below_complete``: layers below the highest complete one can spare all
    blocks but one each, 2 (N - 1) at the start. The three blocks of a new level come
    from there, and once it is complete the level under it can spare two. So every level
    costs one, and needs three to be there: 2 N - 4 levels can be added, and the two
    blocks that are left go on top. The search needs no argument.

    Examples
    --------
    >>> found = highest(15)
    >>> found.levels, found.above, found.moves
    (41, 2, 80)
    """
    if layers < 2:
        raise ParameterError(f"a tower of {layers} layers: give 2 or more")
    start = (3,) * layers
    seen, waiting, best = {start}, [start], (layers, 0)
    while waiting:
        tower = waiting.pop()
        for after in _moves(tower, reach):
            if after not in seen:
                seen.add(after)
                waiting.append(after)
                best = max(best, _height(after))
    return Height(*best, layers)


def _height(tower: Layers) -> tuple[int, int]:
    return (len(tower), 0) if tower[-1] == 3 else (len(tower) - 1, tower[-1])


def _moves(tower: Layers, reach: Reach) -> Iterator[Layers]:
    """Yield what a tower is after a move; layers in reach are sorted, for brevity."""
    below = _height(tower)[0] - 1
    if reach is Reach.BELOW_TOP_THREE:
        below = min(below, len(tower) - 3)
    for count in sorted({n for n in tower[: max(below, 0)] if n > 1}):
        layers = list(tower)
        layers[tower.index(count)] -= 1
        if layers[-1] == 3:
            layers.append(1)
        else:
            layers[-1] += 1
        yield (*sorted(layers[:below]), *layers[below:])


def least_single(blocks: int, height: Height) -> int:
    """Return how many layers of a tower this high are single blocks, at the least.

    Below its highest complete layer there are ``levels - 1`` others and what is left of
    the blocks; a layer that is not single has two or more.

    Examples
    --------
    >>> record = Height(40, 2, 18)  # of 54 blocks
    >>> least_single(54, record)
    29
    """
    others = height.levels - 1
    left = blocks - 3 - height.above
    if left < others:
        raise ParameterError(
            f"{blocks} blocks cannot build {height.levels} levels and {height.above}: "
            f"{others} layers would have {left}"
        )
    return max(0, 2 * others - left)
