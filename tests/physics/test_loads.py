"""Contact forces: what lies above is carried, and friction is mu times the load."""

import dataclasses
import math

import numpy as np
import pytest

from stacko.params import BlockParams
from stacko.world import TABLE
from tests.physics.worlds import MASS, SIZE, G, block, fixed, run, tower_world

pytestmark = pytest.mark.physics

HEIGHT = SIZE[2]
LAYERS = 15


def lift(contact):
    """Return the upward force on ``contact.a``, in N."""
    return contact.normal_force * contact.normal[2] + contact.friction_force[2]


def carried(engine, layer_of, steps=96):
    """Return the mean upward force on each layer from below, in N."""
    total = np.zeros(LAYERS + 1)
    for _ in range(steps):
        engine.step()
        for contact in engine.contacts():
            a, b = layer_of[contact.a], layer_of[contact.b]
            assert abs(a - b) <= 1
            if a != b:
                total[max(a, b)] += lift(contact) * (1 if a > b else -1)
    return total / steps


def layers(world):
    """Return the layer of each block from its height; the table is layer 0."""
    heights = world.poses().positions[:, 2] / world.blocks.height
    rows = np.round(heights + 0.5).astype(int)
    return {**dict(zip(world.names, rows.tolist(), strict=True)), TABLE: 0}


