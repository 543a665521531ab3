"""Whole matches: pure, replayable by rules alone, and ended in every way."""

import subprocess
import sys
from dataclasses import asdict, fields

import pytest

from stacko import EngineError, Game, Move, ParameterError, Tower
from stacko.engines import resolve_engine
from stacko.hand import named_hand
from stacko.match import Match, MatchConfig, play_match
from stacko.records import GameRow
from tests.match.bench import STRANGERS, TWELVE, config, played_on

WALL = {field.name for field in fields(GameRow) if field.metadata["wall"]}


def bits(record):
    """Return a record as text, without what depends on the machine's speed."""
    game = {key: value for key, value in asdict(record.game).items() if key not in WALL}
    return repr((game, record.turns))


# -- a pure function ------------------------------------------------------------------


def test_a_match_is_a_function_of_configuration_seed_and_index():
    settings = config("prober", "average", max_turns=3)
    first = [bits(play_match(settings, 4, index)) for index in (0, 1)]
    again = [bits(play_match(settings, 4, index)) for index in (1, 0)]
    assert first == again[::-1]
    assert first[0] != first[1]
    assert bits(play_match(settings, 5, 0)) != first[0]


def test_a_match_is_the_same_in_another_process():
    code = (
        "from tests.match.bench import config\n"
        "from tests.match.test_match import bits\n"
        "from stacko.match import play_match\n"
        "print(bits(play_match(config('prober', 'shaky', max_turns=3), 2, 1)))"
    )
    made = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    here = bits(play_match(config("prober", "shaky", max_turns=3), 2, 1))
    assert made.stdout.strip() == here


# -- rows against the rules -----------------------------------------------------------


def replayed(record, settings):
    """Play a record's moves by the rules alone; compare every row; return the game."""
    tower = Tower.from_notation(record.game.tower, settings.block_set)
    game = Game(settings.players, settings.rules, tower)
    flips = 0
    for index, row in enumerate(record.turns):
        assert game.outcome() is None
        assert row.ply == game.ply == index
        assert row.game == record.game.game
        assert (row.turn, row.player) == (game.turn_number, game.turn)
        assert (row.attempt, row.demand) == (game.tries + 1, str(game.demand))
        direction = game.direction
        if row.verdict == "passed":
            assert row.block is row.slot is row.target is row.peak_force is None
            game.push("--")
        else:
            assert row.slot == game.tower.slot_of(row.block).notation()
            color = f"={row.color}" if row.color else ""
            move = Move.from_notation(f"{row.block}>{row.target}{color}")
            assert move in game.legal_moves
            game.push(move, row.verdict)
        flips += game.direction != direction
    row = record.game
    ended = game.outcome()
    if ended is None:
        assert (row.termination, row.loser) == ("turn_limit", None)
        assert game.turn_number > settings.max_turns
    else:
        assert (row.termination, row.loser) == (ended.termination.value, ended.loser)
    verdicts = [turn.verdict for turn in record.turns]
    assert row.moves == verdicts.count("clean")
    assert row.attempts == len(verdicts) - verdicts.count("passed")
    assert row.turns == record.turns[-1].turn
    assert row.direction_changes == flips
    assert row.layers == game.tower.layer_count
    assert row.blocks_on_top == 3 - game.tower.layers[-1].count(None)
    return game


def sane(record):
    """Check that the physical columns fit the verdicts."""
    for row in record.turns:
        if row.verdict == "passed":
            continue
        assert row.technique in ("pull", "push", "probe")
        assert row.sim_time > 0
        assert row.peak_force >= 0
        assert (row.phase is not None) == (row.verdict == "toppled")
        assert (row.first_block is not None) == (row.verdict == "toppled")
        assert (row.place_attempts > 0) == (
            row.verdict == "clean" or row.phase in ("place", "settle")
        )
        if row.verdict == "clean":
            assert row.moved > 0.05
        if row.verdict == "given_up":
            assert row.moved < 0.022
    total = sum(row.sim_time for row in record.turns)
    assert 0 < total <= record.game.sim_time
    last = record.turns[-1]
    assert (record.game.phase, record.game.fallen) == (last.phase, last.fallen)
    if record.game.termination == "toppled":
        assert record.game.loser == last.player
        assert record.game.any_block
        assert record.game.first_block == last.first_block


