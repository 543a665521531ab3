"""What holds for every game of every mode, found by random search."""

import gc

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from staccs.board import Board
from staccs.cards import KINDS
from staccs.errors import IllegalMoveError
from staccs.game import Game
from staccs.holdings import Holdings
from staccs.modes import game_from_json
from staccs.moves import Move
from staccs.phases import Mode
from tests.staccs.game_strategies import all_cards, fresh_games, games, push_random

randoms = st.randoms(use_true_random=False)


@given(fresh_games(), randoms)
def test_cards_are_conserved_through_every_game_and_every_game_ends(game, rng):
    cards = all_cards(game)
    flips = game.rules.second_chances_limit or len(cards)
    # Between two plays or draws everybody may answer once; each pass of a solo game
    # but the last lays a card.
    most = (len(cards) + 2) * (game.players + 3) * (flips + 2)
    while game.outcome() is None:
        assert len(game.legal_moves)
        push_random(game, rng)
        assert game.ply < most
    assert all_cards(game) == cards
    assert len(game.legal_moves) == 0
    assert list(game.legal_moves) == []


@settings(max_examples=60)
@given(games())
def test_a_staccs_cards_are_all_legal_when_laid_again(game):
    board = game.board
    text = board.to_text()
    again = Board.from_text(text, game.rules, game._setting.footing, copies=game.copies)
    assert again.to_text() == text
    if not board.barred:
        for stacc in board.staccs:
            assert again.open_cells(stacc) == board.open_cells(stacc)
            assert again.edge_cells(stacc) == board.edge_cells(stacc)


@given(games(), randoms)
def test_pop_undoes_push(game, rng):
    before = game.copy()
    view = game.view(0)
    if game.outcome() is None:
        move = push_random(game, rng)
        assert game != before
        assert (game.ply, game.peek()) == (before.ply + 1, move)
        assert game.pop() == move
    assert game == before
    assert game.view(0) == view
    assert list(game.legal_moves) == list(before.legal_moves)
    assert game.state() == before.state()


@settings(max_examples=60)
@given(fresh_games(), randoms)
def test_popping_all_leads_back_to_the_start(game, rng):
    start = game.copy()
    steps = []
    while game.outcome() is None and game.ply < 80:
        steps.append((game.state(), list(game.legal_moves), game.board.barred))
        push_random(game, rng)
    while game.ply:
        game.pop()
        state, moves, barred = steps.pop()
        assert game.state() == state
        assert list(game.legal_moves) == moves
        assert game.board.barred == barred
    assert game == start
    with pytest.raises(IllegalMoveError, match="no last move at ply 0"):
        game.pop()


@settings(max_examples=80)
@given(games())
def test_json_round_trips_with_history(game):
    fits = game._setting.footing
    again = game_from_json(game.to_json(), fits)
    assert again == game
    assert type(again) is type(game)
    assert again.to_json() == game.to_json()
    assert list(again.legal_moves) == list(game.legal_moves)
    while again.ply:
        assert again.pop() == game.pop()
    assert again == game


@settings(max_examples=60)
@given(games())
def test_a_game_read_goes_on_as_it_would_have(game):
    again = type(game).from_json(game.to_json(), game._setting.footing)
    for one in (game, again):
        for _ in range(10):
            if one.outcome() is None:
                one.push(one.legal_moves[-1])
    assert game == again


@given(games())
def test_queries_never_change_state(game):
    before = game.to_json()
    reference = game.copy()
    for _ in range(2):
        legal = game.legal_moves
        answers = (len(legal), list(legal), bool(legal), repr(legal), legal.sample())
        assert answers[0] == len(answers[1])
        game.outcome(), game.lost_to_edge(), repr(game), game.move_stack, game.deal()
        for player in range(game.players):
            game.view(player), game.history(player), game.hand(player)
        assert game == reference
        assert game.to_json() == before


@given(games())
def test_legal_moves_by_index_are_those_by_iteration(game):
    legal = game.legal_moves
    listed = list(legal)
    size = len(legal)
    assert size == len(listed) == len(set(listed)) == legal.count()
    assert [legal[index] for index in range(size)] == listed
    assert [legal[index - size] for index in range(size)] == listed
    assert all(move in legal for move in listed)
    for index in (size, -size - 1, 10**30):
        with pytest.raises(IndexError):
            legal[index]


@given(games(), randoms)
def test_legal_moves_are_those_that_push_takes(game, rng):
    """Any other move is refused in one line, and changes nothing."""
    listed = set(game.legal_moves)
    for text in strange_moves(game, rng):
        move = Move.parse(text)
        if move in listed:
            assert move in game.legal_moves
            game.push(text)
            game.pop()
            continue
        before = game.to_json()
        assert move not in game.legal_moves
        with pytest.raises(IllegalMoveError, match=r"\(T\d+|game is over|no ") as e:
            game.push(move)
        assert "\n" not in str(e.value)
        assert game.to_json() == before


