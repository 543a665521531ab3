"""From a record to its steps: everything that a replay shows comes from the rules."""

import pytest

from staccs.cards import Card
from staccs.moves import Action, Move
from staccs.openings import openings
from staccs.phases import Phase
from staccs.replay import Kind, Look, Record, Rejected, replay_of
from staccs.surfaces import SURFACES, SurfaceState
from tests.staccs.game_setups import party, play, solo, uh_oh
from tests.staccs.replay.recorded import MODES, endless, played, with_refusal

TIGHT = "round:0.35"


@pytest.mark.parametrize("mode", MODES)
def test_every_step_is_where_the_game_was(mode):
    game = played(mode)
    steps = replay_of(Record(game)).steps
    assert len(steps) == game.ply + 1
    again = game.copy()
    for step in reversed(steps):
        position = step.position
        assert position.view.stacc == again.board.to_text()
        assert position.hands == tuple(map(again.hand, range(again.players)))
        assert position.view.turn == again.turn
        assert step.ply == again.ply
        if again.ply:
            assert step.move == again.pop()
            assert step.player == again.turn


def test_a_replay_does_not_change_the_game():
    game = played("uh-oh")
    before = game.to_json()
    replay_of(Record(game))
    assert game.to_json() == before


@pytest.mark.parametrize("mode", MODES)
def test_spots_are_the_legal_plays(mode):
    game = played(mode, seed=8)
    for step in replay_of(Record(game)).steps:
        view = step.position.view
        plays = {
            (move.stacc, move.cell, move.card)
            for move in view.legal_moves
            if move.action is Action.PLAY
        }
        assert plays == {
            (spot.stacc, spot.cell, card)
            for spot in step.position.spots
            for card in spot.cards
        }


@pytest.mark.parametrize("mode", MODES)
def test_looks_say_what_surfaces_are_good_for(mode):
    for step in replay_of(Record(played(mode, seed=9))).steps:
        board, looks = step.position.view.board, step.position.looks
        surfaces = board.surfaces()
        assert len(looks) == len(surfaces)
        fitting = {
            (each.host.index, each.host.surface): bool(each.fitting)
            for each in openings(board)
        }
        for code, look in enumerate(looks):
            index, surface = code // 3, SURFACES[code % 3]
            host = surfaces[code]
            takes = fitting.get((index, surface))
            assert (look in (Look.LEGAL, Look.TAKES)) == (takes is True), (code, look)
            assert (look is Look.IDLE) == (takes is False)
            assert (look is Look.LOCKED) == (host.state is SurfaceState.LOCKED)
            assert (look is Look.COVERED) == (host.state is SurfaceState.COVERED)
            assert (look is Look.BARRED) == (host.state is SurfaceState.BARRED)


def test_a_legal_surface_is_one_that_a_card_of_the_hand_matches():
    game = uh_oh("5S@0,0", "5D KH", "2C 3C")
    (step,) = replay_of(Record(game)).steps
    assert "".join(step.position.looks) == "oL-"
    (spot,) = step.position.spots
    assert (spot.cell, spot.cards) == ((1, -1), (Card.parse("5D"),))


def test_margins_are_those_of_the_table():
    game = played("wild-out", table=TIGHT)
    steps = replay_of(Record(game)).steps
    expected = [game.table.report(each.cell).margin for each in game.board.cards]
    assert list(steps[-1].position.margins) == expected
    least = steps[-1].position.least
    assert expected[least] == min(expected) < 0.038
    assert (
        replay_of(Record(played("uh-oh", table=None))).steps[-1].position.least is None
    )


def test_what_only_the_edge_forbids_is_counted_as_by_the_game():
    game = played("uh-oh", table=TIGHT, seed=3)
    steps = replay_of(Record(game)).steps
    again = game.copy()
    lost = []
    for step in reversed(steps):
        found = sum(len(spot.cards) for spot in step.position.beyond)
        assert found == again.lost_to_edge()
        lost.append(found)
        if again.ply:
            again.pop()
    assert any(lost)


