"""Games of STACCS as JSON: what is written, and what is refused."""

import json

import pytest

from staccs.errors import ParameterError
from staccs.modes import MODES, UhOh, game_from_json, make_game
from staccs.params import CardParams
from staccs.rules import Rules
from staccs.table import PlacedTable, Table
from tests.staccs.game_setups import play, solo, uh_oh


def sample():
    """Return a game with some history, and its data."""
    game = uh_oh("5S@0,0", "9S 3D", "2S QH", "4D 4C", pile="6D 6C 6H", turn=0)
    play(game, "9S@0,1!", "2S@0,2", "let", "let")
    return game, json.loads(game.to_json())


def changed(path, value):
    """Return the sample as JSON with one value changed; a path like ``start.turn``."""
    _, data = sample()
    *parents, key = path.split(".")
    place = data
    for parent in parents:
        place = place[int(parent) if isinstance(place, list) else parent]
    if value is None:
        del place[key]
    else:
        place[int(key) if isinstance(place, list) else key] = value
    return json.dumps(data)


def test_what_is_written_can_be_read_by_people():
    _, data = sample()
    assert data == {
        "format": "staccs-game",
        "version": 1,
        "mode": "uh-oh",
        "rules": Rules().to_mapping(),
        "table": None,
        "start": {
            "board": "5S@0,0",
            "hands": ["9S 3D", "2S QH", "4C 4D"],
            "pile": "6D 6C 6H",
            "turn": 0,
            "direction": 1,
            "variation": "",
        },
        "moves": ["9S@0,1!", "2S@0,2", "let", "let"],
        "now": {
            "phase": "turn",
            "turn": 2,
            "board": "5S@0,0 9S@0,1 2S@0,2",
            "hands": ["3D", "QH", "4C 4D"],
            "pile": "6D 6C 6H",
            "discards": "",
        },
    }


@pytest.mark.parametrize("mode", MODES)
def test_every_mode_is_read_by_its_name(mode):
    game = make_game(mode, seed=3)
    play(game, game.legal_moves[0])
    again = game_from_json(game.to_json())
    assert (type(again), again) == (MODES[mode], game)


def test_the_table_is_noted_and_made_again():
    table = PlacedTable(
        Table.parse("rect:1.2x0.8"),
        start=(0.1, -0.2),
        angle=0.3,
        card=CardParams(edge=0.05),
        edge="inside",
    )
    game = make_game("party", 6, Rules(edge="inside"), 4, table=table)
    play(game, game.legal_moves[0])
    assert json.loads(game.to_json())["table"] == {
        "table": "rect:1.2x0.8",
        "start": [0.1, -0.2],
        "angle": 0.3,
        "card_edge": 0.05,
    }
    again = game_from_json(game.to_json())
    assert again == game
    assert again.table == table


def test_a_table_of_ones_own_has_to_be_given_again():
    game = uh_oh("5S@0,0", "9S 3D", "2S 2D", fits=lambda cell: cell.r < 2)
    play(game, "9S@0,1!")
    text = game.to_json()
    assert json.loads(text)["table"] == "own"
    with pytest.raises(ParameterError, match=r"function of its own.*give it as fits"):
        game_from_json(text)
    again = game_from_json(text, fits=lambda cell: cell.r < 2)
    assert list(again.legal_moves) == list(game.legal_moves)


def test_a_table_that_other_moves_do_not_fit_is_noticed():
    game = uh_oh("5S@0,0", "9S 3D", "2S 2D", fits=lambda cell: True)
    play(game, "9S@0,1!")
    with pytest.raises(ParameterError, match=r"move 0 in JSON: .*\(T20\)"):
        game_from_json(game.to_json(), fits=lambda cell: cell == (0, 0))


def test_a_game_on_a_table_takes_no_other():
    game = make_game("solo", seed=1, table=PlacedTable(Table.parse("round:1")))
    with pytest.raises(ParameterError, match="both table and fits"):
        game_from_json(game.to_json(), fits=lambda cell: True)


def test_variation_and_discards_are_kept():
    game = solo("5S@0,0", "9H 2C 5H 8D", "second_chances")
    play(game, "draw", "draw", "draw", "5H@1,-1", "draw", "draw")
    again = game_from_json(game.to_json())
    assert (again, again.variation, again.flips) == (game, "second_chances", 1)
    assert again.view(0) == game.view(0)


