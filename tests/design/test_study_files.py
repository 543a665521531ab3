"""Study files: which cells they make, and what is refused before anything starts."""

from __future__ import annotations

from pathlib import Path

import pytest

from gamebase.errors import ParameterError
from sims.design.cells import seed_of
from sims.design.design import Design
from sims.design.header import game_of
from sims.design.record import design_of, plain_design
from tests.design.toy import HILL, LOST, HillConfig


@pytest.fixture
def read(tmp_path: Path):
    def reading(text: str, **over: object) -> Design[HillConfig]:
        path = tmp_path / "study.toml"
        path.write_text(text)
        return Design.from_file(path, HILL, over)

    return reading


def refused(read, text: str, **over: object) -> str:
    with pytest.raises(ParameterError) as error:
        read(text, **over)
    return str(error.value)


def test_a_grid_is_a_product_whose_last_key_is_the_fastest(read) -> None:
    design = read("steps = 2\n[grid]\nground.mu = [0.2, 0.3]\nplayers = [1, 4]")
    assert [cell.label for cell in design.cells] == [
        "ground.mu=0.2, players=1",
        "ground.mu=0.2, players=4",
        "ground.mu=0.3, players=1",
        "ground.mu=0.3, players=4",
    ]
    assert design.cells[2].varied == {"ground.mu": 0.3, "players": 1}
    config = design.cells[2].configuration
    assert (config.ground.mu, config.players, config.steps) == (0.3, 1, 2)


def test_variations_come_before_the_grid(read) -> None:
    text = """
        games = 7
        [[variations]]
        name = "plain"
        [[variations]]
        name = "steep"
        ground.slope = 0.4
        steps = 3
        [grid]
        players = [1, 2]
    """
    design = read(text)
    assert [cell.label for cell in design.cells] == [
        "plain, players=1",
        "plain, players=2",
        "steep, players=1",
        "steep, players=2",
    ]
    assert design.cells[3].varied == {"ground.slope": 0.4, "steps": 3, "players": 2}
    assert design.games == 7


def test_a_variation_changes_what_was_written_before_defaults_are_filled_in(
    read,
) -> None:
    text = """
        ground.slope = 0.2
        [[variations]]
        name = "grass"
        [[variations]]
        name = "ice"
        kit = "ice"
        [[variations]]
        name = "rough ice"
        kit = "ice"
        ground.mu = 0.3
    """
    grounds = [cell.configuration.ground for cell in read(text).cells]
    assert [ground.mu for ground in grounds] == [0.5, 0.1, 0.3]
    assert {ground.slope for ground in grounds} == {0.2}


def test_a_value_that_is_a_table_as_a_whole_replaces_another(read) -> None:
    design = read('kit = {file = "grass"}\n[grid]\nkit = ["ice", {file = "grass"}]')
    assert [cell.configuration.ground.mu for cell in design.cells] == [0.1, 0.5]
    assert design.cells[1].label == "kit={file=grass}"
    assert design.cells[1].varied == {"kit.file": "grass"}
    nested = read('kit = "ice"\n[grid]\nkit.file = ["grass", "ice"]')
    assert [cell.configuration.ground.mu for cell in nested.cells] == [0.5, 0.1]


def test_lists_are_given_as_text_or_as_a_list_in_the_list(read) -> None:
    design = read('[grid]\npolicy = ["least", "least,most", ["most", "least"]]')
    dealt = [cell.configuration.policy for cell in design.cells]
    assert dealt == [("least",), ("least", "most"), ("most", "least")]
    assert design.cells[2].label == "policy=most,least"


def test_a_file_without_variations_is_a_study_of_one_cell(read, tmp_path) -> None:
    design = read("steps = 3\nseed = 5")
    config = HillConfig(steps=3, seed=5)
    assert design == Design.of(config, "hill")
    assert design.cells[0].label == ""
    assert design.fingerprint() == config.fingerprint()
    assert Design.of(config, "hill").plan().total == config.games


def test_what_a_study_says_of_itself_is_kept(read) -> None:
    text = """
        games = 400
        seed = 9
        [study]
        game = "hill"
        name = "Ünder"
        question = "Why?"
        paired = false
        [stop]
        metric = "lost"
        width = 0.1
        batch = 50
    """
    design = read(text)
    assert (design.name, design.question, design.paired) == ("Ünder", "Why?", False)
    assert (design.games, design.seed) == (400, 9)
    assert design.stop is not None
    assert design.stop.metric is LOST
    assert (design.stop.width, design.stop.at_least, design.stop.batch) == (
        0.1,
        100,
        50,
    )


