"""Players whose code is wrong get one clear error, and harm nothing else."""

import pytest

from stacko import IllegalMoveError, ParameterError, PlayerError
from stacko.match import play_match
from stacko.players import make_player
from tests.match.bench import STRANGERS, config


def play(name):
    return play_match(config(f"{STRANGERS}:{name}"), 1, 0)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        (
            "Dreamer",
            r"player 'dreamer' in seat 0 chose [A-Z0-9]+>5a, which is not legal",
        ),
        ("Writer", r"player 'writer' in seat 0 chose '[A-Z0-9]+>5a', which is not"),
        ("Silent", r"player 'silent' in seat 0 chose None, which is not legal here: "),
        ("Passer", r"player 'passer' in seat 0 chose --, which is .* such as \w+>5a"),
    ],
)
def test_an_illegal_move_is_refused_before_anything_moves(name, message):
    with pytest.raises(IllegalMoveError, match=message):
        play(name)


def test_a_player_that_raises_is_named_with_the_place():
    message = (
        r"player 'clumsy' in seat 0 failed to choose a move: ZeroDivisionError: .*"
        r"\(strangers.py, line \d+\)$"
    )
    with pytest.raises(PlayerError, match=message) as caught:
        play("Clumsy")
    assert isinstance(caught.value.__cause__, ZeroDivisionError)


def test_a_player_that_touches_what_it_may_not_is_named():
    with pytest.raises(PlayerError, match=r"'greedy'.*ParameterError: .* be touched"):
        play("Greedy")


def test_seats_are_told_apart():
    mixed = config((f"{STRANGERS}:Lowest", f"{STRANGERS}:Silent"), "steady")
    with pytest.raises(IllegalMoveError, match="player 'silent' in seat 1"):
        play_match(mixed, 1, 0)  # where the first move topples nothing


def test_what_a_player_does_to_its_copies_stays_there():
    spoilt = play_match(config(f"{STRANGERS}:Meddler", max_turns=2), 1, 0)
    plain = play_match(config(f"{STRANGERS}:Last", max_turns=2), 1, 0)
    assert [row.block for row in spoilt.turns] == [row.block for row in plain.turns]
    assert [row.moved for row in spoilt.turns] == [row.moved for row in plain.turns]


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("def choose(self, table:\n", r"fails while it is imported \(SyntaxError: "),
        ("1 / 0\n", r"imported \(ZeroDivisionError: .*\(faulty_\d+.py, line 1\)\)"),
        ("import no_such_thing\n", r"cannot be imported \(No module named 'no_such"),
    ],
)
def test_a_module_that_cannot_be_imported_is_named(
    tmp_path, monkeypatch, source, message
):
    name = f"faulty_{len(source)}"
    (tmp_path / f"{name}.py").write_text(source)
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ParameterError, match=rf"player '{name}:Any'.*{message}"):
        make_player(f"{name}:Any")


def test_a_player_that_cannot_be_made_is_named():
    message = r"player '.*Stubborn' fails while it is made \(RuntimeError: not today"
    with pytest.raises(ParameterError, match=message):
        make_player(f"{STRANGERS}:Stubborn")
