"""What lies where, and what fits where: the fast inside of a board, on integers.

For every triangle of the lattice a STACC remembers the surface on top there, and for
every cell the set of card kinds that could be laid there. A card changes the tops of
six triangles and the sets of seven cells, so what a play costs does not depend on how
large the STACC is.
"""

from __future__ import annotations

from typing import Final

from staccs.cells import STEPS, Footing
from staccs.fitting import fitting_at, fitting_beside
from staccs.plans import KILL, PLANS, TURNS, WILD_KIND
from staccs.rules import PartialOverlap, Rules
from staccs.stacc import NOTHING, Beside, Changes, Codes, Stacc
from staccs.surfaces import SURFACES, WILD_BIT, direction

__all__ = ["Ground"]

_KINDS: Final = (WILD_BIT << 1) - 1

Record = tuple[int, int, int, int, int]
"""A card that lies: kind, packed cell, orientation, called suit or -1, STACC."""

Taken = tuple[int, Codes, list[int], Changes]
"""Of another STACC: its number, what was covered, halves left, and sets changed."""

Saved = tuple[dict[int, int], dict[int, int], int, int, list[int]]
"""What a WILD replaces: open, beyond, since, orientation of the STACC, and live."""

Entry = tuple[
    Codes, list[int], Changes, Saved | None, tuple[Taken, ...], tuple[int, ...]
]
"""What it takes to take a card back; the last part is what was barred."""


