"""The game's verbs: legal moves, push, pop, peek, copy, errors."""

import numpy as np
import pytest

from stacko import (
    BlockSet,
    Game,
    IllegalMoveError,
    ImpossibleResultError,
    InvalidNotationError,
    Move,
    ParameterError,
    Result,
    Rules,
    StackoError,
    Tower,
)
from tests.setups import TOWER, UNFINISHED, game, names, play


def test_a_new_game():
    a_game = Game(seed=1)
    assert (a_game.players, a_game.rules, len(a_game.tower)) == (4, Rules(), 45)
    assert (a_game.ply, a_game.turn_number, a_game.tries, a_game.tried) == (0, 1, 0, ())
    assert a_game.outcome() is None
    assert a_game.block_set == BlockSet.default()


def test_same_seed_same_game():
    assert Game(seed=5) == Game(seed=5) != Game(seed=6)
    assert Game(seed=np.random.default_rng(5)) == Game(seed=5)
    assert Game(seed=np.random.SeedSequence(5)) == Game(seed=5)
    built = Tower.built(BlockSet.default(), np.random.default_rng(5))
    assert Game(seed=5).tower == built


def test_without_a_seed_games_differ():
    assert len({str(Game().tower) for _ in range(4)}) == 4


@pytest.mark.parametrize("size", [3, 12, 54, 99])
def test_sets_of_any_size_play(size):
    kinds = [f"{color}{face}" for color in "RYGB" for face in "0123456789SRD"] + ["W"]
    names_of_all = kinds + [f"{kind}b" for kind in kinds]
    blocks = BlockSet.from_names(names_of_all[:size])
    a_game = Game(block_set=blocks, seed=0)
    assert a_game.tower.layer_count == size // 3
    expected = 3 * (size - 3) + 9 * ("W" in names(a_game))
    assert len(a_game.legal_moves) == expected


@pytest.mark.parametrize(
    "seed", [-1, 1.5, True, "1", float("nan"), [1], np.random.RandomState(1)]
)
def test_seed_is_checked(seed):
    with pytest.raises(ParameterError, match=r"seed is .*whole number from 0"):
        Game(seed=seed)


@pytest.mark.parametrize(
    ("more", "needed"),
    [
        ({"rules": {"reach": "x"}}, "rules is .*from_mapping"),
        ({"tower": 7}, "tower is 7"),
        ({"block_set": ["R3"]}, "block_set is"),
        ({"tower": Tower.from_notation("R1 R2 R3"),
          "block_set": BlockSet.from_names(["R1", "R2", "R3"])}, "of another set"),
    ],
)  # fmt: skip
def test_parts_are_checked(more, needed):
    with pytest.raises(ParameterError, match=needed):
        Game(**more)


def test_texts_are_read():
    a_game = Game(tower=TOWER, demand="R3")
    assert str(a_game.tower) == TOWER
    for more in ({"tower": "R1 R2"}, {"demand": "X"}, {"demand": None}, {"tower": ""}):
        with pytest.raises(InvalidNotationError):
            Game(**more)


def test_legal_moves_are_blocks_times_slots_times_colors():
    moves = game(tower=UNFINISHED).legal_moves
    assert len(moves) == moves.count() == 11 * 2 + 1 * 2 * 4
    assert len(set(moves)) == len(moves)
    assert Move.from_notation("W>6a=G") in moves
    for other in ("W>6a", "R1>6b", "Y4>6a", "R4>6a", "--"):
        assert Move.from_notation(other) not in moves
    assert "R1>6a" not in moves  # a text is no move
    assert moves


def test_legal_moves_are_made_one_by_one():
    moves = iter(Game(seed=1).legal_moves)
    assert next(moves).slot.layer == 16
    assert len(list(moves)) == 134


def test_legal_moves_stay_those_of_their_position():
    a_game = game()
    moves = a_game.legal_moves
    before = list(moves)
    play(a_game, "R3>6a")
    assert list(moves) == before != list(a_game.legal_moves)


def test_legal_moves_index_out_of_range():
    moves = game().legal_moves
    for index in (len(moves), -len(moves) - 1):
        with pytest.raises(IndexError, match=f"move {index} of 45 legal moves"):
            moves[index]


