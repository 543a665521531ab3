"""What pulls would feel in many towers whose heights nobody knows.

The force that moves a block is the coefficient of friction times the loads on its two
faces, and those depend on how the heights of all blocks happen to differ. So towers
are drawn for each of several tolerances, brought to rest by `stacko.quasistatic`, and
every block is asked for the force that a coefficient of 1 would ask for.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from gamebase.counting import counted
from stacko.errors import ParameterError, shown
from stacko.kits import KITS, Kit
from stacko.quasistatic.params import QuasistaticParams
from stacko.quasistatic.pile import Pile
from stacko.quasistatic.pulling import Pull
from stacko.quasistatic.stage import single_threaded
from stacko.quasistatic.surroundings import Surroundings
from stacko.tower import Tower
from stacko.world import sizes_by_name

__all__ = [
    "TOLERANCES",
    "LoadBank",
    "Setup",
    "draw_bank",
    "draw_loads",
    "even_loads",
]

Array = NDArray[np.float64]

TOLERANCES: Array = np.geomspace(4e-6, 250e-6, 13)
"""Standard deviations of the height that are tried, in m."""

_FEWEST = 20
"""Draws under which a mean and a spread of sums say nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """The tower that was measured, as far as it is known.

    Parameters
    ----------
    kit : Kit
        The blocks; the mass is taken as known, the tolerance of the height is not.
    layers : int
        Layers of the tower, all full; those of the whole set by default.
    model : QuasistaticParams
        The stiffness of contacts decides how much of a difference in height is
        pressed flat.

    Raises
    ------
    ParameterError
        If the set has not so many layers, or fewer than two are asked for.
    """

    kit: Kit = KITS["uno"]
    layers: int = 0
    model: QuasistaticParams = field(default_factory=QuasistaticParams)

    def __post_init__(self) -> None:
        most = self.kit.block_set.layer_count
        layers = self.layers or most
        if type(self.layers) is not int or not 2 <= layers <= most:
            raise ParameterError(
                f"layers is {shown(self.layers)}: give 2 to {most}, as the set "
                f"{self.kit.name} builds"
            )
        object.__setattr__(self, "layers", layers)

    @property
    def weight(self) -> float:
        """Weight of a block, in N."""
        return self.kit.blocks.mass * self.kit.contact.gravity

    @property
    def tower(self) -> Tower:
        """The tower; which block lies where makes no difference."""
        names = self.kit.block_set.names
        rows = (names[3 * i : 3 * i + 3] for i in range(self.layers))
        return Tower(tuple((a, b, c) for a, b, c in rows), self.kit.block_set)


@dataclass(frozen=True, slots=True, eq=False)
class LoadBank:
    """Forces per unit of friction in drawn towers.

    Parameters
    ----------
    setup : Setup
    tolerances : ndarray, shape (k,)
        Standard deviations of the height, in m, ascending.
    loads : ndarray, shape (k, d, layers, 3)
        Force over coefficient in each slot of each tower, in N; NaN in the lowest
        layer, where the table's friction comes in. Draw ``d`` is the same tower in
        all tolerances, with its differences in height stretched.
    """

    setup: Setup
    tolerances: Array
    loads: Array


def even_loads(setup: Setup) -> Array:
    """Return the force over coefficient where blocks share loads evenly.

    Returns
    -------
    ndarray, shape (layers,)
        In N: what lies on a block and what it hands on.
    """
    above = setup.layers - 1.0 - np.arange(setup.layers)
    return np.asarray(setup.weight * (2 * above + 1))


def draw_loads(
    setup: Setup, tolerance: float, rng: np.random.Generator
) -> tuple[Array, bool]:
    """Draw one tower; return the force over coefficient of each slot.

    Parameters
    ----------
    setup : Setup
    tolerance : float
        Standard deviation of the height, in m.
    rng : numpy.random.Generator

    Returns
    -------
    loads : ndarray, shape (layers, 3)
        In N; NaN in the lowest layer.
    stands : bool
        Whether it stands at all.
    """
    blocks = setup.kit.blocks.replace(height_sigma=tolerance)
    contact = setup.kit.contact.replace(mu_block=1.0)
    around = Surroundings(
        contact, blocks.mass, setup.model.contact_stiffness, setup.model.steps
    )
    tower = setup.tower
    names = [block.name for block in tower.blocks()]
    pile = Pile.built(tower, blocks, sizes_by_name(names, blocks, rng))
    resting = around.rest(pile)
    pile.motion = resting.motion
    ends = np.where(rng.random(len(names)) < 0.5, 1.0, -1.0)
    loads = np.full(len(names), np.nan)
    for row in range(3, len(names)):
        pull = Pull(pile, resting, names[row], around)
        loads[row] = pull.force(pull.direction(float(ends[row]), 0.0))
    return loads.reshape(-1, 3), resting.stands


def draw_bank(
    setup: Setup,
    draws: int = 200,
    seed: int = 0,
    tolerances: Array = TOLERANCES,
) -> LoadBank:
    """Draw towers for all tolerances; 25 ms a tower and tolerance.

    Parameters
    ----------
    setup : Setup
    draws : int
        Towers for each tolerance.
    seed : int
        0 or more.
    tolerances : ndarray, shape (k,)
        In m, ascending.

    Raises
    ------
    ParameterError
        If the draws are too few, or too many of the towers fall as they are built.
    """
    if type(draws) is not int or draws < _FEWEST:
        raise ParameterError(
            f"draws is {shown(draws)}: give a whole number from {_FEWEST}"
        )
    loads = np.empty((len(tolerances), draws, setup.layers, 3))
    stand = np.ones(draws, dtype=bool)
    with single_threaded():
        for d in range(draws):
            source = np.random.SeedSequence(seed, spawn_key=(d,))
            for k, tolerance in enumerate(tolerances):
                rng = np.random.default_rng(source)
                loads[k, d], stands = draw_loads(setup, float(tolerance), rng)
                stand[d] &= stands
    if stand.sum() < _FEWEST:
        raise ParameterError(
            f"{draws - stand.sum()} of {counted(draws, 'tower')} of "
            f"{setup.layers} layers fall with a tolerance of up to "
            f"{tolerances[-1]:g} m: try smaller ones"
        )
    return LoadBank(setup, np.asarray(tolerances), loads[:, stand])
