"""A slow second opinion: cards as polygons, clipped in exact rational arithmetic.

It shares no code with the board. The plane is stretched so that corners of cards have
whole coordinates: x in units of half the square root of three edges, y in halves of an
edge. Stretching keeps lines straight and ratios of areas, which is all that matters.
"""

from dataclasses import dataclass, field
from fractions import Fraction

NUMBERS = {"0", "2", "3", "4", "5", "6", "7", "8", "9", "10"}
NAMES = [rank + suit for suit in "SHCD" for rank in [*sorted(NUMBERS), *"JQKA"]] + ["W"]

# Corners of a card around its center, clockwise from the one straight up.
CORNERS = [(0, 2), (1, 1), (1, -1), (0, -2), (-1, -1), (-1, 1)]


def area2(polygon):
    """Return twice the area of a polygon with clockwise corners."""
    pairs = zip(polygon, polygon[1:] + polygon[:1], strict=True)
    return sum(x2 * y1 - x1 * y2 for (x1, y1), (x2, y2) in pairs)


def cut(polygon, start, end):
    """Return the parts of a convex polygon right and left of a directed line."""
    (ax, ay), (bx, by) = start, end
    side = [(x - ax) * (by - ay) - (y - ay) * (bx - ax) for x, y in polygon]
    right, left = [], []
    for i, point in enumerate(polygon):
        j = (i + 1) % len(polygon)
        if side[i] >= 0:
            right.append(point)
        if side[i] <= 0:
            left.append(point)
        if side[i] * side[j] < 0:
            part = Fraction(side[i], side[i] - side[j])
            (x1, y1), (x2, y2) = point, polygon[j]
            crossing = (x1 + part * (x2 - x1), y1 + part * (y2 - y1))
            right.append(crossing)
            left.append(crossing)
    return right, left


def clip(polygon, cutter):
    """Return the part of a convex polygon inside another, and the parts outside."""
    outside = []
    for i, start in enumerate(cutter):
        polygon, rest = cut(polygon, start, cutter[(i + 1) % len(cutter)])
        if len(rest) > 2 and area2(rest):
            outside.append(rest)
        if len(polygon) < 3 or not area2(polygon):
            return [], outside
    return polygon, outside


def hexagon(center):
    return [(center[0] + x, center[1] + y) for x, y in CORNERS]


def rhombus(center, toward):
    """Return the rhombus of a card around its corner number `toward`."""
    x, y = center
    near = [CORNERS[(toward + step) % 6] for step in (-1, 0, 1)]
    return [(x, y), *((x + dx, y + dy) for dx, dy in near)]


@dataclass
class Seen:
    """One surface of a card and the pieces of it that can be seen."""

    index: int
    name: str
    surface: str
    polygon: list
    mark: str
    stacc: int
    pieces: list = field(init=False)

    def __post_init__(self):
        self.pieces = [self.polygon]

    @property
    def visible(self):
        """How much of it can be seen, in halves."""
        return 2 * Fraction(sum(map(area2, self.pieces)), area2(self.polygon))


def marks(name, call):
    """Return what the three surfaces show; "" for nothing, "*" for any suit."""
    if name == "W":
        return {"TOP": call or "*", "SIDE": "", "FACE": ""}
    rank, suit = name[:-1], name[-1]
    number = rank in NUMBERS
    return {"TOP": suit, "SIDE": rank * number, "FACE": rank * (not number)}


def matches(name, seen):
    """Tell whether a card, not a WILD, matches what a surface shows."""
    if seen.surface == "TOP":
        return seen.mark in ("*", name[-1])
    number = name[:-1] in NUMBERS
    return seen.mark == name[:-1] and number == (seen.surface == "SIDE")


class Pile:
    """Cards laid one after the other, and which of them a card may be laid on."""

    def __init__(self, overlap="allow", mirror=False):
        self.overlap = overlap
        self.mirror = mirror
        self.seen = []
        self.centers = []  # of each card: center, STACC
        self.locked_below = {}
        self.directions = {}

    def lay(self, name, center, turn, call, stacc):
        """Lay a card on top of everything."""
        index = len(self.centers)
        if name == "W" and stacc in self.directions:
            self.locked_below[stacc] = index
        if name == "W" or stacc not in self.directions:
            self.directions[stacc] = turn
        shape = hexagon(center)
        for seen in self.seen:
            if near(seen.polygon[0], center):
                pieces = [clip(piece, shape)[1] for piece in seen.pieces]
                seen.pieces = [piece for some in pieces for piece in some]
        toward = {"TOP": 0, "SIDE": -2 if self.mirror else 2, "FACE": 4}
        toward["FACE"] = 2 if self.mirror else 4
        for surface, mark in marks(name, call).items():
            polygon = rhombus(center, turn + toward[surface])
            self.seen.append(Seen(index, name, surface, polygon, mark, stacc))
        self.centers.append((center, stacc))

    def candidates(self):
        """Return every point at a card's center or one edge away from one."""
        return {
            (x + dx, y + dy)
            for (x, y), _ in self.centers
            for dx, dy in [(0, 0), *CORNERS]
        }

    def under(self, center, stacc):
        """Return the surfaces seen under a card: covered wholly, covered in part."""
        shape = hexagon(center)
        whole, part = [], []
        for seen in self.seen:
            if seen.stacc != stacc or not near(seen.polygon[0], center):
                continue
            if any(clip(piece, shape)[0] for piece in seen.pieces):
                inside = clip(seen.polygon, shape)[0]
                covers = area2(inside) == area2(seen.polygon)
                (whole if covers else part).append(seen)
        return whole, part

    def closed(self, seen):
        """Tell whether a card may not lie on a surface, whatever the card."""
        locked = seen.index < self.locked_below.get(seen.stacc, 0)
        return locked or seen.visible != 2

    def fits(self, name, whole, part):
        """Tell whether a card fits on what is under it."""
        if not whole or any(map(self.closed, whole)):
            return False
        if part and self.overlap == "forbid":
            return False
        if name == "W":
            return any(seen.surface == "TOP" for seen in whole)
        must = whole + (part if self.overlap == "must_match" else [])
        return all(matches(name, seen) for seen in must)

    def legal(self, stacc):
        """Return the names of the cards that fit, for every point where some do."""
        found = {}
        for center in self.candidates():
            whole, part = self.under(center, stacc)
            names = {name for name in NAMES if self.fits(name, whole, part)}
            if names:
                found[center] = names
        return found


def near(one, other):
    """Tell whether two cards around these centers can touch at all."""
    return abs(one[0] - other[0]) <= 2 and abs(one[1] - other[1]) <= 4
