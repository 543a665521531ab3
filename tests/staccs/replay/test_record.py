"""What a record of a game of STACCS is, and how it is written and read."""

import json

import pytest

from staccs.errors import ParameterError
from staccs.moves import Move
from staccs.replay import Record, Rejected
from tests.staccs.replay.recorded import EVIL, MODES, played, with_refusal


@pytest.mark.parametrize("mode", MODES)
def test_a_record_is_read_as_it_was_written(mode):
    record = Record(played(mode), tuple(f"p{k}" for k in range(MODES[mode])))
    again = Record.from_json(record.to_json(), record.title)
    assert again.game == record.game
    assert again.to_json() == record.to_json()


def test_refused_moves_and_names_are_kept_whatever_they_hold():
    record = with_refusal()
    again = Record.from_json(record.to_json())
    assert again.names == ("Ann", EVIL)
    assert again.rejected == (Rejected(0, Move.parse("9H@0,1")),)


def test_a_saved_game_is_a_record():
    game = played("solo")
    record = Record.from_json(game.to_json(), "game.json")
    assert record.game == game
    assert (record.names, record.rejected, record.title) == ((), (), "game.json")


def test_refused_moves_come_in_order():
    game = played("uh-oh", moves=5)
    rejected = [Rejected(ply, Move.parse("flip")) for ply in (4, 0, 5)]
    assert [each.ply for each in Record(game, (), rejected).rejected] == [0, 4, 5]


@pytest.mark.parametrize("ply", [-1, 6])
def test_a_refused_move_of_no_ply_is_an_error(ply):
    game = played("uh-oh", moves=5)
    with pytest.raises(ParameterError, match="those from 0 to 5"):
        Record(game, (), (Rejected(ply, Move.parse("flip")),))


def test_a_move_that_is_legal_was_not_refused():
    game = played("uh-oh", moves=5)
    first = game.move_stack[0]
    with pytest.raises(ParameterError, match="of ply 0 is legal there"):
        Record(game, (), (Rejected(0, first),))


def test_names_are_for_all_players_or_for_none():
    with pytest.raises(ParameterError, match="one for each of the 4 players"):
        Record(played("uh-oh"), ("Ann",))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"version": 2}, "written by a later release"),
        ({"version": "1"}, "version is '1'"),
        ({"more": 1}, "it has the keys"),
        ({"players": "Ann"}, "give a list of texts"),
        ({"players": [1, 2]}, "give a list of texts"),
        ({"players": ["Ann"]}, "one for each of the 2 players"),
        ({"failure": None}, "failure in JSON is None"),
        ({"rejected": {}}, "rejected in JSON is {}"),
        ({"rejected": [{}]}, "rejected move 0 in JSON is {}"),
        ({"rejected": [{"ply": True, "move": "flip"}]}, "ply of rejected move 0"),
        ({"rejected": [{"ply": 0, "move": "fly"}]}, "'fly' is not a move"),
        ({"rejected": [{"ply": 0, "move": 5}]}, "5 is not a move"),
        ({"rejected": [{"ply": 0, "move": "flip"}] * 1001}, "up to 1000 moves"),
        ({"game": 3}, "is JSON but no game"),
        ({"game": {"format": "staccs-game", "version": 9}}, "later release"),
    ],
)
def test_what_is_wrong_in_a_record_is_named(change, message):
    data = json.loads(with_refusal().to_json()) | change
    with pytest.raises(ParameterError) as error:
        Record.from_json(json.dumps(data))
    assert message in str(error.value)


def test_a_record_that_was_cut_or_changed_is_refused():
    text = with_refusal().to_json()
    for part in (text[:-20], text[: len(text) // 2], "", "[]", '"x"'):
        with pytest.raises(ParameterError):
            Record.from_json(part)
    data = json.loads(text)
    data["game"]["moves"].pop()
    with pytest.raises(ParameterError, match="changed or cut"):
        Record.from_json(json.dumps(data))


def test_a_name_has_an_end_and_turns_no_text_around():
    game = played("uh-oh")
    names = ("x" * 9999, "\u202eabc\n", *("Di",) * (game.players - 2))
    record = Record(game, names)
    assert len(record.named(0)) < 80
    assert record.named(1) == "player 1 (\\u202eabc\\n)"
    assert Record.from_json(record.to_json()).names[1] == names[1]
