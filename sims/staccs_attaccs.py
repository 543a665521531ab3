"""The ATTACCs of a game of UH OH! or PARTY: who was hit, what they did and took."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from staccs.cards import RANKS
from staccs.game import Game
from staccs.match import MatchConfig, Players
from staccs.modes.kinds import LETTERS
from staccs.moves import Action, Move
from staccs.phases import Phase

__all__ = ["Answer", "Attacc", "attaccs_of"]

_RANKS = tuple(RANKS[letter] for letter in LETTERS)
_PENDING = (Phase.ATTACKED, Phase.GIVE, Phase.CATCH)
"""While one of these is decided an ATTACC has not had its effect yet."""


class Answer(StrEnum):
    """What became of an ATTACC."""

    COUNTER = "counter"
    """The player hit countered it."""
    ACCEPT = "accept"
    """The player hit could have, and took the cards."""
    UNABLE = "unable"
    """The player hit had no such letter, or none that fitted, and took the cards."""
    OUT = "out"
    """It was a last card, which ended the game and hit nobody."""


@dataclass(frozen=True, slots=True)
class Attacc:
    """A JACK, QUEEN or KING that was played.

    Parameters
    ----------
    letter : str
        ``J``, ``Q`` or ``K``.
    link : int
        1 for the first of a chain, 2 for the counter to it, and so on.
    victim : int
        Seat of the player hit, or who would have been hit by a last card.
    hand : int
        Cards the player hit held before.
    holds : bool
        Whether the player hit held the same letter.
    answer : str
        One of `Answer`.
    taken : int
        Cards the player hit got for it.
    won : float
        Share of the win that the player hit had in the end.
    instead : float or None
        The same, had the player hit taken the cards in place of countering: played
        on with the same players and the same draw pile. Only of the first counter of
        a game.
    """

    letter: str
    link: int
    victim: int
    hand: int
    holds: bool
    answer: str = Answer.UNABLE.value
    taken: int = 0
    won: float = 0.0
    instead: float | None = None


def attaccs_of(config: MatchConfig, seed: int, index: int) -> tuple[Attacc, ...]:
    """Play a game and return its ATTACCs in order.

    Parameters
    ----------
    config : MatchConfig
        Of UH OH! or PARTY.
    seed, index : int
        As of `staccs.match.play_match`, which plays the same game.

    Notes
    -----
    What would have been (`Attacc.instead`) is told with players made anew: exact for
    those that use no chance, as greedy ones; an independent draw for others.

    Examples
    --------
    >>> first = attaccs_of(MatchConfig(players=3), seed=1, index=0)[0]
    >>> first.letter, first.link, first.answer, first.taken
    ('J', 1, 'unable', 1)
    """
    course = _Course(config.dealt(seed, index))
    players = Players(config, seed, index)
    while course.game.legal_moves:
        move = players.choose(course.game)
        if course.counters(move) and not course.counted:
            # Players made anew, since the game goes on with these.
            course.note_instead(Players(config, seed, index))
        course.push(move)
    game = course.game
    return tuple(
        replace(each, won=_win_share(game, each.victim)) for each in course.found
    )


def _win_share(game: Game, seat: int) -> float:
    ended = game.outcome()
    winners = () if ended is None else ended.winners
    return 1 / len(winners) if seat in winners else 0.0


class _Course:
    """A game, and the ATTACCs that were played in it so far."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.found: list[Attacc] = []
        self.counted = False
        self._due = False

    def counters(self, move: Move) -> bool:
        """Return whether a move is a counter."""
        return self.game.phase is Phase.ATTACKED and move.action is Action.PLAY

    def note_instead(self, players: Players) -> None:
        """Note what becomes of the player hit who does not counter now."""
        other, victim = self.game.copy(), self.game.turn
        other.push(Move.parse("accept"))
        while other.legal_moves:
            other.push(players.choose(other))
        self._change(instead=_win_share(other, victim))
        self.counted = True

    def push(self, move: Move) -> None:
        """Make a move; note which ATTACC it is, and what it does to the last one."""
        game, who, counters = self.game, self.game.turn, self.counters(move)
        if game.phase is Phase.ATTACKED:
            answer = Answer.COUNTER if counters else Answer.ACCEPT
            self._change(answer=answer.value)
            self._due = not counters
        attacks = move.action is Action.PLAY and move.card.rank in _RANKS
        if attacks:
            link = self.found[-1].link + 1 if counters else 1
            self.found.append(self._hit(move, who, link))
        game.push(move)
        if attacks:
            self._due = game.hand_sizes[who] > 0
            answer = Answer.UNABLE if self._due else Answer.OUT
            self._change(answer=answer.value)
        if self._due and game.phase not in _PENDING:
            last = self.found[-1]
            self._change(taken=game.hand_sizes[last.victim] - last.hand)
            self._due = False

    def _hit(self, move: Move, who: int, link: int) -> Attacc:
        """Return the ATTACC that a move is, before it is made."""
        game = self.game
        victim = (who + getattr(game, "direction", 1)) % game.players
        held = game.hand(victim)
        holds = any(card.rank is move.card.rank for card in held)
        letter = str(move.card.rank)
        return Attacc(letter, link, victim, len(held), holds)

    def _change(self, **changes: Any) -> None:
        self.found[-1] = replace(self.found[-1], **changes)
