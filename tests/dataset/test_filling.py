"""When a shard is full depends on its games, not on the chunks they came in."""

from __future__ import annotations

import random

import pyarrow as pa
import pytest

from sims.dataset.chunks import tables_of
from sims.dataset.filling import Filling, Limits
from sims.dataset.spans import Span
from tests.dataset.toys import TABLES, toy_chunk


def plain_size(game: int) -> int:
    """Return the bytes of a game: eight for each value, and those of its texts."""
    size = 0
    for table in tables_of(toy_chunk(Span(3, game, 1)), TABLES).values():
        for row in table.to_pylist():
            texts = [value for value in row.values() if isinstance(value, str)]
            size += 8 * len(row) + sum(len(text.encode()) for text in texts)
    return size


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("limit", [400, 3000, 9999])
def test_it_is_full_with_the_first_game_that_reaches_the_limit(
    seed: int, limit: int
) -> None:
    sizes = [plain_size(game) for game in range(60)]
    expected = next(n for n in range(1, 60) if sum(sizes[:n]) >= limit)
    filling = Filling(TABLES, Limits(games=1000, group=7, size=limit))
    whole = tables_of(toy_chunk(Span(3, 0, 60)), TABLES)
    rng = random.Random(seed)
    at = 0
    while not filling.full:
        at += filling.take(Span(3, at, rng.randrange(1, 20)), whole, 0)
    assert filling.games == at == expected
    assert filling.spans == [Span(3, 0, at)]


def test_groups_are_pieces_of_their_own_and_can_be_asked_for_twice() -> None:
    """A piece of a chunk would keep all of it in memory."""
    filling = Filling(TABLES, Limits(games=25, group=10))
    whole = tables_of(toy_chunk(Span(0, 0, 200)), TABLES)
    at = 0
    while at < 23:
        at += filling.take(Span(0, at, min(4, 23 - at)), whole, 5)
    assert filling.sources == {5: 23}
    for _ in range(2):
        groups = filling.groups()
        assert [group["games"].num_rows for group in groups] == [10, 10, 3]
        assert pa.concat_tables([group["turns"] for group in groups]).equals(
            tables_of(toy_chunk(Span(0, 0, 23)), TABLES)["turns"]
        )
        assert all(group["turns"]["text"].num_chunks == 1 for group in groups)
    assert filling.take(Span(0, 23, 100), whole, 6) == 2
    assert filling.full
    assert [group["games"].num_rows for group in filling.groups()] == [10, 10, 5]
