"""One touch of a block in a match: the hand acts, the watch judges, a row remains."""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace

import numpy as np

from stacko.errors import SettleError
from stacko.game import Game
from stacko.geometry import layer_names
from stacko.hand import Hand, Motion, Probe, Taken
from stacko.moves import Move, Result
from stacko.params import ToppleParams
from stacko.players import ProbeResult
from stacko.poses import Poses
from stacko.recording import Glimpse, Recorder
from stacko.records import TurnRow
from stacko.stability import stability_margin
from stacko.topple import ToppleReport, ToppleWatch
from stacko.world import PhysicalTower

__all__ = ["Probing", "Touched", "Touching", "passed_row"]

_AFTERMATH = 3.0
"""How long a toppled tower is followed to see what else falls, s."""

_LOOK = 0.1
"""How long a player looks whether a tower sways, s."""

_LOOKS = 10
_CALM = 0.1
"""Share of a hand's `give_up_shift` by which a calm tower may move meanwhile."""


def _watch(
    world: PhysicalTower, game: Game, mover: str, params: ToppleParams, start: Poses
) -> ToppleWatch:
    return ToppleWatch(
        world.slot_poses,
        layer_names(game.tower),
        world.blocks,
        params,
        mover,
        game.rules.topple,
        sizes=world.sizes,
        start=start,
    )


@dataclass(frozen=True, slots=True)
class _Look:
    """Judges the tower, and shows it to who records."""

    watch: ToppleWatch
    world: PhysicalTower
    hand: Hand
    recorder: Recorder | None

    def __call__(self, time: float, phase: str) -> bool:
        poses = self.world.poses()
        toppled = self.watch.update(time, phase, poses)
        if self.recorder is not None:
            grasp, fallen = self.hand.grasp(), self.watch.fallen
            self.recorder.see(Glimpse(time, phase, poses, grasp, fallen, toppled))
        return toppled

    def attach(self) -> None:
        self.hand.on_poll = self
        self.hand.shift = lambda: self.watch.max_disturbance


def _follow_topple(world: PhysicalTower, judge: _Look) -> None:
    """Let a toppled tower fall, so that the report counts what fell."""
    judge.hand.let_go()

    def look(time: float) -> bool:
        judge(time, "settle")
        return False

    with suppress(SettleError):  # what rolls on after that has fallen already
        world.settle(look, time_limit=_AFTERMATH)


class Probing:
    """The probes of one choice.

    Parameters
    ----------
    world : PhysicalTower
    game : Game
    make_hand : callable
        Returns the hand for the probe of that number, with chances of its own.
    params : ToppleParams
    recorder : Recorder, optional
        Is shown the tower meanwhile.

    Attributes
    ----------
    felt : dict of str to Probe
        Last probe of each block.
    toppled : Probe or None
        The probe that knocked the tower over.
    """

    def __init__(
        self,
        world: PhysicalTower,
        game: Game,
        make_hand: Callable[[int], Hand],
        params: ToppleParams,
        recorder: Recorder | None = None,
    ) -> None:
        self._world, self._game = world, game
        self._make_hand, self._params = make_hand, params
        self._recorder = recorder
        self.count = 0
        self.felt: dict[str, Probe] = {}
        self.toppled: Probe | None = None
        self._before: Poses | None = None
        self.report: ToppleReport | None = None
        self._last: tuple[_Look, Probe] | None = None

    def probe(self, block: str) -> ProbeResult:
        """Probe a block; nothing moves any more once the tower has toppled."""
        if self.toppled is not None:
            return ProbeResult(block, 0.0, 0.0, toppled=True)
        hand = self._make_hand(self.count)
        self.count += 1
        self._before = self._world.poses()
        watch = _watch(self._world, self._game, block, self._params, self._before)
        look = _Look(watch, self._world, hand, self._recorder)
        look.attach()
        probe = hand.probe(block)
        self.felt[block] = probe
        self._last = (look, probe)
        if probe.toppled:
            self._note_topple(look, probe)
        return ProbeResult(
            block, probe.peak_force, probe.moved, probe.toppled, probe.held
        )

    def standing(self) -> Poses:
        """Return the tower as it stands, or stood before the probe that toppled it."""
        if self.toppled is not None and self._before is not None:
            return self._before
        return self._world.poses()

    def _note_topple(self, look: _Look, probe: Probe) -> None:
        _follow_topple(self._world, look)
        self.toppled, self.report = probe, look.watch.report()

    def rest(self) -> None:
        """Wait a moment for the tower to calm down; it may topple even now.

        Or else a hand that gives up when other blocks move would do so for a sway
        that the probes left behind.
        """
        if self._last is None or self.toppled is not None:
            return
        look, probe = self._last
        for _ in range(_LOOKS):  # nobody waits for ever
            before = self._world.poses().positions
            if self._look(look):
                self._note_topple(look, replace(probe, toppled=True))
                return
            shift = np.abs(self._world.poses().positions - before).max()
            if shift < _CALM * look.hand.params.give_up_shift:
                return

    def _look(self, look: _Look) -> bool:
        """Watch the tower for a moment; True if it topples."""
        engine, poll = self._world.engine, self._params.poll
        for _ in range(max(1, round(_LOOK / poll))):
            engine.step(max(1, round(poll / engine.timestep)))
            if look(engine.time, "probe"):
                return True
        return False


