"""A batch of Stacko games as a section of the gallery."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import cast

import pyarrow.compute as pc

from sims.gallery.batches import Batch, Row
from sims.gallery.model import Section, picture_of
from sims.gallery.stacko_replays import replays_of
from sims.gallery.topples import Places, places
from sims.lifetimes import lifetimes
from sims.plots import (
    Plot,
    histogram,
    match_plot,
    share_bars,
    survival_plot,
    tower_map,
)
from stacko.config import SimulationConfig

__all__ = ["stacko_section"]

_COLUMNS = (
    "turns", "players", "policies", "loser", "phase", "first_block", "fallen", "tower"
)  # fmt: skip


def stacko_section(batch: Batch, most_replays: int) -> Section:
    """Return the section of a batch of Stacko games.

    Parameters
    ----------
    batch : Batch
    most_replays : int
        Pages of replays that are made, at most.
    """
    rows = batch.good(_COLUMNS)
    grid, files = replays_of(batch, rows, most_replays)
    pictures = [
        picture_of(plot, f"plots/{batch.slug}/{name}.svg", caption)
        for name, plot, caption in (_plots(batch, rows) if rows else ())
    ]
    about = [batch.origin(), batch.state()]
    return Section(
        batch.slug, _title(batch), [text for text in about if text], batch.lines,
        pictures, [grid], files,
    )  # fmt: skip


def _title(batch: Batch) -> str:
    told = batch.told
    return (
        f"Stacko: {told['players']} players ({', '.join(map(str, told['policy']))}), "
        f"{', '.join(map(str, told['hand']))} hand, engine {told['engine']}, "
        f"seed {told['seed']}"
    )


def _plots(batch: Batch, rows: Sequence[Row]) -> Iterator[tuple[str, Plot, str]]:
    """Yield name, plot and caption of every picture."""
    turns = [row["turns"] for row in rows]
    fell = [row["phase"] is not None for row in rows]
    yield (
        "turns", histogram({"all": turns}),
        "How many turns the games took, the last one included.",
    )  # fmt: skip
    yield (
        "survival",
        survival_plot({str(batch.told["engine"]): lifetimes(turns, fell)}),
        "Share of towers still standing after so many turns (Kaplan and Meier), with "
        "its 95 % band (log-log).",
    )
    yield from _losers(rows)
    config = cast(SimulationConfig, batch.config)
    found = places(rows, batch.tables["turns"], config.block_set)
    yield from _slots(found, rows[0]["tower"].count("/") + 1)
    yield from _topples(rows, found)
    yield from _example(batch, rows)


def _losers(rows: Sequence[Row]) -> Iterator[tuple[str, Plot, str]]:
    lost = Counter(row["loser"] for row in rows if row["loser"] is not None)
    if not lost:
        return
    players = max(row["players"] for row in rows)
    counts = {seat_name(rows[0], seat): lost[seat] for seat in range(players)}
    yield (
        "losers",
        share_bars(
            counts, lost.total(), label="share of the lost games",
            title="Who knocks the tower over", fair=1 / players,
        ),
        "Losses by seat; seat 0 built the tower and begins. Lines are 95 % intervals "
        "(Wilson).",
    )  # fmt: skip


def seat_name(row: Row, seat: int) -> str:
    """Return a seat with the name of its player, if that can be told apart."""
    names = row["policies"].split(",")
    plain = len(names) == row["players"]
    return f"seat {seat} ({names[seat]})" if plain else f"seat {seat}"


def _slots(found: Places, layers: int) -> Iterator[tuple[str, Plot, str]]:
    if found.taken:
        yield (
            "slots",
            tower_map(
                found.map_of(found.taken), label="blocks taken", low=0,
                title="Which slots were pulled", missing="no block ever lay there",
            ),
            "How often the block of a slot came out and went on top, over all games. "
            f"Layers above the first {layers} exist only in games that got that far.",
        )  # fmt: skip


def _topples(rows: Sequence[Row], found: Places) -> Iterator[tuple[str, Plot, str]]:
    phases = Counter(row["phase"] for row in rows if row["phase"] is not None)
    if phases:
        yield (
            "phases",
            share_bars(
                dict(phases.most_common()),
                phases.total(), label="share of the topples",
                title="What the hand was doing when the tower fell",
            ),
            "Probe: feeling how loose a block is; pull: taking one out; carry: lifting "
            "it away; place: putting it on top; settle: after it was let go. Lines are "
            "95 % intervals (Wilson).",
        )  # fmt: skip
    maps = (
        ("touched", found.touched, "The block in the hand when the tower fell",
         "Where the block lay that the hand was moving when the tower fell."),
        ("first", found.first, "The first block to leave the tower",
         "Where the first block to leave the tower lay; the one in the hand does not "
         "count."),
    )  # fmt: skip
    for name, counts, title, caption in maps:
        if counts:
            plot = tower_map(
                found.map_of(counts), label="topples", low=0, title=title,
                missing="no block ever lay there",
            )  # fmt: skip
            yield name, plot, caption


def _example(batch: Batch, rows: Sequence[Row]) -> Iterator[tuple[str, Plot, str]]:
    """Yield the plot of the longest game that ended with a topple."""
    fallen = [row for row in rows if row["phase"] is not None] or list(rows)
    game = max(fallen, key=lambda row: (row["turns"], -row["game"]))["game"]
    turns = batch.tables["turns"]
    own = turns.filter(pc.equal(turns["game"], game)).to_pylist()
    if any(row["margin_before"] is not None for row in own):
        yield (
            "margin", match_plot(own),
            f"Game {game}, the longest: how far the center of mass stayed inside the "
            "support, above the layer where that is least, and how the tower leaned.",
        )  # fmt: skip