def test_paired_cells_share_the_seed_and_others_have_their_own(read) -> None:
    grid = "seed = 3\n[grid]\nplayers = [1, 2, 3]\n"
    paired = read(grid)
    assert {cell.configuration.seed for cell in paired.cells} == {3}
    apart = read(grid + "[study]\npaired = false")
    seeds = [cell.configuration.seed for cell in apart.cells]
    assert seeds == [seed_of(3, number, 0, 2**63 - 1) for number in range(3)]
    assert len({3, *seeds}) == 4
    assert apart.seed == paired.seed == 3
    assert apart.fingerprint() != paired.fingerprint()
    # The seed of a cell depends on its number alone, not on what comes after it.
    fewer = read("seed = 3\n[study]\npaired = false\n[grid]\nplayers = [1, 2]")
    assert [cell.configuration.seed for cell in fewer.cells] == seeds[:2]


def test_seeds_of_cells_never_change() -> None:
    """Results are found again by them: a study of last year has these."""
    seeds = tuple(seed_of(1, cell, 0, 2**63 - 1) for cell in range(2))
    assert seeds == (8431846347943309920, 4042681867674859579)
    assert 5 <= seed_of(1, 0, 5, 7) <= 7


def test_flags_go_over_base_values(read) -> None:
    text = "steps = 2\nseed = 1\ngames = 5\n[grid]\nplayers = [1, 2]"
    design = read(text, steps=7, seed=4, games=None)
    assert [cell.configuration.steps for cell in design.cells] == [7, 7]
    assert (design.seed, design.games) == (4, 5)


@pytest.mark.parametrize(
    "text",
    [
        "[grid]\nplayers = [1, 2]",
        '[[variations]]\nname = "a"\nplayers = 1',
    ],
)
def test_a_flag_for_what_varies_is_refused(read, text: str) -> None:
    message = refused(read, text, players=3)
    assert message.startswith("--players is given, but ")
    assert "varies it" in message
    assert "leave the flag out" in message


