"""WILD OUT: four STACCs that overlap take the cards that exact polygons say (T18)."""

import pytest

from staccs.modes import STARTS
from staccs.rules import PartialOverlap
from tests.staccs.modes.overlapping import watch


@pytest.mark.parametrize("start", STARTS)
def test_overlapping_staccs_take_what_polygons_say(start):
    """A few positions of two games under each reading of T2."""
    found = [
        watch(start, overlap, seed, every=0.01)
        for overlap in PartialOverlap
        for seed in (0, 1)
    ]
    assert sum(overlaps for _, overlaps in found) > 3
