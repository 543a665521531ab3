"""UH OH!: what a move leads to, and who decides next.

The state is a plain tuple, for speed: the phase, who decides, whose turn it is, the
direction, the kind of the card played last, the rank of which several are being played
or -1, how many ATTACCs were chained, who played the last of them or -1, and the barred
ZEROs. While a QUEEN's gifts are due the chain is how many are left. In the phase of
catching, the forgetful player is whose turn it is or, after gifts, the attacker.
"""

from __future__ import annotations

from typing import Final

from staccs.cards import KINDS
from staccs.cells import unpack
from staccs.core import OVER
from staccs.game import Game
from staccs.modes.kinds import (
    ACE,
    JACK,
    KING,
    NUMBERS,
    OF_RANK,
    OTHER_RANKS,
    QUEEN,
    RANK_OF,
    WILD_KIND,
    ZERO,
)
from staccs.moves import ACTION, CALL, CELL, FLAG, KIND_BITS, ORIENTATION, Action
from staccs.phases import PHASES, Phase
from staccs.placement import Placement
from staccs.rules import PartialOverlap
from staccs.stacc import Stacc
from staccs.surfaces import Surface

__all__ = ["ATTACKED", "CATCH", "GIVE", "MORE", "TURN", "Turns"]

TURN: Final = PHASES.index(Phase.TURN)
ATTACKED: Final = PHASES.index(Phase.ATTACKED)
MORE: Final = PHASES.index(Phase.MORE)
GIVE: Final = PHASES.index(Phase.GIVE)
CATCH: Final = PHASES.index(Phase.CATCH)

PENALTY: Final = 3
"""Cards drawn by who was caught (T12)."""

Bars = tuple[tuple[int, ...], ...]
"""ZEROs barred by the turn before and by this one, as indices on the board."""

State = tuple[int, int, int, int, int, int, int, int, Bars]
"""What `Turns` keeps in `_now`."""

NO_BARS: Final[Bars] = ((), ())
_DRAW: Final = Action.DRAW.value
_ACCEPT: Final = Action.ACCEPT.value
_DONE: Final = Action.DONE.value
_GIVE: Final = Action.GIVE.value
_CATCH: Final = Action.CATCH.value


