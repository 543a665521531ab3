import numpy as np
import pytest

from staccs.cards import KINDS, Card, mask_of
from staccs.deals import Deal
from staccs.errors import ParameterError
from staccs.modes import STARTS, Variation, make_game
from staccs.moves import Action
from staccs.phases import Mode, Phase
from staccs.players import (
    GreedyPlayer,
    LookaheadPlayer,
    Player,
    RandomPlayer,
    Seat,
    UnsteeredPlayer,
    make_player,
    player_for,
    player_names,
)
from staccs.players.coverage import coverage
from staccs.players.unseen import unseen
from staccs.table import PlacedTable, Table
from tests.staccs.game_setups import legal, play, solo, uh_oh, wild_out

HERE = "tests.staccs.players.strangers"
QUICK = {"depth": 3, "width": 3, "samples": 2}
TABLE = PlacedTable(Table.parse("round:1.2"))


def seat_of(game, seed=0):
    return Seat(game, np.random.default_rng(seed))


def choice(player, game, seed=0):
    return str(player.choose(seat_of(game, seed)))


def finish(game, *players):
    rng = np.random.default_rng(1)
    while game.legal_moves:
        move = players[game.turn % len(players)].choose(Seat(game, rng))
        assert move in game.legal_moves
        game.push(move)
    return game


# --- all of them ------------------------------------------------------------------


def test_names():
    assert player_names() == ("greedy", "lookahead", "random", "unsteered")
    assert all(isinstance(make_player(name), Player) for name in player_names())
    assert all(make_player(name).name == name for name in player_names())


GAMES = [
    (Mode.UH_OH, 2, {}),
    (Mode.UH_OH, 5, {}),
    (Mode.PARTY, 6, {}),
    (Mode.PARTY, 10, {}),
    *((Mode.SOLO, 1, {"variation": each}) for each in Variation),
    *((Mode.WILD_OUT, 1 + n % 4, {"start": each}) for n, each in enumerate(STARTS)),
]


@pytest.mark.parametrize("name", ["random", "greedy", "lookahead", "unsteered"])
@pytest.mark.parametrize(("mode", "players", "options"), GAMES, ids=str)
def test_players_play_whole_games_of_every_mode_they_know(name, mode, players, options):
    if name == "lookahead":
        if mode in (Mode.UH_OH, Mode.PARTY):
            with pytest.raises(ParameterError, match=r"does not play .*solo, wild-out"):
                player_for(mode, name)
            return
        player = LookaheadPlayer(**QUICK)
    elif name == "unsteered" and mode not in (Mode.UH_OH, Mode.PARTY):
        with pytest.raises(ParameterError, match=r"does not play .*uh-oh, party"):
            player_for(mode, name)
        return
    else:
        player = player_for(mode, name)
    game = make_game(mode, players, seed=3, table=TABLE, **options)
    assert finish(game, player).outcome() is not None


@pytest.mark.parametrize("switches", [{"draw_anyway": "yes"}, {"edge": "inside"}])
@pytest.mark.parametrize("overlap", ["must_match", "forbid"])
def test_players_play_under_other_rules(switches, overlap):
    from staccs.rules import Rules

    rules = Rules(partial_overlap=overlap, solo_discard="any", **switches)
    for mode in (Mode.UH_OH, Mode.SOLO, Mode.WILD_OUT):
        for player in (GreedyPlayer(), RandomPlayer()):
            finish(make_game(mode, rules=rules, seed=5), player)
    finish(make_game("solo", rules=rules, seed=5), LookaheadPlayer(**QUICK))


@pytest.mark.parametrize(
    ("one", "other", "hands"),
    [
        (make_game("uh-oh", 3, seed=1), None, True),
        (make_game("solo", seed=1), None, False),
        (play(make_game("wild-out", 2, seed=1), "draw"), None, False),
    ],
)
def test_no_player_sees_what_is_hidden(one, other, hands):
    """The same view, and another pile and other hands: the same choice."""
    now = one.deal() if one.ply == 0 else None
    if now is None:
        deal = one.deal()
        now = Deal(deal.board, deal.hands, deal.pile, deal.turn)
    for seed in range(8):
        other = type(one).from_deal(_reshuffled(one, now, hands, seed))
        for move in one.move_stack:
            other.push(str(move))
        assert other.view(one.turn) == one.view(one.turn)
        assert other.deal() != one.deal()
        players = [RandomPlayer(), GreedyPlayer()]
        if one.mode is not Mode.UH_OH:
            players.append(LookaheadPlayer(**QUICK))
        for player in players:
            assert choice(player, one, seed) == choice(player, other, seed)


