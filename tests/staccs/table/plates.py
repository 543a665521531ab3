"""A thin hexagonal plate over the edge of a table, in PyBullet.

PyBullet surrounds a convex hull with a skin of 0.001 length units, which lifts bodies
and rounds their edges. So lengths are enlarged a hundredfold (and gravity with them,
which leaves time as it is), and the skin is 0.01 mm; table and plate start so that
their skins touch. What was seen otherwise, over a straight edge, of 25 plates each that
must stay: begun 0.1 mm too low all tip whose margin is 0.1 mm, being thrown up first;
at real size and 240 Hz eight do, and one of 0.5 mm. As it is none tips of 0.05 mm.
"""

import math

import numpy as np
import pybullet
import shapely

from stacko.engines.silence import silence
from tests.staccs.table.sampling import hexagon

SCALE = 100.0
TIMESTEP = 1e-3
SKIN = 1e-3 / SCALE
THICKNESS = 2e-3
MASS = 5e-3
DEPTH = 0.05
"""How thick the table is, in m."""

FALLEN_TILT = math.radians(12)
FALLEN_DROP = 5e-3
TIME = 0.8
"""Until when a plate must have fallen, or stays, in s."""


class Landing:
    """How a plate ended: whether it fell, and which way it leaned."""

    def __init__(self, drop, normal, time):
        self.drop, self.normal, self.time = drop, normal, time

    @property
    def tilt(self):
        return math.acos(min(max(self.normal[2], -1.0), 1.0))

    @property
    def fell(self):
        return self.tilt > FALLEN_TILT or self.drop > FALLEN_DROP

    @property
    def stayed(self):
        return self.tilt < math.radians(2) and abs(self.drop) < 0.1e-3

    @property
    def way(self):
        """The direction it leans in."""
        return self.normal[:2] / np.linalg.norm(self.normal[:2])


def prism(client, corners, low, high):
    """Return a collision shape: a convex polygon from one height to another."""
    vertices = [
        (x * SCALE, y * SCALE, z * SCALE) for z in (low, high) for x, y in corners
    ]
    return pybullet.createCollisionShape(
        pybullet.GEOM_MESH, vertices=vertices, physicsClientId=client
    )


def pieces(polygon, center, reach):
    """Return convex polygons that make up what lies near a point."""
    near = polygon.intersection(shapely.Point(center).buffer(reach, quad_segs=4))
    if near.equals(near.convex_hull):
        return [near]
    return list(shapely.constrained_delaunay_triangles(near).geoms)


def put_table(client, polygon, center, reach=0.1):
    """Make the part of a table that a card at the center may ever touch."""
    for piece in pieces(polygon, center, reach):
        corners = [(x - center[0], y - center[1]) for x, y in piece.exterior.coords]
        shape = prism(client, corners[:-1], -DEPTH, -SKIN)
        body = pybullet.createMultiBody(0, shape, physicsClientId=client)
        pybullet.changeDynamics(
            body, -1, lateralFriction=0.7, restitution=0, physicsClientId=client
        )


def put_plate(client, edge, angle):
    """Lay a plate down around (0, 0), at rest, its inertia that of a solid hexagon."""
    half = THICKNESS / 2
    shape = prism(client, hexagon((0, 0), edge, angle), -half, half)
    plate = pybullet.createMultiBody(
        MASS,
        shape,
        basePosition=(0, 0, (half + SKIN) * SCALE),
        useMaximalCoordinates=1,
        physicsClientId=client,
    )
    across = MASS * (5 / 24 * edge**2 + THICKNESS**2 / 12)
    inertia = (across, across, MASS * 5 / 12 * edge**2)
    pybullet.changeDynamics(
        plate,
        -1,
        mass=MASS,
        localInertiaDiagonal=[each * SCALE**2 for each in inertia],
        lateralFriction=0.7,
        restitution=0,
        linearDamping=0,
        angularDamping=0,
        activationState=pybullet.ACTIVATION_STATE_DISABLE_SLEEPING,
        physicsClientId=client,
    )
    return plate


def let_go(polygon, center, edge, angle):
    """Return how a plate lands that is laid down there; stop once it is falling."""
    with silence():
        client = pybullet.connect(pybullet.DIRECT)
    try:
        pybullet.setGravity(0, 0, -9.81 * SCALE, physicsClientId=client)
        pybullet.setPhysicsEngineParameter(
            fixedTimeStep=TIMESTEP,
            numSolverIterations=50,
            warmStartingFactor=0.95,
            contactBreakingThreshold=0.02,
            deterministicOverlappingPairs=1,
            physicsClientId=client,
        )
        put_table(client, polygon, center)
        return watched(client, put_plate(client, edge, angle))
    finally:
        with silence():
            pybullet.disconnect(client)


def watched(client, plate):
    for step in range(round(TIME / TIMESTEP)):
        pybullet.stepSimulation(client)
        position, turn = pybullet.getBasePositionAndOrientation(plate, client)
        normal = np.array(pybullet.getMatrixFromQuaternion(turn)).reshape(3, 3)[:, 2]
        drop = THICKNESS / 2 + SKIN - position[2] / SCALE
        landing = Landing(drop, normal, (step + 1) * TIMESTEP)
        if landing.fell:
            break
    return landing
