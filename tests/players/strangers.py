"""Classes that people might offer as players, for the registry."""


class LastPlayer:
    name = "last"

    def choose(self, table):
        return table.legal_moves[-1]


class Nameless:
    def choose(self, table):
        return table.legal_moves[0]


class Demanding:
    name = "demanding"

    def __init__(self, depth):
        self.depth = depth

    def choose(self, table):
        return table.legal_moves[self.depth]


class Chooseless:
    name = "chooseless"


def choose(table):
    return table.legal_moves[0]