@pytest.mark.parametrize("edition", ["blocks", "cube"])
@pytest.mark.parametrize("players", [2, 3, 10])
def test_rows_tell_the_game_again(edition, players):
    if edition == "cube":  # the die needs the game's own random state
        settings = config("random", rules={"edition": edition}, players=players)
        record = play_match(settings, 3, players)
        match = Match(settings, 3, players)
        for row in record.turns:
            game = match.game
            assert (row.turn, row.player) == (game.turn_number, game.turn)
            assert (row.attempt, row.demand) == (game.tries + 1, str(game.demand))
            assert row.color is None
            game.push(f"{row.block}>{row.target}", row.verdict)
        sane(record)
        return
    settings = config("random", players=players)
    for index in range(3):
        record = play_match(settings, 3, index)
        replayed(record, settings)
        sane(record)


@pytest.mark.slow
def test_a_game_with_the_whole_set_is_told_again():
    settings = MatchConfig(
        players=3,
        policies=("cautious", "prober", "random"),
        hands=(named_hand("steady"), named_hand("shaky")),
        max_turns=6,
    )
    record = play_match(settings, 8, 0)
    replayed(record, settings)
    sane(record)
    assert record.game.policies == "cautious,prober,random"
    assert record.game.hands == "steady,shaky,steady"
    assert record.game.height == pytest.approx(15 * 0.017, abs=0.04)


def test_different_seats_have_their_own_players_and_hands():
    settings = config(("random", "prober"), "steady", players=4, max_turns=1)
    record = play_match(settings, 0, 0)
    assert record.game.policies == "random,prober,random,prober"
    assert (record.game.seed, record.game.game, record.game.engine) == (
        0, 0, resolve_engine("auto"),
    )  # fmt: skip


# -- ends -----------------------------------------------------------------------------

SMALL = "R1 R2 R3 / B1 B2 B3 / Y1 Y2 Y3"


def test_a_toppled_tower_has_a_loser():
    settings = config(f"{STRANGERS}:Lowest", "shaky", rules={"retry_limit": 1})
    _, record = played_on("R1 R2 R3 / - B2 - / Y1 Y2 Y3", settings, demand="B")
    assert (record.game.termination, record.game.loser) == ("toppled", 0)
    assert record.game.collapse
    assert record.turns[-1].verdict == "toppled"


def test_a_game_of_too_many_turns_ends_without_a_loser():
    settings = config(f"{STRANGERS}:Last", max_turns=1)
    match, record = played_on(SMALL, settings)
    assert record.game.termination == "turn_limit"
    assert record.game.loser is None
    assert record.game.turns == 1
    assert match.game.turn_number == 2
    assert record.game.phase is None


def test_a_draw_where_nothing_fits():
    settings = config("random", rules={"no_match": "draw"})
    _, record = played_on(SMALL, settings, demand="G")
    assert (record.game.termination, record.game.loser) == ("no_match", None)
    assert record.turns == ()
    assert (record.game.turns, record.game.phase) == (0, None)


def test_everybody_passes_and_the_game_is_over():
    settings = config("random", rules={"no_match": "pass"}, players=3)
    match, record = played_on(SMALL, settings, demand="G")
    assert (record.game.termination, record.game.loser) == ("no_moves", None)
    assert [row.verdict for row in record.turns] == ["passed"] * 3
    assert [row.player for row in record.turns] == [0, 1, 2]
    assert {row.block for row in record.turns} == {None}
    assert (record.game.passes, record.game.attempts, record.game.moves) == (3, 0, 0)
    assert match.game.tower.notation() == SMALL


def test_nothing_to_take_from_a_tower_of_one_layer():
    _, record = played_on("R1 R2 R3", config("random"))
    assert (record.game.termination, record.turns) == ("no_moves", ())


# -- turns of several touches ---------------------------------------------------------