def test_a_refused_play_is_a_step_of_its_own_with_the_ruling():
    steps = replay_of(with_refusal()).steps
    assert [step.kinds[0] for step in steps] == [
        Kind.DEAL,
        Kind.REJECTED,
        Kind.PLAY,
        Kind.PLAY,
    ]
    tried = steps[1]
    assert tried.position is steps[0].position
    assert tried.player == 0
    assert tried.laid is None
    assert tried.rejection.why == (
        "the TOP of 5S@0,0 shows spades, so 9H does not fit: any spades or a WILD "
        "(T1). What fits there: any spades or a WILD"
    )
    assert (
        tried.told.public == f"tries 9H at 0,1, which is refused: {tried.rejection.why}"
    )
    (reason,) = tried.rejection.against
    assert (reason.index, reason.surface) == (0, SURFACES[0])


@pytest.mark.parametrize(
    ("move", "why"),
    [
        ("AH@0,1", "the player has no AH to play"),
        ("5D@1,-1!", "UH OH! is called with the play that leaves one card"),
        ("accept", "there is no ATTACC to accept (T9)"),
        ("draw", "the draw pile is empty, and a card can be played (T14)"),
        ("5D@40,40", "it would not lie wholly on any surface (T1)"),
        ("5D@1,-1/3", "only a WILD is written with an orientation (T4)"),
        ("5D@1,-1#7", "STACC 7 has not been started"),
    ],
)
def test_whatever_is_refused_says_why(move, why):
    game = uh_oh("5S@0,0", "5D KH 2H", "2C 3C")
    record = Record(game, (), (Rejected(0, Move.parse(move)),))
    step = replay_of(record).steps[1]
    assert why in step.rejection.why


def test_a_move_after_the_end_is_refused_too():
    game = play(uh_oh("5S@0,0", "5D", "2C 3C"), "5D@1,-1")
    record = Record(game, (), (Rejected(1, Move.parse("2C@0,1")),))
    steps = replay_of(record).steps
    assert "the game is over (out: player 0 wins" in steps[-1].rejection.why
    assert steps[-1].kinds == (Kind.REJECTED, Kind.END)


def told(game, *moves):
    """Return what is told of the last of some moves, to those who know all."""
    step = replay_of(Record(play(game, *moves))).steps[-1]
    return step.told.to(True)


def test_moves_are_told_with_what_came_of_them():
    base = ("5S@0,0", "JS 5H KS 2S 2D", "JD 3C 4C", "9C 10C")
    assert told(uh_oh(*base), "JS@0,1") == (
        "lays JS at 0,1, on the TOP of 5S@0,0; it hits player 1 (T9)"
    )
    assert told(uh_oh(*base, pile="AC 4H"), "JS@0,1", "JD@-1,1") == (
        "counters with JD at -1,1, on the FACE of JS@0,1; player 2 cannot counter and "
        "takes 2 cards (T9)"
    )
    assert told(uh_oh(*base, pile="AC 4H"), "JS@0,1", "accept") == (
        "does not counter the JACK; player 1 takes AC"
    )
    assert told(uh_oh(*base), "2S@0,1") == "lays 2S at 0,1, on the TOP of 5S@0,0"


def test_calls_and_forgotten_calls_are_told():
    assert told(uh_oh("5S@0,0", "2S 9H", "3C 4C"), "2S@0,1!").endswith("calls UH OH!")
    game = uh_oh("5S@0,0", "2S 9H", "3C 4C", pile="AC AD AH")
    assert told(game, "2S@0,1").endswith("forgets to call UH OH! (T12)")
    game = uh_oh("5S@0,0", "2S 9H", "3C 4C", pile="AC AD AH")
    step = replay_of(Record(play(game, "2S@0,1", "catch"))).steps[-1]
    assert step.kinds == (Kind.PENALTY,)
    assert step.told.public == (
        "catches player 0, who forgot to call UH OH! (T12); player 0 takes 3 cards"
    )
    assert "player 0 takes AH AC AD" in step.told.full
    assert step.told.seats == {0}


