import pytest

from stacko.errors import ParameterError
from stacko.game import Game
from stacko.players import Player, Table, make_player, player_names, register
from stacko.players.prober import ProberPlayer

HERE = "tests.players.strangers"


def test_names_of_the_players_that_come_with_the_package():
    assert player_names() == ("cautious", "prober", "random")


@pytest.mark.parametrize("name", ["cautious", "prober", "random"])
def test_registered_players_are_made_by_name(name):
    player = make_player(name)
    assert isinstance(player, Player)
    assert player.name == name
    assert make_player(name) is not player


def test_any_class_is_made_by_its_path():
    player = make_player(f"{HERE}:LastPlayer")
    table = Table.nominal(Game(seed=1))
    assert player.choose(table) == table.legal_moves[-1]


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        (
            "cautios",
            r"no player 'cautios'; did you mean 'cautious'\?; known: ",
        ),
        ("", r"no player ''; known: cautious, prober, random"),
        (3, r"no player 3; known"),
        (None, r"no player None; known"),
        (["random"], r"no player \['random'\]; did you"),
        (f"{HERE}:", "no player"),
        ("no.such_module:Class", r"'no.such_module' cannot be imported \(No module"),
        (f"{HERE}:LastPlayr", r"has no 'LastPlayr'; did you mean 'LastPlayer'\?"),
        (f"{HERE}:choose", r"is no class with a method choose\(table\)"),
        (f"{HERE}:Chooseless", r"is no class with a method choose\(table\)"),
        (f"{HERE}:Nameless", r"has no name: add name"),
        (f"{HERE}:Demanding", r"without arguments \(.*'depth'\): give them defaults"),
    ],
)
def test_what_is_no_player_is_refused(spec, message):
    with pytest.raises(ParameterError, match=message):
        make_player(spec)


def test_a_taken_name_is_refused():
    with pytest.raises(ParameterError, match=r"'random' is taken by RandomPlayer"):

        @register("random")
        class Other:
            pass

    assert make_player("random").name == "random"


@pytest.mark.parametrize("probes", [0, -1, 2.5, True, "4"])
def test_prober_refuses_a_count_that_is_none(probes):
    with pytest.raises(ParameterError, match=r"probes is .*whole number"):
        ProberPlayer(probes=probes)


@pytest.mark.parametrize("loose", [-0.1, float("nan")])
def test_prober_refuses_a_force_that_is_none(loose):
    with pytest.raises(ParameterError, match=r"loose is .*coefficient"):
        ProberPlayer(loose=loose)
