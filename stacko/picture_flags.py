"""The flags of ``stacko replay`` that make pictures and movies, and what they ask for.

What draws and writes is loaded only once something is asked for.
"""

from __future__ import annotations

import argparse
import math
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gamebase.batch_flags import whole_number
from gamebase.errors import ParameterError, shown
from gamebase.targets import check_apart

if TYPE_CHECKING:
    from stacko.replay import Replay
    from stacko.replay.rendering import Look
    from stacko.replay.shots import Span

__all__ = ["PICTURE_EXAMPLES", "add_picture_flags", "write_pictures"]

PICTURE_EXAMPLES = """\
  stacko replay game-000003.npz --gif topple.gif
  stacko replay game-000003.npz --mp4 turn.mp4 --turn 7 --speed 0.25 --camera follow
  stacko replay game-000003.npz --png topple --png 12.5 late.png --size 1280x960
  stacko replay game-000003.npz --glb match.glb
  stacko replay game-000003.npz --gui"""

_DEFAULTS: dict[str, object] = {
    "--camera": "auto", "--quality": "good", "--palette": "plain",
    "--fps": 25.0, "--speed": 1.0,
}  # fmt: skip
_NAMES = {"--from": "start", "--to": "end"}

_SIZE = re.compile(r"([0-9]{1,5})x([0-9]{1,5})")


def add_picture_flags(parser: argparse.ArgumentParser) -> None:
    """Add what pictures can be made of, and how, to a parser."""
    made = parser.add_argument_group("pictures, each with a file to write")
    made.add_argument(
        "--html",
        type=Path,
        metavar="OUT.html",
        help="a page to scrub through, one file that needs no network",
    )
    made.add_argument(
        "--png",
        nargs="+",
        action="append",
        metavar=("TIME", "OUT.png"),
        help="a picture at a time in s, or at start, topple or end; may be repeated "
        "(into FILE-TIME.png)",
    )
    made.add_argument("--gif", type=Path, metavar="OUT.gif", help="a movie")
    made.add_argument("--mp4", type=Path, metavar="OUT.mp4", help="a better movie")
    made.add_argument(
        "--glb", type=Path, metavar="OUT.glb", help="animated glTF, for Blender"
    )
    made.add_argument(
        "--gui", action="store_true", help="PyBullet's window; space plays it again"
    )
    _add_span(parser)
    _add_look(parser)


def _add_span(parser: argparse.ArgumentParser) -> None:
    which = parser.add_argument_group(
        "which part",
        "by default 3 s before the topple to the end, or the last turn if nothing "
        "toppled; --glb and --html take all",
    )
    add = which.add_argument
    add("--from", type=_number, metavar="S", dest="start", help="from this time, s")
    add("--to", type=_number, metavar="S", dest="end", help="to this time, s")
    add("--turn", type=whole_number, metavar="N", help="this turn, counted from 1")


