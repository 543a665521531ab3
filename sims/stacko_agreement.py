"""Compare the models of a tower: removals, whole games, and what was assumed.

Examples::

    python -m sims.stacko_agreement all --out results/agreement
    python -m sims.stacko_agreement removals --games 4 --blocks 5 --out results/few
    python -m sims.stacko_agreement report --out docs/agreement
    python -m sims.stacko_agreement replay 3:B4:pull --out docs/agreement

Parts: ``removals`` plays games in PyBullet, keeps how the tower stood early, in the
middle and late in each (three frictions, with tolerances), and takes blocks out of
those towers in every model: they vanish, or a sure hand draws them out. ``games``
plays whole games of the same players in every model. ``sensitivity`` varies what was
assumed. ``shedding`` looks at the loads on blocks that slide. ``report`` sums up what
is there and draws it. ``all`` does one after the other (hours). ``replay`` takes one
block out once more in every model and tells what happened. What is finished is kept:
run it again to go on.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from gamebase.files import atomic_write, read_regular
from sims.agreement.games import play_games
from sims.agreement.removals import Kept, Plan, done, make_states, run_trials
from sims.agreement.replaying import replay
from sims.agreement.reporting import write_report
from sims.agreement.sensitivity import VARIATIONS, GameLength, VariedRow, cells, varied
from sims.agreement.sensitivity import lengths as game_lengths
from sims.agreement.shedding import ShedRow, middle_blocks, shed
from sims.agreement.trials import ENGINES, HOWS, MODELS, Conditions
from sims.errors import BatchError
from stacko.errors import StackoError

__all__ = ["PARTS", "main"]

PARTS = ("removals", "games", "sensitivity", "shedding", "report", "all", "replay")

MODELS_VARIED = ("pybullet", "quasistatic")
"""Models of which removals are varied."""

EVERY, FEW = 3, 4
"""Sensitivity takes every third tower, and so many blocks of it."""

SHARES = {"pybullet": 1.0, "mujoco": 1.0, "quasistatic": 20.0}
"""Whole games of each model, as shares of those of PyBullet: by how long they take."""

SHED_EVERY = 7
"""Loads on sliding blocks are taken of every seventh tower."""

QUASISTATIC_GAMES = 300
"""Quasistatic games of each variation."""


def _removals(plan: Plan, args: argparse.Namespace) -> None:
    states = make_states(plan)
    run_trials(states, plan, args.models, args.hows, redo=args.redo)


def _games(plan: Plan, args: argparse.Namespace) -> None:
    games = {
        engine: max(2, round(args.matches * share)) for engine, share in SHARES.items()
    }
    play_games(plan.out, games, args.match_seed, plan.workers)


def _sensitivity(plan: Plan, args: argparse.Namespace) -> None:
    few = Plan(plan.out, plan.games, FEW, plan.seed, plan.workers)
    states = make_states(plan)[1::EVERY]
    told = Kept(plan.out / "varied.parquet", VariedRow)
    if args.redo:
        told.keep(lambda row: row.model not in args.models)
    there = {(row.state, row.variation, row.model) for row in told.rows}
    jobs = [
        partial(varied, state, few.chosen(state), name, model, plan.seed)
        for state, name, model in cells(states, MODELS_VARIED, there)
        if model in args.models
    ]
    for rows in done(jobs, plan.workers, "varied removals"):
        told.add(rows)
    played = Kept(plan.out / "varied-games.parquet", GameLength)
    if args.redo and "quasistatic" in args.models:
        played.keep(lambda _: False)
    known = {row.variation for row in played.rows}
    games = [
        partial(game_lengths, name, plan.seed, range(QUASISTATIC_GAMES))
        for name in VARIATIONS
        if name not in known
    ]
    for found in done(games, plan.workers, "varied games"):
        played.add(found)


def _shedding(plan: Plan, args: argparse.Namespace) -> None:
    told = Kept(plan.out / "shed.parquet", ShedRow)
    there = {(row.state, row.engine) for row in told.rows}
    jobs = [
        partial(shed, state, block, engine, Conditions(seed=plan.seed))
        for state in make_states(plan)[::SHED_EVERY]
        for engine in ENGINES
        if engine in args.models and (state.state, engine) not in there
        for block in middle_blocks(state)[:FEW]
    ]
    for rows in done(jobs, plan.workers, "sliding blocks"):
        told.add(rows)


def _report(plan: Plan, args: argparse.Namespace) -> None:
    write_report(plan.out)


_DOING = {
    "removals": _removals,
    "games": _games,
    "sensitivity": _sensitivity,
    "shedding": _shedding,
    "report": _report,
}


def _check_same(plan: Plan) -> None:
    """Refuse to go on with another seed: the tables would be of two studies."""
    path = plan.out / "run.json"
    asked = {"seed": plan.seed, "blocks": plan.blocks}
    if path.exists():
        try:
            found = json.loads(read_regular(path))
        except ValueError as error:
            raise BatchError(
                f"{path} is damaged ({error}): choose another --out"
            ) from error
        if found != asked:
            raise BatchError(
                f"{plan.out} was begun with {found}, not {asked}: give the same, or "
                "choose another --out"
            )
    text = json.dumps(asked) + "\n"
    atomic_write(path, lambda to: to.write_text(text, encoding="utf-8"))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m sims.stacko_agreement",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("part", choices=PARTS, help="what to do")
    parser.add_argument(
        "place", nargs="?", metavar="STATE:BLOCK:HOW", help="what to replay"
    )
    parser.add_argument("--out", type=Path, default=Path("results/agreement"))
    parser.add_argument(
        "--games", type=int, default=36, help="games that towers come from (36)"
    )
    parser.add_argument("--blocks", type=int, default=20, help="removals a tower (20)")
    parser.add_argument(
        "--matches", type=int, default=100, help="whole games of PyBullet (100)"
    )
    parser.add_argument("--seed", type=int, default=11, help="of everything else (11)")
    parser.add_argument("--match-seed", type=int, default=1, help="of whole games (1)")
    parser.add_argument(
        "--redo", action="store_true",
        help="do what is there of --models again, after a change of theirs",
    )  # fmt: skip
    parser.add_argument("--workers", type=int, default=2, help="processes (2)")
    parser.add_argument(
        "--models", nargs="+", choices=MODELS, default=list(MODELS), metavar="MODEL",
        help=f"of {', '.join(MODELS)} (all)",
    )  # fmt: skip
    parser.add_argument(
        "--hows", nargs="+", choices=HOWS, default=list(HOWS), metavar="HOW",
        help=f"of {', '.join(HOWS)} (both)",
    )  # fmt: skip
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run the study from the command line."""
    parser = _parser()
    args = parser.parse_args(argv)
    lows = {"games": 1, "blocks": 1, "matches": 2, "seed": 0, "workers": 1}
    for name, low in lows.items():
        if getattr(args, name) < low:
            parser.error(f"--{name} {getattr(args, name)}: give {low} or more")
    if (args.part == "replay") != (args.place is not None):
        parser.error("give STATE:BLOCK:HOW with replay, and with nothing else")
    plan = Plan(args.out, args.games, args.blocks, args.seed, args.workers)
    try:
        if args.part == "replay":
            replay(plan, args.place, args.models)
            return 0
        plan.out.mkdir(parents=True, exist_ok=True)
        if args.part != "report":
            _check_same(plan)
        for part, act in _DOING.items():
            if args.part in (part, "all"):
                act(plan, args)
    except (BatchError, StackoError, OSError) as error:
        print(f"{parser.prog}: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("interrupted: what is finished is kept", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
