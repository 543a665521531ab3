"""The commands ``staccs show`` and ``staccs explain``.

``explain`` exits with 0 if the card may be laid there, and with 1 if it may not. A
question without sense, about a card that lies already or a cell that would touch
nothing, is bad input like any other: one line, and exit code 2.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from gamebase.batch_flags import whole_number
from staccs.cards import Card
from staccs.errors import IllegalMoveError, InvalidNotationError, shown
from staccs.explain import Explanation
from staccs.lattice import Cell
from staccs.placement import Placement
from staccs.scene_flags import add_source, under_of
from staccs.showing import ReadRow, Scene, scene_of
from staccs.summary import card_lines, explanation_lines, summary_lines

__all__ = ["add_explain", "add_show"]

NOT_LEGAL = 1
"""Exit code of ``explain`` if the card may not be laid there."""

_CELL = re.compile(r"(-?[0-9]{1,6}),(-?[0-9]{1,6})")

SHOW_EXAMPLES = """\
examples:
  staccs show '5S@0,0 9S@0,1 9H@1,0'
  staccs show '5S@0,0 9S@0,1 9H@1,0' --card 9C --cells --out stacc.svg
  staccs show game.json --out stacc.png
  staccs show results/first --game 3 --out stacc.svg
"""

EXPLAIN_EXAMPLES = """\
examples:
  staccs explain '5S@0,0 9S@0,1' 9H 1,0
  staccs explain '5S@0,0' W 0,1 --orientation 2 --table round:0.4

exit code: 0 if the card may be laid there, 1 if not, 2 for bad input
"""


def add_show(commands: Any, read_row: ReadRow) -> None:
    """Add ``show`` to the commands.

    Parameters
    ----------
    commands : object
        What `argparse.ArgumentParser.add_subparsers` returned.
    read_row : callable
        Reads a row of a table of games.
    """
    text = "print a STACC and what fits where, or draw it as SVG or PNG"
    command = commands.add_parser(
        "show", help=text, description=text, epilog=SHOW_EXAMPLES
    )
    add_source(command)
    add = command.add_argument
    add("--out", type=Path, metavar="FILE", help="draw it: FILE.svg or FILE.png")
    add("--card", metavar="CARD", help="mark where this card may be laid, such as 5C")
    add("--cells", action="store_true", help="write coordinates into the picture")
    command.set_defaults(run=lambda args: _show(args, read_row))


def add_explain(commands: Any, read_row: ReadRow) -> None:
    """Add ``explain`` to the commands; parameters as of `add_show`."""
    text = "print every reason why a card may be laid at a cell, or may not"
    command = commands.add_parser(
        "explain", help=text, description=text, epilog=EXPLAIN_EXAMPLES
    )
    add_source(command)
    add = command.add_argument
    add("card", metavar="CARD", help="such as 5S, 10H, QC or W")
    add("cell", metavar="CELL", help="its two coordinates, such as 2,-1")
    add(
        "--orientation",
        type=whole_number,
        metavar="K",
        help="sixths of a turn, 0 to 5; for a WILD (that of the STACC)",
    )
    add("--stacc", type=whole_number, default=0, metavar="N", help="which STACC (0)")
    command.set_defaults(run=lambda args: _explain(args, read_row))


def _show(args: argparse.Namespace, read_row: ReadRow) -> int:
    card = None if args.card is None else Card.parse(args.card)
    if args.out is not None:
        from staccs.drawing import check_target

        check_target(args.out)
    scene = scene_of(args.source, under_of(args), read_row, args.game)
    if args.out is not None:
        _draw(scene, args.out, card, args.cells)
        return 0
    lines = list(summary_lines(scene.board))
    if card is not None:
        lines += ["", *card_lines(scene.board, card)]
    _print([*lines, "", "draw it with --out FILE.svg or --out FILE.png"])
    return 0


def _draw(scene: Scene, out: Path, card: Card | None, cells: bool) -> None:
    from staccs.drawing import draw_board, write_picture

    picture = draw_board(
        scene.board, table=scene.table, card=card, cells=cells, title=scene.title
    )
    write_picture(picture, out)
    _print([f"{shown(str(out), 200)} shows {picture.description.partition('. ')[0]}"])


def _explain(args: argparse.Namespace, read_row: ReadRow) -> int:
    cell = _CELL.fullmatch(args.cell)
    if cell is None:
        raise InvalidNotationError(
            f"{shown(args.cell)} is no cell: give two whole numbers, such as 2,-1"
        )
    placement = Placement(
        Card.parse(args.card),
        Cell(int(cell[1]), int(cell[2])),
        args.orientation,
        stacc=args.stacc,
    )
    scene = scene_of(args.source, under_of(args), read_row, args.game)
    explanation = scene.board.explain(placement)
    if _senseless(explanation):
        raise IllegalMoveError(str(explanation))
    lines = list(explanation_lines(explanation))
    if scene.table is not None:
        lines.append(f"the table: {scene.table.report(placement.cell)}")
    _print(lines)
    return 0 if explanation.legal else NOT_LEGAL


def _senseless(explanation: Explanation) -> bool:
    """Tell whether the card lies already, or would touch no card at all."""
    reasons = explanation.reasons
    spent = any(reason.ruling == "T16" for reason in reasons)
    touches = any(reason.surface is not None for reason in reasons)
    return spent or not touches


def _print(lines: Iterable[str]) -> None:
    for line in lines:
        sys.stdout.write(f"{line}\n")
