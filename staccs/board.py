"""The board: cards laid into STACCs, checked against the rules."""

from collections.abc import Callable, Iterator
from typing import Self

from gamebase.counting import counted
from staccs.board_text import read_tokens
from staccs.board_view import BoardView
from staccs.cards import MOST_DECCS, SUITS, Card, Suit
from staccs.cells import REACH, Footing, pack
from staccs.errors import IllegalMoveError, InvalidNotationError, ParameterError, shown
from staccs.explain import OFF_TABLE, Reason, spent
from staccs.ground import Ground
from staccs.hosts import touched
from staccs.lattice import Cell, mirrored, rotated
from staccs.placement import Placement, placement_of
from staccs.rules import Rules, rules_of

__all__ = ["Board"]

_ORIGIN = Cell(0, 0)

Fits = Callable[[Cell], bool]
"""Tells whether a card can lie at a cell on the table."""


class Board(BoardView):
    """Cards laid on a table: one STACC, or several (T18).

    Nothing that asks changes anything; `start`, `place` and `play` do, and `undo`
    takes them back. If ``fits`` raises an error meanwhile, it comes out as it is, and
    the board is as before.

    Parameters
    ----------
    rules : Rules, optional
        How the rules are read.
    fits : callable or Footing, optional
        Takes a `Cell` and tells whether a card can lie there on the table; None for a
        table without an edge. A `Footing` is shared with other boards on the table.
    copies : int
        How many DECCs the cards come from, 1 to 16.
    mirror : bool
        Whether the cards are seen in a mirror, where SIDE and FACE swap.

    Examples
    --------
    >>> board = Board()
    >>> board.start(Card.parse("5S"))
    >>> board.place(Placement.parse("9S@0,1"))
    >>> print(*board.legal_placements(Card.parse("9H")))
    9H@1,0
    >>> board.place(Placement.parse("9H@0,2"))
    Traceback (most recent call last):
    gamebase.errors.IllegalMoveError: 9H@0,2 is not legal: the TOP of 9S@0,1 shows
    spades, so 9H does not fit: any spades or a WILD (T1). What fits there: any spades
    or a WILD
    """

    def __init__(
        self,
        rules: Rules | None = None,
        fits: Fits | Footing | None = None,
        *,
        copies: int = 1,
        mirror: bool = False,
    ) -> None:
        if type(copies) is not int or not 1 <= copies <= MOST_DECCS:
            raise ParameterError(
                f"copies is {shown(copies)}: give a whole number from 1 to {MOST_DECCS}"
            )
        if type(mirror) is not bool:
            raise ParameterError(f"mirror is {shown(mirror)}: give True or False")
        super().__init__(rules_of(rules), Footing.of(fits), copies, mirror)

    def start(
        self,
        card: Card,
        cell: Cell = _ORIGIN,
        orientation: int = 0,
        call: Suit | None = None,
        stacc: int = 0,
    ) -> None:
        """Lay the first card of a STACC, which needs nothing to lie on.

        Parameters
        ----------
        card : Card
            The card.
        cell : Cell
            Where, with coordinates from -1000 to 1000.
        orientation : int
            Orientation of the card, and of the cards to come.
        call : Suit, optional
            Suit called with a WILD.
        stacc : int
            Number of the new STACC.

        Raises
        ------
        IllegalMoveError
            If the STACC has been started, or the card would lie on others, or off the
            table.
        """
        first = Placement(card, cell, orientation, call, stacc)
        if orientation is None:
            raise ParameterError(
                "orientation is None: a first card has one, a whole number from 0 to 5"
            )
        against = tuple(self._against_start(first))
        if against:
            reasons = "; ".join(map(str, against))
            raise IllegalMoveError(f"{first} cannot start a STACC: {reasons}")
        self._ground.begin(orientation, stacc)
        self.put(*_packed(first, orientation))

    def place(self, placement: Placement) -> None:
        """Lay a card where the rules allow it.

        Raises
        ------
        IllegalMoveError
            If they do not; the message gives every reason, its ruling, and what would
            fit there.
        """
        explanation = self.explain(placement)
        if not explanation.legal:
            raise IllegalMoveError(str(explanation))
        self.play(placement)

    def play(self, placement: Placement) -> None:
        """Lay a card without asking whether it may lie there.

        Only for placements known to be legal, such as those of `legal_placements`.
        """
        turn = placement_of(placement).orientation
        now = self.orientation(placement.stacc) if turn is None else turn
        self.put(*_packed(placement, now))

    def put(
        self, kind: int, cell: int, orientation: int, call: int = -1, stacc: int = 0
    ) -> None:
        """Lay a card without asking whether it may lie there; the fastest way.

        Parameters
        ----------
        kind : int
            Index of the card.
        cell : int
            Packed cell (`staccs.cells.pack`), such as a key of `open_cells`.
        orientation : int
            Orientation of the card: that of the STACC, or of a WILD a new one.
        call : int
            Index of the suit called with a WILD in `staccs.cards.SUITS`; -1 for none.
        stacc : int
            Number of a STACC that has been started.
        """
        try:
            self._ground.put(kind, cell, orientation, call, stacc)
        except BaseException:
            self._mend(self.barred)
            raise

    def undo(self) -> None:
        """Take back the card laid last, and whatever was barred or freed since.

        Raises
        ------
        IllegalMoveError
            If no card lies.
        """
        if not self._ground.placed:
            raise IllegalMoveError("no card lies that could be taken back")
        self._ground.undo()

    def bar_top(self, index: int) -> None:
        """Bar the TOP of a card until `unbar` (T10).

        Parameters
        ----------
        index : int
            Which card: the first laid has 0.
        """
        if type(index) is not int or not 0 <= index < len(self):
            raise ParameterError(
                f"index is {shown(index)}: the STACC has {counted(len(self), 'card')}"
            )
        if index not in self._ground.barred:
            self._bar((*self._ground.barred, index))

    def unbar(self) -> None:
        """Free every barred TOP."""
        self._bar(())

    def copy(self) -> Self:
        """Return an independent copy, on the same table."""
        other = self._like(self._ground.footing, self.is_mirrored)
        self._ground.carry(other._ground)
        return other

    @classmethod
    def from_text(
        cls,
        text: str,
        rules: Rules | None = None,
        fits: Fits | Footing | None = None,
        *,
        copies: int = 1,
    ) -> Self:
        """Return the board of a text, every card of it checked.

        Parameters
        ----------
        text : str
            As of `to_text`: the first card of each STACC starts it, the others are
            laid on it.
        rules, fits, copies
            As of the class.

        Raises
        ------
        InvalidNotationError
            If it is not the text of a board, or a card in it lies against the rules.
        """
        mirror, cards = read_tokens(text)
        board = cls(rules, fits, copies=copies, mirror=mirror)
        for number, card in enumerate(cards, 1):
            try:
                board._add(card)
            except IllegalMoveError as error:
                raise InvalidNotationError(
                    f"card {number} of the STACC: {error}"
                ) from None
        return board

    def turned(self, sixths: int) -> Self:
        """Return the board turned clockwise around the origin, table and all."""
        rotated(_ORIGIN, sixths)  # refuses what is no number of sixths
        moved = [card.turned(sixths) for card in self.cards]
        return self._moved(moved, self.is_mirrored, lambda cell: rotated(cell, -sixths))

    def mirrored(self) -> Self:
        """Return the board as in a mirror, table and all: SIDE and FACE swap."""
        moved = [card.mirrored() for card in self.cards]
        return self._moved(moved, not self.is_mirrored, mirrored)

    def _like(self, footing: Footing | None, mirror: bool) -> Self:
        return type(self)(self.rules, footing, copies=self._copies, mirror=mirror)

    def _moved(
        self, cards: list[Placement], mirror: bool, back: Callable[[Cell], Cell]
    ) -> Self:
        footing = self._ground.footing
        fits = None if footing is None else Footing(lambda at: footing.fits(back(at)))
        other = self._like(fits, mirror)
        for card in cards:
            if card.stacc not in other._ground.staccs:
                other._ground.begin(card.orientation or 0, card.stacc)
            other.play(card)
        other._ground.bar(self.barred)
        return other

    def _bar(self, barred: tuple[int, ...]) -> None:
        before = self.barred
        try:
            self._ground.bar(barred)
        except BaseException:
            self._mend(before)
            raise

    def _mend(self, barred: tuple[int, ...]) -> None:
        """Lay all cards anew, since a ``fits`` that failed left a change half made.

        It is not asked again: its answers for cards that lay are remembered.
        """
        half = self._ground
        whole = Ground(half.rules, half.footing, half.mirror)
        # What is in the log was laid to the end; its last part is what was barred.
        for record, entry in zip(half.placed, half.log, strict=False):
            if record[4] not in whole.staccs:
                whole.begin(record[2], record[4])
            whole.bar(entry[-1])
            whole.put(*record)
        whole.bar(barred)
        self._ground = whole

    def _add(self, card: Placement) -> None:
        if card.stacc in self._ground.staccs:
            self.place(card)
        else:
            turn = card.orientation or 0
            self.start(card.card, card.cell, turn, card.call, card.stacc)

    def _against_start(self, first: Placement) -> Iterator[Reason]:
        if first.stacc in self._ground.staccs:
            yield Reason("T18", False, f"STACC {first.stacc} has been started")
        yield from spent(self._ground, first.card, self._copies)
        if max(map(abs, first.cell)) > REACH:
            yield Reason("T20", False, f"a coordinate is beyond {REACH}")
            return
        cell, footing = pack(first.cell), self._ground.footing
        for host, _ in touched(self._ground, cell):
            yield Reason("T18", False, f"it would lie on {host}", host.index)
        if footing is not None and not footing[cell]:
            yield OFF_TABLE


def _packed(placement: Placement, turn: int) -> tuple[int, int, int, int, int]:
    call = -1 if placement.call is None else SUITS.index(placement.call)
    return placement.card.index, pack(placement.cell), turn, call, placement.stacc