def _add_look(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument_group("how it looks").add_argument
    add("--size", type=_size, metavar="WxH", help="pixels (640x480)")
    add(
        "--camera",
        metavar="NAME",
        default=_DEFAULTS["--camera"],
        help="auto, corner, front, side, top, low, follow or orbit (auto: sees best "
        "where blocks fall)",
    )
    add(
        "--quality",
        metavar="NAME",
        default=_DEFAULTS["--quality"],
        help="draft, good or best (good); draft is four times as fast",
    )
    add(
        "--palette",
        metavar="NAME",
        default=_DEFAULTS["--palette"],
        help="plain, or safe for the color-blind (plain)",
    )
    add(
        "--fps",
        type=_number,
        metavar="N",
        default=_DEFAULTS["--fps"],
        help="frames a second (25)",
    )
    add(
        "--speed",
        type=_number,
        metavar="X",
        default=_DEFAULTS["--speed"],
        help="1 is as it was, 0.1 ten times as slow (1)",
    )
    add("--no-caption", action="store_true", help="no line of words below")
    add("--no-marks", action="store_true", help="no outlines of what moves and falls")
    add("--quiet", action="store_true", help="do not tell how far it has come")


def write_pictures(replay: Replay, args: argparse.Namespace) -> Iterator[str]:
    """Make what was asked for; yield a line about each file that was written.

    Parameters
    ----------
    replay : Replay
    args : argparse.Namespace
        With the flags of `add_picture_flags`, and ``file``.

    Raises
    ------
    GameError
        If something that was asked for cannot be had; then nothing was begun, or
        what was being written is not there.
    """
    asked = _jobs(args)
    _refuse_idle(args)
    if not asked and not args.gui:
        return
    from stacko.replay.gui import check_display, show_gui
    from stacko.replay.rendering import Look
    from stacko.replay.shots import span_of

    look = Look(
        size=args.size or ((1024, 768) if args.gui and not asked else (640, 480)),
        camera=args.camera,
        quality=args.quality,
        palette=args.palette,
        caption=not args.no_caption,
        marked=not args.no_marks,
    )
    span = span_of(replay, args.start, args.end, args.turn)
    if args.gif or args.mp4:
        span.times(args.fps, args.speed)
    if args.gui:
        check_display()
    jobs = [(path, prepare(replay, path, span, look, args)) for path, prepare in asked]
    for path, write in jobs:
        write()
        yield f"written to {path} ({path.stat().st_size / 1000:,.0f} kB)"
    if args.gui:
        show_gui(replay, span, look, speed=args.speed)


def _refuse_idle(args: argparse.Namespace) -> None:
    """Refuse flags that would do nothing for what is to be made."""
    movie = args.gif or args.mp4 or args.gui
    part = movie or args.glb
    drawn = movie or args.png
    colored = part or drawn or args.html
    for flags, used, what in (
        (("--from", "--to", "--turn"), part, "--gif, --mp4, --glb or --gui"),
        (("--fps",), args.gif or args.mp4, "--gif or --mp4"),
        (("--speed",), movie, "--gif, --mp4 or --gui"),
        (("--size", "--camera"), drawn, "--png, --gif, --mp4 or --gui"),
        (("--quality",), drawn, "--png, --gif or --mp4"),
        (("--palette",), colored, "--html, --png, --gif, --mp4, --glb or --gui"),
    ):
        for flag in flags:
            value = getattr(args, _NAMES.get(flag, flag[2:]))
            if not used and value != _DEFAULTS.get(flag):
                raise ParameterError(
                    f"{flag} is for {what}: give one of them, or leave it"
                )


Job = Callable[[], None]
Prepare = Callable[["Replay", Path, "Span", "Look", argparse.Namespace], Job]
"""Checks all that can be checked, and returns what then does the work."""


def _jobs(args: argparse.Namespace) -> list[tuple[Path, Prepare]]:
    """Return which files to write, and what prepares each."""
    jobs: list[tuple[Path, Prepare]] = []
    for words in args.png or ():
        jobs.append(_picture(words, args.file))
    others = (
        (args.html, _html), (args.gif, _gif), (args.mp4, _mp4), (args.glb, _glb)
    )  # fmt: skip
    for path, prepare in others:
        if path is not None:
            jobs.append((path, prepare))
    check_apart((path for path, _ in jobs), args.file)
    return jobs


def _picture(words: list[str], file: Path) -> tuple[Path, Prepare]:
    if len(words) > 2:
        raise ParameterError(
            f"--png takes a time and a file, and got {shown(' '.join(words))}: repeat "
            "--png for every picture, and put the replay before it"
        )
    time = words[0]
    path = Path(words[1] if len(words) == 2 else f"{file.stem}-{time}.png")

    def prepare(
        replay: Replay, path: Path, _span: Span, look: Look, _args: argparse.Namespace
    ) -> Job:
        from stacko.replay.films import check_png, replay_png
        from stacko.replay.shots import time_named

        at = time_named(replay, time)
        check_png(path)
        return lambda: replay_png(replay, path, at, look)

    return path, prepare


def _html(
    replay: Replay, path: Path, _span: Span, look: Look, _args: argparse.Namespace
) -> Job:
    from gamebase.page import check_page
    from stacko.replay.html import write_html

    check_page(path)
    return lambda: write_html(replay, path, look.palette)


def _gif(
    replay: Replay, path: Path, span: Span, look: Look, args: argparse.Namespace
) -> Job:
    from gamebase.movies import check_movie
    from stacko.replay.films import replay_gif

    check_movie(path, ".gif", args.fps)
    return lambda: replay_gif(replay, path, span, look, **_pace(args, path))


def _mp4(
    replay: Replay, path: Path, span: Span, look: Look, args: argparse.Namespace
) -> Job:
    from gamebase.movies import check_movie
    from stacko.replay.films import replay_mp4

    check_movie(path, ".mp4", args.fps)
    return lambda: replay_mp4(replay, path, span, look, **_pace(args, path))


def _glb(
    replay: Replay, path: Path, span: Span, look: Look, args: argparse.Namespace
) -> Job:
    from stacko.replay.glb import check_glb, replay_glb

    check_glb(path)
    chosen = None if (args.start, args.end, args.turn) == (None,) * 3 else span
    return lambda: replay_glb(replay, path, chosen, look.palette)


def _pace(args: argparse.Namespace, path: Path) -> dict[str, Any]:
    from stacko.replay.progress import drawing

    progress = None if args.quiet else drawing(path.name, sys.stderr)
    return {"fps": args.fps, "speed": args.speed, "progress": progress}


def _number(text: str) -> float:
    """Read a flag's number; used as an argparse type."""
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise argparse.ArgumentTypeError(f"{shown(text)} is no number")
    return number


def _size(text: str) -> tuple[int, int]:
    """Read a size such as ``640x480``; used as an argparse type."""
    match = _SIZE.fullmatch(text)
    if match is None:
        raise argparse.ArgumentTypeError(
            f"{shown(text)} is no size: give width and height like 640x480"
        )
    return int(match[1]), int(match[2])
