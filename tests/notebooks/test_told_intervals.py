"""Every interval that the prose of a notebook tells was printed or drawn there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nbformat
import pytest

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("[0-9]*.ipynb"))

_NUMBER = r"[−+-]?\d[\d,]*(?:\.\d+)?(?:e-\d+)?"
_ENDS = re.compile(rf"({_NUMBER})(?: ?%)? to ({_NUMBER})")
_REPORT = re.compile(r"docs/[\w/-]+\.md")
_DESCRIPTION = re.compile(r"<dc:description>(.*?)</dc:description>", re.DOTALL)

Ends = tuple[float, float]


def number(text: str) -> float:
    return float(text.replace("−", "-").replace(",", ""))


def shown(cells: list[Any]) -> set[Ends]:
    """Return both ends of every interval in what cells print and say of figures.

    Those of reports that they name count as well.
    """
    prose = "".join(cell.source for cell in cells if cell.cell_type == "markdown")
    texts = [(ROOT / name).read_text("utf-8") for name in _REPORT.findall(prose)]
    for out in (out for cell in cells for out in cell.get("outputs", ())):
        data = out.get("data", {})
        texts += [out.get("text", ""), data.get("text/plain", "")]
        texts += _DESCRIPTION.findall("".join(data.get("image/svg+xml", "")))
    found = (_ENDS.findall("".join(text)) for text in texts)
    return {(number(low), number(high)) for each in found for low, high in each}


def told(text: str) -> Iterator[str]:
    """Yield the intervals that stand in parentheses, as they are written."""
    flat = re.sub(r"\s+", " ", text)
    for match in _ENDS.finditer(flat):
        before = flat[: match.start()]
        if before.count("(") > before.count(")"):
            yield match[0]


def unprinted(text: str, known: set[Ends]) -> list[str]:
    """Return the intervals of a text that are not known, rounded as they are there.

    Prose may say the contrary: 5 less for -5 more, 90 % that stand for 10 % that fall.
    """
    missing = []
    for each in told(text):
        low, high = (match[0] for match in re.finditer(_NUMBER, each))
        wanted = [(abs(number(e)), len(e.partition(".")[2])) for e in (low, high)]
        ways = (
            pair
            for a, b in known
            for one, other in ((a, b), (100 * a, 100 * b))
            for pair in ((one, other), (other, one), (100 - other, 100 - one))
        )
        if not any(
            all(
                abs(goal - abs(end)) <= 0.501 * 10**-places
                for (goal, places), end in zip(wanted, pair, strict=True)
            )
            for pair in ways
        ):
            missing.append(each)
    return missing


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_every_interval_that_is_told_was_printed(path: Path) -> None:
    cells = nbformat.read(path, as_version=4).cells
    known = shown(cells)
    prose = "\n".join(cell.source for cell in cells if cell.cell_type == "markdown")
    assert len(list(told(prose))) > 5
    assert unprinted(prose, known) == []
    row = [r for r in (FOLDER / "README.md").read_text().splitlines() if path.name in r]
    assert list(told(row[0]))
    assert unprinted(row[0], known) == []


def test_an_interval_of_other_data_is_found() -> None:
    known = {(0.4, 3.44), (-11.5, -7.02), (0.0053, 0.0217)}
    right = "1.9 less (0.4 to 3.4), 9.2 fewer (7.0 to 11.5), 98.9 % (97.8 to 99.5; 647)"
    assert unprinted(right, known) == []
    assert unprinted("1.9 less (0.4 to 3.5), on 3 to 5 players", known) == [
        "0.4 to 3.5"
    ]
