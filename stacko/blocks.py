"""Blocks, and the set of blocks a game is played with."""

import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Self

from gamebase.files import read_regular
from stacko.errors import (
    InvalidNotationError,
    ParameterError,
    close_match,
    matched,
    shown,
)
from stacko.faces import PLAY_COLORS, Color, Face

__all__ = ["PLAY_COLORS", "Block", "BlockSet", "Color", "Face"]

_NAME = re.compile(r"(?:([RYGB])([0-9SRD])|W)[b-z]?|T[1-9][0-9]{0,2}")
_KIND = re.compile(r"[RYGB][0-9SRD]|W|T")
MOST_BLOCKS = 600
"""Largest set: a tower of 200 layers. More would be a slip, or take for ever."""

_COPIES = 26  # the first has no suffix, the others go from b to z

_FILES = {"uno": "uno_stacko.toml", "wood": "wood.toml"}


@dataclass(frozen=True, slots=True, order=True)
class Block:
    """One block of a set, known by its name.

    Parameters
    ----------
    name : str
        Color letter and face, ``"R3"``, ``"BS"``, or ``"W"``; a lower-case letter
        from ``b`` on tells copies of one kind apart (``"R3b"``). ``T`` and a number is
        a plain block of timber, on which nothing is printed (``"T17"``).

    Attributes
    ----------
    color : Color
        Its color; `Color.PURPLE` for a Wild, `Color.TIMBER` for a plain block.
    face : Face
        What is printed on it.

    Raises
    ------
    InvalidNotationError
        If `name` is not a block's name.

    Examples
    --------
    >>> block = Block("BS")
    >>> block.color, block.face, block.is_action
    (<Color.BLUE: 'B'>, <Face.SKIP: 'S'>, True)
    """

    name: str
    color: Color = field(init=False, repr=False, compare=False)
    face: Face = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        match = matched(_NAME, self.name)
        if match is None:
            raise InvalidNotationError(
                f"{shown(self.name)} is not a block: write a color (R Y G B) and a "
                "face (a digit, S, R or D), or W, and b to z for further copies; T and "
                "a number for a plain block"
            )
        object.__setattr__(self, "color", Color(match[1] or self.name[0]))
        object.__setattr__(self, "face", Face(match[2] or self.name[0]))

    def __str__(self) -> str:
        return self.name

    @property
    def kind(self) -> str:
        """The name without what tells copies apart."""
        if self.is_wild or self.is_plain:
            return self.face.value
        return f"{self.color.value}{self.face.value}"

    @property
    def is_wild(self) -> bool:
        """Whether this is a Wild."""
        return self.face is Face.WILD

    @property
    def is_plain(self) -> bool:
        """Whether nothing is printed on it."""
        return self.face is Face.PLAIN

    @property
    def is_number(self) -> bool:
        """Whether its face is a digit."""
        return self.face.is_number

    @property
    def is_action(self) -> bool:
        """Whether it is a Skip, Reverse or Draw Two."""
        return not (self.is_number or self.is_wild or self.is_plain)

    @property
    def number(self) -> int | None:
        """Its number, or None for an action block, a Wild or a plain block."""
        return int(self.face.value) if self.is_number else None

    def describe(self) -> str:
        """Return the block in plain words, such as ``"blue Skip"``."""
        if self.is_plain:
            return f"plain block {self.name[1:]}"
        return "Wild" if self.is_wild else f"{self.color.word} {self.face.word}"


