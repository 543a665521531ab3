"""Fit friction and tolerance of a real set of blocks to measurements in a CSV file.

Examples::

    python -m sims.stacko_calibration measured.csv --mass 0.0118
    python -m sims.stacko_calibration --synthetic made-up.csv --mu 0.4 --seed 1
    python -m sims.stacko_calibration --coverage 30 --mu 0.4 --tolerance 5e-5

What to measure, what a file looks like, and what the intervals mean and do not mean, is
told in ``docs/calibration.md``. Drawing towers takes about a minute.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from gamebase.batch_flags import whole_number
from gamebase.command import Parser, run_command
from gamebase.counting import counted
from gamebase.files import atomic_write
from gamebase.listing import columns_of
from stacko.calibration import (
    Calibration,
    Campaign,
    Coverage,
    FallCheck,
    LoadBank,
    Setup,
    Truth,
    calibrate,
    check_falls,
    coverage_of,
    draw_bank,
    make_measurements,
    pulls_of,
    read_measurements,
    write_measurements,
)
from stacko.errors import ParameterError, shown
from stacko.kits import KITS

__all__ = ["main"]

_TRUE = {
    "mu": "mu_block",
    "mu_table": "mu_table",
    "tolerance": "height_sigma",
    "scatter": "scatter",
}
"""Flag of a true value -> field of `Truth`."""


def _parser() -> Parser:
    parser = Parser(prog="calibration", description=__doc__)
    parser.set_defaults(run=_run)
    add = parser.add_argument
    add("csv", nargs="?", type=Path, metavar="CSV", help="file of measurements")
    add("--set", choices=list(KITS), default="uno", help="set of blocks (uno)")
    add(
        "--layers", type=whole_number, default=0, metavar="N", help="of the tower (all)"
    )
    add(
        "--mass", type=float, metavar="KG", help="of a block, weighed (that of the set)"
    )
    add(
        "--stiffness",
        type=float,
        metavar="N/M",
        help="of a contact point (quasistatic.contact_stiffness)",
    )
    add("--draws", type=whole_number, default=200, metavar="N", help="towers (200)")
    add("--seed", type=whole_number, default=0, metavar="N", help="0 or more (0)")
    add("--toml", type=Path, metavar="OUT.toml", help="write a configuration, too")
    made = parser.add_argument_group("made-up measurements")
    add = made.add_argument
    add("--synthetic", type=Path, metavar="OUT.csv", help="write some, of known values")
    add("--coverage", type=whole_number, metavar="N", help="fit N sets of them; count")
    add("--mu", type=float, metavar="MU", help="true friction of two blocks (0.35)")
    add("--mu-table", type=float, metavar="MU", help="true friction of the table (0.5)")
    add("--tolerance", type=float, metavar="M", help="true spread of heights (5e-5)")
    add("--scatter", type=float, metavar="SD", help="true spread of readings (0.1)")
    add("--towers", type=whole_number, metavar="N", help="towers that are built (1)")
    return parser


def _run(args: argparse.Namespace) -> int:
    tasks = [args.csv, args.synthetic, args.coverage]
    if sum(task is not None for task in tasks) != 1:
        raise ParameterError(
            "give one of: a CSV file of measurements, --synthetic OUT.csv, --coverage N"
        )
    if args.seed < 0:
        raise ParameterError(f"--seed {args.seed} is below 0: give a number from 0")
    setup = _setup(args)
    if args.csv is not None:
        _refuse_truth(args)
        return _fit(args, setup)
    truth, campaign = _truth(args)
    if args.synthetic is not None:
        return _make(args, setup, truth, campaign)
    return _cover(args, setup, truth, campaign)


def _setup(args: argparse.Namespace) -> Setup:
    kit = KITS[args.set]
    if args.mass is not None:
        kit = replace(kit, blocks=kit.blocks.replace(mass=args.mass))
    setup = Setup(kit=kit, layers=args.layers)
    if args.stiffness is not None:
        model = setup.model.replace(contact_stiffness=args.stiffness)
        setup = replace(setup, model=model)
    return setup


def _refuse_truth(args: argparse.Namespace) -> None:
    for name in (*_TRUE, "towers"):
        if getattr(args, name) is not None:
            raise ParameterError(
                f"--{name.replace('_', '-')} is a value that measurements are made up "
                "from: it goes with --synthetic or --coverage"
            )


def _truth(args: argparse.Namespace) -> tuple[Truth, Campaign]:
    given = {field: getattr(args, flag) for flag, field in _TRUE.items()}
    truth = Truth(**{key: each for key, each in given.items() if each is not None})
    towers = 1 if args.towers is None else args.towers
    if not 0 <= towers <= 100:
        raise ParameterError(f"--towers {towers}: give 0 to 100")
    return truth, Campaign(towers=towers)


# -- measurements ----------------------------------------------------------------


def _fit(args: argparse.Namespace, setup: Setup) -> int:
    measured = read_measurements(args.csv, setup.layers)
    bank = _drawn(args, setup) if pulls_of(measured) else None
    found = calibrate(measured, bank, args.seed)
    sys.stdout.write("\n".join(_report(found)) + "\n")
    check = check_falls(measured, setup, found["contact.mu_block"].value, _table(found))
    if check is not None:
        sys.stdout.write(_told(check, found) + "\n")
    for note in found.notes:
        sys.stdout.write(f"note: {note}\n")
    text = found.toml()
    sys.stdout.write(f"\n{text}")
    if args.toml is not None:
        head = f'set = "{args.set}"\n\n'
        atomic_write(args.toml, lambda path: path.write_text(head + text, "utf-8"))
    return 0


def _drawn(args: argparse.Namespace, setup: Setup) -> LoadBank:
    sys.stderr.write(
        f"drawing {counted(args.draws, 'tower')} of {setup.layers} layers\n"
    )
    return draw_bank(setup, args.draws, args.seed)


def _table(found: Calibration) -> float:
    known = {each.name: each.value for each in found.estimates}
    # a table that was not measured must not be what the tower slides on
    return known.get("contact.mu_table", known["contact.mu_block"])


def _report(found: Calibration) -> Iterator[str]:
    rows: list[Sequence[str]] = [("value", "best", "95 % interval", "unit", "from")]
    for each in found.estimates:
        ends = f"{each.low:.3g} to {each.high:.3g}"
        rows.append((each.name, f"{each.value:.3g}", ends, each.unit, each.source))
    yield from columns_of(rows)


def _told(check: FallCheck, found: Calibration) -> str:
    measured, expected = math.degrees(check.measured), math.degrees(check.expected)
    fits = "agrees" if check.agrees else "does not agree"
    text = (
        f"fall angle: {check.count} readings, mean {measured:.1f} degrees; a tower of "
        f"perfect blocks {check.failure} at {expected:.1f}: {fits}"
    )
    if check.least_mu > found["contact.mu_block"].high:
        text += (
            f"\nnote: it stood up to there, so friction is {check.least_mu:.3g} or "
            "more, which is above the interval"
        )
    return text


# -- made-up measurements --------------------------------------------------------


def _make(
    args: argparse.Namespace, setup: Setup, truth: Truth, campaign: Campaign
) -> int:
    if args.synthetic.exists():
        raise ParameterError(
            f"{shown(str(args.synthetic), 200)} exists already: give another name"
        )
    measured = make_measurements(setup, truth, campaign, args.seed)
    values = ", ".join(f"{field} {getattr(truth, field):g}" for field in _TRUE.values())
    remarks = [f"made up, seed {args.seed}, from: {values}"]
    write_measurements(args.synthetic, measured, remarks)
    sys.stdout.write(
        f"{counted(len(measured), 'measurement')} in {args.synthetic}: {values}\n"
    )
    return 0


def _cover(
    args: argparse.Namespace, setup: Setup, truth: Truth, campaign: Campaign
) -> int:
    if args.coverage < 1:
        raise ParameterError(f"--coverage {args.coverage}: give 1 or more")
    # Towers that are fitted with are drawn apart from those that are measured.
    bank = _drawn(args, setup)
    counts: list[Coverage] = []
    for _, counts in coverage_of(bank, truth, campaign, args.coverage, args.seed + 1):
        sys.stderr.write(f"\r{counts[0].trials} of {args.coverage} fitted")
    sys.stderr.write("\n")
    head = ("value", "truth", "in the interval", "share (95 %)", "median", "ends apart")
    rows: list[Sequence[str]] = [head]
    for each in counts:
        held = f"{each.held} of {each.trials}"
        share = f"{each.low:.0%} to {each.high:.0%}"
        apart = f"x{each.factor:.2f}"
        median = f"{each.median:.3g}"
        rows.append((each.name, f"{each.truth:g}", held, share, median, apart))
    sys.stdout.write("\n".join(columns_of(rows)) + "\n")
    return 0


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; returns its exit code."""
    return run_command("calibration", _parser, argv)


if __name__ == "__main__":
    sys.exit(main())
