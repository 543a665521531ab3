"""What lies where, and what fits where: the fast inside of a board, on integers.

For every triangle of the lattice a STACC remembers which of its surfaces is on top
there. A surface is a number: ``3 * (index of its card + 1) + Surface``; it is negative
on a triangle whose other half has been covered, so that a partly covered surface is
seen at once. For every cell there is the set of card kinds that could be laid there.
A card changes the tops of six triangles and the sets of seven cells, so what a play
costs does not depend on how large the STACC is.
"""

from collections.abc import Mapping
from typing import Any

from staccs.cards import KINDS, SUITS
from staccs.cells import STEPS, TRIANGLES, Footing
from staccs.rules import PartialOverlap, Rules, WildRotation
from staccs.surfaces import ALL_SUITED, SURFACES, WILD_BIT, direction, fitting

__all__ = ["Ground"]

_WILD = KINDS[-1].index
_LIVE = WILD_BIT << 1  # in the set of every surface that a card may be laid on
_OUTER = tuple(TRIANGLES[j - 5] + STEPS[j] for j in range(6))
"""From a cell to the triangles across the far edges of its own six triangles."""


def _surface_sets() -> tuple[tuple[int, ...], ...]:
    """Return what fits on each surface, by kind of card and then by called suit."""
    faces = [(card, None) for card in KINDS] + [(KINDS[-1], suit) for suit in SUITS]
    return tuple(
        tuple(_LIVE | fitting(card, surface, call) for surface in SURFACES)
        for card, call in faces
    )


def _layouts(mirror: bool) -> tuple[tuple[int, ...], ...]:
    """Return which surface each triangle of a card shows, by orientation."""
    layouts = []
    for orientation in range(6):
        layout = [0] * 6
        for surface in SURFACES:
            toward = direction(surface, orientation, mirror)
            layout[toward - 1] = layout[toward] = surface
        layouts.append(tuple(layout))
    return tuple(layouts)


_SETS = _surface_sets()
_LAYOUTS = {mirror: _layouts(mirror) for mirror in (False, True)}
_TURNS = {
    WildRotation.SIXTY: (1, 2, 3, 4, 5),
    WildRotation.HUNDRED_TWENTY: (2, 4),
}

Record = tuple[int, int, int, int, int]
"""A card that lies: kind, packed cell, orientation, called suit or -1, STACC."""

Changes = list[tuple[int, int]]
"""Keys of a dictionary and what they held before."""


class Stacc:
    """The part of a ground that belongs to one STACC."""

    __slots__ = ("beyond", "first", "open", "orientation", "since", "top")

    def __init__(self, orientation: int, first: int) -> None:
        self.orientation = orientation
        self.first = first
        self.since = first  # cards with a smaller index are locked
        self.top: dict[int, int] = {}
        self.open: dict[int, int] = {}
        self.beyond: dict[int, int] = {}  # what would fit, but for the table

    def copy(self) -> "Stacc":
        """Return an independent copy."""
        other = Stacc(self.orientation, self.first)
        other.since = self.since
        other.top = self.top.copy()
        other.open = self.open.copy()
        other.beyond = self.beyond.copy()
        return other


