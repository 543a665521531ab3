"""What the engines need to know: one parameter set each, in one value."""

from __future__ import annotations

from dataclasses import dataclass, field

from stacko.params import MujocoParams, SolverParams
from stacko.quasistatic.params import QuasistaticParams

__all__ = ["EngineSettings"]


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineSettings:
    """The settings of every engine; each takes its own and leaves the others alone.

    A field is named like the section of a configuration that it comes from.

    Parameters
    ----------
    solver : SolverParams
        Of PyBullet.
    mujoco : MujocoParams
        Of MuJoCo.
    quasistatic : QuasistaticParams
        Of the model without an engine.
    """

    solver: SolverParams = field(default_factory=SolverParams)
    mujoco: MujocoParams = field(default_factory=MujocoParams)
    quasistatic: QuasistaticParams = field(default_factory=QuasistaticParams)
