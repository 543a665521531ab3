"""WILD OUT (T18), and FACE OFF, which cannot be played (T19)."""

import random
from itertools import combinations

import pytest

from staccs.cards import decc
from staccs.errors import (
    IllegalMoveError,
    InvalidNotationError,
    ParameterError,
    StaccsError,
)
from staccs.modes import STARTS, WildStart, make_game
from staccs.rules import Rules
from tests.staccs.game_setups import FOUR, START, hand, legal, play, wild_out

SPADES = FOUR.replace("6H", "6S").replace("7C", "7S").replace("8D", "8S")


def finished(game, seed=0):
    """Play random moves to the end; return the game."""
    rng = random.Random(seed)
    while game.outcome() is None:
        game.push(game.legal_moves[rng.randrange(len(game.legal_moves))])
    return game


@pytest.mark.parametrize("name", STARTS)
def test_named_starts_stand(name):
    game = make_game("wild-out", 2, seed=1, start=name)
    wilds = game.board.cards[:4]
    assert all(each.card.is_wild for each in wilds)
    assert len({each.orientation for each in wilds}) == 4
    assert game.board.staccs == (0, 1, 2, 3)
    assert game.standing == 8


def test_there_are_the_usual_start_and_three_more():
    assert next(iter(STARTS)) == "rhombus"
    assert len({tuple(WildStart.parse(name).cells) for name in STARTS}) >= 4


@pytest.mark.parametrize("name", STARTS)
def test_a_card_is_dealt_on_each_top(name):
    start = WildStart.parse(name)
    game = make_game("wild-out", 1, seed=2, start=name)
    assert tuple(each.cell for each in game.board.cards[4:]) == start.dealt
    assert [each.stacc for each in game.board.cards[4:]] == [0, 1, 2, 3]
    cards = [each.card for each in game.board.cards] + list(game.deal().pile)
    assert sorted(cards) == sorted(decc())


@pytest.mark.parametrize("name", STARTS)
def test_named_starts_deal_without_covering_other_cards(name):
    start = WildStart.parse(name)
    for one, other in combinations([*start.cells, *start.dealt], 2):
        q, r = one.q - other.q, one.r - other.r
        apart = q * q + q * r + r * r
        pair = (one in start.cells) != (other in start.cells)
        assert apart >= 3 or (apart == 1 and pair)


def test_a_start_of_ones_own():
    own = "0,0/3 2,-1/2 1,1/0 -2,1/4"
    game = make_game("wild-out", 1, seed=2, start=own)
    assert game.board.to_text().startswith("W@0,0/3 W@2,-1/2#1 W@1,1#2 W@-2,1/4#3 ")
    start = WildStart.parse(own)
    assert WildStart.parse(str(start)) == start
    assert make_game("wild-out", 1, seed=2, start=start) == game


@pytest.mark.parametrize(
    ("text", "match"),
    [
        ("0,0/0 1,1/1 2,-1/2", "has 3 WILDs"),
        ("0,0/0 1,0/1 2,-1/2 3,0/3", "the WILDs at 0,0 and 1,0 overlap"),
        ("0,0/0 0,0/1 2,-1/2 3,0/3", "the WILDs at 0,0 and 0,0 overlap"),
        ("0,0/4 1,1/0 2,-1/3 9,0/1", "do not touch"),
        ("-1,0/4 0,1/0 1,-1/3 2,0/0", "two WILDs face the same way"),
        ("-1,0/0 0,1/1 1,-1/3 2,0/4", "TOP of the WILD at .* would be covered"),
        ("2000,0/4 0,1/0 1,-1/3 2,0/1", "beyond 1000"),
    ],
)
def test_starts_that_are_none(text, match):
    with pytest.raises(ParameterError, match=rf"{match}.*\(T18\)") as error:
        make_game("wild-out", 1, seed=2, start=text)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    "text", ["rombus", "", "0,0", "0,0/6 1,1/1 2,-1/2 3,0/3", None, 7, "x" * 10**5]
)
def test_texts_that_are_no_start(text):
    with pytest.raises(InvalidNotationError, match=r"start is .*") as error:
        make_game("wild-out", 1, seed=2, start=text)
    assert len(str(error.value)) < 400


def test_a_near_name_is_suggested():
    with pytest.raises(InvalidNotationError, match="did you mean 'rhombus'"):
        make_game("wild-out", 1, start="rhombos")


def test_t4_turning_by_120_degrees_is_refused():
    with pytest.raises(ParameterError, match=r"needs '60' \(T4\)"):
        make_game("wild-out", 1, Rules(wild_rotation="120"))
    with pytest.raises(ParameterError, match=r"needs '60' \(T4\)"):
        wild_out(FOUR, "", pile="2S", wild_rotation="120")


def test_a_turn_is_a_draw_and_a_play():
    game = wild_out(FOUR, "", "", pile="9S 2H 3H")
    assert (game.turn, legal(game)) == (0, ["draw"])
    play(game, "draw")
    # The WILD of STACC 0 faces 4, so the 5S on it has its TOP to the lower left.
    assert (game.phase, legal(game)) == ("drawn", ["9S@-3,0"])
    play(game, "9S@-3,0")
    assert (game.phase, game.turn) == ("turn", 1)


def test_who_cannot_match_holds_the_card_without_a_move():
    game = wild_out(SPADES, "", "", pile="AC KC 2S")
    play(game, "draw")
    assert (game.phase, game.turn, hand(game, 0)) == ("turn", 1, "AC")
    play(game, "draw", "draw")
    assert (game.phase, game.turn, hand(game, 1)) == ("drawn", 0, "KC")
    assert {text.split("@")[0] for text in legal(game)} == {"2S"}


