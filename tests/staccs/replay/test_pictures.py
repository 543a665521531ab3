"""Pictures and films of a game: all of one size, with all that a step has to show."""

import re
import xml.etree.ElementTree as ET
from itertools import pairwise

import numpy as np
import pytest
from PIL import Image

from staccs.drawing import to_svg
from staccs.drawing.palette import REFUSED
from staccs.drawing.picture import Text
from staccs.drawing.png import pixels
from staccs.errors import ParameterError
from staccs.replay import Look, Record, Watch, replay_of
from staccs.replay.film import write_film
from staccs.replay.overlays import badge_words
from staccs.replay.picture import Pictures
from tests.staccs.replay.recorded import MODES, endless, played, with_refusal


def texts(picture):
    return [item.text for item in picture.flat() if isinstance(item, Text)]


def words(picture):
    return " ".join(texts(picture))


@pytest.mark.parametrize("mode", MODES)
def test_all_pictures_of_a_game_are_of_one_size(mode):
    replay = replay_of(Record(played(mode)))
    pictures = Pictures(replay)
    sizes = {
        (each.width, each.height) for each in map(pictures.__getitem__, (0, 3, -1))
    }
    assert len(sizes) == 1
    assert len(pictures) == len(replay.steps)


@pytest.mark.parametrize("mode", MODES)
def test_a_picture_is_a_well_formed_svg_that_says_what_it_shows(mode):
    replay = replay_of(Record(played(mode)))
    root = ET.fromstring(to_svg(Pictures(replay)[-1]))
    told = root[1].text
    assert replay.steps[-1].position.view.stacc in told
    shown = " ".join(
        each.text or "" for each in root.iter() if each.tag.endswith("text")
    )
    assert replay.ending.split(";")[0].split(" ")[0] in shown


def test_cards_appear_one_by_one():
    pictures = Pictures(replay_of(Record(played("solo", table=None))))
    laid = [to_svg(pictures[k]).count("<title>") for k in (0, -1)]
    assert laid[1] > laid[0] > 1


def test_a_step_shows_move_question_margins_and_who_decides():
    game = played("uh-oh", moves=6)
    replay = replay_of(Record(game, ("Ann", "Bob", "Cy", "Di")))
    shown = words(Pictures(replay)[5])
    assert "5/6" in shown
    assert replay.steps[5].position.asked in shown
    assert "smallest margin to the edge" in shown or "margin to the edge" in shown
    turn = replay.steps[5].position.view.turn
    assert f"\u25b6 {replay.record.named(turn)}" in shown


def test_hands_are_drawn_for_those_who_see_them():
    game = played("uh-oh", seed=4, moves=3)
    replay = replay_of(Record(game))
    hidden = [
        text for text in texts(Pictures(replay, Watch("none"))[3]) if "\u00d7" in text
    ]
    assert hidden == [f"\u00d7{len(hand)}" for hand in replay.steps[3].position.hands]
    shown = texts(Pictures(replay, Watch("all"))[3])
    assert not [text for text in shown if re.fullmatch("\u00d7[0-9]+", text)]
    # Where a card goes is told only to who sees the hand.
    spot = replay.steps[3].position.spots[0]
    assert badge_words(spot.cards) in shown
    assert badge_words(spot.cards) not in hidden


def test_a_refused_play_is_crossed_out_in_red_with_its_reason():
    replay = replay_of(with_refusal())
    pictures = Pictures(replay)
    assert "any spades or a WILD" in words(pictures[1])
    red = [
        item for item in pictures[1].flat() if getattr(item, "stroke", "") == REFUSED
    ]
    assert len(red) == 4  # the surface that does not match, the rim, and a cross
    assert REFUSED not in to_svg(pictures[2])


def test_a_card_refused_far_away_does_not_shrink_the_picture():
    record = with_refusal()
    usual = Pictures(replay_of(record))[0].width
    far = type(record.rejected[0])(0, record.rejected[0].move.parse("9H@40,40"))
    away = Record(record.game, record.names, (far,))
    assert Pictures(replay_of(away))[1].width == usual


def test_the_whole_table_is_shown_if_asked_for():
    replay = replay_of(Record(played("uh-oh", moves=3)))
    near, whole = Pictures(replay)[-1], Pictures(replay, whole=True)[-1]
    assert whole.width > 1.5 * near.width


@pytest.mark.parametrize("step", [8, -9, 10**9])
def test_a_step_that_is_not_there_is_an_error(step):
    pictures = Pictures(replay_of(Record(played("uh-oh", moves=7))))
    with pytest.raises(ParameterError, match="the game has those from 0 to 7"):
        pictures[step]


def test_marks_follow_the_looks():
    replay = replay_of(Record(played("uh-oh", seed=4, moves=6)))
    position = replay.steps[-1].position
    looks = position.looks
    svg = to_svg(Pictures(replay)[-1])
    legend = 1  # each mark is explained once, and drawn in the legend
    assert svg.count('stroke-width="3.6"') == looks.count(Look.LEGAL) + legend
    assert svg.count('stroke-width="3"') == looks.count(Look.TAKES) + legend
    assert svg.count('stroke-dasharray="2.6 5.2"') == looks.count(Look.IDLE) + legend


def test_names_that_are_markup_or_control_stay_text():
    for index in range(4):
        svg = to_svg(Pictures(replay_of(with_refusal()))[index])
        ET.fromstring(svg)
        assert "<script" not in svg
        assert "\x1b" not in svg
    assert "&lt;script" in svg


def test_a_film_has_a_frame_a_step_and_stays_at_the_end(tmp_path):
    replay = replay_of(with_refusal())
    path = tmp_path / "game.gif"
    taken = []

    def progress(frames, count):
        for frame in frames:
            taken.append(count)
            yield frame

    write_film(replay, Pictures(replay), path, width=300, pace=0.5, progress=progress)
    assert taken == [4] * 4
    with Image.open(path) as film:
        assert film.n_frames == 4
        times = [film.seek(k) or film.info["duration"] for k in range(4)]
        assert times == [500, 1000, 500, 4500]
        assert film.size[0] == 300
        frames = []
        for k in range(4):
            film.seek(k)
            frames.append(np.asarray(film.convert("RGB")))
    assert all((a != b).any() for a, b in pairwise(frames))
    drawn = pixels(Pictures(replay)[3], 300)
    assert np.abs(frames[3].astype(int) - drawn).mean() < 4


def test_a_film_of_a_single_step(tmp_path):
    replay = replay_of(Record(played("uh-oh", moves=0)))
    write_film(replay, Pictures(replay), tmp_path / "one.gif", width=200)
    with Image.open(tmp_path / "one.gif") as film:
        assert film.n_frames == 1


def test_a_film_of_300_steps(tmp_path):
    replay = replay_of(Record(endless()))
    path = tmp_path / "long.gif"
    write_film(replay, Pictures(replay), path, width=160, pace=0.05)
    with Image.open(path) as film:
        assert film.n_frames > 250  # steps in which nothing is to be seen are joined
    assert path.stat().st_size < 8e6


def test_a_film_that_cannot_be_written_leaves_nothing(tmp_path):
    replay = replay_of(Record(played("uh-oh", moves=1)))
    with pytest.raises(ParameterError, match="no folder"):
        write_film(replay, Pictures(replay), tmp_path / "no" / "a.gif", width=100)
    with pytest.raises(ParameterError, match=r"ends in \.gif"):
        write_film(replay, Pictures(replay), tmp_path / "a.mov", width=100)
    assert list(tmp_path.iterdir()) == []
