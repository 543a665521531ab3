"""Errors of the statics."""

from __future__ import annotations

from stacko.errors import ParameterError, shown

__all__ = ["OverlapError"]


class OverlapError(ParameterError):
    """Two bodies share more space than the tolerance lets pass.

    Attributes
    ----------
    a, b : str
        The bodies.
    depth : float
        How deep they overlap, in m.
    """

    def __init__(self, a: str, b: str, depth: float, tolerance: float) -> None:
        super().__init__(
            f"bodies {shown(a)} and {shown(b)} overlap by {depth * 1e3:.3g} mm, more "
            f"than the {tolerance * 1e3:.3g} mm let pass: move them apart, or raise "
            "overlap_tolerance"
        )
        self.a, self.b, self.depth = a, b, depth
