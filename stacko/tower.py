"""The tower as the rules see it: which block lies in which slot.

Where a block is stored it is stored by name; `Block` objects come out
where color and face matter.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal, NoReturn, Self

import numpy as np

from stacko.blocks import Block, BlockSet
from stacko.errors import ImpossibleResultError, InvalidNotationError, matched, shown
from stacko.slots import POSITIONS, Slot, layer_axis

__all__ = ["POSITIONS", "Layer", "Slot", "Tower", "layer_axis"]

Layer = tuple[str | None, str | None, str | None]
"""Names of the blocks at a, b and c; None for an empty slot."""

_SOMETHING = re.compile(r"\s*\S.*", re.DOTALL)
_EMPTY: Layer = (None, None, None)


@dataclass(frozen=True, slots=True)
class Tower:
    """Blocks in slots. A value: `take` and `place` return a new tower.

    Parameters
    ----------
    layers : tuple of tuples
        Per layer, bottom first, the names at a, b, c or None. No layer is empty.
    block_set : BlockSet
        The set the blocks belong to; blocks of it may be absent (out of play).

    Raises
    ------
    InvalidNotationError
        If a block comes twice or is not in the set, a layer has not three slots, or
        a layer is empty.

    Examples
    --------
    >>> blocks = BlockSet.from_toml("blocks = {R1 = 2, B1 = 2, W = 2}")
    >>> tower = Tower.from_notation("R1 B1 W / R1b B1b Wb", blocks)
    >>> tower = tower.take("B1").place("B1", Slot(3, "b"))
    >>> tower.notation()
    'R1 - W / R1b B1b Wb / - B1 -'
    >>> tower.highest_complete
    2
    """

    layers: tuple[Layer, ...]
    block_set: BlockSet
    _where: dict[str, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_where", _index(self.layers, self.block_set))

    @classmethod
    def _known_good(
        cls, layers: tuple[Layer, ...], block_set: BlockSet, where: dict[str, int]
    ) -> Self:
        """Make a tower without checks, for changes to one that passed them."""
        tower = object.__new__(cls)
        object.__setattr__(tower, "layers", layers)
        object.__setattr__(tower, "block_set", block_set)
        object.__setattr__(tower, "_where", where)
        return tower

    @classmethod
    def built(cls, block_set: BlockSet, rng: np.random.Generator) -> Self:
        """Build a full tower from all blocks of a set, in random order (Set Up 2).

        Parameters
        ----------
        block_set : BlockSet
            The blocks.
        rng : numpy.random.Generator
            Source of the order.

        Returns
        -------
        Tower
        """
        names = block_set.names
        order = [names[index] for index in rng.permutation(len(names))]
        return cls(_in_threes(order), block_set)

    @classmethod
    def from_notation(cls, text: str, block_set: BlockSet | None = None) -> Self:
        """Read a tower from one line, bottom layer first.

        Parameters
        ----------
        text : str
            Layers separated by ``/``, three names a layer separated by spaces,
            ``-`` for an empty slot.
        block_set : BlockSet, optional
            The set the names belong to; if left out the default set of 45, or the
            wooden set if all names are of plain blocks.

        Returns
        -------
        Tower

        Raises
        ------
        InvalidNotationError
            If the text is no such line; the message names the layer.
        """
        if matched(_SOMETHING, text) is None:
            raise InvalidNotationError(
                f"{shown(text)} is not a tower: write layers like 'R1 B2 - / Y3 W G4'"
            )
        rows = text.split("/")
        layers = tuple(_read_layer(row, number) for number, row in enumerate(rows, 1))
        if block_set is None:
            block_set = BlockSet.holding(name for row in layers for name in row if name)
        return cls(layers, block_set)

    def notation(self) -> str:
        """Return the tower on one line, bottom layer first."""
        return " / ".join(
            " ".join(name or "-" for name in layer) for layer in self.layers
        )

    def __str__(self) -> str:
        return self.notation()

    def __hash__(self) -> int:
        return hash(self.layers)

    def __len__(self) -> int:
        return len(self._where)

    def __contains__(self, block: object) -> bool:
        name = block.name if isinstance(block, Block) else block
        return isinstance(name, str) and name in self._where

    @property
    def layer_count(self) -> int:
        """Number of layers, the unfinished one included."""
        return len(self.layers)

    @property
    def highest_complete(self) -> int:
        """Number of the highest layer that holds three blocks; 0 if none does."""
        for number in range(len(self.layers), 0, -1):
            if None not in self.layers[number - 1]:
                return number
        return 0

    @staticmethod
    def axis(layer: int) -> Literal["x", "y"]:
        """Return the axis along which blocks of a layer lie: x if odd, else y."""
        return layer_axis(layer)

    def slots(self) -> dict[Slot, Block]:
        """Return every occupied slot with its block, bottom first, a to c."""
        return {
            Slot(number, position): self.block_set[name]
            for number, layer in enumerate(self.layers, 1)
            for position, name in zip(POSITIONS, layer, strict=True)
            if name is not None
        }

    def blocks(self) -> tuple[Block, ...]:
        """Return the blocks in the tower, bottom first, a to c."""
        return tuple(self.slots().values())

    def block_at(self, slot: Slot) -> Block | None:
        """Return the block in a slot, or None where there is none."""
        if slot.layer > len(self.layers):
            return None
        name = self.layers[slot.layer - 1][slot.index]
        return None if name is None else self.block_set[name]

    def slot_of(self, block: Block | str) -> Slot:
        """Return the slot a block lies in.

        Parameters
        ----------
        block : Block or str
            The block or its name.

        Returns
        -------
        Slot

        Raises
        ------
        InvalidNotationError
            If the block is not in the tower.
        """
        name = self._name(block)
        layer = self._where[name]
        return Slot(layer, POSITIONS[self.layers[layer - 1].index(name)])

    def layer_of(self, block: Block | str) -> int:
        """Return the number of the layer a block lies in; see `slot_of`."""
        return self._where[self._name(block)]

    def free_slots(self) -> tuple[Slot, ...]:
        """Return where the next block may be placed (S2).

        These are the free slots of the top layer, or all three slots of a new layer
        if the top layer is complete.
        """
        top = self.layers[-1]
        if None not in top:
            return tuple(Slot(len(self.layers) + 1, each) for each in POSITIONS)
        return tuple(
            Slot(len(self.layers), position)
            for position, name in zip(POSITIONS, top, strict=True)
            if name is None
        )

    def empties_layer(self, block: Block | str) -> bool:
        """Return whether taking a block leaves nothing under the blocks above it."""
        number = self.layer_of(block)
        layer = self.layers[number - 1]
        return number < len(self.layers) and layer.count(None) == 2

    def take(self, block: Block | str) -> Self:
        """Return the tower without a block.

        Parameters
        ----------
        block : Block or str
            A block in the tower.

        Returns
        -------
        Tower
            A top layer that becomes empty is gone from it.

        Raises
        ------
        InvalidNotationError
            If the block is not in the tower.
        ImpossibleResultError
            If nothing would be left under the blocks above, or of the tower.
        """
        slot = self.slot_of(block)
        name = self._name(block)
        if self.empties_layer(name) or len(self._where) == 1:
            self._refuse_emptying(name, slot.layer)
        layers = list(self.layers)
        layers[slot.layer - 1] = _with(layers[slot.layer - 1], slot.index, None)
        if layers[-1] == _EMPTY:
            layers.pop()
        where = self._where.copy()
        del where[name]
        return self._known_good(tuple(layers), self.block_set, where)

    def place(self, block: Block | str, slot: Slot) -> Self:
        """Return the tower with a block put into an empty slot.

        Parameters
        ----------
        block : Block or str
            A block of the set that is not in the tower.
        slot : Slot
            An empty slot of any layer, or of a new layer on top. The rules ask for
            one of `free_slots`; putting a block back where it came from is no move.

        Returns
        -------
        Tower

        Raises
        ------
        InvalidNotationError
            If the block is in the tower or not in the set, or the slot is taken or
            lies higher than the next layer.
        """
        name = self.block_set[block.name if isinstance(block, Block) else block].name
        if name in self._where:
            raise InvalidNotationError(
                f"block {name!r} is already in slot {self.slot_of(name)}: take it "
                "out first"
            )
        if slot.layer > len(self.layers) + 1 or self.block_at(slot) is not None:
            raise InvalidNotationError(
                f"block {name!r} cannot be placed in slot {slot}: free slots on top "
                f"are {_listed(self.free_slots())}, tower {self}"
            )
        layers = [*self.layers, _EMPTY] if self._is_new(slot) else list(self.layers)
        layers[slot.layer - 1] = _with(layers[slot.layer - 1], slot.index, name)
        where = {**self._where, name: slot.layer}
        return self._known_good(tuple(layers), self.block_set, where)

    def _is_new(self, slot: Slot) -> bool:
        return slot.layer == len(self.layers) + 1

    def _name(self, block: Block | str) -> str:
        name = block.name if isinstance(block, Block) else block
        if name in self:
            return name
        known = "not in the tower" if name in self.block_set else "not in the set"
        raise InvalidNotationError(f"block {shown(name)} is {known}: tower {self}")

    def _refuse_emptying(self, name: str, layer: int) -> NoReturn:
        raise ImpossibleResultError(
            f"without block {name!r} layer {layer} would be empty and what lies above "
            f"must fall: it cannot leave a standing tower, tower {self}"
        )


def _with(layer: Layer, index: int, name: str | None) -> Layer:
    """Return a layer with one slot changed."""
    first, second, third = layer
    if index == 0:
        return (name, second, third)
    return (first, name, third) if index == 1 else (first, second, name)


def _in_threes(names: list[str]) -> tuple[Layer, ...]:
    starts = range(0, len(names), 3)
    return tuple((names[i], names[i + 1], names[i + 2]) for i in starts)


def _listed(slots: Iterable[Slot]) -> str:
    return ", ".join(map(str, slots))


def _read_layer(row: str, number: int) -> Layer:
    words = row.split()
    if len(words) != 3:
        raise InvalidNotationError(
            f"layer {number} of the tower has {len(words)} slots in {shown(row)}: "
            "write three names, - for an empty slot"
        )
    first, second, third = (None if word == "-" else word for word in words)
    return (first, second, third)


def _index(layers: tuple[Layer, ...], block_set: BlockSet) -> dict[str, int]:
    """Return the layer of each block; refuse what cannot be a tower."""
    where: dict[str, int] = {}
    for number, layer in enumerate(layers, 1):
        _check_layer(layer, number)
        for name in layer:
            if name is None:
                continue
            if name in where:
                raise InvalidNotationError(
                    f"block {shown(name)} is in layer {where[name]} and again in "
                    f"layer {number} of the tower: each block has one place"
                )
            try:
                where[block_set[name].name] = number
            except InvalidNotationError as error:
                raise InvalidNotationError(
                    f"layer {number} of the tower: {error}; if another set is meant, "
                    "give it as block_set"
                ) from None
    if not where:
        raise InvalidNotationError("a tower without layers: give at least one block")
    return where


def _check_layer(layer: Layer, number: int) -> None:
    if len(layer) != 3:
        raise InvalidNotationError(
            f"layer {number} of the tower has {len(layer)} slots: give three"
        )
    if layer == _EMPTY:
        raise InvalidNotationError(
            f"layer {number} of the tower is empty: leave out empty layers on top; "
            "nothing can lie above an empty one"
        )
