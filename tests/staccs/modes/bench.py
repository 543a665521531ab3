"""How many moves a second random games make: ``python -m tests.staccs.modes.bench``.

Every move counts: plays, draws and answers. Time is that of the processor. The best of
many short runs is shown too, as other programs on the machine slow the rest.
"""

import time

import numpy as np

from staccs.modes import make_game
from staccs.table import PlacedTable, Table

GAMES = {"uh-oh": 4, "party": 8, "solo": 1, "wild-out": 3}
CHUNKS = 200


def played(mode, players, table, seeds, rng):
    """Play games at random; return how many moves were made."""
    moves = 0
    numbers = iter(())
    for seed in seeds:
        game = make_game(mode, players, seed=seed, table=table)
        while game.outcome() is None:
            legal = game.legal_moves
            number = next(numbers, None)
            if number is None:
                numbers = iter(rng.random(4096).tolist())
                number = next(numbers)
            game.push(legal[int(number * len(legal))])
        moves += game.ply
    return moves


def main():
    table = PlacedTable(Table.parse("round:1.0"))
    rng = np.random.default_rng(1)
    for mode, players in GAMES.items():
        played(mode, players, table, range(50), rng)
        rates = []
        for chunk in range(CHUNKS):
            began = time.process_time()
            moves = played(
                mode, players, table, range(10 * chunk, 10 * chunk + 10), rng
            )
            rates.append(moves / (time.process_time() - began))
        middle, best = sorted(rates)[len(rates) // 2], max(rates)
        print(f"{mode:9} of {players}: {middle:8,.0f} moves a second, best {best:,.0f}")


if __name__ == "__main__":
    main()
