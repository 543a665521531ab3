"""A whole game: legal moves, pushing and undoing them, and how it ended.

Physics is a player from outside: what a move did to the tower is a `Result` handed
to `Game.push`. So rules, replays and analyses run without an engine.
"""

from typing import Self

from stacko.blocks import Block, BlockSet
from stacko.demand import ANY, Demand
from stacko.errors import IllegalMoveError, ParameterError, StackoError
from stacko.game_json import read, written
from stacko.legal import LegalMoves, refusal
from stacko.moves import Move, Outcome, Result
from stacko.opening import Seed, opening
from stacko.position import Position, eligible, fitting, outcome
from stacko.rules import NoMatch, Rules
from stacko.tower import Tower
from stacko.turns import after

__all__ = ["Game"]

_CLEAN = Result.clean()


class Game:
    """A game of UNO Stacko, move by move.

    Parameters
    ----------
    players : int
        2 to 10 (S14). The builder is player 0, the others follow clockwise.
    rules : Rules, optional
        How the rules are read; the defaults if left out.
    tower : Tower or str, optional
        The tower, or its notation. If left out, one is built in random order.
    block_set : BlockSet, optional
        The blocks; the tower's, or the default set of 45, if left out.
    seed : int, SeedSequence, Generator or None
        Source of the tower's order and, in the cube edition, of the die. A
        generator is drawn from here and not kept.
    demand : Demand or str
        What the first player has to take; any block by S3.
    turn : int, optional
        Player to move first; by the switch ``starter`` if left out.
    direction : {1, -1}
        1 for clockwise.

    Raises
    ------
    ParameterError
        If a value is not accepted.
    InvalidNotationError
        If a text is no tower or demand.

    Examples
    --------
    >>> game = Game(players=3, seed=7)
    >>> game.legal_moves.count()
    135
    >>> move = game.legal_moves[0]
    >>> game.push(move)
    >>> game.ply, game.peek() == move
    (1, True)
    >>> game.pop() == move
    True
    """

    __hash__ = None  # type: ignore[assignment]  # it changes

    def __init__(
        self,
        players: int = 4,
        rules: Rules | None = None,
        tower: Tower | str | None = None,
        block_set: BlockSet | None = None,
        seed: Seed = None,
        *,
        demand: Demand | str = ANY,
        turn: int | None = None,
        direction: int = 1,
    ) -> None:
        self._begin(
            opening(
                players,
                rules,
                tower,
                block_set,
                seed,
                demand=demand,
                turn=turn,
                direction=direction,
            )
        )

    def _begin(self, position: Position) -> None:
        self._position = position
        self._past: list[tuple[Position, Move, Result]] = []
        self._forget()

    def _forget(self) -> None:
        """Drop what was worked out about the last position."""
        self._eligible: tuple[Block, ...] | None = None
        self._outcome: Outcome | None = None
        self._outcome_known = False

    @classmethod
    def from_position(cls, position: Position) -> Self:
        """Return a game that starts in a position, with nothing to undo."""
        game = cls.__new__(cls)
        game._begin(position)
        return game

    @property
    def position(self) -> Position:
        """The position, as a value."""
        return self._position

    @property
    def start(self) -> Position:
        """The position the game began with."""
        return self._past[0][0] if self._past else self._position

    @property
    def players(self) -> int:
        """Number of players."""
        return self._position.players

    @property
    def rules(self) -> Rules:
        """How the rules are read."""
        return self._position.rules

    @property
    def block_set(self) -> BlockSet:
        """The set of blocks; some may be out of play."""
        return self._position.tower.block_set

    @property
    def tower(self) -> Tower:
        """The tower; after a topple, as it stood before."""
        return self._position.tower

    @property
    def turn(self) -> int:
        """Index of the player to move; the builder is 0."""
        return self._position.turn

    @property
    def direction(self) -> int:
        """1 if play goes clockwise, -1 if not."""
        return self._position.direction

    @property
    def demand(self) -> Demand:
        """What the player to move has to take."""
        return self._position.demand

    @property
    def tries(self) -> int:
        """Failed attempts of this turn (S13)."""
        return self._position.tries

    @property
    def tried(self) -> tuple[str, ...]:
        """Names of the blocks of those attempts."""
        return self._position.tried

    @property
    def turn_number(self) -> int:
        """Number of the turn, from 1. Draw Two and attempts stay in one turn."""
        return self._position.turn_number

    @property
    def ply(self) -> int:
        """How many moves were pushed, failed attempts and passes included."""
        return len(self._past)

    @property
    def move_stack(self) -> tuple[Move, ...]:
        """The moves pushed so far."""
        return tuple(move for _, move, _ in self._past)

    @property
    def result_stack(self) -> tuple[Result, ...]:
        """The results of the moves pushed so far."""
        return tuple(result for _, _, result in self._past)

    @property
    def nothing_fits(self) -> bool:
        """Whether no block in reach satisfies the demand, so that S9 decides."""
        return not fitting(self._position)

    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves, made only when asked for; none once the game is over."""
        position = self._position
        passes = (
            position.rules.no_match is NoMatch.PASS
            and self.outcome() is None
            and self.nothing_fits
        )
        return LegalMoves(position, self.eligible_blocks(), passes)

    def eligible_blocks(self) -> tuple[Block, ...]:
        """Return the blocks the player to move may take, bottom first.

        Returns
        -------
        tuple of Block
            Empty once the game is over, and where the player has to pass.
        """
        if self._eligible is None:
            over = self.outcome() is not None
            self._eligible = () if over else eligible(self._position)
        return self._eligible

    def outcome(self) -> Outcome | None:
        """Return how the game ended, or None while it goes on."""
        if not self._outcome_known:
            self._outcome = outcome(self._position)
            self._outcome_known = True
        return self._outcome

    def push(self, move: Move | str, result: Result | str = _CLEAN) -> None:
        """Make a move, with what it did to the tower.

        Parameters
        ----------
        move : Move or str
            A legal move, or its notation.
        result : Result or str
            What became of it, or its notation. Clean if left out.

        Raises
        ------
        IllegalMoveError
            If the move is not legal; the message names the demand, the position and
            the blocks that would do.
        ImpossibleResultError
            If the result cannot belong to the move: the layer it leaves empty, a
            block that fell though the rules end the game then, giving up on the
            last try.
        InvalidNotationError
            If a text is no move or result.
        """
        move = move if isinstance(move, Move) else Move.from_notation(move)
        result = result if isinstance(result, Result) else Result.from_notation(result)
        moves = self.legal_moves
        if move not in moves:
            raise IllegalMoveError(self._illegal(moves, move))
        following = after(self._position, move, result)
        self._past.append((self._position, move, result))
        self._position = following
        self._forget()

    def _illegal(self, moves: LegalMoves, move: Move) -> str:
        ended = self.outcome()
        if ended is not None:
            return f"illegal move {move}: the game is over ({ended.describe()})"
        names = ", ".join(block.name for block in moves.blocks) or "none"
        return (
            f"illegal move {move}: {refusal(self._position, moves, move)}. Demand "
            f"{self.demand} ({self.demand.describe()}), ply {self.ply}, player "
            f"{self.turn} to move. Blocks that would do: {names}. Tower: {self.tower}"
        )

    def pop(self) -> Move:
        """Undo the last move and return it.

        Raises
        ------
        IllegalMoveError
            If no move was made yet.
        """
        move = self.peek()
        self._position = self._past.pop()[0]
        self._forget()
        return move

    def peek(self) -> Move:
        """Return the last move; raises `IllegalMoveError` if there is none."""
        if not self._past:
            raise IllegalMoveError(
                "there is no last move at ply 0: push one before peek or pop"
            )
        return self._past[-1][1]

    def copy(self) -> Self:
        """Return an independent copy, with everything to undo."""
        game = self.from_position(self._position)
        game._past = self._past.copy()
        return game

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return self._position == other._position and self._past == other._past

    def __repr__(self) -> str:
        state = self.outcome()
        return (
            f"<Game of {self.players}, ply {self.ply}, turn {self.turn}, demand "
            f"{self.demand}{', ' + state.describe() if state else ''}>"
        )

    def to_json(self) -> str:
        """Return the whole game as JSON: start, moves, results, die and all.

        Returns
        -------
        str
            One line. `from_json` makes an equal game of it.
        """
        moves = [(str(move), str(result)) for _, move, result in self._past]
        return written(self.start, moves, self._position)

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Return the game that `to_json` wrote.

        Parameters
        ----------
        text : str
            What `to_json` returned.

        Raises
        ------
        ParameterError
            If the text is damaged, foreign, or of a later version of the format;
            the message names the place.
        """
        saved = read(text)
        game = cls.from_position(saved.start)
        for index, (move, result) in enumerate(saved.moves):
            try:
                game.push(move, result)
            except StackoError as error:
                raise ParameterError(f"move {index} in JSON: {error}") from error
        saved.check_reached(game.position)
        return game
