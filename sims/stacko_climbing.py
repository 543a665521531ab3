"""The highest tower that the rules allow, built block by block with every demand met.

A search for one line of legal moves, as if all players wanted the same and no block
ever slipped. Only outer blocks are taken, and only where the middle one stays, so that
every layer ends on its middle block.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import numpy as np
from numpy.typing import NDArray

from stacko.blocks import Block, BlockSet
from stacko.faces import Face
from stacko.game import Game
from stacko.legal import LegalMoves
from stacko.moves import Move, Result
from stacko.position import Position, eligible
from stacko.rules import Rules
from stacko.turns import after, demand_after

__all__ = ["climb"]

Path = tuple[Move, ...]
Kept = tuple[float, Position, Path]

_CLEAN = Result.clean()
_MATCHES, _CHOICE, _MOST = 2.0, 0.1, 5
_LUCK = 0.3
"""What a position is worth: how many of the blocks that can still move match each
other, how many may be taken next, and some luck, so that others alike are tried."""


def climb(game: Game, moves: int, width: int, seed: int = 0) -> Path:
    """Return a line of legal moves in which each layer keeps its middle block.

    Parameters
    ----------
    game : Game
        Where it begins; not changed.
    moves : int
        How many are wanted.
    width : int
        Positions kept after each move.
    seed : int

    Returns
    -------
    tuple of Move
        As many as were asked for, or the most that were found.
    """
    rng = np.random.default_rng(seed)
    kept: list[Kept] = [(0.0, game.position, ())]
    for number in range(1, moves + 1):
        found: dict[tuple[str, str], Kept] = {}
        for _, position, path in kept:
            for move in _moves(position):
                new = after(position, move, _CLEAN)
                key = str(new.tower), str(new.demand)
                choice = len(_free(new))
                if key not in found and (choice or number == moves):
                    worth = _worth(new, choice) + _LUCK * float(rng.random())
                    found[key] = worth, new, (*path, move)
        if not found:
            break
        kept = sorted(found.values(), key=lambda each: -each[0])[:width]
    return kept[0][2]


def _free(position: Position) -> tuple[Block, ...]:
    """Return the blocks that may be taken, and whose layer keeps its middle one."""
    tower = position.tower
    blocks = eligible(position)
    rows = (tower.layers[tower.layer_of(block) - 1] for block in blocks)
    free = zip(blocks, rows, strict=True)
    return tuple(block for block, row in free if row[1] not in (None, block.name))


def _moves(position: Position) -> Iterator[Move]:
    """Yield the moves of these; of two outer slots alike only one."""
    for move in LegalMoves(position, _free(position), passes=False):
        tower, slot = position.tower, move.slot
        new = slot.layer > tower.layer_count or tower.layers[slot.layer - 1][0] is None
        if slot.position != "c" or not new:
            yield move


def _worth(position: Position, choice: int) -> float:
    blocks = position.tower.block_set
    numbers = {name: k for k, name in enumerate(blocks.names)}
    movable = [
        numbers[name]
        for row in position.tower.layers
        for name in (row[0], row[2])
        if name is not None
    ]
    matches = _matches(blocks)[np.ix_(movable, movable)]
    each = 2 * float(matches.sum()) / max(1, len(movable))
    return _MATCHES * each + _CHOICE * min(choice, _MOST)


@cache
def _matches(blocks: BlockSet) -> NDArray[np.float64]:
    """Return, for each block, which others satisfy the demand it sets."""
    every = [blocks[name] for name in blocks.names]
    return np.array(
        [[float(b is not a and _follows(a, b)) for b in every] for a in every]
    )


def _follows(first: Block, second: Block) -> bool:
    """Return whether a demand that the first block can set allows the second."""
    named = second.color if first.face is Face.WILD else None
    return demand_after(first, named, Rules()).allows(second)
