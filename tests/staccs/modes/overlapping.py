"""Games of WILD OUT watched by exact polygons, which share no code with the lattice.

The games are random, but like to hide what other STACCs have, since the ways in which
one STACC closes a surface of another (T18) are what is checked. A few positions are in
the tests; ``python -m tests.staccs.modes.overlapping 12`` compares more, of 12 games
for every start and reading of T2.
"""

import random
import sys

from staccs.cards import KINDS
from staccs.cells import unpack
from staccs.modes import STARTS, make_game
from staccs.moves import Action
from staccs.rules import PartialOverlap, Rules
from tests.staccs.polygon_oracle import Pile, clip, hexagon, near


def point(cell):
    """Return the center of a card in the plane of the polygons."""
    return cell.q, 2 * cell.r + cell.q


class Watched:
    """A game with its cards as polygons, laid one after the other."""

    def __init__(self, start, overlap, seed):
        rules = Rules(partial_overlap=overlap)
        self.game = make_game("wild-out", 2, rules, seed, start=start)
        self.pile = Pile(overlap.value)
        self.rng = random.Random(seed)
        self.overlaps = 0
        for card in self.game.board.cards:
            self.lay(card)

    def lay(self, card):
        center = point(card.cell)
        hidden = [seen for seen in self.hides(center) if seen.stacc != card.stacc]
        self.overlaps += bool(hidden)
        self.pile.lay(str(card.card), center, card.orientation, None, card.stacc)

    def hides(self, center):
        """Yield the surfaces of any STACC that a card would hide, at least in part."""
        shape = hexagon(center)
        for seen in self.pile.seen:
            touches = near(seen.polygon[0], center)
            if touches and any(clip(piece, shape)[0] for piece in seen.pieces):
                yield seen

    def crosses(self, move):
        return move.action is Action.PLAY and any(
            seen.stacc != move.stacc for seen in self.hides(point(move.cell))
        )

    def go_on(self):
        moves = list(self.game.legal_moves)
        bold = [move for move in moves if self.crosses(move)]
        move = self.rng.choice(bold if bold and self.rng.random() < 0.8 else moves)
        self.game.push(move)
        if move.action is Action.PLAY:
            self.lay(self.game.board.cards[-1])

    def agree(self):
        """Check all that fits anywhere, and the legal moves of whoever is to play."""
        game, polygons = self.game, {}
        for stacc in range(4):
            found = self.pile.legal(stacc)
            # In WILD OUT no WILD is left to lay, but the board would take one.
            board = {
                point(unpack(at)): {
                    str(kind) for kind in KINDS if fit >> kind.index & 1
                }
                for at, fit in game.board.open_cells(stacc).items()
            }
            assert board == found, stacc
            polygons[stacc] = found
        own = game.hand(game.turn)
        if game.legal_moves and not any(
            m.action is Action.DRAW for m in game.legal_moves
        ):
            plays = {str(m) for m in game.legal_moves if m.action is Action.PLAY}
            assert plays == {
                f"{card}@{x},{(y - x) // 2}" + f"#{stacc}" * (stacc > 0)
                for stacc, spots in polygons.items()
                for (x, y), names in spots.items()
                for card in own
                if str(card) in names
            }

    def surfaces_agree(self):
        for ours, seen in zip(self.game.board.surfaces(), self.pile.seen, strict=True):
            assert (ours.index, ours.surface.name) == (seen.index, seen.surface)
            assert ours.visible == seen.visible
            assert (ours.state.value == "open") != self.pile.closed(seen)


def watch(start, overlap, seed, every):
    """Play a game to its end, compare now and then; return comparisons, overlaps."""
    watched, compared = Watched(start, overlap, seed), 0
    while watched.game.legal_moves:
        watched.go_on()
        if watched.rng.random() < every:
            watched.agree()
            watched.surfaces_agree()
            compared += 1
    watched.agree()
    return compared + 1, watched.overlaps


def main():
    found = [
        watch(start, overlap, seed, every=0.03)
        for seed in range(int(sys.argv[1]))
        for start in STARTS
        for overlap in PartialOverlap
    ]
    compared, overlaps = map(sum, zip(*found, strict=True))
    print(f"{len(found)} games: {compared} positions agree, {overlaps} cards overlap")


if __name__ == "__main__":
    main()
