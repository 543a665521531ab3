"""What ``stacko statics`` is asked about: a tower, and what its blocks are like."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from gamebase.command import refuse_game
from gamebase.files import is_folder
from gamebase.game_key import FIRST_GAME, GameKey
from gamebase.run_record import recorded_cell
from stacko.blocks import BlockSet
from stacko.errors import ParameterError
from stacko.game import Game
from stacko.kits import kit_of
from stacko.params import BlockParams, ContactParams
from stacko.rules import Rules
from stacko.showing import ReadRow, tower_of
from stacko.tower import Tower
from stacko.world import sizes_by_name

__all__ = ["FRESH", "Subject", "subject_of"]

FRESH = "fresh"
"""Asks for a tower as a game begins with."""

Sizes = Mapping[str, tuple[float, float, float]]

_DECIDING = ("set", "blocks", "contact", "rules", "seed")
"""What of a batch's configuration decides how a tower stands; no player is loaded."""


@dataclass(frozen=True, slots=True)
class Subject:
    """A tower of blocks, before anybody touches it.

    Parameters
    ----------
    tower : Tower
    blocks : BlockParams
    contact : ContactParams
    sizes : mapping of str to tuple of float
        Edge lengths of the blocks, m.
    rules : Rules
        They say which blocks may be taken.
    heights : str
        Where the sizes are from, in words.
    """

    tower: Tower
    blocks: BlockParams
    contact: ContactParams
    sizes: Sizes
    rules: Rules
    heights: str

    def __str__(self) -> str:
        """Tell what is assumed of the blocks, in a line."""
        touch = self.contact
        return (
            f"friction {touch.mu_block:g} of blocks, {touch.mu_table:g} of the table; "
            f"{self.heights}"
        )

    def takeable(self) -> tuple[str, ...]:
        """Return the names of the blocks that the rules let a player take (S1)."""
        game = Game(2, self.rules, self.tower)
        return tuple(block.name for block in game.eligible_blocks())


def subject_of(
    source: str,
    read_row: ReadRow,
    *,
    block_set: BlockSet | None = None,
    game: GameKey | None = None,
    seed: int | None = None,
    perfect: bool = False,
    friction: Mapping[str, float] | None = None,
) -> Subject:
    """Return what a command is asked about.

    Parameters
    ----------
    source : str
        ``fresh``, or what `stacko.showing.tower_of` takes. The tower of a folder of
        results is that of the game as it was built, with its blocks and friction.
    read_row : callable
        As of `stacko.showing.tower_of`.
    block_set : BlockSet, optional
        The set of a fresh tower or a notation.
    game : GameKey, optional
        Which game of a folder; the first if left out.
    seed : int, optional
        Draws the heights, and a fresh tower. Left out: 0, or what the game had.
    perfect : bool
        Whether all blocks are alike.
    friction : mapping of str to float, optional
        Fields of `ContactParams` that go over those of the set, or of the game.

    Raises
    ------
    ParameterError
        If a value is not accepted, or there is no such file or game.
    InvalidNotationError
        If a text is no tower.
    """
    if perfect and seed is not None:
        raise ParameterError(
            f"--seed {seed} draws heights, and --perfect makes all blocks alike: "
            "leave one of them out"
        )
    if seed is not None and seed < 0:
        raise ParameterError(f"--seed {seed} is below 0: give a whole number from 0")
    path = Path(source)
    if not os.path.exists(source) and source.casefold() == FRESH:
        refuse_game(source, game)
        tower = Game(2, block_set=block_set, seed=seed or 0).tower
        given = _Blocks.of(tower)
    elif path.suffix == ".parquet" or is_folder(path):
        given = _played(path, game or FIRST_GAME)
        tower = tower_of(source, read_row, block_set or given.block_set, game)
    else:
        tower = tower_of(source, read_row, block_set, game)
        given = _Blocks.of(tower)
    blocks = given.blocks.perfect() if perfect else given.blocks
    if perfect:
        sizes, told = _drawn(tower, blocks, 0), "all blocks alike"
    elif seed is None and given.key is not None:
        sizes, told = given.as_played(tower), f"heights as in game {given.key}"
    else:
        sizes = _drawn(tower, blocks, seed or 0)
        told = f"heights drawn with seed {seed or 0}"
    contact = given.contact.replace(**(friction or {}))
    return Subject(tower, blocks, contact, sizes, given.rules, told)


@dataclass(frozen=True, slots=True)
class _Blocks:
    """What blocks are like, and in which game they were drawn, if in one."""

    blocks: BlockParams
    contact: ContactParams
    rules: Rules
    block_set: BlockSet
    seed: int = 0
    key: GameKey | None = None

    @classmethod
    def of(cls, tower: Tower) -> _Blocks:
        kit = kit_of(tower.block_set)
        return cls(kit.blocks, kit.contact, Rules(), tower.block_set)

    def as_played(self, tower: Tower) -> Sizes:
        from stacko.match import match_sizes

        index = 0 if self.key is None else self.key.game
        return match_sizes(tower.block_set, self.blocks, self.seed, index)


def _drawn(tower: Tower, blocks: BlockParams, seed: int) -> Sizes:
    rng = np.random.default_rng(seed)
    return sizes_by_name(tower.block_set.names, blocks, rng)


def _played(path: Path, key: GameKey) -> _Blocks:
    from stacko.config import SimulationConfig

    recorded: Mapping[str, Any] = recorded_cell(path, key.cell)
    deciding = {name: recorded[name] for name in _DECIDING if name in recorded}
    config = SimulationConfig.from_mapping(deciding)
    return _Blocks(
        config.blocks,
        config.contact,
        config.rules,
        config.block_set,
        config.seed,
        key,
    )
