"""The games of a Stacko batch, as the workers play them."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from sims.dataset.chunks import Rows
from sims.folder import REPLAYS, replay_name
from stacko.match import MatchConfig, play_match
from stacko.records import GameRow, MatchRecord

__all__ = ["StackoJob"]


@dataclass(frozen=True, slots=True)
class StackoJob:
    """The games of one configuration; game ``i`` is the same wherever it is played.

    Parameters
    ----------
    match : MatchConfig
    seed : int
    replays : str
        Which games leave a replay: all, topples or none.
    folder : Path or None
        The folder of results, for replays.
    first : int or None
        Only the first so many games leave replays.
    cell : int or None
        Cell of the study, for the names of replays; None for a plain batch.
    """

    match: MatchConfig
    seed: int
    replays: str = "none"
    folder: Path | None = None
    first: int | None = None
    cell: int | None = None

    def play(self, index: int) -> Rows:
        """Play one game."""
        late = self.first is not None and index >= self.first
        if self.folder is None or self.replays == "none" or late:
            record = play_match(self.match, self.seed, index)
        else:
            record = self._recorded(index, self.folder / REPLAYS)
        return {"games": [record.game], "turns": record.turns}

    def _recorded(self, index: int, folder: Path) -> MatchRecord:
        # Whoever wants no replays need not load what makes them.
        from stacko.replay import MatchRecorder, write_replay

        recorder = MatchRecorder(self.match, self.seed, index)
        record = play_match(self.match, self.seed, index, recorder)
        if self.replays == "all" or record.game.termination == "toppled":
            # The game counts without it; what is missing is told at the end.
            with suppress(OSError):
                folder.mkdir(parents=True, exist_ok=True)
                write_replay(folder / replay_name(index, self.cell), recorder.replay())
        return record

    def failed(self, index: int, error: str, termination: str = "failed") -> Rows:
        """Return the row of a game that could not be played to its end."""
        seats = range(self.match.players)
        policies, hands = self.match.policies, self.match.hands
        row = GameRow(
            game=index,
            seed=self.seed,
            players=self.match.players,
            policies=",".join(policies[seat % len(policies)] for seat in seats),
            hands=",".join(hands[seat % len(hands)].name for seat in seats),
            engine=self.match.engine,
            termination=termination,
            loser=None,
            turns=0,
            moves=0,
            attempts=0,
            passes=0,
            direction_changes=0,
            layers=0,
            blocks_on_top=0,
            phase=None,
            first_block=None,
            fallen=0,
            any_block=False,
            collapse=False,
            height=0.0,
            min_margin=None,
            sim_time=0.0,
            wall_time=0.0,
            tower="",
            error=error,
        )
        return {"games": [row], "turns": []}
