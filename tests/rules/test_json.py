"""Games as JSON: what is written, and what is refused."""

import json

import pytest

from stacko import BlockSet, Game, ParameterError, Rules
from tests.setups import game, play


def sample():
    """Return a game in the cube edition with some history, and its data."""
    a_game = game(edition="cube", topple="collapse", seed=4, players=3)
    play(a_game, "R1>6a clean:B1")
    first = a_game.legal_moves[0]
    a_game.push(first, "stuck")
    a_game.push(a_game.legal_moves[0])
    return a_game, json.loads(a_game.to_json())


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
    assert list(data) == [
        "format",
        "version",
        "players",
        "rules",
        "block_set",
        "start",
        "moves",
        "now",
    ]
    assert (data["format"], data["version"]) == ("stacko-game", 1)
    assert data["moves"][0] == ["R1>6a", "clean:B1"]
    assert data["start"]["demand"] == "any"
    assert set(data["now"]["random"]) == {"state", "inc"}


def test_sets_of_other_sizes_are_kept():
    blocks = BlockSet.from_names(["R1", "R2", "W", "B1", "B2", "G9"], "six")
    a_game = Game(block_set=blocks, seed=1)
    again = Game.from_json(a_game.to_json())
    assert again == a_game
    assert again.block_set.name == "six"


def test_the_die_goes_on_as_it_would_have():
    a_game, _ = sample()
    again = Game.from_json(a_game.to_json())
    for one in (a_game, again):
        for _ in range(5):
            if one.outcome() is None:
                one.push(one.legal_moves[-1], "stuck")
    assert a_game == again


def test_a_start_other_than_the_usual_is_kept():
    a_game = play(game("R3", turn=2, direction=-1, no_match="pass"), "R1>6c")
    again = Game.from_json(a_game.to_json())
    assert (again, again.start.turn, again.start.direction) == (a_game, 2, -1)


def test_an_ended_game_is_kept():
    a_game = play(game(), "R1>6a toppled")
    assert Game.from_json(a_game.to_json()).outcome() == a_game.outcome()


HUGE = 10**4000
CHANGES = [
    ("format", "chess", "format is 'chess'"),
    ("format", None, "format is None"),
    ("version", 2, "version is 2, and this program reads up to 1.*later release"),
    ("version", 10**9, "later release"),
    ("version", 0, "version is 0"),
    ("version", True, "version is True"),
    ("version", "1", "version is '1'"),
    ("players", 11, "players is 11"),
    ("players", True, "players is True"),
    ("players", HUGE, "players is "),
    ("rules", [], "rules are"),
    ("rules.reach", "x", "reach is 'x'"),
    ("rules.reech", "x", "unknown rule 'reech'; did you mean 'reach'"),
    ("rules.retry_limit", 0, "retry_limit is 0"),
    ("rules.cube_faces", ["reverse"], "nothing but 'reverse'"),
    ("block_set", ["R1"], "block_set in JSON is"),
    ("block_set.blocks", ["R1", "R1", "R2"], "'R1' comes twice"),
    ("block_set.blocks", ["R1", 3, "R2"], "3 is not a block"),
    ("block_set.blocks", "R1", "a list of blocks"),
    ("block_set.name", 7, "block_set in JSON"),
    ("block_set.more", 7, "block_set in JSON is"),
    ("start", 3, "start in JSON is 3"),
    ("start.tower", "R1 R2", "layer 1 of the tower has 2 slots"),
    ("start.tower", 7, "tower is 7"),
    ("start.turn", 3, "turn is 3"),
    ("start.turn", 1.0, "turn is 1.0"),
    ("start.direction", 0, "direction is 0"),
    ("start.demand", "X", "'X' is not a demand"),
    ("start.demand", 5, "5 is not a demand"),
    ("start.random", 5, "random in JSON is 5"),
    ("start.random.state", -1, "state of a generator's state is -1"),
    ("start.random.state", 2**128, "at most 128 bits"),
    ("start.random.inc", 1.5, "inc of a generator's state is 1.5"),
    ("start.random.inc", True, "inc of a generator's state is True"),
    ("start.extra", 5, "start in JSON is"),
    ("moves", {}, "moves in JSON is"),
    ("moves.0", "R1>6a", "move 0 in JSON is"),
    ("moves.0", ["R1>6a"], "move 0 in JSON is"),
    ("moves.0", ["R1>6a", 5], "move 0 in JSON is"),
    ("moves.0", ["R1>6a", "fine"], "move 0 in JSON: 'fine' is not a result"),
    ("moves.0", ["Y4>6a", "clean"], "move 0 in JSON: illegal move Y4>6a"),
    ("moves.1.1", "clean:B1", "move 1 in JSON: result clean:B1"),
    ("moves", [], "does not lead to the position written under 'now'"),
    ("now.turn", 7, "does not lead"),
    ("now", 7, "does not lead"),
    ("now.random.state", 7, "does not lead"),
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
        Game.from_json(changed(path, value))
    assert "\n" not in str(error.value)


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
    with pytest.raises(ParameterError, match=r"JSON|format is") as error:
        Game.from_json(text)
    assert len(str(error.value)) < 400


def test_constants_that_json_does_not_know_are_named():
    for word in ("NaN", "Infinity", "-Infinity"):
        with pytest.raises(ParameterError, match=f"{word} is no number of JSON"):
            Game.from_json(changed("players", 4).replace("4,", f"{word},", 1))


def test_a_key_that_is_there_twice_is_refused():
    text = sample()[0].to_json().replace('"start":', '"start": 1, "start":', 1)
    with pytest.raises(ParameterError, match="the key 'start' is there twice"):
        Game.from_json(text)


def test_json_cut_anywhere_is_refused():
    text = sample()[0].to_json()
    for end in range(0, len(text), 37):
        with pytest.raises(ParameterError):
            Game.from_json(text[:end])


def test_a_die_in_the_blocks_edition_is_refused():
    data = json.loads(game().to_json())
    data["start"]["random"] = {"state": 1, "inc": 1}
    with pytest.raises(ParameterError, match="the blocks edition has no die"):
        Game.from_json(json.dumps(data))


def test_every_switch_value_survives():
    for switches in (
        Rules(edition="cube", cube_faces=("R0", "reverse")),
        Rules(topple="collapse", retry_limit=9, starter="left_of_builder"),
    ):
        assert Game.from_json(Game(rules=switches, seed=1).to_json()).rules == switches
