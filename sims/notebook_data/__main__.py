"""Make the data of the notebooks.

Examples::

    python -m sims.notebook_data --list
    python -m sims.notebook_data
    python -m sims.notebook_data uh-oh edge --workers 4
    QUICK=1 python -m sims.notebook_data uh-oh

All sets, or those that are named, into ``notebooks/data``. Games of studies are kept in
``results/notebooks``: run it again to go on after an interruption. With QUICK=1 the
sets are small, are thrown away, and show only that they can be made.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from gamebase.command import Parser, run_command
from gamebase.errors import GameError, ParameterError
from sims.errors import BatchError
from sims.notebook_data.loading import keep, make, notebooks_folder, quick, recipe_of
from sims.notebook_data.recipe import Making
from sims.notebook_data.recipes import RECIPES

__all__ = ["main"]

PROGRAM = "python -m sims.notebook_data"
RESULTS = Path("results/notebooks")


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; return its exit code."""
    given = sys.argv[1:] if argv is None else list(argv)
    return run_command(PROGRAM, _parser, given)


def _parser() -> Parser:
    parser = Parser(prog=PROGRAM, description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="which sets (all)")
    parser.add_argument("--list", action="store_true", help="print the sets, make none")
    parser.add_argument(
        "--workers", type=int, default=2, metavar="N", help="processes (2)"
    )
    parser.set_defaults(
        run=_run, interrupted="interrupted; finished games are kept, run it again"
    )
    return parser


def _run(args: argparse.Namespace) -> int:
    names = args.names or list(RECIPES)
    if args.workers < 1:
        raise ParameterError(f"--workers {args.workers}: give 1 or more")
    try:
        recipes = {name: recipe_of(name) for name in names}
        if args.list:
            for name, recipe in recipes.items():
                print(f"{name}: {recipe.what}")
            return 0
        folder = notebooks_folder()
        for name in names:
            _make(name, folder, args.workers)
    except BatchError as error:
        raise GameError(str(error)) from error
    return 0


def _make(name: str, folder: Path, workers: int) -> None:
    print(f"{name}: {recipe_of(name).what}", flush=True)
    if quick():
        with tempfile.TemporaryDirectory() as small:
            tables = make(name, Making(folder, Path(small), True, workers))
        told = ", ".join(f"{key} {rows.num_rows}" for key, rows in tables.items())
        print(f"  small: {told} rows")
        return
    work = RESULTS / name
    work.mkdir(parents=True, exist_ok=True)
    tables = make(name, Making(folder, work, False, workers))
    for path in keep(name, tables, folder):
        print(f"  {path}: {path.stat().st_size / 1e3:,.0f} kB")


if __name__ == "__main__":
    sys.exit(main())
