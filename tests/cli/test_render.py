"""The picture of a tower."""

from __future__ import annotations

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from stacko.blocks import BlockSet
from stacko.render import render_tower
from stacko.tower import Tower

ESCAPE = re.compile(r"\x1b\[[0-9;]*m")


def test_every_block_is_where_it_lies() -> None:
    tower = Tower.built(BlockSet.default(), np.random.default_rng(3))
    rows = render_tower(tower).splitlines()[1:16]
    for number, row in zip(range(15, 0, -1), rows, strict=True):
        words = re.findall(r"[\[(] (\w+) *[\])]", row)
        assert row.split()[:2] == [str(number), "x" if number % 2 else "y"]
        assert tuple(words) == tower.layers[number - 1]


def test_layers_at_right_angles_look_different() -> None:
    rows = render_tower(Tower.from_notation("R1 R2 R3 / B1 B2 B3")).splitlines()
    assert "(" in rows[1]
    assert "[" not in rows[1]
    assert "[" in rows[2]
    assert "(" not in rows[2]


@pytest.mark.parametrize(
    ("tower", "caption"),
    [
        (
            "R1 - R3 / B1 B2 - / Y1 Y2 Y3 / - - G1",
            "8 blocks in 4 layers, 2 gaps; blocks may be taken below layer 3",
        ),
        ("R1 - -", "1 block in 1 layer, 0 gaps; no block may be taken"),
    ],
)
def test_caption_counts(tower: str, caption: str) -> None:
    assert render_tower(Tower.from_notation(tower)).splitlines()[-1] == caption


@given(st.integers(0, 2**32), st.booleans())
def test_colors_change_nothing_but_color(seed: int, gap: bool) -> None:
    tower = Tower.built(BlockSet.default(), np.random.default_rng(seed))
    if gap:
        tower = tower.take(tower.blocks()[seed % 40])
    plain = render_tower(tower)
    colored = render_tower(tower, color=True)
    assert "\x1b" not in plain
    assert plain.isascii()
    assert ESCAPE.sub("", colored) == plain
    assert max(map(len, plain.splitlines())) < 80
    assert colored.count("\x1b[0m") == len(tower)


def test_every_color_has_its_own_paint() -> None:
    colored = render_tower(Tower.from_notation("R1 Y1 G1 / B1 W -"), color=True)
    assert len(set(ESCAPE.findall(colored))) == 6
