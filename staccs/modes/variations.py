"""The variations of SOLOSTACCS (T17)."""

from __future__ import annotations

from enum import StrEnum

from staccs.errors import ParameterError, close_match, shown

__all__ = ["Variation"]


class Variation(StrEnum):
    """A variation of SOLOSTACCS.

    Examples
    --------
    >>> Variation.parse("no_wilds")
    <Variation.NO_WILDS: 'no_wilds'>
    """

    PERFECT = "perfect"
    SECOND_CHANCES = "second_chances"
    NO_WILDS = "no_wilds"

    @classmethod
    def parse(cls, text: str) -> Variation:
        """Return the variation of a name.

        Raises
        ------
        ParameterError
            If there is no such variation.
        """
        names = [each.value for each in cls]
        if text in names:
            return cls(text)
        raise ParameterError(
            f"variation is {shown(text)}: give one of {', '.join(names)}"
            f"{close_match(text, names)} (T17)"
        )
