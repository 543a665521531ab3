"""The pictures can be read by those who see few colors, or none."""

from itertools import combinations

import numpy as np
import pytest

from staccs.drawing.palette import PAPER, SUITS, WILD, contrast, mixed
from staccs.drawing.suits import SYMBOLS

TINTS = {**SUITS, "wild": WILD}

# Machado, Oliveira, Fernandes 2009, doi:10.1109/TVCG.2009.113, severity 1.
BLINDNESS = {
    "none": np.eye(3),
    "protanopia": np.array(
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ]
    ),
    "deuteranopia": np.array(
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ]
    ),
    "tritanopia": np.array(
        [
            [1.255528, -0.076749, -0.178779],
            [-0.078411, 0.930809, 0.147602],
            [0.004733, 0.691367, 0.303900],
        ]
    ),
}
TO_XYZ = np.array(
    [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]
)


def lab(color, blindness):
    """Return a color in CIE L*a*b*, as it is seen."""
    shares = np.array([int(color[k : k + 2], 16) for k in (1, 3, 5)]) / 255
    linear = np.where(
        shares <= 0.04045, shares / 12.92, ((shares + 0.055) / 1.055) ** 2.4
    )
    seen = np.clip(BLINDNESS[blindness] @ linear, 0, 1)
    f = np.cbrt(np.maximum(TO_XYZ @ seen / np.array([0.9505, 1, 1.089]), 1e-4))
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


@pytest.mark.parametrize("blindness", BLINDNESS)
def test_suits_and_wilds_differ_in_color_however_one_sees(blindness):
    for one, other in combinations(TINTS.values(), 2):
        apart = lab(one.face, blindness) - lab(other.face, blindness)
        assert np.linalg.norm(apart) > 20


def test_suits_differ_in_shape_too():
    assert len(set(SYMBOLS.values())) == len(SYMBOLS) == 4


@pytest.mark.parametrize("name", TINTS)
def test_marks_stand_out_from_their_surfaces(name):
    tint = TINTS[name]
    assert contrast(tint.side, tint.number) >= 4.5
    assert contrast(tint.face, tint.letter) >= 4.5
    assert contrast(tint.top, tint.symbol) >= 3  # WCAG 2.1, 1.4.11: graphics


@pytest.mark.parametrize("name", TINTS)
def test_the_top_is_the_brightest_and_the_face_the_darkest(name):
    light = [
        contrast(each, "#000000")
        for each in (TINTS[name].top, TINTS[name].side, TINTS[name].face)
    ]
    assert light == sorted(light, reverse=True)


@pytest.mark.parametrize("name", TINTS)
def test_toned_down_is_nearer_to_the_paper_but_can_still_be_read(name):
    tint = TINTS[name]
    closed = tint.washed(0.62)
    assert contrast(closed.face, PAPER) < contrast(tint.face, PAPER)
    assert contrast(closed.side, closed.number) > 2.5
    assert contrast(closed.face, closed.letter) > 2.5
    assert tint.washed(0) == tint
    assert mixed(tint.face, PAPER, 1) == PAPER
