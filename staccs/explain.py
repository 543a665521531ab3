"""Why a card may be laid at a cell, or may not: every reason, with its ruling."""

from collections.abc import Iterator
from dataclasses import dataclass

from staccs.cards import WILDS_A_DECC, Card
from staccs.cells import REACH, pack
from staccs.ground import Ground
from staccs.hosts import HostSurface, touched
from staccs.placement import Placement
from staccs.rules import PartialOverlap
from staccs.surfaces import Surface, SurfaceState, words_of

__all__ = ["OFF_TABLE", "Explanation", "Reason", "explain", "spent"]


@dataclass(frozen=True, slots=True)
class Reason:
    """One reason for or against a placement.

    Attributes
    ----------
    ruling : str
        Number of the ruling behind it, such as ``"T1"``.
    allows : bool
        Whether it speaks for the placement.
    text : str
        The reason in words.
    index : int or None
        The card it is about, the first laid being 0; None if about none.
    surface : Surface or None
        Which surface of that card; None if about none.
    """

    ruling: str
    allows: bool
    text: str
    index: int | None = None
    surface: Surface | None = None

    def __str__(self) -> str:
        return f"{self.text} ({self.ruling})"


@dataclass(frozen=True, slots=True)
class Explanation:
    """Every reason for and against a placement.

    Attributes
    ----------
    placement : Placement
        What was asked about.
    reasons : tuple of Reason
        All reasons, those of the card itself first, then surface by surface.
    fitting : int
        The kinds of cards that could be laid at this cell, as a set of bits.
    """

    placement: Placement
    reasons: tuple[Reason, ...]
    fitting: int

    @property
    def legal(self) -> bool:
        """Whether the placement is legal: nothing speaks against it."""
        return all(reason.allows for reason in self.reasons)

    def against(self) -> tuple[Reason, ...]:
        """Return the reasons that speak against it."""
        return tuple(reason for reason in self.reasons if not reason.allows)

    def __str__(self) -> str:
        reasons = self.reasons if self.legal else self.against()
        verdict = "is legal" if self.legal else "is not legal"
        text = f"{self.placement} {verdict}: {'; '.join(map(str, reasons))}"
        if self.legal:
            return text
        return f"{text}. What fits there: {words_of(self.fitting)}"


OFF_TABLE = Reason("T20", False, "the card cannot lie there on the table")
"""The reason against a card that the table does not bear."""

_NOTHING = Reason("T1", False, "it would not lie wholly on any surface")


def explain(ground: Ground, placement: Placement, copies: int) -> Explanation:
    """Return every reason for and against a placement.

    Parameters
    ----------
    ground : Ground
        What lies.
    placement : Placement
        The card, and where it is to be laid.
    copies : int
        How many DECCs the cards come from.

    Returns
    -------
    Explanation
    """
    if placement.stacc not in ground.staccs:
        begun = ", ".join(map(str, ground.staccs)) or "none"
        text = f"STACC {placement.stacc} has not been started; started: {begun}"
        return Explanation(placement, (Reason("T18", False, text),), 0)
    reasons = [*spent(ground, placement.card, copies), *_turned(ground, placement)]
    if max(map(abs, placement.cell)) > 2 * REACH:
        return Explanation(placement, (*reasons, _NOTHING), 0)
    cell = pack(placement.cell)
    fitting = ground.fitting(ground.staccs[placement.stacc], cell)
    reasons += _surfaces(ground, placement, cell)
    if ground.footing is not None and not ground.footing[cell]:
        reasons.append(OFF_TABLE)
        fitting = 0
    return Explanation(placement, tuple(reasons), fitting)


def spent(ground: Ground, card: Card, copies: int) -> Iterator[Reason]:
    """Yield the reason against a card of which all copies lie already."""
    lie = sum(record[0] == card.index for record in ground.placed)
    most = copies * (WILDS_A_DECC if card.is_wild else 1)
    if lie >= most:
        deccs = "one DECC has" if copies == 1 else f"{copies} DECCs have"
        yield Reason("T16", False, f"{lie} of {card} lie already, and {deccs} {most}")