def _reshuffled(game, deal, hands, seed):
    """Return the deal with all cards in another order that player 0 cannot see."""
    rng = np.random.default_rng(seed)
    first = game.ply  # cards drawn already are seen
    hidden = [*deal.pile[first:], *(sum(deal.hands[1:], ()) if hands else ())]
    hidden = [hidden[index] for index in rng.permutation(len(hidden))]
    others = list(deal.hands[1:])
    if hands:
        for index, hand in enumerate(others):
            others[index], hidden = tuple(hidden[: len(hand)]), hidden[len(hand) :]
    pile = (*deal.pile[:first], *hidden)
    details = {"variation": deal.variation, "direction": deal.direction}
    return Deal(deal.board, (deal.hands[0], *others), pile, deal.turn, **details)


def test_what_a_player_does_to_its_board_reaches_nothing():
    game = make_game("uh-oh", 2, seed=2)
    before = game.board.to_text()
    make_player(f"{HERE}:Meddler").choose(seat_of(game))
    assert game.board.to_text() == before


@pytest.mark.parametrize(
    ("mode", "spec", "message"),
    [
        ("uh-oh", "gredy", r"no player 'gredy'; did you mean 'greedy'"),
        (
            "uh-oh",
            "lookahead",
            r"not play uh-oh, but solo, wild-out: name another",
        ),
        ("uh-oh", f"{HERE}:SoloOnly", r"does not play uh-oh, but solo"),
        ("uh-oh", f"{HERE}:Confused", r"mode is 'chess'"),
        ("uh-oh", f"{HERE}:Nameless", "has no name"),
        ("uh-oh", "no.such:Class", "cannot be imported"),
    ],
)
def test_what_is_no_player_of_a_mode_is_refused(mode, spec, message):
    with pytest.raises(ParameterError, match=message):
        player_for(Mode(mode), spec)


def test_any_class_plays_by_its_path():
    finish(make_game("party", seed=1), player_for(Mode.PARTY, f"{HERE}:Saver"))


@pytest.mark.parametrize("forget", [-0.1, 1.1, float("nan"), True, "0", None])
def test_greedy_refuses_what_is_no_probability(forget):
    with pytest.raises(ParameterError, match=r"forget is .* probability"):
        GreedyPlayer(forget=forget)


@pytest.mark.parametrize("name", ["depth", "width", "samples", "fan"])
@pytest.mark.parametrize("value", [0, -1, 1.5, True, "2", 1001])
def test_lookahead_refuses_what_is_no_count(name, value):
    with pytest.raises(ParameterError, match=f"{name} is .*whole number"):
        LookaheadPlayer(**{name: value})


# --- what a seat tells --------------------------------------------------------------


def test_a_seat_tells_what_the_game_does():
    game = make_game("uh-oh", 3, seed=7, table=TABLE)
    seat = seat_of(game)
    assert seat.view == game.view(0)
    assert seat.hand == mask_of(game.hand(0))
    assert (seat.mode, seat.phase, seat.direction) == (Mode.UH_OH, Phase.TURN, 1)
    assert seat.hand_sizes == (7, 7, 7)
    assert seat.table is TABLE
    assert seat.variation is None
    assert seat.fits((0, 0))
    assert not seat.fits((0, 40))
    assert seat.board.to_text() == game.board.to_text()
    assert seat_of(make_game("solo", variation="no_wilds")).variation == "no_wilds"


