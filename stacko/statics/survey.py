"""Everything about a tower in one call: loads, pull forces, what each removal leaves.

Two sets of contacts are used. *Loads* are those of the blocks at rest, with their own
heights: what touches, touches. *Verdicts, margins and pull forces* count every corner
that nearly touches (`StaticsParams.bedding`), since a tower that starts to give way
rocks by a tenth of a degree and finds them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gamebase.listing import columns_of
from stacko.geometry import Sizes
from stacko.params import BlockParams, ContactParams
from stacko.poses import Poses
from stacko.statics.assembly import Assembly
from stacko.statics.contacts import Friction
from stacko.statics.equilibrium import equilibrium
from stacko.statics.limits import LimitFinder
from stacko.statics.margins import PushMargin, TiltMargin, push_margin, tilt_margin
from stacko.statics.pulls import PullFinder, PullForce
from stacko.statics.settled import Settled
from stacko.statics.settling import settle
from stacko.statics.towers import bodies_of, pair_friction
from stacko.statics.verdicts import Equilibrium, Verdict
from stacko.statics_params import StaticsParams
from stacko.tower import Tower

__all__ = ["BlockSurvey", "Remainder", "Survey", "survey"]

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Remainder:
    """A tower, whole or without one block.

    Parameters
    ----------
    equilibrium : Equilibrium
        Whether it stands.
    tilt : TiltMargin or None
        Largest tilt; None if not asked for, or it does not stand.
    push : PushMargin or None
        Largest push at the top; None likewise.
    """

    equilibrium: Equilibrium
    tilt: TiltMargin | None
    push: PushMargin | None

    @property
    def verdict(self) -> Verdict:
        """Whether it stands."""
        return self.equilibrium.verdict


@dataclass(frozen=True, slots=True, eq=False)
class BlockSurvey:
    """One block of a tower.

    Parameters
    ----------
    name : str
    load : float
        What it carries from above, in N.
    load_range : tuple of float
        Least and largest load at the corners that touch; equal to `load` where
        balance determines it.
    loose : bool
        Whether it carries nothing.
    pull : PullForce
        Range of the force that pulls it out along its length.
    pull_at_rest : float
        Friction of the loads at rest on both its faces, in N: the force expected
        before the pull changes them. Above the range it cannot slide alone under
        these loads: others come along, or rock until it carries less.
    without : Remainder
        What remains when it is gone.
    """

    name: str
    load: float
    load_range: tuple[float, float]
    loose: bool
    pull: PullForce
    pull_at_rest: float
    without: Remainder

    @property
    def removable(self) -> bool:
        """Whether what remains was proven to stand."""
        return self.without.verdict is Verdict.STABLE


@dataclass(frozen=True, slots=True, eq=False)
class Survey:
    """A tower and each of its blocks.

    Parameters
    ----------
    settled : Settled
        The blocks at rest.
    whole : Remainder
        The tower as it is.
    blocks : tuple of BlockSurvey
        In the order of the tower; empty if it does not come to rest.
    """

    settled: Settled
    whole: Remainder
    blocks: tuple[BlockSurvey, ...]

    @property
    def verdict(self) -> Verdict:
        """Whether the tower stands: it rests, and nothing moves."""
        if self.settled.verdict is not Verdict.STABLE:
            return self.settled.verdict
        return self.whole.verdict

    def __getitem__(self, name: str) -> BlockSurvey:
        for block in self.blocks:
            if block.name == name:
                return block
        raise KeyError(name)

    def lines(
        self,
        heads: Sequence[str] = (),
        beside: Mapping[str, Sequence[str]] | None = None,
    ) -> Iterator[str]:
        """Yield verdict and margins, then a table with a row for each block.

        Parameters
        ----------
        heads : sequence of str, optional
            Heads of columns of the caller's, which come after the name.
        beside : mapping of str to sequence of str, optional
            What stands in them, by the name of the block.
        """
        rests = self.settled.verdict is Verdict.STABLE
        reason = self.settled.reason if rests else self.whole.equilibrium.reason
        yield f"{self.verdict}: {reason}"
        yield from (str(m) for m in (self.whole.tilt, self.whole.push) if m)
        mechanism = self.whole.equilibrium.mechanism
        if mechanism is not None:
            yield from (f"  {line}" for line in mechanism.lines())
        if self.blocks:
            yield ""
            rows = [_row(block) for block in self.blocks]
            told = [
                (row[0], *(beside or {}).get(block.name, ()), *row[1:])
                for block, row in zip(self.blocks, rows, strict=True)
            ]
            yield from columns_of([(_HEADER[0], *heads, *_HEADER[1:]), *told])

    def __str__(self) -> str:
        return "\n".join(self.lines())


_HEADER = (
    "block",
    "load N",
    "from",
    "to",
    "",
    "pull N",
    "from",
    "to",
    "without",
    "tilt deg",
    "push N",
)


def _row(block: BlockSurvey) -> tuple[str, ...]:
    low, high = block.load_range
    rest = block.without
    tilt = f"{rest.tilt.degrees:.2f}" if rest.tilt else "-"
    push = f"{rest.push.newtons:.3f}" if rest.push else "-"
    return (
        block.name,
        *(f"{value:.3f}" for value in (block.load, low, high)),
        "loose" if block.loose else "",
        *(f"{v:.3f}" for v in (block.pull_at_rest, block.pull.low, block.pull.high)),
        rest.verdict,
        tilt,
        push,
    )


def survey(
    source: Tower | Poses,
    blocks: BlockParams,
    contact: ContactParams | None = None,
    *,
    sizes: Sizes | None = None,
    masses: Mapping[str, float] | None = None,
    params: StaticsParams | None = None,
    margins: bool = True,
) -> Survey:
    """Survey a tower: its balance, and every block of it.

    Parameters
    ----------
    source : Tower or Poses
        Blocks in their slots, or nearly upright blocks anywhere on the table z = 0.
        Of poses, tilts of single blocks decide what touches; forces are taken as if
        faces were level.
    blocks : BlockParams
        The nominal block.
    contact : ContactParams, optional
        Friction and gravity.
    sizes : BlockParams or mapping of name to (length, width, height), optional
        Sides of the single blocks, in m.
    masses : mapping of name to kg, optional
    params : StaticsParams, optional
        By default friction has four sides, along and across what pulls (ends of pull
        forces may lie up to 6 % too close), and margins four directions, which is
        also the most that margins of what remains have.
    margins : bool
        Whether to work out tilt and push of what each removal leaves: most of the
        time.

    Raises
    ------
    OverlapError
        If two blocks overlap by more than a quarter of their smallest side.
    ParameterError
        If a block has no size, or a number is not accepted.
    """
    touch = contact or ContactParams()
    settings = params or StaticsParams(sides=4, azimuths=4)
    bodies = bodies_of(source, blocks, sizes, masses)
    friction = pair_friction(touch)
    settled = settle(bodies, settings, gravity=touch.gravity, mu=friction)
    if settled.verdict is not Verdict.STABLE:
        falling = equilibrium(settled.bed.assembly, settings)
        return Survey(settled, Remainder(falling, None, None), ())
    smallest = min(min(body.size) for body in bodies)
    near = settled.assembly(friction, closing=settings.bedding * smallest)
    finder = LimitFinder(near, settings, quick=True)
    whole = _remainder(near, settings, finder)
    few = settings.replace(azimuths=min(settings.azimuths, 4))
    pulls = PullFinder(near, settings, quick=True)
    at_rest = _friction_at_rest(settled, friction)
    carried, loose = settled.carried, set(settled.loose)
    found = []
    for name, load in carried.items():
        rest = near.without(name)
        limits = LimitFinder(rest, few, quick=True, like=finder) if margins else None
        fixed = settled.determinate
        found.append(
            BlockSurvey(
                name,
                load,
                (load, load) if fixed else settled.load_range(name, settings),
                name in loose,
                pulls.force(name),
                at_rest[name],
                _remainder(rest, few, limits),
            )
        )
    return Survey(settled, whole, tuple(found))


def _remainder(
    assembly: Assembly, params: StaticsParams, finder: LimitFinder | None
) -> Remainder:
    """Return what there is to know of a tower, its margins if there is a finder."""
    answer = equilibrium(assembly, params)
    if finder is None or not answer.stable or not assembly.free.any():
        return Remainder(answer, None, None)
    return Remainder(
        answer,
        tilt_margin(assembly, params, finder=finder),
        push_margin(assembly, params, finder=finder),
    )


def _friction_at_rest(settled: Settled, friction: Friction) -> dict[str, float]:
    """Return `mu` times load, summed over both faces of every block, in N."""
    bed, bodies = settled.bed, settled.bodies
    held = np.zeros(len(bodies))
    for upper, lower, load in zip(bed.upper, bed.lower, settled.loads, strict=True):
        above, below = bodies[upper], bodies[lower]
        force = load * (friction(above, below) if callable(friction) else friction)
        held[upper] += force
        held[lower] += force
    return {body.name: float(h) for body, h in zip(bodies, held, strict=True)}
