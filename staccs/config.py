"""The configuration of a batch: defaults, a TOML file over them, flags over that.

Whatever is unknown is refused by its dotted name, and whatever is out of range by
its value, before anything is started.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Self

from gamebase.batch_config import BatchConfig
from gamebase.config_reading import one_of, refuse_unknown, section
from staccs.errors import ParameterError, shown
from staccs.lattice import Cell
from staccs.modes import STARTS, Variation, WildStart, class_of
from staccs.params import CardParams
from staccs.phases import Mode
from staccs.place import Place
from staccs.players import player_for
from staccs.rules import Rules

if TYPE_CHECKING:
    from staccs.table import PlacedTable

__all__ = ["NO_TABLE", "SimulationConfig"]

NO_TABLE = "none"
"""What is said for a table without an edge."""

_USUAL_PLAYERS = {Mode.UH_OH: 4, Mode.PARTY: 6, Mode.SOLO: 1, Mode.WILD_OUT: 2}
_USUAL_VARIATION = {Mode.SOLO: "perfect", Mode.WILD_OUT: next(iter(STARTS))}

SECTIONS: dict[str, Callable[[Mapping[str, Any]], Any]] = {
    "rules": Rules.from_mapping,
    "card": CardParams.from_mapping,
    "place": Place.from_mapping,
}
"""Section of the file -> what reads it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulationConfig(BatchConfig):
    """Everything that decides a batch of games.

    Parameters
    ----------
    games : int
        Number of games; game ``i`` is the same whatever this is.
    mode : Mode or str
        Mode of the games.
    players : int, optional
        As many as the mode takes; as usual if left out.
    seed : int
        0 or more; with the index of a game it decides that game.
    policy : tuple of str
        Players by name, dealt to the seats in turn.
    workers : int
        Processes; decides the speed and nothing else.
    variation : str, optional
        Of SOLOSTACCS its variation, of WILD OUT its start; else None.
    table : str
        Text of a table (`Table.parse`), or ``none``.
    plays : bool
        Whether every move is a row of its own.
    rules, card, place
        Parameter sets of these parts.

    Raises
    ------
    ParameterError
        If a value is not accepted; the message starts with the name.
    """

    LIMITS: ClassVar[Mapping[str, tuple[int, int]]] = {
        **BatchConfig.LIMITS,
        "players": (1, 10),
    }

    games: int = 200
    mode: Mode = Mode.UH_OH
    players: int = None  # type: ignore[assignment]  # replaced when made
    policy: tuple[str, ...] = ("greedy",)
    variation: str | None = None
    table: str = "round:1.2"
    plays: bool = True
    rules: Rules = field(default_factory=Rules)
    card: CardParams = field(default_factory=CardParams)
    place: Place = field(default_factory=Place)

    def __post_init__(self) -> None:
        mode = Mode.parse(self.mode)
        game = class_of(mode)
        object.__setattr__(self, "mode", mode)
        asked: Any = self.players
        if asked is None:
            object.__setattr__(self, "players", _USUAL_PLAYERS[mode])
        super(SimulationConfig, self).__post_init__()
        game._check_players(self.players)
        object.__setattr__(self, "variation", self._checked_variation())
        if type(self.plays) is not bool:
            raise ParameterError(f"plays is {shown(self.plays)}: give true or false")
        object.__setattr__(self, "table", self._table_text())
        for policy in self.dealt("policy", "greedy"):
            player_for(mode, policy)
        if self.table == NO_TABLE and self.place != Place():
            raise ParameterError(
                "[place] says where on the table the first card lies, but table is "
                "'none': give a table, or leave [place] out"
            )
        self._check_beginning()

    def _check_beginning(self) -> None:
        """Deal a game: what none can begin with is refused before a batch starts."""
        from staccs.match import MatchConfig

        MatchConfig(
            mode=self.mode,
            players=self.players,
            variation=self.variation,
            rules=self.rules,
            table=self.placed_table(),
        ).game(0)

    def _checked_variation(self) -> str | None:
        given = self.variation
        if self.mode not in _USUAL_VARIATION:
            if given is None:
                return None
            raise ParameterError(
                f"variation is {shown(given)}, but {self.mode.value} has none: leave "
                "it out"
            )
        if given is None:
            return _USUAL_VARIATION[self.mode]
        if self.mode is Mode.SOLO:
            return one_of("variation", given, [each.value for each in Variation])
        WildStart.parse(given)
        return given

    def _table_text(self) -> str:
        """Return the table's text; of a file's table its corners and not the path."""
        from staccs.table import Table

        if self.table == NO_TABLE:
            return NO_TABLE
        try:
            return str(Table.parse(self.table))
        except ParameterError as error:
            raise ParameterError(f"{error}; or none for no edge") from error

    def placed_table(self) -> PlacedTable | None:
        """Return the table with the lattice on it, or None.

        Raises
        ------
        ParameterError
            If the first cards cannot lie flat on it.
        """
        from staccs.table import PlacedTable, Table

        if self.table == NO_TABLE:
            return None
        table = Table.parse(self.table)
        x, y = table.middle
        return PlacedTable(
            table,
            (x + self.place.x, y + self.place.y),
            self.place.angle,
            self.card,
            self.rules.edge,
            self._first_cells(),
        )

    def _first_cells(self) -> tuple[Cell, ...]:
        if self.mode is not Mode.WILD_OUT:
            return (Cell(0, 0),)
        start = WildStart.parse(self.variation or "")
        return (*start.cells, *start.dealt)

    @classmethod
    def from_mapping(cls, values: Mapping[str, Any], folder: Path = Path()) -> Self:
        """Build from plain values, as a TOML file or ``to_mapping`` gives them.

        Parameters
        ----------
        values : Mapping[str, Any]
            Top-level values and sections; what is left out keeps its default.
        folder : Path
            What the path of a table's file is relative to.

        Raises
        ------
        ParameterError
            If a key is unknown, by its dotted name, or a value is not accepted.
        """
        refuse_unknown(values, [f.name for f in dataclasses.fields(cls)])
        made = dict(values)
        for name in SECTIONS.keys() & values.keys():
            made[name] = section(name, values[name], SECTIONS[name])
        table = values.get("table")
        if isinstance(table, str) and table.casefold().endswith(".json"):
            made["table"] = str(folder / table)
        return cls(**made)

    def to_mapping(self) -> dict[str, Any]:
        """Return everything as plain values that ``from_mapping`` reads again."""
        plain: dict[str, Any] = {
            f.name: getattr(self, f.name)
            for f in dataclasses.fields(self)
            if f.name not in SECTIONS
        }
        plain.update(mode=self.mode.value, policy=list(self.policy))
        for name in SECTIONS:
            plain[name] = getattr(self, name).to_mapping()
        return plain
