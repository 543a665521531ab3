"""A tower drawn with characters: a plan of every layer, the top one first.

Names carry color and face, so the picture reads the same without colors. Layers
that lie along x are drawn with square ends, those along y with round ones.
"""

from __future__ import annotations

from collections.abc import Iterator

from gamebase.counting import counted
from stacko.blocks import Block, Color
from stacko.tower import POSITIONS, Tower, layer_axis

__all__ = ["render_tower"]

_RESET = "\x1b[0m"
_PAINT = {
    Color.RED: "\x1b[97;41m",
    Color.YELLOW: "\x1b[30;43m",
    Color.GREEN: "\x1b[30;42m",
    Color.BLUE: "\x1b[97;44m",
    Color.PURPLE: "\x1b[97;45m",
    Color.TIMBER: "\x1b[30;47m",
}
_ENDS = {"x": ("[", "]"), "y": ("(", ")")}
_GAP = "  ...  "


def render_tower(tower: Tower, *, color: bool = False) -> str:
    """Return a picture of a tower.

    Parameters
    ----------
    tower : Tower
        What to draw.
    color : bool
        Whether to paint the blocks with ANSI escape sequences.

    Returns
    -------
    str
        Lines of at most 47 columns, without a newline at the end.

    Examples
    --------
    >>> print(render_tower(Tower.from_notation("R3 - BS / Y1 W G2 / - B4 -")))
    layer      a      b      c
        3 x    ...  [ B4  ]  ...
        2 y  ( Y1  )( W   )( G2  )
        1 x  [ R3  ]  ...  [ BS  ]
             ---------------------
    6 blocks in 3 layers, 1 gap; blocks may be taken below layer 2
    """
    lines = [f"layer      {POSITIONS[0]}      {POSITIONS[1]}      {POSITIONS[2]}"]
    lines += _layers(tower, color)
    lines += ["         " + "-" * 21, _caption(tower)]
    return "\n".join(lines)


def _layers(tower: Tower, color: bool) -> Iterator[str]:
    for number in range(tower.layer_count, 0, -1):
        axis = layer_axis(number)
        cells = (
            _cell(None if name is None else tower.block_set[name], axis, color)
            for name in tower.layers[number - 1]
        )
        yield f"{number:5d} {axis}  {''.join(cells)}".rstrip()


def _cell(block: Block | None, axis: str, color: bool) -> str:
    if block is None:
        return _GAP
    left, right = _ENDS[axis]
    text = f"{left} {block.name:<3} {right}"
    return f"{_PAINT[block.color]}{text}{_RESET}" if color else text


def _caption(tower: Tower) -> str:
    blocks = len(tower.blocks())
    gaps = sum(layer.count(None) for layer in tower.layers[:-1])
    complete = tower.highest_complete
    reach = (
        f"blocks may be taken below layer {complete}"
        if complete > 1
        else "no block may be taken"
    )
    return (
        f"{counted(blocks, 'block')} in {counted(tower.layer_count, 'layer')}, "
        f"{counted(gaps, 'gap')}; {reach}"
    )
