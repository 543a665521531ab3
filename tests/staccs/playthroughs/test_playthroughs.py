"""The golden playthroughs of STACCS come out as they were committed."""

import pytest

from staccs.modes import game_from_json
from tests.staccs.perft import slow_counter
from tests.staccs.playthroughs.regenerate import begun, files, regenerated

FILES = [pytest.param(path, id=path.stem) for path in files()]


def moves_of(text):
    return [line[2:] for line in text.splitlines() if line.startswith("> ")]


@pytest.mark.parametrize("path", FILES)
def test_playthrough_is_as_committed(path):
    text = path.read_text("utf-8")
    assert regenerated(text) == text


@pytest.mark.parametrize("path", FILES)
def test_playthrough_survives_json_and_undoing(path):
    text = path.read_text("utf-8")
    game = begun(text)
    start = game.copy()
    for move in moves_of(text):
        game.push(move)
    fits = game._setting.footing
    again = game_from_json(game.to_json(), fits)
    assert again == game
    while again.ply:
        again.pop()
    assert again == start


@pytest.mark.parametrize("path", FILES)
def test_slow_counter_finds_every_move_legal(path):
    import tomllib

    text = path.read_text("utf-8")
    position = slow_counter.read(tomllib.loads(text.partition("\n\n")[0]))
    for move in moves_of(text):
        assert move in slow_counter.moves(position)
        position = slow_counter.moved(position, move)
    assert position["over"]


def test_playthroughs_show_every_mode_phase_and_way_to_end():
    texts = "".join(path.read_text("utf-8") for path in files())
    for mode in ("uh-oh", "party", "solo", "wild-out"):
        assert f'mode = "{mode}"' in texts
    for phase in ("turn", "drawn", "attacked", "more", "give", "catch"):
        assert f", {phase}\n" in texts
    for end in ("out:", "deck_out:", "complete:", "no_moves:"):
        assert f"end    {end}" in texts
    for variation in ("perfect", "second_chances", "no_wilds"):
        assert f'variation = "{variation}"' in texts
    words = (
        "draw",
        "accept",
        "done",
        "give",
        "catch",
        "let",
        "hold",
        "discard",
        "flip",
    )
    for word in words:
        assert f"\n> {word}" in texts
    for seen in ("counter-clockwise", "barred", "costs 2", "forgot", "\n> W@"):
        assert seen in texts


def test_a_changed_line_is_noticed():
    text = files()[0].read_text("utf-8")
    changed = text.replace("legal 1:", "legal 99:")
    assert regenerated(changed) == text != changed
