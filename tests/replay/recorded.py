"""Recorded matches to test with, in tests/data/replays. They were made so:

stacko simulate --games 2 --seed 7 --policy random --engine pybullet --replays all
    game-000001.npz became topple.npz: three moves, and the tower falls
stacko simulate --games 1 --seed 7 --policy random --engine quasistatic --max-turns 1
    --replays all
    game-000000.npz became one-turn.npz: nothing falls
"""

from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np

from stacko.replay import HandTrack, Track, read_replay

FOLDER = Path(__file__).parents[1] / "data" / "replays"


@cache
def recorded(name):
    """Return a recorded match by name."""
    return read_replay(FOLDER / f"{name}.npz")


def repeated(replay, count):
    """Return a match that makes the moves of another one again and again."""
    length, gap = replay.frames, replay.duration + 0.5
    shifts = range(count)
    tracks = {}
    for name, track in replay.tracks.items():
        tracks[name] = Track(
            np.concatenate([track.frames + length * k for k in shifts]),
            np.tile(track.positions, (count, 1)),
            np.tile(track.orientations, (count, 1)),
        )
    hand = replay.hand
    turns = replay.plies[-1].row["turn"]
    return replace(
        replay,
        times=np.concatenate([replay.times + gap * k for k in shifts]),
        tracks=tracks,
        hand=HandTrack(
            np.concatenate([hand.frames + length * k for k in shifts]),
            np.tile(hand.fingers, count),
            np.tile(hand.positions, (count, 1)),
            np.tile(hand.forces, count),
        ),
        loads=(),
        plies=tuple(
            replace(
                ply,
                first=ply.first + length * k,
                last=ply.last + length * k,
                row={**ply.row, "turn": ply.row["turn"] + turns * k},
            )
            for k in shifts
            for ply in replay.plies
        ),
        events=tuple(
            replace(
                event,
                frame=event.frame + length * k,
                ply=event.ply + len(replay.plies) * k,
            )
            for k in shifts
            for event in replay.events
        ),
    )
