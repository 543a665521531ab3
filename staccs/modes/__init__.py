"""The modes of the rulebook, each a class of games with the same face."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from staccs.errors import ParameterError, close_match, shown
from staccs.game import Game
from staccs.game_json import mode_of
from staccs.modes import face_off
from staccs.modes.party import Party
from staccs.modes.solo import Solo
from staccs.modes.starts import STARTS, WildStart
from staccs.modes.uh_oh import UhOh
from staccs.modes.variations import Variation
from staccs.modes.wild_out import WildOut
from staccs.phases import Mode
from staccs.rules import Rules
from staccs.setting import Fits

if TYPE_CHECKING:
    from staccs.dealing import Seed
    from staccs.table.placed import PlacedTable

__all__ = [
    "MODES",
    "STARTS",
    "Party",
    "Solo",
    "UhOh",
    "Variation",
    "WildOut",
    "WildStart",
    "class_of",
    "game_from_json",
    "make_game",
]

MODES: dict[Mode, type[Game]] = {
    Mode.UH_OH: UhOh,
    Mode.PARTY: Party,
    Mode.SOLO: Solo,
    Mode.WILD_OUT: WildOut,
}
"""The class of each mode that can be played."""

_OPTIONS = {Mode.SOLO: "variation", Mode.WILD_OUT: "start"}


def make_game(
    mode: Mode | str,
    players: int | None = None,
    rules: Rules | None = None,
    seed: Seed = None,
    *,
    table: PlacedTable | None = None,
    fits: Fits | None = None,
    **options: Any,
) -> Game:
    """Return a new game of a mode.

    Parameters
    ----------
    mode : Mode or str
        The mode, such as ``"uh-oh"``.
    players : int, optional
        How many play; the fewest the mode takes if left out.
    rules : Rules, optional
        How the rules are read.
    seed : int, SeedSequence, Generator or None
        Shuffles the cards.
    table : PlacedTable, optional
        The table; an endless one if left out.
    fits : callable or Footing, optional
        In place of a table: takes a `Cell` and tells whether a card can lie there.
    **options
        ``variation`` of SOLOSTACCS; ``start`` of WILD OUT.

    Raises
    ------
    ParameterError
        If there is no such mode, it has no printed rules (FACE OFF, T19), or it does
        not take the players or options.

    Examples
    --------
    >>> make_game("wild-out", 2, seed=1, start="arch").standing
    8
    """
    named = Mode.parse(mode)
    kind = class_of(named)
    for name in options:
        if name != _OPTIONS.get(named):
            known = _OPTIONS.get(named, "no options")
            raise ParameterError(
                f"{named.value} has no option {shown(name)}, but {known}"
                f"{close_match(name, [known])}"
            )
    players = kind.fewest if players is None else players
    kind._check_players(players)
    if named is not Mode.SOLO:
        options["players"] = players
    return kind(rules=rules, seed=seed, table=table, fits=fits, **options)


def class_of(mode: Mode | str) -> type[Game]:
    """Return the class of a mode; raises `ParameterError` if it cannot be played."""
    named = Mode.parse(mode)
    if named is Mode.FACE_OFF:
        face_off.refuse()
    return MODES[named]


def game_from_json(text: str, fits: Fits | None = None) -> Game:
    """Return the game of whatever mode that ``to_json`` wrote.

    Parameters
    ----------
    text : str
        What ``to_json`` returned.
    fits : callable or Footing, optional
        The function for the table's edge, if the game was played with one.

    Raises
    ------
    ParameterError
        If the text is damaged, foreign, or of a later version of the format.
    """
    return class_of(mode_of(text)).from_json(text, fits)