def test_a_held_card_may_be_played_on_a_later_turn():
    # No letter fits on a SIDE or a FACE here; only suits on the four TOPs do.
    game = wild_out(SPADES, "", "", pile="QH JH 5H 2S AH")
    play(game, "draw", "draw", "draw")
    assert (hand(game, 0), hand(game, 1)) == ("5H QH", "JH")
    where = [text for text in legal(game) if text.startswith("5H")]
    assert (game.turn, game.phase) == (0, "drawn")
    assert len(where) == 1
    play(game, where[0], "draw")
    # Player 1 drew the 2S, and may play it or the JH on the TOP of the 5H.
    cards = {text.split("@")[0] for text in legal(game)}
    assert cards == {"2S", "JH"}
    assert "hold" not in legal(game)


def test_holding_is_a_choice_where_only_older_cards_fit():
    game = wild_out(SPADES, "QH", pile="5H AC KC")
    play(game, "draw")
    play(game, next(text for text in legal(game) if text.startswith("5H")), "draw")
    assert {text.split("@")[0] for text in legal(game)} == {"QH", "hold"}
    play(game, "hold")
    assert (game.phase, hand(game, 0)) == ("turn", "QH AC")


def test_without_cards_to_draw_all_play_what_they_hold():
    game = wild_out(SPADES, "QH", "2S", "3C")
    assert (game.turn, game.phase) == (1, "turn")  # player 0 can play nothing
    assert {text.split("@")[0] for text in legal(game)} == {"2S"}
    play(game, legal(game)[0])
    ended = game.outcome()
    assert (ended.termination, ended.winners) == ("no_moves", (0, 1, 2))
    assert ended.standing == 9


def test_complete_when_every_card_stands():
    game = wild_out(FOUR, "9S")
    play(game, "9S@-3,0")
    assert game.outcome().describe() == "complete: player 0 wins, 9 cards standing"


def test_a_card_is_matched_within_one_stacc_only():
    game = wild_out(FOUR, "9S 9H 9C 9D")
    staccs = {text.partition("#")[2] or "0" for text in legal(game)}
    assert staccs == {"0", "1", "2", "3"}
    with pytest.raises(IllegalMoveError, match=r"\(T1\)"):
        game.push("9S@0,3#1")


def test_other_staccs_may_be_covered_and_are_closed_then():
    """Random games reach cells where two STACCs meet, and both then count."""
    for seed in range(5):
        game = finished(make_game("wild-out", 1, seed=seed), seed)
        by_stacc = {}
        for each in game.board.cards:
            by_stacc.setdefault(each.stacc, []).append(each.cell)
        near = [
            (one, other)
            for first, second in combinations(by_stacc.values(), 2)
            for one in first
            for other in second
            if (one.q - other.q) ** 2
            + (one.q - other.q) * (one.r - other.r)
            + (one.r - other.r) ** 2
            < 3
        ]
        if near:
            return
    pytest.fail("no card of one STACC ever covered another STACC")


def test_specials_do_nothing():
    game = wild_out(FOUR, "", "", "", pile="0S AS 5C")
    play(game, "draw", "0S@-3,0")
    assert game.turn == 1
    play(game, "draw", "AS@-4,0")  # on the TOP of the ZERO at once
    assert game.turn == 2


def test_refusals_name_the_ruling():
    game = wild_out(FOUR, "9S", pile="2H 3H")
    for move, match in (
        ("9S@-3,0", r"drawn before one is played \(T18\)"),
        ("hold", r"just drawn and fits nowhere \(T18\)"),
        ("accept", r"no move of WILD OUT \(T18\)"),
    ):
        with pytest.raises(IllegalMoveError, match=match):
            game.push(move)
    play(game, "draw")
    with pytest.raises(IllegalMoveError, match=r"beginning of a turn.*\(T18\)"):
        game.push("draw")
    with pytest.raises(IllegalMoveError, match=r"not called in WILD OUT"):
        game.push("9S@-3,0!")


@pytest.mark.parametrize(
    ("board", "match"),
    [
        ("5S@0,0", "four WILDs"),
        (FOUR.replace("#3", "#4"), "four WILDs"),
        (" ".join(FOUR.split()[:4]), "a card dealt on each WILD"),
        (FOUR.replace("W@2,0/1", "W@2,0/0").replace("8D@3,0", "8D@2,1"), "same way"),
    ],
)
def test_deals_that_are_none(board, match):
    with pytest.raises(StaccsError, match=match):
        wild_out(board, "", pile="2H")


def test_setup_text_is_the_usual_start():
    assert str(WildStart.parse("rhombus")) == START


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_one_to_four_play_and_everybody_wins(players):
    game = finished(make_game("wild-out", players, seed=players))
    assert game.outcome().winners == tuple(range(players))
    assert game.outcome().standing == game.standing > 8


@pytest.mark.parametrize("name", ["face-off", "FACE_OFF", "face_off"])
def test_t19_face_off_has_no_rules(name):
    with pytest.raises(
        ParameterError, match=r"coming soon.*no rules.*\(T19\)"
    ) as error:
        make_game(name, 2)
    assert "\n" not in str(error.value)
    for other in ("uh-oh", "party", "solo", "wild-out"):
        assert other in str(error.value)
