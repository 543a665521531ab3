"""Physical parameters of the tower, each number with unit, source and grade.

What the grades mean is told in `gamebase.params`.
"""

from __future__ import annotations

from dataclasses import dataclass

from gamebase.params import ParameterSet, quantity, toggle
from stacko.errors import ParameterError

__all__ = [
    "BlockParams",
    "ContactParams",
    "MujocoParams",
    "SettleParams",
    "SolverParams",
    "ToppleParams",
]

MAX_STABLE_TIMESTEP = 1 / 200
"""Longest timestep accepted, in s: beyond it towers of 45 blocks were seen to fall."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockParams(ParameterSet):
    """Size, mass and tolerances of the blocks.

    The standard deviations are of single blocks; draws are cut at three of them.
    """

    length: float = quantity(
        0.084, "m", "box of 8.9 x 8.9 x 26.7 cm holds 15 layers", open_low=True
    )
    width: float = quantity(0.0278, "m", "a third of the length", open_low=True)
    height: float = quantity(0.0170, "m", "box height over 15 layers", open_low=True)
    mass: float = quantity(0.012, "kg", "hollow plastic girder", open_low=True)
    wall: float = quantity(
        0.002, "m", "wall of the hollow box that sets the inertia", open_low=True
    )
    height_sigma: float = quantity(
        0.04e-3, "m", "moulded plastic; wood is measured at 0.038 mm"
    )
    width_sigma: float = quantity(0.0, "m", "no effect seen within the side clearance")
    length_sigma: float = quantity(0.0, "m", "no effect on support")
    side_clearance: float = quantity(
        0.2e-3, "m", "gap between neighbors in a layer built with the tray"
    )

    def __post_init__(self) -> None:
        super(BlockParams, self).__post_init__()
        smallest = min(self.length, self.width, self.height)
        if self.wall > smallest / 2:
            raise ParameterError(
                f"BlockParams.wall must be at most half the smallest side "
                f"({smallest / 2:g} m), got {self.wall!r}"
            )
        if 3 * self.width_sigma > self.side_clearance:
            raise ParameterError(
                f"BlockParams.width_sigma {self.width_sigma!r} would make neighbors "
                f"overlap; keep it at or under a third of side_clearance "
                f"({self.side_clearance / 3:g} m) or widen side_clearance"
            )
        for name in ("length", "height"):
            sigma = getattr(self, f"{name}_sigma")
            if sigma > getattr(self, name) / 10:
                raise ParameterError(
                    f"BlockParams.{name}_sigma must be at most a tenth of {name} "
                    f"({getattr(self, name) / 10:g} m), got {sigma!r}"
                )
        if abs(3 * self.width - self.length) > self.width:
            raise ParameterError(
                f"three widths must about make one length to build layers at right "
                f"angles; got length {self.length!r}, width {self.width!r}"
            )

    @property
    def pitch(self) -> float:
        """Distance between the centers of neighboring slots, in m."""
        return self.width + self.side_clearance

    def perfect(self) -> BlockParams:
        """Return the same blocks without tolerances."""
        return self.replace(height_sigma=0.0, width_sigma=0.0, length_sigma=0.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class ContactParams(ParameterSet):
    """Friction and restitution. ``mu_*`` are coefficients of a pair."""

    mu_block: float = quantity(
        0.35, "-", "polymers on themselves 0.2 to 0.67", "realistic", open_low=True
    )
    mu_table: float = quantity(0.5, "-", "block on a wooden table", open_low=True)
    mu_finger: float = quantity(0.8, "-", "dry fingertip on plastic", "realistic")
    restitution: float = quantity(0.1, "-", "hollow plastic, dull", high=1.0)
    gravity: float = quantity(9.81, "m/s^2", "standard", "identified", high=100.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class SolverParams(ParameterSet):
    """Settings of PyBullet, chosen by ``sims/stacko_convergence.py``."""

    timestep: float = quantity(
        1 / 900,
        "s",
        "convergence sweep",
        "numerical",
        low=1e-5,
        high=MAX_STABLE_TIMESTEP,
    )
    iterations: int = quantity(
        10, "-", "convergence sweep", "numerical", low=1, high=10_000
    )
    warm_start: float = quantity(
        0.955, "-", "1.0 buzzes, 0.1 creeps", "numerical", high=1.0
    )
    contact_erp: float = quantity(
        0.044, "-", "overlap mended a step; 0.2 shakes towers", "numerical", high=1.0
    )
    friction_erp: float = quantity(
        0.2, "-", "slip mended a step; less makes friction soft", "numerical", high=1.0
    )
    residual: float = quantity(
        0.0,
        "m/s",
        "an iteration that changes no contact's velocity by more is the last",
        "numerical",
        high=1.0,
    )
    friction_anchors: bool = toggle(True, "without them stacks creep")
    maximal_coordinates: bool = toggle(
        True, "convergence sweep: less drift, and twice as fast"
    )
    scale: float = quantity(
        10.0,
        "-",
        "lengths and gravity enlarged, time unchanged",
        "numerical",
        low=0.1,
        high=1000.0,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class MujocoParams(ParameterSet):
    """Settings of MuJoCo, chosen by ``sims/stacko_convergence.py --engine mujoco``.

    The words are MuJoCo's own: ``solref`` is a time constant and a damping ratio of
    contacts, ``solimp`` how stiff they are at no depth, at the depth ``width`` and
    beyond it.
    """

    timestep: float = quantity(
        1 / 1000,
        "s",
        "convergence sweep",
        "numerical",
        low=1e-5,
        high=MAX_STABLE_TIMESTEP,
    )
    iterations: int = quantity(
        15, "-", "four are too few: pulled blocks bind", "numerical", low=1, high=10_000
    )
    tolerance: float = quantity(
        1e-6, "-", "a smaller gain ends the iterations", "numerical", high=1.0
    )
    noslip_iterations: int = quantity(
        0,
        "-",
        "end creep under a steady push, at 2 to 4 times the cost",
        "numerical",
        high=10_000,
    )
    elliptic_cone: bool = toggle(True, "friction alike in all directions")
    impratio: float = quantity(
        1.0,
        "-",
        "friction as stiff as contact; more binds pulled blocks",
        "numerical",
        low=1e-3,
        high=1e6,
    )
    solref_time: float = quantity(
        0.002,
        "s",
        "two steps, the least there is: slip ends within one",
        "numerical",
        low=1e-5,
        high=1.0,
    )
    solref_damping: float = quantity(
        3.3, "-", "less rattles, more is soft", "numerical", open_low=True, high=1e3
    )
    solimp_min: float = quantity(
        0.99, "-", "less is soft, more rattles", "numerical", low=1e-4, high=0.9999
    )
    solimp_max: float = quantity(
        0.99, "-", "the same at every depth", "numerical", low=1e-4, high=0.9999
    )
    solimp_width: float = quantity(
        1e-4, "m", "of no effect while both are the same", "numerical", open_low=True
    )
    least_bounce: float = quantity(
        0.2,
        "-",
        "restitution under which a pair does not bounce: springs shake resting towers",
        "numerical",
        high=1.0,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class SettleParams(ParameterSet):
    """When a tower counts as at rest: net pose change over a window."""

    window: float = quantity(
        0.1, "s", "longer than one rocking period of a block", low=1e-3, high=10.0
    )
    tolerance: float = quantity(
        0.05e-3, "m", "net motion of any block in one window", open_low=True
    )
    rotation_tolerance: float = quantity(
        0.004, "rad", "net turn of any block in one window", open_low=True
    )
    time_limit: float = quantity(
        10.0, "s", "a toppled tower lies still by then", high=1000.0
    )
    sway: float = quantity(
        4.0e-3,
        "m",
        "width of a sway that is let pass; a hundredth of the height",
        "numerical",
    )
    reseat_after: float = quantity(
        2.5,
        "s",
        "falls are over or well under way; what is left is the solver's own sway",
        "numerical",
        open_low=True,
    )

    def __post_init__(self) -> None:
        super(SettleParams, self).__post_init__()
        if self.window > self.time_limit:
            raise ParameterError(
                f"SettleParams.window {self.window!r} s is longer than time_limit "
                f"{self.time_limit!r} s; shorten it or raise time_limit"
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class ToppleParams(ParameterSet):
    """Thresholds of ruling S12."""

    drop: float = quantity(
        0.5, "block heights", "rule: more than half a block below its slot"
    )
    collapse_layers: float = quantity(
        1.0, "block heights", "rule: a whole layer of height lost", open_low=True
    )
    collapse_blocks: int = quantity(
        3, "blocks", "rule: three or more blocks", low=1, high=1000
    )
    poll: float = quantity(
        1 / 60,
        "s",
        "how often poses are looked at while blocks move",
        low=1e-4,
        high=1.0,
    )
