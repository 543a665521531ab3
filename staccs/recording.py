"""What is counted while a game is played, and the rows made of it."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from staccs.cards import KINDS
from staccs.extent import extent
from staccs.game import Game
from staccs.lattice import Cell
from staccs.moves import Action, Move
from staccs.params import CardParams
from staccs.phases import Phase
from staccs.records import GameRow, PlayRow

__all__ = ["Recorder"]

_WILD = KINDS[-1]


@dataclass(slots=True)
class _Counts:
    """What a game's row counts of moves; the names are those of its columns."""

    moves: int = 0
    turns: int = 0
    plays: int = 0
    draws: int = 0
    penalty_cards: int = 0
    gifts: int = 0
    wild_turns: int = 0
    counters: int = 0
    longest_chain: int = 0
    forgotten: int = 0
    penalties: int = 0
    lost_to_edge: int = 0


@dataclass(slots=True)
class _Before:
    """What was before a move."""

    phase: Phase
    player: int
    choices: int
    pile: int
    lost: int


class Recorder:
    """Pushes the moves of a game and keeps count.

    Parameters
    ----------
    game : Game
        A game that has just begun.
    index : int
        Index of the game in the batch.
    plays : bool
        Whether every move becomes a row.
    """

    def __init__(self, game: Game, index: int, *, plays: bool = True) -> None:
        self._game, self._index, self._wanted = game, index, plays
        self._rows: list[PlayRow] = []
        self._counts = _Counts()
        self._chain = 0
        self._margins = [self._margin(card.cell) for card in game.board.cards]

    @property
    def rows(self) -> tuple[PlayRow, ...]:
        """The rows of the moves so far."""
        return tuple(self._rows)

    def push(self, move: Move) -> None:
        """Make a legal move in the game, and count it."""
        game = self._game
        before = _Before(
            game.phase, game.turn, len(game.legal_moves), game.pile_size, 0
        )
        if before.phase in (Phase.TURN, Phase.DRAWN, Phase.ATTACKED):
            before.lost = game.lost_to_edge()
        action = move.action
        plays = action is Action.PLAY
        contacts = None
        if plays and self._wanted:
            contacts = len(game.board.contacts(move.placement))
        game.push(move)
        drawn = self._count(move, action, before)
        margin = self._margin(move.cell) if plays else None
        if plays:
            self._margins.append(margin)
        if self._wanted:
            self._rows.append(self._row(move, action, before, contacts, margin, drawn))

    def _margin(self, cell: Cell) -> float | None:
        table = self._game.table
        return None if table is None else table.report(cell).margin

    def _count(self, move: Move, action: Action, before: _Before) -> int:
        """Count a move just made; return how many cards were drawn with it."""
        counts, game = self._counts, self._game
        counts.moves += 1
        counts.turns += before.phase in (Phase.TURN, Phase.ATTACKED)
        counts.lost_to_edge += before.lost
        drawn = max(0, before.pile - game.pile_size)
        if action is Action.DRAW:
            if before.pile and game.pile_size >= before.pile:
                drawn = 1  # the last one, after which the discard pile was turned over
            counts.draws += drawn  # none, where the game ends as none is left
        else:
            counts.penalty_cards += drawn
        if action is Action.PLAY:
            self._count_play(move, before.phase)
        counts.gifts += action is Action.GIVE
        counts.penalties += action is Action.CATCH
        lays_off = action is Action.PLAY or action is Action.GIVE
        counts.forgotten += lays_off and game.phase is Phase.CATCH
        return drawn

    def _count_play(self, move: Move, phase: Phase) -> None:
        counts = self._counts
        counts.plays += 1
        counts.wild_turns += move.card is _WILD
        if phase is Phase.ATTACKED:
            counts.counters += 1
            self._chain += 1
            counts.longest_chain = max(counts.longest_chain, self._chain)
        elif phase is Phase.TURN:
            self._chain = 0

    def _row(
        self,
        move: Move,
        action: Action,
        before: _Before,
        contacts: int | None,
        margin: float | None,
        drawn: int,
    ) -> PlayRow:
        plays = action is Action.PLAY
        has_card = plays or action is Action.GIVE
        cell = move.cell if plays else None
        return PlayRow(
            game=self._index,
            ply=self._game.ply - 1,
            player=before.player,
            phase=before.phase.value,
            choices=before.choices,
            move=str(move),
            card=str(move.card) if has_card else None,
            q=cell.q if cell else None,
            r=cell.r if cell else None,
            contacts=contacts,
            margin=margin,
            lost_to_edge=before.lost,
            drawn=drawn,
            hand=self._game.hand_sizes[before.player],
        )

    def row(
        self,
        *,
        seed: int,
        variation: str | None,
        policies: str,
        wall_time: float,
    ) -> GameRow:
        """Return the row of the game, which is over.

        Parameters
        ----------
        seed : int
            Seed of the batch.
        variation : str or None
            Variation of SOLOSTACCS, or start of WILD OUT.
        policies : str
            Names of the players.
        wall_time : float
            Time the game took, in s.
        """
        game, counts = self._game, self._counts
        ended = game.outcome()
        winners = () if ended is None else ended.winners
        margins = [margin for margin in self._margins if margin is not None]
        return GameRow(
            game=self._index,
            seed=seed,
            mode=game.mode.value,
            variation=variation,
            table="none" if game.table is None else str(game.table.table),
            players=game.players,
            policies=policies,
            termination="" if ended is None else ended.termination.value,
            winners=",".join(map(str, winners)) or None,
            winner=None if ended is None else ended.winner,
            rounds=counts.turns / game.players,
            standing=game.standing,
            cards_left=sum(game.hand_sizes),
            pile_left=game.pile_size,
            flips=int(getattr(game, "flips", 0)),
            min_margin=min(margins, default=None),
            extent=self._extent(),
            wall_time=wall_time,
            stacc=game.board.to_text(),
            error=None,
            **asdict(counts),
        )

    def _extent(self) -> float:
        table = self._game.table
        edge = (CardParams() if table is None else table.card).edge
        return edge * extent([card.cell for card in self._game.board.cards])
