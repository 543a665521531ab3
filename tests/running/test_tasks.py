"""What is handed out at once."""

from __future__ import annotations

import pytest

from sims.dataset.spans import Span
from sims.running.tasks import LEAST_TIME, MOST, TASK_TIME, Pending, Sizes


def test_games_come_in_order_and_never_of_two_cells() -> None:
    pending = Pending()
    pending.push([Span(0, 0, 5), Span(0, 5, 5), Span(1, 0, 3), Span(1, 7, 1)])
    assert pending.games == 14
    taken = [pending.take(4) for _ in range(5)]
    assert taken == [
        Span(0, 0, 4),
        Span(0, 4, 4),
        Span(0, 8, 2),
        Span(1, 0, 3),
        Span(1, 7, 1),
    ]
    assert not pending
    assert pending.games == 0


def test_what_is_put_back_comes_first() -> None:
    pending = Pending()
    pending.push([Span(3, 0, 5)])
    pending.put_back([Span(2, 8, 2), Span(2, 1, 1)])
    assert pending.cell == 2
    assert [pending.take(9) for _ in range(3)] == [
        Span(2, 1, 1),
        Span(2, 8, 2),
        Span(3, 0, 5),
    ]


def test_a_task_takes_about_its_time_and_grows_slowly() -> None:
    sizes = Sizes()
    assert sizes.most(0) == 1
    grown = []
    for _ in range(16):
        size = sizes.fitting(0, share=10**6)
        grown.append(size)
        sizes.note(0, size, size * TASK_TIME / 100)
    assert grown[:5] == [1, 2, 4, 8, 16]
    assert grown[-1] == pytest.approx(100, abs=2)


def test_slow_games_go_one_at_a_time() -> None:
    sizes = Sizes()
    for _ in range(5):
        sizes.note(0, 1, 30.0)
    assert sizes.fitting(0, share=100) == 1


def test_no_task_has_more_games_than_fit_into_memory() -> None:
    sizes = Sizes()
    for _ in range(20):
        sizes.note(0, 100, 1e-9)
    assert sizes.fitting(0, share=10**6) == MOST


def test_cells_are_known_apart_and_a_new_one_is_taken_for_like_the_last() -> None:
    sizes = Sizes()
    for _ in range(10):
        sizes.note(0, 10, 10 * TASK_TIME / 50)
        sizes.note(1, 10, 10 * TASK_TIME / 5)
    assert sizes.most(0) == pytest.approx(50, abs=1)
    assert sizes.most(1) == sizes.most(2) == pytest.approx(5, abs=1)


def test_the_last_games_are_shared_out_but_not_in_crumbs() -> None:
    sizes = Sizes()
    for _ in range(12):
        sizes.note(0, 100, 100 * TASK_TIME / 400)
    assert sizes.fitting(0, share=30) == 30
    assert sizes.fitting(0, share=0) == pytest.approx(400 * LEAST_TIME, abs=1)


def test_only_so_many_cells_are_remembered() -> None:
    sizes = Sizes()
    for cell in range(10_000):
        sizes.note(cell, 1, 1.0)
    assert len(sizes._known) < 5000
