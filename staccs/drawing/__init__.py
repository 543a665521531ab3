"""Pictures of STACCs: what lies as cubes, seen from above, as SVG or PNG.

It reads the board; nothing of the rules imports it. `draw_board` makes a `Picture` of
shapes and texts, `to_svg` and `write_picture` turn it into files.
"""

from staccs.drawing.files import SUFFIXES, check_target, write_picture
from staccs.drawing.picture import Picture
from staccs.drawing.scene import draw_board
from staccs.drawing.svg import to_svg

__all__ = [
    "SUFFIXES",
    "Picture",
    "check_target",
    "draw_board",
    "to_svg",
    "write_picture",
]
