"""A whole board as one line of text."""

from collections.abc import Iterator

from staccs.errors import InvalidNotationError, shown
from staccs.ground import Ground
from staccs.hosts import laid
from staccs.placement import Placement

__all__ = ["MIRROR", "read_tokens", "text_of_ground"]

MIRROR = "mirror"
"""The first word of the text of a board seen in a mirror."""

_MOST_CARDS = 10_000


def text_of_ground(ground: Ground) -> str:
    """Return what lies as placements in the order they were laid.

    An orientation is written where it says something: for a WILD, and for the first
    card of a STACC unless it is 0.
    """
    return " ".join([MIRROR] * ground.mirror + list(_tokens(ground)))


def _tokens(ground: Ground) -> Iterator[str]:
    firsts = {stacc.first for stacc in ground.staccs.values()}
    for index in range(len(ground.placed)):
        card = laid(ground, index)
        plain = card.orientation == 0 if index in firsts else not card.card.is_wild
        yield str(card.unturned() if plain else card)


def read_tokens(text: str) -> tuple[bool, tuple[Placement, ...]]:
    """Return whether a text is of a mirrored board, and its placements.

    Parameters
    ----------
    text : str
        Placements with white space between them.

    Raises
    ------
    InvalidNotationError
        If a word is not a placement; the message says which.
    """
    if not isinstance(text, str):
        raise InvalidNotationError(f"a STACC is a text, not {shown(text)}")
    words = text.split(None, _MOST_CARDS)
    if len(words) > _MOST_CARDS:
        raise InvalidNotationError(f"a STACC of more than {_MOST_CARDS} cards")
    mirror = words[:1] == [MIRROR]
    return mirror, tuple(map(_placement, words[mirror:], range(1, len(words) + 1)))


def _placement(word: str, number: int) -> Placement:
    try:
        return Placement.parse(word)
    except InvalidNotationError as error:
        raise InvalidNotationError(f"card {number} of the STACC: {error}") from None
