"""Sets of blocks as things: which blocks, how large, how heavy, how rough.

Two come with the package. What is printed on blocks is in `stacko.blocks`; here is
what they are made of.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from gamebase.params import quantity
from stacko.blocks import BlockSet
from stacko.errors import ParameterError, StackoError, close_match, shown
from stacko.params import BlockParams, ContactParams

__all__ = [
    "KITS",
    "Kit",
    "WoodBlockParams",
    "WoodContactParams",
    "kit_of",
    "read_set",
    "set_argument",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class WoodBlockParams(BlockParams):
    """Size, mass and tolerances of the wooden blocks.

    The figures with a plus-minus are those of measured Jenga blocks, 74.77 ± 0.24 by
    25.05 ± 0.23 by 14.636 ± 0.038 mm and 12.87 ± 2.12 g; what follows the sign is
    taken as the standard deviation of single blocks. All blocks weigh the same here.
    """

    length: float = quantity(
        0.07477, "m", "measured Jenga blocks, mean", "realistic", open_low=True
    )
    width: float = quantity(
        0.02505, "m", "measured Jenga blocks, mean", "realistic", open_low=True
    )
    height: float = quantity(
        0.014636, "m", "measured Jenga blocks, mean", "realistic", open_low=True
    )
    mass: float = quantity(
        0.01287,
        "kg",
        "measured Jenga blocks, mean; their spread of 2.12 g is left out",
        "realistic",
        open_low=True,
    )
    wall: float = quantity(
        0.007318, "m", "solid: half the height", "realistic", open_low=True
    )
    height_sigma: float = quantity(
        0.038e-3, "m", "measured Jenga blocks, spread", "realistic"
    )
    width_sigma: float = quantity(
        0.23e-3, "m", "measured Jenga blocks, spread", "realistic"
    )
    length_sigma: float = quantity(
        0.24e-3, "m", "measured Jenga blocks, spread", "realistic"
    )
    side_clearance: float = quantity(
        0.7e-3, "m", "three sigma of the width, so that no neighbors overlap"
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class WoodContactParams(ContactParams):
    """Friction and restitution of the wooden blocks."""

    mu_block: float = quantity(
        0.35, "-", "wood on wood 0.25 to 0.5", "realistic", open_low=True
    )
    mu_table: float = quantity(
        0.5, "-", "block on a wooden table, as for plastic", open_low=True
    )
    mu_finger: float = quantity(0.8, "-", "dry fingertip, as on plastic")
    restitution: float = quantity(0.1, "-", "as for plastic; of no weight", high=1.0)


@dataclass(frozen=True, slots=True)
class Kit:
    """A set of blocks and what they are made of.

    Parameters
    ----------
    name : str
        ``uno`` or ``wood``.
    block_set : BlockSet
        The blocks by name.
    blocks : BlockParams
        Size, mass and tolerances.
    contact : ContactParams
        Friction and restitution.

    Examples
    --------
    >>> wood = KITS["wood"]
    >>> wood.block_set.layer_count, wood.blocks.length
    (18, 0.07477)
    """

    name: str
    block_set: BlockSet
    blocks: BlockParams
    contact: ContactParams


KITS: Mapping[str, Kit] = MappingProxyType(
    {
        "uno": Kit("uno", BlockSet.named("uno"), BlockParams(), ContactParams()),
        "wood": Kit(
            "wood", BlockSet.named("wood"), WoodBlockParams(), WoodContactParams()
        ),
    }
)
"""The kits that come with the package, the default first."""


def kit_of(block_set: BlockSet) -> Kit:
    """Return the kit whose blocks these are, or the default kit.

    Parameters
    ----------
    block_set : BlockSet
        Of a set of one's own nothing but names is known: it gets the sizes and the
        friction of the default kit, and a configuration may say otherwise.
    """
    known = (kit for kit in KITS.values() if kit.block_set == block_set)
    return next(known, KITS["uno"])


def set_argument(text: str) -> str:
    """Read a flag's set: the name of a kit, or a path, made independent of folders.

    Parameters
    ----------
    text : str
        As typed. Used as an argparse type.
    """
    known = text in KITS or not os.path.exists(text)
    return text if known else os.path.abspath(text)


def read_set(given: str, folder: Path = Path()) -> BlockSet:
    """Return a set of blocks by the name of its kit, or from a file.

    Parameters
    ----------
    given : str
        ``uno``, ``wood``, or the path of a TOML file as `BlockSet.from_toml` takes it.
    folder : Path
        What a relative path is relative to.

    Raises
    ------
    ParameterError
        If it is neither; the message names the known sets, or what is wrong in the
        file.
    """
    if given in KITS:
        return KITS[given].block_set
    path = folder / given
    try:
        return BlockSet.from_toml(path)
    except StackoError as error:
        if os.path.exists(path):
            raise
        raise ParameterError(
            f"set {shown(given, 200)} is neither a file nor a set that comes with the "
            f"package ({', '.join(KITS)}){close_match(os.path.basename(given), KITS)}"
        ) from error
