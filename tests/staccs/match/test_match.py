import dataclasses

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gamebase.columns import columns
from sims.staccs_job import StaccsJob
from staccs.board import Board
from staccs.config import SimulationConfig
from staccs.errors import IllegalMoveError, ParameterError, PlayerError, StaccsError
from staccs.extent import extent
from staccs.lattice import DIRECTIONS, Cell, to_plane
from staccs.match import MatchConfig, play_match
from staccs.phases import Mode
from staccs.records import GameRow
from staccs.table import PlacedTable, Table

HERE = "tests.staccs.players.strangers"
TABLE = PlacedTable(Table.parse("round:0.8"))
MODES = [(Mode.UH_OH, 4), (Mode.PARTY, 6), (Mode.SOLO, 1), (Mode.WILD_OUT, 2)]


def match(mode=Mode.UH_OH, players=4, **changes):
    config = {"policies": ("random",), "table": TABLE, **changes}
    return MatchConfig(mode=mode, players=players, **config)


def without_time(record):
    return dataclasses.replace(record.game, wall_time=0.0), record.plays


@pytest.mark.parametrize(("mode", "players"), MODES)
def test_a_match_is_decided_by_configuration_seed_and_index(mode, players):
    config = match(mode, players)
    first, again = play_match(config, 5, 3), play_match(config, 5, 3)
    assert without_time(first) == without_time(again)
    assert without_time(first) != without_time(play_match(config, 5, 4))
    assert without_time(first) != without_time(play_match(config, 6, 3))


@pytest.mark.parametrize(("mode", "players"), MODES)
def test_the_moves_of_the_rows_lead_to_the_end_of_the_game(mode, players):
    config = match(mode, players)
    record = play_match(config, 1, 0)
    row, plays = record.game, record.plays
    game = config.game(np.random.SeedSequence(1, spawn_key=(0, 0)))
    for each in plays:
        assert (each.ply, each.player) == (game.ply, game.turn)
        assert (each.phase, each.choices) == (game.phase.value, len(game.legal_moves))
        before = game.pile_size
        game.push(each.move)
        assert each.hand == game.hand_sizes[each.player]
        if mode is not Mode.SOLO:
            assert each.drawn == before - game.pile_size
    ended = game.outcome()
    assert ended is not None
    assert row.termination == ended.termination.value
    assert row.winners == (",".join(map(str, ended.winners)) or None)
    assert row.stacc == game.board.to_text()
    assert (row.standing, row.pile_left) == (game.standing, game.pile_size)
    assert (row.moves, row.cards_left) == (game.ply, sum(game.hand_sizes))


@pytest.mark.parametrize(("mode", "players"), MODES)
@pytest.mark.parametrize("index", range(3))
def test_the_row_of_a_game_counts_its_moves(mode, players, index):
    record = play_match(match(mode, players), 2, index)
    row, plays = record.game, record.plays
    laid = [each for each in plays if each.q is not None]
    assert row.plays == len(laid)
    assert row.wild_turns == sum(each.card == "W" for each in laid)
    assert row.counters == sum(each.phase == "attacked" for each in laid)
    assert row.draws == sum(each.drawn for each in plays if each.move == "draw")
    assert row.penalties == sum(each.move == "catch" for each in plays)
    assert row.gifts == sum(each.move.startswith("give") for each in plays)
    assert row.lost_to_edge == sum(each.lost_to_edge for each in plays)
    drawn = sum(each.drawn for each in plays)
    assert row.penalty_cards == drawn - sum(
        each.drawn for each in plays if each.move == "draw"
    )
    margins = [each.margin for each in laid]
    assert row.min_margin is not None
    assert row.min_margin <= min(margins)
    assert row.rounds == row.turns / players
    assert all(each.contacts >= 1 for each in laid)
    assert len(Board.from_text(row.stacc, copies=2)) == row.standing


def test_a_card_that_is_due_and_not_there_is_not_drawn():
    rows = [play_match(match(players=2), 2, index) for index in range(12)]
    over = [each for each in rows if each.plays[-1].move == "draw"]
    assert over
    for record in over:
        row = record.game
        assert row.termination == "deck_out"
        drawn = [each.drawn for each in record.plays]
        assert drawn[-1] == 0
        assert row.draws + row.penalty_cards == sum(drawn)


