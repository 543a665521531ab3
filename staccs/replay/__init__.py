"""Replays of STACCS: a game step by step, as a page, a moving picture or a picture.

A game is known by its beginning and its moves, so a record is nothing more than that,
who sat where, and plays that were refused; the rules tell all the rest again.
"""

from staccs.replay.model import Kind, Look, Position, Replay, Spot, Step
from staccs.replay.record import Record, Rejected
from staccs.replay.stepping import replay_of
from staccs.replay.watch import Watch

__all__ = [
    "Kind",
    "Look",
    "Position",
    "Record",
    "Rejected",
    "Replay",
    "Spot",
    "Step",
    "Watch",
    "replay_of",
]
