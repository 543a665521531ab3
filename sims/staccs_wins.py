"""Who won games of STACCS, and what they had been dealt."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from sims.clustered import slopes
from sims.reports.intervals import Array, Estimate
from staccs.cards import Card, Rank
from staccs.match import MatchConfig
from staccs.phases import Mode

__all__ = [
    "CLASSES",
    "class_of_card",
    "dealt_classes",
    "dealt_worth",
    "race_shares",
    "win_shares",
]

_RANKS = {
    Rank.ZERO: "ZERO",
    Rank.JACK: "JACK",
    Rank.QUEEN: "QUEEN",
    Rank.KING: "KING",
    Rank.ACE: "ACE",
}

CLASSES = ("number", *_RANKS.values(), "WILD")
"""Kinds of cards by what they do; a number is 2 to 10, which does nothing."""


def class_of_card(card: Card) -> str:
    """Return the class of a card.

    Examples
    --------
    >>> [class_of_card(Card.parse(name)) for name in ("10H", "0S", "QC", "W")]
    ['number', 'ZERO', 'QUEEN', 'WILD']
    """
    return "WILD" if card.rank is None else _RANKS.get(card.rank, "number")


def win_shares(winners: Iterable[str | None], players: int) -> Array:
    """Return what each player has of each win: a shared one is divided.

    Parameters
    ----------
    winners : iterable of str or None
        The column ``winners`` of a table of games.
    players : int
        Of each game.

    Returns
    -------
    ndarray of float, shape (games, players)

    Examples
    --------
    >>> win_shares(["2", "0,1"], players=3).tolist()
    [[0.0, 0.0, 1.0], [0.5, 0.5, 0.0]]
    """
    rows = [[int(seat) for seat in (each or "").split(",") if seat] for each in winners]
    shares = np.zeros((len(rows), players))
    for row, seats in zip(shares, rows, strict=True):
        row[seats] = 1 / max(1, len(seats))
    return shares


def dealt_classes(mode: str, players: int, seed: int, games: Sequence[int]) -> Array:
    """Return how many cards of each class each player of some games was dealt.

    Parameters
    ----------
    mode : str
        ``uh-oh`` or ``party``.
    players : int
    seed : int
        Of the cell of a study, as in the column ``seed``.
    games : sequence of int
        Their indices, as in the column ``game``.

    Returns
    -------
    ndarray of float, shape (games, players, 7)
        Classes in the order of `CLASSES`.

    Examples
    --------
    >>> dealt_classes("uh-oh", players=2, seed=8, games=[0]).sum(axis=2).tolist()
    [[7.0, 7.0]]
    """
    config = MatchConfig(mode=Mode.parse(mode), players=players)
    counts = np.zeros((len(games), players, len(CLASSES)))
    for row, index in zip(counts, games, strict=True):
        dealt = config.dealt(seed, int(index))
        for seat in range(players):
            for card in dealt.hand(seat):
                row[seat, CLASSES.index(class_of_card(card))] += 1
    return counts


def dealt_worth(
    dealt: Array, wins: Array, *, intervals: int = 1
) -> dict[str, Estimate]:
    """Return how much a card that is dealt in place of a number adds to the chance.

    Parameters
    ----------
    dealt : ndarray of float, shape (games, players, 7)
        As of `dealt_classes`.
    wins : ndarray of float, shape (games, players)
        As of `win_shares`, of the same games.
    intervals : int
        So many intervals are to hold at once; see `sims.clustered.slopes`.

    Returns
    -------
    dict of str to Estimate
        By class of card but the number, for each card of it; ``n`` are games.

    Notes
    -----
    A hand has a fixed number of cards, so one class more is another less. Least squares
    over all hands; hands of one game may depend on each other in any way.
    """
    games, players = wins.shape
    features = {name: dealt[..., k].ravel() for k, name in enumerate(CLASSES) if k}
    groups = np.repeat(np.arange(games), players)
    return slopes(features, wins.ravel(), groups, intervals=intervals)


def race_shares(turns: Array, players: int) -> Array:
    """Return how often each seat would win if the order of turns were all there is.

    All players are as likely as each other to lay their last card in a round, if nobody
    did before; how likely, the lengths of the games tell. In a round in which several
    would, the earlier seat wins.

    Parameters
    ----------
    turns : ndarray of int, shape (games,)
        Lengths of games that a player ended.
    players : int

    Returns
    -------
    ndarray of float, shape (players,)
        They sum to 1; NaN without games.

    Notes
    -----
    Of n players who each end in a round with chance h, seat k is the first with chance
    h (1 - h)^k, and the game ends in it with chance 1 - (1 - h)^n, which is the share
    that does of the games that were not over before. Turns out of order, by ACEs or
    after ZEROs, are left out.

    Examples
    --------
    >>> race_shares(np.array([1, 3]), players=2).round(3).tolist()
    [0.793, 0.207]
    """
    rounds = (np.asarray(turns) - 1) // players
    if not len(rounds):
        return np.full(players, np.nan)
    shares = np.zeros(players)
    for each in np.unique(rounds):
        ended = np.mean(rounds == each)
        chance = 1 - (1 - ended / np.mean(rounds >= each)) ** (1 / players)
        first = chance * (1 - chance) ** np.arange(players)
        shares += ended * first / first.sum()
    return shares