@dataclass(frozen=True, slots=True)
class Touched:
    """What a touch came to, with everything its row needs."""

    move: Move
    result: Result
    report: ToppleReport
    technique: str
    peak_force: float
    moved: float
    place_attempts: int
    margin_before: float
    probes: int
    probe_force: float | None

    def row(self, game: Game, index: int, sim_time: float) -> TurnRow:
        """Return the row, given the game before the move is pushed."""
        report, move = self.report, self.move
        toppled = report.toppled()
        unknown = report.min_margin == math.inf  # nothing to balance
        return replace(
            _blank_row(game, index, self.result.verdict.value),
            block=move.block,
            slot=game.tower.slot_of(move.block).notation(),
            target=move.slot.notation(),
            color=move.color.value if move.color else None,
            technique=self.technique,
            phase=report.phase if toppled else None,
            first_block=report.first_block if toppled else None,
            fallen=len(report.fallen),
            peak_force=self.peak_force,
            moved=self.moved,
            probes=self.probes,
            probe_force=self.probe_force,
            place_attempts=self.place_attempts,
            max_disturbance=report.max_disturbance,
            margin_before=self.margin_before,
            margin=None if unknown else report.min_margin,
            tilt_before=report.tilt_before,
            tilt_after=report.tilt_after,
            height_after=report.height_after,
            sim_time=sim_time,
        )


def _blank_row(game: Game, index: int, verdict: str) -> TurnRow:
    return TurnRow(
        game=index,
        ply=game.ply,
        turn=game.turn_number,
        attempt=game.tries + 1,
        player=game.turn,
        demand=str(game.demand),
        verdict=verdict,
    )


def passed_row(game: Game, index: int) -> TurnRow:
    """Return the row of a pass (ruling S9)."""
    return _blank_row(game, index, "passed")


class Touching:
    """Carries out one chosen move.

    Parameters
    ----------
    world : PhysicalTower
    game : Game
        As it stands before the move.
    hand : Hand
        The hand of the player to move.
    params : ToppleParams
    recorder : Recorder, optional
        Is shown the tower meanwhile.
    """

    def __init__(
        self,
        world: PhysicalTower,
        game: Game,
        hand: Hand,
        params: ToppleParams,
        recorder: Recorder | None = None,
    ) -> None:
        self._world, self._game = world, game
        self._hand, self._params = hand, params
        self._recorder = recorder

    def make(self, move: Move, probing: Probing) -> Touched:
        """Move the block and say what became of it.

        Parameters
        ----------
        move : Move
            A legal move.
        probing : Probing
            The probes before it; one that toppled the tower is the whole move.
        """
        before = probing.standing()
        # exact, and not by outlines along the axes, for towers may be twisted
        margin = stability_margin(
            before, layer_names(self._game.tower), self._world.sizes
        )
        felt = probing.felt.get(move.block)
        force = felt.peak_force if felt else None
        if probing.toppled is not None and probing.report is not None:
            probe = probing.toppled
            return Touched(
                move, Result.toppled(), probing.report, "probe", probe.peak_force,
                probe.moved, 0, margin, probing.count, force,
            )  # fmt: skip
        watch = _watch(self._world, self._game, move.block, self._params, before)
        look = _Look(watch, self._world, self._hand, self._recorder)
        look.attach()
        taken, tries = self._move(move, watch)
        result = self._result(taken, look)
        touch = taken.touch
        return Touched(
            move, result, watch.report(), taken.technique, touch.peak_force,
            touch.moved, tries, margin, probing.count, force,
        )  # fmt: skip

    def _move(self, move: Move, watch: ToppleWatch) -> tuple[Taken, int]:
        """Take the block and put it on top, as far as that goes."""
        game, name = self._game, move.block
        last_try = game.tries + 1 >= game.rules.retry_limit
        taken = self._hand.take(game.tower, name, may_give_up=not last_try)
        if taken.touch.motion is Motion.TOPPLED:
            return taken, 0
        if taken.touch.motion is not Motion.DONE:
            toppled = self._hand.settle("settle")
            if toppled or not self._dropped(name) or self._hand.pick_up(name):
                return taken, 0
            # let go too late: it came out after all
            taken = replace(taken, touch=replace(taken.touch, motion=Motion.DONE))
        tower = game.tower
        for gone in (name, *watch.fallen):  # under collapse a block may be down
            tower = tower.take(gone)
        tries, toppled = self._hand.place(tower, name, move.slot)
        if not toppled:
            self._world.mark_slot_pose(name)
        return taken, tries

    def _dropped(self, name: str) -> bool:
        """Tell whether the block tipped out of the tower when the hand let go."""
        world = self._world
        lost = world.slot_poses.position(name)[2] - world.engine.pose(name)[0][2]
        return bool(lost > world.blocks.height / 4)

    def _result(self, taken: Taken, look: _Look) -> Result:
        if look.watch.toppled:
            _follow_topple(self._world, look)
            return Result.toppled()
        fallen = look.watch.fallen
        if taken.touch.motion is Motion.DONE:
            return Result.clean(fallen)
        if taken.touch.motion is Motion.STUCK:
            return Result.stuck(fallen)
        return Result.given_up(fallen)
