"""A player who feels for loose blocks before choosing."""

from __future__ import annotations

from stacko.errors import ParameterError
from stacko.moves import Move
from stacko.players.base import ProbeResult, Table
from stacko.players.cautious import by_risk, is_safe, settle_move
from stacko.players.registry import register

__all__ = ["ProberPlayer", "apparent_friction"]

GRAVITY = 9.81
"""In m/s^2; players have grown up on Earth."""

DRAGGING = 0.2
"""Apparent friction above which what lies on a block tends to come along with it."""

TIGHT = 500.0
"""Stiffness, in N/m, above which the push met a block that holds, not one that slid."""


def apparent_friction(table: Table, felt: ProbeResult) -> float:
    """Return how much of what lies above a block rests on it, as a coefficient.

    The force felt over the weight that would press on both its faces if the block
    carried everything above it. A block that really does shows the coefficient of
    friction itself, one of three that carry alike a third of it. From half of it on
    the block holds what lies above more firmly than its neighbors do, and drags it
    along when it is pulled.
    """
    layer = table.tower.layer_of(felt.block)
    above = sum(3 - row.count(None) for row in table.tower.layers[layer:])
    return felt.peak_force / (table.blocks.mass * GRAVITY * (2 * above + 1))


@register("prober")
class ProberPlayer:
    """Probes the least risky blocks and takes the loosest of them.

    Loose is what carries the least share of the blocks above it; see
    `apparent_friction`. A block that held against the push, or that would drag
    along what lies on it, comes after all others; among those the one with the
    least weight above it comes first. What was felt is remembered until the turn
    is over. Where nothing looks safe, or nothing can be probed, it chooses as the
    cautious player does.

    Parameters
    ----------
    probes : int
        Most blocks probed before a move.
    loose : float
        Apparent friction under which a block is taken without probing others; a
        block that gives way to less than its own weight is loose anyway.

    Raises
    ------
    ParameterError
        If `probes` is under 1 or `loose` is negative.
    """

    name = "prober"

    def __init__(self, probes: int = 8, loose: float = 0.08) -> None:
        if type(probes) is not int or probes < 1:
            raise ParameterError(f"probes is {probes!r}: give a whole number from 1")
        if not loose >= 0:
            raise ParameterError(f"loose is {loose!r}: give a coefficient, 0 or more")
        self.probes = probes
        self.loose = loose
        self._turn: tuple[int, str] | None = None
        self._memory: dict[str, ProbeResult] = {}

    def choose(self, table: Table) -> Move:
        """Return a legal move; probes through the table."""
        forced = table.only_move()
        if forced is not None:
            return forced
        self._remember_one_turn(table)
        ordered = by_risk(table)
        safe = [name for name in ordered if is_safe(table, name)]
        felt = self._feel(table, safe) if table.can_probe and len(safe) > 1 else []
        return settle_move(table, self._loosest(table, felt) or ordered[0])

    def _loosest(self, table: Table, felt: list[ProbeResult]) -> str | None:
        """Return the block against which least speaks, if any was felt."""
        best = min(felt, key=lambda each: _doubt(table, each), default=None)
        return best.block if best else None

    def _remember_one_turn(self, table: Table) -> None:
        """Forget what was felt before this turn, or before the tower changed."""
        turn = (table.game.turn_number, str(table.tower))
        if turn != self._turn:
            self._turn, self._memory = turn, {}

    def _feel(self, table: Table, names: list[str]) -> list[ProbeResult]:
        """Probe blocks in turn, until one is loose or the tower fell."""
        felt = [self._memory[name] for name in names if name in self._memory]
        unknown = [name for name in names if name not in self._memory]
        for name in unknown[: self.probes]:
            if any(self._is_loose(table, each) for each in felt):
                break
            self._memory[name] = table.probe(name)
            felt.append(self._memory[name])
            if felt[-1].toppled:
                break
        return felt

    def _is_loose(self, table: Table, felt: ProbeResult) -> bool:
        weight = table.blocks.mass * GRAVITY
        held, _, friction = _doubt(table, felt)
        return not held and (friction < self.loose or felt.peak_force < weight)


def _doubt(table: Table, felt: ProbeResult) -> tuple[bool, int, float]:
    """Return what speaks against a block, to be compared: less is better."""
    friction = apparent_friction(table, felt)
    held = felt.held or felt.stiffness > TIGHT or friction > DRAGGING
    # how tight a block that held really is stays unknown: less weight, less force
    return held, -table.tower.layer_of(felt.block) if held else 0, friction
