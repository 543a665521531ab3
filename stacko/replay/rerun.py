"""Plays a recorded match again, from its seed and its moves, and compares.

Players are not asked: the recorded moves and probes are made again, so that a match of
anybody's player can be played again without that player.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from gamebase.counting import counted
from stacko.config import SimulationConfig
from stacko.errors import EngineError, EngineMissingError, StackoError
from stacko.match import Match, MatchConfig, open_stage
from stacko.moves import Move, Result
from stacko.players import Table
from stacko.replay.apart import Difference, alike, first_seen, first_told
from stacko.replay.configuration import match_config
from stacko.replay.model import Ply, Replay
from stacko.replay.record import MatchRecorder
from stacko.replay.versions import versions

__all__ = ["Comparison", "Difference", "rerun"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """How a match that was played again compares with the recorded one.

    Attributes
    ----------
    plies : int
        How many were played again.
    bits : Difference or None
        The first ply whose exact poses or numbers differ, or whatever else a replay
        tells.
    seen : Difference or None
        The first frame at which a block is visibly elsewhere: more than what a replay
        rounds away.
    result : Difference or None
        The first move that came to something else; nothing is played after it.
    versions : mapping of str to (recorded, now)
        What computed the one and the other, where that differs.
    """

    plies: int
    bits: Difference | None
    seen: Difference | None
    result: Difference | None
    versions: Mapping[str, tuple[str | None, str | None]]

    @property
    def same(self) -> bool:
        """Whether the same thing happened, bit for bit."""
        return self.bits is None and self.seen is None and self.result is None


def rerun(replay: Replay) -> Comparison:
    """Play a recorded match again and compare.

    Parameters
    ----------
    replay : Replay

    Returns
    -------
    Comparison

    Raises
    ------
    ParameterError
        If the replay's configuration is not accepted.
    EngineError
        If the engine is missing.
    """
    # Nobody is asked, so a player whose code is not at hand is none of our business.
    played = {**replay.configuration, "policy": ["random"]}
    config = match_config(SimulationConfig.from_mapping(played))
    recorder = _Comparing(replay, config)
    seats = [_Scripted(replay) for _ in range(config.players)]
    match = Match(config, replay.seed, replay.index, players=seats, recorder=recorder)
    built = match.game.tower.notation()
    if built != replay.tower:
        what = f"the tower is {built}, and was {replay.tower}"
        return recorder.comparison(Difference(0, 0.0, what))
    try:
        with open_stage(config) as stage:
            match.play(stage)
    except _Elsewhere as found:
        return recorder.comparison(found.difference)
    except EngineMissingError:
        raise
    except StackoError as error:
        what = f"it cannot be played again: {error}"
        return recorder.comparison(recorder.here(what))
    return recorder.comparison(recorder.ended_early())


class _Elsewhere(EngineError):
    """Raised to stop a match that came to something else."""

    def __init__(self, difference: Difference) -> None:
        super().__init__(str(difference))
        self.difference = difference


class _Scripted:
    """A player that does what was recorded."""

    name = "replay"

    def __init__(self, replay: Replay) -> None:
        self._plies = replay.plies

    def choose(self, table: Table, /) -> Move:
        """Probe and choose as recorded."""
        ply = self._plies[table.game.ply]
        for block in ply.probes:
            table.probe(block)
        return Move.from_notation(ply.move)


class _Comparing(MatchRecorder):
    """Compares every ply with the recorded one as it ends."""

    def __init__(self, replay: Replay, config: MatchConfig) -> None:
        super().__init__(config, replay.seed, replay.index)
        self._recorded = replay
        self._bits: Difference | None = None

    @property
    def plies(self) -> int:
        return len(self._plies)

    def here(self, what: str) -> Difference:
        """Return a difference at the ply that is being played."""
        time = self._tracker.times[-1] if self._loads else 0.0
        return Difference(self.plies, time, what)

    def asked(self, game: Any, glimpse: Any) -> None:
        """Stop where the recorded match ended."""
        super().asked(game, glimpse)
        if self.plies >= len(self._recorded.plies):
            raise _Elsewhere(self.here("the game goes on, and was over"))

    def chose(self, move: Move) -> None:
        """Stop where another move than the recorded one has to be made."""
        super().chose(move)
        before = self._recorded.plies[self.plies].move
        if str(move) != before:  # a probe knocked the tower over
            raise _Elsewhere(self.here(f"the move is {move}, and was {before}"))

    def played(self, move: Move, result: Result | None, row: Mapping[str, Any]) -> None:
        """Compare a ply."""
        super().played(move, result, row)
        now, before = self._plies[-1], self._recorded.plies[len(self._plies) - 1]
        time = self._tracker.times[before.first if before.first < now.last else -1]
        what = _told_apart(now, before)
        if self._bits is None and what is not None:
            self._bits = Difference(self.plies - 1, time, what)
        if now.result != before.result:
            what = f"the move {now.move} is {now.result}, and was {before.result}"
            raise _Elsewhere(Difference(self.plies - 1, time, what))

    def ended_early(self) -> Difference | None:
        """Return the difference to a recorded match that went on."""
        if self.plies < len(self._recorded.plies):
            return self.here("the game is over, and went on")
        return None

    def comparison(self, result: Difference | None) -> Comparison:
        """Return what was found."""
        seen = told = None
        if self._loads:
            now = self.replay()
            seen = first_seen(now, self._recorded)
            told = first_told(now, self._recorded) if result is None else None
        found = [each for each in (self._bits, result, seen, told) if each is not None]
        engine = self._config.engine
        here, before = versions(engine), self._recorded.versions
        changed = {
            name: (before.get(name), here.get(name))
            for name in sorted({*here, *before})
            if before.get(name) != here.get(name)
        }
        return Comparison(
            plies=self.plies,
            bits=min(found, key=lambda each: each.ply, default=None),
            seen=seen,
            result=result,
            versions=changed,
        )


def _told_apart(now: Ply, before: Ply) -> str | None:
    """Say in what a ply differs, None if in nothing."""
    for name in ("first", "last"):
        if getattr(now, name) != getattr(before, name):
            here, there = now.last - now.first, before.last - before.first
            return f"it takes {counted(here, 'frame')}, and took {there}"
    for name, value in now.row.items():
        if not alike(value, before.row.get(name)):
            return f"{name} is {value!r}, and was {before.row.get(name)!r}"
    if now.digest != before.digest:
        return "the poses differ by less than any number in its row shows"
    return None
