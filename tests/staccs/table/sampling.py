"""A slow witness: a card on a table, looked at point by point.

Plain numpy, and nothing of the package: points of the card on a fine grid and along
its outline, points along the edge of the table, and for each whether it lies over the
table. What is said of the card follows from those points alone, to the `SPACING`.
"""

import numpy as np
from scipy.spatial import ConvexHull, QhullError

SPACING = 0.5e-3
"""Every point of the card, or of the edge below it, has a sample this near, in m."""


def hexagon(center, edge, angle):
    """Return the corners (6, 2) of a card, counterclockwise."""
    turns = angle + np.pi / 2 + np.arange(6) * np.pi / 3
    return np.asarray(center) + edge * np.stack([np.cos(turns), np.sin(turns)], axis=1)


def along(start, end, spacing):
    """Return points (n, 2) on a segment, both ends among them."""
    count = int(np.ceil(np.linalg.norm(end - start) / spacing)) + 1
    return start + np.linspace(0, 1, count)[:, None] * (end - start)


def in_convex(points, corners):
    """Tell which points (n,) lie in a convex polygon, its outline included."""
    ahead = np.roll(corners, -1, axis=0) - corners
    offset = points[:, None] - corners
    cross = ahead[:, 0] * offset[..., 1] - ahead[:, 1] * offset[..., 0]
    return (cross >= -1e-12 * np.linalg.norm(ahead, axis=1)).all(axis=1)


class Tabletop:
    """A table as rings of corners, or as a circle, answering for many points."""

    def __init__(self, rings=(), radius=None):
        self.rings = [np.asarray(ring, dtype=float) for ring in rings]
        self.radius = radius

    def sides(self):
        for ring in self.rings:
            yield from zip(ring, np.roll(ring, -1, axis=0), strict=True)

    def covers(self, points):
        """Tell which points (n,) lie over the table: rays that cross its edge."""
        if self.radius is not None:
            return np.hypot(*points.T) <= self.radius
        inside = np.zeros(len(points), dtype=bool)
        x, y = points.T
        for (ax, ay), (bx, by) in self.sides():
            spans = (ay > y) != (by > y)
            with np.errstate(divide="ignore", invalid="ignore"):
                inside ^= spans & (x < ax + (y - ay) / (by - ay) * (bx - ax))
        return inside

    def gaps(self, points):
        """Return the distances (n,) of points to the edge."""
        if self.radius is not None:
            return np.abs(np.hypot(*points.T) - self.radius)
        least = np.full(len(points), np.inf)
        for start, end in self.sides():
            ahead = end - start
            share = np.clip((points - start) @ ahead / (ahead @ ahead), 0, 1)
            foot = start + share[:, None] * ahead
            least = np.minimum(least, np.linalg.norm(points - foot, axis=1))
        return least

    def edge_points(self, spacing):
        if self.radius is not None:
            count = int(np.ceil(2 * np.pi * self.radius / spacing))
            turns = np.linspace(0, 2 * np.pi, count, endpoint=False)
            return self.radius * np.stack([np.cos(turns), np.sin(turns)], axis=1)
        return np.concatenate([along(*side, spacing) for side in self.sides()])


class Witness:
    """Samples of one card on one table.

    ``grid`` are points inside the card, ``rim`` on its outline, ``edge`` on the part
    of the table's edge below it; ``over`` are all of those that lie over the table.
    """

    def __init__(self, table, center, edge, angle, spacing=SPACING):
        self.table, self.center = table, np.asarray(center, dtype=float)
        self.corners = hexagon(center, edge, angle)
        steps = np.arange(-edge, edge + spacing, spacing)
        square = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
        square = square + self.center
        self.area_each = spacing * spacing
        self.grid = square[in_convex(square, self.corners)]
        behind = np.roll(self.corners, 1, axis=0)
        sides = zip(behind, self.corners, strict=True)
        self.rim = np.concatenate([along(*side, spacing) for side in sides])
        edge_points = table.edge_points(spacing)
        self.edge = edge_points[in_convex(edge_points, self.corners)]
        card = np.concatenate([self.grid, self.rim, self.center[None]])
        self._covered, self._gaps = table.covers(card), table.gaps(card)
        self.over = np.concatenate([card[self._covered], self.edge])
        near = self._covered | (self._gaps <= spacing)
        self.nearly_over = np.concatenate([card[near], self.edge])

    def overhang_area(self):
        """Return the area past the edge, right to the cells along the edges."""
        return self.area_each * np.count_nonzero(~self._covered[: len(self.grid)])

    def farthest(self):
        """Return how far the farthest sample past the edge is from the table."""
        return np.where(self._covered, 0.0, self._gaps).max()

    def gap(self):
        """Return the distance between the card's outline and the table's edge."""
        return self.table.gaps(self.rim).min()

    def margins(self):
        """Return the center's margin in two hulls: one too small, one too large.

        The hull of `over` lies within the true one. Every point of the true one has a
        sample within the spacing that is `nearly_over`.
        """
        return depth(self.center, self.over), depth(self.center, self.nearly_over)


def depth(point, points):
    """Return how far a point lies inside the hull of points; negative outside."""
    if len(points) < 3:
        return -np.inf
    try:
        hull = ConvexHull(points)
    except QhullError:  # all on one line
        return -np.inf
    inside = -(hull.equations[:, :2] @ point + hull.equations[:, 2])
    if inside.min() >= 0:
        return inside.min()
    corners = points[hull.vertices]
    ring = Tabletop([corners])
    return -ring.gaps(point[None])[0]
