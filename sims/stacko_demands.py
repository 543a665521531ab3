"""Turns of Stacko played again under other demands: the same tower, the same luck.

How hard a demand is cannot be told from whole games alone, since towers that meet it
differ. Here every turn of a game is begun again from where it began, with one demand
after the other, and played to its end.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from gamebase.columns import column
from sims.agreement.states import TowerState
from sims.agreement.trials import STANDS, take_out
from stacko.blocks import PLAY_COLORS, Block, Color
from stacko.demand import ANY, Demand
from stacko.errors import ParameterError
from stacko.faces import Face
from stacko.game import Game
from stacko.hand import HandParams
from stacko.match import Match, MatchConfig, open_stage
from stacko.players import Table
from stacko.players.cautious import is_safe
from stacko.position import Position, takeable
from stacko.quasistatic.stage import QuasistaticStage, single_threaded
from stacko.stage import Feeling, Luck, Stage

__all__ = ["BlockAt", "Start", "TurnTrial", "blocks_at", "starts_of", "turn_trials"]

_FAR = 1000
"""Number of games, of so many turns each, whose luck does not meet that of the turns
played again."""


@dataclass(frozen=True, slots=True)
class Start:
    """The beginning of a turn of a game.

    Parameters
    ----------
    game : int
    position : Position
    stage : QuasistaticStage
        Holds the tower as it stands, and is not touched by those who read it.
    """

    game: int
    position: Position
    stage: QuasistaticStage

    @property
    def turn(self) -> int:
        """Number of the turn, from 1."""
        return self.position.turn_number


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnTrial:
    """A turn under some demand."""

    game: int = column("index of the game")
    turn: int = column("turn, from 1", "turns")
    kind: str = column("any, number, color, called, draw, or played")
    asked: str = column("the demand in notation")
    choices: int = column("blocks that may be taken at the beginning", "blocks")
    moved: int = column("blocks put on top", "blocks")
    toppled: bool = column("whether the tower was knocked over")


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockAt:
    """A block that reach allows at the beginning of a turn."""

    game: int = column("index of the game")
    turn: int = column("turn, from 1", "turns")
    block: str = column("the block")
    safe: bool = column("whether its removal looks safe, by geometry")
    comes: bool = column("whether a hand without errors takes it out, all else staying")


class _Starts:
    """A stage that remembers how the tower stood whenever a turn began."""

    def __init__(self, stage: QuasistaticStage) -> None:
        self._stage = stage
        self.seen: list[tuple[Position, QuasistaticStage]] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stage, name)

    def probing(self, game: Game, hand: HandParams, luck: Luck) -> Feeling:
        if not game.tries and game.demand.draw != 1:
            self.seen.append((game.position, self._stage.copy()))
        return self._stage.probing(game, hand, luck)


def starts_of(config: MatchConfig, seed: int, index: int) -> Iterator[Start]:
    """Play a game by statics, then yield the beginning of each of its turns.

    Parameters
    ----------
    config : MatchConfig
        With the engine ``quasistatic``.
    seed, index : int
        Which game.

    Raises
    ------
    ParameterError
        If the engine is another one, whose tower cannot be copied.
    """
    with open_stage(config) as stage:
        if not isinstance(stage, QuasistaticStage):
            raise ParameterError(
                f"engine is {config.engine!r}: only towers of 'quasistatic' can be "
                "played on from again"
            )
        watched = _Starts(stage)
        Match(config, seed, index).play(_as_stage(watched))
        for position, copied in watched.seen:
            yield Start(index, position, copied)


def _as_stage(watched: Any) -> Stage:
    stage: Stage = watched
    return stage


def turn_trials(config: MatchConfig, seed: int, start: Start) -> Iterator[TurnTrial]:
    """Play a turn under one demand after the other, and yield what came of each.

    ``any``, a color or a number by chance (``number``), that color alone (``color``)
    and two number blocks of it (``draw``), the color that leaves the fewest safe blocks
    (``called``, as after a Wild), and the demand that was there (``played``).

    Parameters
    ----------
    config : MatchConfig
        That of the game.
    seed : int
        Decides color, number and luck, with the game and the turn.
    start : Start
    """
    rng = np.random.default_rng([seed, start.game, start.turn])
    color = PLAY_COLORS[int(rng.integers(4))]
    number = Face(str(rng.integers(1, 5)))
    demands = {
        "any": ANY,
        "number": Demand(color, number),
        "color": Demand(color),
        "called": Demand(_called(config, start)),
        "draw": Demand(color, draw=2),
        "played": start.position.demand,
    }
    luck = _FAR * (start.game + 1) + start.turn
    for kind, demand in demands.items():
        game = Game.from_position(replace(start.position, demand=demand))
        choices = len(game.eligible_blocks())
        with single_threaded():  # the stage of the game may be closed by now
            rows = Match(config, seed, luck).play_turn(start.stage.copy(), game)
        verdicts = [row.verdict for row in rows]
        yield TurnTrial(
            game=start.game, turn=start.turn, kind=kind, asked=str(demand),
            choices=choices, moved=verdicts.count("clean"),
            toppled="toppled" in verdicts,
        )  # fmt: skip


def blocks_at(config: MatchConfig, start: Start) -> Iterator[BlockAt]:
    """Yield every block that reach allows at the beginning of a turn, lowest first.

    Each is taken out of a copy of the tower by a hand that makes no mistakes and
    never gives up.
    """
    safe = _safe(config, start)
    poses, sizes = start.stage.poses(), start.stage.sizes
    state = TowerState(
        _FAR * start.game + start.turn, start.game, start.turn, "",
        config.contact.mu_block, start.position.tower, poses,
        {name: sizes[name] for name in poses.names},
    )  # fmt: skip
    for row in take_out(state, tuple(safe), "pull", "quasistatic"):
        yield BlockAt(
            game=start.game, turn=start.turn, block=row.block, safe=safe[row.block],
            comes=row.verdict == STANDS,
        )  # fmt: skip


def _safe(config: MatchConfig, start: Start) -> Mapping[str, bool]:
    """Return of every block that reach allows whether its removal looks safe."""
    free = Game.from_position(replace(start.position, demand=ANY))
    table = Table(
        free, start.stage.poses(), config.blocks, np.random.default_rng(0),
        sizes=start.stage.sizes,
    )  # fmt: skip
    return {b.name: is_safe(table, b.name) for b in takeable(free.position)}


def _called(config: MatchConfig, start: Start) -> Color:
    """Return the color that leaves the fewest safe blocks, then the fewest blocks."""
    safe = _safe(config, start)

    def offers(color: Color) -> tuple[int, int]:
        fits = [name for name in safe if Demand(color).allows(Block(name))]
        return sum(safe[name] for name in fits), len(fits)

    return min(PLAY_COLORS, key=offers)
