"""Sets of games agree with plain sets, and stay small."""

from __future__ import annotations

import random

from sims.dataset.chunks import Chunk
from sims.dataset.done import Done
from sims.dataset.held import Held, Piece
from sims.dataset.spans import Span


def keys(spans: list[Span]) -> list[tuple[int, int]]:
    return [(span.cell, game) for span in spans for game in span.games]


def test_any_spans_in_any_order_are_as_in_a_plain_set() -> None:
    rng = random.Random(5)
    for _ in range(300):
        done, plain = Done(), set[tuple[int, int]]()
        for _ in range(rng.randrange(12)):
            span = Span(rng.randrange(2), rng.randrange(30), rng.randrange(1, 9))
            asked = Span(rng.randrange(2), rng.randrange(30), rng.randrange(1, 9))
            done.add(span)
            plain.update(keys([span]))
            lacking = [key for key in keys([asked]) if key not in plain]
            assert keys(done.missing(asked)) == lacking
            assert done.overlap(asked) == asked.count - len(lacking)
        assert keys(list(done)) == sorted(plain)
        assert done.total == len(plain)
        assert done.count(1) == sum(cell == 1 for cell, _ in plain)
        games = [(cell, game) for cell in range(3) for game in range(-1, 40)]
        assert {key for key in games if key in done} == plain


def test_runs_are_merged_so_that_a_million_games_take_no_room() -> None:
    done = Done()
    for first in range(0, 1_000_000, 100):
        done.add(Span(0, first + 50, 50))
        done.add(Span(0, first, 50))
    assert list(done) == [Span(0, 0, 1_000_000)]


def test_held_pieces_are_taken_from_begin_end_and_middle() -> None:
    chunk = Chunk(Span(0, 0, 1), {}, 0)
    rng = random.Random(2)
    for _ in range(200):
        held, plain = Held(), set[tuple[int, int]]()
        for first in range(0, 60, 12):
            span = Span(rng.randrange(2), first, rng.randrange(1, 12))
            held.add(Piece(span, chunk, 0))
            plain.update(keys([span]))
        while plain:
            cell, game = rng.choice(sorted(plain))
            piece = held.at(cell, game)
            assert piece is not None
            left = piece.span.stop - game
            gone = Span(cell, game, rng.randrange(1, left + 1))
            held.remove(gone)
            plain -= set(keys([gone]))
            assert keys([each.span for each in held]) == sorted(plain)
            asked = Span(cell, rng.randrange(50), rng.randrange(1, 30))
            assert held.overlap(asked) == len(plain & set(keys([asked])))
            assert held.at(cell, game) is None
