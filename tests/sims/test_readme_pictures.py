"""The pictures at the top of the README: matches are played, and show something."""

import numpy as np
import pytest
from PIL import Image

from sims.readme_pictures import picture_stacc, picture_topple
from stacko.engines import is_installed
from tests.replay.drawing import needs_opengl


def test_the_picture_of_a_stacc_is_the_one_in_the_docs(tmp_path):
    picture_stacc(tmp_path / "stacc.png")
    made, kept = (
        np.asarray(Image.open(path).convert("RGB"), float)
        for path in (tmp_path / "stacc.png", "docs/stacc.png")
    )
    assert made.shape == kept.shape
    assert np.abs(made - kept).mean() < 1


@pytest.mark.slow
@pytest.mark.skipif(not is_installed("pybullet"), reason="PyBullet is not installed")
def test_the_picture_of_a_topple_shows_one(tmp_path):
    needs_opengl()
    path = tmp_path / "topple.png"
    picture_topple(path, index=1)  # A short match; that of the docs takes longer.
    image = np.asarray(Image.open(path), float)
    assert image.shape == (600, 800, 3)
    vivid = image.max(-1) - image.min(-1) > 100
    assert 0.03 < vivid.mean() < 0.6