class Turns(Game):
    """The course of UH OH! and PARTY."""

    def _make(self, code: int) -> None:
        action = code >> ACTION & 15
        if not action:
            self._lay(code)
        elif action == _DRAW:
            self._draw_one()
        elif action == _ACCEPT:
            self._accept()
        elif action == _DONE:
            self._be_done()
        elif action == _GIVE:
            self._give(code)
        else:
            self._answer(action == _CATCH)

    # Playing

    def _lay(self, code: int) -> None:
        now: State = self._now
        phase, who, _, way, _, row, chain, _, bars = now
        kind, cell = code & KIND_BITS, code >> CELL
        board, held = self._board, self._held
        held.lose(who, kind)
        if kind == WILD_KIND:
            row = -1
            board.put(kind, cell, (code >> ORIENTATION & 7) - 1, (code >> CALL & 7) - 1)
        else:
            rank = RANK_OF[kind]
            if phase != MORE:
                # Who forgets to call may be caught, and draw another of the number.
                again = held.masks[who] & OF_RANK[rank] or held.sizes[who] == 1
                row = -1
                if again and rank < NUMBERS and self._on_side(cell, rank):
                    row = rank
            board.put(kind, cell, self._stacc.orientation)
            if rank == ZERO:
                bars, way = self._zero(bars, way)
        size = held.sizes[who]
        if size == 1 and not code & FLAG:
            asked = self._after(who, way)
            self._now = (CATCH, asked, who, way, kind, row, chain, -1, bars)
        elif not size:
            self._now = (OVER, who, who, way, kind, -1, 0, -1, bars)
        elif row >= 0:
            self._proceed(who, way, kind, row, chain, bars)
        else:
            self._finish(who, way, kind, chain, bars)

    def _proceed(
        self, who: int, way: int, kind: int, row: int, chain: int, bars: Bars
    ) -> None:
        """Go on after a play: with another card of the number, or the effects."""
        if row >= 0:
            own = self._held.masks[who] & OF_RANK[row]
            if own and self._sides(own, row):
                self._now = (MORE, who, who, way, kind, row, chain, -1, bars)
                return
        self._finish(who, way, kind, chain, bars)

    def _finish(self, who: int, way: int, kind: int, chain: int, bars: Bars) -> None:
        """End the turn of a player with the effect of the last card."""
        rank = RANK_OF[kind]
        if bars is not NO_BARS:
            bars = self._freed(bars)
        player = who if rank == ACE else (who + way) % len(self._held.sizes)
        if JACK <= rank <= KING:
            self._hit(player, way, kind, chain + 1, who, bars)
        else:
            self._now = (TURN, player, player, way, -1, -1, 0, -1, bars)

    def _be_done(self) -> None:
        """End the turn of a player who has played enough of a number (T11)."""
        now: State = self._now
        _, who, _, way, kind, _, chain, _, bars = now
        self._finish(who, way, kind, chain, bars)

    def _begin_turn(self, player: int, way: int, bars: Bars) -> None:
        self._now = (TURN, player, player, way, -1, -1, 0, -1, bars)

    def _after(self, player: int, way: int) -> int:
        return (player + way) % len(self._held.sizes)

    # ATTACCs

    def _hit(
        self, player: int, way: int, kind: int, chain: int, attacker: int, bars: Bars
    ) -> None:
        """Ask the player hit for a counter, if there is one (T9)."""
        own = self._held.masks[player] & OF_RANK[RANK_OF[kind]]
        if own and self._spots(own):
            self._now = (ATTACKED, player, player, way, kind, -1, chain, attacker, bars)
        else:
            self._take(player, way, kind, chain, attacker, bars)

    def _accept(self) -> None:
        """Go on after a player did not counter (T9)."""
        now: State = self._now
        _, who, _, way, kind, _, chain, attacker, bars = now
        self._take(who, way, kind, chain, attacker, bars)

    def _take(
        self, player: int, way: int, kind: int, chain: int, attacker: int, bars: Bars
    ) -> None:
        """Let the player hit take the cards, and then have a turn (T9)."""
        rank = RANK_OF[kind]
        if rank == QUEEN:
            self._ask_gifts(player, way, kind, chain, attacker, bars)
        elif self._deal_to(player, chain * 2 if rank == KING else chain):
            self._begin_turn(player, way, bars)

    def _ask_gifts(
        self, player: int, way: int, kind: int, chain: int, attacker: int, bars: Bars
    ) -> None:
        """Let the attacker choose what to give, unless it is the last card."""
        held = self._held
        if held.sizes[attacker] > 1:
            self._now = (GIVE, attacker, player, way, kind, -1, chain, attacker, bars)
            return
        (last,) = held.hand(attacker)
        held.lose(attacker, last)
        held.gain(player, last)
        self._now = (OVER, attacker, player, way, kind, -1, 0, attacker, bars)

    def _give(self, code: int) -> None:
        now: State = self._now
        _, who, player, way, kind, _, chain, _, bars = now
        held = self._held
        held.lose(who, code & KIND_BITS)
        held.gain(player, code & KIND_BITS)
        chain -= 1
        if held.sizes[who] == 1 and not code & FLAG:
            asked = self._after(who, way)
            self._now = (CATCH, asked, player, way, kind, -1, chain, who, bars)
        elif chain:
            self._ask_gifts(player, way, kind, chain, who, bars)
        else:
            self._begin_turn(player, way, bars)

    # Drawing

    def _draw_one(self) -> None:
        now: State = self._now
        _, who, _, way, _, _, _, _, bars = now
        if not self._held.draw(who):
            self._now = (OVER, who, who, way, -1, -1, 0, -1, bars)
            return
        if bars is not NO_BARS:
            bars = self._freed(bars)
        player = (who + way) % len(self._held.sizes)
        self._now = (TURN, player, player, way, -1, -1, 0, -1, bars)

    def _deal_to(self, player: int, cards: int) -> bool:
        """Give a player cards from the pile; end the game if it is empty (T14)."""
        draw = self._held.draw
        for _ in range(cards):
            if not draw(player):
                now: State = self._now
                _, _, turn, way, _, _, _, _, bars = now
                self._now = (OVER, player, turn, way, -1, -1, 0, -1, bars)
                return False
        return True

    # Forgotten calls

    def _answer(self, catches: bool) -> None:
        """Go on after a player caught the forgetful one, or let it go (T12)."""
        now: State = self._now
        _, who, turn, way, kind, row, chain, giver, bars = now
        forgetful = turn if giver < 0 else giver
        if catches:
            if not self._deal_to(forgetful, PENALTY):
                return
        else:
            asked = self._after(who, way)
            if asked != forgetful:
                self._now = (CATCH, asked, turn, way, kind, row, chain, giver, bars)
                return
        if giver < 0:
            self._proceed(turn, way, kind, row, chain, bars)
        elif chain:
            self._ask_gifts(turn, way, kind, chain, giver, bars)
        else:
            self._begin_turn(turn, way, bars)

    # ZEROs

    def _zero(self, bars: Bars, way: int) -> tuple[Bars, int]:
        """Bar the TOP of the ZERO just laid, and reverse among three or more (T10)."""
        index = len(self._board) - 1
        self._board.bar_top(index)
        old, new = bars
        return (old, (*new, index)), -way if len(self._held.sizes) > 2 else way

    def _freed(self, bars: Bars) -> Bars:
        """End a turn: free what the turn before barred."""
        old, new = bars
        if old:
            self._board.unbar()
            for index in new:
                self._board.bar_top(index)
        return (new, ()) if new else NO_BARS

    def _barred(self) -> tuple[int, ...]:
        old, new = self._now[8]
        return tuple(old + new)

    # Where cards fit

    @property
    def _stacc(self) -> Stacc:
        """The only STACC, without asking the board whether it has one."""
        return self._board._ground.staccs[0]

    def _spots(self, kinds: int) -> dict[int, int]:
        """Return where cards of these kinds could be laid, and which of them."""
        cells = self._stacc.open.items()
        return {at << CELL: fit for at, all_ in cells if (fit := all_ & kinds)}

    def _sides(self, kinds: int, rank: int) -> dict[int, int]:
        """Return where cards of a number could be laid on a SIDE with it (T11)."""
        spots = self._spots(kinds).items()
        return {at: fit for at, fit in spots if self._on_side(at >> CELL, rank)}

    def _on_side(self, cell: int, rank: int) -> bool:
        """Return whether a card of a number that fits at a cell lies on a SIDE.

        What fits on a TOP alone is of every rank, so the set of kinds tells; except
        where surfaces that are covered by half have to match, too (T2).
        """
        if self._setting.rules.partial_overlap is PartialOverlap.MUST_MATCH:
            touched = self._board.contacts(Placement(KINDS[rank], unpack(cell)))
            return any(each.surface is Surface.SIDE for each in touched)
        return not self._stacc.open[cell] & OTHER_RANKS[rank]