@pytest.mark.parametrize(
    ("plays", "chain"),
    [(["JS@0,1"], 0), (["JS@0,1", "JH", "JC"], 2)],
)
def test_counters_in_a_row(plays, chain):
    from staccs.recording import Recorder
    from tests.staccs.game_setups import legal, uh_oh

    game = uh_oh("5S@0,0", "JS 3D JC 4D", "JH KC 3C", pile="2C 4C 6C 7C 8C 9C")
    recorder = Recorder(game, 0)
    for number in range(len(plays)):
        letter = plays[number].partition("@")[0]
        found = [text for text in legal(game) if text.startswith(letter)]
        recorder.push(_move(game, found[0]))
    row = recorder.row(seed=0, variation=None, policies="", wall_time=0.0)
    assert (row.longest_chain, row.counters) == (chain, chain)


def _move(game, text):
    return next(move for move in game.legal_moves if str(move) == text)


def test_rows_of_moves_can_be_left_out():
    with_rows, without = play_match(match(), 1, 0), play_match(match(plays=False), 1, 0)
    assert without.plays == ()
    assert without_time(with_rows)[0] == without_time(without)[0]


def test_without_a_table_nothing_is_lost_to_an_edge():
    row = play_match(match(table=None), 1, 0).game
    assert (row.table, row.lost_to_edge, row.min_margin) == ("none", 0, None)
    assert row.extent is not None


def test_a_small_table_costs_plays_and_lies_under_all_cards():
    table = PlacedTable(Table.parse("round:0.3"))
    rows = [play_match(match(table=table), 1, index).game for index in range(5)]
    assert sum(row.lost_to_edge for row in rows) > 10
    assert all(row.min_margin is not None and row.min_margin > 0 for row in rows)
    assert all(row.extent < 0.3 + 4 * 0.044 for row in rows)


def test_seats_are_dealt_the_policies_in_turn():
    row = play_match(match(policies=("greedy", "random", f"{HERE}:Saver")), 1, 0).game
    assert row.policies == "greedy,random,saver,greedy"


def test_one_seat_never_changes_the_luck_of_another():
    """The deal is the same whoever plays, and so are the first cards drawn."""
    one = play_match(match(policies=("random",)), 1, 0)
    other = play_match(match(policies=("random", "greedy")), 1, 0)
    assert one.plays[0] == other.plays[0]


@pytest.mark.parametrize(
    ("name", "error", "text"),
    [
        ("Cheat", IllegalMoveError, r"'cheat' in seat 0 chose '0S@50,50', which"),
        ("Idle", IllegalMoveError, r"'idle' in seat 0 chose None, which is not legal"),
        ("Broken", PlayerError, r"'broken' in seat 0 failed .*LookupError: no idea"),
    ],
)
def test_a_player_that_does_not_play_is_named(name, error, text):
    with pytest.raises(error, match=text):
        play_match(match(policies=(f"{HERE}:{name}",)), 1, 0)


def test_no_policy_is_refused():
    with pytest.raises(ParameterError, match="policies is empty"):
        MatchConfig(policies=())


def test_a_failed_game_is_a_row_that_says_so():
    job = StaccsJob(match(Mode.SOLO, 1, variation="no_wilds"), 7)
    rows = job.failed(3, "why")
    (row,) = rows["games"]
    assert (row.game, row.seed, row.mode, row.variation) == (3, 7, "solo", "no_wilds")
    assert (row.termination, row.error, row.winner) == ("failed", "why", None)
    kinds = {"int": int, "float": float, "str": str}
    for each in columns(GameRow):
        if each.type in kinds:
            assert type(getattr(row, each.name)) is kinds[each.type], each.name


cells = st.lists(st.tuples(st.integers(-9, 9), st.integers(-9, 9)), min_size=1)


@settings(max_examples=50)
@given(cells)
def test_extent_is_the_largest_distance_of_two_corners(places):
    corners = np.array(
        [to_plane(Cell(q + dq, r + dr)) for q, r in places for dq, dr in DIRECTIONS]
    )
    apart = np.linalg.norm(corners[:, None] - corners[None], axis=-1)
    assert extent([Cell(*each) for each in places]) == pytest.approx(apart.max())


# --- configurations ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mode", "players", "variation"),
    [
        ("uh-oh", 4, None),
        ("party", 6, None),
        ("solo", 1, "perfect"),
        ("wild-out", 2, "rhombus"),
    ],
)
def test_each_mode_has_its_usual_players_and_variation(mode, players, variation):
    config = SimulationConfig(mode=mode)
    assert (config.players, config.variation) == (players, variation)
    assert SimulationConfig.from_mapping(config.to_mapping()) == config


