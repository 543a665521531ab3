"""Players of any game: by name, by path, and asked for a move."""

from __future__ import annotations

import pytest

from gamebase.asking import ask, refuse_illegal
from gamebase.errors import IllegalMoveError, ParameterError, PlayerError
from gamebase.registry import Registry
from tests.base.toy import PLAYERS, Least, Numberless, Player

HERE = "tests.base.toy"


def test_each_game_has_players_of_its_own() -> None:
    other: Registry[Player] = Registry("choose(numbers)", HERE)
    assert (PLAYERS.names(), other.names()) == (("least",), ())
    with pytest.raises(ParameterError, match="no player 'least'; known: "):
        other.make("least")


def test_players_are_made_anew_by_name_and_by_path() -> None:
    named = PLAYERS.make("least")
    assert isinstance(named, Least)
    assert PLAYERS.make("least") is not named
    assert isinstance(PLAYERS.make(f"{HERE}:Numberless"), Numberless)


def test_messages_say_how_players_of_the_game_are_asked() -> None:
    with pytest.raises(
        ParameterError, match=r"a method choose\(numbers\): .* in tests.base.toy$"
    ):
        PLAYERS.make(f"{HERE}:ToyConfig")


def test_a_taken_name_is_refused_but_a_module_may_be_loaded_again() -> None:
    assert PLAYERS.register("least")(Least) is Least
    with pytest.raises(ParameterError, match="'least' is taken by Least"):
        PLAYERS.register("least")(Numberless)


def test_a_player_that_raises_is_named_with_the_place() -> None:
    message = r"'numberless' in seat 2 .*LookupError: nothing in \[1\] \(toy.py, line"
    with pytest.raises(PlayerError, match=message):
        ask(Numberless(), [1], 2)


def test_errors_that_are_not_the_players_go_on_as_they_are() -> None:
    with pytest.raises(LookupError):
        ask(Numberless(), [1], 2, passing=(OSError, LookupError))


def test_an_illegal_move_is_refused_with_some_that_are_not() -> None:
    refuse_illegal(Least(), 0, 3, range(9), int)
    with pytest.raises(
        IllegalMoveError, match=r"seat 0 chose 9, .* legal_moves, 9 such as 0, 1, 2$"
    ):
        refuse_illegal(Least(), 0, 9, range(9), int)
    with pytest.raises(IllegalMoveError, match="chose 'x', which"):
        refuse_illegal(Least(), 0, "x", range(9), int)


@pytest.mark.parametrize("name", ["", "x" * 61, "red\x1b[31m", "one\ntwo", "a,b"])
def test_a_name_that_tables_could_not_hold_is_refused(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(Numberless, "name", name)
    with pytest.raises(ParameterError, match=r"printable characters without commas$"):
        PLAYERS.make(f"{HERE}:Numberless")
