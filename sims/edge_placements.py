"""Placements near the edge of a table, out of games: laid ones and forbidden ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import pi

import numpy as np

from staccs.cells import unpack
from staccs.lattice import Cell
from staccs.match import MatchConfig, Players
from staccs.moves import Action
from staccs.params import CardParams
from staccs.phases import Phase
from staccs.rules import Edge
from staccs.table import Hexagon, PlacedTable, Table

__all__ = ["Placement", "moved", "nearest", "placements", "strewn"]

_LAYING = (Phase.TURN, Phase.DRAWN, Phase.ATTACKED)


@dataclass(frozen=True, slots=True)
class Placement:
    """A cell on which a player laid a card, or would have but for the edge.

    Parameters
    ----------
    cell : Cell
    margin : float
        Signed, in m, as of `staccs.table.OverhangReport`.
    overhangs : bool
        Whether a part of the card is past the edge.
    laid : bool
        Whether a card was laid there.
    """

    cell: Cell
    margin: float
    overhangs: bool
    laid: bool


def placements(config: MatchConfig, seed: int, index: int) -> list[Placement]:
    """Play a game; return its placements, each forbidden cell once.

    Parameters
    ----------
    config : MatchConfig
        With a table.
    seed, index : int
        As of `staccs.match.play_match`; the game is the same.
    """
    table = config.table
    if table is None:
        return []
    game, players = config.dealt(seed, index), Players(config, seed, index)
    laid = [card.cell for card in game.board.cards]
    forbidden: dict[Cell, None] = {}
    while game.legal_moves:
        if game.phase in _LAYING:
            forbidden |= {unpack(at): None for _, at in sorted(game.edge_spots())}
        move = players.choose(game)
        if move.action is Action.PLAY:
            laid.append(move.cell)
        game.push(move)
    return [
        *(_placement(table, cell, laid=True) for cell in laid),
        *(_placement(table, cell, laid=False) for cell in forbidden),
    ]


def _placement(table: PlacedTable, cell: Cell, *, laid: bool) -> Placement:
    report = table.report(cell)
    return Placement(cell, report.margin, report.overhang_area > 0, laid)


def strewn(table: Table, edge: Edge, seed: int, index: int) -> PlacedTable:
    """Return a table on which the first card lies near the middle, turned by chance.

    People do not measure where they begin. Its center is within a card's edge of the
    middle, along x and along y.

    Parameters
    ----------
    table : Table
    edge : Edge
    seed, index : int
        What chance is drawn from: the same for the same two.
    """
    rng = np.random.default_rng([seed, index])
    reach = CardParams().edge
    (x, y), (dx, dy) = table.middle, rng.uniform(-reach, reach, 2)
    turn = float(rng.uniform(0, pi / 3))
    return PlacedTable(table, (x + float(dx), y + float(dy)), turn, edge=edge)


def nearest(margins: Sequence[float], count: int) -> list[int]:
    """Return the indices of the margins nearest to 0, half of them of either sign.

    Parameters
    ----------
    margins : sequence of float
    count : int
        How many at most of each sign; 0 counts as negative, as it does in the rules.

    Examples
    --------
    >>> nearest([0.02, -0.01, 0.001, -0.5, 0.3], 1)
    [2, 1]
    """
    order = sorted(range(len(margins)), key=lambda k: abs(margins[k]))
    above = [k for k in order if margins[k] > 0]
    return above[:count] + [k for k in order if margins[k] <= 0][:count]


def moved(card: Hexagon, table: Table, margin: float) -> tuple[Hexagon, float] | None:
    """Return a card moved square to the edge until it has about another margin.

    Parameters
    ----------
    card : Hexagon
        Near the edge, in the coordinates of the table.
    table : Table
    margin : float
        Wanted, in m, as under ``balance``.

    Returns
    -------
    (Hexagon, float) or None
        The card and the margin that it has: another one than was asked for where the
        part over the table changes its shape on the way. None if it is not near an
        edge.

    Examples
    --------
    >>> from staccs.table import RectangularTable
    >>> card = Hexagon((0.49, 0.0), 0.044)
    >>> there, margin = moved(card, RectangularTable(1.0, 1.0), -0.001)
    >>> round(there.center[0], 6), round(margin, 6)
    (0.501, -0.001)
    """
    shape = table.shape()
    here = shape.support(card)
    if here.direction is None:
        return None
    away = here.margin - margin
    (x, y), (dx, dy) = card.center, here.direction
    there = Hexagon((x + away * dx, y + away * dy), card.edge, card.angle)
    return there, shape.support(there).margin
