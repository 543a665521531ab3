"""Players who do what no player should."""

from stacko import Move, Slot


class Dreamer:
    """Wants a block of the top layer."""

    name = "dreamer"

    def choose(self, table):
        return Move(table.tower.layers[-1][0], Slot(table.tower.layer_count + 1, "a"))


class Writer:
    """Returns the notation of a move instead of the move."""

    name = "writer"

    def choose(self, table):
        return str(table.legal_moves[0])


class Silent:
    name = "silent"

    def choose(self, table):
        return None


class Passer:
    name = "passer"

    def choose(self, table):
        return Move.from_notation("--")


class Clumsy:
    name = "clumsy"

    def choose(self, table):
        return table.legal_moves[1 // 0]


class Greedy:
    """Touches a block that may not be touched."""

    name = "greedy"

    def choose(self, table):
        return table.probe(table.tower.layers[-1][0])


class Stubborn:
    """Never gets made."""

    name = "stubborn"

    def __init__(self):
        raise RuntimeError("not today")

    def choose(self, table):
        return table.legal_moves[0]


class Lowest:
    """Takes the lowest block there is, on the first side."""

    name = "lowest"

    def choose(self, table):
        return table.legal_moves[0]


class Meddler:
    """Tries moves on its copy of the game, and spoils what it can reach."""

    name = "meddler"

    def choose(self, table):
        choice = table.legal_moves[-1]
        while table.game.outcome() is None and table.game.ply < 5:
            table.game.push(table.game.legal_moves[0], "stuck")
        table.poses.positions[:] = 0.0
        return choice


class Last:
    name = "last"

    def choose(self, table):
        return table.legal_moves[-1]


class Middle:
    """Takes any block and puts it as near to the middle as it may."""

    name = "middle"

    def choose(self, table):
        blocks = table.legal_moves.blocks
        block = blocks[int(table.rng.integers(len(blocks)))]
        return min(table.moves_of(block.name), key=lambda move: move.slot.index != 1)
