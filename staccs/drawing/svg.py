"""A picture as SVG: one text that needs no other file, no script and no web font."""

from __future__ import annotations

from xml.sax.saxutils import escape, quoteattr

from gamebase.printable import printable
from staccs.drawing.outlines import Outline
from staccs.drawing.picture import Group, Item, Picture, Shape, Text

__all__ = ["CAP_HEIGHT", "FONTS", "fragment", "to_svg"]

CAP_HEIGHT = 0.73
"""Height of a capital letter as a share of the size of its font."""

FONTS = "'DejaVu Sans', Verdana, 'Segoe UI', Helvetica, Arial, sans-serif"


def to_svg(picture: Picture) -> str:
    """Return a picture as an SVG document.

    Parameters
    ----------
    picture : Picture
        What to write.

    Returns
    -------
    str
        Well-formed XML; whatever texts it holds are escaped.
    """
    width, height = _number(picture.width), _number(picture.height)
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" role="img" '
        f'font-family="{FONTS}" stroke-linejoin="round">',
        f"<title>{_escaped(picture.title)}</title>",
        f"<desc>{_escaped(picture.description)}</desc>",
        *map(fragment, picture.items),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def fragment(item: Item) -> str:
    """Return one item as a part of an SVG document, texts escaped."""
    if isinstance(item, Group):
        inner = "\n".join(map(fragment, item.items))
        return f"<g>\n<title>{_escaped(item.title)}</title>\n{inner}\n</g>"
    return _shape(item) if isinstance(item, Shape) else _text(item)


def _shape(shape: Shape) -> str:
    values = {"d": _path(shape.outline), "fill": shape.fill or "none"}
    if shape.stroke:
        values |= {"stroke": shape.stroke, "stroke-width": _number(shape.width)}
    if shape.dash:
        values["stroke-dasharray"] = " ".join(map(_number, shape.dash))
    if shape.opacity < 1:
        values["opacity"] = _number(shape.opacity)
    return f"<path {_attributes(values)}/>"


def _text(text: Text) -> str:
    values = {
        "transform": f"matrix({' '.join(_number(each, 5) for each in text.at)})",
        "y": _number(text.size * CAP_HEIGHT / 2),
        "font-size": _number(text.size),
        "fill": text.color,
        "text-anchor": text.anchor,
    }
    if text.bold:
        values["font-weight"] = "bold"
    return f"<text {_attributes(values)}>{_escaped(text.text)}</text>"


def _path(outline: Outline) -> str:
    return "".join(
        f"{step}{' '.join(map(_number, values))}" for step, values in outline
    )


def _attributes(values: dict[str, str]) -> str:
    return " ".join(f"{name}={quoteattr(value)}" for name, value in values.items())


def _number(value: float, digits: int = 2) -> str:
    """Return a number with so many decimals at most, as short as it can be put."""
    text = f"{value:.{digits}f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _escaped(text: str) -> str:
    """Return a text as XML has it; what XML cannot hold is written as an escape."""
    return escape(printable(text))
