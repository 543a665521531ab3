"""The command that tells what a folder of results shows."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from rich.console import Console

from gamebase.errors import ParameterError, shown
from gamebase.report_flags import FORMATS
from gamebase.targets import check_apart, check_target, write_target
from sims.reports.as_json import json_of
from sims.reports.building import build
from sims.reports.document import document_of
from sims.reports.kinds import Kind
from sims.reports.markdown import markdown_of
from sims.reports.model import Report
from sims.reports.run_record import NAME
from sims.reports.text import text_of, write_text

__all__ = ["run", "written"]


def run(kind: Kind, args: argparse.Namespace) -> int:
    """Report on a folder, to a file or to the standard output.

    Parameters
    ----------
    kind : Kind
        The game.
    args : argparse.Namespace
        The flags of `gamebase.report_flags`.

    Returns
    -------
    int
        0.

    Raises
    ------
    gamebase.errors.ParameterError
        For bad input, before anything is written.
    """
    chosen = _format(args)
    report = build(kind, args.folder, args.metrics, args.reference)
    if args.out is not None:
        text = written(report, chosen)
        write_target(args.out, lambda path: path.write_text(text, encoding="utf-8"))
        return 0
    _print(_for_terminal(report) if chosen == "text" else written(report, chosen))
    return 0


def written(report: Report, chosen: str) -> str:
    """Return a report in one of the formats of `FORMATS`; a text has 80 columns."""
    if chosen == "json":
        return json_of(report)
    if chosen == "html":
        # What draws is slow to load, and only pages have pictures.
        from sims.reports.page import page_of

        return page_of(report)
    document = document_of(report)
    return markdown_of(document) if chosen == "markdown" else text_of(document)


def _format(args: argparse.Namespace) -> str:
    """Return the format that is asked for, and check the file."""
    path: Path | None = args.out
    if path is None:
        return args.format or "text"
    check_target(path, tuple(FORMATS.values()), "a report's name")
    for name in (NAME, "shards.jsonl"):
        check_apart([path], args.folder / name)
    ending = path.suffix.casefold()
    chosen = args.format or next(name for name, end in FORMATS.items() if end == ending)
    if FORMATS[chosen] != ending:
        raise ParameterError(
            f"--format is {chosen}, but --out is {shown(str(path), 200)}: let its name "
            f"end in {FORMATS[chosen]}, or leave --format out"
        )
    return str(chosen)


def _for_terminal(report: Report) -> str:
    console = Console(highlight=False)
    with console.capture() as captured:
        write_text(document_of(report), console)
    return captured.get()


def _print(text: str) -> None:
    """Print, with question marks for what the output's encoding does not have."""
    encoding = sys.stdout.encoding or "utf-8"
    sys.stdout.write(text.encode(encoding, "replace").decode(encoding))