class Ground:
    """Cards on the lattice as integers: laying, taking back, what fits where.

    Nothing is checked here; `staccs.board.Board` is the class to use.
    """

    def __init__(self, rules: Rules, footing: Footing | None, mirror: bool) -> None:
        self.rules = rules
        self.footing = footing
        self.mirror = mirror
        self.overlap = rules.partial_overlap
        self.layouts = _LAYOUTS[mirror]
        self.staccs: dict[int, Stacc] = {}
        self.placed: list[Record] = []
        self.live = [0, 0, 0]  # what fits on each surface; 0 if locked or barred
        self.marks = [0, 0, 0]  # the same, whether or not it is locked or barred
        self.log: list[tuple[Any, ...]] = []
        self.barred: tuple[int, ...] = ()

    def open_cells(self, stacc: int = 0) -> Mapping[int, int]:
        """Return what fits where, as it is now: look, but do not change it.

        Parameters
        ----------
        stacc : int
            Number of the STACC.

        Returns
        -------
        mapping of int to int
            By packed cell (`staccs.cells.unpack`), the set of card kinds that can be
            laid there, never empty. In no particular order: sort before choosing.
        """
        return self.staccs[stacc].open

    def edge_cells(self, stacc: int = 0) -> Mapping[int, int]:
        """Return what would fit where the table does not allow it.

        Parameters
        ----------
        stacc : int
            Number of the STACC.

        Returns
        -------
        mapping of int to int
            As of `open_cells`.
        """
        return self.staccs[stacc].beyond

    def orientation(self, stacc: int = 0) -> int:
        """Return the orientation in which cards of a STACC are laid now."""
        return self.staccs[stacc].orientation

    def rotations(self, stacc: int = 0) -> tuple[int, ...]:
        """Return the orientations in which a WILD may be laid now (T4)."""
        now = self.staccs[stacc].orientation
        return tuple((now + turn) % 6 for turn in _TURNS[self.rules.wild_rotation])

    def put(
        self, kind: int, cell: int, orientation: int, call: int = -1, stacc: int = 0
    ) -> None:
        """Lay a card without asking whether it may lie there; the fast path.

        Parameters
        ----------
        kind : int
            Index of the card.
        cell : int
            Packed cell.
        orientation : int
            Orientation of the card, 0 to 5.
        call : int
            Index of the suit called with a WILD; -1 for none.
        stacc : int
            Number of a STACC that has been started.
        """
        mine = self.staccs[stacc]
        before: tuple[Any, ...] | None = None
        if kind == _WILD:
            before = (mine.open, mine.beyond, mine.since, mine.orientation, self.live)
            self._turn(mine, stacc, orientation)
        base = len(self.live)
        sets = _SETS[kind if call < 0 else _WILD + 1 + call]
        self.placed.append((kind, cell, orientation, call, stacc))
        self.live += sets
        self.marks += sets
        get, top = mine.top.get, mine.top
        under = [get(cell + each, 0) for each in TRIANGLES]
        torn = self._tear(top, cell, under)
        for each, surface in zip(TRIANGLES, self.layouts[orientation], strict=True):
            top[cell + each] = base + surface
        changes = self._renew(mine, cell)
        others = self._take_from_others(stacc, cell) if len(self.staccs) > 1 else ()
        self.log.append((under, torn, changes, before, others, self.barred))

    def undo(self) -> None:
        """Take back the card laid last, and what was barred since."""
        under, torn, changes, before, others, barred = self.log.pop()
        self.bar(barred)
        _, cell, _, _, stacc = self.placed.pop()
        mine = self.staccs[stacc]
        top = mine.top
        for each, code in zip(TRIANGLES, under, strict=True):
            if code:
                top[cell + each] = code
            else:
                del top[cell + each]
        for each in torn:
            top[each] = -top[each]
        del self.live[-3:], self.marks[-3:]
        if before is not None:
            mine.open, mine.beyond = before[0].copy(), before[1].copy()
            mine.since, mine.orientation = before[2], before[3]
            self.live = before[4].copy()
        else:
            for key, mask in changes:
                self._write(mine, key, mask)
        for other, lost, torn, changes in others:
            self._give_back(self.staccs[other], lost, torn, changes)
        if mine.first == len(self.placed):
            del self.staccs[stacc]

    def begin(self, orientation: int, stacc: int) -> None:
        """Make room for the first card of a STACC."""
        self.staccs[stacc] = Stacc(orientation, len(self.placed))

    def _turn(self, mine: Stacc, stacc: int, orientation: int) -> None:
        """Lock all cards of a STACC before a WILD is laid on it (T5)."""
        mine.open, mine.beyond = {}, {}
        mine.since, mine.orientation = len(self.placed), orientation
        live = self.live.copy()
        for index in range(mine.first, len(self.placed)):
            if self.placed[index][4] == stacc:
                live[3 * index + 3 : 3 * index + 6] = 0, 0, 0
        self.live = live

    @staticmethod
    def _tear(top: dict[int, int], cell: int, under: list[int]) -> list[int]:
        """Note the surfaces that a card covers half of; return their other halves."""
        torn = []
        for code, step in zip(under, _OUTER, strict=True):
            if code > 0 and top.get(cell + step) == code:
                top[cell + step] = -code
                torn.append(cell + step)
        return torn

    def _renew(self, mine: Stacc, cell: int) -> Changes:
        """Find anew what fits at a cell and around it; return what did before."""
        changes = []
        for key in (cell, *(cell + step for step in STEPS)):
            mask = self.fitting(mine, key)
            old = mine.open.get(key, 0) or mine.beyond.get(key, 0)
            if mask != old:
                changes.append((key, old))
                self._write(mine, key, mask)
        return changes

    def _write(self, mine: Stacc, key: int, mask: int) -> None:
        footing = self.footing
        place = mine.open if footing is None or footing[key] else mine.beyond
        if mask:
            place[key] = mask
        else:
            place.pop(key, None)

    def fitting(self, mine: Stacc, cell: int) -> int:
        """Return what fits at a cell, from the tops of its six triangles."""
        codes = [mine.top.get(cell + each, 0) for each in TRIANGLES]
        fits, wild, halves, touched = ALL_SUITED, 0, ALL_SUITED, False
        for j, code in enumerate(codes):
            if not code:
                continue
            if code == codes[j - 5]:
                live = self.live[code]
                if not live:
                    return 0
                touched = True
                fits &= live
                wild |= live & WILD_BIT
            elif code != codes[j - 1]:
                if code < 0 and cell in self.hosts(-code):
                    return 0
                if self.overlap is not PartialOverlap.ALLOW:
                    halves &= self.marks[abs(code)]
                    if self.overlap is PartialOverlap.FORBID:
                        return 0
        return fits & halves | wild if touched else 0

    def hosts(self, code: int) -> tuple[int, int]:
        """Return the two cells at which a card covers a surface wholly."""
        _, cell, orientation, _, _ = self.placed[code // 3 - 1]
        toward = direction(SURFACES[code % 3], orientation, self.mirror)
        return cell, cell + STEPS[toward]

    def _take_from_others(self, stacc: int, cell: int) -> tuple[Any, ...]:
        """Cover what other STACCs have at a cell (T18); return what to give back."""
        taken = []
        for number, other in self.staccs.items():
            top = other.top
            under = [top.get(cell + each, 0) for each in TRIANGLES]
            if number == stacc or not any(under):
                continue
            torn = self._tear(top, cell, under)
            lost = [
                (cell + step, top.pop(cell + step))
                for step, code in zip(TRIANGLES, under, strict=True)
                if code
            ]
            taken.append((number, lost, torn, self._renew(other, cell)))
        return tuple(taken)

    def _give_back(
        self, other: Stacc, lost: Changes, torn: list[int], changes: Changes
    ) -> None:
        other.top.update(lost)
        for each in torn:
            other.top[each] = -other.top[each]
        for key, mask in changes:
            self._write(other, key, mask)

    def bar(self, barred: tuple[int, ...]) -> None:
        """Bar exactly these TOPs (T10)."""
        if barred == self.barred:
            return
        changed = set(barred) ^ set(self.barred)
        self.barred = barred
        for index in changed:
            code = 3 * index + 3
            mine = self.staccs[self.placed[index][4]]
            closed = index in barred or index < mine.since
            self.live[code] = 0 if closed else self.marks[code]
            for key in self.hosts(code):
                self._write(mine, key, self.fitting(mine, key))

    def carry(self, other: "Ground") -> None:
        """Make another ground the same as this one, sharing nothing that changes."""
        other.staccs = {number: each.copy() for number, each in self.staccs.items()}
        other.placed, other.log = self.placed.copy(), self.log.copy()
        other.live, other.marks = self.live.copy(), self.marks.copy()
        other.barred = self.barred
