"""Fixtures of the tests that run an engine."""

from tests.physics.worlds import (
    engine,
    engine_name,
    limits,
    open_variant,
    open_world,
)

__all__ = ["engine", "engine_name", "limits", "open_variant", "open_world"]
