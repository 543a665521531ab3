"""What a report makes of games: estimates, differences and cautions."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from gamebase.errors import ParameterError
from sims.design.metrics import Metric
from sims.reports.building import report_of
from sims.reports.columns import gather
from sims.reports.differences import Pairs, rate_apart, rate_paired
from sims.reports.document import document_of
from sims.reports.intervals import rate
from sims.reports.planning import needed_apart
from sims.reports.stopped import STOPS, rule_of
from tests.reports.toy import (
    FELL,
    KIND,
    LIFETIME,
    SCORE,
    Toy,
    columns,
    game,
    run_of,
    table,
)


def report(cells, reference=0, kind=KIND, **run):
    found = columns(cells, kind)
    return report_of(
        run_of(len(cells), **run), found, kind.metrics, kind.lifetime, reference
    )


def codes(found):
    return {caution.code: caution for caution in found.cautions}


def games(ends, **values):
    """Return games by the first letters of how they end: f, l(imit), x, t(imeout)."""
    names = {"f": "fell", "l": "limit", "x": "failed", "t": "timeout"}
    return [game(k, names[end], **values) for k, end in enumerate(ends)]


def test_each_game_counts_where_it_applies():
    cell = report([games("ffllxtf")]).cells[0]
    assert (cell.games, cell.failed, cell.timeouts) == (7, 1, 1)
    assert (cell.counts["fell"], cell.found["fell"].n) == (3, 5)
    assert cell.found["fell"].value == 0.6
    assert cell.found["score"].n == 5
    assert (cell.length.curve.games, cell.length.curve.fell) == (5, 3)


def test_timeouts_count_both_ways_in_the_interval_of_a_rate():
    known, wide = (report([games(ends)]).cells[0].found["fell"] for ends in
                   ("f" * 30 + "l" * 10, "f" * 30 + "l" * 10 + "t" * 4))  # fmt: skip
    assert (known.low, known.high) == (rate(30, 40).low, rate(30, 40).high)
    assert (wide.value, wide.n) == (known.value, 40)
    assert wide.low == rate(30, 44).low < known.low
    assert wide.high == rate(34, 44).high > known.high


def test_failed_games_leave_intervals_alone():
    found = report([games("f" * 30 + "l" * 10 + "x" * 9)]).cells[0].found["fell"]
    assert found == rate(30, 40)


def test_none_and_nan_do_not_apply():
    rows = [game(0, score=None), game(1, score=math.nan), game(2, score=math.inf),
            game(3, score=2.0)]  # fmt: skip
    found = report([rows]).cells[0].found["score"]
    assert (found.n, found.value) == (1, 2.0)


def test_a_rate_that_is_a_number_is_refused():
    odd = replace(FELL, value=lambda row: row["turns"], columns=("turns",))
    with pytest.raises(ParameterError, match="neither true nor false"):
        columns([games("f")], Toy(metrics=(odd,)))


def test_games_of_no_cell_are_refused():
    with pytest.raises(ParameterError, match=r"of cell 1, but run\.json has 1 cell:"):
        gather([table([games("f"), games("f")])], 1, KIND.metrics, LIFETIME)


def test_games_of_many_cells_in_any_order_are_sorted_once():
    rng = np.random.default_rng(7)
    cells = [[game(k, turns=number) for k in range(2)] for number in range(300)]
    rows = table(cells)
    found = gather([rows.take(rng.permutation(len(rows)))], 300, KIND.metrics, LIFETIME)
    assert [list(each.games) for each in found] == [[0, 1]] * 300
    assert [list(each.length) for each in found] == [[k, k] for k in range(300)]
    assert all(each.games.base is None for each in found)  # nothing keeps a piece


def test_pieces_in_any_order_make_the_same_columns():
    rng = np.random.default_rng(5)
    cells = [[game(k, turns=k, score=k / 7) for k in range(40)] for _ in range(2)]
    whole = columns(cells)
    mixed = table(cells)
    mixed = mixed.take(rng.permutation(mixed.num_rows))
    pieces = [mixed.slice(0, 13), mixed.slice(13, 0), mixed.slice(13)]
    again = gather(pieces, 2, KIND.metrics, LIFETIME)
    for one, other in zip(whole, again, strict=True):
        assert one.games.tolist() == other.games.tolist() == list(range(40))
        assert one.values["score"].tolist() == other.values["score"].tolist()
        assert one.length.tolist() == other.length.tolist()


def compared(found, metric):
    (one,) = [each for each in found.comparisons if each.metric == metric]
    return one


def test_pairs_are_the_games_that_are_in_both_cells():
    # pairs: 0 both, 1 second only, 2 first only, 3 neither; 4 and 5 have no partner
    reference = [game(0), game(1, "limit"), game(2), game(3, "limit"), game(4)]
    other = [game(0), game(1), game(2, "limit"), game(3, "limit"), game(5)]
    one = compared(report([reference, other], paired=True), "fell")
    assert (one.paired, one.cell, one.differing) == (True, 1, 2)
    assert one.apart == rate_paired(Pairs(1, 1, 1, 1))


def test_differences_are_the_cell_less_the_reference():
    low = [game(k, score=float(k)) for k in range(10)]
    high = [game(k, score=k + 2.0 + 0.1 * (k % 2)) for k in range(10)]
    for paired in (True, False):
        found = report([low, high], paired=paired)
        assert compared(found, "score").apart.value == pytest.approx(2.05)
        turned = report([low, high], reference=1, paired=paired)
        assert compared(turned, "score").apart.value == pytest.approx(-2.05)
    apart = [compared(report([low, high], paired=p), "score").apart for p in (0, 1)]
    assert apart[0].high - apart[0].low > 10 * (apart[1].high - apart[1].low)


def test_a_failed_game_has_no_pair():
    found = report([games("ffff"), games("fxft")], paired=True)
    one = compared(found, "fell")
    assert one.apart.n == 2
    assert compared(found, "score").apart.n == 2


def test_timeouts_widen_a_paired_difference_both_ways():
    reference = games("f" * 20 + "l" * 20)
    late = games("f" * 30 + "l" * 7 + "t" * 3)
    one = compared(report([reference, late], paired=True), "fell").apart
    known = rate_paired(Pairs(20, 10, 0, 7))
    # the three fell in neither, or in the later cell only
    assert (one.value, one.n) == (known.value, 37)
    assert one.low == rate_paired(Pairs(20, 10, 0, 10)).low
    assert one.high == rate_paired(Pairs(20, 13, 0, 7)).high
    assert one.p == known.p  # pairs that do not differ tell a test nothing


def test_timeouts_in_both_cells_count_against_each_other():
    cells = [games("f" * 20 + "l" * 18 + "tt"), games("f" * 22 + "l" * 15 + "ttt")]
    one = compared(report(cells, paired=False), "fell").apart
    assert one.low == rate_apart((22, 40), (22, 40)).low
    assert one.high == rate_apart((25, 40), (20, 40)).high
    assert one.p == 1.0  # the one way it is no difference at all


def test_differences_of_few_games_need_more():
    cells = [games("f" * 10 + "l" * 10), games("f" * 11 + "l" * 9)]
    one = compared(report(cells), "fell")
    assert one.needed == needed_apart(one.apart, *fell_of(cells), "rate") > 1500
    plain = report([games("f" * 100), games("l" * 100)])
    assert compared(plain, "fell").needed is None  # it is shown
    assert compared(report([games("ff"), games("ff")]), "fell").needed is None
    assert compared(report([games("ff"), games("xx")]), "fell").needed is None
    assert compared(report([games("f"), games("l")]), "score").needed is None


def fell_of(cells):
    return [each.values["fell"] for each in columns(cells)]


@pytest.mark.parametrize("paired", [True, False])
def test_games_without_a_value_count_among_those_needed(paired):
    """A rate among one game in ten takes ten times as many games."""
    among = replace(
        FELL, value=lambda row: row["termination"] == "fell" if row["turns"] else None,
        columns=("termination", "turns"),
    )  # fmt: skip
    kind = Toy(metrics=(among,))
    cells = [games("fflfl" * 4), games("lffff" * 4)]
    idle = [game(k, turns=0) for k in range(20, 200)]
    few = compared(report(cells, kind=kind, paired=paired), "fell")
    rare = compared(
        report([[*each, *idle] for each in cells], kind=kind, paired=paired), "fell"
    )
    assert rare.apart == few.apart
    assert few.needed * 10 - 10 <= rare.needed <= few.needed * 10


def test_games_needed_do_not_hang_on_how_few_the_smaller_cell_has():
    """A stop rule leaves one cell 30 games, another 3,000: it is 300 of each then."""
    lean = compared(report([games("fflll" * 6), games("fffll" * 600)]), "fell")
    even = compared(report([games("fflll" * 6), games("fffll" * 6)]), "fell")
    assert even.needed == 97
    assert lean.needed in (97, None)


@pytest.mark.parametrize(("paired", "partners"), [(False, ""), (True, "f" * 60)])
def test_more_games_do_not_show_what_timeouts_hide(paired, partners):
    cells = [games("f" * 60 + "l" * 40 + "t" * 60), games("f" * 30 + "l" * 70)]
    assert compared(report(cells, paired=paired), "fell").apart.value == -0.3
    cells[1] = games("f" * 30 + "l" * 70 + partners)
    one = compared(report(cells, paired=paired), "fell")
    assert one.apart.low < 0 < one.apart.high
    assert one.needed is None


def test_late_games_never_make_a_difference_narrower():
    """Those of a rate among topples may be none of a topple: then they do not count."""
    known, late = (
        compared(report([games("fff" + end), games("ffff")], paired=True), "fell")
        for end in "xt"
    )
    assert late.apart.low == known.apart.low  # of 3 pairs; 4 alike reach less far
    assert late.apart.high > known.apart.high


def test_p_values_are_adjusted_over_the_cells_of_a_metric():
    rng = np.random.default_rng(2)
    cells = [[game(k, score=float(rng.normal())) for k in range(30)] for _ in range(4)]
    found = report(cells)
    of_score = [each for each in found.comparisons if each.metric == "score"]
    assert len(of_score) == 3
    smallest = min(of_score, key=lambda each: each.apart.p)
    assert smallest.adjusted == pytest.approx(min(1, 3 * smallest.apart.p))
    assert all(each.adjusted >= each.apart.p for each in found.comparisons)


def test_p_values_are_the_same_whichever_metrics_are_told():
    rng = np.random.default_rng(3)
    cells = [
        [game(k, "fell" if rng.random() < 0.3 + c / 5 else "limit",
              score=float(rng.normal(c / 4))) for k in range(40)]
        for c in range(3)
    ]  # fmt: skip
    alone = report(cells, kind=Toy(metrics=(SCORE,))).comparisons
    both = report(cells).comparisons
    assert [e.adjusted for e in alone] == [
        e.adjusted for e in both if e.metric == "score"
    ]
    assert len(both) == 2 * len(alone)


def test_with_one_cell_there_is_nothing_to_compare():
    found = report([games("f" * 40 + "l" * 40)])
    assert found.comparisons == ()
    assert set(codes(found)) == {"all-same"}  # every score is 1


def test_a_good_report_warns_of_nothing_but_of_many_comparisons():
    rng = np.random.default_rng(4)
    cells = [
        [game(k, end, score=float(rng.normal(3 * c))) for k, end in
         enumerate(["fell", "limit"] * 40 if c else ["fell"] * 10 + ["limit"] * 70)]
        for c in (0, 1)
    ]  # fmt: skip
    assert set(codes(report(cells))) == {"many-comparisons"}
    assert "2 comparisons" in codes(report(cells))["many-comparisons"].text


def test_cautions_say_what_is_wrong_and_where():
    cells = [games("f" * 50 + "l" * 30), games("f" * 50 + "x" + "t"), games("fl"), []]
    stop = {"metric": "fell", "width": 0.05, "at_least": 100, "batch": 100}
    sessions = ({"commit": "a" * 40}, {"commit": "b" * 40})
    found = codes(report(cells, status="interrupted", stop=stop, sessions=sessions))
    assert found["failed"].cells == found["timeouts"].cells == (1,)
    assert "1 game could not be played in cell 1" in found["failed"].text
    assert found["no-games"].cells == (3,)
    assert found["few-games"].cells == (2,)
    rare = found["few-of-one"]
    assert (rare.metrics, rare.cells) == (("fell",), (1,))  # 2 has few games anyway
    assert "134 of at most 400 games" in found["not-finished"].text
    assert found["stop-rule"].metrics == ("fell",)
    assert "0.05" in found["stop-rule"].text
    assert "commit" in found["versions"].text
    assert found["few-compared"].cells == (2, 3)
    assert 2 in found["undecided"].cells
    assert "cell 2 about" in found["undecided"].text


@pytest.mark.parametrize(
    ("number", "told"), [(0, "0 games"), (1, "1 game"), (2, "2 games")]
)
def test_one_game_is_no_games(number, told):
    found = report([games("f" * number)], games=1, status="running")
    assert document_of(found).cells[0].note.startswith(f"hand = 0; {told}: ")
    text = codes(found)["not-finished"].text
    are = "is" if number == 1 else "are"
    assert f"{number} of at most 1 game {are} there" in text


def test_metrics_with_one_trouble_share_a_caution():
    more = replace(FELL, name="down")
    found = report([games("f" * 40)], kind=Toy(metrics=(FELL, more, SCORE)))
    rare = codes(found)["few-of-one"]
    assert rare.metrics == ("fell", "down")
    assert rare.text.startswith("fell, down: fewer than 5 games with it, or without")
    assert "cell 0" not in rare.text  # there is no other


def test_few_pairs_that_differ_are_few_however_many_agree():
    reference = games("f" * 200)
    other = games("f" * 197 + "lll")
    assert "few-compared" in codes(report([reference, other], paired=True))
    assert "few-compared" not in codes(report([reference, other], paired=False))


def test_thousands_of_games_take_little_memory_and_time():
    rng = np.random.default_rng(0)
    turns = rng.integers(1, 80, size=5000)
    rows = [game(k, turns=int(t), score=float(t)) for k, t in enumerate(turns)]
    piece = table([rows])
    pieces = (piece for _ in range(20))  # the indices repeat, which only pairs mind
    found = gather(pieces, 1, KIND.metrics, LIFETIME)
    values = found[0]
    kept = sum(
        each.nbytes
        for each in (values.games, values.failed, values.timed_out, values.length,
                     values.ended, *values.values.values())
    )  # fmt: skip
    assert len(values.games) == 100_000
    assert kept < 60 * 100_000


def test_a_metric_may_read_nothing():
    always = Metric("always", "rate", "of every game", "-", (), lambda row: True)
    kind = Toy(metrics=(always, SCORE), lifetime=None)
    found = report([games("fl")], kind=kind)
    assert found.cells[0].found["always"].value == 1
    assert found.cells[0].length is None


def test_cautions_of_one_metric_stand_beside_its_table():
    few = [games("fffff"), games("flflfl")]
    found = document_of(report(few))
    beside = [text for grid in found.comparisons for text in grid.cautions]
    assert beside
    for grid in found.comparisons:
        assert all(grid.metric in text for text in grid.cautions)
    told = [caution.text for caution in report(few).cautions]
    assert sorted([*found.cautions, *beside]) == sorted(told)
    alone = report(few[:1])
    assert document_of(alone).cautions == tuple(each.text for each in alone.cautions)


# --- lengths that were cut off --------------------------------------------------------

TURNS = Metric(
    "turns", "mean", "turns", "turns", ("turns",), lambda row: row["turns"]
)  # fmt: skip


@pytest.mark.parametrize("limits", [("limit",), ()])
def test_a_mean_of_lengths_that_were_cut_off_is_too_low(limits):
    kind = Toy(metrics=(TURNS, SCORE), lifetime=replace(LIFETIME, limits=limits))
    found = report([games("f" * 40), games("f" * 37 + "lll")], kind=kind)
    assert [each.cut for each in found.cells] == [0, 3 if limits else 0]
    if not limits:  # they ended otherwise
        assert "cut-off" not in codes(found)
        return
    caution = codes(found)["cut-off"]
    assert (caution.cells, caution.metrics) == ((1,), ("turns",))
    assert "3 games cut off at the turn limit in cell 1" in caution.text
    assert "median of the survival curve" in caution.text


# --- stop rules -----------------------------------------------------------------------


def stopped(cells, most, **rule):
    """Return how it is with a rule over cells, and the report."""
    given = {"metric": "score", "width": 1.0, "at_least": 4, "batch": 4, **rule}
    found_rule = rule_of(given, (FELL, SCORE))
    run = run_of(len(cells), games=most, stop=given)
    found = report_of(run, columns(cells), (FELL,), LIFETIME, 0, found_rule)
    return [cell.stop for cell in found.cells], found


def scores(count, width):
    return [game(k, score=width * (k % 2)) for k in range(count)]


@pytest.mark.parametrize(
    ("cells", "told"),
    [
        ([scores(4, 0.1), scores(12, 9)], ["met", "ran out"]),
        ([scores(4, 0.1), scores(8, 9)], ["met", "open"]),
        ([scores(4, 0.1), scores(3, 9)], ["open", "open"]),  # the first look is to come
        ([[], scores(4, 0.1)], ["open", "open"]),
        ([scores(12, 1.4), scores(12, 9)], ["met", "ran out"]),  # by its last games
    ],
)
def test_cells_tell_how_their_stop_rule_stands(cells, told):
    # the metric of the rule is read, though it is not told
    found, whole = stopped(cells, 12)
    assert found == told
    document = document_of(whole)
    grid = document.comparisons[0]
    assert grid.heads[-1] == "stop rule"
    assert [row[-1] for row in grid.rows] == told
    for cell, each in zip(document.cells, told, strict=True):
        assert STOPS[each] in cell.note


def test_games_without_a_value_count_in_no_rule():
    late = [game(k, "timeout", 0, None) for k in range(4)]
    assert stopped([late], 4)[0] == ["ran out"]


def test_a_rule_of_another_kind_is_told_of_nowhere():
    assert rule_of({"metric": "gone", "width": 1}, (FELL, SCORE)) is None
    assert rule_of(None, (FELL, SCORE)) is None
    assert report([games("f")]).cells[0].stop is None
