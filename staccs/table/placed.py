"""A STACC's place on a table: which cells of the lattice a card can lie on."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import InitVar, dataclass, field

from gamebase.config_reading import one_of
from staccs.errors import ParameterError, shown
from staccs.lattice import Cell, cell_of, to_plane
from staccs.params import CardParams
from staccs.rules import Edge
from staccs.table.corners import LARGEST
from staccs.table.hexagon import Hexagon
from staccs.table.plane import Point, snapped
from staccs.table.report import OverhangReport, verdict_of
from staccs.table.tables import Shape, Table

__all__ = ["PlacedTable"]

_EDGES = [each.value for each in Edge]


@dataclass(frozen=True, slots=True)
class PlacedTable:
    """A table with a lattice on it, and what it says of every cell.

    Answers are kept, so each cell is measured once for all games on it.

    Parameters
    ----------
    table : Table
    start : (float, float), optional
        Where the cell 0,0 lies, in m, in the coordinates of the table; the table's
        ``middle`` by default.
    angle : float
        Turn of the lattice, counterclockwise, in rad. At 0 the cell 0,1 lies in the
        direction of y, and cards have a corner there.
    card : CardParams
        Size of the cards.
    edge : Edge
        The switch of ruling T20, also as text; see `OverhangReport.margin` for what
        its values mean.
    first : iterable of Cell
        Where the first cards lie.

    Raises
    ------
    ParameterError
        If a first card does not lie flat, or a value is not accepted.

    Examples
    --------
    >>> from staccs.table import Table
    >>> placed = PlacedTable(Table.parse("rect:0.4x0.2"))
    >>> placed.fits(Cell(0, 2)), placed.fits(Cell(0, 3))
    (True, False)
    >>> report = placed.report(Cell(0, 3))
    >>> print(report)
    falls: the card cannot lie there: it reaches too far past the edge (margin
    -32.000 mm, 47.80 cm^2 past the edge)
    >>> report.tipping_direction
    (0.0, 1.0)
    """

    table: Table
    start: Point | None = None
    angle: float = 0.0
    card: CardParams = field(default_factory=CardParams)
    edge: Edge = Edge.BALANCE
    first: InitVar[Iterable[tuple[int, int]]] = (Cell(0, 0),)
    _shape: Shape = field(init=False, repr=False, compare=False)
    _fits: dict[tuple[int, int], bool] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )
    _reports: dict[tuple[int, int], OverhangReport] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def __post_init__(self, first: Iterable[tuple[int, int]]) -> None:
        if not isinstance(self.table, Table):
            raise ParameterError(
                f"{shown(self.table)} is no table: give one, such as "
                "Table.parse('round:1.0')"
            )
        if not isinstance(self.card, CardParams):
            raise ParameterError(
                f"the card is {shown(self.card)}: give CardParams(edge=...) in meters"
            )
        if self.start is None:
            object.__setattr__(self, "start", self.table.middle)
        else:
            object.__setattr__(self, "start", _checked_start(self.start))
        object.__setattr__(self, "angle", _checked_angle(self.angle))
        object.__setattr__(self, "edge", Edge(one_of("edge", self.edge, _EDGES)))
        object.__setattr__(self, "_shape", self.table.shape())
        self.require(first)

    def __reduce__(self) -> tuple[type[PlacedTable], tuple[object, ...]]:
        """Pickle without the answers: they are found again where it is unpickled."""
        values = (self.table, self.start, self.angle, self.card, self.edge, ())
        return PlacedTable, values

    @property
    def origin(self) -> Point:
        """Where the cell 0,0 lies, in m."""
        return self.table.middle if self.start is None else self.start

    def fits(self, cell: tuple[int, int]) -> bool:
        """Tell whether a card can lie on a cell."""
        try:
            return self._fits[cell]
        except (KeyError, TypeError):
            cell = cell_of(cell)
            return self._fits.setdefault(cell, self._lies_flat(cell))

    def _lies_flat(self, cell: tuple[int, int]) -> bool:
        """Measure what `report` says of it too, but no more than that needs."""
        if self.edge is Edge.INSIDE:
            return self._shape.covers(self.hexagon(cell))
        return self.report(cell).fits

    def report(self, cell: tuple[int, int]) -> OverhangReport:
        """Return how a card on a cell lies."""
        cell = cell_of(cell)
        found = self._reports.get(cell)
        if found is None:
            found = self._reports[cell] = self._measured(self.hexagon(cell))
        return found

    def hexagon(self, cell: tuple[int, int]) -> Hexagon:
        """Return the outline of a card on a cell."""
        x, y = to_plane(cell_of(cell), self.card.edge)
        c, s = math.cos(self.angle), math.sin(self.angle)
        x0, y0 = self.origin
        center = (x0 + c * x - s * y, y0 + s * x + c * y)
        return Hexagon(center, self.card.edge, self.angle)

    def _measured(self, card: Hexagon) -> OverhangReport:
        inside = self.edge is Edge.INSIDE
        support = self._shape.support(card)
        margin = self._shape.clearance(card) if inside else support.margin
        return OverhangReport(
            verdict=verdict_of(support, margin, touching_fits=inside),
            margin=snapped(margin),
            overhang_area=support.overhang_area,
            hull=support.hull,
            tipping_direction=support.direction,
            balance_margin=snapped(support.margin),
            center=card.center,
        )

    def require(self, cells: Iterable[tuple[int, int]]) -> None:
        """Refuse the place if a first card cannot lie flat on one of these cells.

        Raises
        ------
        ParameterError
            Saying where the card would lie and how.
        """
        if not isinstance(cells, Iterable):
            raise ParameterError(
                f"the first cells are {shown(cells)}: give a list of Cells"
            )
        for cell in cells:
            report = self.report(cell)
            if not report.fits:
                x, y = report.center
                mx, my = self.table.middle
                raise ParameterError(
                    f"the first card cannot lie flat at ({x:g}, {y:g}) m on the table "
                    f"{self.table.brief()} (switch edge: {self.edge}). {report}. "
                    f"Start farther from the edge (the middle is ({mx:g}, {my:g})), "
                    "or take a larger table or smaller cards"
                )


def _checked_start(start: object) -> Point:
    pair = start if isinstance(start, list | tuple) else ()
    if len(pair) == 2 and all(_is_number(each, LARGEST) for each in pair):
        return (float(pair[0]), float(pair[1]))
    raise ParameterError(
        f"the start is {shown(start)}: give (x, y), two numbers of meters, each from "
        f"{-LARGEST:g} to {LARGEST:g}"
    )


def _checked_angle(angle: object) -> float:
    if _is_number(angle, 1e6):
        return float(angle)  # type: ignore[arg-type]
    raise ParameterError(f"the angle is {shown(angle)}: give a number of radians")


def _is_number(value: object, most: float) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return abs(value) <= most
