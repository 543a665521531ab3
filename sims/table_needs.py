"""How large a table a game needs, so that its edge forbids no play of it.

A game is played on a table without an edge, and every cell is kept on which a player
could have laid a card of the hand. The smallest table on which all of these cells fit
is what the game *needs*: a larger one forbids nothing. A player who does not look at
the table plays the same game on every table up to the first forbidden play, so one game
answers for all tables, shapes and readings of the edge at once.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace

from staccs.cells import unpack
from staccs.lattice import Cell
from staccs.match import MatchConfig, Players
from staccs.moves import CELL
from staccs.params import CardParams
from staccs.phases import Phase
from staccs.rules import Edge
from staccs.table import PlacedTable, RectangularTable, RoundTable

__all__ = ["Wanted", "least_diameter", "least_width", "wanted"]

_LAYING = (Phase.TURN, Phase.DRAWN, Phase.ATTACKED)
"""When the column ``lost_to_edge`` counts, and so do we."""
_ENDLESS = 100.0  # m; of it only the centers and corners of cards are asked


@dataclass(frozen=True, slots=True)
class Wanted:
    """Where the cards of a game could have been laid.

    Parameters
    ----------
    cells : frozenset of Cell
        The cell of the first card included.
    turns : int
        Turns begun.
    first_to_win : bool
        Whether the player who began won, alone or with others.
    """

    cells: frozenset[Cell]
    turns: int
    first_to_win: bool


def wanted(config: MatchConfig, seed: int, index: int) -> Wanted:
    """Play a game without an edge; tell on which cells there was a card to lay.

    Parameters
    ----------
    config : MatchConfig
        Its table is not used.
    seed, index : int
        As of `staccs.match.play_match`; the game is the same.
    """
    config = replace(config, table=None)
    game, players = config.dealt(seed, index), Players(config, seed, index)
    cells = {card.cell for card in game.board.cards}
    turns = 0
    while game.legal_moves:
        phase = game.phase
        turns += phase in (Phase.TURN, Phase.ATTACKED)
        if phase in _LAYING:
            cells |= {unpack(place >> CELL) for place, _ in game.legal_moves.spots}
        game.push(players.choose(game))
    ended = game.outcome()
    return Wanted(frozenset(cells), turns, ended is not None and 0 in ended.winners)


def least_diameter(
    cells: Iterable[Cell], edge: Edge, card: CardParams | None = None
) -> float:
    """Return the diameter of the smallest round table for some cells, in m.

    Parameters
    ----------
    cells : iterable of Cell
        At least one; the cell 0,0 lies in the middle of the table.
    edge : Edge
        Under ``balance`` a card fits on tables that are larger, and only just not on
        this one; under ``inside`` on this one, too.
    card : CardParams, optional

    Examples
    --------
    >>> least_diameter([Cell(0, 0), Cell(0, 2)], Edge.BALANCE)
    0.176
    >>> least_diameter([Cell(0, 0), Cell(0, 2)], Edge.INSIDE)
    0.264
    """
    placed = PlacedTable(RoundTable(_ENDLESS), card=card or CardParams())
    points = _points(placed, cells, edge)
    return round(2 * max(math.hypot(x, y) for x, y in points), 9)


def least_width(
    cells: Iterable[Cell], edge: Edge, aspect: float, card: CardParams | None = None
) -> float:
    """Return the least width of the smallest rectangular table for some cells, in m.

    Parameters
    ----------
    cells, edge, card
        As of `least_diameter`.
    aspect : float
        Length of the table by its width, 1 or more; the length lies along x.

    Examples
    --------
    >>> least_width([Cell(0, 0), Cell(0, 2)], Edge.BALANCE, 1.5)
    0.176
    """
    table = RectangularTable(_ENDLESS, _ENDLESS)
    placed = PlacedTable(table, card=card or CardParams())
    points = _points(placed, cells, edge)
    return round(2 * max(max(abs(x) / aspect, abs(y)) for x, y in points), 9)


def _points(
    placed: PlacedTable, cells: Iterable[Cell], edge: Edge
) -> list[tuple[float, float]]:
    """Return what must lie on the table: centers of cards, or all their corners."""
    cards = [placed.hexagon(cell) for cell in cells]
    if edge is Edge.BALANCE:  # on a table without dents, no more than that
        return [card.center for card in cards]
    return [corner for card in cards for corner in card.corners]
