"""What a study would take on a cluster: measured, modeled, compared, written down.

Examples::

    python -m sims.scheduler_model measure
    python -m sims.scheduler_model validate
    python -m sims.scheduler_model simulate
    python -m sims.scheduler_model page --price 0.04 --cores 64

``measure`` plays games and times the coordinator and Dask on this machine, in some five
minutes; on a quiet one, for a busy one measures its own business. ``validate`` runs up
to 64 real workers beside the model. ``simulate`` asks the model for up to 10,000.
``page`` writes docs/scale.md from all of it. ``all`` does one after another, in some
twelve minutes.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from gamebase.errors import GameError, text_of
from gamebase.files import atomic_write
from sims.errors import BatchError
from sims.scaling.figures import read_figures, write_part
from sims.scaling.tables import Assumed

__all__ = ["main"]

FIGURES, PAGE = Path("docs/scale.json"), Path("docs/scale.md")
CORES = (1, 8, 32, 64, 128)


def _measure(args: argparse.Namespace, say: Callable[[object], None]) -> None:
    from sims.scaling.measuring import QUICK, USUAL, measure

    figures = measure(say, QUICK if args.quick else USUAL)
    write_part(args.out, "measured", figures.plain())


def _validate(args: argparse.Namespace, say: Callable[[object], None]) -> None:
    from sims.scaling.validating import CASES, validate

    cases = [case for case in CASES if not args.quick or case.workers <= QUICK_WORKERS]
    time_each = 3.0 if args.quick else 12.0
    found = validate(read_figures(args.out), say, cases, time_each)
    write_part(args.out, "validated", [each.plain() for each in found])


QUICK_WORKERS = 2


def _simulate(args: argparse.Namespace, say: Callable[[object], None]) -> None:
    from sims.scaling.simulating import simulated

    points = simulated(read_figures(args.out), say)
    write_part(args.out, "simulated", [each.plain() for each in points])


def _page(args: argparse.Namespace, say: Callable[[object], None]) -> None:
    from sims.scaling.page import page, read_sheet

    assumed = Assumed(games=args.games, cores=args.cores, price=args.price)
    text = page(read_sheet(args.out, assumed))
    atomic_write(args.page, lambda path: path.write_text(text, "utf-8"))
    say(f"{args.page} is written")


PARTS = {
    "measure": _measure,
    "validate": _validate,
    "simulate": _simulate,
    "page": _page,
}
"""What can be asked for, in the order in which each needs the ones before."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command.

    Parameters
    ----------
    argv : sequence of str, optional
        Arguments; those of the process if left out.

    Returns
    -------
    int
        0, 2 if something is missing or cannot be run, 130 if it was interrupted.
    """
    parser = _parser()
    args = parser.parse_args(argv)
    if args.games < 1 or not args.price >= 0:
        parser.error("give one or more --games, and a --price of 0 or more")
    # Neither games nor tables take more than a core each.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    begun = time.monotonic()

    def say(what: object) -> None:
        text = what if isinstance(what, str) else str(what)
        print(f"{time.monotonic() - begun:4.0f} s  {text}", file=sys.stderr, flush=True)

    try:
        for part in PARTS if args.part == "all" else (args.part,):
            PARTS[part](args, say)
    except (GameError, BatchError, OSError) as error:
        print(f"{parser.prog}: {text_of(error)}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    except ModuleNotFoundError as error:
        print(
            f"{parser.prog}: {error.name} is not installed: pip install '.[dask]'",
            file=sys.stderr,
        )
        return 2
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m sims.scheduler_model",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    assumed = Assumed()
    parser.add_argument("part", choices=(*PARTS, "all"))
    parser.add_argument(
        "--out", type=Path, default=FIGURES, help=f"file of figures ({FIGURES})"
    )
    parser.add_argument(
        "--page", type=Path, default=PAGE, help=f"what page writes ({PAGE})"
    )
    parser.add_argument("--quick", action="store_true", help="a try, of rough figures")
    parser.add_argument(
        "--games", type=int, default=assumed.games, help=f"({assumed.games:,})"
    )
    parser.add_argument(
        "--cores", type=int, choices=CORES, default=assumed.cores,
        help=f"of a node ({assumed.cores})",
    )  # fmt: skip
    parser.add_argument(
        "--price", type=float, default=assumed.price,
        help=f"of an hour of a core, in dollars ({assumed.price:g})",
    )  # fmt: skip
    return parser


if __name__ == "__main__":
    raise SystemExit(main())
