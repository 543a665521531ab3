"""Margins of a tower with one block moved to the top, many places at once."""

import numpy as np
import pytest

from stacko import Tower
from stacko.geometry import layer_names, nominal_poses
from stacko.margins import MarginMonitor
from stacko.params import BlockParams
from stacko.poses import Poses

BLOCKS = BlockParams()
PLACES = np.array([[-0.028, 0.0, 0.031, 0.2], [0.002, 0.0, -0.004, 0.0]])
HALF = np.array([BLOCKS.width, BLOCKS.length]) / 2
TOWERS = [
    "R1 B1 Y1 / R2 B2 Y2 / R3 B3 Y3",  # to a layer of its own
    "R1 B1 Y1 / R2 - Y2 / R3 B3 Y3 / R4 - -",  # beside another block
    "R1 B1 Y1 / - B2 - / R3 B3 Y3",  # out of a layer of which nothing stays
]


@pytest.mark.parametrize("text", TOWERS)
def test_they_are_those_of_the_tower_as_it_is_then(text):
    tower = Tower.from_notation(text)
    layers, poses = layer_names(tower), nominal_poses(tower, BLOCKS)
    shifts = np.random.default_rng(1).normal(0, 1e-3, poses.positions.shape)
    poses = Poses(poses.names, poses.positions + shifts, poses.orientations)
    monitor = MarginMonitor(poses, layers, BLOCKS)
    positions = poses.select(monitor.names).positions
    full = layers if len(layers[-1]) == 3 else layers[:-1]
    for name in full[0] + full[1]:
        found = monitor.margins_moved(positions, name, len(full), PLACES, HALF)
        for place, margins in zip(PLACES.T, found, strict=True):
            expected = after(poses, layers, name, len(full), place)
            assert margins == pytest.approx(expected, abs=1e-12)


def after(poses, layers, name, layer, place):
    """Return the margins of a monitor of the layers with the block in its place."""
    left = [[each for each in row if each != name] for row in layers] + [[]]
    left[layer].append(name)
    positions, orientations = poses.positions.copy(), poses.orientations.copy()
    row = poses.index(name)
    positions[row, :2] = place
    orientations[row] = (0, 0, np.sqrt(0.5), np.sqrt(0.5))  # along y
    over = Poses(poses.names, positions, orientations)
    monitor = MarginMonitor(over, left[: layer + 1], BLOCKS)
    return monitor.margins(over.select(monitor.names).positions)
