"""Inertia and sizes of single blocks against closed forms."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from stacko.params import BlockParams
from stacko.world import draw_sizes, hollow_box_inertia
from tests.physics.worlds import G, block, tower_world

pytestmark = pytest.mark.physics

SIZE = (0.084, 0.028, 0.018)
MASS = 0.012
PAIRS = ((1, 2), (0, 2), (0, 1))


def solid(size, mass):
    """Return the moments of a full box."""
    return [mass / 12 * (size[j] ** 2 + size[k] ** 2) for j, k in PAIRS]


def shell(size, mass):
    """Return the moments of a box of six thin plates."""
    moments = np.zeros(3)
    area = 2 * sum(size[j] * size[k] for j, k in PAIRS)
    for across, (j, k) in enumerate(PAIRS):
        plate = mass * size[j] * size[k] / area
        squares = np.zeros(3)
        squares[across] = size[across] ** 2 / 4
        squares[j], squares[k] = size[j] ** 2 / 12, size[k] ** 2 / 12
        moments += 2 * plate * (squares.sum() - squares)
    return moments


def summed(size, mass, wall, cells):
    """Return the moments of the cells of a grid that lie in the wall."""
    axes = [
        (np.arange(n) + 0.5) / n * s - s / 2 for n, s in zip(cells, size, strict=True)
    ]
    grid = np.array(np.meshgrid(*axes, indexing="ij"))
    inside = [np.abs(grid[k]) < size[k] / 2 - wall for k in range(3)]
    squares = (grid**2)[:, ~np.logical_and.reduce(inside)].mean(axis=1)
    return mass * (squares.sum() - squares)


def test_a_wall_of_half_the_smallest_side_is_a_full_box():
    moments = hollow_box_inertia(SIZE, MASS, 0.009)
    assert moments == pytest.approx(solid(SIZE, MASS), rel=1e-12)


def test_a_thin_wall_tends_to_six_plates():
    moments = hollow_box_inertia(SIZE, MASS, 1e-8)
    assert moments == pytest.approx(shell(SIZE, MASS), rel=1e-5)
    thicker = hollow_box_inertia(SIZE, MASS, 2e-3)
    assert thicker != pytest.approx(shell(SIZE, MASS), rel=0.02)


@pytest.mark.parametrize("wall", [0.001, 0.002, 0.005])
def test_a_hollow_box_is_the_sum_of_the_cells_in_its_wall(wall):
    moments = hollow_box_inertia(SIZE, MASS, wall)
    cells = summed(SIZE, MASS, wall, (168, 56, 36))
    assert moments == pytest.approx(cells, rel=2e-3)


def test_the_default_block_by_hand():
    # Outer 84 x 27.8 x 17 mm, inner 80 x 23.8 x 13 mm, 12 g in between.
    outer, inner = 84 * 27.8 * 17, 80 * 23.8 * 13
    share = 12 / (outer - inner) / 12
    x = share * (outer * (27.8**2 + 17**2) - inner * (23.8**2 + 13**2))
    params = BlockParams()
    size = (params.length, params.width, params.height)
    moments = hollow_box_inertia(size, params.mass, params.wall)
    assert moments[0] == pytest.approx(x * 1e-9, rel=1e-9)


lengths = st.floats(0.01, 0.2)


@given(st.tuples(lengths, lengths, lengths), st.floats(0.001, 1.0), st.floats(0.01, 1))
def test_moments_lie_between_the_full_box_and_the_shell(size, mass, share):
    moments = np.array(hollow_box_inertia(size, mass, share * min(size) / 2))
    assert (moments >= np.array(solid(size, mass)) * (1 - 1e-9)).all()
    assert (moments <= shell(size, mass) * (1 + 1e-9)).all()
    # No moment exceeds the sum of the other two.
    assert 2 * moments.max() <= moments.sum() * (1 + 1e-9)


@given(st.permutations(range(3)))
def test_turned_sizes_have_turned_moments(order):
    straight = hollow_box_inertia(SIZE, MASS, 0.002)
    turned = hollow_box_inertia(tuple(SIZE[k] for k in order), MASS, 0.002)
    assert turned == pytest.approx([straight[k] for k in order], rel=1e-12)


# -- sizes -----------------------------------------------------------------------

LOOSE = BlockParams(
    height_sigma=0.1e-3, width_sigma=0.05e-3, length_sigma=0.2e-3, side_clearance=0.2e-3
)
MEAN = np.array([LOOSE.length, LOOSE.width, LOOSE.height])
SIGMA = np.array([0.2e-3, 0.05e-3, 0.1e-3])


def draw(count, params=LOOSE, seed=0):
    return draw_sizes(count, params, np.random.default_rng(seed))


def test_the_same_seed_draws_the_same_sizes():
    assert draw(45).shape == (45, 3)
    assert (draw(45) == draw(45)).all()
    assert (draw(45) != draw(45, seed=1)).any()


def test_sizes_spread_as_the_tolerances_say_and_no_more_than_three_sigma():
    away = (draw(20_000) - MEAN) / SIGMA
    assert away.mean(axis=0) == pytest.approx(np.zeros(3), abs=0.03)
    assert away.std(axis=0) == pytest.approx(np.ones(3), abs=0.02)
    assert np.abs(away).max(axis=0) == pytest.approx(np.full(3, 3.0), abs=1e-9)


def test_lengths_widths_and_heights_are_drawn_apart():
    correlation = np.corrcoef(draw(20_000).T)
    for j, k in itertools.combinations(range(3), 2):
        assert abs(correlation[j, k]) < 0.03


def test_no_tolerance_gives_exact_sizes():
    sizes = draw(45, LOOSE.perfect())
    assert (sizes == MEAN).all()


def test_one_tolerance_leaves_the_other_sizes_exact():
    sizes = draw(45, BlockParams(height_sigma=0.1e-3))
    assert (sizes[:, :2] == MEAN[:2]).all()
    assert len(set(sizes[:, 2])) > 40


def test_blocks_of_a_tower_have_the_sizes_drawn(engine):
    world = tower_world(engine, LOOSE, seed=7)
    sizes = np.array([world.sizes[name] for name in sorted(world.sizes)])
    assert len(sizes) == 45
    assert (np.abs(sizes - MEAN) <= 3.0001 * SIGMA).all()
    bodies = {b.name: b for b in engine.snapshot().bodies}
    for name, size in world.sizes.items():
        assert bodies[name].size == size
        inertia = hollow_box_inertia(size, LOOSE.mass, LOOSE.wall)
        assert bodies[name].inertia == inertia


def test_each_layer_is_built_on_the_highest_block_of_the_one_below(engine):
    world = tower_world(engine, LOOSE, seed=7)
    heights = np.array([world.sizes[name][2] for name in world.names]).reshape(15, 3)
    foot = world.poses().positions[:, 2].reshape(15, 3) - heights / 2
    highest = np.concatenate([[0.0], heights.max(axis=1).cumsum()[:-1]])
    assert np.abs(foot - highest[:, None]).max() < 1e-12


def test_a_block_of_its_own_height_lies_at_its_own_height(engine):
    # The size of a body is what the engine touches with, not only what it is told.
    heights = {"thin": 0.0165, "thick": 0.0175}
    floor = block("floor", (0, 0, -0.1), (1.0, 1.0, 0.2), mass=0.0, inertia=(0,) * 3)
    bodies = [
        block(name, (0.0, y, h / 2 + 0.001), (0.084, 0.0278, h))
        for y, (name, h) in zip((0.0, 0.2), heights.items(), strict=True)
    ]
    engine.build([floor, *bodies])
    engine.step(960)
    for name, height in heights.items():
        assert engine.pose(name)[0][2] == pytest.approx(height / 2, abs=0.05e-3)
    assert engine.gravity == G
