"""What each touch was, by hand."""

from sims.stacko_removals import KINDS, Removal, removals

MIDDLE, OUTER, STAYS, BARES = KINDS


def test_a_game_by_hand():
    slots = ["1b", "2a", "2c", None, "2c", "1a", "2b"]
    targets = ["4a", "4b", "4c", None, "4c", "5a", "5b"]
    verdicts = ["clean", "clean", "given_up", "passed", "clean", "stuck", "toppled"]
    found = removals([7] * 7, slots, targets, verdicts, layers=3)
    assert [each.kind for each in found] == [
        MIDDLE, OUTER, STAYS, "", STAYS, BARES, BARES
    ]  # fmt: skip
    assert [each.layer for each in found] == [1, 2, 2, 0, 2, 1, 2]
    assert [each.layers for each in found] == [3, 4, 4, 4, 4, 4, 4]
    # at first six may go from two layers, one by one
    assert [each.firm for each in found] == [6, 3, 1, 1, 1, 3, 3]
    assert [each.above for each in found] == [6, 4, 5, 0, 5, 7, 6]


def test_each_game_begins_with_a_whole_tower():
    found = removals([0, 1], ["1a", "1a"], ["4b", "4b"], ["clean"] * 2, layers=3)
    assert found == [Removal(OUTER, 1, 3, 6, 6)] * 2
    assert removals([], [], [], [], layers=3) == []
