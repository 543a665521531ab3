"""The surfaces of cards that lie, and what a card laid at a cell would do to them."""

from dataclasses import dataclass

from staccs.cards import KINDS, SUITS
from staccs.cells import STEPS, unpack
from staccs.ground import Ground
from staccs.lattice import Cell
from staccs.placement import Placement
from staccs.plans import CODES
from staccs.surfaces import SURFACES, Surface, SurfaceState, direction, fitting, mark

__all__ = ["HostSurface", "laid", "surface_of", "surfaces_of", "touched"]


@dataclass(frozen=True, slots=True)
class HostSurface:
    """A surface of a card that lies.

    Attributes
    ----------
    index : int
        Which card: the first laid has 0.
    host : Placement
        That card.
    surface : Surface
        Which of its surfaces.
    state : SurfaceState
        What the surface is good for.
    visible : int
        How many of its two halves can be seen.
    cell : Cell
        Where a card stacked on the surface would lie.
    """

    index: int
    host: Placement
    surface: Surface
    state: SurfaceState
    visible: int
    cell: Cell

    @property
    def fitting(self) -> int:
        """The card kinds that match it, as a set of bits, whatever its state."""
        return fitting(self.host.card, self.surface, self.host.call)

    @property
    def mark(self) -> str:
        """What it shows to match, in words; empty if nothing."""
        return mark(self.host.card, self.surface, self.host.call)

    def __str__(self) -> str:
        return f"the {self.surface.name} of {self.host.card}@{self.host.cell}"


def laid(ground: Ground, index: int) -> Placement:
    """Return a card that lies, with its orientation."""
    kind, cell, orientation, call, stacc = ground.placed[index]
    suit = None if call < 0 else SUITS[call]
    return Placement(KINDS[kind], unpack(cell), orientation, suit, stacc)


def surface_of(ground: Ground, index: int, surface: Surface) -> HostSurface:
    """Return one surface of a card that lies."""
    host = laid(ground, index)
    _, cell, orientation, _, _ = ground.placed[index]
    toward = direction(surface, orientation, ground.mirror)
    code = 3 * index + 3 + surface
    codes = ground.staccs[host.stacc].codes(cell)
    visible = sum(codes[j] & CODES == code for j in (toward - 1, toward))
    state = _state(ground, index, surface, visible)
    return HostSurface(
        index, host, surface, state, visible, unpack(cell + STEPS[toward])
    )


def surfaces_of(ground: Ground) -> tuple[HostSurface, ...]:
    """Return all surfaces of all cards that lie."""
    return tuple(
        surface_of(ground, index, surface)
        for index in range(len(ground.placed))
        for surface in SURFACES
    )


def touched(ground: Ground, cell: int) -> tuple[tuple[HostSurface, bool], ...]:
    """Return the surfaces seen where a card would lie, in the order they were laid.

    Each comes with whether the card would cover it wholly, and not one half alone.
    """
    codes = {
        code & CODES
        for stacc in ground.staccs.values()
        for code in stacc.codes(cell)
        if code
    }
    return tuple(
        (
            surface_of(ground, code // 3 - 1, SURFACES[code % 3]),
            cell in ground.hosts(code),
        )
        for code in sorted(codes)
    )


def _state(ground: Ground, index: int, surface: Surface, visible: int) -> SurfaceState:
    if not visible:
        return SurfaceState.COVERED
    if index < ground.staccs[ground.placed[index][4]].since:
        return SurfaceState.LOCKED
    if visible == 1:
        return SurfaceState.PARTLY_COVERED
    if surface is Surface.TOP and index in ground.barred:
        return SurfaceState.BARRED
    return SurfaceState.OPEN
