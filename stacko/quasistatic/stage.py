"""A match's tower without an engine: the `stacko.stage.Stage` of this model."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from contextlib import AbstractContextManager
from functools import lru_cache
from typing import Self

import numpy as np
from numpy.typing import NDArray
from threadpoolctl import ThreadpoolController

from stacko.engines.base import Vector
from stacko.errors import EngineError
from stacko.game import Game
from stacko.hand.feel import Probe
from stacko.hand.freeing import HOVER
from stacko.hand.skill import HandParams
from stacko.hand.stroke import Motion
from stacko.moves import Move, Result, Verdict
from stacko.params import BlockParams, ContactParams, ToppleParams
from stacko.players import ProbeResult
from stacko.poses import Poses
from stacko.quasistatic.balance import least_margin
from stacko.quasistatic.handling import Handling, Taking, will_not_lie
from stacko.quasistatic.params import QuasistaticParams
from stacko.quasistatic.pile import Pile
from stacko.quasistatic.pulling import Pull
from stacko.quasistatic.resting import Rest
from stacko.quasistatic.seeing import Eye, loads_of
from stacko.quasistatic.surroundings import Surroundings
from stacko.quasistatic.verdicts import Reporter, fallen_names
from stacko.recording import Glimpse, Load, Recorder
from stacko.stage import Feeling, Luck
from stacko.touch import Touched
from stacko.tower import Tower
from stacko.world import sizes_by_name

__all__ = ["QuasistaticStage", "single_threaded"]

Array = NDArray[np.float64]

_PAUSE = 0.4
"""Time to let go and look that the tower is at rest, s."""

_LOWERING = 0.05
"""Speed at which a block is put down, m/s; whose hand it is makes no difference."""


def single_threaded() -> AbstractContextManager[object]:
    """Return a context in which linear algebra uses one thread.

    The matrices are so small that handing them to threads costs many times what it
    saves.
    """
    found = _libraries()
    limits: AbstractContextManager[object] = found.limit(limits=1, user_api="blas")
    return limits


@lru_cache(maxsize=1)
def _libraries() -> ThreadpoolController:
    """Return what this module has loaded; to look for it takes longer than a rest."""
    return ThreadpoolController()


class QuasistaticStage:
    """A tower played by statics alone.

    Parameters
    ----------
    blocks, contact, topple : parameter sets
    model : QuasistaticParams

    Raises
    ------
    ParameterError
        If the springs are far too soft, or too stiff, for the weight of a block.
    """

    def __init__(
        self,
        *,
        blocks: BlockParams,
        contact: ContactParams,
        topple: ToppleParams,
        model: QuasistaticParams,
    ) -> None:
        self._blocks, self._topple, self._model = blocks, topple, model
        self._around = Surroundings(
            contact, blocks.mass, model.contact_stiffness, model.steps, model.sag
        )
        self._time = 0.0
        self.recorder: Recorder | None = None

    def build(self, tower: Tower, rng: np.random.Generator) -> None:
        """Build a tower of blocks whose sizes are drawn, and let it come to rest.

        Raises
        ------
        EngineError
            If it cannot stand as it is built.
        """
        self._sizes = sizes_by_name(tower.block_set.names, self._blocks, rng)
        pile = Pile.built(tower, self._blocks, self._sizes)
        resting = self._around.rest(pile)
        if not resting.stands:
            raise EngineError(
                f"the tower {tower} cannot stand as it is built, these blocks fall: "
                + ", ".join(sorted(fallen_names(pile, resting), key=pile.row))
            )
        self._stand(pile, resting)
        self._time = 0.0

    def _stand(self, pile: Pile, resting: Rest) -> None:
        """Take a tower and its rest for what stands from now on."""
        pile.motion = resting.motion
        self.pile, self.resting = pile, resting
        self._margin = least_margin(pile, resting.patches)

    def copy(self) -> Self:
        """Return another stage with the tower as it stands, which no recorder sees.

        What is done on one of the two is not done on the other.
        """
        other = copy.copy(self)
        other.recorder = None
        return other

    @property
    def time(self) -> float:
        """Time the hands took since the tower was built, in s."""
        return self._time

    @property
    def sizes(self) -> Mapping[str, Vector]:
        """Edge lengths of every block, m."""
        return self._sizes

    def poses(self) -> Poses:
        """Return the poses of all blocks in the tower."""
        return self.pile.poses()

    def discard(self, name: str) -> None:
        """Take a fallen block away for good; it is out of the pile already."""

    def look(self) -> Glimpse:
        """Return the tower as it is now, at rest."""
        return Glimpse(self._time, "settle", self.poses())

    def loads(self) -> list[Load]:
        """Return what rests on what."""
        return loads_of(self.pile, self.resting)

    def _show(self, pile: Pile, phase: str, reporter: Reporter) -> None:
        if self.recorder is None:
            return
        fallen, toppled = reporter.fallen, reporter.toppled()
        poses = pile.poses()
        self.recorder.see(Glimpse(self._time, phase, poses, None, fallen, toppled))

    # -- feeling --------------------------------------------------------------

    def probing(self, game: Game, hand: HandParams, luck: Luck) -> Feeling:
        """Return what the player to move can feel the tower with."""
        return _Probing(self, hand, luck)

    def probe(
        self, block: str, hand: HandParams, rng: np.random.Generator
    ) -> ProbeResult:
        """Push a block a little and put it back: the force alone is worked out."""
        handling = self._handling(hand, rng)
        pull = Pull(self.pile, self.resting, block, self._around, handling.friction)
        force = pull.force(pull.direction(handling.toss(), 0.0))
        felt = force + handling.tremble(hand.probe_speed)
        held = force > hand.probe_force
        moved = 0.0 if held else hand.probe_distance
        self._time += _PAUSE / 4 + 4 * hand.probe_distance / hand.probe_speed
        return ProbeResult(block, min(felt, hand.probe_force), moved, held=held)

    def _handling(
        self, hand: HandParams, rng: np.random.Generator, eye: Eye | None = None
    ) -> Handling:
        around, scatter = self._around, self._model.scatter
        return Handling(around, self._blocks, self._sizes, hand, rng, scatter, eye)

    # -- touching -------------------------------------------------------------

    def touch(
        self,
        game: Game,
        move: Move,
        hand: HandParams,
        rng: np.random.Generator,
        probing: Feeling,
    ) -> Touched:
        """Carry out a legal move."""
        if not isinstance(probing, _Probing):
            raise TypeError("probing is of another stage")
        reporter = Reporter(
            self.pile,
            self._margin,
            move.block,
            game.rules.topple,
            self._blocks,
            self._topple,
        )
        margin = self._margin
        recorder = self.recorder
        eye = None if recorder is None else Eye(recorder, self._time)
        handling = self._handling(hand, rng, eye)
        last_try = game.tries + 1 >= game.rules.retry_limit
        taken = handling.take(
            self.pile,
            self.resting,
            game.tower,
            move.block,
            may_give_up=not last_try,
        )
        self._time += taken.time
        result, tries = self._carry_on(game, move, handling, taken, reporter)
        felt = probing.felt.get(move.block)
        touch = taken.touch
        return Touched(
            move, result, reporter.report(), taken.technique, touch.peak_force,
            touch.moved, tries, margin, len(probing.felt),
            felt.peak_force if felt else None,
        )  # fmt: skip

    def _carry_on(
        self,
        game: Game,
        move: Move,
        handling: Handling,
        taken: Taking,
        reporter: Reporter,
    ) -> tuple[Result, int]:
        """Say what became of a try, and put the block on top if it came out."""
        reporter.note_shifts(taken.pile, taken.shifts)
        motion, left, resting = taken.touch.motion, taken.pile, taken.resting
        if motion is Motion.DONE:
            left = left.without(move.block)
            self._time += _PAUSE
        if motion in (Motion.DONE, Motion.STUCK):  # until now the hand bore something
            resting = self._around.rest(left)
        left, resting = self._drop(left, resting, reporter, "pull")
        if reporter.toppled():
            return Result.toppled(), 0
        self._stand(left, resting)
        reporter.note_rest(left, self._margin)
        if move.block in left.names:
            given_up = motion is Motion.GIVEN_UP
            verdict = Verdict.GIVEN_UP if given_up else Verdict.STUCK
            return Result(verdict, reporter.fallen), 0
        return self._put(game, move, handling, left, reporter)

    def _drop(
        self, pile: Pile, resting: Rest, reporter: Reporter, phase: str
    ) -> tuple[Pile, Rest]:
        """Let fall what finds no rest, and then what that held up.

        Of a toppled tower the rest is not waited for. A block that tips out of the
        tower when the hand lets go of it is out, and in hand again.
        """
        while not resting.stands:
            reporter.note_fall(pile, resting, phase, self._time)
            self._show(pile, phase, reporter)
            if reporter.toppled():
                break
            pile = pile.without(*fallen_names(pile, resting))
            resting = self._around.rest(pile)
        return pile, resting

    def _put(
        self, game: Game, move: Move, handling: Handling, left: Pile, reporter: Reporter
    ) -> tuple[Result, int]:
        tower = game.tower
        for name in (move.block, *reporter.fallen):
            tower = tower.take(name)
        placed = handling.place(left, tower, move.block, move.slot)
        self._time += placed.tries * (_PAUSE + HOVER / _LOWERING)
        self._show(placed.pile, "place", reporter)
        pile, resting = self._drop(placed.pile, placed.resting, reporter, "settle")
        if reporter.toppled():
            return Result.toppled(), placed.tries
        if move.block not in pile.names:
            raise will_not_lie(move.block, move.slot, placed.tries, tower)
        self._stand(pile, resting)
        reporter.note_rest(pile, self._margin)
        return Result.clean(reporter.fallen), placed.tries


class _Probing:
    """The probes of one choice."""

    toppled: Probe | None = None

    def __init__(self, stage: QuasistaticStage, hand: HandParams, luck: Luck) -> None:
        self._stage, self._hand, self._luck = stage, hand, luck
        self.felt: dict[str, ProbeResult] = {}
        self._count = 0

    def probe(self, block: str) -> ProbeResult:
        """Push a block a little and put it back."""
        result = self._stage.probe(block, self._hand, self._luck(self._count))
        self._count += 1
        self.felt[block] = result
        return result

    def rest(self) -> None:
        """Nothing moves any more."""
