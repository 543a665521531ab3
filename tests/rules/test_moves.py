"""Moves and outcomes as values and texts."""

import pytest

from stacko import (
    NULL_MOVE,
    Color,
    InvalidNotationError,
    Move,
    Outcome,
    Slot,
    Termination,
)


def test_move_texts():
    assert Move.from_notation("R3>16a") == Move("R3", Slot(16, "a"))
    assert Move.from_notation("W>16a=G") == Move("W", Slot(16, "a"), Color.GREEN)
    assert Move.from_notation("--") == NULL_MOVE
    for text in ("R3b>7c", "Wc>1a=R", "W>1a", "--"):
        assert str(Move.from_notation(text)) == text


def test_null_move():
    assert NULL_MOVE.is_null
    assert str(NULL_MOVE) == "--"
    assert not Move("R3", Slot(1, "a")).is_null


def test_moves_are_values():
    assert len({Move.from_notation("R3>6a"), Move("R3", Slot(6, "a"))}) == 1
    assert Move("W", Slot(6, "a"), "G").color is Color.GREEN
    with pytest.raises(AttributeError):
        NULL_MOVE.block = "R3"


@pytest.mark.parametrize(
    ("text", "needed"),
    [
        ("", "is not a move"),
        ("R3", "is not a move"),
        ("R3>", "is not a move"),
        (">6a", "is not a move"),
        ("R3>6a=", "is not a move"),
        ("R3>6a=X", "is not a move"),
        ("R3>6a>7a", "is not a move"),
        ("---", "is not a move"),
        (None, "is not a move"),
        (3, "is not a move"),
        ("R3 > 6a", "' 6a' is not a slot"),
        ("X3>6a", "'X3' is not a block"),
        ("R3>6d", "'6d' is not a slot"),
        ("R3>0a", "'0a' is not a slot"),
        ("R3>6a=R", "only a Wild names a color"),
        ("W>6a=W", "is not a move"),
    ],
)
def test_other_texts_are_refused(text, needed):
    with pytest.raises(InvalidNotationError) as error:
        Move.from_notation(text)
    assert needed in str(error.value)


def test_a_long_hostile_text_is_cut_in_the_message():
    for text in ("R3>" * 10**5, "R" * 10**6 + ">6a", "R3>" + "6" * 10**6):
        with pytest.raises(InvalidNotationError) as error:
            Move.from_notation(text)
        assert len(str(error.value)) < 400


def test_parts_are_checked():
    for parts in [
        ("R3", "6a"),
        ("R3", None),
        ("W", Slot(6, "a"), "P"),
        (3, Slot(6, "a")),
    ]:
        with pytest.raises(InvalidNotationError):
            Move(*parts)


def test_outcomes_in_words():
    assert Outcome(Termination.NO_MOVES).describe() == "no_moves: nobody loses"
    assert Outcome(Termination.TOPPLED, 2).describe() == "toppled: player 2 loses"
    assert len({each.describe() for each in Termination}) == 3
