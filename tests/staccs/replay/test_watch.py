"""Whose hands are seen."""

import json
import re

import pytest

from staccs.drawing.outlines import Affine
from staccs.errors import ParameterError
from staccs.replay import Record, Watch, replay_of
from staccs.replay.html import replay_page
from staccs.replay.page_data import page_data
from staccs.replay.panel import step_words
from tests.staccs.replay.recorded import played


def test_each_word_sees_what_it_says():
    for text, seen in (
        ("turn", {2}),
        ("all", {0, 1, 2, 3}),
        ("none", set()),
        ("1", {1}),
    ):
        watch = Watch.parse(text, 4)
        assert {seat for seat in range(4) if watch.sees(seat, turn=2)} == seen


@pytest.mark.parametrize("text", ["4", "-1", "", "every", "0x1", "\u0661", "9" * 5000])
def test_other_words_are_refused(text):
    with pytest.raises(ParameterError, match="turn, all, none, or the number"):
        Watch.parse(text, 4)


def test_a_close_word_is_suggested():
    with pytest.raises(ParameterError, match="did you mean 'turn'"):
        Watch.parse("turns", 4)


@pytest.mark.parametrize("text", ["none", "0", "2"])
def test_data_for_a_seat_hold_what_its_view_allowed_and_no_more(text):
    game = played("uh-oh", seed=4)
    watch = Watch.parse(text, 4)
    replay = replay_of(Record(game))
    data = page_data(replay, watch, Affine())
    for step, known in zip(replay.steps, data["steps"], strict=True):
        for seat, hand in enumerate(step.position.hands):
            told = known["hands"][seat]
            assert (told is None) == (seat != watch.seat)
            assert told is None or told == " ".join(map(str, hand))
        if step.position.view.turn != watch.seat:
            assert known["spots"] == known["beyond"] == []
            assert "L" not in known["looks"]
        if watch.seat not in step.told.seats:
            assert known["full"] == ""


def test_a_page_for_nobody_never_names_a_card_that_was_not_played():
    game = played("uh-oh", seed=4)
    laid = {str(each.card) for each in game.board.cards}
    hidden = {str(card) for seat in range(4) for card in game.hand(seat)} - laid
    assert hidden
    data = json.dumps(page_data(replay_of(Record(game)), Watch("none"), Affine()))
    words = set(re.findall(r"[A-Z0-9]+", data))
    # A card may have been asked for in words of a ruling, but no hand is named.
    assert not hidden & words
    full = json.dumps(page_data(replay_of(Record(game)), Watch(), Affine()))
    assert hidden <= set(re.findall(r"[A-Z0-9]+", full))
    assert len(replay_page(replay_of(Record(game)), Watch("none"))) > 10_000


def test_drawn_cards_are_told_to_their_watchers():
    replay = replay_of(Record(played("wild-out", seed=4)))
    index = next(k for k, step in enumerate(replay.steps) if step.told.full)
    step = replay.steps[index]
    for text, told in (
        ("turn", step.told.full),
        ("all", step.told.full),
        ("none", step.told.public),
        (str(step.player), step.told.full),
        (str(1 - step.player), step.told.public),
    ):
        assert told in step_words(replay, index, Watch.parse(text, 2))
