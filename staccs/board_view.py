"""What can be asked of a board: nothing here changes it."""

from collections.abc import Mapping

from staccs.board_text import text_of_ground
from staccs.cards import Card, card_of
from staccs.cells import REACH, Footing, pack, unpack
from staccs.errors import ParameterError, shown
from staccs.explain import Explanation, explain, spent
from staccs.ground import Ground
from staccs.hosts import HostSurface, laid, surfaces_of, touched
from staccs.placement import Placement, placement_of
from staccs.rules import Rules
from staccs.stacc import Stacc

__all__ = ["BoardView"]


class BoardView:
    """The questions a `staccs.board.Board` answers.

    Parameters
    ----------
    rules : Rules
        How the rules are read.
    footing : Footing or None
        Where a card can lie on the table.
    copies : int
        How many DECCs the cards come from.
    mirror : bool
        Whether the cards are seen in a mirror, where SIDE and FACE swap.
    """

    def __init__(
        self, rules: Rules, footing: Footing | None, copies: int, mirror: bool
    ) -> None:
        self._copies = copies
        self._ground = Ground(rules, footing, mirror)

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

    @property
    def barred(self) -> tuple[int, ...]:
        """The cards whose TOPs are barred."""
        return self._ground.barred

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
        >>> from staccs.board import Board
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
        if max(map(abs, placement_of(placement).cell)) > 2 * REACH:
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
        if any(spent(self._ground, card_of(card), self._copies)):
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
        >>> from staccs.board import Board
        >>> board = Board.from_text("3H@0,0")
        >>> print(board.explain(Placement.parse("3D@-1,0")))
        3D@-1,0 is not legal: the FACE of 3H@0,0 shows nothing to match; numbers go on
        a SIDE (T1). What fits there: nothing
        """
        return explain(self._ground, placement_of(placement), self._copies)

    def to_text(self) -> str:
        """Return all cards in order, such as ``"5S@0,0 9S@0,1"``.

        Rules, table and barred TOPs are not part of it.
        """
        return text_of_ground(self._ground)

    def _started(self, stacc: int) -> Stacc:
        try:
            return self._ground.staccs[stacc]
        except (KeyError, TypeError):
            raise ParameterError(
                f"STACC {shown(stacc)} has not been started; started: "
                f"{', '.join(map(str, self.staccs)) or 'none'}"
            ) from None
