"""The page of a match holds the match, within its limits, and no text runs in it."""

import base64
import gzip
import json
import re
from dataclasses import replace

import numpy as np
import pytest

from stacko.errors import ParameterError
from stacko.replay.html import replay_page, write_html
from stacko.replay.packing import ARRAYS, pack
from stacko.replay.page_words import COLUMNS, event_label
from tests.cli.command import stacko
from tests.replay.recorded import FOLDER, recorded

EVIL = '<script>alert(1)</script><img src=x onerror="alert(2)">'


def named(replay, *policies):
    """Return a replay whose players have other names."""
    return replace(
        replay, configuration={**replay.configuration, "policy": list(policies)}
    )


def data(page, name):
    (text,) = re.findall(rf'id="data-{name}">([^<]*)</script>', page)
    return gzip.decompress(base64.b64decode(text))


def unplaned(layout, content):
    """Return the arrays of a page, read by other means than the page does."""
    begin, arrays = 0, {}
    for entry in layout:
        count = int(np.prod(entry["shape"]))
        width = entry["bytes"]
        planes = np.frombuffer(content, np.uint8, count * width, begin)
        whole = planes.reshape(width, count).T.copy().view(f"<i{width}")
        arrays[entry["name"]] = whole.reshape(entry["shape"])
        begin += count * width
    assert begin == len(content)
    return arrays


@pytest.mark.parametrize("name", ["topple", "one-turn"])
def test_everything_but_the_data_has_at_most_a_megabyte_and_a_half(name):
    page = replay_page(recorded(name))
    packed = sum(len(each) for each in re.findall(r'id="data-[^>]*>([^<]*)<', page))
    assert len(page.encode()) - packed < 1_500_000
    # and in fact no more than a small picture
    assert len(page.encode()) - packed < 120_000


def test_the_page_holds_every_number_of_the_replay():
    replay = recorded("topple")
    page = replay_page(replay)
    header = json.loads(data(page, "match"))
    arrays = unplaned(header["arrays"], data(page, "arrays"))
    for name, array in pack(replay).items():
        assert np.array_equal(arrays[name], array), name
    assert set(ARRAYS) < set(arrays)
    frames = np.cumsum(arrays["measure_frame"])
    assert frames[0] == 0
    assert frames[-1] == replay.frames - 1


def test_every_move_and_every_event_is_listed():
    replay = recorded("topple")
    header = json.loads(data(replay_page(replay), "match"))
    assert [turn["first"] for turn in header["turns"]] == [
        ply.first for ply in replay.plies
    ]
    assert all(len(turn["cells"]) == len(COLUMNS) for turn in header["turns"])
    assert header["turns"][-1]["cells"][-1] == "toppled"
    assert [mark["kind"] for mark in header["markers"]] == [
        event.kind.value for event in replay.events
    ]
    assert all(event_label(replay, event) for event in replay.events)
    kinds = header["kinds"]
    assert len({(kind["glyph"], kind["color"]) for kind in kinds.values()}) == len(
        kinds
    )


def test_how_a_game_ended_is_told_in_words():
    replay = recorded("one-turn")
    last = replay.events[-1]
    assert last.text == "turn_limit"
    assert event_label(replay, last) == "the end, turn limit: nobody loses"


def test_a_name_with_a_script_is_nowhere_in_the_page_as_it_is():
    page = replay_page(named(recorded("one-turn"), EVIL))
    assert "alert(" not in page
    header = json.loads(data(page, "match"))
    assert EVIL in header["turns"][0]["cells"][1]


def test_an_event_after_the_last_move_is_of_the_last_turn():
    replay = recorded("topple")
    after = replace(replay.events[0], ply=len(replay.plies))
    turn = replay.plies[-1].row["turn"]
    assert event_label(replay, after).startswith(f"turn {turn}: ")


def test_a_very_long_name_is_cut():
    header = json.loads(
        data(replay_page(named(recorded("one-turn"), "x" * 9999)), "match")
    )
    assert len(header["turns"][0]["cells"][1]) < 80


def test_a_name_turns_no_text_around():
    header = json.loads(
        data(replay_page(named(recorded("one-turn"), "\u202eabc")), "match")
    )
    assert header["turns"][0]["cells"][1] == "0 (\\u202eabc)"


def test_the_same_match_gives_the_same_bytes():
    assert replay_page(recorded("one-turn")) == replay_page(recorded("one-turn"))


def test_a_palette_is_chosen_or_refused(tmp_path):
    write_html(recorded("one-turn"), tmp_path / "safe.html", "safe")
    text = (tmp_path / "safe.html").read_text("utf-8")
    assert json.loads(data(text, "match"))["palette"] == "safe"
    with pytest.raises(ParameterError, match=r"no palette 'sage'.*safe"):
        write_html(recorded("one-turn"), tmp_path / "sage.html", "sage")
    assert not (tmp_path / "sage.html").exists()


def test_the_command_writes_the_page(tmp_path):
    page = tmp_path / "match.html"
    done = stacko("replay", FOLDER / "one-turn.npz", "--html", page)
    assert done.returncode == 0, done.stderr
    assert f"written to {page}" in done.stdout
    assert page.read_text("utf-8") == replay_page(recorded("one-turn"))
    wrong = stacko("replay", FOLDER / "one-turn.npz", "--html", tmp_path / "match.txt")
    assert wrong.returncode == 2
    assert "ends in .html" in wrong.stderr
