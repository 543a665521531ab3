"""Winning a deal of SOLOSTACCS by somebody who knows the order of the pile.

A beam search: of all that can be made of the cards drawn so far, the few best are kept,
then the next card is drawn. It may miss a way to win, but a way that it finds is played
by the rules of the game. So it tells for how many deals at least there is one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from sims.solo.matching import MATCHING
from staccs.board import Board
from staccs.cards import KINDS
from staccs.cells import unpack
from staccs.modes import Variation
from staccs.modes.solo import Solo
from staccs.moves import Action, Move
from staccs.phases import Phase
from staccs.placement import Placement
from staccs.rules import SoloDiscard

__all__ = ["Line", "foreseen", "left_over", "wins"]

_WILD = KINDS[-1].index

_NEAR = 6
"""So many cards of the pile count more, since they come next."""

_ALIKE = 50
"""Of so many ways that are kept, one may have the same discards as others; or else
nearly all would soon have the same, and these decide the game."""

_PLACE, _SECOND, _SOON, _BURIED, _STUCK, _LUCK = 1.0, 0.1, 0.3, 7.0, 3.0, 0.3
"""What a STACC is worth: a place for a card to come, a second place for it, a place for
one that comes soon; what each discard costs, and each card of which `left_over` says
that it is left in the end; and how far luck shifts it. Found by trying a few."""


@dataclass(frozen=True, slots=True)
class Line:
    """The best that was found for a deal.

    Parameters
    ----------
    won : bool
        Whether all cards stand in the end.
    standing : int
        How many cards stand at most, over all ends that were reached.
    width : int
        Of the beam that found it.
    moves : tuple of Move
        How to get there; empty if it is not won.
    """

    won: bool
    standing: int
    width: int
    moves: tuple[Move, ...] = ()


@dataclass(frozen=True, slots=True)
class _Play:
    """A card that is laid, and where; from the discard pile or as it is drawn."""

    kind: int
    cell: int
    orientation: int
    lifted: bool
    before: _Play | None


@dataclass(frozen=True, slots=True)
class _State:
    """What was made of the cards drawn so far."""

    board: Board
    pile: tuple[int, ...]
    drawn: int
    discards: tuple[int, ...]
    flips: int
    placed: bool
    last: _Play | None
    worth: float = 0.0


@dataclass(frozen=True, slots=True)
class _Choice:
    """What can be done next in a state; without a play its drawn card is discarded."""

    worth: float
    key: int
    discards: tuple[int, ...]
    state: _State
    play: _Play | None


Kept = TypeVar("Kept", _State, _Choice)


def foreseen(game: Solo, widths: Sequence[int] = (8, 64), seed: int = 0) -> Line:
    """Search for a way to win a game of SOLOSTACCS whose pile is known.

    Parameters
    ----------
    game : Solo
        The game, dealt and with no move made.
    widths : sequence of int
        How many ways are kept after each card; one after the other until one wins.
    seed : int
        Of the luck that decides between ways that are about as good.

    Returns
    -------
    Line
        If it is won, its moves win this game.

    Examples
    --------
    >>> from staccs.deals import Deal
    >>> deal = Deal("5S@0,0", ("",), "7H 9S 9H", variation="perfect")
    >>> line = foreseen(Solo.from_deal(deal))
    >>> line.won, line.standing, wins(Solo.from_deal(deal), line.moves)
    (True, 4, True)
    """
    best = Line(False, 0, 0)
    for width in widths:
        found = _Search(game, width, np.random.default_rng((seed, width))).run()
        if found.won:
            return found
        best = max(best, found, key=lambda line: line.standing)
    return best


def wins(game: Solo, moves: Sequence[Move]) -> bool:
    """Make moves in a copy of a game, and return whether they win it.

    Raises
    ------
    IllegalMoveError
        If one of them is not legal.
    """
    copy = game.copy()
    for move in moves:
        copy.push(move)
    ended = copy.outcome()
    return ended is not None and bool(ended.winners)


class _Search:
    """One beam search through a game."""

    def __init__(self, game: Solo, width: int, rng: np.random.Generator) -> None:
        self._game = game
        self._width = width
        self._alike = max(1, width // _ALIKE)
        self._rng = rng
        self._any = game.rules.solo_discard is SoloDiscard.ANY
        self._ahead: dict[tuple[int, ...], list[tuple[int, int]]] = {}

    def run(self) -> Line:
        """Return the first way to win that comes up, or how far the best got."""
        pile = tuple(card.index for card in self._game.deal().pile)
        board = self._game.board.copy()
        total, standing = len(board) + len(pile), len(board)
        states = [_State(board, pile, 0, (), 0, False, None)]
        while states:
            standing = max(standing, *(len(state.board) for state in states))
            for state in states:
                if len(state.board) == total:
                    moves = tuple(_moves(self._game, state.last))
                    return Line(True, total, self._width, moves)
            states = self._next(states)
        return Line(False, standing, self._width)

    def _next(self, states: Sequence[_State]) -> list[_State]:
        """Draw a card in each state, lay it and discards, and keep the best states."""
        ready = [each for state in states if (each := self._ready(state))]
        front = self._best(each for state in ready for each in self._drawn(state))
        pool = front
        while front:
            front = self._best(each for state in front for each in self._lifted(state))
            pool = pool + front
        return self._kept(pool)

    def _ready(self, state: _State) -> _State | None:
        """Turn the discards over if the pile is used up; None if that is the end."""
        if state.drawn < len(state.pile):
            return state
        limit = self._game.rules.second_chances_limit
        if not (
            self._game.variation is Variation.SECOND_CHANCES
            and state.discards
            and state.placed
            and (not limit or state.flips < limit)
        ):
            return None
        pile, flips = state.discards, state.flips + 1
        return _State(state.board, pile, 0, (), flips, False, state.last)

    def _drawn(self, state: _State) -> Iterator[_Choice]:
        """Yield what can be done with the next card of the pile (T17)."""
        kind = state.pile[state.drawn]
        fitted = False
        for choice in self._laid(state, kind, state.drawn + 1, state.discards, False):
            fitted = True
            yield choice
        if self._any or not fitted:
            discards = (*state.discards, kind)
            worth = self._worth(state.board, state.pile, state.drawn + 1, discards)
            yield _Choice(worth, _key(state.board, discards), discards, state, None)

    def _lifted(self, state: _State) -> Iterator[_Choice]:
        """Yield where the top of the discards can be laid."""
        if state.discards:
            kind, rest = state.discards[-1], state.discards[:-1]
            yield from self._laid(state, kind, state.drawn, rest, True)

    def _laid(
        self,
        state: _State,
        kind: int,
        drawn: int,
        discards: tuple[int, ...],
        lifted: bool,
    ) -> Iterator[_Choice]:
        board = state.board
        wild = kind == _WILD
        ways = board.rotations() if wild else (board.orientation(),)
        cells = [cell for cell, fit in board.open_cells().items() if fit >> kind & 1]
        for cell in cells:
            for way in ways:
                board.put(kind, cell, way, -1, 0)
                worth = self._worth(board, state.pile, drawn, discards)
                key = _key(board, discards)
                board.undo()
                play = _Play(kind, cell, way, lifted, state.last)
                yield _Choice(worth, key, discards, state, play)

    def _best(self, choices: Iterator[_Choice]) -> list[_State]:
        """Return the states that the best choices lead to, each only once."""
        known: dict[int, _Choice] = {}
        for choice in choices:
            known.setdefault(choice.key, choice)
        return [_made(choice) for choice in self._kept(list(known.values()))]

    def _kept(self, found: list[Kept]) -> list[Kept]:
        """Return the best, but only some of those with the same discards."""
        alike = Counter[tuple[int, ...]]()
        kept = []
        for each in sorted(found, key=lambda each: -each.worth):
            alike[each.discards] += 1
            if alike[each.discards] <= self._alike:
                kept.append(each)
        return kept[: self._width]

    def _worth(
        self, board: Board, pile: tuple[int, ...], drawn: int, discards: tuple[int, ...]
    ) -> float:
        """Return what a STACC is worth: places for cards to come, few discards."""
        once = twice = 0
        for fit in board.open_cells().values():
            twice |= once & fit
            once |= fit
        near, wanted = self._masks(pile)[drawn]
        for kind in discards:
            wanted |= 1 << kind
        if discards:
            near |= 1 << discards[-1]
        return (
            _PLACE * (once & wanted).bit_count()
            + _SECOND * (twice & wanted).bit_count()
            + _SOON * (once & near).bit_count()
            - _BURIED * len(discards)
            - _STUCK * left_over(once, pile[drawn:], discards)
            + _LUCK * self._rng.random()
        )

    def _masks(self, pile: tuple[int, ...]) -> list[tuple[int, int]]:
        """Return the kinds of cards that come soon, and all before the next WILD."""
        if pile not in self._ahead:
            self._ahead[pile] = [_before_wild(pile[k:]) for k in range(len(pile) + 1)]
        return self._ahead[pile]


def left_over(fits: int, pile: Sequence[int], discards: Sequence[int]) -> int:
    """Return how many cards are left if all that matches is laid, space no object.

    Parameters
    ----------
    fits : int
        The kinds that fit now, as bits.
    pile : sequence of int
        The kinds of the cards to come, the next one first.
    discards : sequence of int
        The discard pile, its top last.
    """
    kept = list(discards)
    fresh = False
    for kind in (-1, *pile):
        if kind == _WILD:
            fits, fresh = -1, True
        elif kind >= 0:
            if fits >> kind & 1:
                fits = MATCHING[kind] if fresh else fits | MATCHING[kind]
                fresh = False
            else:
                kept.append(kind)
        while kept and fits >> kept[-1] & 1:
            top = kept.pop()
            fits = MATCHING[top] if fresh else fits | MATCHING[top]
            fresh = False
    return len(kept)


def _before_wild(pile: tuple[int, ...]) -> tuple[int, int]:
    near = wanted = 0
    for k, kind in enumerate(pile):
        if kind == _WILD:
            break
        wanted |= 1 << kind
        near = wanted if k < _NEAR else near
    return near, wanted


def _key(board: Board, discards: tuple[int, ...]) -> int:
    return hash((frozenset(board.open_cells().items()), board.orientation(), discards))


def _made(choice: _Choice) -> _State:
    """Return the state a choice leads to."""
    old, play = choice.state, choice.play
    if play is None:
        discards = (*old.discards, old.pile[old.drawn])
        return _State(
            old.board, old.pile, old.drawn + 1, discards, old.flips, old.placed,
            old.last, choice.worth,
        )  # fmt: skip
    board = old.board.copy()
    board.put(play.kind, play.cell, play.orientation, -1, 0)
    drawn = old.drawn + (not play.lifted)
    discards = old.discards[:-1] if play.lifted else old.discards
    return _State(board, old.pile, drawn, discards, old.flips, True, play, choice.worth)


def _moves(game: Solo, last: _Play | None) -> Iterator[Move]:
    """Yield the moves of a game in which cards are laid as they were in a search."""
    plays = []
    while last is not None:
        plays.append(last)
        last = last.before
    copy = game.copy()
    for play in reversed(plays):
        wild = play.kind == _WILD
        turn = play.orientation if wild else None
        move = Move.play(Placement(KINDS[play.kind], unpack(play.cell), turn))
        while move not in copy.legal_moves or (
            not play.lifted and copy.phase is Phase.TURN
        ):
            on = _on(copy)
            copy.push(on)
            yield on
        copy.push(move)
        yield move


def _on(game: Solo) -> Move:
    """Return the move that draws, discards or turns the pile over."""
    for move in game.legal_moves:
        if move.action is not Action.PLAY:
            return move
    raise LookupError(f"nothing leads on from {game!r}")