class Ground:
    """Cards on the lattice as integers: laying, taking back, what fits where.

    Nothing is checked here; `staccs.board.Board` is the class to use.

    Parameters
    ----------
    rules : Rules
        How the rules are read.
    footing : Footing or None
        Where a card can lie on the table.
    mirror : bool
        Whether SIDE and FACE are swapped.
    """

    def __init__(self, rules: Rules, footing: Footing | None, mirror: bool) -> None:
        self.rules = rules
        self.footing = footing
        self.mirror = mirror
        self.staccs: dict[int, Stacc] = {}
        self.placed: list[Record] = []
        self.live = [0, 0, 0]  # what fits on each surface; 0 if locked or barred
        self.marks = [0, 0, 0]  # the same, whether or not it is locked or barred
        self.log: list[Entry] = []
        self.barred: tuple[int, ...] = ()
        self._plans = PLANS[mirror]
        self._allow = rules.partial_overlap is PartialOverlap.ALLOW

    def rotations(self, stacc: int) -> tuple[int, ...]:
        """Return the orientations in which a WILD may be laid now (T4)."""
        now = self.staccs[stacc].orientation
        return tuple((now + turn) % 6 for turn in TURNS[self.rules.wild_rotation])

    def begin(self, orientation: int, stacc: int) -> None:
        """Make room for the first card of a STACC."""
        self.staccs[stacc] = Stacc(orientation, len(self.placed))

    def put(
        self, kind: int, cell: int, orientation: int, call: int, stacc: int
    ) -> None:
        """Lay a card without asking whether it may lie there.

        Parameters
        ----------
        kind : int
            Index of the card.
        cell : int
            Packed cell.
        orientation : int
            Orientation of the card.
        call : int
            Index of the suit called with a WILD; -1 for none.
        stacc : int
            Number of a STACC that has begun.
        """
        mine = self.staccs[stacc]
        saved = self._turn(mine, stacc, orientation) if kind == WILD_KIND else None
        self.placed.append((kind, cell, orientation, call, stacc))
        look = kind if call < 0 else WILD_KIND + 1 + call
        sets, toward, layout = self._plans[look][orientation]
        base = len(self.live)
        self.live += sets
        self.marks += sets
        under, torn, beside = mine.cover(cell, base, layout)
        if self._allow:
            changes = self._renew_beside(mine, cell, toward, beside)
        else:
            changes = self._renew(mine, cell)
        taken = self._take(stacc, cell) if len(self.staccs) > 1 else ()
        self.log.append((under, torn, changes, saved, taken, self.barred))

    def undo(self) -> None:
        """Take back the card laid last, and what was barred since."""
        under, torn, changes, saved, taken, barred = self.log.pop()
        self.bar(barred)
        _, cell, _, _, stacc = self.placed.pop()
        mine = self.staccs[stacc]
        mine.write(cell, under)
        mine.mend(torn)
        del self.live[-3:], self.marks[-3:]
        if saved is None:
            for key, mask in changes:
                self._write(mine, key, mask)
        else:
            # Copies, because the log of a copied board may hold the same ones.
            mine.open, mine.beyond = saved[0].copy(), saved[1].copy()
            mine.since, mine.orientation = saved[2], saved[3]
            self.live = saved[4].copy()
        for each_taken in taken:
            self._give_back(cell, each_taken)
        if mine.first == len(self.placed):
            del self.staccs[stacc]

    def bar(self, barred: tuple[int, ...]) -> None:
        """Bar exactly the TOPs of these cards (T10)."""
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

    def hosts(self, code: int) -> tuple[int, int]:
        """Return the two cells at which a card covers a surface wholly."""
        _, cell, orientation, _, _ = self.placed[code // 3 - 1]
        return cell, cell + STEPS[
            direction(SURFACES[code % 3], orientation, self.mirror)
        ]

    def fitting(self, mine: Stacc, cell: int) -> int:
        """Return what fits at a cell, whatever the table."""
        codes = mine.codes(cell)
        return fitting_at(codes, self.live, self.marks, self.rules.partial_overlap)

    def carry(self, other: Ground) -> None:
        """Make another ground the same as this one, sharing nothing that changes."""
        other.staccs = {number: each.copy() for number, each in self.staccs.items()}
        other.placed, other.log = self.placed.copy(), self.log.copy()
        other.live, other.marks = self.live.copy(), self.marks.copy()
        other.barred = self.barred

    def _turn(self, mine: Stacc, stacc: int, orientation: int) -> Saved:
        """Lock all cards of a STACC before a WILD is laid on it (T5)."""
        saved = (mine.open, mine.beyond, mine.since, mine.orientation, self.live)
        mine.open, mine.beyond = {}, {}
        locked, mine.since = mine.since, len(self.placed)
        mine.orientation = orientation
        self.live = self.live.copy()
        for index in range(locked, mine.since):
            if self.placed[index][4] == stacc:
                self.live[3 * index + 3 : 3 * index + 6] = 0, 0, 0
        return saved

    def _renew_beside(
        self, mine: Stacc, cell: int, toward: tuple[int, ...], beside: Beside
    ) -> Changes:
        """Do as `_renew` where covering half of a surface is allowed; much faster.

        The new card is on top of two triangles of each neighbor, so only the other
        four have to be looked at, and those between two neighbors once for both.
        """
        opened, beyond, footing, live = mine.open, mine.beyond, self.footing, self.live
        # On the card itself all three surfaces must match: a WILD alone does.
        changes = [(cell, opened.get(cell, 0) or beyond.get(cell, 0))]
        self._write(mine, cell, WILD_BIT)
        # Not strict, which would be slow where it is compiled.
        for step, fits, kill, codes in zip(STEPS, toward, KILL, beside):  # noqa: B905
            a, b, c, d = codes
            key = cell + step
            if a | b | c | d:
                mask = fitting_beside(fits, a, b, c, d, kill, live)
            else:
                mask = fits & _KINDS
            old = opened.get(key, 0)
            if mask == old:
                if mask or key not in beyond:
                    continue
            elif old or footing is None or footing[key]:
                changes.append((key, old))
                if mask:
                    opened[key] = mask
                else:
                    del opened[key]
                continue
            changes.append((key, beyond.get(key, 0)))
            self._write(mine, key, mask)
        return changes

    def _renew(self, mine: Stacc, cell: int) -> Changes:
        """Find anew what fits at a cell and around it; return what did before."""
        changes = []
        for key in (cell, *[cell + step for step in STEPS]):
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

    def _take(self, stacc: int, cell: int) -> tuple[Taken, ...]:
        """Cover what other STACCs have at a cell (T18); return what to give back."""
        taken: list[Taken] = []
        for number, other in self.staccs.items():
            under = other.codes(cell)
            if number == stacc or not any(under):
                continue
            torn = other.tear(cell, under)
            other.write(cell, NOTHING)
            taken.append((number, under, torn, self._renew(other, cell)))
        return tuple(taken)

    def _give_back(self, cell: int, taken: Taken) -> None:
        number, under, torn, changes = taken
        other = self.staccs[number]
        other.write(cell, under)
        other.mend(torn)
        for key, mask in changes:
            self._write(other, key, mask)