def test_a_mode_asked_for_over_a_file_brings_its_own_players(tmp_path):
    path = tmp_path / "a.toml"
    path.write_text("seed = 3\n")
    config = SimulationConfig.from_toml(path, mode="party", policy="random")
    assert (config.players, config.seed, config.policy) == (6, 3, ("random",))


def test_a_table_in_a_file_is_found_beside_the_configuration(tmp_path):
    from staccs.table.text import table_to_json

    (tmp_path / "t.json").write_text(table_to_json(Table.parse("rect:1x2")))
    (tmp_path / "a.toml").write_text('table = "t.json"\n')
    config = SimulationConfig.from_toml(tmp_path / "a.toml")
    assert config.table.startswith("polygon:-0.5,-1.0")
    again = SimulationConfig.from_mapping(config.to_mapping())
    assert again.fingerprint() == config.fingerprint()


def test_place_card_and_edge_decide_where_cards_lie():
    config = SimulationConfig.from_mapping(
        {
            "table": "rect:1x1",
            "place": {"x": 0.2, "angle": 0.5},
            "card": {"edge": 0.03},
            "rules": {"edge": "inside"},
        }
    )
    placed = config.placed_table()
    assert placed is not None
    assert (placed.origin, placed.angle) == ((0.2, 0.0), 0.5)
    assert (placed.card.edge, placed.edge.value) == (0.03, "inside")
    assert SimulationConfig(table="none").placed_table() is None


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"mode": "uh_oh"}, None),
        ({"mode": "chess"}, r"mode is 'chess': give one of uh-oh"),
        ({"mode": 3}, r"mode is 3"),
        ({"mode": "face-off"}, r"FACE OFF cannot be played: .*no rules"),
        ({"players": 7}, r"players is 7: uh-oh takes 2 to 5"),
        ({"players": 0}, r"players is 0: give a whole number from 1 to 10"),
        ({"players": True}, r"players is True"),
        ({"mode": "party", "players": 5}, r"players is 5: party takes 6 to 10"),
        ({"mode": "solo", "players": 2}, r"players is 2: solo takes 1"),
        ({"variation": "perfect"}, r"variation is 'perfect', but uh-oh has none"),
        ({"mode": "solo", "variation": "prefect"}, r"variation 'prefect' .*'perfect'"),
        ({"mode": "solo", "variation": 3}, r"variation 3"),
        ({"mode": "wild-out", "variation": "arc"}, r"did you mean 'arch'"),
        ({"mode": "wild-out", "variation": 3}, r"start is 3: give a text"),
        ({"table": "round:0"}, r"diameter of the table is 0"),
        ({"table": "square:1"}, r"'square:1' is no table: .*or none"),
        ({"table": 3}, r"3 is no table"),
        ({"table": "no.json"}, r"no.json' cannot be read"),
        ({"mode": "wild-out", "table": "round:0.2"}, r"cannot lie flat"),
        ({"plays": 1}, r"plays is 1: give true or false"),
        ({"policy": "gredy"}, r"no player 'gredy'"),
        ({"policy": "lookahead"}, r"does not play uh-oh"),
        ({"policy": []}, r"policy is \[\]"),
        ({"policy": "a,b,c,d,e"}, r"policy names 5"),
        ({"rules": {"edge": "cliff"}}, r"\[rules\] edge is 'cliff'"),
        ({"rules": {"egde": "inside"}}, r"unknown key 'rules.egde'.*'edge'"),
        ({"card": {"edge": 0}}, r"\[card\] CardParams.edge"),
        ({"place": {"x": 0.7}}, r"cannot lie flat"),
        ({"table": "none", "place": {"x": 1}}, r"table is 'none': give a table"),
        (
            {"mode": "wild-out", "rules": {"wild_rotation": "120"}},
            r"WILD OUT needs '60' \(T4\)",
        ),
        ({"place": {"z": 0}}, r"unknown key 'place.z'"),
        ({"tabel": "none"}, r"unknown key 'tabel'; did you mean 'table'"),
        ({"games": 0}, r"games is 0"),
        ({"seed": -1}, r"seed is -1"),
        ({"workers": 0}, r"workers is 0"),
    ],
    ids=str,
)
def test_bad_configurations_are_refused(values, message):
    if message is None:
        assert SimulationConfig.from_mapping(values).mode is Mode.UH_OH
        return
    with pytest.raises(StaccsError, match=message):
        SimulationConfig.from_mapping(values)