def strange_moves(game, rng):
    """Return moves in notation, many of them not legal."""
    words = ["draw", "accept", "done", "catch", "let", "hold", "discard", "flip"]
    cells = [each.cell for each in game.board.cards]
    for _ in range(12):
        card, (q, r) = rng.choice(KINDS), rng.choice(cells)
        place = f"{card}@{q + rng.randint(-2, 2)},{r + rng.randint(-2, 2)}"
        if card.is_wild:
            place += rng.choice(["", "/1", "/4=H", "=S"])
        words.append(place + rng.choice(["", "!", "#1"][:2]))
        words.append(f"give {card}{rng.choice(['', '!'])}")
    return words


@given(games(), randoms)
def test_copies_are_independent(game, rng):
    before = game.to_json()
    twin = game.copy()
    assert twin == game
    if twin.outcome() is None:
        push_random(twin, rng)
        assert twin != game
    while twin.ply:
        twin.pop()
    assert game.to_json() == before


@given(games(), randoms)
def test_legal_moves_kept_stay_as_they_were(game, rng):
    legal = game.legal_moves
    listed = list(legal)
    if listed:
        push_random(game, rng)
    assert list(legal) == listed
    assert [legal[index] for index in range(len(legal))] == listed


@given(games(), randoms)
def test_a_move_made_by_an_earlier_list_is_checked(game, rng):
    """Only the last move the present list made goes without a check."""
    if game.outcome() is not None:
        return
    old = game.legal_moves
    move = old[rng.randrange(len(old))]
    game.push(move)
    assert old.made is move
    if move in game.legal_moves:
        return
    with pytest.raises(IllegalMoveError):
        game.push(move)


@given(games())
def test_plays_lost_to_the_edge_are_those_an_endless_table_has(game):
    if game._setting.footing is None:
        assert game.lost_to_edge() == 0
        return
    copies = game.copies
    endless = Board.from_text(game.board.to_text(), game.rules, copies=copies)
    for index in game.board.barred:
        endless.bar_top(index)
    own = 0 if game.outcome() else game._playable()
    lost = sum(
        (kinds & own).bit_count()
        - (game.board.open_cells(stacc).get(at, 0) & own).bit_count()
        for stacc in endless.staccs
        for at, kinds in endless.open_cells(stacc).items()
    )
    assert game.lost_to_edge() == lost


# Hidden information


def permuted(game, player, rng):
    """Return the game with every card that a player cannot see dealt anew."""
    other = game.copy()
    held = game._held
    others = [who for who in range(game.players) if who != player]
    known = game.mode is Mode.SOLO and game.flips
    pile = [] if known else list(held.pile[held.drawn :])
    hidden = [kind for who in others for kind in held.hand(who)] + pile
    rng.shuffle(hidden)
    hands = [held.hand(who) for who in range(game.players)]
    for who in others:
        hands[who] = [hidden.pop() for _ in hands[who]]
    other._held = Holdings(hands, hidden if not known else held.pile[held.drawn :])
    other._held.discards = list(held.discards)
    return other


@given(games(), randoms, st.data())
def test_nobodys_view_leaks_a_hidden_card(game, rng, data):
    player = data.draw(st.integers(0, game.players - 1))
    other = permuted(game, player, rng)
    view, again = game.view(player), other.view(player)
    assert view == again
    assert repr(view) == repr(again)
    assert list(view.legal_moves) == list(again.legal_moves)
    assert view.board.to_text() == again.board.to_text()


@settings(max_examples=40)
@given(games())
def test_nothing_hidden_can_be_reached_from_a_view(game):
    for player in range(game.players):
        seen = set()
        todo = [game.view(player)]
        while todo:
            each = todo.pop()
            if id(each) in seen or isinstance(each, type) or callable(each):
                continue
            seen.add(id(each))
            assert not isinstance(each, Holdings | Game)
            todo += gc.get_referents(each)


@given(games(), randoms)
def test_a_view_is_a_value(game, rng):
    view = game.view(game.turn)
    text = repr(view)
    cards = view.board.to_text()
    if game.outcome() is None:
        push_random(game, rng)
    assert repr(view) == text
    assert view.board.to_text() == cards == view.stacc


@given(games(st.sampled_from([Mode.UH_OH, Mode.PARTY])))
def test_only_giver_and_receiver_know_a_gift(game):
    players = range(game.players)
    histories = [game.history(player) for player in players]
    replay = game.copy()
    while replay.ply:
        replay.pop()
    for index, move in enumerate(game.move_stack):
        seen = [history[index] for history in histories]
        if str(move).startswith("give"):
            knowing = {replay.turn, replay._now[2]}
            assert {who for who in players if "?" not in seen[who]} == knowing
        else:
            assert set(seen) == {str(move)}
        replay.push(move)
