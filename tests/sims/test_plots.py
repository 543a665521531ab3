"""The plots that all share: what they show, and the files they become."""

import math
import xml.etree.ElementTree as ET
from pathlib import Path

import matplotlib
import numpy as np
import pytest
from matplotlib.patches import Rectangle
from PIL import Image

from gamebase.errors import ParameterError
from sims.lifetimes import lifetimes
from sims.plots import (
    agreement_table,
    extent_plot,
    farthest_corners,
    force_plot,
    grouped_plot,
    histogram,
    match_plot,
    save,
    share_bars,
    survey_map,
    survival_plot,
    svg_of,
    tower_map,
    tradeoff_plot,
    trend_plot,
)
from staccs.extent import extent
from staccs.lattice import Cell
from staccs.table import PlacedTable, Table
from stacko.errors import InvalidNotationError
from stacko.match import MatchConfig, play_match
from stacko.params import BlockParams
from stacko.records import TurnRow
from stacko.statics.survey import survey
from stacko.tower import Tower

TOWER = "R1 B2 Y3 / G1 - G2 / - B3 -"
SLIM = "R1 - Y3 / - B2 - / G1 - G2"
HOSTILE = "</text><script>alert('$x^2$')</script>\x1b[31m"


def texts(axis):
    return [each.get_text() for each in axis.texts]


def bars():
    return share_bars({"seat 0": 3, "seat 1": 1}, 4, label="lost", title="Who")


# -- towers ---------------------------------------------------------------------------


def test_a_map_shows_each_number_in_its_slot_and_hatches_the_others():
    figure = tower_map({"1a": 4, "1b": 0, "2c": 7}, label="blocks taken", layers=3)
    axis = figure.axes[0]
    assert {(t.get_position(), t.get_text()) for t in axis.texts} == {
        ((0.5, 1), "4"), ((1.5, 1), "0"), ((2.5, 2), "7")
    }  # fmt: skip
    cells = [each for each in axis.patches if isinstance(each, Rectangle)]
    hatched = {each.get_xy() for each in cells if each.get_hatch()}
    assert len(cells) == 9
    assert hatched == {(2, 0.5), (0, 1.5), (1, 1.5), (0, 2.5), (1, 2.5), (2, 2.5)}
    labels = [each.get_text() for each in axis.get_yticklabels()]
    assert labels == ["1  x", "2  y", "3  x"]
    assert figure.axes[-1].get_ylabel() == "blocks taken"


def test_a_map_by_block_shows_blocks_where_they_lie():
    tower = Tower.from_notation(TOWER)
    loads = {"R1": 0.5, "B2": math.nan, "Y3": 0.25, "G1": 0.1, "G2": 0.2, "B3": 0.0}
    axis = tower_map(loads, tower=tower, label="load, N").axes[0]
    where = {t.get_text(): t.get_position() for t in axis.texts}
    assert where["R1"][1] == 1
    assert int(where["G2"][0]) == 2
    assert where["?"][1] == 1
    assert where["0.50"][1] == 1
    hatched = [p.get_xy() for p in axis.patches if p.get_hatch()]
    assert hatched == [(1, 1.5), (0, 2.5), (2, 2.5)]


def test_colors_of_a_map_rise_with_the_numbers_also_by_logarithm():
    for log in (False, True):
        figure = tower_map({"1a": 1.0, "1b": 10.0, "1c": 100.0}, label="N", log=log)
        faces = [each.get_facecolor() for each in figure.axes[0].patches]
        middle = (10 - 1) / 99 if not log else 0.5
        assert faces[0] == matplotlib.colormaps["cividis"](0.0)
        assert faces[1] == matplotlib.colormaps["cividis"](middle)
        assert faces[2] == matplotlib.colormaps["cividis"](1.0)


@pytest.mark.parametrize(
    ("values", "more", "says"),
    [
        ({}, {}, "no number to draw"),
        ({"1a": math.nan}, {}, "no number to draw"),
        ({"R9": 1.0}, {"tower": Tower.from_notation(TOWER)}, "'R9' is not in the tow"),
        ({"1a": 0.0}, {"log": True}, "0 has no logarithm"),
    ],
)
def test_what_no_map_can_show_is_refused(values, more, says):
    with pytest.raises(ParameterError, match=says):
        tower_map(values, label="x", **more)


