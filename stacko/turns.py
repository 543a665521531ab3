"""How a position goes on after a move and its result."""

from dataclasses import replace

from stacko.blocks import Block, Color, Face
from stacko.chance import roll
from stacko.demand import Demand
from stacko.errors import ImpossibleResultError
from stacko.moves import Move, Result, Verdict
from stacko.position import Position, eligible, fitting
from stacko.rules import (
    AfterAction,
    Edition,
    NoMatch,
    Rules,
    Topple,
    TwoPlayerReverse,
)
from stacko.tower import Tower

__all__ = ["after", "demand_after"]

_MAX_FALLEN = 2  # three or more are a collapse, by S12


def after(position: Position, move: Move, result: Result) -> Position:
    """Return the position after a legal move and what became of it.

    Parameters
    ----------
    position : Position
        Where the move is made.
    move : Move
        A move that is legal there; this is not checked again.
    result : Result
        What the move did to the tower.

    Returns
    -------
    Position

    Raises
    ------
    ImpossibleResultError
        If the result cannot belong to the move.
    """
    _check(position, move, result)
    if move.is_null:
        return _end_turn(position, position.demand, idle=position.idle + 1)
    if result.verdict is Verdict.TOPPLED:
        return replace(position, loser=position.turn)
    if result.verdict is Verdict.CLEAN:
        return _after_clean(position, move, result)
    return _after_attempt(position, move, result)


def _after_clean(position: Position, move: Move, result: Result) -> Position:
    block = position.tower.block_set[move.block]
    tower = position.tower.take(block).place(block, move.slot)
    moved = replace(position, tower=_without(tower, result.fallen))
    demand = position.demand
    if demand.draw:
        return _after_draw(position, moved, move)
    return _after_block(moved, block, move.color)


def _after_draw(before: Position, moved: Position, move: Move) -> Position:
    """Go on after a block taken for a Draw Two (S5, S9)."""
    fits = fitting(before)
    if not fits:  # no_match is any: the block's face sets the demand
        block = before.tower.block_set[move.block]
        return _after_block(moved, block, move.color)
    color = before.demand.color
    if before.demand.draw == 2 and len(fits) > 1:
        second = replace(moved, demand=Demand(color, draw=1))
        if _untried(second):
            return second
    return _end_turn(moved, Demand(color))


def _untried(position: Position) -> bool:
    """Return whether a block that satisfies the demand was not tried yet."""
    return any(block.name not in position.tried for block in fitting(position))


def demand_after(block: Block, named: Color | None, rules: Rules) -> Demand:
    """Return the demand that a block just placed sets (S4 to S8).

    Parameters
    ----------
    block : Block
    named : Color or None
        What its player named, if it is a Wild.
    rules : Rules

    Returns
    -------
    Demand
        That of a plain block and in the cube edition is free: nothing is printed on the
        one (S3), and a roll replaces the other.
    """
    face = block.face
    if face is Face.PLAIN or rules.edition is Edition.CUBE:
        return Demand()
    if face is Face.WILD:
        return Demand(named)
    if face is Face.DRAW_TWO:
        return Demand(block.color, draw=2)
    symbol = face.is_number or rules.after_action is AfterAction.COLOR_OR_SYMBOL
    return Demand(block.color, face if symbol else None)


def _after_block(moved: Position, block: Block, named: Color | None) -> Position:
    """End the turn with the demand of the block just placed, and what else it does."""
    demand = demand_after(block, named, moved.rules)
    if moved.rules.edition is Edition.CUBE:
        return _end_turn(moved, demand)
    if block.face is Face.SKIP:
        return _end_turn(moved, demand, steps=2)
    if block.face is Face.REVERSE:
        flipped = replace(moved, direction=-moved.direction)
        return _end_turn(flipped, demand, steps=1 if _reverse_passes(moved) else 0)
    return _end_turn(moved, demand)


def _reverse_passes(position: Position) -> bool:
    again = position.rules.two_player_reverse is TwoPlayerReverse.AGAIN
    return not (again and position.players == 2)


def _end_turn(
    position: Position, demand: Demand, steps: int = 1, idle: int = 0
) -> Position:
    """Hand the turn on; in the cube edition the next player rolls."""
    direction, random = position.direction, position.random
    turn = (position.turn + direction * steps) % position.players
    if random is not None:
        demand, flipped, random = roll(position.rules.cube_faces, random)
        direction = -direction if flipped else direction
    return replace(
        position,
        turn=turn,
        direction=direction,
        demand=demand,
        tries=0,
        tried=(),
        idle=idle,
        turn_number=position.turn_number + 1,
        random=random,
    )


def _after_attempt(position: Position, move: Move, result: Result) -> Position:
    """Go on after a block that did not come out (S13)."""
    failed = replace(
        position,
        tower=_without(position.tower, result.fallen),
        tries=position.tries + 1,
        tried=(*position.tried, move.block),
    )
    taken = position.demand.draw == 1
    if failed.tries < position.rules.retry_limit and _goes_on(failed):
        return failed
    demand = Demand(position.demand.color) if taken else position.demand
    return _end_turn(failed, demand, idle=0 if taken else position.idle + 1)


def _goes_on(failed: Position) -> bool:
    """Return whether the turn goes on after a failed attempt."""
    if failed.demand.draw == 1:
        return _untried(failed)
    if eligible(failed):
        return True
    # All were tried: hand the turn on. Nothing fits any more: S9 decides, same turn.
    return failed.rules.no_match is not NoMatch.ANY and not fitting(failed)


def _without(tower: Tower, fallen: tuple[str, ...]) -> Tower:
    for name in fallen:
        tower = tower.take(name)
    return tower


def _check(position: Position, move: Move, result: Result) -> None:
    if move.is_null and (result.verdict is not Verdict.CLEAN or result.fallen):
        raise ImpossibleResultError(
            f"result {result} of the null move: nothing is touched, so it is clean"
        )
    if result.fallen:
        _check_fallen(position, move, result)
    last = position.tries + 1 >= position.rules.retry_limit
    if result.verdict is Verdict.GIVEN_UP and last:
        raise ImpossibleResultError(
            f"result {result} of move {move}: this is the last of "
            f"{position.rules.retry_limit} tries of the turn (S13), which ends clean, "
            "stuck or toppled"
        )
    if result.verdict is Verdict.CLEAN and not move.is_null:
        _check_support(position, move, result)


def _check_support(position: Position, move: Move, result: Result) -> None:
    if position.tower.empties_layer(move.block):
        raise ImpossibleResultError(
            f"result {result} of move {move}: layer "
            f"{position.tower.layer_of(move.block)} would be empty and what lies above "
            "must fall; give toppled, stuck or given_up"
        )


def _check_fallen(position: Position, move: Move, result: Result) -> None:
    where = f"result {result} of move {move}"
    if position.rules.topple is not Topple.COLLAPSE:
        raise ImpossibleResultError(
            f"{where}: with topple='any_block' a fallen block ends the game (S12), "
            "give toppled"
        )
    if len(result.fallen) > _MAX_FALLEN:
        raise ImpossibleResultError(
            f"{where}: three or more fallen blocks are a collapse (S12), give toppled"
        )
    for name in result.fallen:
        if name == move.block or name not in position.tower:
            raise ImpossibleResultError(
                f"{where}: {name!r} is no other block of the tower "
                f"{position.tower}; name blocks that fell from it"
            )
