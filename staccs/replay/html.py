"""A game as one HTML file: the STACC growing card by card, and time to scrub.

The page is the player of `gamebase/web` and a board in SVG; see `gamebase.page` for
what holds them together.
"""

from __future__ import annotations

import json
from pathlib import Path

from gamebase.files import atomic_write, check_regular
from gamebase.page import make_page, web_text
from staccs.drawing.layout import layout_of
from staccs.errors import ParameterError, shown
from staccs.replay.model import Replay
from staccs.replay.page_board import page_board
from staccs.replay.page_data import page_data
from staccs.replay.picture import cells_of
from staccs.replay.watch import Watch

__all__ = ["check_page", "replay_page", "write_page"]

_SCRIPTS = ("board.js", "zoom.js", "hands.js", "staccs.js")


def check_page(path: Path) -> None:
    """Refuse a file that cannot be the page, by its name or what lies there.

    Raises
    ------
    ParameterError
        Saying which names are accepted, or what lies there.
    """
    if path.suffix.casefold() not in (".html", ".htm"):
        raise ParameterError(
            f"{shown(str(path), 200)} ends in {shown(path.suffix)}: a page's name "
            "ends in .html"
        )
    try:
        check_regular(path)
    except FileNotFoundError:
        pass
    except OSError as error:
        raise _unwritable(path, error) from error


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
    try:
        atomic_write(path, lambda part: part.write_text(page, encoding="utf-8"))
    except OSError as error:
        raise _unwritable(path, error) from error


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


def _unwritable(path: Path, error: OSError) -> ParameterError:
    return ParameterError(
        f"{shown(str(path), 200)} cannot be written ({error.strerror or error}): make "
        "room, or choose another file"
    )