def test_what_is_no_slot_is_refused():
    with pytest.raises(InvalidNotationError, match="'4d' is not a slot"):
        tower_map({"4d": 1.0}, label="x")


def test_a_map_with_one_number_for_all_is_drawn(tmp_path):
    for log in (False, True):
        save(tower_map({"1a": 2.0}, label="x", log=log), tmp_path / "one.png")


@pytest.fixture(scope="module")
def surveyed():
    tower = Tower.from_notation(SLIM)
    return tower, survey(tower, BlockParams())


def test_a_survey_is_drawn_block_by_block(surveyed):
    tower, found = surveyed
    weight = BlockParams().mass * 9.81
    shown_loads = texts(survey_map(found, tower).axes[0])
    assert dict(zip(shown_loads[1::2], shown_loads[::2], strict=True)) == {
        # by hand: each of the lowest two carries half of the three above
        "R1": f"{1.5 * weight:.2f}", "Y3": f"{1.5 * weight:.2f}",
        "B2": f"{2 * weight:.2f}", "G1": "0.00", "G2": "0.00",
    }  # fmt: skip
    # only the top can go: without R1 the others hang over
    gone = texts(survey_map(found, tower, "removable").axes[0])
    assert dict(zip(gone[1::2], gone[::2], strict=True)) == {
        "R1": "0", "Y3": "0", "B2": "0", "G1": "1", "G2": "1"
    }  # fmt: skip
    tilts = texts(survey_map(found, tower, "tilt").axes[0])
    assert f"{found['G1'].without.tilt.degrees:.2f}" in tilts
    with pytest.raises(ParameterError, match="did you mean 'load'"):
        survey_map(found, tower, "loads")
    falling = Tower.from_notation("R1 - - / - - B2")
    with pytest.raises(ParameterError, match="the tower is unstable, so"):
        survey_map(survey(falling, BlockParams()), falling)


# -- games ----------------------------------------------------------------------------


def test_a_survival_curve_is_drawn_as_it_was_counted():
    curve = lifetimes([2, 4, 4, 8], [True, True, False, True])
    figure = survival_plot({"mujoco": curve})
    line = figure.axes[0].get_lines()[0]
    assert line.get_xdata().tolist() == [0, 2, 4, 8]
    assert line.get_ydata() == pytest.approx([1, 0.75, 0.5, 0])
    cut = figure.axes[0].get_lines()[1]  # the game that ended with the tower standing
    assert (cut.get_xdata().tolist(), cut.get_ydata().tolist()) == ([4], [0.5])
    assert "4 games, 3 fell; half have fallen by turn 4" in figure.description
    moves = survival_plot({"all": curve}, unit="move").axes[0]
    assert moves.get_xlabel() == "move"
    texts = [text.get_text() for text in moves.get_legend().get_texts()]
    assert texts[-1].startswith("95 % band")
    assert "turn" not in " ".join(texts)
    low, _ = figure.axes[0].collections[0].get_paths()[0].get_extents().get_points()
    assert low[1] == pytest.approx(np.nanmin(curve.low))


def test_no_tick_marks_a_cut_off_game_where_all_towers_fell():
    turns = [3, 3, 5, 7, 7, 7, 11]
    figure = survival_plot({"all": lifetimes(turns, [True] * len(turns))})
    assert len(figure.axes[0].get_lines()) == 1


def test_bars_of_a_histogram_hold_all_games():
    turns = [3, 3, 4, 9]
    (axis,) = histogram({"all": turns}).axes
    heights = {p.get_x() + p.get_width() / 2: p.get_height() for p in axis.patches}
    assert {round(x): h for x, h in heights.items() if h} == {3: 2, 4: 1, 9: 1}
    assert texts(axis) == [" median 3.5"]
    (wide,) = histogram({"all": [1, 500]}).axes
    assert sum(p.get_height() for p in wide.patches) == 2
    assert "bars of 13" in wide.get_xlabel()


