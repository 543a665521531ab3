"""The commands ``stacko replay`` and ``stacko rerun``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from gamebase.counting import counted
from gamebase.errors import ParameterError, shown
from gamebase.printable import printable
from stacko.picture_flags import PICTURE_EXAMPLES, add_picture_flags, write_pictures

__all__ = ["add_replay", "add_rerun"]

_EXAMPLES = (
    """\
examples:
  stacko replay results/first/replays/game-000003.npz
  stacko replay results/first/replays/game-000003.npz --html topple.html
"""
    + PICTURE_EXAMPLES
)


def add_replay(commands: Any) -> None:
    """Add ``stacko replay`` to the commands."""
    text = "look at a recorded match: tell what happened, or make pictures of it"
    command = commands.add_parser(
        "replay",
        help="look at a recorded match",
        description=text,
        epilog=_EXAMPLES,
    )
    command.add_argument("file", type=Path, metavar="FILE.npz")
    add_picture_flags(command)
    command.set_defaults(run=_replay)


def add_rerun(commands: Any) -> None:
    """Add ``stacko rerun`` to the commands."""
    text = (
        "play a recorded match again from its seed and moves, and say whether the same "
        "happens: bit for bit with the same versions on the same kind of machine, and "
        "where it first differs otherwise (exit code 1)"
    )
    command = commands.add_parser(
        "rerun",
        help="play a recorded match again and compare",
        description=text,
        epilog="example:\n  stacko rerun results/first/replays/game-000003.npz",
    )
    command.add_argument("file", type=Path, metavar="FILE.npz")
    command.set_defaults(run=_rerun)


def _replay(args: argparse.Namespace) -> int:
    # Only these commands need numpy's files and an engine.
    from stacko.replay import read_replay
    from stacko.replay.lines import tell

    replay, made = read_replay(args.file), False
    for line in write_pictures(replay, args):
        sys.stdout.write(printable(line) + "\n")
        made = True
    if not (made or args.gui):
        for line in tell(replay):
            sys.stdout.write(printable(line) + "\n")
        sys.stdout.write(
            "look at it with --html, --png, --gif, --mp4, --glb or --gui\n"
        )
    return 0


def _rerun(args: argparse.Namespace) -> int:
    from stacko.replay import read_replay
    from stacko.replay.rerun import rerun

    replay = read_replay(args.file)
    try:
        compared = rerun(replay)
    except ParameterError as error:
        raise ParameterError(f"{shown(str(args.file), 200)}: {error}") from error
    for line in _told(compared, replay):
        sys.stdout.write(printable(line) + "\n")
    return 0 if compared.same else 1


def _told(compared: Any, replay: Any) -> Iterator[str]:
    plies = len(replay.plies)
    if compared.same:
        yield (
            f"the same, bit for bit: {counted(plies, 'move')}, "
            f"{counted(replay.frames, 'frame')}, "
            f"{replay.duration:.1f} s"
        )
    else:
        yield f"not the same: {compared.plies} of {counted(plies, 'move')} played again"
        yield f"first different bit   {compared.bits}"
        yield f"first visible         {compared.seen or 'nothing'}"
        yield f"first other result    {compared.result or 'none'}"
    for name, (before, now) in compared.versions.items():
        yield f"{name}: recorded with {before}, now {now}"
