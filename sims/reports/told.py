"""A cell of a table of text, quick where tables have thousands of them that are alike.

It comes out as ``Padding(Text(text), (0, gap, 0, 0))`` would, but for styles.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, JustifyMethod
from rich.measure import Measurement
from rich.padding import Padding
from rich.segment import Segment
from rich.text import Text

__all__ = ["Told"]

_CONSOLE = Console(width=80, color_system=None)
_KEPT = 10_000


@dataclass(frozen=True, slots=True)
class Told:
    """Text on one line, folded where its column is too narrow.

    Parameters
    ----------
    text : str
        Printable, without styles.
    gap : int
        Empty columns after it.
    """

    text: str
    gap: int

    def __rich_measure__(
        self, console: Console, options: ConsoleOptions
    ) -> Measurement:
        """Tell how wide it may be: as its longest word, or as all of it."""
        if options.max_width <= self.gap:
            return Measurement(options.max_width, options.max_width)
        least, most = _widths(self.text)
        found = Measurement(least + self.gap, most + self.gap)
        return found.with_maximum(options.max_width)

    def __rich_console__(
        self, console: Console, options: ConsoleOptions
    ) -> Iterator[Segment | Padding]:
        """Yield its lines."""
        width = options.max_width - self.gap
        if width < 1:  # there is no room for it, and rich knows what becomes of it
            yield Padding(Text(self.text), (0, self.gap, 0, 0))
            return
        justify, no_wrap = options.justify or "default", bool(options.no_wrap)
        for line in _folded(self.text, width, justify, no_wrap):
            yield Segment(line)
            yield Segment.line()


@lru_cache(_KEPT)
def _widths(text: str) -> tuple[int, int]:
    most = cell_len(text)
    return max((cell_len(word) for word in text.split()), default=most), most


@lru_cache(_KEPT)
def _folded(
    text: str, width: int, justify: JustifyMethod, no_wrap: bool
) -> tuple[str, ...]:
    lines = Text(text).wrap(
        _CONSOLE, width, justify=justify, overflow="fold", no_wrap=no_wrap
    )
    return tuple(line.plain for line in lines)