def test_legal_moves_repr_is_short():
    assert repr(game("2G").legal_moves) == (
        "<LegalMoves 6: G1>6a, G1>6b, G1>6c, G2>6a, G2>6b, G2>6c>"
    )
    assert repr(game().legal_moves) == (
        "<LegalMoves 45: R1>6a, R1>6b, R1>6c, R2>6a, R2>6b, R2>6c, RS>6a, RS>6b, ...>"
    )


def test_push_takes_texts_and_values():
    by_text, by_value = game(), game()
    by_text.push("R3>6a", "clean")
    by_value.push(Move.from_notation("R3>6a"), Result.clean())
    assert by_text == by_value


def test_stacks():
    a_game = play(game(), "R3>6a stuck", "R1>6a")
    assert [str(move) for move in a_game.move_stack] == ["R3>6a", "R1>6a"]
    assert [str(result) for result in a_game.result_stack] == ["stuck", "clean"]
    assert str(a_game.peek()) == "R1>6a"


def test_pop_and_peek_with_nothing_to_undo():
    for undo in (Game.pop, Game.peek):
        with pytest.raises(IllegalMoveError, match="no last move at ply 0"):
            undo(game())


def test_a_refused_push_changes_nothing():
    a_game = play(game(topple="collapse"), "R3>6a")
    before = a_game.to_json()
    for move, result in [
        ("B1>6b", "clean"),
        ("nonsense", "clean"),
        ("R1>6b", "nonsense"),
        ("R1>6b", "clean:W,W"),
        ("R1>6b", "clean:R1"),
        ("R1>6b", "clean:R4"),
        ("--", "clean"),
        (None, "clean"),
        ("R1>6b", None),
    ]:
        with pytest.raises(StackoError):
            a_game.push(move, result)
        assert a_game.to_json() == before


def test_illegal_moves_name_demand_position_and_what_would_do():
    a_game = play(game(), "Y3>6a")
    with pytest.raises(IllegalMoveError) as error:
        a_game.push("B1>6b")
    message = str(error.value)
    for needed in (
        "illegal move B1>6b",
        "Demand Y3 (a yellow block, any 3, or a Wild)",
        "ply 1, player 1 to move",
        "Blocks that would do: Y1, W, R3.",
        f"Tower: {a_game.tower}",
    ):
        assert needed in message
    assert "\n" not in message


@pytest.mark.parametrize(
    ("move", "needed"),
    [
        ("R4>6b", "block 'R4' is not in the tower"),
        ("R9>6b", "block 'R9' is not in the tower"),
        ("Y4>6b", r"slot 5a: blocks may be taken up to layer 4 \(S1, below_complete\)"),
        ("G1>6b", "block 'G1' does not satisfy the demand"),
        ("R1>6a", r"slot 6a is not one of the free slots on top, 6b, 6c \(S2\)"),
        ("W>6b", r"a Wild names a color \(S8\)"),
        ("--", r"no_match='pass'"),
    ],
)
def test_illegal_moves_say_which_rule(move, needed):
    with pytest.raises(IllegalMoveError, match=needed):
        play(game(), "R3>6a").push(move)


def test_wrong_slot_is_named_also_when_any_block_may_be_taken():
    a_game = game("B", tower="R1 R2 RS / Y4 Y2 Y1")
    with pytest.raises(IllegalMoveError, match="slot 9a is not one of the free slots"):
        a_game.push("R1>9a")


def test_results_of_the_wrong_kind_are_refused():
    with pytest.raises(InvalidNotationError, match="is not a result"):
        game().push("R1>6a", "fine")
    with pytest.raises(ImpossibleResultError):
        game().push("R1>6a", Result.clean(("B1",)))


def test_copy_keeps_everything_to_undo():
    a_game = play(game(), "R3>6a", "R1>6b")
    twin = a_game.copy()
    assert twin.pop() == a_game.peek()
    assert (twin.ply, a_game.ply) == (1, 2)


def test_games_are_equal_only_to_games_and_cannot_be_hashed():
    assert game() != TOWER
    assert (game() == 3) is False
    with pytest.raises(TypeError, match="unhashable"):
        hash(game())


def test_equal_positions_by_other_ways_are_other_games():
    first = play(game("R", players=2), "R1>6a", "R2>6b", "R3>6c")
    other = play(game("R", players=2), "R2>6b", "R1>6a", "R3>6c")
    assert first.tower == other.tower
    assert first != other


def test_repr_tells_the_state():
    assert repr(game("R3")) == "<Game of 4, ply 0, turn 0, demand R3>"
    assert "toppled: player 0 loses" in repr(play(game(), "R1>6a toppled"))
