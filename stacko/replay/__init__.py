"""Recorded matches: to look at, and to play again.

>>> from stacko.match import MatchConfig, play_match
>>> config = MatchConfig(engine="quasistatic", policies=("random",), max_turns=2)
>>> recorder = MatchRecorder(config, seed=1, index=0)
>>> _ = play_match(config, 1, 0, recorder)
>>> replay = recorder.replay()
>>> replay.events[0].kind.describe()
"A player's turn begins, with what has to be met."
"""

from stacko.replay.file import read_replay, write_replay
from stacko.replay.model import Event, EventKind, HandTrack, Loads, Ply, Replay, Track
from stacko.replay.record import MatchRecorder

__all__ = [
    "Event",
    "EventKind",
    "HandTrack",
    "Loads",
    "MatchRecorder",
    "Ply",
    "Replay",
    "Track",
    "read_replay",
    "write_replay",
]
