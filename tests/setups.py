"""Small towers and shorthands that several test files share."""

from stacko import Game, Rules

# Layers 1 to 4 may be taken from, layer 5 is complete and on top.
TOWER = "R1 R2 RS / Y1 B1 GR / W R3 BD / G1 G2 Y3 / Y4 B4 G4"

# The same with an unfinished layer 6 on top.
UNFINISHED = TOWER + " / - YS -"


def game(demand="any", tower=TOWER, players=4, turn=0, direction=1, seed=0, **switches):
    """Return a game on a small tower, with rule switches by name."""
    return Game(
        players,
        Rules(**switches),
        tower,
        seed=seed,
        demand=demand,
        turn=turn,
        direction=direction,
    )


def names(a_game):
    """Return the names of the blocks that may be taken."""
    return {block.name for block in a_game.eligible_blocks()}


def play(a_game, *texts):
    """Push moves written like ``R3>6a`` or ``R3>6a clean:B1``; return the game."""
    for text in texts:
        move, _, result = text.partition(" ")
        a_game.push(move, result or "clean")
    return a_game
