"""The command ``staccs replay``: a game as text, as a page, and as pictures."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gamebase.batch_flags import whole_number
from gamebase.counting import counted
from gamebase.game_key import game_of_batch
from gamebase.printable import printable
from gamebase.targets import check_apart, check_target, write_target
from staccs.errors import ParameterError, shown

if TYPE_CHECKING:
    from staccs.batch_reading import Reading
    from staccs.replay import Replay, Watch
    from staccs.replay.film import Progress
    from staccs.replay.picture import Pictures

__all__ = ["EXAMPLES", "add_replay"]

EXAMPLES = """\
examples:
  staccs replay results/staccs-uh-oh --game 3
  staccs replay results/staccs-uh-oh --game 3 --html game.html
  staccs replay game.json --gif game.gif --pace 0.5 --size 600
  staccs replay game.json --png last.png --svg opening.svg --step 5 --hands all
"""

_SIZES = (120, 4000)
_PACE = (0.02, 10.0)
_NUMBER = re.compile(r"[0-9]{1,6}(?:\.[0-9]{0,6})?|\.[0-9]{1,6}")


def add_replay(commands: Any, reading: Reading, progress: Progress) -> None:
    """Add ``replay`` to the commands.

    Parameters
    ----------
    commands : object
        What `argparse.ArgumentParser.add_subparsers` returned.
    reading : Reading
        How tables of results are read.
    progress : callable
        Tells how far the drawing of frames has come.
    """
    text = (
        "look at a game step by step: print what happened, or make a page, a moving "
        "picture or pictures of it"
    )
    command = commands.add_parser(
        "replay", help="look at a game step by step", description=text, epilog=EXAMPLES
    )
    source = "a saved game or a record of one (JSON), a folder of results, or its games"
    command.add_argument("source", metavar="FILE", help=source)
    add = command.add_argument
    add(
        "--game",
        type=game_of_batch,
        metavar="N",
        help="game of a batch, in a study CELL:N (0)",
    )
    outputs = command.add_argument_group("what to make")
    for kind, what in (
        ("html", "a page to scrub through, one file that needs no network"),
        ("gif", "the whole game as a moving picture"),
        ("svg", "a picture of one step"),
        ("png", "a picture of one step"),
        ("json", "a record of the game, one file to keep or hand on"),
    ):
        metavar = f"OUT.{kind}"
        outputs.add_argument(f"--{kind}", type=Path, metavar=metavar, help=what)
    _add_looks(command)
    command.set_defaults(run=lambda args: _replay(args, reading, progress))


def _add_looks(command: argparse.ArgumentParser) -> None:
    add = command.add_argument_group("how it looks").add_argument
    add(
        "--step",
        type=whole_number,
        metavar="N",
        help="step of --svg and --png; 0 is the deal, -1 the last (-1)",
    )
    add(
        "--hands",
        metavar="WHO",
        default="turn",
        help="whose hands are seen: turn (of whoever decides), all, none, or a "
        "player's number; a page for one player or none holds no hidden card (turn)",
    )
    add(
        "--size",
        type=whole_number,
        metavar="PIXELS",
        help=f"width of --gif and --png, {_SIZES[0]} to {_SIZES[1]} (800 for a GIF)",
    )
    add("--pace", metavar="SECONDS", help="how long a step of --gif stays (1)")
    add(
        "--whole-table",
        action="store_true",
        help="show the table as far as it reaches in --gif, --svg and --png",
    )
    add("--quiet", action="store_true", help="do not tell how far it has come")


def _replay(args: argparse.Namespace, reading: Reading, progress: Progress) -> int:
    # Only this command needs all that draws.
    from staccs.replay import Watch, replay_of
    from staccs.replay.sources import record_of

    _check_flags(args)
    sys.path.append(os.getcwd())  # where a player of one's own may lie
    record = record_of(args.source, reading, args.game)
    watch = Watch.parse(args.hands, record.game.players)
    replay = replay_of(record)
    told = None if args.quiet else progress
    lines = list(_made(args, replay, watch, told))
    for line in lines or _told(replay, watch):
        sys.stdout.write(f"{printable(line)}\n")
    return 0


def _check_flags(args: argparse.Namespace) -> None:
    """Refuse what cannot be made, and flags that would do nothing."""
    still = args.svg is not None or args.png is not None
    drawn = still or args.gif is not None
    for flag, value, used, what in (
        ("--step", args.step, still, "--svg or --png"),
        ("--size", args.size, args.gif or args.png, "--gif or --png"),
        ("--pace", args.pace, args.gif, "--gif"),
        ("--whole-table", args.whole_table or None, drawn, "--gif, --svg or --png"),
    ):
        if value is not None and not used:
            raise ParameterError(f"{flag} is for {what}: give one of them, or leave it")
    low, high = _SIZES
    if args.size is not None and not low <= args.size <= high:
        raise ParameterError(
            f"--size {shown(args.size)}: give a number of pixels from {low} to {high}"
        )
    _pace(args.pace)
    _check_files(args)


def _check_files(args: argparse.Namespace) -> None:
    from gamebase.page import check_page

    targets = [args.html, args.gif, args.svg, args.png, args.json]
    given = [path for path in targets if path is not None]
    check_apart(given, Path(args.source))
    if args.html is not None:
        check_page(args.html)
    if args.gif is not None:
        from gamebase.movies import check_movie

        check_movie(args.gif, ".gif", 1 / _pace(args.pace))
    for path, suffix in ((args.svg, ".svg"), (args.png, ".png"), (args.json, ".json")):
        if path is not None:
            check_target(path, (suffix,), f"the name for --{suffix[1:]}")


def _pace(text: str | None) -> float:
    if text is None:
        return 1.0
    low, high = _PACE
    pace = float(text) if _NUMBER.fullmatch(text) else -1.0
    if not low <= pace <= high:
        raise ParameterError(
            f"--pace {shown(text)}: give a number of seconds from {low:g} to {high:g}"
        )
    return pace


def _made(
    args: argparse.Namespace, replay: Replay, watch: Watch, progress: Progress | None
) -> Iterator[str]:
    """Make what was asked for; yield a line for each file."""
    drawn = args.svg is not None or args.png is not None or args.gif is not None
    pictures = None
    if drawn:
        from staccs.replay.picture import Pictures

        pictures = Pictures(replay, watch, whole=args.whole_table)
        pictures.check(_step(args))
    if args.html is not None:
        from staccs.replay.html import write_page

        write_page(replay, args.html, watch)
        yield f"{args.html} opens in any browser"
    if args.json is not None:
        _write_record(replay, args.json)
        yield f"{args.json} is a record of the game"
    if pictures is not None:
        yield from _drawn(args, replay, pictures, progress)


def _step(args: argparse.Namespace) -> int:
    return -1 if args.step is None else int(args.step)


def _drawn(
    args: argparse.Namespace,
    replay: Replay,
    pictures: Pictures,
    progress: Progress | None,
) -> Iterator[str]:
    from staccs.drawing import write_picture
    from staccs.replay.film import write_film

    for path in filter(None, (args.svg, args.png)):
        write_picture(pictures[_step(args)], path, args.size)
        yield f"{path} shows step {_step(args) % len(pictures)} of {len(pictures) - 1}"
    if args.gif is not None:
        width = 800 if args.size is None else args.size
        pace = _pace(args.pace)
        write_film(
            replay, pictures, args.gif, width=width, pace=pace, progress=progress
        )
        yield f"{args.gif} shows {counted(len(pictures), 'step')}"


def _write_record(replay: Replay, path: Path) -> None:
    text = replay.record.to_json() + "\n"
    write_target(path, lambda part: part.write_text(text, encoding="utf-8"))


def _told(replay: Replay, watch: Watch) -> Iterable[str]:
    """Yield a game in words, a line a step."""
    from staccs.replay.panel import step_words

    for index in range(len(replay.steps)):
        yield step_words(replay, index, watch)
    yield replay.ending
    yield "look at it with --html, --gif, --svg or --png"
