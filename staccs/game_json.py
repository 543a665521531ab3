"""Games as JSON, and back, exactly.

Written is how the game began, and every move. Reading plays them again, so what was
written is checked by the rules, and everything can be undone as before. What is
reached is written too, and compared.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gamebase.json_reading import read_saved
from staccs.deals import Deal
from staccs.errors import ParameterError, StaccsError, shown
from staccs.phases import Mode
from staccs.setting import Fits, Setting, setting_from_plain

__all__ = ["FORMAT", "VERSION", "Saved", "mode_of", "read", "written"]

FORMAT = "staccs-game"
"""What the key ``format`` holds."""

VERSION = 1
"""The version of the format written, and the last one read."""

_KEYS = ("format", "version", "mode", "rules", "table", "start", "moves", "now")


@dataclass(frozen=True, slots=True)
class Saved:
    """What a text in JSON holds, before its moves are played again.

    Parameters
    ----------
    setting : Setting
        Rules and table.
    deal : Deal
        How the game began.
    moves : tuple of str
        Moves in notation, not checked.
    now : object
        What they have to lead to, as it was read.
    """

    setting: Setting
    deal: Deal
    moves: tuple[str, ...]
    now: object

    def check_reached(self, state: Mapping[str, object]) -> None:
        """Raise `ParameterError` if a state is not the one written."""
        if state != self.now:
            raise ParameterError(
                "the game in JSON does not lead to the state written under 'now' "
                f"({shown(self.now)}): it was changed or cut, write it again"
            )


def written(
    mode: Mode,
    under: Setting,
    deal: Deal,
    moves: Sequence[str],
    now: Mapping[str, object],
) -> str:
    """Return a game as one line of JSON.

    Parameters
    ----------
    mode : Mode
        Its mode.
    under : Setting
        Rules and table.
    deal : Deal
        How it began.
    moves : sequence of str
        Moves, in notation.
    now : mapping
        What they led to.
    """
    data = {
        "format": FORMAT,
        "version": VERSION,
        "mode": mode.value,
        "rules": under.rules.to_mapping(),
        "table": under.table_to_plain(),
        "start": deal.to_mapping(),
        "moves": list(moves),
        "now": now,
    }
    return json.dumps(data)


def mode_of(text: str) -> Mode:
    """Return the mode of a game in JSON; raises `ParameterError`."""
    return Mode.parse(_checked(text)["mode"])


def read(text: object, mode: Mode, fits: Fits | None = None) -> Saved:
    """Return what a text in JSON holds.

    Parameters
    ----------
    text : str
        The text.
    mode : Mode
        The mode it has to be of.
    fits : callable or Footing, optional
        The function for the table's edge, if the game was played with one.

    Raises
    ------
    ParameterError
        If it is no game of the mode, or a part of it is not right.
    """
    data = _checked(text)
    if data["mode"] != mode.value:
        raise ParameterError(
            f"mode in JSON is {shown(data['mode'])}, not {mode.value!r}: read it with "
            "game_from_json"
        )
    try:
        under = setting_from_plain(data["rules"], data["table"], fits)
        deal = Deal.from_mapping(data["start"])
    except StaccsError as error:
        raise ParameterError(f"the game in JSON: {error}") from error
    return Saved(under, deal, _moves(data["moves"]), data["now"])


def _checked(text: object) -> Mapping[str, Any]:
    return read_saved(text, FORMAT, VERSION, _KEYS)


def _moves(entries: object) -> tuple[str, ...]:
    if not isinstance(entries, list):
        raise ParameterError(f"moves in JSON is {shown(entries)}: give a list")
    for index, entry in enumerate(entries):
        if not isinstance(entry, str):
            raise ParameterError(
                f"move {index} in JSON is {shown(entry)}: give its notation"
            )
    return tuple(entries)