def test_cards_not_seen_are_those_of_pile_and_other_hands():
    game = finish(make_game("wild-out", 3, seed=4), RandomPlayer())
    while game.ply > 20:
        game.pop()
    hidden = [*game._held.pile_cards()]
    for player in range(3):
        others = [c for who in range(3) if who != player for c in game.hand(who)]
        kinds = sorted(card.index for card in [*hidden, *others])
        assert unseen(game.view(player)) == kinds
    alone = make_game("solo", seed=1, variation="no_wilds")
    found = unseen(alone.view(0), "no_wilds")
    assert (len(found), KINDS[-1].index in found) == (55, False)


def test_coverage_counts_further_places_for_less():
    game = uh_oh("5S@0,0 9S@0,1 9D@1,0", "5D", "5H")
    own = coverage(game.board, mask_of([Card.parse("AS")]))
    places = sum(fit >> Card.parse("AS").index & 1 for fit in _fits(game))
    assert own == [0, 1, 1.5, 1.75][min(places, 3)]


def _fits(game):
    return game.board.open_cells().values()


# --- greedy in UH OH! ---------------------------------------------------------------


def test_greedy_calls_and_a_forgetful_one_does_not():
    game = uh_oh("5S@0,0", "7S 3D", "KH AC", pile="2C 3C 4C 5C")
    assert choice(GreedyPlayer(), game) == "7S@0,1!"
    assert choice(GreedyPlayer(forget=1.0), game) == "7S@0,1"
    half = [choice(GreedyPlayer(forget=0.5), game, seed) for seed in range(200)]
    assert 60 < half.count("7S@0,1!") < 140


def test_greedy_catches_who_forgot():
    game = uh_oh("5S@0,0", "7S 3D", "KH AC", pile="2C 3C 4C 5C")
    play(game, "7S@0,1")
    assert game.phase is Phase.CATCH
    assert choice(GreedyPlayer(), game) == "catch"


def test_random_chooses_among_all_legal_moves_alike():
    game = uh_oh("5S@0,0", "7S 3D", "KH AC", pile="2C 3C 4C 5C")
    play(game, "7S@0,1")
    found = [choice(RandomPlayer(), game, seed) for seed in range(400)]
    assert 150 < found.count("catch") < 250
    assert set(found) == set(legal(game))


def test_greedy_plays_several_of_a_number():
    game = uh_oh("5S@0,0", "5D 5H 9S KH", "KD AC 3D", pile="2C 3C 4C 6C")
    play(game, choice(GreedyPlayer(), game))
    assert game.phase is Phase.MORE
    assert choice(GreedyPlayer(), game).startswith("5")


def test_greedy_counters_when_it_can():
    game = uh_oh("5S@0,0", "JS 3D 4D", "JH AC 3C", "9C 9H", pile="2C 4C 6C")
    play(game, "JS@0,1")
    assert game.phase is Phase.ATTACKED
    assert choice(GreedyPlayer(), game).startswith("JH@")


def test_greedy_gives_away_what_fits_nowhere_and_keeps_its_wild():
    game = uh_oh("5S@0,0", "QS 3D W AC 9S", "JH KC 3C", pile="2C 4C 6C")
    play(game, "QS@0,1")
    assert game.phase is Phase.GIVE
    assert choice(GreedyPlayer(), game) == "give 3D"


def test_greedy_does_not_keep_a_wild_for_last():
    game = uh_oh("5S@0,0", "7S W", "KH AC", pile="2C 3C 4C 5C")
    assert choice(GreedyPlayer(), game).startswith("W@")


def test_greedy_calls_the_suit_it_holds_most_of():
    game = uh_oh("5S@0,0", "W 3D 4D 6C", "KH AC 3C", pile="2C 4C 5C")
    assert "=D" in choice(GreedyPlayer(), game)


@pytest.mark.parametrize("wall", range(6))
def test_greedy_turns_with_a_wild_to_where_the_table_has_room(wall):
    """The table ends just beyond the STACC on one side."""
    from staccs.lattice import Cell, rotated

    def fits(cell):
        q, r = rotated(Cell(*cell), -wall)
        return r + q / 2 < 2.6

    game = uh_oh("5S@0,0", "W 3D 4D 6C", "KH AC 3C", pile="2C", fits=fits)
    move = GreedyPlayer().choose(seat_of(game))
    assert move.orientation is not None
    assert (move.orientation - wall) % 6 in (2, 3, 4)


