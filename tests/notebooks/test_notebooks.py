"""Every notebook is what it says: a question, its data, an answer, and a twin."""

from __future__ import annotations

import ast
import html
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import jupytext
import nbformat
import pytest
from matplotlib.textpath import TextPath

from sims.notebook_data.loading import command
from sims.notebook_data.recipe import Study
from sims.notebook_data.recipes import RECIPES
from sims.plots import interval_plot, svg_of

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("[0-9]*.ipynb"))
SECTIONS = ("## Data", "## Answer", "## What would overturn it")

every = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)


@cache
def notebook(path: Path) -> Any:
    return nbformat.read(path, as_version=4)


def cells(path: Path, kind: str) -> list[Any]:
    return [cell for cell in notebook(path).cells if cell.cell_type == kind]


def prose(path: Path) -> str:
    return "\n\n".join(cell.source for cell in cells(path, "markdown"))


def code(path: Path) -> str:
    return "\n".join(
        line
        for cell in cells(path, "code")
        for line in cell.source.splitlines()
        if not line.startswith("%")
    )


def loaded(path: Path) -> list[str]:
    return re.findall(r'load\("([a-z-]+)"\)', code(path))


def printed(path: Path) -> str:
    outputs = (out for cell in cells(path, "code") for out in cell.outputs)
    return "\n".join(
        str(out.get("text", "")) + str(out.get("data", {}).get("text/plain", ""))
        for out in outputs
    )


TEXT = re.compile(
    r"<!-- (.*?) -->\s*<g[^>]*translate\(([-\d.]+) ([-\d.]+)\)"
    r"( rotate\(-90\))? scale\(([\d.]+) ",
    re.DOTALL,
)
"""A line of text in a picture: where it begins, whether it goes up, and its size."""


def cut_off(svg: str) -> Iterator[str]:
    """Yield the lines of text that leave a picture, level ones and upright ones."""
    size = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', svg)
    assert size
    for line, x, y, up, scale in TEXT.findall(svg):
        path = TextPath((0, 0), html.unescape(line), size=100 * float(scale))
        length = path.get_extents().x1
        begin, most = (float(x), float(size[1]))
        if up:
            most = float(size[2])
            begin = most - float(y)
        if begin < 0 or begin + length > most:
            yield line


def test_there_are_notebooks() -> None:
    assert NOTEBOOKS


@every
def test_it_is_what_its_twin_of_plain_text_says(path: Path) -> None:
    twin = jupytext.read(path.with_suffix(".py"))
    mine = [(cell.cell_type, cell.source) for cell in notebook(path).cells]
    assert mine == [(cell.cell_type, cell.source) for cell in twin.cells]


@every
def test_it_asks_and_answers(path: Path) -> None:
    text = prose(path)
    title = text.splitlines()[0]
    assert title.startswith("# ")
    assert title.endswith("?")
    assert [line for line in text.splitlines() if line in SECTIONS] == list(SECTIONS)


@every
def test_it_was_run_whole_and_at_full_size(path: Path) -> None:
    counts = [cell.execution_count for cell in cells(path, "code")]
    assert counts == list(range(1, len(counts) + 1))
    outputs = [out for cell in cells(path, "code") for out in cell.outputs]
    assert not [out for out in outputs if out.output_type == "error"]
    assert not [out for out in outputs if out.get("name") == "stderr"]
    assert any("image/svg+xml" in out.get("data", {}) for out in outputs)
    assert "QUICK=1" not in printed(path)


@every
def test_it_names_the_commands_and_studies_of_its_data(path: Path) -> None:
    names = loaded(path)
    assert names
    for name in names:
        assert command(name) in prose(path)
        recipe = RECIPES[name]
        if isinstance(recipe, Study):
            assert f"notebooks/studies/{recipe.file}" in prose(path)


@every
def test_it_defines_nothing_that_others_need(path: Path) -> None:
    nodes = ast.walk(ast.parse(code(path)))
    kinds = (ast.FunctionDef, ast.ClassDef, ast.AsyncFunctionDef)
    assert not [node.name for node in nodes if isinstance(node, kinds)]


@every
def test_it_names_no_place_of_a_machine(path: Path) -> None:
    for place in ("/home/", "/root/", "/tmp/", "/work/", "/usr/", "site-packages"):
        assert place not in printed(path) + path.with_suffix(".py").read_text()


@every
def test_the_list_of_notebooks_has_it(path: Path) -> None:
    rows = (FOLDER / "README.md").read_text().splitlines()
    found = [row for row in rows if f"({path.name})" in row]
    assert len(found) == 1
    for name in loaded(path):
        assert command(name) in found[0]


def test_every_twin_has_its_notebook_and_every_set_is_read() -> None:
    assert [p.stem for p in sorted(FOLDER.glob("[0-9]*.py"))] == [
        p.stem for p in NOTEBOOKS
    ]
    assert {name for path in NOTEBOOKS for name in loaded(path)} == set(RECIPES)
    assert {path.name for path in (FOLDER / "data").iterdir()} == set(RECIPES)
    studies = {each.file for each in RECIPES.values() if isinstance(each, Study)}
    assert {path.name for path in (FOLDER / "studies").iterdir()} == studies


def test_the_data_are_a_few_megabytes() -> None:
    sizes = [path.stat().st_size for path in (FOLDER / "data").rglob("*.parquet")]
    assert sum(sizes) < 8_000_000


@every
def test_no_text_of_a_figure_is_cut_off(path: Path) -> None:
    outputs = (out for cell in cells(path, "code") for out in cell.outputs)
    pictures = [out.get("data", {}).get("image/svg+xml") for out in outputs]
    assert any(pictures)
    assert [line for svg in pictures if svg for line in cut_off("".join(svg))] == []


def test_text_that_is_cut_off_is_found() -> None:
    bars = {"one & another": (0.3, 0.2, 0.4)}
    fits = interval_plot(bars, label="share", title="How often")
    assert len(TEXT.findall(svg_of(fits))) > len(bars) + 2
    assert list(cut_off(svg_of(fits))) == []
    wide = interval_plot(bars, label="share", title="How often & why " * 9)
    assert len(list(cut_off(svg_of(wide)))) == 1
    high = interval_plot(bars, label="share", title="How often")
    high.axes[0].set_ylabel("a text that goes up, and far too long for it " * 2)
    assert len(list(cut_off(svg_of(high)))) == 1
