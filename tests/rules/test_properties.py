"""What holds for every game, found by random search."""

from hypothesis import given, settings
from hypothesis import strategies as st

from stacko import (
    Block,
    Demand,
    Game,
    ImpossibleResultError,
    Move,
    Result,
    Rules,
    Slot,
    Tower,
)
from tests.perft import slow_counter
from tests.strategies import (
    blocks,
    demands,
    fresh_games,
    games,
    moves,
    push_one,
    results,
    rules,
    slots,
    towers,
)


@given(games(), st.data())
def test_pop_undoes_push(game, data):
    before = game.copy()
    if game.outcome() is None:
        push_one(data.draw, game)
        move = game.peek()
        assert game != before
        assert game.ply == before.ply + 1
        assert game.pop() == move
    assert game == before
    assert list(game.legal_moves) == list(before.legal_moves)


@given(games())
def test_popping_all_leads_back_to_the_start(game):
    start = game.start
    while game.ply:
        game.pop()
    assert game == Game.from_position(start)


@given(games())
def test_json_round_trips_with_history_and_die(game):
    again = Game.from_json(game.to_json())
    assert again == game
    assert again.position.random == game.position.random
    assert again.to_json() == game.to_json()
    while again.ply:
        assert again.pop() == game.pop()
        assert again == game


@given(games())
def test_queries_never_change_state(game):
    before = game.to_json()
    reference = game.copy()
    for _ in range(2):
        legal = game.legal_moves
        answers = (len(legal), list(legal), bool(legal), repr(legal), legal.slots)
        assert answers[0] == len(answers[1])
        assert all(move in legal for move in answers[1])
        game.outcome(), game.eligible_blocks(), game.nothing_fits, repr(game)
        game.demand.describe(), game.tower.slots(), game.move_stack, game.tried
        assert game == reference
        assert game.to_json() == before


@given(games())
def test_legal_moves_by_index_are_those_by_iteration(game):
    legal = game.legal_moves
    listed = list(legal)
    assert [legal[index] for index in range(len(legal))] == listed
    assert [legal[index - len(legal)] for index in range(len(legal))] == listed
    assert len(set(listed)) == len(listed)


@given(games(), st.data())
def test_copies_are_independent(game, data):
    before = game.to_json()
    twin = game.copy()
    assert twin == game
    if twin.outcome() is None:
        push_one(data.draw, twin)
        assert twin != game
    while twin.ply:
        twin.pop()
    assert game.to_json() == before


def finish(game, rng, verdicts):
    """Play random legal moves with random results to the end; return the plies."""
    while game.outcome() is None:
        legal = game.legal_moves
        assert legal
        move = legal[rng.randrange(len(legal))]
        fallen = ()
        if game.rules.topple == "collapse" and rng.random() < 0.1:
            fallen = (rng.choice(game.tower.blocks()).name,)
        result = Result(rng.choice(verdicts), fallen)
        try:
            game.push(move, "clean" if move.is_null else result)
        except ImpossibleResultError:
            game.push(move, "stuck")
    return game.ply


@settings(max_examples=60)
@given(fresh_games(), st.randoms(use_true_random=False))
def test_every_game_ends_without_a_topple(game, rng):
    blocks_left = len(game.tower)
    heights = sum(range(blocks_left + 1)) + 1
    tries = game.rules.retry_limit * game.players
    # Each clean move lifts a block: at most `heights` of them, and between two at
    # most a round of turns without one.
    assert finish(game, rng, ["clean", "stuck", "given_up"]) <= heights * (tries + 2)
    assert game.outcome().loser is None


@settings(max_examples=10)
@given(rules, st.integers(2, 10), st.randoms(use_true_random=False))
def test_every_game_with_the_default_set_ends(switches, players, rng):
    game = Game(players, switches, seed=rng.randrange(2**32))
    assert finish(game, rng, ["clean"] * 20 + ["stuck"]) >= 1


@settings(max_examples=150)
@given(fresh_games(rules.filter(lambda each: each.edition == "blocks")), st.data())
def test_a_second_set_of_rules_agrees_along_a_game(game, data):
    """The slow counter of the perft suite plays along; clean moves only."""
    other = slow_counter.read(
        {
            "tower": str(game.tower),
            "players": game.players,
            "turn": game.turn,
            "direction": game.direction,
            "demand": str(game.demand),
            "rules": game.rules.to_mapping(),
        }
    )
    for _ in range(10):
        found = slow_counter.moves(other)
        assert {str(move) for move in game.legal_moves} == set(map(written, found))
        standing = [move for move in found if slow_counter.holds_up(other, move)]
        if not standing:
            break
        move = data.draw(st.sampled_from(standing))
        game.push(written(move))
        other = slow_counter.moved(other, move)
        assert (game.turn, game.direction) == (other["turn"], other["step"])


def written(move):
    """Return a move of the slow counter in notation."""
    if move is None:
        return "--"
    block, height, spot, color = move
    return f"{block}>{height + 1}{'abc'[spot]}" + (f"={color}" if color else "")


@given(towers())
def test_tower_notation_round_trips(tower):
    again = Tower.from_notation(tower.notation(), tower.block_set)
    assert again == tower
    assert hash(again) == hash(tower)
    assert {str(slot): block.name for slot, block in again.slots().items()} == {
        str(tower.slot_of(block)): block.name for block in tower.blocks()
    }


@given(towers(), st.data())
def test_take_and_place_back_is_the_same_tower(tower, data):
    block = data.draw(st.sampled_from(tower.blocks()))
    slot = tower.slot_of(block)
    if tower.empties_layer(block) or len(tower) == 1:
        return
    taken = tower.take(block)
    assert block not in taken
    assert len(taken) == len(tower) - 1
    assert taken.place(block, slot) == tower
    assert taken == Tower.from_notation(str(taken), tower.block_set)


@given(blocks, slots, demands, moves(), results)
def test_every_value_round_trips_through_its_text(block, slot, demand, move, result):
    assert Block(str(block)) == block
    assert Slot.from_notation(str(slot)) == slot
    assert Demand.from_notation(str(demand)) == demand
    assert Move.from_notation(str(move)) == move
    assert Result.from_notation(str(result)) == result
    assert len({block, slot, demand, move, result}) == 5


@given(rules)
def test_rules_round_trip_through_a_mapping(switches):
    assert Rules.from_mapping(switches.to_mapping()) == switches


@given(demands, blocks)
def test_draw_two_never_allows_more_than_the_color_does(demand, block):
    if demand.draw and demand.allows(block):
        assert Demand(demand.color).allows(block)
