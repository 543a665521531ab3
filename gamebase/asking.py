"""Asking a player for a move: whatever a player's own code does, one clear error."""

from __future__ import annotations

import traceback
from collections.abc import Iterator, Sized
from itertools import islice
from pathlib import Path
from typing import Any, Protocol, TypeVar, runtime_checkable

from gamebase.errors import IllegalMoveError, PlayerError, shown, text_of

__all__ = ["Choices", "Player", "ask", "described", "refuse_illegal"]

Seen = TypeVar("Seen")
Chosen = TypeVar("Chosen")
SeenContra = TypeVar("SeenContra", contravariant=True)
ChosenCo = TypeVar("ChosenCo", covariant=True)


@runtime_checkable
class Player(Protocol[SeenContra, ChosenCo]):
    """Chooses moves; a game says what its players see and what a move is."""

    name: str

    def choose(self, table: SeenContra, /) -> ChosenCo:
        """Return one of the legal moves."""


class Choices(Sized, Protocol):
    """The legal moves of a position, as far as a refusal needs them."""

    def __contains__(self, move: object, /) -> bool:
        """Tell whether a move is legal."""

    def __iter__(self) -> Iterator[object]:
        """Go through the legal moves."""


def ask(
    player: Player[Seen, Chosen],
    table: Seen,
    seat: int,
    passing: tuple[type[Exception], ...] = (),
) -> Chosen:
    """Return the move a player chooses, which is not checked yet.

    Parameters
    ----------
    player : Player
    table : object
        What the player sees.
    seat : int
        The player's seat, for the message.
    passing : tuple of type
        Errors that are not the player's fault, and go on as they are.

    Raises
    ------
    PlayerError
        If the player's code raises anything else; says what, and where.
    """
    try:
        return player.choose(table)
    except passing:
        raise
    except Exception as error:
        raise PlayerError(
            f"player {shown(player.name)} in seat {seat} failed to choose a move: "
            f"{described(error)}"
        ) from error


def refuse_illegal(
    player: Player[Any, Any],
    seat: int,
    move: object,
    legal_moves: Choices,
    kind: type | tuple[type, ...],
) -> None:
    """Raise `IllegalMoveError` if a move is not one of the legal ones.

    Parameters
    ----------
    player : Player
    seat : int
        The player's seat, for the message.
    move : object
        What the player chose.
    legal_moves : Choices
        What it had to choose from.
    kind : type or tuple of types
        What a move is; anything else is not asked for its text.
    """
    if move in legal_moves:
        return
    text = str(move) if isinstance(move, kind) else shown(move)
    some = ", ".join(str(each) for each in islice(legal_moves, 3))
    raise IllegalMoveError(
        f"player {shown(player.name)} in seat {seat} chose {text}, which is not legal "
        f"here: return one of the legal_moves, {len(legal_moves)} such as {some}"
    )


def described(error: BaseException) -> str:
    """Return kind, text and place of an error in one line.

    Parameters
    ----------
    error : BaseException
        An error of someone else's code.
    """
    frames = traceback.extract_tb(error.__traceback__)
    place = [f" ({Path(f.filename).name}, line {f.lineno})" for f in frames[-1:]]
    return f"{type(error).__name__}: {text_of(error)}{''.join(place)}"