@pytest.mark.parametrize("perfect", [True, False], ids=["perfect", "tolerances"])
def test_every_interface_of_a_tower_carries_the_weight_above(engine, perfect):
    blocks = BlockParams().perfect() if perfect else BlockParams()
    world = tower_world(engine, blocks, seed=3)
    run(engine, 1.0)
    layer_of = layers(world)
    assert sorted(layer_of.values())[1:] == [k // 3 + 1 for k in range(45)]
    weights = 3 * MASS * G * np.arange(LAYERS, 0, -1)
    assert carried(engine, layer_of)[1:] == pytest.approx(weights, rel=0.01)


@pytest.mark.parametrize("perfect", [True, False], ids=["perfect", "tolerances"])
def test_the_table_bears_the_weight_of_the_tower_at_every_instant(
    engine, limits, perfect
):
    blocks = BlockParams().perfect() if perfect else BlockParams()
    tower_world(engine, blocks, seed=4)
    run(engine, 1.0)
    for _ in range(5):
        run(engine, 0.05)
        touching = engine.contacts(TABLE)
        up = sum(lift(c) * (1 if c.b == TABLE else -1) for c in touching)
        assert up == pytest.approx(45 * MASS * G, rel=limits.fluctuation)


def test_a_heavier_set_weighs_more(engine):
    tower_world(engine, BlockParams(mass=0.02))
    run(engine, 1.0)
    ups = []
    for _ in range(100):  # of one instant it may be off, see the limits of an engine
        run(engine, 0.01)
        ups.append(sum(abs(lift(c)) for c in engine.contacts(TABLE)))
    assert np.mean(ups) == pytest.approx(45 * 0.02 * G, rel=0.01)


def test_contacts_of_a_pair_are_those_of_the_pair(engine):
    engine.build(
        [
            fixed(),
            block("low", (0, 0, HEIGHT / 2)),
            block("top", (0, 0, 3 * HEIGHT / 2)),
        ]
    )
    run(engine, 0.5)
    assert not engine.contacts("top", "table")
    for pair, count in ((("low", "table"), 2), (("top", "low"), 1)):
        found = engine.contacts(*pair)
        assert {frozenset((c.a, c.b)) for c in found} == {frozenset(pair)}
        up = sum(lift(c) * (1 if c.a == pair[0] else -1) for c in found)
        assert up == pytest.approx(count * MASS * G, rel=0.01)
    both = len(engine.contacts("low", "table")) + len(engine.contacts("top", "low"))
    assert len(engine.contacts("low")) == len(engine.contacts()) == both


@pytest.mark.parametrize("table_first", [True, False])
@pytest.mark.parametrize(
    "asked", [(), ("block",), ("table",), ("block", "table"), ("table", "block")]
)
def test_a_pushed_block_feels_friction_against_the_push(engine, asked, table_first):
    both = [fixed(), block(position=(0, 0, HEIGHT / 2))]
    engine.build(both if table_first else both[::-1])
    run(engine, 0.3)
    push = 0.5 * 0.35 * MASS * G * np.array([0.6, 0.8, 0.0])
    total = np.zeros(3)
    for _ in range(200):
        engine.apply_force("block", tuple(push), engine.pose("block")[0])
        engine.step()
        touching = engine.contacts(*asked)
        assert all(c.a == asked[0] for c in touching if asked)
        for c in touching:
            sign = 1 if c.a == "block" else -1
            total += sign * np.array(c.friction_force) / 200
    assert total == pytest.approx(-push, rel=0.05, abs=1e-6)


# -- the force that moves a block ------------------------------------------------

RATE = 0.7
"""How fast the push grows, N/s: slower, friction creeps near its limit."""


class Guide:
    """Holds a lid back along one axis, like a hand at the height of its lower face.

    Without it the lid would go along with the block under it.
    """

    STIFFNESS = 5000.0

    def __init__(self, engine, mass, axis):
        self.engine, self.axis = engine, axis
        self.damping = 1.6 * math.sqrt(self.STIFFNESS * mass)
        self.home = engine.pose("lid")[0][axis]

    def apply(self):
        """Hold during the next step."""
        position = self.engine.pose("lid")[0]
        speed = self.engine.velocity("lid")[0][self.axis]
        force = [0.0, 0.0, 0.0]
        force[self.axis] = (
            self.STIFFNESS * (self.home - position[self.axis]) - self.damping * speed
        )
        self.engine.apply_force("lid", tuple(force), (*position[:2], HEIGHT))


def force_to_move(engine, axis, load, mu_top, mu_bottom):
    """Return the push (N) that moves a block between a base and a held lid."""
    factor = math.sqrt(mu_top)
    lid = block("lid", (0, 0, HEIGHT + 0.01), (0.06, 0.06, 0.02), mass=load)
    low = block("low", (0, 0, HEIGHT / 2))
    engine.build([fixed(friction=mu_bottom / factor), *with_friction(factor, low, lid)])
    run(engine, 0.3)
    guide = Guide(engine, load, axis)
    start = apart(engine, axis)
    push = 0.0
    while apart(engine, axis) - start < 0.1e-3 and push < 5.0:
        push += RATE * engine.timestep
        force = (push, 0.0, 0.0) if axis == 0 else (0.0, push, 0.0)
        engine.apply_force("low", force, engine.pose("low")[0])
        guide.apply()
        engine.step()
    return push


def with_friction(factor, *bodies):
    return [dataclasses.replace(body, friction=factor) for body in bodies]


def apart(engine, axis):
    """Return how far the lower block is ahead of the lid, m."""
    return engine.pose("low")[0][axis] - engine.pose("lid")[0][axis]


@pytest.mark.parametrize("axis", [0, 1], ids=["along", "across"])
@pytest.mark.parametrize(
    ("mu_top", "mu_bottom", "load"),
    [
        (0.2, 0.2, 0.1),
        (0.35, 0.35, 0.1),
        (0.5, 0.5, 0.1),
        (0.35, 0.5, 0.1),
        (0.35, 0.35, 0.05),
    ],
)
def test_a_block_between_two_layers_moves_at_mu_n(
    engine, axis, load, mu_top, mu_bottom
):
    push = force_to_move(engine, axis, load, mu_top, mu_bottom)
    expected = mu_top * load * G + mu_bottom * (load + MASS) * G
    assert push == pytest.approx(expected, rel=0.05)


def test_a_block_that_slides_between_two_layers_meets_mu_n_on_both_faces(
    engine, limits
):
    # Three blocks carry the lid: which carries how much is open, mu N is not.
    names = ("left", "low", "right")
    row = [
        block(n, (0, y, HEIGHT / 2))
        for n, y in zip(names, (-0.03, 0, 0.03), strict=True)
    ]
    lid = block("lid", (0, 0, HEIGHT + 0.01), (0.1, 0.1, 0.02), mass=0.1)
    engine.build([fixed(), *row, lid])
    run(engine, 0.3)
    while engine.velocity("low")[0][0] < 0.05:
        engine.apply_force("low", (0.6, 0.0, 0.0), engine.pose("low")[0])
        engine.step()
    for other in ("lid", "table"):
        touching = engine.contacts("low", other)
        normal = sum(c.normal_force for c in touching)
        drag = [c.friction_force[0] * (1 if c.a == "low" else -1) for c in touching]
        assert normal > 0.1
        assert sum(drag) == pytest.approx(-0.35 * normal, rel=limits.onset)
