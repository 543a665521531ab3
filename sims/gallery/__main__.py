"""The command ``python -m sims.gallery``: batches of games as a page to look at."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from gamebase.batch_flags import whole_number
from gamebase.command import Parser, run_command

__all__ = ["main"]

_ABOUT = """\
Make a gallery of batches of games: a folder with an index.html that opens in any
browser from disk, without a network: result tables, plots, and a page for each replay
that 'stacko simulate --replays' kept.
"""

_EXAMPLES = """\
examples:
  python -m sims.gallery results/first-games
  python -m sims.gallery results/first-games results/staccs-uh-oh --out out
  python -m sims.gallery results/* --out out --overwrite --replays 500

Only files that a gallery wrote are ever replaced or removed: gallery.json lists them.
"""

INTERRUPTED = 130
_REPLAYS = 100


def _parser() -> Parser:
    parser = Parser(prog="python -m sims.gallery", description=_ABOUT, epilog=_EXAMPLES)
    add = parser.add_argument
    add("folders", nargs="+", type=Path, metavar="FOLDER", help="a batch of games")
    add("--out", type=Path, default=Path("out"), metavar="DIR", help="where to (out)")
    add("--overwrite", action="store_true", help="replace the gallery that is there")
    add(
        "--replays", type=whole_number, default=_REPLAYS, metavar="N",
        help=f"pages of replays for each batch, at most ({_REPLAYS})",
    )  # fmt: skip
    add("--quiet", action="store_true", help="print nothing but the path, and errors")
    parser.set_defaults(run=_run)
    return parser


def _run(args: argparse.Namespace) -> int:
    from sims.gallery.building import build  # slow to load: not for --help

    try:
        page = build(
            args.folders, args.out, overwrite=args.overwrite, replays=args.replays,
            quiet=args.quiet,
        )  # fmt: skip
    except KeyboardInterrupt:
        sys.stderr.write("interrupted; run it again with --overwrite\n")
        return INTERRUPTED
    sys.stdout.write(f"{page}\n")
    return 0


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command.

    Parameters
    ----------
    argv : sequence of str, optional
        Arguments; those of the process if left out.

    Returns
    -------
    int
        0, 2 for bad input, 130 if it was interrupted.
    """
    return run_command("python -m sims.gallery", _parser, argv)


if __name__ == "__main__":
    raise SystemExit(main())
