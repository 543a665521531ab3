"""One whole match: players choose, the rules go on, rows remain.

A match is a pure function of its configuration, a seed and the index of the game. The
deal and each seat draw from a random stream of their own, named by the index.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from gamebase.asking import ask, refuse_illegal
from staccs.errors import ParameterError
from staccs.game import Game
from staccs.modes import make_game
from staccs.moves import Move
from staccs.phases import Mode
from staccs.players import Player, Seat, player_for
from staccs.recording import Recorder
from staccs.records import MatchRecord
from staccs.rules import Rules

if TYPE_CHECKING:
    from staccs.config import SimulationConfig
    from staccs.table.placed import PlacedTable

__all__ = ["MatchConfig", "Players", "play_match"]

_DEAL, _SEAT = 0, 1
_OPTIONS = {Mode.SOLO: "variation", Mode.WILD_OUT: "start"}


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchConfig:
    """What decides a match besides its seed and index.

    Parameters
    ----------
    mode : Mode
        The mode.
    players : int
        As many as the mode takes.
    policies : tuple of str
        Players by name or ``package.module:Class``, dealt to the seats in turn.
    variation : str, optional
        Of SOLOSTACCS its variation, of WILD OUT its start; the usual one if left out.
    rules : Rules
        How the rules are read.
    table : PlacedTable, optional
        The table; an endless one if left out.
    plays : bool
        Whether every move is a row of its own.

    Raises
    ------
    ParameterError
        If there is no policy.
    """

    mode: Mode = Mode.UH_OH
    players: int = 4
    policies: tuple[str, ...] = ("greedy",)
    variation: str | None = None
    rules: Rules = field(default_factory=Rules)
    table: PlacedTable | None = None
    plays: bool = True

    def __post_init__(self) -> None:
        if not self.policies:
            raise ParameterError("MatchConfig.policies is empty: name at least one")

    @classmethod
    def of(cls, config: SimulationConfig) -> Self:
        """Return the part of a batch's configuration that a single match needs."""
        return cls(
            mode=config.mode,
            players=config.players,
            policies=config.policy,
            variation=config.variation,
            rules=config.rules,
            table=config.placed_table(),
            plays=config.plays,
        )

    def dealt(self, seed: int, index: int) -> Game:
        """Return the game with an index in the batch of a seed, before any move."""
        return self.game(_sequence(seed, index, _DEAL))

    def game(self, seed: np.random.SeedSequence | int) -> Game:
        """Return the game that a seed deals."""
        options: dict[str, Any] = {}
        if self.variation is not None and self.mode in _OPTIONS:
            options[_OPTIONS[self.mode]] = self.variation
        return make_game(
            self.mode, self.players, self.rules, seed, table=self.table, **options
        )

    def policy(self, seat: int) -> str:
        """Return the name of the player in a seat."""
        return self.policies[seat % len(self.policies)]


class Players:
    """The players of a match in their seats, each with a source of chance.

    Parameters
    ----------
    config : MatchConfig
    seed, index : int
        As for `play_match`.
    """

    def __init__(self, config: MatchConfig, seed: int, index: int) -> None:
        seats = range(config.players)
        self._players: list[Player] = [
            player_for(config.mode, config.policy(seat)) for seat in seats
        ]
        self._chance = [
            np.random.default_rng(_sequence(seed, index, _SEAT, seat)) for seat in seats
        ]

    @property
    def names(self) -> str:
        """The names by seat, comma separated."""
        return ",".join(player.name for player in self._players)

    def answer(self, game: Game) -> Any:
        """Return what the player to decide answers, which is not checked yet.

        Raises
        ------
        PlayerError
            If the player's own code raises.
        """
        seat = Seat(game, self._chance[game.turn])
        return ask(self._players[game.turn], seat, game.turn)

    def check(self, game: Game, answer: Any) -> Move:
        """Return an answer that is a legal move.

        Raises
        ------
        IllegalMoveError
            If it is none; names the player.
        """
        legal = game.legal_moves
        if not isinstance(answer, Move) or legal.made is not answer:
            refuse_illegal(self._players[game.turn], game.turn, answer, legal, Move)
        move: Move = answer
        return move

    def choose(self, game: Game) -> Move:
        """Return the legal move that the player to decide chooses.

        Raises
        ------
        IllegalMoveError
            If the player chooses a move that is not legal; names the player.
        PlayerError
            If the player's own code raises.
        """
        return self.check(game, self.answer(game))


def play_match(config: MatchConfig, seed: int, index: int) -> MatchRecord:
    """Play one match.

    Parameters
    ----------
    config : MatchConfig
    seed : int
        Seed of the batch, 0 or more.
    index : int
        Index of the game in the batch, 0 or more.

    Returns
    -------
    MatchRecord
        The game's row and, if asked for, a row for every move.

    Raises
    ------
    IllegalMoveError
        If a player chooses a move that is not legal; names the player.
    PlayerError
        If a player's own code raises.

    Examples
    --------
    >>> record = play_match(MatchConfig(policies=("random",)), seed=1, index=0)
    >>> record.game.termination, len(record.plays) == record.game.moves
    ('out', True)
    """
    started = time.perf_counter()
    game = config.dealt(seed, index)
    players = Players(config, seed, index)
    recorder = Recorder(game, index, plays=config.plays)
    while game.legal_moves:
        recorder.push(players.choose(game))
    row = recorder.row(
        seed=seed,
        variation=config.variation,
        policies=players.names,
        wall_time=time.perf_counter() - started,
    )
    return MatchRecord(row, recorder.rows)


def _sequence(seed: int, *key: int) -> np.random.SeedSequence:
    return np.random.SeedSequence(seed, spawn_key=key)