def _turned(ground: Ground, placement: Placement) -> Iterator[Reason]:
    now, turn = ground.staccs[placement.stacc].orientation, placement.orientation
    if not placement.card.is_wild:
        if turn not in (None, now):
            yield Reason(
                "T4", False, f"cards have orientation {now} now, and only a WILD turns"
            )
        return
    allowed = ground.rotations(placement.stacc)
    choice = ", ".join(map(str, sorted(allowed)))
    if turn is None:
        yield Reason("T4", False, f"a WILD takes a new orientation: one of {choice}")
    elif turn not in allowed:
        text = f"orientation {turn} is none a WILD may take after {now}"
        yield Reason("T4", False, f"{text}: it may take {choice}")
    else:
        yield Reason("T4", True, f"the WILD turns from {now} to {turn}")


def _surfaces(ground: Ground, placement: Placement, cell: int) -> Iterator[Reason]:
    contacts = []
    for host, whole in touched(ground, cell):
        if host.host.stacc != placement.stacc:
            yield Reason(
                "T18",
                True,
                f"{host} belongs to STACC {host.host.stacc} and may be covered",
                host.index,
                host.surface,
            )
        elif whole:
            contacts.append(host)
            yield _contact(host, placement.card)
        else:
            yield _half(host, placement.card, ground.rules.partial_overlap)
    if not contacts:
        yield _NOTHING
    elif placement.card.is_wild and all(host.surface for host in contacts):
        yield Reason("T3", False, "a WILD needs a TOP under it, and there is none")


def _contact(host: HostSurface, card: Card) -> Reason:
    def reason(ruling: str, allows: bool, text: str) -> Reason:
        return Reason(ruling, allows, text, host.index, host.surface)

    if host.state is SurfaceState.LOCKED:
        return reason("T5", False, f"{host} is locked by a later WILD")
    if host.state is SurfaceState.PARTLY_COVERED:
        return reason("T1", False, f"{host} is partly covered")
    if host.state is SurfaceState.BARRED:
        return reason("T10", False, f"{host} is barred for this turn")
    if card.is_wild:
        kind = "on which WILDs go" if host.surface is Surface.TOP else "under a WILD"
        return reason("T3", True, f"{host} is open, {kind}")
    if host.fitting >> card.index & 1:
        ruling = "T6" if host.host.card.is_wild else "T1"
        return reason(ruling, True, f"{card} matches {host}: {host.mark}")
    return reason(*_mismatch(host, card))


def _half(host: HostSurface, card: Card, overlap: PartialOverlap) -> Reason:
    def reason(allows: bool, text: str) -> Reason:
        return Reason("T2", allows, text, host.index, host.surface)

    half = f"{host} would be covered by half"
    if overlap is PartialOverlap.ALLOW:
        return reason(True, f"{half}, and closed")
    if overlap is PartialOverlap.FORBID:
        return reason(False, half)
    if card.is_wild:
        return reason(True, f"{half} by a WILD, which need not match")
    if host.fitting >> card.index & 1:
        return reason(True, f"{half}, and {card} matches it: {host.mark}")
    return reason(False, f"{half}, and {_mismatch(host, card)[2]}")


def _mismatch(host: HostSurface, card: Card) -> tuple[str, bool, str]:
    ruling = "T6" if host.host.card.is_wild else "T1"
    if not host.mark:
        shows = f"{host} shows nothing to match"
        if host.surface is Surface.FACE and card.is_number:
            shows += "; numbers go on a SIDE"
        if host.surface is Surface.SIDE and card.is_letter:
            shows += "; letters go on a FACE"
        return ruling, False, shows
    wanted = words_of(host.fitting)
    return ruling, False, f"{host} shows {host.mark}, so {card} does not fit: {wanted}"
