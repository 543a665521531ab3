"""Makes a replay of a match while it is played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from stacko.engines.base import Vector
from stacko.errors import ParameterError
from stacko.game import Game
from stacko.match import MatchConfig
from stacko.moves import Move, Result
from stacko.recording import Glimpse, Load
from stacko.replay.configuration import plain_configuration
from stacko.replay.model import Event, EventKind, HandTrack, Loads, Ply, Replay
from stacko.replay.quanta import FORCE, POSITION, TIME, rounded
from stacko.replay.tracks import Tracker
from stacko.replay.versions import versions

__all__ = ["MatchRecorder"]

_LOOSE = 1e-3
"""Way after which a block counts as loose, m."""


@dataclass(slots=True)
class _Touch:
    """What is seen of the block in hand during one ply."""

    block: str
    start: Vector | None = None
    touched: bool = False
    loose: bool = False
    peak: tuple[float, int] = (0.0, -1)


class MatchRecorder:
    """A `stacko.recording.Recorder` that keeps everything.

    Parameters
    ----------
    config : MatchConfig
    seed, index : int
        As for `stacko.match.play_match`.

    Examples
    --------
    >>> from stacko.match import MatchConfig, play_match
    >>> config = MatchConfig(engine="quasistatic", policies=("random",), max_turns=2)
    >>> recorder = MatchRecorder(config, seed=1, index=0)
    >>> record = play_match(config, 1, 0, recorder)
    >>> replay = recorder.replay()
    >>> len(replay.plies) == len(record.turns), replay.poses(0).names[:3]
    (True, ('R1', 'R1b', 'R2'))
    """

    def __init__(self, config: MatchConfig, seed: int, index: int) -> None:
        self._config, self._seed, self._index = config, seed, index
        self._events: list[Event] = []
        self._plies: list[Ply] = []
        self._loads: list[Loads] = []
        self._hand: list[tuple[int, bool, Vector, float]] = []
        self._touch: _Touch | None = None
        self._row: Mapping[str, Any] = {}

    # -- what a match tells ---------------------------------------------------

    def built(
        self,
        game: Game,
        sizes: Mapping[str, Vector],
        glimpse: Glimpse,
        loads: Sequence[Load],
    ) -> None:
        """Take note that a tower has been built and is at rest."""
        self._tower = game.tower.notation()
        names = game.tower.block_set.names
        self._sizes = {name: sizes[name] for name in names if name in glimpse.poses}
        self._tracker = Tracker(tuple(self._sizes))
        self.rested(glimpse, loads)

    def asked(self, game: Game, glimpse: Glimpse) -> None:
        """Take note that a player is about to choose."""
        self._seat, self._begun = game.turn, self._tracker.frames
        self._probes: list[str] = []
        self._touch = None
        self._fallen: tuple[str, ...] = ()
        self._toppled = False
        self._note(EventKind.DEMAND, text=str(game.demand))
        self.see(glimpse)

    def probing(self, block: str) -> None:
        """Take note that the player is about to probe a block."""
        self._probes.append(block)
        self._probe_at = len(self._events)
        self._note(EventKind.PROBE, block)

    def probed(self, block: str, force: float) -> None:
        """Take note of the peak force of that probe, N."""
        row = self._probe_at
        self._events[row] = replace(self._events[row], value=force)

    def chose(self, move: Move) -> None:
        """Take note of the move chosen; unless it is a pass, the touch follows."""
        block = None if move.is_null else move.block
        self._note(EventKind.CHOICE, block, text=str(move))
        self._touch = None if block is None else _Touch(block)

    def see(self, glimpse: Glimpse) -> None:
        """Look at the tower, about 60 times a second while it is touched."""
        frame = self._tracker.frames
        if glimpse.grasp is not None:
            grasp = glimpse.grasp
            self._hand.append((frame, grasp.finger, grasp.position, grasp.force))
        if self._touch is not None and self._touch.block in glimpse.poses:
            self._follow(self._touch, glimpse, frame)
        self._note_falls(glimpse)
        self._tracker.see(glimpse.time, glimpse.poses)

    def rested(self, glimpse: Glimpse, loads: Sequence[Load]) -> None:
        """Take note of the tower at rest after a move, if it stands."""
        self._loads.append(
            Loads(
                self._tracker.frames,
                tuple(load.upper for load in loads),
                tuple(load.lower for load in loads),
                rounded([load.force for load in loads], FORCE),
            )
        )
        self._tracker.see(glimpse.time, glimpse.poses)

    def played(self, move: Move, result: Result | None, row: Mapping[str, Any]) -> None:
        """Take note of the end of a move, and its row; no result for a pass."""
        touch = self._touch
        if touch is not None and touch.peak[1] >= 0:
            force = row["peak_force"]
            self._note(EventKind.PEAK_FORCE, touch.block, touch.peak[1], value=force)
        last = self._tracker.frames
        told = None if result is None else f"{result}"
        block = None if move.is_null else move.block
        self._note(EventKind.RESULT, block, last - 1, text=told or "passed")
        self._plies.append(
            Ply(
                move=str(move),
                result=told,
                probes=tuple(self._probes),
                first=self._begun,
                last=last,
                digest=self._tracker.digest(),
                row=dict(row),
            )
        )
        self._touch = None

    def discarded(self, block: str) -> None:
        """Take note that a fallen block is out of the world for good."""
        self._tracker.discard(block)

    def ended(self, row: Mapping[str, Any]) -> None:
        """Take note of the end of the match, with its row in the table of games."""
        self._row = dict(row)
        last = self._tracker.frames - 1
        ended = Event(
            frame=last,
            ply=max(0, len(self._plies) - 1),
            kind=EventKind.LOSER,
            player=row["loser"],
            text=row["termination"],
        )
        self._events.append(ended)

    # -- events -----------------------------------------------------------------

    def _note(
        self,
        kind: EventKind,
        block: str | None = None,
        frame: int | None = None,
        *,
        text: str = "",
        value: float | None = None,
    ) -> None:
        self._events.append(
            Event(
                frame=self._tracker.frames if frame is None else frame,
                ply=len(self._plies),
                kind=kind,
                block=block,
                player=self._seat,
                text=text,
                value=value,
            )
        )

    def _follow(self, touch: _Touch, glimpse: Glimpse, frame: int) -> None:
        """Look at the block in hand: touched, loose, the largest force."""
        position = glimpse.poses.position(touch.block)
        if touch.start is None:
            touch.start = (position[0], position[1], position[2])
        if glimpse.grasp is None or glimpse.phase != "pull":
            return
        if not touch.touched:
            touch.touched = True
            self._note(EventKind.TOUCH, touch.block)
        if glimpse.grasp.force > touch.peak[0]:
            touch.peak = (glimpse.grasp.force, frame)
        if not touch.loose and np.abs(position - touch.start).max() > _LOOSE:
            touch.loose = True
            self._note(EventKind.LOOSE, touch.block)

    def _note_falls(self, glimpse: Glimpse) -> None:
        if len(glimpse.fallen) > len(self._fallen):
            for block in glimpse.fallen[len(self._fallen) :]:
                first = block == glimpse.fallen[0]
                kind = EventKind.FIRST_TO_LEAVE if first else EventKind.FELL
                self._note(kind, block, text=glimpse.phase)
            self._fallen = glimpse.fallen
        if glimpse.toppled and not self._toppled:
            self._toppled = True
            self._note(EventKind.TOPPLE, text=glimpse.phase)

    # -- the replay -------------------------------------------------------------

    def replay(self) -> Replay:
        """Return what was recorded.

        Raises
        ------
        ParameterError
            If no tower was built.
        """
        if not self._loads:
            raise ParameterError("nothing was recorded: play a match with it first")
        frames = [frame for frame, *_ in self._hand]
        hand = HandTrack(
            np.array(frames, dtype=np.int64),
            np.array([finger for _, finger, _, _ in self._hand], dtype=bool),
            rounded([at for _, _, at, _ in self._hand], POSITION).reshape(-1, 3),
            rounded([force for *_, force in self._hand], FORCE),
        )
        return Replay(
            configuration=plain_configuration(self._config),
            seed=self._seed,
            index=self._index,
            versions=versions(self._config.engine),
            tower=self._tower,
            sizes=self._sizes,
            times=rounded(self._tracker.times, TIME),
            tracks=self._tracker.tracks(),
            hand=hand,
            loads=tuple(self._loads),
            plies=tuple(self._plies),
            events=tuple(sorted(self._events, key=lambda event: event.frame)),
            game=self._row,
        )
