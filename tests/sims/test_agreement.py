"""The study of how well models agree: what it counts, varies, keeps and replays."""

import itertools
import math
from dataclasses import replace

import numpy as np
import pytest

from sims.agreement.confusion import agreement, counts, judged, share_interval
from sims.agreement.facts import FactRow, facts
from sims.agreement.forces import inside
from sims.agreement.games import Ending, play_games, survival
from sims.agreement.kinds import disagreements, kind_of
from sims.agreement.pictures import draw_games, draw_removals
from sims.agreement.removals import Kept, load_rows
from sims.agreement.sensitivity import (
    VARIATIONS,
    GameLength,
    VariedRow,
    cells,
    lengths,
    restacked,
    varied,
)
from sims.agreement.shedding import ShedRow, middle_blocks, shed, shed_lines
from sims.agreement.states import states_of_game, write_states
from sims.agreement.trials import NUDGED, TrialRow, take_out
from sims.agreement.varied_report import game_lines, removal_lines
from sims.stacko_agreement import main
from tests.results import rows


@pytest.fixture(scope="module")
def states():
    return states_of_game("quasistatic", 3, 0)


@pytest.fixture
def folder(states, tmp_path):
    """A folder of a study whose towers are there."""
    write_states(states, tmp_path / "states.parquet")
    return tmp_path


def fact(**given):
    usual = {
        "state": 1, "phase": "early", "mu": 0.35, "block": "R1", "layer": 2,
        "position": 1, "in_layer": 3, "layers": 15, "margin": 0.01, "share": 0.4,
        "statics": "stands", "low": 0.1, "high": 1.0, "at_rest": 0.5,
        "layer_rule": "stands", "margin_rule": "stands",
    }  # fmt: skip
    return FactRow(**{**usual, **given})


def trial(model, verdict, **given):
    usual = {"state": 1, "how": "pull", "block": "R1", "shift": 0.0}
    return TrialRow(**{**usual, "model": model, "verdict": verdict, **given})


def removal(*trials, **given):
    (found,) = judged([fact(**given)], trials)
    return found


# -- who says the same ------------------------------------------------------------


def test_shares_and_intervals_of_equal_verdicts():
    said = ["stands"] * 8 + ["falls", "stuck"]
    facts_of = [fact(state=i) for i in range(10)]
    rows = [trial("pybullet", v, state=i) for i, v in enumerate(said)]
    rows += [trial("mujoco", "stands", state=i) for i in range(10)]
    found = agreement(judged(facts_of, rows), "pull", "pybullet", "mujoco")
    assert (found.removals, found.same) == (10, 0.8)
    # a block that is stuck has not felled the tower, nor has one that came out
    assert found.same_fall == 0.9
    # Wilson's interval of 8 in 10, as Brown, Cai & DasGupta (2001) print it
    assert found.low <= 0.490 + 1e-3
    assert found.high >= 0.943 - 1e-3
    told = counts(judged(facts_of, rows), "pull", "pybullet", "mujoco")
    assert told == {("stands", "stands"): 8, ("falls", "stands"): 1,
                    ("stuck", "stands"): 1}  # fmt: skip


def test_an_interval_is_wider_where_cases_of_a_tower_are_alike():
    hits = np.repeat([True, False, True, True], 50)
    alone = share_interval(hits, np.arange(200))
    together = share_interval(hits, np.repeat(np.arange(4), 50))
    assert together[0] < alone[0] - 0.1
    assert together[1] > alone[1] + 0.05


def test_nobody_is_counted_who_said_nothing():
    found = [removal(trial("pybullet", "failed"), trial("mujoco", "stands"))]
    assert agreement(found, "pull", "pybullet", "mujoco") is None
    assert found[0].verdict("engines") is None
    unsure = [removal(trial("pybullet", "stands"), statics="unknown")]
    assert agreement(unsure, "pull", "statics", "pybullet") is None


@pytest.mark.parametrize(
    ("given", "rows", "name"),
    [
        ({"margin": 5e-4}, {}, "near balance"),
        ({}, {"mujoco": {"verdict": "stuck"}}, "stuck or out"),
        ({}, {NUDGED: {"verdict": "stands"}}, "chance"),
        ({"margin": -5e-3}, {}, "left out of balance"),
        ({}, {"mujoco": {"shift": 0.02}}, "dragged"),
        ({}, {}, "shaken"),
    ],
)
def test_kinds_of_disagreement(given, rows, name):
    told = {
        "pybullet": {"verdict": "falls"}, "mujoco": {"verdict": "stands"},
        NUDGED: {"verdict": "falls"},
    }  # fmt: skip
    trials = [trial(m, **{**t, **rows.get(m, {})}) for m, t in told.items()]
    found = removal(*trials, **given)
    assert kind_of(found, "pybullet", "mujoco") == name
    (kind,) = disagreements([found], "pull", "pybullet", "mujoco")
    assert (kind.name, kind.removals, kind.first_falls) == (name, 1, 1)
    assert kind.example == "1:R1:pull"