def test_draw_two_is_two_moves_of_one_turn():
    text = "R1 R2 R3 / G1 B1 G3 / R1b B2 G2 / Y1 Y2 Y3"
    firm = named_hand("steady").replace(give_up_force=4.0, give_up_shift=1.0)
    settings = config(f"{STRANGERS}:Last", firm, max_turns=1)
    for seed in range(10):  # until both come out
        _, record = played_on(text, settings, seed, demand="2B")
        rows = record.turns
        if rows[-1].verdict == "clean":
            break
    assert [row.verdict for row in rows] == ["clean", "clean"]
    assert [(row.turn, row.player) for row in rows] == [(1, 0), (1, 0)]
    assert [row.demand for row in rows] == ["2B", "1B"]
    assert rows[0].block != rows[1].block
    assert rows[0].target == rows[1].target[:1] + "c"
    assert record.game.moves == 2


def test_failed_attempts_are_rows_with_their_force_up_to_the_limit():
    tender = named_hand("steady").replace(give_up_force=0.02)
    settings = config("random", tender, max_turns=1, rules={"retry_limit": 3})
    match, record = played_on(SMALL, settings)
    assert [row.attempt for row in record.turns] == [1, 2, 3]
    assert [row.verdict for row in record.turns[:2]] == ["given_up", "given_up"]
    assert record.turns[2].verdict != "given_up"  # the last try is seen through
    assert all(row.peak_force > 0.02 for row in record.turns)
    assert all(row.place_attempts == 0 for row in record.turns[:2])
    assert len({row.block for row in record.turns}) == 3
    assert record.game.attempts == 3
    assert match.game.turn_number == 2 or match.game.outcome() is not None


def test_a_stuck_turn_passes_on():
    weak = named_hand("steady").replace(force_limit=0.01, give_up_force=0.01)
    settings = config("random", weak, max_turns=9, rules={"retry_limit": 2})
    _, record = played_on(SMALL, settings)
    verdicts = [row.verdict for row in record.turns]
    assert set(verdicts) <= {"given_up", "stuck"}
    assert verdicts[1] == "stuck"
    assert (record.game.termination, record.game.passes) == ("no_moves", 2)


def test_under_collapse_a_game_goes_on_without_what_fell():
    rules = {"topple": "collapse", "retry_limit": 1}
    for seed in range(30):
        settings = config(f"{STRANGERS}:Middle", "shaky", rules=rules, max_turns=3)
        try:
            match, record = played_on(f"{SMALL} / G1 G2 G3", settings, seed, demand="Y")
        except EngineError:  # what fell took the slot's support with it
            continue
        early = [row for row in record.turns[:-1] if row.fallen]
        if not early:
            continue
        assert early[0].verdict != "toppled"
        left = {block.name for block in match.game.tower.blocks()}
        assert set(match.stage.world.names) == left
        assert len(left) == 12 - sum(row.fallen for row in record.turns[:-1]) - (
            record.turns[-1].fallen if record.turns[-1].verdict != "toppled" else 0
        )
        assert record.turns[-1].ply > early[0].ply
        break
    else:
        raise AssertionError("no seed knocked a block down and went on")


def test_probes_are_counted_and_their_force_kept():
    settings = config("prober", "steady", max_turns=2)
    record = play_match(settings, 6, 0)
    probed = [row for row in record.turns if row.probes]
    assert probed
    for row in probed:
        assert 1 <= row.probes <= 8
        assert row.probe_force is None or 0 < row.probe_force < 0.6


# -- configurations -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"policies": ()}, "policies is empty"),
        ({"hands": ()}, "hands is empty"),
        ({"max_turns": 0}, "max_turns must be 1 or more, got 0"),
    ],
)
def test_a_configuration_without_sense_is_refused(changes, message):
    with pytest.raises(ParameterError, match=message):
        MatchConfig(**changes)


@pytest.mark.parametrize("players", [1, 11])
def test_two_to_ten_can_play(players):
    with pytest.raises(ParameterError, match=f"{players}"):
        play_match(config(players=players), 0, 0)


def test_a_small_set_makes_a_small_tower():
    record = play_match(config("random", max_turns=1), 0, 0)
    tower = Tower.from_notation(record.game.tower, TWELVE)
    assert (tower.layer_count, len(tower)) == (4, 12)
    assert record.game.height == pytest.approx(4 * 0.017, abs=1e-3)