def test_shares_have_the_interval_of_wilson():
    figure = share_bars({"a": 81, "b": 182}, 263, label="lost", title="t", fair=0.5)
    axis = figure.axes[0]
    assert texts(axis) == ["81 (31 %)", "182 (69 %)"]
    assert [bar.get_width() for bar in axis.patches[:2]] == [81 / 263, 182 / 263]
    # the interval that the table of a batch prints for 81 of 263
    assert "a 81 (26 % to 37 %)" in figure.description


@pytest.mark.parametrize(("counts", "of"), [({}, 1), ({"a": 2}, 1), ({"a": 0}, 0)])
def test_shares_of_nothing_are_refused(counts, of):
    with pytest.raises(ParameterError, match="give one or more, each from 0"):
        share_bars(counts, of, label="lost", title="t")


def test_a_match_is_drawn_touch_by_touch():
    record = play_match(MatchConfig(engine="quasistatic"), 1, 4)
    rows = [{n: getattr(row, n) for n in TurnRow.__slots__} for row in record.turns]
    figure = match_plot(rows)
    rest = figure.axes[0].get_lines()[0].get_ydata()
    assert rest == pytest.approx([1e3 * row.margin_before for row in record.turns])
    tilts = figure.axes[1].get_lines()[0].get_ydata()
    assert tilts == pytest.approx(
        [math.degrees(row.tilt_before) for row in record.turns]
    )
    names = [t.get_text() for t in figure.axes[0].get_legend().get_texts()]
    assert "toppled" in names
    with pytest.raises(ParameterError, match="those of one game"):
        match_plot([*rows, {**rows[0], "game": 5}])
    with pytest.raises(ParameterError, match="0 rows of turns"):
        match_plot([])


def test_histograms_and_curves_of_nothing_are_refused():
    with pytest.raises(ParameterError, match="nothing to count"):
        histogram({"a": []})
    with pytest.raises(ParameterError, match="no curve"):
        survival_plot({})


# -- STACCS ---------------------------------------------------------------------------


def test_an_extent_is_that_of_the_tables_of_games():
    placed = PlacedTable(Table.parse("round:1.2"))
    cells = [Cell(0, 0), Cell(0, 3), Cell(2, -1), Cell(-1, 2)]
    one, other = farthest_corners(cells, placed)
    length = extent(cells) * placed.card.edge
    assert math.dist(one, other) == pytest.approx(length)
    figure = extent_plot(cells, placed)
    assert f"extent {100 * length:.1f} cm" in figure.description
    assert "no card reaches past the edge" in figure.description


def test_the_card_nearest_to_the_edge_is_marked():
    placed = PlacedTable(Table.parse("rect:0.4x0.2"))
    figure = extent_plot([Cell(0, 0), Cell(0, 2)], placed)
    margin = placed.report(Cell(0, 2)).margin
    assert f"margin {1e3 * margin:.1f} mm" in figure.description
    mark = figure.axes[0].get_lines()[-1]
    assert (mark.get_xdata()[0], mark.get_ydata()[0]) == pytest.approx((0, 8.8))
    with pytest.raises(ParameterError, match="no card lies"):
        extent_plot([], placed)


# -- agreement ------------------------------------------------------------------------


def test_a_table_of_agreement_has_counts_and_shares_of_its_rows():
    told = {("stands", "stands"): 8, ("stands", "falls"): 2, ("falls", "falls"): 5}
    figure = agreement_table(told, first="mujoco", second="statics")
    assert texts(figure.axes[0]) == ["8\n80 %", "2\n20 %", "0\n0 %", "5\n100 %"]
    assert figure.axes[0].get_title("left") == "Same verdict: 13 of 15 (87 %)"
    with pytest.raises(ParameterError, match="nothing was said"):
        agreement_table({}, first="a", second="b")


def test_forces_are_drawn_at_the_place_of_their_pull(tmp_path):
    forces = {"pybullet": [(0, 0.5), (2, 2.5)], "mujoco": []}
    figure = force_plot([0.1, 0.2, 0.3], [1.0, 2.0, 3.0], forces)
    points = figure.axes[0].collections[1].get_offsets()
    assert points.tolist() == [[0, 0.5], [2, 2.5]]
    save(figure, tmp_path / "forces.png")


