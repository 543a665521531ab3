"""The board: cards laid into STACCs, checked against the rules."""

from collections.abc import Callable, Iterator, Mapping
from typing import Self

from staccs.board_text import read_tokens, text_of_ground
from staccs.cards import SUITS, Card, Suit
from staccs.cells import REACH, Footing, pack, unpack
from staccs.errors import IllegalMoveError, InvalidNotationError, ParameterError, shown
from staccs.explain import OFF_TABLE, Explanation, Reason, explain, spent
from staccs.ground import Ground, Stacc
from staccs.hosts import HostSurface, laid, surfaces_of, touched
from staccs.lattice import Cell, mirrored, rotated
from staccs.placement import Placement
from staccs.rules import Rules

__all__ = ["Board"]

_ORIGIN = Cell(0, 0)

Fits = Callable[[Cell], bool]
"""Tells whether a card can lie at a cell on the table."""


class Board:
    """Cards laid on a table: one STACC, or several (T18).

    Nothing that asks changes anything; `start`, `place` and `play` do, and `undo`
    takes them back.

    Parameters
    ----------
    rules : Rules, optional
        How the rules are read.
    fits : callable or Footing, optional
        Takes a `Cell` and tells whether a card can lie there on the table; None for a
        table without an edge. A `Footing` is shared with other boards on the table.
    copies : int
        How many DECCs the cards come from.
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

    __slots__ = ("_copies", "_ground")

    def __init__(
        self,
        rules: Rules | None = None,
        fits: Fits | Footing | None = None,
        *,
        copies: int = 1,
        mirror: bool = False,
    ) -> None:
        if type(copies) is not int or copies < 1:
            raise ParameterError(f"copies is {shown(copies)}: give 1 DECC or more")
        footing = fits if fits is None or isinstance(fits, Footing) else Footing(fits)
        self._copies = copies
        self._ground = Ground(rules or Rules(), footing, mirror)

    @property
    def rules(self) -> Rules:
        """How the rules are read."""
        return self._ground.rules

    @property
    def is_mirrored(self) -> bool:
        """Whether SIDE and FACE are swapped."""
        return self._ground.mirror

    @property
    def cards(self) -> tuple[Placement, ...]:
        """The cards that lie, in the order they were laid, with their orientations."""
        return tuple(laid(self._ground, index) for index in range(len(self)))

    @property
    def staccs(self) -> tuple[int, ...]:
        """The numbers of the STACCs that have been started."""
        return tuple(self._ground.staccs)

    def __len__(self) -> int:
        return len(self._ground.placed)

    def __bool__(self) -> bool:
        return True

    def __repr__(self) -> str:
        return f"<Board of {len(self)}: {self.to_text()[-60:]}>"

    # Laying cards

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
        against = tuple(self._against_start(first))
        if against:
            raise IllegalMoveError(str(Explanation(first, against, 0)))
        self._ground.begin(orientation, stacc)
        self._ground.put(*_packed(first, orientation))

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
        turn = placement.orientation
        now = self._ground.staccs[placement.stacc].orientation if turn is None else turn
        self._ground.put(*_packed(placement, now))

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
        self._ground.put(kind, cell, orientation, call, stacc)

    def undo(self) -> Placement:
        """Take back the card laid last, and whatever was barred or freed since.

        Returns
        -------
        Placement
            The card taken back.

        Raises
        ------
        IllegalMoveError
            If no card lies.
        """
        if not self._ground.placed:
            raise IllegalMoveError("no card lies that could be taken back")
        last = laid(self._ground, len(self) - 1)
        self._ground.undo()
        return last

    def bar_top(self, index: int) -> None:
        """Bar the TOP of a card until `unbar` (T10).

        Parameters
        ----------
        index : int
            Which card: the first laid has 0.
        """
        if type(index) is not int or not 0 <= index < len(self):
            raise ParameterError(f"index is {shown(index)}: {len(self)} cards lie")
        if index not in self._ground.barred:
            self._ground.bar((*self._ground.barred, index))

    def unbar(self) -> None:
        """Free every barred TOP."""
        self._ground.bar(())

    @property
    def barred(self) -> tuple[int, ...]:
        """The cards whose TOPs are barred."""
        return self._ground.barred

    # Asking

    def orientation(self, stacc: int = 0) -> int:
        """Return the orientation in which cards of a STACC are laid now."""
        return self._started(stacc).orientation

    def rotations(self, stacc: int = 0) -> tuple[int, ...]:
        """Return the orientations a WILD may take now, in order (T4)."""
        self._started(stacc)
        return self._ground.rotations(stacc)

    def open_cells(self, stacc: int = 0) -> Mapping[int, int]:
        """Return what fits where, as it is now: look, but do not change it.

        Parameters
        ----------
        stacc : int
            Number of the STACC.

        Returns
        -------
        mapping of int to int
            By packed cell (`staccs.cells.unpack`), the set of card kinds that can be
            laid there, never empty. In no particular order: sort before choosing.

        Examples
        --------
        >>> from staccs.cards import mask_of
        >>> board = Board.from_text("5S@0,0")
        >>> hand = mask_of([Card.parse("5D"), Card.parse("JH")])
        >>> [unpack(at) for at, fit in board.open_cells().items() if fit & hand]
        [Cell(q=1, r=-1)]
        """
        return self._started(stacc).open

    def edge_cells(self, stacc: int = 0) -> Mapping[int, int]:
        """Return what would fit where the table does not allow it.

        Parameters
        ----------
        stacc : int
            Number of the STACC.

        Returns
        -------
        mapping of int to int
            As of `open_cells`.
        """
        return self._started(stacc).beyond

    def surfaces(self) -> tuple[HostSurface, ...]:
        """Return the surfaces of all cards that lie, and their states."""
        return surfaces_of(self._ground)

    def contacts(self, placement: Placement) -> tuple[HostSurface, ...]:
        """Return the surfaces a card would touch: seen in part, and covered wholly.

        Parameters
        ----------
        placement : Placement
            The card, and where it is to be laid.

        Returns
        -------
        tuple of HostSurface
            Of the same STACC only (T18), in the order the hosts were laid.
        """
        if max(map(abs, placement.cell)) > 2 * REACH:
            return ()
        return tuple(
            host
            for host, whole in touched(self._ground, pack(placement.cell))
            if whole and host.host.stacc == placement.stacc
        )

    def legal_placements(self, card: Card) -> tuple[Placement, ...]:
        """Return every legal placement of a card, in order of STACC and cell.

        Parameters
        ----------
        card : Card
            The card. A WILD comes in every orientation it may take, and calls no suit.

        Returns
        -------
        tuple of Placement
        """
        if any(spent(self._ground, card, self._copies)):
            return ()
        return tuple(
            Placement(card, unpack(cell), turn, None, stacc)
            for stacc, each in sorted(self._ground.staccs.items())
            for cell in sorted(
                at for at, fit in each.open.items() if fit >> card.index & 1
            )
            for turn in (sorted(self.rotations(stacc)) if card.is_wild else (None,))
        )

    def explain(self, placement: Placement) -> Explanation:
        """Return every reason why a placement is legal, or is not.

        Parameters
        ----------
        placement : Placement
            The card, and where it is to be laid.

        Returns
        -------
        Explanation

        Examples
        --------
        >>> board = Board.from_text("3H@0,0")
        >>> print(board.explain(Placement.parse("3D@-1,0")))
        3D@-1,0 is not legal: the FACE of 3H@0,0 shows nothing to match; numbers go on
        a SIDE (T1). What fits there: nothing
        """
        return explain(self._ground, placement, self._copies)

    # Other boards

    def copy(self) -> Self:
        """Return an independent copy, on the same table."""
        other = self._like(self._ground.footing, self.is_mirrored)
        self._ground.carry(other._ground)
        return other

    def to_text(self) -> str:
        """Return all cards in order, such as ``"5S@0,0 9S@0,1"``.

        Rules, table and barred TOPs are not part of it.
        """
        return text_of_ground(self._ground)

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
                raise InvalidNotationError(f"card {number} of it: {error}") from None
        return board

    def turned(self, sixths: int) -> Self:
        """Return the board turned clockwise around the origin, table and all."""
        moved = [card.turned(sixths) for card in self.cards]
        return self._moved(moved, self.is_mirrored, lambda cell: rotated(cell, -sixths))

    def mirrored(self) -> Self:
        """Return the board as in a mirror, table and all: SIDE and FACE swap."""
        moved = [card.mirrored() for card in self.cards]
        return self._moved(moved, not self.is_mirrored, mirrored)

    # Inside

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

    def _add(self, card: Placement) -> None:
        if card.stacc in self._ground.staccs:
            self.place(card)
        else:
            turn = card.orientation or 0
            self.start(card.card, card.cell, turn, card.call, card.stacc)

    def _started(self, stacc: int) -> Stacc:
        try:
            return self._ground.staccs[stacc]
        except (KeyError, TypeError):
            raise ParameterError(
                f"STACC {shown(stacc)} has not been started; started: "
                f"{', '.join(map(str, self.staccs)) or 'none'}"
            ) from None

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
