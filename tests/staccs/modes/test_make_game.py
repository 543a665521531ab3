"""How games are made, and what is refused."""

import numpy as np
import pytest

from staccs.errors import ParameterError
from staccs.modes import Party, Solo, UhOh, WildOut, make_game
from staccs.phases import Mode
from staccs.rules import Rules
from staccs.table import PlacedTable, Table


def test_classes_and_names():
    kinds = {"uh-oh": UhOh, "party": Party, "solo": Solo, "wild-out": WildOut}
    for name, kind in kinds.items():
        assert type(make_game(name, seed=1)) is kind
        assert type(make_game(name.replace("-", "_").upper(), seed=1)) is kind
        assert make_game(name, seed=1) == make_game(Mode(name), seed=1)


def test_the_fewest_play_unless_told_otherwise():
    assert [make_game(mode, seed=1).players for mode in list(Mode)[:4]] == [2, 6, 1, 1]


@pytest.mark.parametrize("mode", list(Mode)[:4])
def test_the_same_seed_deals_the_same_cards(mode):
    one, other = make_game(mode, seed=5), make_game(mode, seed=5)
    assert one == other
    assert make_game(mode, seed=6).deal() != one.deal()
    assert make_game(mode, seed=np.random.SeedSequence(5)) == one
    assert make_game(mode, seed=np.random.default_rng(5)) == one
    assert make_game(mode).ply == 0


@pytest.mark.parametrize(
    "name", ["chess", "", "uhoh", None, 7, ["solo"], "x" * 10**6, 10**4000]
)
def test_unknown_modes(name):
    with pytest.raises(ParameterError, match=r"mode is .*: give one of uh-oh") as error:
        make_game(name)
    assert len(str(error.value)) < 300


def test_a_near_mode_is_suggested():
    with pytest.raises(ParameterError, match="did you mean 'wild-out'"):
        make_game("wildout")


@pytest.mark.parametrize("seed", [-1, 1.5, "1", True, [1]])
@pytest.mark.parametrize("mode", list(Mode)[:4])
def test_seeds_that_are_none(mode, seed):
    with pytest.raises(ParameterError, match="seed is"):
        make_game(mode, seed=seed)


@pytest.mark.parametrize(
    ("mode", "options", "match"),
    [
        ("uh-oh", {"variation": "perfect"}, "uh-oh has no option 'variation'"),
        ("solo", {"start": "row"}, "solo has no option 'start', but variation"),
        ("solo", {"variatoin": "row"}, "did you mean 'variation'"),
        ("wild-out", {"variation": "row"}, "but start"),
    ],
)
def test_options_belong_to_a_mode(mode, options, match):
    with pytest.raises(ParameterError, match=match):
        make_game(mode, **options)


@pytest.mark.parametrize("rules", ["allow", {}, 7])
def test_rules_are_rules(rules):
    with pytest.raises(ParameterError, match="rules is"):
        make_game("solo", rules=rules)


@pytest.mark.parametrize("table", ["round:1", 7, Table.parse("round:1")])
def test_tables_are_placed(table):
    with pytest.raises(ParameterError, match=r"table is .*: give a PlacedTable"):
        make_game("solo", table=table)


def test_fits_is_a_function():
    with pytest.raises(ParameterError, match="fits is 'round:1'"):
        make_game("solo", fits="round:1")
    table = PlacedTable(Table.parse("round:1"))
    with pytest.raises(ParameterError, match="both table and fits"):
        make_game("solo", table=table, fits=lambda cell: True)


def test_games_on_one_table_share_what_was_measured():
    table = PlacedTable(Table.parse("round:1"))
    one, other = (make_game("uh-oh", seed=seed, table=table) for seed in (1, 2))
    assert one._setting.footing is other._setting.footing
    again = make_game("uh-oh", seed=1, table=PlacedTable(Table.parse("round:1")))
    assert again == one


def test_views_are_of_players():
    game = make_game("uh-oh", seed=1)
    for wrong in (-1, 2, True, None, "0"):
        for ask in (game.view, game.hand, game.history):
            with pytest.raises(ParameterError, match="player is"):
                ask(wrong)


def test_games_are_not_hashable_and_show_themselves():
    game = make_game("uh-oh", seed=1)
    with pytest.raises(TypeError):
        hash(game)
    assert repr(game) == "<uh-oh of 2, ply 0, turn 0, turn>"
    assert game != make_game("solo", seed=1)
    assert game.rules == Rules()