def test_unsteered_turns_with_a_wild_by_chance_and_plays_the_rest_like_greedy():
    game = uh_oh("5S@0,0", "W 3D 4D 6C", "KH AC 3C", pile="2C")
    moves = {choice(UnsteeredPlayer(), game, seed) for seed in range(60)}
    assert len({move.partition("=")[0] for move in moves}) > 4
    assert all("=D" in move for move in moves)
    game = make_game("uh-oh", 2, seed=5)
    assert choice(UnsteeredPlayer(), game) == choice(GreedyPlayer(), game)


@pytest.mark.parametrize("mode", ["uh-oh", "party"])
def test_unsteered_plays_alike_on_every_table_until_the_edge_forbids_a_play(mode):
    """Greedy does not: what would fit past the edge is no option to it."""
    forbidden = differing = 0
    for seed in range(25):
        small = make_game(mode, seed=seed, table=PlacedTable(Table.parse("round:0.5")))
        endless, greedy = make_game(mode, seed=seed), make_game(mode, seed=seed)
        while small.legal_moves and not small.lost_to_edge():
            move = UnsteeredPlayer().choose(seat_of(small, small.ply))
            assert UnsteeredPlayer().choose(seat_of(endless, small.ply)) == move
            one, other = (choice(GreedyPlayer(), each) for each in (small, greedy))
            differing += one != other
            for game in (small, endless, greedy):
                game.push(str(move))
        forbidden += small.lost_to_edge() > 0
    assert forbidden > 5
    assert differing


def test_greedy_wins_more_often_than_random():
    wins = [0, 0]
    for seed in range(120):
        game = make_game("uh-oh", 2, seed=seed, table=TABLE)
        players = (GreedyPlayer(), RandomPlayer())
        turned = players if seed % 2 else players[::-1]
        for seat in finish(game, *turned).outcome().winners:
            wins[isinstance(turned[seat], RandomPlayer)] += 1
    assert wins[0] > 2 * wins[1]


# --- building together ---------------------------------------------------------------


def test_lookahead_takes_the_only_way_to_lay_both_cards():
    """Of two places for the 5H, one covers the only place of the card to come."""
    game = solo("5S@0,0 5D@1,-1", "5H 9S 3D")
    play(game, "draw")
    before = game.copy()
    player = LookaheadPlayer(depth=3, samples=8)
    finish(game, player)
    best = max(
        finish(_after(before, move), player).standing for move in before.legal_moves
    )
    assert game.standing == best


def _after(game, move):
    other = game.copy()
    other.push(str(move))
    return other


@pytest.mark.slow
def test_who_looks_ahead_finishes_more_than_who_does_not():
    done = {}
    players = RandomPlayer(), GreedyPlayer(), LookaheadPlayer(samples=4, depth=6)
    for player in players:
        games = [
            finish(make_game("solo", seed=seed, variation="no_wilds"), player)
            for seed in range(40)
        ]
        done[player.name] = sum(bool(game.outcome().winners) for game in games)
    assert done["random"] < done["greedy"] <= done["lookahead"]


def test_lookahead_knows_the_pile_that_was_turned_over():
    game = make_game("solo", seed=3, variation="second_chances")
    rng = np.random.default_rng(1)
    while game.legal_moves and not game.flips:
        game.push(RandomPlayer().choose(Seat(game, rng)))
    assert game.view(0).known_pile
    finish(game, LookaheadPlayer(**QUICK))


def test_nothing_is_held_back_in_wild_out():
    game = wild_out(
        "W@-1,0/4 W@0,1/0#1 W@1,-1/3#2 W@2,0/1#3 5S@-2,0 6H@0,2#1 7C@1,-2#2 8D@3,0#3",
        "",
        pile="9S AC",
    )
    for player in (GreedyPlayer(), LookaheadPlayer(**QUICK)):
        played = finish(game.copy(), player)
        assert played.standing == 10
        assert [move.action for move in played.move_stack].count(Action.DRAW) == 2
