"""The inside of games of all modes: how they begin, and making and undoing moves."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, ClassVar, Final, Self

from staccs.board import Board
from staccs.deals import Deal, check_copies
from staccs.errors import IllegalMoveError, ParameterError, shown
from staccs.holdings import Holdings
from staccs.legal import NO_MOVES, LegalMoves
from staccs.moves import ACTION, Move, move_of
from staccs.outcomes import Outcome
from staccs.phases import PHASES, Mode, Phase
from staccs.refusals import refusal
from staccs.rules import Rules
from staccs.setting import Setting

__all__ = ["OVER", "Core", "Entry", "Now"]

OVER: Final = PHASES.index(Phase.OVER)
"""The number of the phase after the end."""

Now = tuple[Any, ...]
"""A phase, by its index in `PHASES`; who decides; and what else a mode keeps."""

Entry = tuple[Move, Now, int]
"""A move, what was before it, and how long the journal of the holdings was."""


class Core:
    """The inside of a game: how it begins, and making and undoing moves.

    Attributes
    ----------
    mode : Mode
        The mode.
    copies : int
        How many DECCs it is played with.
    fewest, most : int
        How many players it takes.
    """

    mode: ClassVar[Mode]
    copies: ClassVar[int] = 1
    fewest: ClassVar[int] = 1
    most: ClassVar[int] = 1

    _setting: Setting
    _board: Board
    _held: Holdings
    _now: Now
    _log: list[Entry]
    _dealt: int
    _legal: LegalMoves | None

    def __new__(cls, *_: object, **__: object) -> Self:
        """Make a game that has yet to begin; said here, or compiled it would begin."""
        return super().__new__(cls)

    # What a mode decides

    @classmethod
    @abstractmethod
    def _check_deal(cls, deal: Deal, board: Board) -> None:
        """Refuse a deal that is none of this mode."""

    @abstractmethod
    def _open(self, deal: Deal | None) -> None:
        """Set `_now` to the beginning."""

    @abstractmethod
    def _make(self, code: int) -> None:
        """Make a legal move."""

    @abstractmethod
    def _find_legal(self) -> LegalMoves:
        """Return the legal moves while the game goes on."""

    @abstractmethod
    def _ended(self) -> Outcome:
        """Return the outcome once the phase is over."""

    @abstractmethod
    def _refuse(self, move: Move) -> str:
        """Say why a move is not legal that the board would take; may be empty."""

    @abstractmethod
    def _keep(self, game: Self) -> None:
        """Take over what this mode keeps besides from a game that is copied."""

    def _at_hand(self) -> int:
        """Return the kinds of cards the player to decide has, as bits."""
        return self._held.masks[self._now[1]]

    def _playable(self) -> int:
        """Return which of them may be played now wherever they fit."""
        return self._at_hand()

    def _barred(self) -> tuple[int, ...]:
        """Return which cards' TOPs are barred now (T10), by index on the board."""
        return ()

    # Beginning

    @classmethod
    def _from_deal(cls, deal: Deal, under: Setting) -> Self:
        if not isinstance(deal, Deal):
            raise ParameterError(f"deal is {shown(deal)}: give a Deal")
        cls._check_players(len(deal.hands))
        footing, copies = under.footing, cls.copies
        board = Board.from_text(deal.board, under.rules, footing, copies=copies)
        lie = [placed.card for placed in board.cards]
        check_copies([*lie, *sum(deal.hands, ()), *deal.pile], copies)
        cls._check_deal(deal, board)
        hands = [[card.index for card in hand] for hand in deal.hands]
        game = cls.__new__(cls)
        held = Holdings(hands, [card.index for card in deal.pile])
        game._begin(under, board, held, deal)
        return game

    def _begin(
        self, under: Setting, board: Board, held: Holdings, deal: Deal | None = None
    ) -> None:
        """Set the cards down and find out who is to decide what."""
        self._setting = under
        self._board = board
        self._held = held
        self._log = []
        self._dealt = len(board)
        self._legal = None
        self._now = ()
        self._open(deal)

    @classmethod
    def _check_players(cls, players: object) -> int:
        if type(players) is int and cls.fewest <= players <= cls.most:
            return players
        span = f"{cls.fewest} to {cls.most}" if cls.fewest < cls.most else str(cls.most)
        raise ParameterError(
            f"players is {shown(players)}: {cls.mode} takes {span} (T16 to T18, T21)"
        )

    # Where the game is

    @property
    def rules(self) -> Rules:
        """How the rules are read."""
        return self._setting.rules

    @property
    def players(self) -> int:
        """Number of players."""
        return len(self._held.sizes)

    @property
    def turn(self) -> int:
        """Who is to decide."""
        return int(self._now[1])

    @property
    def phase(self) -> Phase:
        """What is to be decided."""
        return PHASES[self._now[0]]

    @property
    def ply(self) -> int:
        """How many moves were pushed."""
        return len(self._log)

    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves, made only when asked for; none once the game is over."""
        legal = self._legal
        if legal is None:
            legal = self._find_legal() if self._now[0] != OVER else NO_MOVES
            self._legal = legal
        return legal

    def outcome(self) -> Outcome | None:
        """Return how the game ended, or None while it goes on."""
        return self._ended() if self._now[0] == OVER else None

    # Making and undoing moves

    def push(self, move: Move | str) -> None:
        """Make a move.

        Parameters
        ----------
        move : Move or str
            A legal move, or its notation.

        Raises
        ------
        IllegalMoveError
            If the move is not legal; the message names the ruling, says why, and what
            would do.
        InvalidNotationError
            If a text is no move.
        Exception
            What a function given as ``fits`` raises; the game is then as it was.
        """
        legal = self._legal
        made = None if legal is None else legal.made
        if made is None or made is not move:
            made = move_of(move)
            self._require(made)
        self._log.append((made, self._now, len(self._held.journal)))
        self._legal = None
        try:
            self._make(made.code)
        except BaseException:  # out of the caller's own function for the table
            plays = sum(not each.code >> ACTION & 15 for each, _, _ in self._log[:-1])
            self._take_back(len(self._board) > self._dealt + plays)
            raise

    def why_not(self, move: Move | str) -> str:
        """Return why a move is not legal now, with the ruling; empty if it is.

        Parameters
        ----------
        move : Move or str
            Any move, or its notation.

        Raises
        ------
        InvalidNotationError
            If a text is no move.
        """
        asked = move_of(move)
        if asked in self.legal_moves:
            return ""
        ended = self.outcome()
        if ended is not None:
            return f"the game is over ({ended.describe()})"
        return refusal(self._board, self._at_hand(), asked, self._refuse(asked))

    def _require(self, move: Move) -> None:
        why = self.why_not(move)
        if not why:
            return
        if self._now[0] == OVER:
            raise IllegalMoveError(f"illegal move {move}: {why}")
        raise IllegalMoveError(
            f"illegal move {move}: {why}. Player {self.turn} at ply {self.ply}: "
            f"{self.phase.describe()} Legal: {self.legal_moves.sample()}"
        )

    def pop(self) -> Move:
        """Undo the last move and return it.

        Raises
        ------
        IllegalMoveError
            If no move was made yet.
        """
        move = self.peek()
        self._take_back(not move.code >> ACTION & 15)
        return move

    def _take_back(self, laid: bool) -> None:
        """Undo the last move; ``laid`` says whether its card is on the board."""
        _, now, length = self._log.pop()
        self._held.back_to(length)
        if laid:
            self._board.undo()
        self._now = now
        self._legal = None
        barred = self._barred()
        if self._board.barred != barred:
            self._board.unbar()
            for index in barred:
                self._board.bar_top(index)

    def peek(self) -> Move:
        """Return the last move; raises `IllegalMoveError` if there is none."""
        if not self._log:
            raise IllegalMoveError(
                "there is no last move at ply 0: push one before peek or pop"
            )
        return self._log[-1][0]

    def copy(self) -> Self:
        """Return an independent copy, with everything to undo."""
        other = self.__class__.__new__(self.__class__)
        other._setting = self._setting
        other._board = self._board.copy()
        other._held = self._held.copy()
        other._now = self._now
        other._log = self._log.copy()
        other._dealt = self._dealt
        other._legal = None
        other._keep(self)
        return other