def test_forces_inside_the_range_of_statics_are_counted_by_group():
    rows = []
    for state, (force, shift) in enumerate([(0.5, 0), (2.0, 0), (0.05, 0), (1.5, 0.1)]):
        rows.append(trial("mujoco", "stands", state=state, force=force, shift=shift))
    known = [fact(state=i) for i in range(4)]
    alone, dragging = inside(judged(known, rows), "mujoco")
    assert (alone.group, alone.pulls, alone.inside) == ("alone", 3, 1 / 3)
    assert (alone.below, alone.above, alone.ratio) == (1 / 3, 1 / 3, 1.0)
    assert (dragging.group, dragging.above) == ("dragging", 1.0)
    nothing = [fact(state=i, low=math.nan, high=math.nan) for i in range(4)]
    (only,) = inside(judged(nothing, rows), "mujoco")
    assert only.group == "only with others"
    assert math.isnan(only.inside)


@pytest.mark.parametrize("engine", ["pybullet", "mujoco", "quasistatic"])
def test_forces_are_drawn_also_where_an_engine_has_none(tmp_path, engine):
    draw_removals([removal(trial(engine, "stands", force=0.4))], tmp_path / "r.png")
    assert (tmp_path / "r.png").read_bytes()[:4] == b"\x89PNG"


# -- whole games ------------------------------------------------------------------


def test_whole_games_are_played_once_and_read_from_their_batches(tmp_path):
    first = play_games(tmp_path, {"quasistatic": 1}, seed=3, workers=1)
    found = play_games(tmp_path, {"quasistatic": 3}, seed=3, workers=1)
    assert [(end.engine, end.game) for end in found] == [
        ("quasistatic", game) for game in range(3)
    ]
    assert found[:1] == first
    assert load_rows(tmp_path / "games.parquet", Ending) == found
    played = rows(tmp_path / "games-quasistatic")
    assert [end.turns for end in found] == [row["turns"] for row in played]
    assert [end.toppled for end in found] == [
        row["termination"] == "toppled" for row in played
    ]


def test_survival_counts_games_that_were_cut_off_as_still_standing(tmp_path):
    ends = [(2, True), (4, True), (4, False), (8, True)]
    rows = [
        Ending(engine=engine, game=i, turns=turns, toppled=fell,
               phase="pull" if fell else None, layers=15)
        for engine in ("pybullet", "mujoco")
        for i, (turns, fell) in enumerate(ends)
    ]  # fmt: skip
    first, second = survival(rows)
    # Kaplan and Meier by hand: 3/4, then 3/4 * 2/3, then nothing
    assert first.curve.turns.tolist() == [2, 4, 8]
    assert first.curve.share == pytest.approx([0.75, 0.5, 0.0])
    assert first.curve.median == 4
    assert first.mean == 4.5
    assert first.phases["pull"][0] == 1.0
    draw_games([first, second], tmp_path / "g.png")
    assert (tmp_path / "g.png").read_bytes()[:4] == b"\x89PNG"
    assert math.isnan(first.p)
    assert second.p == pytest.approx(1.0)


# -- what is varied ---------------------------------------------------------------


def test_a_tower_stacked_anew_keeps_its_plan_and_scales_its_tolerances(states):
    state = states[1]
    for factor in (0.0, 1.0, 2.0):
        other = restacked(state, factor)
        assert (other.poses.positions[:, :2] == state.poses.positions[:, :2]).all()
        for name, size in state.sizes.items():
            off = other.sizes[name][2] - 0.017
            assert off == pytest.approx(factor * (size[2] - 0.017), abs=1e-12)
        for below, above in itertools.pairwise(state.tower.layers):
            tops = [_top(other, name) for name in below if name]
            feet = [_top(other, n) - other.sizes[n][2] for n in above if n]
            assert feet == pytest.approx([max(tops)] * len(feet), abs=1e-12)


def _top(state, name):
    return state.poses.position(name)[2] + state.sizes[name][2] / 2


