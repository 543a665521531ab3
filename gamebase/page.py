"""One HTML file that holds everything it needs: styles, scripts and data.

It opens from disk and loads nothing: its content security policy forbids it to. Data
lie in it compressed and as base64, so that no text from outside can become markup.

Every page brings the player of `gamebase/web`. A script of a game uses it like this::

    const header = await readJson("game");       // data={"game": json_bytes}
    const stage = make("div", {class: "board"}); // what the game draws on
    const player = new Player({
      title: "A game", summary: "Player 2 wins",
      times: header.times,         // s, rising, one for every frame
      discrete: true,              // frames are steps: nothing lies between two
      stage,                       // shown large
      panels: [hands],             // optional: further elements, beside the turns
      columns: ["Turn", "Player", "Play"],
      turns: [{first: 0, last: 3, cells: ["1", "Ann", "RD1"], tone: "bad"}],
      kinds: {play: {label: "a card is played", glyph: "dot", color: "#1b5fc1"}},
      markers: [{frame: 2, kind: "play", label: "Ann plays RD1"}],
      series: [{label: "margin", unit: "mm", frames: [0, 2], values: [9, 4],
                color: "#1b5fc1"}],
      jumps: [{id: "end", label: "Jump to the end", key: "t", frame: 41}],
      switches: [{id: "margins", label: "Edge margins", key: "m", on: true,
                  change: (on) => draw()}],
      keys: [{key: "f", label: "fit the view", run: () => fit()}],
      tell: (at) => "what a screen reader says of the picture",
      onShow: (at) => draw(at.frame),  // {frame, share, time, turn}
    });

``share`` says how far it is from this frame to the next, from 0 to 1. What each option
is, and what else a `Player` can do, is told in ``gamebase/web/player.js``. Widths of
the columns are set in CSS: ``.player { --turn-columns: 3em 1fr 1fr; }``.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import html
import re
from collections.abc import Iterable, Mapping
from importlib.resources import files
from pathlib import Path

from gamebase.targets import check_target, write_target

__all__ = ["check_page", "make_page", "web_text", "write_page"]

_STYLES = ("player.css",)
_SCRIPTS = (
    "page.js",
    "glyphs.js",
    "timeline.js",
    "turns.js",
    "help.js",
    "player.js",
)

_PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<link rel="icon" href="data:,">
<title>{title}</title>
<style>
{style}
</style>
</head>
<body>
<noscript>This page shows a recorded game; please allow its script to run.</noscript>
{data}
<script type="module">{script}</script>
</body>
</html>
"""

_POLICY = (
    "default-src 'none'; base-uri 'none'; form-action 'none'; "
    "style-src 'unsafe-inline'; img-src data: blob:; script-src 'sha256-{digest}'"
)


def web_text(package: str, name: str) -> str:
    """Return a text file of the folder ``web`` of a package.

    Examples
    --------
    >>> "class Player" in web_text("gamebase", "player.js")
    True
    """
    return (files(package) / "web" / name).read_text("utf-8")


def make_page(
    title: str,
    *,
    styles: Iterable[str] = (),
    scripts: Iterable[str],
    data: Mapping[str, bytes],
) -> str:
    """Return the page.

    Parameters
    ----------
    title : str
        Any text; it is escaped.
    styles, scripts : iterable of str
        Sources in CSS and JavaScript of our own, after those of the player. All
        scripts are one module: they see each other's names, and may use ``await``.
    data : mapping of str to bytes
        By name, in letters, digits and hyphens; ``readBytes`` and ``readJson`` of
        ``page.js`` give them back.

    Raises
    ------
    ValueError
        If a source holds what would end it, or a name is none.
    """
    style = "\n".join([*(web_text("gamebase", name) for name in _STYLES), *styles])
    parts = [*(web_text("gamebase", name) for name in _SCRIPTS), *scripts]
    script = "\n" + "\n".join(parts)
    for source in (style, script):
        if re.search(r"</(script|style)|<!--", source, re.IGNORECASE):
            raise ValueError("a source holds what ends it in HTML: write it in pieces")
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return _PAGE.format(
        policy=_POLICY.format(digest=digest),
        title=html.escape(title),
        style=style,
        data="\n".join(_block(name, content) for name, content in data.items()),
        script=script,
    )


def check_page(path: Path) -> None:
    """Refuse a file that cannot be a page, by its name or what lies there.

    Raises
    ------
    ParameterError
        Saying what would do.
    """
    check_target(path, (".html", ".htm"), "a page's name")


def write_page(path: Path, page: str) -> None:
    """Write a page; a file that is there is replaced, once the new one is whole.

    Raises
    ------
    ParameterError
        If it cannot be written.
    """
    check_page(path)
    write_target(path, lambda part: part.write_text(page, encoding="utf-8"))


def _block(name: str, content: bytes) -> str:
    if not re.fullmatch(r"[A-Za-z0-9-]+", name):
        raise ValueError(f"data name {name!r}: use letters, digits and hyphens")
    # Without a time in it, the same game gives the same file.
    text = base64.b64encode(gzip.compress(content, mtime=0)).decode()
    return f'<script type="application/octet-stream" id="data-{name}">{text}</script>'
