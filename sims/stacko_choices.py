"""How many blocks the rules leave to choose from, by turn, out of a table of turns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from stacko.demand import Demand
from stacko.position import reach_height
from stacko.rules import Reach
from stacko.slots import Slot
from stacko.tower import Tower

__all__ = ["Choice", "choices", "kind_of_demand"]

Touch = tuple[int, str, str | None, str | None, str]
"""Turn, demand, block, target and verdict, as the table of turns has them."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What a player had to choose from when a turn began.

    Parameters
    ----------
    turn : int
    demand : str
    within_reach : int
        Blocks that may be taken as far as reach goes (S1).
    fitting : int
        Those of them that satisfy the demand; 0 where nothing fits.
    """

    turn: int
    demand: str
    within_reach: int
    fitting: int


def kind_of_demand(demand: str) -> str:
    """Return what kind of demand a notation is: any, number, color or draw.

    A symbol that serves beside a color counts as a number does, the second half of a
    Draw Two as a draw.

    Examples
    --------
    >>> [kind_of_demand(each) for each in ("any", "R3", "R", "2R", "1any")]
    ['any', 'number', 'color', 'draw', 'draw']
    """
    asked = Demand.from_notation(demand)
    if asked.draw:
        return "draw"
    if asked.color is None:
        return "any"
    return "number" if asked.face else "color"


def choices(
    tower: Tower, touches: Iterable[Touch], reach: Reach = Reach.BELOW_COMPLETE
) -> Iterator[Choice]:
    """Yield what each turn of a game began with.

    Parameters
    ----------
    tower : Tower
        As built.
    touches : iterable of tuple
        Turn, demand, block, target and verdict of each touch, in the order of play, of
        a game that ends when the first block falls.
    reach : Reach

    Examples
    --------
    >>> tower = Tower.from_notation("R1 B2 B1 / R3 Y1 Y2 / G1 G2 G3")
    >>> touches = [(1, "any", "B2", "4a", "clean"), (2, "B2", "B1", "4b", "toppled")]
    >>> [(each.within_reach, each.fitting) for each in choices(tower, touches)]
    [(6, 6), (5, 2)]
    """
    begun = 0
    for turn, demand, block, target, verdict in touches:
        if turn != begun:
            begun = turn
            layers = tower.layers[: reach_height(tower, reach)]
            names = [name for layer in layers for name in layer if name is not None]
            allows = Demand.from_notation(demand).allows
            fits = sum(allows(tower.block_set[name]) for name in names)
            yield Choice(turn, demand, len(names), fits)
        if verdict == "clean" and block and target:
            taken = tower.block_set[block]
            tower = tower.take(taken).place(taken, Slot.from_notation(target))
