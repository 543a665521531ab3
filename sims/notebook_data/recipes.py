"""Every set of data of the notebooks, by name."""

from __future__ import annotations

from collections.abc import Mapping

from sims.notebook_data.blocks import BLOCKS
from sims.notebook_data.demand import DEMAND
from sims.notebook_data.edge import EDGE
from sims.notebook_data.lasting import LASTING
from sims.notebook_data.recipe import Recipe
from sims.notebook_data.solo import SOLO
from sims.notebook_data.trust import TRUST
from sims.notebook_data.uh_oh import UH_OH
from sims.notebook_data.when_it_goes import WHEN_IT_GOES

__all__ = ["RECIPES"]

RECIPES: Mapping[str, Recipe] = {
    **BLOCKS,
    **DEMAND,
    **EDGE,
    **LASTING,
    **SOLO,
    **TRUST,
    **UH_OH,
    **WHEN_IT_GOES,
}
"""By name; the command makes them in this order."""
