"""Players by name, or by where their class can be imported from."""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib import import_module
from typing import TypeVar

from stacko.errors import ParameterError, close_match, shown, text_of
from stacko.players.asking import described
from stacko.players.base import Player

__all__ = ["make_player", "player_names", "register"]

PlayerClass = TypeVar("PlayerClass", bound=type)

_CLASSES: dict[str, type] = {}
_PATH = re.compile(r"[A-Za-z_][\w.]*:[A-Za-z_]\w*")


def register(name: str) -> Callable[[PlayerClass], PlayerClass]:
    """Make a player class known under a name; a class decorator.

    Raises
    ------
    ParameterError
        If another class has the name.
    """

    def remember(cls: PlayerClass) -> PlayerClass:
        known = _CLASSES.setdefault(name, cls)
        if known.__qualname__ != cls.__qualname__:
            raise ParameterError(
                f"player name {name!r} is taken by {known.__qualname__}: register "
                f"{cls.__qualname__} under another"
            )
        return cls

    return remember


def player_names() -> tuple[str, ...]:
    """Return the registered names, in order."""
    return tuple(sorted(_CLASSES))


def make_player(spec: str) -> Player:
    """Return a new player.

    Parameters
    ----------
    spec : str
        A registered name, or ``package.module:Class`` for any class that can be
        imported, made without arguments, and has a ``name`` and ``choose``.

    Raises
    ------
    ParameterError
        If there is no such player; the message lists those there are.
    """
    text = str(spec)  # settings come from files and may hold anything
    if _PATH.fullmatch(text):
        return _made(_imported(text), text)
    if text in _CLASSES:
        return _made(_CLASSES[text], text)
    raise ParameterError(
        f"no player {shown(spec)}{close_match(text, _CLASSES)}; known: "
        f"{', '.join(player_names())}, or give package.module:Class"
    )


def _imported(spec: str) -> type:
    module_name, class_name = spec.split(":")
    try:
        module = import_module(module_name)
        cls = getattr(module, class_name, None)
        plays = isinstance(cls, type) and callable(getattr(cls, "choose", None))
    except ImportError as error:
        raise ParameterError(
            f"player {shown(spec)}: {module_name!r} cannot be imported "
            f"({text_of(error)}); it "
            "has to be installed, or lie in the current folder"
        ) from error
    except (Exception, SystemExit) as error:
        raise ParameterError(
            f"player {shown(spec)}: {module_name!r} fails while it is imported "
            f"({described(error)}); mend it"
        ) from error
    if cls is None:
        offered = [n for n, value in vars(module).items() if isinstance(value, type)]
        raise ParameterError(
            f"player {shown(spec)}: {module_name} has no {class_name!r}"
            f"{close_match(class_name, offered)}"
        )
    if not isinstance(cls, type) or not plays:
        raise ParameterError(
            f"player {shown(spec)} is no class with a method choose(table): write one, "
            "as shown in stacko.players"
        )
    return cls


def _made(cls: type, spec: str) -> Player:
    try:
        player = cls()
    except TypeError as error:
        raise ParameterError(
            f"player {shown(spec)} cannot be made without arguments "
            f"({text_of(error)}): give them defaults"
        ) from error
    except (Exception, SystemExit) as error:
        raise ParameterError(
            f"player {shown(spec)} fails while it is made ({described(error)}); mend it"
        ) from error
    try:
        if isinstance(player, Player) and isinstance(player.name, str):
            return player
    except (Exception, SystemExit) as error:
        raise ParameterError(
            f"player {shown(spec)} fails when asked for its name "
            f"({described(error)}); mend it"
        ) from error
    raise ParameterError(
        f"player {shown(spec)} has no name: add name = '...' to the class"
    )
