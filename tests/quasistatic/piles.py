"""Piles made by hand or at random, and what forces on them add up to."""

import math

import numpy as np

from stacko import Tower
from stacko.params import BlockParams
from stacko.quasistatic.pile import Pile
from stacko.quasistatic.resting import rest

BLOCKS = BlockParams().perfect()
WEIGHT = BLOCKS.mass * 9.81
STIFFNESS = 2.5e4
LENGTH, WIDTH, HEIGHT = BLOCKS.length, BLOCKS.width, BLOCKS.height


def tower(text, lower=None):
    """Return the pile of a tower in notation; some blocks lower by so many m."""
    built = Tower.from_notation(text)
    sizes = {
        block.name: (LENGTH, WIDTH, HEIGHT - (lower or {}).get(block.name, 0.0))
        for block in built.blocks()
    }
    return Pile.built(built, BLOCKS, sizes)


def bars(*rows, height=HEIGHT):
    """Return a pile of bars, each (layer, x, y, yaw in degrees[, height])."""
    rows = sorted(rows, key=lambda row: row[0])
    heights = [row[4] if len(row) > 4 else height for row in rows]
    size = np.array([[LENGTH, WIDTH, each] for each in heights])
    return Pile._of(
        tuple(f"R{i}" for i in range(len(rows))),
        np.array([row[0] for row in rows]),
        np.array([row[1:3] for row in rows], dtype=float),
        np.radians([float(row[3]) for row in rows]),
        size,
        np.zeros((len(rows), 3)),
    )


def at_rest(pile, stiffness=STIFFNESS, weight=WEIGHT, held=None):
    return rest(pile, np.full(len(pile), weight), stiffness, held)


def random_tower(rng, layers=None, shift=2e-3, yaw=0.03, sigma=4e-5):
    """Return a pile with one to three blocks a layer, shifted, turned and rough."""
    rows = []
    for layer in range(layers or int(rng.integers(2, 13))):
        left = [[0], [0, 2], [0, 1], [1, 2], [1], [0, 1, 2], [0, 1, 2]]
        slots = left[rng.integers(len(left))] if layer else [0, 1, 2]
        if slots == [0]:  # alone at the side it would not stand
            slots = [1]
        for slot in slots:
            aside = (slot - 1) * BLOCKS.pitch
            x, y = (0.0, aside) if layer % 2 == 0 else (aside, 0.0)
            dx, dy, turn, rough = rng.normal(0, 1, 4) * (shift, shift, yaw, sigma)
            angle = (0 if layer % 2 == 0 else 90) + math.degrees(turn)
            rows.append((layer, x + dx, y + dy, angle, HEIGHT + rough))
    return bars(*rows)


def out_of_balance(pile, resting, weight=WEIGHT):
    """Return the largest force (N) and moment (N m) left on any block.

    In plain Python, block by block: what presses from below, less what presses from
    above, less the weight.
    """
    patches = resting.patches
    worst = [0.0, 0.0]
    for row in range(len(pile)):
        force, about_x, about_y = -weight, 0.0, 0.0
        x0, y0 = pile.plane[row].tolist()
        for upper, lower, (x, y), press in zip(
            patches.upper.tolist(),
            patches.lower.tolist(),
            patches.points.tolist(),
            resting.forces.tolist(),
            strict=True,
        ):
            sign = (upper == row) - (lower == row)
            force += sign * press
            about_x += sign * press * (y - y0)
            about_y += sign * press * (x - x0)
        worst[0] = max(worst[0], abs(force))
        worst[1] = max(worst[1], abs(about_x), abs(about_y))
    return worst


def load_on(resting, row):
    """Return what presses on a block from above, N."""
    return float(resting.forces[resting.patches.lower == row].sum())


def press_under(resting, row):
    """Return what presses on a block from below, N."""
    return float(resting.forces[resting.patches.upper == row].sum())


def turned(pile, quarters=1):
    """Return a pile turned about the middle by quarter turns."""
    other = pile.copy()
    for _ in range(quarters):
        other.plane = np.column_stack([-other.plane[:, 1], other.plane[:, 0]])
    other.yaw = pile.yaw + quarters * math.pi / 2
    return other


def mirrored(pile):
    """Return a pile mirrored left to right."""
    other = pile.copy()
    other.plane[:, 0] *= -1
    other.yaw = math.pi - pile.yaw
    return other
