"""Sweep the solver settings of an engine: what they cost and what they are worth.

Example::

    python -m sims.stacko_convergence --out results/convergence
    python -m sims.stacko_convergence --engine mujoco --out results/convergence-mujoco
    python -m sims.stacko_convergence --settings "480 Hz" "no anchors"

Every setting is measured in the same run: drift of an untouched tower (equal blocks,
and with tolerances), sway of a nudged tall tower, rocking of a kicked thin one, pull
forces against a slow reference, and simulated seconds per second of one core. The
chosen setting is the default of `stacko.params.SolverParams`, or of `MujocoParams`; the
others change one thing, or are the engine as it comes. Writes convergence.csv,
after each setting with what is measured by then, and convergence.png.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from rich.console import Console
from rich.progress import track
from rich.table import Table

from sims.pool import study_pool
from sims.tables import write_csv
from sims.tower_measures import Pull, Setting, drift, felt_alike, kicked, pull, sway
from stacko.engines import is_installed
from stacko.errors import EngineError
from stacko.params import MujocoParams, SolverParams

__all__ = [
    "AS_IT_COMES",
    "CHOSEN",
    "REFERENCE",
    "SETTINGS",
    "SWEEPS",
    "Row",
    "main",
    "measure",
]

CHOSEN = SolverParams()

AS_IT_COMES = SolverParams(
    timestep=1 / 240,
    iterations=50,
    warm_start=0.1,
    contact_erp=0.08,
    friction_erp=0.2,
    friction_anchors=False,
    maximal_coordinates=False,
    scale=1.0,
)
"""The engine's own defaults."""

REFERENCE = SolverParams(
    timestep=1 / 1000,
    iterations=100,
    warm_start=0.9,
    contact_erp=0.08,
    friction_anchors=False,
)
"""Slow and nearly converged, without friction anchors: what pulls are held against."""

SETTINGS: dict[str, SolverParams] = {
    "chosen": CHOSEN,
    "as it comes": AS_IT_COMES,
    "reference": REFERENCE,
    "800 Hz, contact ERP 0.056": CHOSEN.replace(timestep=1 / 800, contact_erp=0.056),
    "early end of iterations": CHOSEN.replace(residual=0.0015),
    "480 Hz": CHOSEN.replace(timestep=1 / 480),
    "480 Hz, 20 iterations": CHOSEN.replace(timestep=1 / 480, iterations=20),
    "1920 Hz, 4 iterations": CHOSEN.replace(timestep=1 / 1920, iterations=4),
    "5 iterations": CHOSEN.replace(iterations=5),
    "16 iterations": CHOSEN.replace(iterations=16),
    "warm start 0.8": CHOSEN.replace(warm_start=0.8),
    "warm start 0.9": CHOSEN.replace(warm_start=0.9),
    "warm start 1": CHOSEN.replace(warm_start=1.0),
    "contact ERP 0.01": CHOSEN.replace(contact_erp=0.01),
    "contact ERP 0.08": CHOSEN.replace(contact_erp=0.08),
    "contact ERP 0.2": CHOSEN.replace(contact_erp=0.2),
    "friction ERP 0.02": CHOSEN.replace(friction_erp=0.02),
    "no anchors": CHOSEN.replace(friction_anchors=False),
    "real scale": CHOSEN.replace(scale=1.0),
    "scale 50": CHOSEN.replace(scale=50.0),
    "multibody coordinates": CHOSEN.replace(maximal_coordinates=False),
}

MUJOCO = MujocoParams()

MUJOCO_SETTINGS: dict[str, MujocoParams] = {
    "chosen": MUJOCO,
    "as it comes": MujocoParams(
        timestep=1 / 500,
        iterations=100,
        tolerance=1e-8,
        elliptic_cone=False,
        impratio=1.0,
        solref_time=0.02,
        solref_damping=1.0,
        solimp_min=0.9,
        solimp_max=0.95,
        solimp_width=1e-3,
        least_bounce=1.0,
    ),
    "reference": MUJOCO.replace(
        timestep=1 / 2000,
        solref_time=0.001,
        solref_damping=2.7,
        iterations=50,
        tolerance=1e-9,
    ),
    "500 Hz": MUJOCO.replace(timestep=1 / 500, solref_time=0.004, solref_damping=1.7),
    "800 Hz": MUJOCO.replace(timestep=1 / 800, solref_time=0.0025, solref_damping=2.7),
    "4 iterations": MUJOCO.replace(iterations=4),
    "tolerance 1e-8": MUJOCO.replace(tolerance=1e-8),
    "damping ratio 1": MUJOCO.replace(solref_damping=1.0),
    "damping ratio 2": MUJOCO.replace(solref_damping=2.0),
    "damping ratio 2.7": MUJOCO.replace(solref_damping=2.7),
    "damping ratio 4": MUJOCO.replace(solref_damping=4.0),
    "impedance 0.95": MUJOCO.replace(solimp_min=0.95, solimp_max=0.95),
    "impedance 0.999": MUJOCO.replace(solimp_min=0.999, solimp_max=0.999),
    "impratio 10": MUJOCO.replace(impratio=10.0),
    "springs at rest": MUJOCO.replace(least_bounce=0.05),
}
"""The same for MuJoCo; its reference has contacts as stiff at a shorter step."""

SWEEPS: dict[str, dict[str, Setting]] = {
    "pybullet": {**SETTINGS},
    "mujoco": {**MUJOCO_SETTINGS},
}
"""Engine -> its settings by name; ``chosen`` and ``as it comes`` come first."""


