"""Asking a player for a move: whatever a player's own code does, one clear error."""

from __future__ import annotations

import traceback
from pathlib import Path

from stacko.errors import EngineError, IllegalMoveError, PlayerError, shown, text_of
from stacko.moves import Move
from stacko.players.base import Player, Table

__all__ = ["ask", "described", "refuse_illegal"]


def ask(player: Player, table: Table, seat: int) -> Move:
    """Return the move a player chooses, which is not checked yet.

    Parameters
    ----------
    player : Player
    table : Table
        What the player sees.
    seat : int
        The player's seat, for the message.

    Raises
    ------
    PlayerError
        If the player's code raises anything; says what, and where.
    EngineError
        If a probe failed in the engine, which is not the player's fault.
    """
    try:
        return player.choose(table)
    except EngineError:
        raise
    except Exception as error:
        raise PlayerError(
            f"player {shown(player.name)} in seat {seat} failed to choose a move: "
            f"{described(error)}"
        ) from error


def refuse_illegal(player: Player, table: Table, seat: int, move: object) -> None:
    """Raise `IllegalMoveError` if a move is not one of the table's."""
    if move in table.legal_moves:
        return
    text = str(move) if isinstance(move, Move) else shown(move)
    some = ", ".join(str(each) for each in list(table.legal_moves)[:3])
    raise IllegalMoveError(
        f"player {shown(player.name)} in seat {seat} chose {text}, which is not legal "
        f"here: return one of table.legal_moves, {len(table.legal_moves)} such as "
        f"{some}"
    )


def described(error: BaseException) -> str:
    """Return kind, text and place of an error in one line."""
    frames = traceback.extract_tb(error.__traceback__)
    place = [f" ({Path(f.filename).name}, line {f.lineno})" for f in frames[-1:]]
    return f"{type(error).__name__}: {text_of(error)}{''.join(place)}"
