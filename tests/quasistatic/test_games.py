"""Whole games without an engine: pure, ended, told completely, whatever is played."""

import math
from dataclasses import asdict, fields

import pytest

from stacko import BlockSet, EngineError, ParameterError, Rules
from stacko.engines import EngineSettings
from stacko.hand import named_hand
from stacko.match import MatchConfig, play_match
from stacko.params import BlockParams, ContactParams
from stacko.players import make_player
from stacko.quasistatic.params import QuasistaticParams
from stacko.records import GameRow, TurnRow
from tests.match.bench import STRANGERS, TWELVE, played_on
from tests.match.test_match import bits, replayed, sane

ENDS = {"toppled", "no_moves", "no_match", "turn_limit"}

# Colors and numbers as in the set of 45, for the 18 layers of wooden Jenga.
WOOD = BlockSet.from_toml(
    "blocks = {"
    + ", ".join(f"{c}{n} = 3" for c in "RYGB" for n in (1, 2, 3, 4))
    + ", RD = 1, YD = 1, GD = 1, BD = 1, RS = 1, W = 1}"
)
JENGA = BlockParams(
    length=0.07477,
    width=0.02505,
    height=0.014636,
    mass=0.01287,
    height_sigma=0.038e-3,
    side_clearance=0.0,
    wall=0.007,
)


def config(**more):
    """Return the configuration of a quasistatic match."""
    hands = more.pop("hands", ("average",))
    rules = Rules(**more.pop("rules", {}))
    return MatchConfig(
        engine="quasistatic",
        hands=tuple(named_hand(hand) for hand in hands),
        rules=rules,
        **more,
    )


def complete(record, settings):
    """Check that a record is whole, in its ranges, and told in the columns' types."""
    assert record.game.termination in ENDS
    assert record.game.engine == "quasistatic"
    assert record.game.error is None
    for row in (record.game, *record.turns):
        for each in fields(row):
            value = getattr(row, each.name)
            kinds = {"int": int, "float": float, "str": str, "bool": bool}
            kind, _, optional = str(each.type).partition(" | ")
            if value is None:
                assert optional == "None", each.name
            else:
                assert type(value) is kinds[kind], (each.name, value)
            if isinstance(value, float):
                assert not math.isnan(value), each.name
    sane(record)


# -- a pure function ------------------------------------------------------------------


def test_a_game_is_a_function_of_configuration_seed_and_index():
    settings = config(max_turns=8)
    first = [bits(play_match(settings, 3, index)) for index in (0, 1, 2)]
    again = [bits(play_match(settings, 3, index)) for index in (2, 1, 0)]
    assert first == again[::-1]
    assert len(set(first)) == 3
    assert bits(play_match(settings, 4, 0)) not in first


# -- whole games ----------------------------------------------------------------------


@pytest.mark.parametrize("index", range(12))
def test_default_games_end_and_are_told_completely(index):
    settings = config()
    record = play_match(settings, 11, index)
    complete(record, settings)
    replayed(record, settings)
    assert record.game.termination == "toppled"
    assert record.game.turns == record.turns[-1].turn < 100


def test_columns_and_units_are_an_engines():
    mine = play_match(config(max_turns=2, block_set=TWELVE), 0, 0)
    theirs = play_match(MatchConfig(engine="auto", max_turns=2, block_set=TWELVE), 0, 0)
    assert list(asdict(mine.game)) == list(asdict(theirs.game))
    assert type(mine.game) is type(theirs.game) is GameRow
    assert {type(row) for row in (*mine.turns, *theirs.turns)} == {TurnRow}
    assert mine.game.tower == theirs.game.tower
    # one tower, one unit: meters, newtons, seconds alike within a factor of some
    first, other = mine.turns[0], theirs.turns[0]
    assert first.margin_before == pytest.approx(other.margin_before, rel=0.05)
    assert mine.game.height == pytest.approx(theirs.game.height, rel=0.2)
    assert 0.2 < first.sim_time / other.sim_time < 5


@pytest.mark.parametrize("players", [2, 3, 7, 10])
@pytest.mark.parametrize("policy", ["random", "cautious", "prober"])
def test_any_number_of_players_and_any_policy(players, policy):
    settings = config(players=players, policies=(policy,), max_turns=40)
    record = play_match(settings, 5, players)
    complete(record, settings)
    replayed(record, settings)
    assert {row.player for row in record.turns} <= set(range(players))


def test_seats_have_their_own_players_and_hands():
    settings = config(
        policies=("prober", "random", f"{STRANGERS}:Last"), hands=("steady", "shaky")
    )
    record = play_match(settings, 1, 0)
    complete(record, settings)
    names = ["prober", "random", make_player(f"{STRANGERS}:Last").name, "prober"]
    assert record.game.policies == ",".join(names)
    assert record.game.hands == "steady,shaky,steady,shaky"


@pytest.mark.parametrize(
    "rules",
    [
        {"topple": "collapse"},
        {"topple": "collapse", "retry_limit": 1},
        {"edition": "cube"},
        {"no_match": "draw"},
        {"no_match": "pass"},
        {"retry_limit": 5},
    ],
)
def test_every_rule_plays(rules):
    settings = config(rules=rules, hands=("shaky",), policies=("random",))
    for index in range(6):
        complete(play_match(settings, 2, index), settings)


