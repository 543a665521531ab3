"""The legal moves of a position, made only when asked for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from staccs.cards import KINDS
from staccs.moves import ACTION, FLAG, KIND_BITS, STACC, Move, sound

__all__ = ["NO_MOVES", "LegalMoves", "Spot"]

_WILD: Final = KINDS[-1].index
_WILD_BIT: Final = 1 << _WILD
_PLACE: Final = ((1 << ACTION) - 1) & ~(KIND_BITS | FLAG)
"""Bits of a code that say orientation, called suit and STACC."""

_OWN: Final = ((1 << STACC) - 1) & _PLACE
"""Those that say orientation and called suit."""

Spot = tuple[int, int]
"""Where cards could be laid: packed cell and STACC as in a code, and which kinds."""


class LegalMoves(Sequence[Move]):
    """The legal moves of one position, made only when asked for.

    Counting and picking one by its index make no other move. Plays come first, by
    cell and STACC, then by card; answers and draws after them. Later pushes to the
    game do not change it.

    Parameters
    ----------
    fits : dict of int to int
        For each cell that takes a card of the player, by cell and STACC as in a code:
        the set of kinds, never empty. It is kept.
    ways : tuple of int
        In how many ways a WILD may be laid, each as orientation and called suit are
        in a code.
    flags : {1, 2}
        2 if a play may be made with the call UH OH! or without.
    others : tuple of int
        Codes of the other moves.

    Attributes
    ----------
    made : Move or None
        The last move made by index; the game does not check that one again.
    """

    def __init__(
        self,
        fits: dict[int, int],
        ways: tuple[int, ...],
        flags: int,
        others: tuple[int, ...],
    ) -> None:
        self._fits = fits
        self._ways = ways
        self._flags = flags
        self._others = others
        self._order: list[int] | None = None
        self.made: Move | None = None
        plays = 0
        for kinds in fits.values():
            plays += kinds.bit_count()
        if ways:
            for kinds in fits.values():
                if kinds >= _WILD_BIT:
                    plays += len(ways) - 1
        self._plays = plays * flags
        self._size = self._plays + len(others)

    @property
    def spots(self) -> Sequence[Spot]:
        """Where cards could be laid and which, for who would not make every move."""
        return sorted(self._fits.items())

    @property
    def ways(self) -> tuple[int, ...]:
        """In how many ways a WILD may be laid on such a spot: as given."""
        return self._ways

    @property
    def calls(self) -> bool:
        """Whether plays may be made with the call UH OH!, too."""
        return self._flags == 2

    def __len__(self) -> int:
        return self._size

    def count(self, value: object = None) -> int:
        """Return how many legal moves there are, or how often one is among them."""
        return len(self) if value is None else int(value in self)

    def __getitem__(self, index: int) -> Move:  # type: ignore[override]
        """Return the move at an index of the iteration order."""
        plays = self._plays
        if index < 0:
            index += self._size
        if 0 <= index < plays:
            code = self._play(index)
        elif plays <= index < self._size:
            code = self._others[index - plays]
        else:
            raise IndexError(f"no such move among {len(self)} legal moves")
        self.made = move = sound(code)
        return move

    def _play(self, index: int) -> int:
        """Return the code of the play at an index."""
        flag = 0
        if self._flags == 2:
            flag = FLAG * (index & 1)
            index >>= 1
        fits, ways = self._fits, self._ways
        order = self._order
        if order is None:
            order = self._order = sorted(fits)
        for place in order:
            kinds = fits[place]
            here = kinds.bit_count()
            if kinds >= _WILD_BIT:
                here += len(ways) - 1
                if here - len(ways) <= index < here:
                    return place | flag | _WILD | ways[index - here]
            if index < here:
                break
            index -= here
        while index:
            kinds &= kinds - 1
            index -= 1
        return place | flag | (kinds & -kinds).bit_length() - 1

    def __iter__(self) -> Iterator[Move]:
        flags = (0, FLAG)[: self._flags]
        for place, kinds in self.spots:
            here = [kind for kind in range(_WILD) if kinds >> kind & 1]
            if kinds >= _WILD_BIT:
                here += [_WILD | way for way in self._ways]
            for way in here:
                for flag in flags:
                    yield sound(place | way | flag)
        for code in self._others:
            yield sound(code)

    def __contains__(self, move: object) -> bool:
        if not isinstance(move, Move):
            return False
        code = move.code
        if code >> ACTION & 15:
            return code in self._others
        kind = code & KIND_BITS
        if kind > _WILD or (code & FLAG and self._flags == 1):
            return False
        way = code & _OWN
        if way not in self._ways if kind == _WILD else way:
            return False
        place = code & ~(KIND_BITS | FLAG | _OWN)
        return bool(self._fits.get(place, 0) >> kind & 1)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, LegalMoves):
            return NotImplemented
        return self._parts() == other._parts()

    def _parts(self) -> tuple[object, ...]:
        return self._fits, self._ways, self._flags, self._others

    def sample(self, most: int = 8) -> str:
        """Return the first few moves in notation."""
        moves = [str(move) for move, _ in zip(self, range(most), strict=False)]
        return ", ".join(moves) + (", ..." if len(self) > most else "")

    def __repr__(self) -> str:
        return f"<LegalMoves {len(self)}: {self.sample()}>"


NO_MOVES: Final = LegalMoves({}, (), 1, ())
"""What is legal once a game is over: nothing."""
