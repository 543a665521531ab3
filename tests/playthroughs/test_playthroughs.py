"""The golden playthroughs come out as they were committed."""

import tomllib

import pytest

from stacko import Game
from tests.playthroughs.regenerate import begun, files, regenerated

FILES = [pytest.param(path, id=path.stem) for path in files()]


@pytest.mark.parametrize("path", FILES)
def test_playthrough_is_as_committed(path):
    text = path.read_text("utf-8")
    assert regenerated(text) == text


@pytest.mark.parametrize("path", FILES)
def test_playthrough_survives_json_and_undoing(path):
    text = path.read_text("utf-8")
    game = begun(tomllib.loads(text.partition("\n\n")[0]))
    start = game.copy()
    for line in text.splitlines():
        if line.startswith("> "):
            game.push(*line[2:].split())
    again = Game.from_json(game.to_json())
    assert again == game
    while again.ply:
        again.pop()
    assert again == start


def test_playthroughs_show_every_way_to_end_and_every_verdict():
    texts = "".join(path.read_text("utf-8") for path in files())
    for needed in ("end   toppled", "end   no_moves", "end   no_match", "\n> -- "):
        assert needed in texts
    for verdict in ("clean", "stuck", "given_up", "toppled", "clean:"):
        assert f" {verdict}" in texts
    for demand in ("demand 2", "demand 1", "counter-clockwise", "demand 2any"):
        assert demand in texts


def test_a_changed_line_is_noticed():
    text = files()[0].read_text("utf-8")
    changed = text.replace("may take", "may not take")
    assert regenerated(changed) == text != changed
