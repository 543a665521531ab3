"""A game as one HTML file: the STACC growing card by card, and time to scrub.

The page is the player of `gamebase/web` and a board in SVG; see `gamebase.page` for
what holds them together.
"""

from __future__ import annotations

import json
from pathlib import Path

from gamebase import page as pages
from gamebase.page import check_page, make_page, web_text
from staccs.drawing.layout import layout_of
from staccs.replay.model import Replay
from staccs.replay.page_board import page_board
from staccs.replay.page_data import page_data
from staccs.replay.picture import cells_of
from staccs.replay.watch import Watch

__all__ = ["replay_page", "write_page"]

_SCRIPTS = ("board.js", "zoom.js", "hands.js", "staccs.js")


def write_page(replay: Replay, path: Path, watch: Watch | None = None) -> None:
    """Write a page that shows a game.

    Parameters
    ----------
    replay, watch
        As of `replay_page`.
    path : Path
        The file; one that is there is replaced, once the new one is whole.

    Raises
    ------
    ParameterError
        If the file cannot be written.
    """
    check_page(path)
    page = replay_page(replay, watch)
    pages.write_page(path, page)


def replay_page(replay: Replay, watch: Watch | None = None) -> str:
    """Return a page that shows a game: the text of one HTML file.

    Parameters
    ----------
    replay : Replay
        The game.
    watch : Watch, optional
        Whose hands are seen at first, those of whoever decides if left out. If it is
        one seat's or none, what was hidden from there is not in the page at all.

    Examples
    --------
    >>> from staccs.modes import make_game
    >>> from staccs.replay import Record, replay_of
    >>> page = replay_page(replay_of(Record(make_game("solo", seed=3))))
    >>> page.startswith("<!DOCTYPE html>")
    True
    """
    watch = watch or Watch()
    layout = layout_of(cells_of(replay))
    data = page_data(replay, watch, layout.to_pixels)
    return make_page(
        data["title"],
        styles=[web_text("staccs.replay", "staccs.css")],
        scripts=[web_text("staccs.replay", name) for name in _SCRIPTS],
        data={
            "game": json.dumps(data).encode(),
            "board": page_board(replay, layout).encode(),
        },
    )