def test_choices_stand_at_their_cost_and_worth():
    cost = {"chosen": 2.0, "slow": 0.5, "wild": 3.0}
    worth = {"drift, mm": {"chosen": 0.1, "slow": 0.01, "wild": math.nan}}
    figure = tradeoff_plot(cost, worth, label="speed", title="t", chosen="chosen")
    lines = figure.axes[0].get_lines()
    at = [(each.get_xdata()[0], each.get_ydata()[0]) for each in lines]
    assert at == [(2.0, 0.1), (0.5, 0.01)]
    with pytest.raises(ParameterError, match=r"no cost of \['x'\]"):
        tradeoff_plot(cost, {"drift": {"x": 1.0}}, label="speed", title="t")


# -- files ----------------------------------------------------------------------------


@pytest.mark.parametrize("suffix", [".svg", ".pdf", ".png", ".PNG"])
def test_the_same_plot_is_the_same_file(tmp_path, suffix):
    for name in ("one", "other"):
        save(bars(), tmp_path / (name + suffix))
    one, other = ((tmp_path / (n + suffix)).read_bytes() for n in ("one", "other"))
    assert one == other
    begins = {".svg": b"<?xml", ".pdf": b"%PDF", ".png": b"\x89PNG"}
    assert one.startswith(begins[suffix.casefold()])
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        f"one{suffix}", f"other{suffix}"
    ]  # fmt: skip


def test_a_png_opens_and_is_not_blank(tmp_path):
    save(bars(), tmp_path / "bars.png")
    with Image.open(tmp_path / "bars.png") as image:
        assert image.size[0] > 800
        assert len(image.convert("RGB").getcolors(1 << 24)) > 20


def test_an_svg_is_xml_with_title_and_description_and_needs_nothing():
    text = svg_of(bars())
    root = ET.fromstring(text)
    names = {each.tag.rpartition("}")[2] for each in root.iter()}
    assert root.find("{*}title").text == "Who"
    assert "lost, of 4: seat 0 3 (30 % to 95 %)" in text
    assert not names & {"script", "image", "foreignObject"}
    loads = [
        value
        for each in root.iter()
        for key, value in each.attrib.items()
        if key.rpartition("}")[2] in ("href", "src") and not value.startswith("#")
    ]
    assert loads == []
    shown = bars()._repr_svg_()
    style = 'style="max-width:100%;height:auto" '  # a narrow page shows it smaller
    assert shown.replace(style, "", 1) == text != shown


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("name", [HOSTILE, "$\\frac{", "名前 😀", "a" * 500])
def test_names_from_outside_are_drawn_as_they_are(tmp_path, name):
    figure = share_bars({name: 1}, 2, label="lost", title="t")
    (label,) = figure.axes[0].get_yticklabels()
    assert label.get_text().startswith(name[:20])
    assert len(label.get_text()) <= 40
    text = svg_of(figure)
    ET.fromstring(text)
    assert "<script" not in text
    save(figure, tmp_path / "name.png")


def test_the_style_of_the_user_neither_changes_a_plot_nor_is_changed():
    usual = svg_of(bars())
    with matplotlib.rc_context({"font.size": 30, "axes.facecolor": "red"}):
        before = dict(matplotlib.rcParams)
        assert svg_of(bars()) == usual
        assert dict(matplotlib.rcParams) == before


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("bars.jpg", r"ends in '\.jpg': a plot's name ends in \.svg, \.pdf or \.png"),
        ("bars.svgg", r"did you mean '\.svg'"),
        ("bars", "ends in ''"),
        ("no/such/bars.svg", "there is no folder"),
    ],
)
def test_files_that_cannot_be_are_refused(tmp_path, name, says):
    with pytest.raises(ParameterError, match=says):
        save(bars(), tmp_path / name)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_in_the_place_of_the_file_is_refused(tmp_path):
    (tmp_path / "bars.svg").mkdir()
    with pytest.raises(ParameterError, match="cannot be written"):
        save(bars(), tmp_path / "bars.svg")


