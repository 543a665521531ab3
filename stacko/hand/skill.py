"""Hands as parameter sets, and the named skills."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import MappingProxyType

from gamebase.params import ParameterSet, quantity
from stacko.errors import ParameterError, close_match, shown

__all__ = ["SKILLS", "HandParams", "hand_names", "named_hand"]


@dataclass(frozen=True, slots=True, kw_only=True)
class HandParams(ParameterSet):
    """How a player's hand moves blocks.

    The hand is a moving target that drags the block (or a fingertip) behind it by
    springs. One hand is worse than another by its errors (tremor, aim, direction,
    placing) and by how stiff it is: a relaxed wrist gives way to the tower, a cramped
    one hands every error on to it.
    """

    name: str = field(default="average")
    speed: float = quantity(0.12, "m/s", "an unhurried pull", low=1e-3, high=2.0)
    push_speed: float = quantity(0.06, "m/s", "a careful fingertip", low=1e-3, high=2.0)
    force_limit: float = quantity(
        4.0, "N", "pinch without slipping, light object", open_low=True
    )
    give_up_force: float = quantity(
        0.5, "N", "some times what a loose block takes", open_low=True
    )
    give_up_shift: float = quantity(
        3e-3, "m", "a shift of other blocks that a player sees", open_low=True
    )
    grip_stiffness: float = quantity(
        400.0, "N/m", "finger pads, along the block", open_low=True
    )
    side_stiffness: float = quantity(
        30.0, "N/m", "sideways: relaxed 30, cramped over 100", open_low=True
    )
    lift_stiffness: float = quantity(
        30.0, "N/m", "up and down: relaxed 30, cramped over 100", open_low=True
    )
    grip_frequency: float = quantity(
        60.0, "rad/s", "turning a pinched block", open_low=True, high=100.0
    )
    tremor: float = quantity(
        0.10e-3, "m", "physiological tremor of the finger, rms", "realistic", high=0.02
    )
    tremor_frequency: float = quantity(
        9.0, "Hz", "physiological tremor 8 to 12 Hz", "realistic", low=0.1, high=50.0
    )
    aim_error: float = quantity(
        1.5e-3, "m", "where the fingertip meets the end, sd", high=0.05
    )
    direction_error: float = quantity(
        0.02, "rad", "pull off the block's axis, sd", high=0.5
    )
    place_error: float = quantity(1.5e-3, "m", "where a block is put, sd", high=0.05)
    yaw_error: float = quantity(0.02, "rad", "how straight it is put, sd", high=0.5)
    place_speed: float = quantity(
        0.05, "m/s", "lowering onto the tower", low=1e-3, high=1.0
    )
    push_distance: float = quantity(
        0.020, "m", "enough to grip the other end", open_low=True
    )
    grip_depth: float = quantity(
        0.008, "m", "what must stick out to be gripped", open_low=True
    )
    finger: float = quantity(0.010, "m", "diameter of the fingertip", open_low=True)
    finger_mass: float = quantity(0.020, "kg", "moving part of it", open_low=True)
    probe_force: float = quantity(
        0.5, "N", "a tap that tells loose from tight", open_low=True
    )
    probe_speed: float = quantity(
        0.03, "m/s", "slow, so that the block stops where the tap ends", low=1e-3
    )
    probe_distance: float = quantity(
        0.0015, "m", "a tap that changes little", open_low=True
    )

    def __post_init__(self) -> None:
        super(HandParams, self).__post_init__()
        name: object = self.name
        if not isinstance(name, str) or not name.isprintable():
            raise ParameterError(
                f"HandParams.name must be a printable text, got {shown(name)}"
            )
        if self.give_up_force > self.force_limit:
            raise ParameterError(
                f"HandParams.give_up_force {self.give_up_force!r} N lies over "
                f"force_limit {self.force_limit!r} N; lower it or raise force_limit"
            )


SKILLS: MappingProxyType[str, HandParams] = MappingProxyType(
    {
        "steady": HandParams(
            name="steady",
            speed=0.10,
            push_speed=0.05,
            side_stiffness=20.0,
            lift_stiffness=20.0,
            tremor=0.04e-3,
            aim_error=0.8e-3,
            direction_error=0.008,
            place_error=0.7e-3,
            yaw_error=0.008,
            place_speed=0.04,
        ),
        "average": HandParams(name="average"),
        "shaky": HandParams(
            name="shaky",
            speed=0.16,
            push_speed=0.08,
            side_stiffness=100.0,
            lift_stiffness=60.0,
            tremor=0.7e-3,
            aim_error=2.5e-3,
            direction_error=0.06,
            place_error=3.0e-3,
            yaw_error=0.05,
            place_speed=0.08,
        ),
    }
)
"""The named hands."""


def hand_names() -> tuple[str, ...]:
    """Return the names of the built-in hands."""
    return tuple(SKILLS)


def named_hand(name: str) -> HandParams:
    """Return a built-in hand; `ParameterError` names the known ones."""
    if name not in SKILLS:
        raise ParameterError(
            f"no hand {shown(name)}{close_match(name, SKILLS)}; "
            f"known hands: {', '.join(SKILLS)}"
        )
    return SKILLS[name]
