"""A player who feels for loose blocks before choosing."""

from __future__ import annotations

from stacko.errors import ParameterError
from stacko.moves import Move
from stacko.players.base import ProbeResult, Table
from stacko.players.cautious import by_risk, is_safe, settle_move
from stacko.players.registry import register

__all__ = ["ProberPlayer"]


@register("prober")
class ProberPlayer:
    """Probes the least risky blocks and takes the loosest of them.

    Where nothing looks safe, or nothing can be probed, it chooses as the cautious
    player does.

    Parameters
    ----------
    probes : int
        Most blocks probed before a move.
    loose : float
        Peak force, in N, under which a block is taken without probing others. The
        default is some two times the friction of a block that carries only itself.

    Raises
    ------
    ParameterError
        If `probes` is under 1 or `loose` is negative.
    """

    name = "prober"

    def __init__(self, probes: int = 4, loose: float = 0.08) -> None:
        if type(probes) is not int or probes < 1:
            raise ParameterError(
                f"probes is {probes!r}: give a whole number, 1 or more"
            )
        if not loose >= 0:
            raise ParameterError(f"loose is {loose!r}: give a force in N, 0 or more")
        self.probes = probes
        self.loose = loose

    def choose(self, table: Table) -> Move:
        """Return a legal move; probes through the table."""
        forced = table.only_move()
        if forced is not None:
            return forced
        ordered = by_risk(table)
        safe = [name for name in ordered if is_safe(table, name)][: self.probes]
        felt = self._feel(table, safe) if table.can_probe and len(safe) > 1 else []
        best = min(felt, key=lambda result: result.stiffness).block if felt else None
        return settle_move(table, best or ordered[0])

    def _feel(self, table: Table, names: list[str]) -> list[ProbeResult]:
        """Probe blocks in turn, until one is loose or the tower fell."""
        felt: list[ProbeResult] = []
        for name in names:
            felt.append(table.probe(name))
            easy = felt[-1].peak_force < self.loose and felt[-1].moved > 0
            if easy or felt[-1].toppled:
                break
        return felt