def test_a_wild_is_told_with_its_turn_and_call():
    text = told(uh_oh("5S@0,0", "W 2S 3S", "3C 4C"), "W@0,1/1=H")
    assert text == (
        "lays W at 0,1, on the TOP of 5S@0,0; the STACC now heads for 30 degrees, and "
        "hearts are called"
    )
    game = play(uh_oh("5S@0,0", "W 2S 3S", "3C 4C"), "W@0,1/1=H")
    asked = replay_of(Record(game)).steps[-1].position.asked
    assert asked == "Player 1: draw a card, for none fits. Called: hearts."


def test_zeros_and_aces_are_told():
    text = told(uh_oh("5S@0,0", "0S 2S 3S", "3C 4C", "5C 6C"), "0S@0,1")
    assert "play goes counterclockwise now (T10)" in text
    assert "its TOP is barred for a turn (T10)" in text
    text = told(uh_oh("5S@0,0", "AS 2S 3S", "3C 4C"), "AS@0,1")
    assert text.endswith("player 0 has another turn (T15)")
    assert "another turn" not in told(solo("5S@0,0", "AS 2S"), "draw", "AS@0,1")


def test_gifts_are_known_to_giver_and_taker_only():
    game = party("5S@0,0", "QS 2D 9H", "3C", "4C", "5C", "6C", "7C")
    step = replay_of(Record(play(game, "QS@0,1", "give 9H!"))).steps[-1]
    assert step.seen == "give ?!"
    assert step.told.public == "gives a card to player 1; calls UH OH!"
    assert step.told.full == "gives 9H to player 1; calls UH OH!"
    assert step.told.seats == {0, 1}


def test_drawn_cards_are_known_to_who_drew_them_only():
    game = uh_oh("5S@0,0", "2D 9H", "3C 4C", pile="7C 8C")
    step = replay_of(Record(play(game, "draw"))).steps[-1]
    assert (step.told.public, step.told.full) == ("draws a card", "draws 7C")
    assert step.told.seats == {0}


def test_in_solo_everything_lies_open():
    game = solo("5S@0,0", "9H 6H 2S", variation="second_chances")
    step = replay_of(Record(play(game, "draw"))).steps[-1]
    assert step.told.public == "turns over 9H; it fits nowhere and is put by"
    assert not step.told.full


def test_endings_are_told_and_marked():
    game = play(uh_oh("5S@0,0", "5D", "2C 3C"), "5D@1,-1")
    replay = replay_of(Record(game, ("Ann", "bob")))
    assert replay.ending == "Player 0 (Ann) has no card left and wins; 2 cards stand."
    assert replay.steps[-1].kinds == (Kind.PLAY, Kind.END)
    assert replay.steps[-1].position.asked == ""
    game = play(uh_oh("5S@0,0", "2D 9H", "3C 4C"), "draw")
    assert replay_of(Record(game)).ending == (
        "A card is due and the draw pile is empty (T14): Player 0 and player 1 win "
        "with the fewest cards; 1 card stands."
    )


def test_a_game_that_goes_on_or_broke_off_says_so():
    game = played("uh-oh", moves=4)
    replay = replay_of(Record(game))
    assert replay.ending == "The game goes on; it was recorded up to move 4."
    assert Kind.END not in replay.steps[-1].kinds
    replay = replay_of(Record(game, failure="the player fell asleep"))
    assert replay.ending == "The game broke off: the player fell asleep"
    assert replay.steps[-1].kinds[-1] is Kind.END


def test_a_game_of_one_step_and_one_of_300():
    (only,) = replay_of(Record(played("party", moves=0))).steps
    assert only.told.public.startswith("The game begins with ")
    game = endless()
    steps = replay_of(Record(game)).steps
    assert len(steps) == game.ply + 1 > 300
    assert steps[-1].position.view.flips > 1
    assert any(step.told.public == "turns the discard pile over" for step in steps)


def test_every_question_is_a_sentence():
    phases = set()
    for mode in MODES:
        for seed in range(5):
            for step in replay_of(Record(played(mode, seed=seed))).steps:
                position = step.position
                phases.add(position.view.phase)
                if position.view.phase is not Phase.OVER:
                    assert position.asked.startswith(f"Player {position.view.turn}: ")
                    assert position.asked.endswith(".")
    assert phases == set(Phase)
