"""Every set of data of the notebooks, by name."""

from __future__ import annotations

from collections.abc import Mapping

from sims.notebook_data.recipe import Recipe

__all__ = ["RECIPES"]

RECIPES: Mapping[str, Recipe] = {}
"""By name; the command makes them in this order."""