def test_every_variation_varies_what_it_says(states):
    usual = VARIATIONS["as assumed"]
    assert usual.blocks().mass == 0.012
    assert VARIATIONS["mass +20 %"].blocks().mass == pytest.approx(0.0144)
    doubled = VARIATIONS["tolerance x2"].blocks()
    assert doubled.height_sigma == 2 * usual.blocks().height_sigma
    slow, base = VARIATIONS["timestep halved"].settings(), usual.settings()
    assert slow.solver.timestep == base.solver.timestep / 2
    assert slow.mujoco.timestep == base.mujoco.timestep / 2
    soft = VARIATIONS["stiffness halved"].settings().quasistatic
    assert soft.contact_stiffness == base.quasistatic.contact_stiffness / 2
    state = states[0]
    block = state.legal_blocks()[4]
    force = {
        name: varied(state, (block,), name, "quasistatic", 1)[1].force
        for name in ("as assumed", "friction +20 %", "mass +20 %")
    }
    assert force["friction +20 %"] > 1.1 * force["as assumed"]
    assert force["mass +20 %"] > 1.1 * force["as assumed"]


def test_only_the_quasistatic_model_is_asked_about_its_stiffness(states):
    asked = list(cells(states[:1], ("pybullet", "quasistatic"), set()))
    assert {m for _, name, m in asked if "stiffness" in name} == {"quasistatic"}
    assert len(asked) == 9 + 11
    left = list(cells(states[:1], ("pybullet",), {(0, "as assumed", "pybullet")}))
    assert len(left) == 8


def test_games_of_a_variation_are_games_of_the_same_towers():
    usual = lengths("as assumed", 5, range(2))
    assert usual == lengths("as assumed", 5, range(2))
    assert [row.game for row in usual] == [0, 1]
    assert usual != lengths("friction +20 %", 5, range(2))


def test_variations_are_compared_over_the_same_towers():
    rows = [
        GameLength(variation=name, engine="quasistatic", game=game, turns=turns + more,
                   layers=20)
        for name, more in (("as assumed", 0), ("mass +20 %", 2), ("mass -20 %", 0))
        for game, turns in enumerate((5, 9, 13, 30))
    ]  # fmt: skip
    rows[-5] = replace(rows[-5], turns=33)
    page = list(game_lines(rows))
    assert "| mass -20 % | 4 | 14.25 | none |" in page
    (line,) = [each for each in page if "mass +20" in each]
    assert line.startswith("| mass +20 % | 4 | 16.50 | +2.25 (+2.00 to +2.")


def test_varied_verdicts_are_compared_block_by_block():
    told = {"as assumed": ("stands", 1.0), "friction +20 %": ("falls", 1.2)}
    rows = [
        VariedRow(variation=name, state=1, how="pull", block="R1", model="mujoco",
                  verdict=verdict, force=force, shift=0.0)
        for name, (verdict, force) in told.items()
    ]  # fmt: skip
    page = list(removal_lines(rows))
    assert "| as assumed | 1 | 0% | - | 1.00 |" in page
    assert "| friction +20 % | 1 | 100% | 100.0% (20.7% to 100.0%) | 1.20 |" in page


# -- facts and nudges -------------------------------------------------------------


def test_facts_of_a_removal(states):
    state = states[-1]
    rows = facts(state, state.legal_blocks()[:6])
    for row in rows:
        assert 0 <= row.share <= 1
        assert row.at_rest > 0
        assert math.isnan(row.low) or 0 < row.low <= row.high
        single = row.in_layer == 1
        assert not single or row.layer_rule == row.statics == "falls"


@pytest.mark.physics
def test_a_nudged_tower_is_judged_by_the_engine_once_more(states):
    pytest.importorskip("pybullet")
    state = states[1]
    chosen = state.legal_blocks()[::8]
    first = take_out(state, chosen, "vanish", "pybullet")
    again = take_out(state, chosen, "vanish", NUDGED)
    assert {row.model for row in again} == {NUDGED}
    assert [row.verdict for row in first] == [row.verdict for row in again]
    assert [row.shift for row in first] != [row.shift for row in again]
    fallen = [row for row in first if row.verdict == "falls"]
    assert all(row.first and 0 < row.time < 2 for row in fallen)


# -- the command ------------------------------------------------------------------


def run(*given):
    return main([str(each) for each in given])


