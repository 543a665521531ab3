"""Classes that people might offer as players of STACCS."""


class Saver:
    """The player of the README."""

    name = "saver"

    def choose(self, seat):
        plain = [move for move in seat.legal_moves if not move.card.is_wild]
        return plain[0] if plain else seat.legal_moves[0]


class SoloOnly:
    name = "solo-only"
    modes = ("solo",)

    def choose(self, seat):
        return seat.legal_moves[0]


class Confused:
    name = "confused"
    modes = ("chess",)

    def choose(self, seat):
        return seat.legal_moves[0]


class Cheat:
    name = "cheat"

    def choose(self, seat):
        return "0S@50,50"


class Idle:
    name = "idle"

    def choose(self, seat):
        """Choose nothing."""


class Broken:
    name = "broken"

    def choose(self, seat):
        raise LookupError("no idea")


class Meddler:
    """Lays cards on what it was given to try things on, and leaves them there."""

    name = "meddler"

    def choose(self, seat):
        for card in seat.view.hand:
            for placement in seat.board.legal_placements(card):
                seat.board.play(placement)
                seat.view.board.place(placement)
                break
        return seat.legal_moves[0]


class Nameless:
    def choose(self, seat):
        return seat.legal_moves[0]
