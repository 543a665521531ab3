"""A batch of STACCS games as a section of the gallery."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import cast

from gamebase.counting import counted
from gamebase.game_key import GameKey
from sims.gallery.batches import Batch, Row
from sims.gallery.model import File, Grid, Link, Picture, Section, picture_of
from sims.plots import Plot, extent_plot, histogram, share_bars
from sims.rows import row_of, rows_of
from staccs.board import Board
from staccs.config import SimulationConfig
from staccs.phases import Mode

__all__ = ["staccs_section"]

_COLUMNS = (
    "turns", "players", "policies", "winners", "standing", "extent", "stacc", "moves",
    "min_margin",
)  # fmt: skip
_TOGETHER = (Mode.SOLO.value, Mode.WILD_OUT.value)
"""Modes in which nobody plays against another."""


def staccs_section(batch: Batch) -> Section:
    """Return the section of a batch of STACCS games, with one of them as example."""
    rows = batch.good(_COLUMNS)
    pictures = [
        picture_of(plot, f"plots/{batch.slug}/{name}.svg", caption)
        for name, plot, caption in (_plots(batch, rows) if rows else ())
    ]
    grids: list[Grid] = []
    files: list[File] = []
    example = next((row for row in rows if row["stacc"]), None)
    if example is not None:
        pictures += _example_pictures(batch, example)
        grid, page = _replay(batch, example)
        grids.append(grid)
        files.append(page)
    about = [batch.origin(), batch.state()]
    return Section(
        batch.slug, _title(batch), [text for text in about if text], batch.lines,
        pictures, grids, files,
    )  # fmt: skip


def _title(batch: Batch) -> str:
    told = batch.told
    variation = f" ({told['variation']})" if told.get("variation") else ""
    many = f"{counted(told['players'], 'player')}"
    return (
        f"STACCS {told['mode']}{variation}: {many} "
        f"({', '.join(map(str, told['policy']))}), table {_table(batch)}, "
        f"seed {told['seed']}"
    )


def _table(batch: Batch) -> str:
    placed = cast(SimulationConfig, batch.config).placed_table()
    return "none" if placed is None else placed.table.brief()


def _plots(batch: Batch, rows: Sequence[Row]) -> Iterator[tuple[str, Plot, str]]:
    """Yield name, plot and caption of every picture of the whole batch."""
    yield (
        "turns", histogram({"all": [row["turns"] for row in rows]}),
        "How many turns the games took: those in which a card was played or drawn.",
    )  # fmt: skip
    if batch.told["mode"] in _TOGETHER:
        yield (
            "standing",
            histogram(
                {"all": [row["standing"] for row in rows]},
                label="cards standing at the end", title="How many cards stand",
            ),
            "The players win together if all cards stand at the end.",
        )  # fmt: skip
    else:
        yield _winners(rows)
    extents = [row["extent"] for row in rows if row["extent"] is not None]
    if extents:
        yield (
            "extents",
            histogram(
                {"all": [round(100 * extent) for extent in extents]},
                label="extent at the end, cm", title="How far the STACCs reach",
            ),
            "The largest distance between two corners of cards at the end of a game.",
        )  # fmt: skip


def _winners(rows: Sequence[Row]) -> tuple[str, Plot, str]:
    seats = [(row["winners"] or "").split(",") for row in rows]
    players = max(row["players"] for row in rows)
    counts = {
        _seat_name(rows[0], seat): sum(str(seat) in each for each in seats)
        for seat in range(players)
    }
    return (
        "winners",
        share_bars(
            counts, len(rows), label="share of the games won", title="Who wins",
            fair=1 / players,
        ),
        "Wins by seat; seat 0 begins, and a shared win counts for every winner. Lines "
        "are 95 % intervals (Wilson).",
    )  # fmt: skip


def _seat_name(row: Row, seat: int) -> str:
    names = row["policies"].split(",")
    plain = len(names) == row["players"]
    return f"seat {seat} ({names[seat]})" if plain else f"seat {seat}"


def _example_pictures(batch: Batch, example: Row) -> Iterator[Picture]:
    """Yield pictures of one game's cards: how far they reach, and what they are."""
    from staccs.drawing import draw_board, write_picture

    game = example["game"]
    config = cast(SimulationConfig, batch.config)
    table = config.placed_table()
    board = Board.from_text(
        example["stacc"], config.rules, None if table is None else table.fits,
        copies=2 if config.mode is Mode.PARTY else 1,
    )  # fmt: skip
    cells = [laid.cell for laid in board.cards]
    if table is not None:
        title = f"Game {game}: the STACC on its table"
        yield picture_of(
            extent_plot(cells, table, title=title),
            f"plots/{batch.slug}/table.svg",
            f"Where the cards of game {game} lay on the table at the end, seen from "
            "above.",
        )
    drawn = draw_board(board, title=f"Game {game}")
    yield Picture(
        File(f"plots/{batch.slug}/cards.svg", lambda path: write_picture(drawn, path)),
        drawn.description.partition(" In notation")[0],
        f"The cards of game {game} at the end.",
        round(drawn.width),
        round(drawn.height),
    )


def _replay(batch: Batch, example: Row) -> tuple[Grid, File]:
    """Return a row that leads to the replay of the example, and its page."""
    game = example["game"]
    page = File(
        f"replays/{batch.slug}/game-{game:06d}.html",
        _page_from(batch.folder, GameKey(batch.cell or 0, game)),
    )
    winners = example["winners"]
    row: list[str | Link] = [
        str(game), str(example["turns"]), example["termination"],
        _winners_of(winners), str(example["standing"]),
        Link("watch", page.name, f"watch the replay of game {game} of {batch.slug}"),
    ]  # fmt: skip
    note = (
        "A page on which the STACC grows card by card. "
        f"“staccs replay {batch.folder.name} --game N --html OUT.html” makes one of "
        "any other game."
    )
    heads = ("game", "turns", "ended", "winners", "cards standing", "replay")
    return Grid("Replay of an example", note, heads, [row]), page


def _winners_of(seats: str | None) -> str:
    """Return who won, from seats with commas between them."""
    if not seats:
        return "none"
    return f"seat{'s' * (',' in seats)} {seats.replace(',', ', ')}"


def _page_from(folder: Path, key: GameKey) -> Callable[[Path], None]:
    def write(page: Path) -> None:
        from staccs.batch_reading import Reading
        from staccs.replay import replay_of
        from staccs.replay.html import write_page
        from staccs.replay.sources import record_of

        reading = Reading(
            lambda path, key, columns: row_of(path, key.game, columns, key.cell),
            lambda path, key, columns: rows_of(path, key.game, columns, key.cell),
        )
        write_page(replay_of(record_of(str(folder), reading, key)), page)

    return write