@pytest.mark.parametrize("hand", ["steady", "average", "shaky"])
def test_wooden_jenga_plays(hand):
    settings = config(block_set=WOOD, blocks=JENGA, hands=(hand,))
    assert len(WOOD.names) == 54
    record = play_match(settings, 1, 0)
    complete(record, settings)
    assert record.game.height > 17 * JENGA.height


@pytest.mark.parametrize(
    "blocks",
    [
        "R1 = 3",
        "R1 = 3, B2 = 3",
        "R1 = 3, B2 = 3, W = 3",
        "R1 = 26, B2 = 26, Y3 = 26, G4 = 12",
    ],
)
def test_small_and_large_sets_play(blocks):
    chosen = BlockSet.from_toml(f"blocks = {{{blocks}}}")
    settings = config(block_set=chosen, max_turns=60)
    record = play_match(settings, 1, 0)
    assert record.game.termination in ENDS
    if blocks == "R1 = 3":
        assert (record.game.termination, record.turns) == ("no_moves", ())
    else:
        complete(record, settings)


@pytest.mark.parametrize(
    "text",
    [
        "R1 R2 R3",
        "R1 R2 R3 / - B2 -",
        "R1 - R3 / B1 - B3 / Y1 Y2 Y3 / G1 G2 G3",
        "- R2 - / - B2 - / Y1 Y2 Y3 / G1 G2 G3",
    ],
)
def test_towers_with_gaps_play(text):
    settings = config(players=2, max_turns=10)
    _, record = played_on(text, settings)
    assert record.game.termination in ENDS
    if record.turns:
        complete(record, settings)


@pytest.mark.parametrize(
    ("text", "falls"),
    [
        ("R1 - - / B1 - - / Y1 - -", "B1, Y1"),
        ("R1 R2 R3 / B1 - - / Y1 Y2 Y3", "Y1, Y2, Y3"),
        ("- - R3 / B1 B2 B3", "B1, B2, B3"),
    ],
)
def test_a_tower_that_cannot_stand_as_it_is_built_is_an_error(text, falls):
    with pytest.raises(EngineError, match=f"cannot stand as it is built.*: {falls}"):
        played_on(text, config(players=2))


# -- strange worlds -------------------------------------------------------------------


@pytest.mark.parametrize(
    "strange",
    [
        {"contact": ContactParams(mu_block=1e-6, mu_table=1e-6)},
        {"contact": ContactParams(mu_block=5.0, mu_table=5.0)},
        {"contact": ContactParams(gravity=0.0)},
        {"contact": ContactParams(gravity=1.62)},
        {"contact": ContactParams(gravity=100.0)},
        {"blocks": BlockParams(mass=1e-4)},
        {"blocks": BlockParams(mass=0.2)},
        {"blocks": BlockParams(height_sigma=0.0)},
        {"blocks": BlockParams(height_sigma=0.5e-3)},
        {"blocks": BlockParams(height_sigma=1.7e-3)},
        {"blocks": BlockParams(length=0.84, width=0.278, height=0.17, mass=0.2)},
        {"blocks": BlockParams(side_clearance=3e-3)},
    ],
    ids=str,
)
def test_strange_worlds_play_or_end(strange):
    settings = config(**strange, max_turns=30)
    for index in range(2):
        complete(play_match(settings, 9, index), settings)


@pytest.mark.parametrize("mass", [1.0, 50.0, 1e-9])
def test_weights_that_no_spring_fits_are_refused_by_name(mass):
    with pytest.raises(ParameterError, match=r"quasistatic\.contact_stiffness must be"):
        play_match(config(blocks=BlockParams(mass=mass)), 0, 0)


@pytest.mark.parametrize(
    "model",
    [
        {"steps": 1},
        {"steps": 40},
        {"scatter": 0.0},
        {"scatter": 2.0},
        {"contact_stiffness": 2e3},
        {"contact_stiffness": 1e8},
    ],
    ids=str,
)
def test_every_setting_of_the_model_plays(model):
    chosen = EngineSettings(quasistatic=QuasistaticParams(**model))
    settings = config(engine_settings=chosen, max_turns=20)
    record = play_match(settings, 4, 0)
    complete(record, settings)
    if "steps" not in model:
        assert bits(record) != bits(play_match(config(max_turns=20), 4, 0))


def test_more_friction_takes_more_force():
    def median(mu):
        contact = ContactParams(mu_block=mu, mu_table=mu)
        settings = config(contact=contact, max_turns=3, policies=("random",))
        rows = [r for i in range(15) for r in play_match(settings, 0, i).turns]
        forces = sorted(row.peak_force for row in rows)
        return forces[len(forces) // 2]

    assert median(0.15) < median(0.35) < median(0.7)


def test_shakier_hands_play_shorter_games():
    def mean(hand):
        settings = config(hands=(hand,))
        return sum(play_match(settings, 0, i).game.turns for i in range(12)) / 12

    assert mean("steady") > mean("shaky")


def test_a_tower_that_falls_far_at_once_is_followed_to_its_end() -> None:
    """A path that began near its rest was stuck at points that it had to leave."""
    record = play_match(config(players=3, hands=("shaky",)), 5, 28)
    assert record.game.termination == "toppled"