def test_a_few_games_may_be_asked_for_to_try_a_study_with_a_rule(read) -> None:
    rule = "games = 50\n[stop]\nmetric = 'lost'\nwidth = 0.1"
    assert "stop.at_least is 100, but games" in refused(read, rule)
    assert read(rule, games=3).games == 3


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[grid]\nground.mu = [0.2, 0.3, -1]", "grid.ground.mu[2]: [ground] Ground.mu"),
        ("[grid]\nsteps = [1, 10]", "grid.steps[1]: steps is 10: give a whole number"),
        ("[grid]\nstep = [1]", "grid.step[0]: unknown key 'step'; did you mean"),
        ("[grid]\nground.nu = [1]", "grid.ground.nu[0]: unknown key 'ground.nu'"),
        ("[grid]\nsteps = 3", "grid.steps is 3: give a list of one or more values"),
        ("[grid]\nsteps = []", "grid.steps is []: give a list of one or more"),
        ("[grid]\nground = {}", "grid.ground is {}: give a list"),
        ("[grid]\nground = [{mu = 1}]", "grid.ground[0] is {'mu': 1}: vary single"),
        ("[grid]\ngames = [1, 2]", "grid.games: games cannot vary"),
        ("[grid]\nworkers = [1, 2]", "grid.workers: workers cannot vary"),
        ("[grid]\nseed = [1, 2]", "ask for more games instead"),
        ("grid = 3", "grid is 3: write a section [grid]"),
        ("variations = []", "variations is []: write tables [[variations]]"),
        ("variations = {}", "variations is {}: write tables [[variations]]"),
        ("variations = [1]", "variations[0] is 1: write a table [[variations]]"),
        ("[[variations]]\nsteps = 2", "variations[0].name is None: give each"),
        ("[[variations]]\nname = ' '", "variations[0].name is ' '"),
        ("[[variations]]\nname = 'a\\tb'\n[[variations]]\nname = 3", "[1].name is 3"),
        ('[[variations]]\nname = "a\\tb"', "variations[0].name is 'a\\tb'"),
        (f"[[variations]]\nname = '{'a' * 61}'", "a name of 1 to 60 printable"),
        (
            "[[variations]]\nname='a'\nsteps=1\n[[variations]]\nname='a'\nsteps=2",
            "variations[0].name and variations[1].name are both 'a'",
        ),
        (
            "[[variations]]\nname = 'a'\n[[variations]]\nname = 'b'\nsteps = 99",
            "variations[1].steps: steps is 99",
        ),
        (
            "[[variations]]\nname = 'a'\n[variations.ground]\nmu = 0",
            "variations[0].ground.mu: [ground] Ground.mu must be > 0",
        ),
        ("[[variations]]\nname='a'\nseed = 2", "variations[0].seed: seed cannot vary"),
        ("[[variations]]\nname = 'a'\n[variations.stop]\nx = 1", "unknown key 'stop'"),
        (
            "[[variations]]\nname = 'a'\nsteps = 2\n[grid]\nsteps = [1]",
            "variations[0].steps and grid.steps vary the same value",
        ),
        (
            "[grid]\nkit.file = ['ice']\nkit.name = ['a']",
            "grid.kit.file and grid.kit.name vary the same value",
        ),
        ("[grid]\nsteps = [2, 2]", "cells 'steps=2' and 'steps=2' have the same"),
        ("[grid]\nground.mu = [1, 1.0]", "have the same configuration"),
        ("engine = 'coarse'\n[grid]\nsteps = [2, 3]", "has no effect here"),
        (
            "[grid]\nplayers = [1, 2]\npolicy = ['least', 'least,most']",
            "cell 'players=1, policy=least,most': policy names 2",
        ),
        ("steps = 0\n[grid]\nplayers = [1, 2]", "study.toml': steps is 0"),
        ("seed = -1\n[study]\npaired = false", "study.toml': seed is -1"),
        ("[study]\npairs = true", "unknown key 'study.pairs'; did you mean"),
        ("[study]\npaired = 1", "study.paired is 1: give true or false"),
        ("[study]\nname = 1", "study.name is 1: give a text of up to 60"),
        (f"[study]\nquestion = '{'a' * 1001}'", "study.question is 'aaa"),
        ("[study]\ngame = 'chess'", "study.game is 'chess', and this plays hill"),
        ("[study]\ngame = 1", "study.game is 1: give the name of a game"),
        ("study = 1", "study is 1: write a section [study]"),
        ("[stop]\nwidth = 0.1", "[stop] has no metric: give the name of a metric"),
        ("[stop]\nmetric = 'lost'", "[stop] has no width"),
        ("[stop]\nmetric = 'los'\nwidth = 1", "did you mean 'lost'"),
        (
            "[stop]\nmetric = 'waves'\nwidth = 1",
            "stop.metric is 'waves': that is a metric of sea; give one of lost, turns",
        ),
        ("[grid]\nmu = [1]", "grid.mu[0]: unknown key 'mu'; did you mean 'ground.mu'?"),
        (
            "[[variations]]\nname = 'b'\nslope = 1",
            "variations[0].slope: unknown key 'slope'; did you mean 'ground.slope'?",
        ),
        (
            "[grid]\nmu = [1]",
            "keys that can vary: players, engine, steps, policy, ground",
        ),
        ("[stop]\nmetric = ['lost']\nwidth = 1", "stop.metric ['lost'] is unknown"),
        ("[stop]\nmetric = 'lost'\nwidth = 0", "stop.width is 0: give the full width"),
        ("[stop]\nmetric = 'lost'\nwidth = 1.0", "a number over 0 and under 1"),
        ("[stop]\nmetric = 'lost'\nwidth = nan", "stop.width is nan"),
        ("[stop]\nmetric = 'turns'\nwidth = true", "a number over 0 turns"),
        ("[stop]\nmetric = 'turns'\nwidth = inf", "stop.width is inf"),
        (
            "[stop]\nmetric = 'lost'\nwidth = 0.1\nat_least = 1",
            "stop.at_least is 1: give a whole number from 2",
        ),
        (
            "[stop]\nmetric = 'lost'\nwidth = 0.1\nbatch = 0",
            "stop.batch is 0: give a whole number from 1",
        ),
        ("[stop]\nmetric = 'lost'\nwidth = 0.1\nleast = 3", "unknown key 'stop.least'"),
        ("[grid\nsteps = [1]", "is not TOML"),
        ('[grid]\n"a\\u001b" = [1]', "grid.a\\x1b[0]: unknown key"),
        ('[[variations]]\nname = "b"\n"a\\u001b" = 1', "variations[0].a\\x1b: unknown"),
        (f"[grid]\n{'a.' * 5000}a = [1]", "tables are nested deeper than 8, in 'a.a"),
        (
            f"[[variations]]\nname = 'b'\n{'a.' * 5000}a = 1",
            "tables are nested deeper than 8",
        ),
        (f"[grid]\nkit = [{'{a = ' * 200}1{'}' * 200}]", "nested deeper than 8"),
        (f"[grid]\npolicy = [{'[' * 200}{']' * 200}]", "grid.policy[0]: policy has"),
        (f"[grid]\nsteps = [0x{'f' * 9999}]", "grid.steps[0]: steps is a int too long"),
        (f"[grid]\n{'a' * 5000} = [1]", "(5000 long) is longer than 200 characters"),
        (f"{'a.' * 5000}a = 1\n[grid]\nsteps = [1]", "unknown key 'a'"),
    ],
)
def test_what_is_wrong_is_named_with_file_place_and_value(
    read, text: str, message: str
) -> None:
    said = refused(read, text)
    assert message in said
    assert said.startswith("'")
    assert "study.toml'" in said


