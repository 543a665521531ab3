"""Rows of the result tables: one a game, one a move.

What a column is, and what is made of these classes, is told in `gamebase.columns`.
"""

from __future__ import annotations

from dataclasses import dataclass

from gamebase.columns import column

__all__ = ["GameRow", "MatchRecord", "PlayRow"]


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRow:
    """One game."""

    game: int = column("index of the game in the batch")
    seed: int = column("seed of the batch; with the index it decides the game")
    mode: str = column("uh-oh, party, solo or wild-out")
    variation: str | None = column("variation of solo, or start of wild-out")
    table: str = column("the table in notation, or none")
    players: int = column("number of players")
    policies: str = column("player names by seat, comma separated")
    termination: str = column("out, deck_out, complete, no_moves, failed or timeout")
    winners: str | None = column("seats of the winners, comma separated")
    winner: int | None = column("seat of the winner, if there is just one")
    moves: int = column("decisions of the players, of every kind", "moves")
    turns: int = column("turns in which a card was played or drawn", "turns")
    rounds: float = column("turns over players", "turns")
    plays: int = column("cards played", "cards")
    draws: int = column("cards drawn because a player chose or had to", "cards")
    penalty_cards: int = column("cards drawn for ATTACCs and forgotten calls", "cards")
    gifts: int = column("cards chosen and given after a QUEEN", "cards")
    standing: int = column("cards on the STACC, or on all STACCs, at the end", "cards")
    cards_left: int = column("cards left in the hands at the end", "cards")
    pile_left: int = column("cards left in the draw pile at the end", "cards")
    flips: int = column("times the discard pile was turned over")
    wild_turns: int = column("WILDs played, each turning the STACC")
    counters: int = column("ATTACCs that were countered")
    longest_chain: int = column("most counters one after another")
    forgotten: int = column("calls of UH OH! that were forgotten")
    penalties: int = column("forgotten calls that were caught")
    lost_to_edge: int = column("plays only the table forbade, over all decisions")
    min_margin: float | None = column("smallest margin to the table's edge", "m")
    extent: float | None = column("largest distance of two corners of cards", "m")
    wall_time: float = column("time the game took", "s", wall=True)
    stacc: str = column("what lies at the end, in notation")
    error: str | None = column("what failed, for termination failed or timeout")


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayRow:
    """One move: a play, a draw, or an answer."""

    game: int = column("index of the game in the batch")
    ply: int = column("position in the game's list of moves, from 0")
    player: int = column("seat of the player")
    phase: str = column("what was decided: turn, drawn, attacked, more, give, catch")
    choices: int = column("number of legal moves")
    move: str = column("the move in notation")
    card: str | None = column("card played or given")
    q: int | None = column("where it was laid, first coordinate")
    r: int | None = column("where it was laid, second coordinate")
    contacts: int | None = column("surfaces it covers wholly")
    margin: float | None = column("its margin to the table's edge", "m")
    lost_to_edge: int = column("plays only the table forbade")
    drawn: int = column("cards drawn from the pile, by whomever", "cards")
    hand: int = column("cards the player holds afterwards", "cards")


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """What is left of a match.

    Parameters
    ----------
    game : GameRow
    plays : tuple of PlayRow
        In order; empty if they were not asked for.
    """

    game: GameRow
    plays: tuple[PlayRow, ...]