def test_a_full_disk_leaves_the_old_file(tmp_path):
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("no /dev/full here")
    save(bars(), tmp_path / "bars.svg")
    old = (tmp_path / "bars.svg").read_bytes()
    (tmp_path / ".bars.svg.tmp").symlink_to(full)
    with pytest.raises(ParameterError, match="make room"):
        save(bars(), tmp_path / "bars.svg")
    assert (tmp_path / "bars.svg").read_bytes() == old


# -- groups side by side --------------------------------------------------------------


def two_groups(**more):
    groups = {
        "2 players": {"seat 0": (0.5, 0.4, 0.6), "seat 1": (0.0, 0.0, None)},
        "3 players": {"seat 0": (0.3, 0.2, 0.4), "seat 2": (None, None, None)},
    }
    return grouped_plot(groups, label="share won", title="Who wins", **more)


def test_groups_lie_side_by_side_in_the_row_of_their_name():
    figure = two_groups(even=0.25, shares=True)
    axis = figure.axes[0]
    labels = [each.get_text() for each in axis.get_yticklabels()]
    assert labels == ["seat 0", "seat 1", "seat 2"]
    points = [
        (float(x), float(y))
        for line in axis.lines
        for x, y in [line.get_data()]
        if len(x) == 1
        for x, y in [(x[0], y[0])]
    ]
    assert [(x, round(y)) for x, y in points] == [(0.5, 0), (0.0, 1), (0.3, 0)]
    assert points[0][1] < points[2][1]
    assert "2 players, seat 0 0.5 (0.4 to 0.6)" in figure.description
    assert "unknown" in figure.description


def test_a_logarithmic_axis_leaves_out_what_is_not_above_zero():
    axis = two_groups(log=True).axes[0]
    assert axis.get_xscale() == "log"
    drawn = [x for line in axis.lines for x in np.atleast_1d(line.get_xdata())]
    assert min(drawn) > 0
    nothing = grouped_plot(
        {"a": {"b": (0.0, 0.0, 0.0)}}, label="x", title="y", log=True
    )
    assert nothing.axes[0].get_xscale() == "linear"


def test_a_wide_logarithmic_axis_names_a_few_powers_of_ten():
    wide = {"a": {"b": (1e-9, 1e-9, 1e-8), "c": (0.1, 0.01, 0.2)}}
    axis = grouped_plot(wide, label="x", title="y", log=True).axes[0]
    ticks = [each.get_text() for each in axis.get_xticklabels()]
    assert {"1e-07", "0.001"} <= set(ticks)
    assert len(ticks) < 9
    assert not any("$" in each for each in ticks)


def test_groups_that_are_nothing_or_too_many_are_refused():
    many = {str(k): {"a": (0.0, 0.0, 0.0)} for k in range(8)}
    for groups in ({}, {"a": {}}, many):
        with pytest.raises(ParameterError, match="the groups are"):
            grouped_plot(groups, label="x", title="y")


def test_a_trend_draws_each_group_at_its_numbers_and_a_line():
    groups = {
        "prober": {1: (0.1, 0.05, 0.2), 3: (0.3, 0.2, 0.4)},
        "random": {1: (0.4, None, None), 2: (None, None, None)},
    }
    words = {"label": "turn", "left": "towers that fall", "title": "Danger rises"}
    figure = trend_plot(groups, **words, level=0.25, level_label="as often")
    axis = figure.axes[0]
    points, others = (bars.lines[0].get_xydata() for bars in axis.containers)
    assert points[:, 1].tolist() == [0.1, 0.3]
    assert others.shape == (1, 2)  # what is not known is left out
    assert points[:, 0] == pytest.approx([1, 3], abs=0.05)
    labels = [text.get_text() for text in figure.legends[0].get_texts()]
    assert labels == ["prober", "random", "as often"]
    assert "prober at 3 0.3" in figure.description
    for nothing in ({}, {"prober": {1: (None, None, None)}}):
        with pytest.raises(ParameterError, match="a number at least"):
            trend_plot(nothing, **words)
