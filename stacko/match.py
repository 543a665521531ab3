"""One whole match: players choose, a hand moves the block, the rules go on.

A match is a pure function of its configuration, a seed and the index of the game.
Every touch draws from a random stream of its own, named by index and ply, so that
one touch never changes the chances of the next.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

import numpy as np

from gamebase.asking import ask, refuse_illegal
from gamebase.columns import lasting_values
from stacko.blocks import BlockSet
from stacko.engines import (
    AUTO,
    QUASISTATIC,
    EngineSettings,
    make_engine,
    resolve_engine,
)
from stacko.engines.base import Vector
from stacko.errors import EngineError, ParameterError
from stacko.game import Game
from stacko.hand import HandParams, named_hand
from stacko.moves import Move, Verdict
from stacko.params import (
    BlockParams,
    ContactParams,
    SettleParams,
    ToppleParams,
)
from stacko.players import Player, ProbeResult, Table, make_player
from stacko.recording import Recorder
from stacko.records import GameRow, MatchRecord, TurnRow
from stacko.rules import Rules
from stacko.stage import DynamicStage, Feeling, Stage
from stacko.touch import Touched, passed_row
from stacko.world import sizes_by_name

__all__ = ["Match", "MatchConfig", "match_sizes", "open_stage", "play_match"]

_STREAMS = {"tower": 0, "sizes": 1, "hand": 2, "player": 3, "probe": 4}


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchConfig:
    """What decides a match besides its seed and index.

    Parameters
    ----------
    players : int
        2 to 10.
    policies : tuple of str
        Players by name or ``package.module:Class``, dealt to the seats in turn.
    hands : tuple of HandParams
        Dealt to the seats in turn.
    rules, blocks, contact, settle, topple : parameter sets
    engine : str
        Name of the engine; ``auto`` becomes the one it stands for.
    engine_settings : EngineSettings
        What the engines are told; each takes its own.
    block_set : BlockSet
        The blocks.
    max_turns : int
        A game that lasts longer ends without a loser.

    Raises
    ------
    ParameterError
        If there is no policy, no hand, or no turn to play.
    """

    players: int = 4
    policies: tuple[str, ...] = ("prober",)
    hands: tuple[HandParams, ...] = (named_hand("average"),)
    rules: Rules = field(default_factory=Rules)
    blocks: BlockParams = field(default_factory=BlockParams)
    contact: ContactParams = field(default_factory=ContactParams)
    settle: SettleParams = field(default_factory=SettleParams)
    topple: ToppleParams = field(default_factory=ToppleParams)
    engine: str = AUTO
    engine_settings: EngineSettings = field(default_factory=EngineSettings)
    block_set: BlockSet = field(default_factory=BlockSet.default)
    max_turns: int = 200

    def __post_init__(self) -> None:
        for name in ("policies", "hands"):
            if not getattr(self, name):
                raise ParameterError(f"MatchConfig.{name} is empty: name at least one")
        if self.max_turns < 1:
            raise ParameterError(
                f"MatchConfig.max_turns must be 1 or more, got {self.max_turns!r}"
            )
        object.__setattr__(self, "engine", resolve_engine(self.engine))


def play_match(
    config: MatchConfig, seed: int, index: int, recorder: Recorder | None = None
) -> MatchRecord:
    """Play one match.

    Parameters
    ----------
    config : MatchConfig
    seed : int
        Seed of the batch, 0 or more.
    index : int
        Index of the game in the batch, 0 or more.
    recorder : Recorder, optional
        Is told what happens, such as `stacko.replay.MatchRecorder`.

    Returns
    -------
    MatchRecord
        The game's row and a row for every touch of a block.

    Raises
    ------
    EngineError
        If the engine is missing or the simulation fails.
    IllegalMoveError
        If a player chooses a move that is not legal; names the player.
    PlayerError
        If a player's own code raises.
    """
    match = Match(config, seed, index, recorder=recorder)
    with open_stage(config) as stage:
        return match.play(stage)


@contextmanager
def open_stage(config: MatchConfig) -> Iterator[Stage]:
    """Open the physical tower that a configuration asks for.

    Raises
    ------
    EngineMissingError
        If the engine's package is not installed.
    """
    if config.engine == QUASISTATIC:
        # Who plays in an engine needs none of what this loads.
        from stacko.quasistatic.stage import QuasistaticStage, single_threaded

        with single_threaded():
            yield QuasistaticStage(
                blocks=config.blocks,
                contact=config.contact,
                topple=config.topple,
                model=config.engine_settings.quasistatic,
            )
        return
    gravity = config.contact.gravity
    with make_engine(config.engine, config.engine_settings, gravity) as engine:
        yield DynamicStage(
            engine,
            blocks=config.blocks,
            contact=config.contact,
            settle=config.settle,
            topple=config.topple,
        )


def _sequence(seed: int, index: int, stream: str, *key: int) -> np.random.SeedSequence:
    return np.random.SeedSequence(seed, spawn_key=(index, _STREAMS[stream], *key))


def match_sizes(
    block_set: BlockSet, blocks: BlockParams, seed: int, index: int
) -> dict[str, Vector]:
    """Return the edge lengths, m, of the blocks of a match, by name.

    Parameters
    ----------
    block_set : BlockSet
    blocks : BlockParams
    seed, index : int
        As for `play_match`.
    """
    rng = np.random.default_rng(_sequence(seed, index, "sizes"))
    return sizes_by_name(block_set.names, blocks, rng)


class Match:
    """A match being played.

    Parameters
    ----------
    config : MatchConfig
    seed, index : int
        As for `play_match`.
    players : sequence of Player, optional
        Who plays, by seat; those of the configuration if left out.
    recorder : Recorder, optional
        Is told what happens.
    """

    def __init__(
        self,
        config: MatchConfig,
        seed: int,
        index: int,
        *,
        players: Sequence[Player] | None = None,
        recorder: Recorder | None = None,
    ) -> None:
        self.config = config
        self.seed = seed
        self.index = index
        self.game = Game(
            config.players,
            config.rules,
            block_set=config.block_set,
            seed=self._sequence("tower"),
        )
        self._built = self.game.tower.notation()
        seats = range(config.players)
        self._players = list(players or ()) or [
            make_player(config.policies[i % len(config.policies)]) for i in seats
        ]
        self._recorder = recorder
        self._hands = [config.hands[i % len(config.hands)] for i in seats]
        self._rows: list[TurnRow] = []
        self._flips = 0
        self._last: Touched | None = None

    def _sequence(self, stream: str, *key: int) -> np.random.SeedSequence:
        return _sequence(self.seed, self.index, stream, *key)

    def _rng(self, stream: str, *key: int) -> np.random.Generator:
        return np.random.default_rng(self._sequence(stream, *key))

    # -- playing --------------------------------------------------------------

    def play(self, stage: Stage) -> MatchRecord:
        """Play to the end on an open stage, which is built anew."""
        started = time.perf_counter()
        self.stage = stage
        stage.recorder = self._recorder
        stage.build(self.game.tower, self._rng("sizes"))
        if self._recorder is not None:
            self._recorder.built(self.game, stage.sizes, stage.look(), stage.loads())
        while self.game.outcome() is None and not self._too_long:
            self._play_ply()
        wall = time.perf_counter() - started
        row = self._game_row(stage.time, wall)
        if self._recorder is not None:
            self._recorder.ended(lasting_values(row))
        return MatchRecord(row, tuple(self._rows))

    def play_turn(self, stage: Stage, game: Game) -> tuple[TurnRow, ...]:
        """Play a single turn from a position, such as one out of another match.

        Luck is that of this match, from the number of moves the game knows of on.

        Parameters
        ----------
        stage : Stage
            Holds the tower of the position.
        game : Game
            Goes on with what is played; nothing is played if it is over.

        Returns
        -------
        tuple of TurnRow
            A row for every touch of a block, or for a pass.
        """
        self.stage, self.game, self._rows = stage, game, []
        stage.recorder = self._recorder
        turn = game.turn_number
        while game.outcome() is None and game.turn_number == turn:
            self._play_ply()
        return tuple(self._rows)

    @property
    def _too_long(self) -> bool:
        return self.game.turn_number > self.config.max_turns

    def _play_ply(self) -> None:
        stage, hand = self.stage, self._hands[self.game.turn]
        before = stage.time
        ply = self.game.ply
        if self._recorder is not None:
            self._recorder.asked(self.game, stage.look())
        probing = stage.probing(
            self.game, hand, lambda count: self._rng("probe", ply, count)
        )
        move = self._choose(probing)
        if self._recorder is not None:
            self._recorder.chose(move)
        if move.is_null:
            self._note(move, None, passed_row(self.game, self.index))
            self._push(move, None)
            return
        luck = self._rng("hand", ply)
        touched = stage.touch(self.game, move, hand, luck, probing)
        duration = stage.time - before
        self._note(move, touched, touched.row(self.game, self.index, duration))
        self._last = touched
        self._push(move, touched)
        for name in touched.result.fallen:
            stage.discard(name)
            if self._recorder is not None:
                self._recorder.discarded(name)

    def _note(self, move: Move, touched: Touched | None, row: TurnRow) -> None:
        self._rows.append(row)
        if self._recorder is None:
            return
        result = None if touched is None else touched.result
        if result is None or result.verdict is not Verdict.TOPPLED:
            self._recorder.rested(self.stage.look(), self.stage.loads())
        self._recorder.played(move, result, lasting_values(row))

    def _push(self, move: Move, touched: Touched | None) -> None:
        direction = self.game.direction
        if touched is None:
            self.game.push(move)
        else:
            self.game.push(touched.move, touched.result)
        self._flips += self.game.direction != direction

    def _choose(self, probing: Feeling) -> Move:
        """Ask the player; a probe that topples the tower settles the choice."""
        table = Table(
            self.game,
            self.stage.poses(),
            self.config.blocks,
            self._rng("player", self.game.ply),
            probe=self._probe(probing),
            sizes=self.stage.sizes,
        )
        seat = self.game.turn
        move = ask(self._players[seat], table, seat, passing=(EngineError,))
        probing.rest()
        if probing.toppled is not None:
            return table.moves_of(probing.toppled.block)[0]
        refuse_illegal(self._players[seat], seat, move, table.legal_moves, Move)
        return move

    def _probe(self, probing: Feeling) -> Callable[[str], ProbeResult]:
        recorder = self._recorder
        if recorder is None:
            return probing.probe

        def probe(block: str) -> ProbeResult:
            recorder.probing(block)
            result = probing.probe(block)
            recorder.probed(block, result.peak_force)
            return result

        return probe

    # -- the game's row -------------------------------------------------------

    def _game_row(self, sim_time: float, wall_time: float) -> GameRow:
        outcome = self.game.outcome()
        config, rows = self.config, self._rows
        moved = {row.turn for row in rows if row.verdict in ("clean", "toppled")}
        report = self._last.report if self._last is not None else None
        margins = [row.margin for row in rows if row.margin is not None]
        top = self.game.tower.layers[-1]
        return GameRow(
            game=self.index,
            seed=self.seed,
            players=config.players,
            policies=",".join(player.name for player in self._players),
            hands=",".join(hand.name for hand in self._hands),
            engine=config.engine,
            termination=outcome.termination.value if outcome else "turn_limit",
            loser=outcome.loser if outcome else None,
            turns=rows[-1].turn if rows else 0,
            moves=sum(row.verdict == "clean" for row in rows),
            attempts=sum(row.verdict != "passed" for row in rows),
            passes=len({row.turn for row in rows} - moved),
            direction_changes=self._flips,
            layers=len(self.game.tower.layers),
            blocks_on_top=sum(name is not None for name in top),
            phase=rows[-1].phase if rows else None,
            first_block=report.first_block if report else None,
            fallen=len(report.fallen) if report else 0,
            any_block=report.any_block if report else False,
            collapse=report.collapse if report else False,
            height=report.height_before if report else 0.0,
            min_margin=min(margins, default=None),
            sim_time=sim_time,
            wall_time=wall_time,
            tower=self._built,
            error=None,
        )
