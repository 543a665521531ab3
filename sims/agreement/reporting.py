"""What the study of agreement found: tables, pictures and a page of Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from rich.console import Console
from rich.markdown import Markdown

from gamebase.counting import counted
from gamebase.files import atomic_write
from sims.agreement.confusion import Judged, agreement, consensus, counts, judged
from sims.agreement.facts import RULES, FactRow
from sims.agreement.forces import Inside, inside
from sims.agreement.games import Ending, Survival, survival
from sims.agreement.kinds import KINDS, disagreements
from sims.agreement.markdown import table
from sims.agreement.pictures import draw_games, draw_removals
from sims.agreement.removals import load_rows
from sims.agreement.sensitivity import GameLength, VariedRow
from sims.agreement.shedding import ShedRow, shed_lines
from sims.agreement.trials import ENGINES, HOWS, NUDGED, TrialRow
from sims.agreement.varied_report import game_lines, removal_lines
from sims.errors import BatchError

__all__ = ["write_report"]

COMPARED = (
    ("pybullet", "mujoco"),
    ("pybullet", NUDGED),
    ("quasistatic", "engines"),
    ("quasistatic", "pybullet"),
    ("quasistatic", "mujoco"),
    *((rule, "engines") for rule in RULES),
)
"""Whose verdicts are compared; ``engines`` is what both engines say."""

EXPLAINED = (("pybullet", "mujoco"), ("quasistatic", "engines"))
"""Whose disagreements are sorted by kind."""


def write_report(out: Path) -> None:
    """Sum up what tables there are in a folder, print it, and write it beside them.

    Parameters
    ----------
    out : Path
        With ``facts.parquet`` and ``trials.parquet``, ``games.parquet``,
        ``varied.parquet``, ``varied-games.parquet`` and ``shed.parquet``, or some of
        them.

    Raises
    ------
    BatchError
        If there is none of them.
    """
    names = ("trials", "games", "varied", "varied-games", "shed")
    if not any((out / f"{name}.parquet").exists() for name in names):
        raise BatchError(
            f"{out} holds no results to report: run the other parts with this --out"
        )
    parts: list[str] = []
    if (out / "trials.parquet").exists():
        facts = load_rows(out / "facts.parquet", FactRow)
        found = judged(facts, load_rows(out / "trials.parquet", TrialRow))
        parts += _removals(found)
        draw_removals(found, out / "removals.png")
    if (out / "games.parquet").exists():
        curves = survival(load_rows(out / "games.parquet", Ending))
        parts += _games(curves)
        draw_games(curves, out / "games.png")
    if (out / "varied.parquet").exists():
        parts += removal_lines(load_rows(out / "varied.parquet", VariedRow))
    if (out / "varied-games.parquet").exists():
        parts += game_lines(load_rows(out / "varied-games.parquet", GameLength))
    if (out / "shed.parquet").exists():
        parts += shed_lines(load_rows(out / "shed.parquet", ShedRow))
    text = "\n".join(["# How well the models agree", "", *parts])
    atomic_write(
        out / "report.md", lambda to: to.write_text(text + "\n", encoding="utf-8")
    )
    Console().print(Markdown(text))


def _removals(found: Sequence[Judged]) -> Iterator[str]:
    states = {each.fact.state for each in found}
    yield f"## {counted(len(found), 'removal')} from {counted(len(states), 'tower')}"
    yield ""
    yield from _agreements(found, None)
    for how in HOWS:
        yield f"### Blocks that {how if how == 'vanish' else 'are pulled'}"
        yield ""
        yield from _agreements(found, how)
        yield from _by_group(found, how)
        for first, second in EXPLAINED:
            yield from _confusion(found, how, first, second)
            yield from _kinds(found, how, first, second)
    yield from _forces(found)


def _agreements(found: Sequence[Judged], how: str | None) -> Iterator[str]:
    told = [agreement(found, how, a, b) for a, b in COMPARED]
    yield from table(
        ["who", "with whom", "removals", "same verdict", "falls or not"],
        [
            (a.first, a.second, str(a.removals), str(a), f"{a.same_fall:.1%}")
            for a in told
            if a is not None
        ],
    )


def _by_group(found: Sequence[Judged], how: str) -> Iterator[str]:
    groups = {
        **{phase: ("phase", phase) for phase in ("early", "middle", "late")},
        **{f"mu {mu:g}": ("mu", mu) for mu in sorted({j.fact.mu for j in found})},
    }
    rows = []
    for name, (key, value) in groups.items():
        some = [j for j in found if getattr(j.fact, key) == value]
        pair = [agreement(some, how, a, b) for a, b in EXPLAINED]
        agreed = [consensus(j) for j in some if j.how == how]
        known = [verdict for verdict in agreed if verdict is not None]
        falls = sum(v == "falls" for v in known) / max(len(known), 1)
        rows.append((name, f"{falls:.0%}", *(str(p) if p else "-" for p in pair)))
    heads = ["removals", "fall (engines)", *(f"{a} and {b}" for a, b in EXPLAINED)]
    yield from table(heads, rows)


def _confusion(
    found: Sequence[Judged], how: str, first: str, second: str
) -> Iterator[str]:
    told = counts(found, how, first, second)
    words = [w for w in ("stands", "falls", "stuck") if any(w in key for key in told)]
    yield from table(
        [f"{first} \\ {second}", *words],
        [(a, *(str(told[a, b]) for b in words)) for a in words],
    )


def _kinds(found: Sequence[Judged], how: str, first: str, second: str) -> Iterator[str]:
    kinds = disagreements(found, how, first, second)
    if kinds:
        yield from table(
            ["disagreement", "removals", f"falls only in {first}", "example"],
            [
                (
                    f"{kind.name}: {KINDS[kind.name]}", str(kind.removals),
                    str(kind.first_falls), f"`{kind.example}`",
                )
                for kind in kinds
            ],
        )  # fmt: skip


def _forces(found: Sequence[Judged]) -> Iterator[str]:
    yield "### Pull forces against the range of statics"
    yield ""
    rows = [
        (
            each.model, each.group, str(each.pulls), *_inside(each),
            f"{each.ratio:.2f}",
        )
        for model in (*ENGINES, "quasistatic")
        for each in inside(found, model)
    ]  # fmt: skip
    heads = ["model", "block comes", "pulls", "inside", "below", "above"]
    yield from table([*heads, "peak / friction at rest"], rows)


def _inside(each: Inside) -> tuple[str, str, str]:
    if each.inside != each.inside:
        return "-", "-", "-"
    share = f"{each.inside:.1%} ({each.low:.1%} to {each.high:.1%})"
    return share, f"{each.below:.1%}", f"{each.above:.1%}"


def _games(curves: Sequence[Survival]) -> Iterator[str]:
    yield "## Whole games"
    yield ""
    rows = [
        (
            each.engine, str(each.curve.games), f"{each.mean:.1f}",
            f"{each.spread:.1f}", f"{each.curve.median:g}",
            "-" if each.p != each.p else f"{each.p:.2g}",
            ", ".join(
                f"{name} {share:.0%} ({low:.0%} to {high:.0%})"
                for name, (share, low, high) in each.phases.items()
            ),
        )
        for each in curves
    ]  # fmt: skip
    heads = ["model", "games", "mean turns", "sd", "median", "log-rank p", "fell in"]
    yield from table(heads, rows)