@dataclass(frozen=True, slots=True)
class Row:
    """What one setting came to; lengths in mm, times of one core."""

    setting: str
    drift_perfect_mm: float
    drift_perfect_late_mm: float
    drift_tolerances_mm: float
    sway_first_mm: float
    sway_late_mm: float
    rocking_mm: float
    pulls_alike: float
    force_factor: float
    speed: float


@dataclass(frozen=True, slots=True)
class _Effort:
    span: float
    towers: int
    pulls: int


ALWAYS = 3
"""How many settings, from the first, every sweep has: with them others are compared."""

FULL, QUICK = _Effort(10.0, 4, 16), _Effort(3.0, 1, 2)


def measure(engine: str, name: str, effort: _Effort = FULL) -> tuple[Row, list[Pull]]:
    """Measure one setting; forces are compared with the reference later."""
    solver = SWEEPS[engine][name]
    nan = float("nan")
    try:
        perfect = drift(solver, perfect=True, span=effort.span)
        rough = [
            drift(solver, perfect=False, seed=seed, span=effort.span)
            for seed in range(effort.towers)
        ]
        first, late = sway(solver)
        rocking = max(kicked(solver, seed=seed) for seed in range(effort.towers))
    except EngineError as error:
        print(f"{name}: {error}", file=sys.stderr)
        return Row(name, *(nan,) * 9), []
    row = Row(
        name,
        perfect.total * 1e3,
        perfect.after_first_second * 1e3,
        max(each.after_first_second for each in rough) * 1e3,
        first * 1e3,
        late * 1e3,
        rocking * 1e3,
        nan,
        nan,
        perfect.speed,
    )
    return row, [pull(solver, seed) for seed in range(effort.pulls)]


def sweep(
    engine: str, names: Sequence[str], effort: _Effort, workers: int
) -> Iterator[list[Row]]:
    """Measure settings side by side, and yield all rows there are after each one.

    Forces are compared once the reference, which has to be among them, is measured.
    """
    felt: dict[str, list[Pull]] = {}
    found: list[Row] = []
    with study_pool(workers) as pool:
        jobs = [pool.submit(measure, engine, name, effort) for name in names]
        for job in track(jobs, "measuring settings", console=Console(stderr=True)):
            row, pulls = job.result()
            found.append(row)
            felt[row.setting] = pulls
            reference = felt.get("reference", [])
            yield [_with_forces(row, felt[row.setting], reference) for row in found]


def _with_forces(row: Row, pulls: list[Pull], reference: list[Pull]) -> Row:
    if not pulls or not reference:
        return row
    share, factor = felt_alike(pulls, reference)
    return Row(**{**asdict(row), "pulls_alike": share, "force_factor": factor})


def table(rows: Sequence[Row]) -> Table:
    """Return the rows as a table for a terminal."""
    heads = ["setting", "drift", "later", "drift, tol.", "sway 1st s", "sway 4th s"]
    made = Table(title="Untouched and touched towers (mm), and their cost")
    for head in [*heads, "rocking", "pulls alike", "force off by", "sim s/s"]:
        made.add_column(head, justify="left" if head == "setting" else "right")
    for row in rows:
        lengths = [f"{value:.3f}" for value in list(asdict(row).values())[1:7]]
        shares = [f"{row.pulls_alike:.0%}", f"x{row.force_factor:.2f}"]
        made.add_row(row.setting, *lengths, *shares, f"{row.speed:.1f}")
    return made


def _plot(rows: Sequence[Row], path: Path) -> None:
    from sims.plots import save, tradeoff_plot

    drifts = "drift with tolerances\nafter the first second, mm"
    forces = "peak pull force,\nfactor off the slow reference"
    plot = tradeoff_plot(
        {row.setting: row.speed for row in rows},
        {
            drifts: {row.setting: row.drift_tolerances_mm for row in rows},
            forces: {row.setting: row.force_factor for row in rows},
        },
        label="simulated seconds per second of one core",
        title="Solver settings: accuracy against speed, 45 blocks",
        chosen="chosen",
    )
    save(plot, path)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the sweep from the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m sims.stacko_convergence",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--engine", choices=list(SWEEPS), default="pybullet", help="whose settings"
    )
    parser.add_argument("--out", type=Path, default=Path("results/convergence"))
    parser.add_argument("--workers", type=int, default=1, help="processes (default 1)")
    parser.add_argument("--quick", action="store_true", help="a short trial")
    parser.add_argument(
        "--settings",
        nargs="+",
        metavar="NAME",
        default=[],
        help="only these, beside the first three (chosen, as it comes, reference)",
    )
    args = parser.parse_args(argv)
    if args.workers < 1:
        parser.error(f"--workers {args.workers}: give 1 or more")
    if not is_installed(args.engine):
        parser.error(f"--engine {args.engine}: this Python does not have it")
    known = list(SWEEPS[args.engine])
    for name in args.settings:
        if name not in known:
            parser.error(f"--settings {name!r}: choose from {', '.join(known)}")
    others = args.settings or ([] if args.quick else known[ALWAYS:])
    names = list(dict.fromkeys([*known[:ALWAYS], *others]))
    effort = QUICK if args.quick else FULL
    for rows in sweep(args.engine, names, effort, args.workers):
        args.out.mkdir(parents=True, exist_ok=True)
        write_csv(rows, args.out / "convergence.csv")
    _plot(rows, args.out / "convergence.png")
    console = Console()
    console.print(table(rows))
    chosen, default = rows[0], rows[1]
    gain = default.drift_perfect_mm / chosen.drift_perfect_mm
    console.print(
        f"the chosen setting drifts {gain:.0f} times less than the engine's own"
    )
    console.print(f"written to {args.out}/: convergence.csv, convergence.png")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