def test_what_a_flag_says_wrong_is_not_told_of_the_file(read) -> None:
    said = refused(read, "[grid]\nplayers = [1, 2]", steps=10)
    assert said.startswith("steps is 10")


def test_too_many_cells_are_refused_before_any_is_made(read) -> None:
    values = ", ".join(map(str, range(1, 102)))
    text = f"[grid]\nground.mu = [{values}]\nground.slope = [{values}]"
    assert "101 x 101 values make 10201 cells, more than 10000" in refused(read, text)


def test_a_file_that_is_none_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ParameterError, match="cannot be read"):
        Design.from_file(tmp_path / "nothing.toml", HILL)
    with pytest.raises(ParameterError, match="cannot be read"):
        Design.from_file(tmp_path, HILL)


def test_the_game_of_a_study_can_be_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "study.toml"
    path.write_text("steps = 99\n[study]\ngame = 'hill'")
    assert game_of(path, ("dale", "hill")) == "hill"
    path.write_text("[study]\ngame = 'hil'")
    with pytest.raises(ParameterError, match=r"study.toml': .*did you mean 'hill'"):
        game_of(path, ("dale", "hill"))
    path.write_text("steps = 3")
    with pytest.raises(ParameterError, match=r"study.toml': \[study\] has no game"):
        game_of(path, ("dale", "hill"))


STUDY = """
    games = 300
    seed = 6
    [study]
    name = "Hills"
    paired = false
    [grid]
    kit = ["grass", "ice"]
    policy = [["least", "most"], "most"]
    [stop]
    metric = "turns"
    width = 2
"""


def test_a_record_makes_the_same_study_again(read) -> None:
    design = read(STUDY)
    record = plain_design(design)
    again = design_of({**record, "format": 2}, HILL)
    assert plain_design(again) == record
    assert again.fingerprint() == design.fingerprint()
    assert (again.stop, again.name, again.seed) == (design.stop, "Hills", 6)
    more = design_of(record, HILL, {"games": 500, "workers": 3, "steps": None})
    assert more.fingerprint() == design.fingerprint()
    assert more.games == 500
    assert {cell.configuration.workers for cell in more.cells} == {3}
    assert {cell.configuration.games for cell in more.cells} == {500}


def test_what_goes_over_a_record_is_a_change_like_in_the_file(read) -> None:
    record = plain_design(read(STUDY))
    other = design_of(record, HILL, {"seed": 7})
    assert other.fingerprint() == read(STUDY, seed=7).fingerprint()
    with pytest.raises(ParameterError, match="--policy is given, but the study varies"):
        design_of(record, HILL, {"policy": "most"})


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"study": None}, "study is None"),
        ({"study": {"games": 3}}, "seed is None"),
        ({"study": {"games": 3, "seed": 1, "x": 1}}, "unknown key 'study.x'"),
        ({"cells": []}, r"cells of the record is \[\]"),
        ({"cells": [3]}, r"cells\[0\] is 3"),
        ({"cells": [{"label": "a"}]}, r"cells\[0\] of the record is"),
        (
            {"cells": [{"label": 1, "varied": {}, "configuration": {}}]},
            r"cells\[0\] of the record is",
        ),
        (
            {"cells": [{"label": "a", "varied": 1, "configuration": {}}]},
            r"cells\[0\].varied is 1",
        ),
        (
            {"cells": [{"label": "a", "varied": {}, "configuration": {"steps": 0}}]},
            "cell 'a': steps is 0",
        ),
    ],
)
def test_a_damaged_record_is_refused(read, change: dict, message: str) -> None:
    record = {**plain_design(read(STUDY)), **change}
    with pytest.raises(ParameterError, match=message):
        design_of(record, HILL)