@dataclass(frozen=True, slots=True)
class BlockSet:
    """The blocks a tower is built from, in a fixed order.

    Parameters
    ----------
    blocks : iterable of Block
        The blocks; their names differ and their count is a multiple of three.
    name : str
        A label for people.

    Raises
    ------
    ParameterError
        If the count is not a positive multiple of three, or a name comes twice.

    Examples
    --------
    >>> len(BlockSet.default())
    45
    >>> BlockSet.default()["R3b"].describe()
    'red 3'
    """

    blocks: tuple[Block, ...]
    name: str = field(default="blocks", compare=False)
    _by_name: dict[str, Block] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        blocks = tuple(self.blocks)
        by_name = {block.name: block for block in blocks}
        object.__setattr__(self, "blocks", blocks)
        object.__setattr__(self, "_by_name", by_name)
        if len(by_name) < len(blocks):
            counts = Counter(block.name for block in blocks)
            twice = next(name for name, count in counts.items() if count > 1)
            raise ParameterError(
                f"block {twice!r} comes twice in the set: name copies {twice}b, "
                f"{twice}c and so on"
            )
        if len(blocks) > MOST_BLOCKS:
            raise ParameterError(
                f"a set of {len(blocks)} blocks is too large: a tower may have up to "
                f"{MOST_BLOCKS} ({MOST_BLOCKS // 3} layers)"
            )
        if not blocks or len(blocks) % 3:
            raise ParameterError(
                f"a set of {len(blocks)} blocks cannot be built into layers of three: "
                "give a multiple of 3, at least 3"
            )

    @classmethod
    def default(cls) -> Self:
        """Return the set of 45, the one that is meant where none is named."""
        return cls.named("uno")

    @classmethod
    def named(cls, name: str) -> Self:
        """Return a set that comes with the package.

        Parameters
        ----------
        name : str
            ``uno``, the 45 blocks of UNO Stacko, or ``wood``, 54 plain ones.

        Raises
        ------
        ParameterError
            If there is no such set.
        """
        if name not in _FILES:
            raise ParameterError(
                f"no set of blocks {shown(name)}{close_match(name, _FILES)}; there are "
                f"{', '.join(_FILES)}"
            )
        return cls._of_package(name)

    @classmethod
    @cache
    def _of_package(cls, name: str) -> Self:
        """Return a set that cannot change: every configuration begins with one."""
        text = (files("stacko") / "data" / _FILES[name]).read_text("utf-8")
        return cls._from_text(text, _FILES[name])

    @classmethod
    def holding(cls, names: Iterable[str]) -> Self:
        """Return the set of the package that some names are of.

        Parameters
        ----------
        names : iterable of str
            Names of blocks; they are not checked.

        Returns
        -------
        BlockSet
            The wooden set if all are of plain blocks, else the default one.
        """
        given = list(names)
        plain = bool(given) and all(each.startswith("T") for each in given)
        return cls.named("wood" if plain else "uno")

    @classmethod
    def from_names(cls, names: Iterable[str], name: str = "blocks") -> Self:
        """Return a set of the blocks named.

        Parameters
        ----------
        names : iterable of str
            Block names, all different; a multiple of three.
        name : str
            A label for people.

        Returns
        -------
        BlockSet

        Raises
        ------
        InvalidNotationError
            If a name is not a block's name.
        ParameterError
            If a name comes twice or the count is no multiple of three.
        """
        return cls(tuple(Block(each) for each in names), name)

    @classmethod
    def from_toml(cls, source: str | Path) -> Self:
        """Read a set from a TOML file, or from TOML text.

        The file holds an optional ``name`` and a table ``[blocks]`` with one line a
        kind, such as ``R3 = 2``.

        Parameters
        ----------
        source : str or pathlib.Path
            Path of the file. A text that contains ``=`` is taken as TOML itself.

        Returns
        -------
        BlockSet

        Raises
        ------
        ParameterError
            If the file cannot be read, is not TOML, or describes no proper set; the
            message names the file, the key, the value and the remedy.
        """
        if isinstance(source, str) and "=" in source:
            return cls._from_text(source, "the text")
        try:
            text = read_regular(Path(source))
        except (OSError, ValueError, TypeError) as error:
            raise ParameterError(
                f"block set {shown(str(source), 200)} cannot be read "
                f"({type(error).__name__}): give the path of a TOML file"
            ) from error
        return cls._from_text(text, str(source))

    @classmethod
    def _from_text(cls, text: str, where: str) -> Self:
        try:
            data = tomllib.loads(text)
        except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
            raise ParameterError(
                f"block set in {shown(where)} is not TOML ({error}): write lines "
                "like R3 = 2 under [blocks]"
            ) from error
        try:
            return cls(tuple(_copies(_kinds(data))), _label(data))
        except ParameterError as error:
            raise ParameterError(f"block set in {shown(where)}: {error}") from error

    def __len__(self) -> int:
        return len(self.blocks)

    def __iter__(self) -> Iterator[Block]:
        return iter(self.blocks)

    def __contains__(self, block: object) -> bool:
        if isinstance(block, Block):
            return block.name in self._by_name
        return isinstance(block, str) and block in self._by_name

    def __getitem__(self, name: str) -> Block:
        try:
            return self._by_name[name]
        except (KeyError, TypeError):
            raise InvalidNotationError(
                f"there is no block {shown(name)} in the set of {len(self)} "
                f"({', '.join(self.names[:6])}...){close_match(name, self._by_name)}"
            ) from None

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the blocks, in order."""
        return tuple(self._by_name)

    @property
    def layer_count(self) -> int:
        """How many layers of three the set builds."""
        return len(self.blocks) // 3


def _kinds(data: Mapping[str, object]) -> Mapping[str, object]:
    """Return the table of kinds, after a look at the top-level keys."""
    for key in data:
        if key not in ("name", "blocks"):
            raise ParameterError(
                f"unknown key {shown(key)}: only 'name' and 'blocks' are read"
                f"{close_match(key, ('name', 'blocks'))}"
            )
    kinds = data.get("blocks")
    if not isinstance(kinds, dict):
        raise ParameterError("there is no table [blocks]: list kinds like R3 = 2 in it")
    return kinds


def _label(data: Mapping[str, object]) -> str:
    label = data.get("name", "blocks")
    if not isinstance(label, str):
        raise ParameterError(f"name is {shown(label)}: write it as text, in quotes")
    return label


def _copies(kinds: Mapping[str, object]) -> Iterator[Block]:
    """Yield the blocks of all kinds; copies stand side by side."""
    for kind, count in kinds.items():
        if not _KIND.fullmatch(kind):
            raise ParameterError(
                f"unknown kind {shown(kind)} in [blocks]: use a color R Y G B with a "
                "face (a digit, S, R or D), or W, or T"
            )
        most = MOST_BLOCKS if kind == "T" else _COPIES
        if type(count) is not int or not 1 <= count <= most:
            raise ParameterError(
                f"{kind} = {shown(count)} in [blocks]: give a whole number from 1 to "
                f"{most}, or leave the line out"
            )
        for index in range(count):
            yield Block(kind + _suffix(kind, index))


def _suffix(kind: str, index: int) -> str:
    """Return what tells the copies of a kind apart; plain blocks are numbered."""
    if kind == "T":
        return str(index + 1)
    return "" if index == 0 else chr(ord("a") + index)
