"""A position of the game, and which blocks may be taken in it."""

from dataclasses import dataclass

from stacko.blocks import Block
from stacko.chance import RandomState
from stacko.demand import Demand
from stacko.moves import Outcome, Termination
from stacko.rules import Edition, NoMatch, Reach, Rules
from stacko.tower import Tower

__all__ = [
    "Position",
    "color_is_named",
    "eligible",
    "fitting",
    "outcome",
    "reach_height",
    "takeable",
]


@dataclass(frozen=True, slots=True)
class Position:
    """Everything the rules need to know between two pushes. A value.

    Parameters
    ----------
    players : int
        Number of players.
    rules : Rules
        How the rules are read.
    tower : Tower
        Which block lies where. After a topple: as it was before.
    turn : int
        Index of the player to move; the builder is 0, clockwise upward.
    direction : {1, -1}
        1 for clockwise.
    demand : Demand
        What the player has to take.
    tries : int
        Failed attempts of this turn.
    tried : tuple of str
        Blocks these attempts were made on.
    idle : int
        Turns in a row, up to now, in which nobody moved a block.
    turn_number : int
        Number of the turn, from 1.
    loser : int or None
        Who knocked the tower over.
    random : RandomState or None
        Generator of the die; None in the edition without one.
    """

    players: int
    rules: Rules
    tower: Tower
    turn: int
    direction: int
    demand: Demand
    tries: int = 0
    tried: tuple[str, ...] = ()
    idle: int = 0
    turn_number: int = 1
    loser: int | None = None
    random: RandomState | None = None


def reach_height(tower: Tower, reach: Reach) -> int:
    """Return the number of the highest layer that blocks may be taken from (S1).

    Parameters
    ----------
    tower : Tower
        The tower.
    reach : Reach
        How the rule is read.

    Returns
    -------
    int
        0 if no block may be taken.
    """
    height = tower.highest_complete - 1
    if reach is Reach.BELOW_TOP_THREE:
        height = min(height, tower.layer_count - 3)
    return max(height, 0)


def takeable(position: Position) -> tuple[Block, ...]:
    """Return the blocks S1 lets a player take, whatever the demand, bottom first."""
    tower = position.tower
    layers = tower.layers[: reach_height(tower, position.rules.reach)]
    known = tower.block_set
    return tuple(known[name] for layer in layers for name in layer if name is not None)


def fitting(position: Position) -> tuple[Block, ...]:
    """Return the takeable blocks that satisfy the demand, also those tried."""
    allows = position.demand.allows
    return tuple(block for block in takeable(position) if allows(block))


def eligible(position: Position) -> tuple[Block, ...]:
    """Return the blocks the player may take now (S1, S4 to S9, S13).

    Those that satisfy the demand; if none in the tower does and ``no_match`` is
    ``any``, all that S1 allows. Blocks tried in this turn are left out.
    """
    blocks = fitting(position)
    if not blocks and position.rules.no_match is NoMatch.ANY:
        blocks = takeable(position)
    tried = position.tried
    return tuple(block for block in blocks if block.name not in tried)


def outcome(position: Position) -> Outcome | None:
    """Return how the game ended in this position, or None if it goes on."""
    if position.loser is not None:
        return Outcome(Termination.TOPPLED, position.loser)
    if position.idle >= position.players:
        return Outcome(Termination.NO_MOVES)
    # No layer is empty, so what is within reach holds a block.
    if not reach_height(position.tower, position.rules.reach):
        return Outcome(Termination.NO_MOVES)
    if position.rules.no_match is NoMatch.DRAW and not fitting(position):
        return Outcome(Termination.NO_MATCH)
    return None


def color_is_named(rules: Rules) -> bool:
    """Return whether a Wild names a color: not where a die sets the demand."""
    return rules.edition is Edition.BLOCKS
