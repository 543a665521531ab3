"""Parameters of the quasistatic model."""

from __future__ import annotations

from dataclasses import dataclass

from gamebase.params import ParameterSet, quantity

__all__ = ["QuasistaticParams"]


@dataclass(frozen=True, slots=True, kw_only=True)
class QuasistaticParams(ParameterSet):
    """What the quasistatic model needs besides blocks, contacts and hands."""

    contact_stiffness: float = quantity(
        2.5e4,
        "N/m",
        "of each contact point; shares of load as in PyBullet (stacko_agreement)",
        "numerical",
        low=100.0,
        high=1e8,
    )
    steps: int = quantity(
        2,
        "-",
        "looks at the tower while a block is on its way out",
        "numerical",
        low=1,
        high=1000,
    )
    sag: float = quantity(
        0.4,
        "-",
        "how far a sliding block sinks, as a share of what its load presses its "
        "contacts together; sheds a seventh of the load of middle blocks, as in both "
        "engines (stacko_agreement)",
        "numerical",
        high=2.0,
    )
    scatter: float = quantity(
        0.2,
        "-",
        "spread of friction from touch to touch, log sd; engines scatter so among each "
        "other (stacko_agreement)",
        "numerical",
        high=2.0,
    )