def test_removals_are_kept_resumed_reported_and_replayed(folder, capsys):
    few = ["--out", folder, "--games", 1, "--blocks", 1, "--seed", 3, "--workers", 1]
    only = ["--models", "quasistatic", "--hows"]
    assert run("removals", *few, *only, "vanish") == 0
    first = load_rows(folder / "trials.parquet", TrialRow)
    assert len(first) == 3
    assert {row.how for row in first} == {"vanish"}
    assert run("removals", *few, *only, "vanish", "pull") == 0
    both = load_rows(folder / "trials.parquet", TrialRow)
    assert both[:3] == first
    assert len(both) == 6
    assert len(load_rows(folder / "facts.parquet", FactRow)) == 3
    assert run("report", "--out", folder) == 0
    page = (folder / "report.md").read_text(encoding="utf-8")
    assert "6 removals from 3 towers" in page
    capsys.readouterr()
    row = both[-1]
    assert run("replay", f"{row.state}:{row.block}", "--out", folder,
               "--models", "quasistatic", "--seed", 3) == 0  # fmt: skip
    told = capsys.readouterr().out
    assert row.verdict in told
    assert "layer rule" in told
    assert "quasistatic" in told


def test_a_study_is_not_gone_on_with_under_another_seed(folder, capsys):
    few = ["--out", folder, "--games", 1, "--workers", 1, "--models", "quasistatic"]
    few += ["--hows", "vanish", "--blocks", 1]
    assert run("removals", *few, "--seed", 3) == 0
    assert run("removals", *few, "--seed", 4) == 2
    assert "was begun with" in capsys.readouterr().err
    (folder / "run.json").write_text("{", encoding="utf-8")
    assert run("removals", *few, "--seed", 3) == 2
    assert "is damaged" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("place", "text"),
    [
        ("what", "is no removal"),
        ("1:R1:fling", "is no removal"),
        ("99:R1:pull", "there is no state 99"),
        ("1:Q9:pull", "cannot be taken from state 1"),
        ("1:\x1b[31m:pull", "cannot be taken from state 1"),
    ],
)
def test_a_place_that_cannot_be_replayed(folder, capsys, place, text):
    assert run("replay", place, "--out", folder) == 2
    told = capsys.readouterr().err
    assert text in told
    assert "\x1b" not in told


@pytest.mark.parametrize(
    "given",
    [["replay"], ["report", "1:R1"], ["removals", "--games", "0"], ["all", "--seed=-1"],
     ["removals", "--models", "bullet"]],
)  # fmt: skip
def test_arguments_that_make_no_sense(given, capsys):
    with pytest.raises(SystemExit) as ended:
        run(*given)
    assert ended.value.code == 2
    assert "Traceback" not in capsys.readouterr().err


def test_a_folder_without_a_study(tmp_path, capsys):
    assert run("replay", "1:R1", "--out", tmp_path) == 2
    assert "states.parquet" in capsys.readouterr().err
    assert run("report", "--out", tmp_path / "none") == 2
    assert "holds no" in capsys.readouterr().err


def test_rows_are_kept_whole(tmp_path):
    path = tmp_path / "rows.parquet"
    kept = Kept(path, TrialRow)
    kept.add([trial("mujoco", "stands")])
    kept.add([trial("mujoco", "falls", time=0.5, first="R2")])
    again = Kept(path, TrialRow)
    assert again.rows == kept.rows
    assert len(again.rows) == 2
    first, second = again.rows
    assert replace(first, verdict="falls", time=0.5, first="R2") == second


# -- loads of a sliding block -----------------------------------------------------


@pytest.mark.physics
def test_a_middle_block_carries_less_while_it_slides(states, tmp_path):
    pytest.importorskip("pybullet")
    state = states[0]
    blocks = middle_blocks(state)
    for name in blocks:
        assert state.tower.slot_of(name).index == 1
    rows = shed(state, blocks[1], "pybullet")
    assert rows
    assert all(0 <= row.share <= 1 and 0 <= row.at_rest <= 1 for row in rows)
    assert max(row.way for row in rows) > 0.02
    page = "\n".join(shed_lines(rows))
    assert "pybullet" in page


def test_loads_of_sliding_blocks_are_summed_up_by_what_they_carry_at_rest():
    rows = [
        ShedRow(engine="mujoco", state=0, block="R1", way=way, share=0.4, at_rest=0.5)
        for way in (0.001, 0.01, 0.02, 0.05)
    ]
    (line,) = [each for each in shed_lines(rows) if "mujoco" in each]
    assert line == "| mujoco | 0.4 to 0.6 | 2 | 0.40 | 0.50 | 0.80 |"