HUGE = 10**4000
CHANGES = [
    ("format", "chess", "format is 'chess'"),
    ("format", None, "format is None"),
    ("version", 2, "version is 2, and this program reads up to 1.*later release"),
    ("version", 0, "version is 0"),
    ("version", True, "version is True"),
    ("version", "1", "version is '1'"),
    ("mode", "party", "players is 3: party takes 6 to 10"),
    ("mode", "face-off", r"coming soon.*\(T19\)"),
    ("mode", "chess", "mode is 'chess'"),
    ("mode", 7, "mode is 7"),
    ("mode", HUGE, "mode is "),
    ("mode", ["uh-oh"], "mode is "),
    ("rules", [], "rules are"),
    ("rules.edge", "x", "edge is 'x'"),
    ("rules.edgy", "x", "unknown rule 'edgy'"),
    ("rules.second_chances_limit", -1, "second_chances_limit is -1"),
    ("table", 3, "table in JSON is 3"),
    ("table", {}, "table in JSON is"),
    ("table", "round:1", "table in JSON is 'round:1'"),
    ("start", 3, "start in JSON is 3"),
    ("start.board", "5S@0,0 5H@0,1", r"T1"),
    ("start.board", "5S@0,0 9H@1,-1", r"T1"),
    ("start.board", "", "one STACC"),
    ("start.board", 7, "board is 7"),
    ("start.board", "5S@0,0 3D@", "not a placement"),
    ("start.hands", ["9S 3D"], "players is 1"),
    ("start.hands", ["9S 3D", "2S QH", ""], "a hand is empty"),
    ("start.hands", ["9S 3D", "2S 9S", "4D"], "card 9S comes 2 times"),
    ("start.hands", ["9S 3D", "5S", "4D"], "card 5S comes 2 times"),
    ("start.hands", ["9S 3D", "1S", "4D"], "'1S' is not a card"),
    ("start.hands", ["9S 3D", 5, "4D"], "a hand is 5"),
    ("start.hands", "9S", "hands is '9S'"),
    ("start.hands", [["9S", 3], "2S", "4D"], "3 is not a card"),
    ("start.pile", "6D 6C 6D", "card 6D comes 2 times"),
    ("start.pile", "W " * 5, "card W comes 5 times"),
    ("start.pile", "W " * 5000, "pile is "),
    ("start.pile", {}, "pile is"),
    ("start.turn", 3, "turn is 3"),
    ("start.turn", 1.0, "turn is 1.0"),
    ("start.turn", HUGE, "turn is"),
    ("start.direction", 0, "direction is 0"),
    ("start.direction", True, "direction is True"),
    ("start.variation", "perfect", "no variations"),
    ("start.variation", 5, "variation is 5"),
    ("start.extra", 5, "start in JSON is"),
    ("start.pile", None, "start in JSON is"),
    ("moves", {}, "moves in JSON is"),
    ("moves.0", 5, "move 0 in JSON is 5"),
    ("moves.0", "9S", "move 0 in JSON: '9S' is not a move"),
    ("moves.0", "9S@0,4096", "move 0 in JSON: cell 0,4096"),
    ("moves.0", "9S@0,2", r"move 0 in JSON: illegal move 9S@0,2: .*\(T1\)"),
    ("moves.2", "draw", r"move 2 in JSON: illegal move draw"),
    ("moves", [], "does not lead to the state written under 'now'"),
    ("now.turn", 7, "does not lead"),
    ("now", 7, "does not lead"),
    ("extra", 7, "the game in JSON is .*has the keys format"),
    ("now", None, "the game in JSON is .*has the keys format"),
]


@pytest.mark.parametrize(
    ("path", "value", "needed"),
    CHANGES,
    ids=[f"{index} {change[0]}" for index, change in enumerate(CHANGES)],
)
def test_changed_json_is_refused_with_the_place(path, value, needed):
    with pytest.raises(ParameterError, match=needed) as error:
        game_from_json(changed(path, value))
    assert "\n" not in str(error.value)
    assert len(str(error.value)) < 700


TABLE = {"table": "round:1", "start": [0, 0], "angle": 0, "card_edge": 0.044}


@pytest.mark.parametrize(
    ("key", "value", "needed"),
    [
        ("table", "oval:1", "is no table"),
        ("table", 7, "is no table"),
        ("table", "/etc/passwd.json", "give its text, not a file"),
        ("table", "round:0", "table"),
        ("start", [9, 9], r"\(T20\)|cannot lie"),
        ("start", "x", "start is 'x'"),
        ("angle", "x", "angle is 'x'"),
        ("card_edge", -1, "edge"),
        ("more", 1, "it has the keys"),
    ],
)
def test_tables_that_are_none(key, value, needed):
    text = changed("table", {**TABLE, key: value})
    with pytest.raises(ParameterError, match=needed):
        game_from_json(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "null",
        "3",
        '"x"',
        "[" * 10**6,
        '{"format": NaN}',
        None,
        7,
        b"{}",
        '{"version": ' + "9" * 5000 + "}",
        "\x80\x04K\x01.",
    ],
    ids=lambda text: repr(text)[:20],
)
def test_what_is_no_game_is_refused(text):
    for read in (game_from_json, UhOh.from_json):
        with pytest.raises(ParameterError, match=r"JSON|format is") as error:
            read(text)
        assert len(str(error.value)) < 400


def test_a_class_reads_its_own_mode_only():
    text = make_game("solo", seed=1).to_json()
    with pytest.raises(ParameterError, match="mode in JSON is 'solo', not 'uh-oh'"):
        UhOh.from_json(text)


def test_a_key_that_is_there_twice_is_refused():
    text = sample()[0].to_json().replace('"moves":', '"moves": [], "moves":', 1)
    for read in (game_from_json, UhOh.from_json):
        with pytest.raises(ParameterError, match="the key 'moves' is there twice"):
            read(text)


def test_json_cut_anywhere_is_refused():
    text = sample()[0].to_json()
    for end in range(0, len(text), 37):
        with pytest.raises(ParameterError):
            game_from_json(text[:end])


def test_every_switch_value_survives():
    rules = Rules(
        partial_overlap="must_match",
        wild_rotation="120",
        draw_anyway="yes",
        second_chances_limit=9,
        solo_discard="any",
    )
    for mode in ("uh-oh", "party", "solo"):
        assert game_from_json(make_game(mode, None, rules, 1).to_json()).rules == rules
