"""Players by name, or by where their class can be imported from."""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib import import_module
from typing import Any, Generic, TypeVar, cast

from gamebase.asking import Player, described
from gamebase.errors import ParameterError, close_match, shown, text_of

__all__ = ["Registry"]

AnyPlayer = TypeVar("AnyPlayer", bound=Player[Any, Any])
PlayerClass = TypeVar("PlayerClass", bound=type)

LONGEST_NAME = 60
"""Longest name of a player; names fill a column of every row."""

_PATH = re.compile(r"[A-Za-z_][\w.]*:[A-Za-z_]\w*")


class Registry(Generic[AnyPlayer]):
    """The players of one game, by name.

    Parameters
    ----------
    method : str
        How a player is asked, for messages, such as ``"choose(table)"``.
    guide : str
        Where it is told how to write a player.

    Examples
    --------
    >>> players = Registry("choose(table)", "mygame.players")
    >>> @players.register("first")
    ... class First:
    ...     name = "first"
    ...
    ...     def choose(self, table):
    ...         return table.legal_moves[0]
    >>> players.names()
    ('first',)
    >>> players.make("first").name
    'first'
    """

    def __init__(self, method: str, guide: str) -> None:
        self._method, self._guide = method, guide
        self._classes: dict[str, type] = {}

    def register(self, name: str) -> Callable[[PlayerClass], PlayerClass]:
        """Make a player class known under a name; a class decorator.

        Raises
        ------
        ParameterError
            If another class has the name.
        """

        def remember(cls: PlayerClass) -> PlayerClass:
            known = self._classes.setdefault(name, cls)
            if known.__qualname__ != cls.__qualname__:
                raise ParameterError(
                    f"player name {name!r} is taken by {known.__qualname__}: register "
                    f"{cls.__qualname__} under another"
                )
            return cls

        return remember

    def names(self) -> tuple[str, ...]:
        """Return the registered names, in order."""
        return tuple(sorted(self._classes))

    def make(self, spec: str) -> AnyPlayer:
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
            return cast(AnyPlayer, _made(self._imported(text), text))
        if text in self._classes:
            return cast(AnyPlayer, _made(self._classes[text], text))
        raise ParameterError(
            f"no player {shown(spec)}{close_match(text, self._classes)}; known: "
            f"{', '.join(self.names())}, or give package.module:Class"
        )

    def _imported(self, spec: str) -> type:
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
            offered = [n for n, each in vars(module).items() if isinstance(each, type)]
            raise ParameterError(
                f"player {shown(spec)}: {module_name} has no {class_name!r}"
                f"{close_match(class_name, offered)}"
            )
        if not isinstance(cls, type) or not plays:
            raise ParameterError(
                f"player {shown(spec)} is no class with a method {self._method}: "
                f"write one, as shown in {self._guide}"
            )
        return cls


def _made(cls: type, spec: str) -> Player[Any, Any]:
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
        name = player.name if isinstance(player, Player) else None
    except (Exception, SystemExit) as error:
        raise ParameterError(
            f"player {shown(spec)} fails when asked for its name "
            f"({described(error)}); mend it"
        ) from error
    if isinstance(name, str):
        _check_name(name, spec)
        return cast(Player[Any, Any], player)
    raise ParameterError(
        f"player {shown(spec)} has no name: add name = '...' to the class"
    )


def _check_name(name: str, spec: str) -> None:
    """Refuse a name that tables and reports could not hold, or tell from two."""
    if 0 < len(name) <= LONGEST_NAME and name.isprintable() and "," not in name:
        return
    raise ParameterError(
        f"player {shown(spec)} has the name {shown(name)}: give 1 to {LONGEST_NAME} "
        "printable characters without commas"
    )
