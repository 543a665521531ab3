"""Rows of the result tables: one a game, one a touch of a block.

What a column is, and what is made of these classes, is told in `gamebase.columns`.
"""

from __future__ import annotations

from dataclasses import dataclass

from gamebase.columns import column

__all__ = ["GameRow", "MatchRecord", "TurnRow"]


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRow:
    """One game."""

    game: int = column("index of the game in the batch")
    seed: int = column("seed of the batch; with the index it decides the game")
    players: int = column("number of players")
    policies: str = column("player names by seat, comma separated")
    hands: str = column("hand names by seat, comma separated")
    engine: str = column("engine that moved the blocks")
    termination: str = column(
        "toppled, no_moves, no_match, turn_limit, failed or timeout"
    )
    loser: int | None = column("seat of the loser, 0 is the builder")
    turns: int = column("turns begun", "turns")
    moves: int = column("blocks taken and put on top", "blocks")
    attempts: int = column("blocks touched, moves included", "blocks")
    passes: int = column("turns in which nobody moved a block", "turns")
    direction_changes: int = column("times the direction of play flipped")
    layers: int = column("layers of the tower at the end of the last clean move")
    blocks_on_top: int = column("blocks in the highest layer then", "blocks")
    phase: str | None = column("probe, pull, carry, place or settle: when it toppled")
    first_block: str | None = column("first block to leave the tower")
    fallen: int = column("blocks that left the tower in the last move", "blocks")
    any_block: bool = column("verdict of the criterion any_block")
    collapse: bool = column("verdict of the criterion collapse")
    height: float = column("height of the settled tower before the last move", "m")
    min_margin: float | None = column("smallest stability margin of the game", "m")
    sim_time: float = column("simulated time", "s")
    wall_time: float = column("time the game took", "s", wall=True)
    tower: str = column("tower as built, in notation")
    error: str | None = column("what failed, for termination failed or timeout")


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnRow:
    """One touch of a block: a move, a failed attempt, or a pass."""

    game: int = column("index of the game in the batch")
    ply: int = column("position in the game's list of moves, from 0")
    turn: int = column("turn, from 1; Draw Two makes two moves of one turn", "turns")
    attempt: int = column("which try of this turn, from 1")
    player: int = column("seat of the player")
    demand: str = column("what had to be met, in notation")
    block: str | None = column("block touched", default=None)
    slot: str | None = column("where it was taken from", default=None)
    target: str | None = column("where it went or would have gone", default=None)
    color: str | None = column("color called with a Wild", default=None)
    technique: str | None = column(
        "pull, push (a push, then a pull), or probe", default=None
    )
    verdict: str = column("clean, toppled, stuck, given_up or passed")
    phase: str | None = column("phase in which the tower toppled", default=None)
    first_block: str | None = column("first block to leave the tower", default=None)
    fallen: int = column("blocks that left the tower", "blocks", default=0)
    peak_force: float | None = column("largest force of the hand", "N", default=None)
    moved: float | None = column(
        "how far the block came along its axis", "m", default=None
    )
    probes: int = column("blocks probed before choosing", "blocks", default=0)
    probe_force: float | None = column(
        "peak force when this block was probed", "N", default=None
    )
    place_attempts: int = column("times the block was put on top", "-", default=0)
    max_disturbance: float | None = column(
        "largest shift of another block", "m", default=None
    )
    margin_before: float | None = column(
        "stability margin at rest before", "m", default=None
    )
    margin: float | None = column(
        "smallest stability margin during the move, by outlines along the axes",
        "m",
        default=None,
    )
    tilt_before: float | None = column("tilt of the tower before", "rad", default=None)
    tilt_after: float | None = column("tilt of the tower after", "rad", default=None)
    height_after: float | None = column(
        "height of the tower after, this block left out", "m", default=None
    )
    sim_time: float = column("simulated time, probes included", "s", default=0.0)


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """Everything a match leaves in the tables."""

    game: GameRow
    turns: tuple[TurnRow, ...]
