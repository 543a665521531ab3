"""The legal moves of a position, and why another move is not one."""

from collections.abc import Iterator

from stacko.blocks import PLAY_COLORS, Block, Color
from stacko.errors import shown
from stacko.moves import NULL_MOVE, Move
from stacko.position import Position, color_is_named, reach_height
from stacko.tower import Slot

__all__ = ["LegalMoves", "refusal"]

_NO_COLOR: tuple[Color | None, ...] = (None,)


class LegalMoves:
    """The legal moves of one position, made only when asked for.

    Iterable, indexable and countable; ``move in game.legal_moves`` tells whether a
    move is legal without listing them. Later pushes to the game do not change it.

    Parameters
    ----------
    position : Position
        The position.
    blocks : tuple of Block
        Blocks that may be taken in it; empty if the game is over.
    passes : bool
        Whether the null move is the one legal move (S9).
    """

    __slots__ = ("_blocks", "_colors", "_passes", "_position", "_slots")

    def __init__(
        self, position: Position, blocks: tuple[Block, ...], passes: bool
    ) -> None:
        self._position = position
        self._blocks = blocks
        self._passes = passes
        self._slots = position.tower.free_slots()
        named = color_is_named(position.rules)
        self._colors: tuple[Color | None, ...] = PLAY_COLORS if named else _NO_COLOR

    def _colors_of(self, block: Block) -> tuple[Color | None, ...]:
        return self._colors if block.is_wild else _NO_COLOR

    def __iter__(self) -> Iterator[Move]:
        if self._passes:
            yield NULL_MOVE
        for block in self._blocks:
            for slot in self._slots:
                for color in self._colors_of(block):
                    yield Move(block.name, slot, color)

    def __len__(self) -> int:
        choices = sum(len(self._colors_of(block)) for block in self._blocks)
        return choices * len(self._slots) + self._passes

    def count(self) -> int:
        """Return how many legal moves there are."""
        return len(self)

    def __bool__(self) -> bool:
        return self._passes or bool(self._blocks)

    def __contains__(self, move: object) -> bool:
        if not isinstance(move, Move):
            return False
        if move.is_null:
            return self._passes
        return move.slot in self._slots and any(
            block.name == move.block and move.color in self._colors_of(block)
            for block in self._blocks
        )

    def __getitem__(self, index: int) -> Move:
        """Return the move at an index of the iteration order."""
        size = len(self)
        rest = index + size if index < 0 else index
        if not 0 <= rest < size:
            raise IndexError(f"move {index} of {size} legal moves")
        if self._passes:
            return NULL_MOVE
        for block in self._blocks:
            colors = self._colors_of(block)
            share = len(self._slots) * len(colors)
            if rest < share:
                slot, color = divmod(rest, len(colors))
                return Move(block.name, self._slots[slot], colors[color])
            rest -= share
        raise IndexError(f"move {index} of {size} legal moves")

    def __repr__(self) -> str:
        moves = [str(self[index]) for index in range(min(len(self), 8))]
        more = ", ..." if len(self) > 8 else ""
        return f"<LegalMoves {len(self)}: {', '.join(moves)}{more}>"

    @property
    def blocks(self) -> tuple[Block, ...]:
        """Which blocks may be taken."""
        return self._blocks

    @property
    def slots(self) -> tuple[Slot, ...]:
        """Where a block may be placed."""
        return self._slots


def refusal(position: Position, moves: LegalMoves, move: Move) -> str:
    """Return in plain words why a move is not legal.

    Parameters
    ----------
    position : Position
        The position.
    moves : LegalMoves
        Its legal moves.
    move : Move
        A move that is not among them.

    Returns
    -------
    str
        The ruling that refuses it, and what it asks for.
    """
    if move.is_null:
        return "passing is for no_match='pass' when no block satisfies the demand (S9)"
    if move.block not in position.tower:
        return f"block {shown(move.block)} is not in the tower"
    height = reach_height(position.tower, position.rules.reach)
    if position.tower.layer_of(move.block) > height:
        return (
            f"block {move.block!r} lies in slot {position.tower.slot_of(move.block)}: "
            f"blocks may be taken up to layer {height} (S1, {position.rules.reach})"
        )
    if move.block in position.tried:
        return f"block {move.block!r} was tried in this turn already (S13)"
    return _refused_detail(position, moves, move)


def _refused_detail(position: Position, moves: LegalMoves, move: Move) -> str:
    block = position.tower.block_set[move.block]
    if block not in moves.blocks:
        hint = "; pass with --" if NULL_MOVE in moves else ""
        return f"block {move.block!r} does not satisfy the demand{hint}"
    if move.slot not in moves.slots:
        slots = ", ".join(map(str, moves.slots))
        return f"slot {move.slot} is not one of the free slots on top, {slots} (S2)"
    if color_is_named(position.rules):
        return f"a Wild names a color (S8): write {move.block}>{move.slot}=R or Y, G, B"
    return "in the cube edition a Wild names no color, the die decides"
