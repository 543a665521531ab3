"""Reports as text, Markdown, a page and JSON."""

from __future__ import annotations

import base64
import io
import json
import random
import re
from html.parser import HTMLParser

import pytest
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from sims.reports import text
from sims.reports.as_json import KEYS, plain
from sims.reports.building import report_of
from sims.reports.command import written
from sims.reports.document import Document, Grid, document_of
from sims.reports.markdown import escaped
from sims.reports.model import Setting
from sims.reports.text import text_of
from sims.reports.told import Told
from sims.reports.words import when
from tests.browser import DESKTOP, PHONE, open_browser
from tests.reports.toy import KIND, SESSION, columns, game, run_of

HOSTILE = "<script>alert('7')</script>|`x`\x1b[31m\udcff\n# no"


def cell(fell, stood, first=1.0):
    ends = ["fell"] * fell + ["limit"] * stood
    return [
        game(k, end, turns=3 + k % 9, score=first + (k % 7) / 10)
        for k, end in enumerate(ends)
    ]


def report(count=3, label="hand={}", question="Whose hand is best?", lone=False):
    cells = [cell(20 + 3 * k, 30 - 3 * k, 1.0 + k) for k in range(count)]
    settings = tuple(
        Setting(k, label.format(k) if count > 1 else "", {"hand": k}, 7)
        for k in range(count)
    )
    run = run_of(
        count, settings=settings, name="hands", question=question, paired=True,
        games=50, sessions=(SESSION,),
    )  # fmt: skip
    return report_of(run, columns(cells), KIND.metrics, KIND.lifetime, 0)


def test_text_has_every_number_and_fits_eighty_columns():
    text = written(report(), "text")
    assert max(map(len, text.splitlines())) <= 80
    for part in (
        "toy: hands", "Whose hand is best?", "150 of 150 in 3 cells, finished",
        "cell 0, hand=0", "2026-11-30 10:00 to 2026-11-30 11:30 UTC",
        "Python 3.11.2, stacko 0.1.0, commit 0123456789ab",
        "Compared: fell", "Cell 2: hand=2", "23 of 50", "reference",
    ):  # fmt: skip
        assert part in text, part
    # cell 1 fell in 23 of 50: Wilson's 0.3297 to 0.5960; the paired difference is 3 of
    # 50 pairs, all one way
    assert re.search(r"1 +hand=1 +46 % \(33 to 60\) +\+6 \(−2 to \+16\)", text)


@pytest.mark.parametrize(
    ("sessions", "played"),
    [
        ([{}], "2026-11-30 10:00 to 2026-11-30 11:30 UTC"),
        ([{}, {}], "2026-11-30 10:00 to 2026-11-30 11:30 UTC, in 2 sessions"),
        (
            [{"ended": None}],
            "from 2026-11-30 10:00 UTC; it has not ended (it runs, or was killed)",
        ),
        (
            [{}, {"ended": None}],
            "from 2026-11-30 10:00 UTC; 2 sessions, the last has not ended (it runs, "
            "or was killed)",
        ),
        ([], ""),
    ],
)
def test_it_tells_when_it_was_played(sessions, played):
    assert when([{**SESSION, **each} for each in sessions]) == played


@pytest.mark.parametrize("width", [10, 40, 60, 200])
def test_text_of_any_width_keeps_its_values(width):
    text = text_of(document_of(report()), width)
    assert max(map(len, text.splitlines())) <= max(width, 40)
    assert "46" in text


WORDS = [
    "a",
    "turns",
    "日本",
    "as_long_as_no_column_is" * 2,
    "–",
    "",
    "3 (1 to 5)",
    "é",
]


def printed(cells, heads, wide, style):
    """Return a table of cells as rich prints it, and of texts that it pads itself."""
    for quick in (True, False):
        padding = 0 if quick else (0, 2, 0, 0)
        table = Table(box=None, padding=padding, header_style="dim", pad_edge=False)
        last = len(heads) - 1
        for k, (head, word) in enumerate(heads):
            name, gap = Text(head), 2 * (k < last)
            table.add_column(
                Padding(name, (0, gap, 0, 0)) if quick else name,
                justify="left" if word else "right",
                overflow="fold",
                no_wrap=not word,
            )
        for row in cells:
            found = [Told(each, 2 * (k < last)) for k, each in enumerate(row)]
            table.add_row(*(found if quick else map(Text, row)))
        stream = io.StringIO()
        console = Console(file=stream, width=wide, force_terminal=style)
        console.print(table)
        yield stream.getvalue()


@pytest.mark.parametrize("seed", range(60))
def test_a_quick_cell_looks_as_a_text_of_rich_does(seed):
    """Of any width, in a terminal and in a file, also where there is hardly room."""
    rng = random.Random(seed)

    def some():
        return " ".join(rng.choices(WORDS, k=rng.choice([0, 1, 1, 2, 5, 12])))

    columns = rng.randint(1, 6)
    heads = [(some(), rng.random() < 0.5) for _ in range(columns)]
    rows = [[some() for _ in heads] for _ in range(rng.randint(0, 4))]
    quick, slow = printed(rows, heads, rng.randint(30, 120), rng.random() < 0.5)
    assert quick == slow


def test_a_table_looks_at_each_cell_a_few_times_only(monkeypatch):
    """For every column anew, and a report of thousands of cells took a minute."""
    seen = []
    monkeypatch.setattr(text, "printable", lambda each: seen.append(each) or each)
    rows = tuple((str(k), "label", "31 %", "1", "0.5") for k in range(200))
    grid = Grid("Compared", tuple("abcde"), rows, frozenset({1}), spare=1)
    text.write_text(Document("t", (), (), (grid,), (), ()), Console(file=io.StringIO()))
    assert len(seen) < 2.1 * 5 * 200


def test_labels_that_have_no_room_are_left_to_the_table_of_cells():
    long = "contact.mu_block=0.25,hand=an-unsteady-one-{}"
    text = written(report(2, long), "text")
    assert max(map(len, text.splitlines())) <= 80
    compared = text[text.index("Compared: fell") : text.index("Compared: score")]
    assert "mu_block" not in compared
    assert text.count("hand=an-unsteady-one-1") >= 1


def test_markdown_tables_have_equal_rows():
    text = written(report(), "markdown")
    blocks = re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE)
    assert len(blocks) == 6  # cells, two metrics, three cells
    for block in blocks:
        rows = block.splitlines()
        assert {len(re.findall(r"(?<!\\)\|", row)) for row in rows} == {
            rows[0].count("|")
        }
        assert re.fullmatch(r"(\| (--:|:--) )+\|", rows[1])


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a|b", r"a\|b"),
        ("<b>", r"\<b\>"),
        ("mu_block", "mu_block"),
        ("_x_", r"\_x\_"),
        ("1. one", r"1\. one"),
        ("- one", r"\- one"),
        ("0.5", "0.5"),
        ("[x](y)", r"\[x\](y)"),
        ("&amp;", r"\&amp;"),
        ("https://x.y", "https<!-- -->://x.y"),
        ("a\nb", r"a\\nb"),
    ],
)
def test_markdown_shows_a_text_as_it_is(text, shown):
    assert escaped(text) == shown


class Reader(HTMLParser):
    def __init__(self, page):
        super().__init__()
        self.tags, self.data = [], []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data):
        self.data.append(data)


def test_the_page_is_one_file_with_its_pictures():
    text = written(report(), "html")
    page = Reader(text)
    names = [name for name, _ in page.tags]
    assert "script" not in names
    images = [attrs for name, attrs in page.tags if name == "img"]
    assert len(images) == 4  # two metrics, medians, curves
    for image in images:
        kind, data = image["src"].split(",", 1)
        assert kind == "data:image/svg+xml;base64"
        assert base64.b64decode(data).lstrip().startswith(b"<?xml")
    (fell,) = [image["alt"] for image in images if image["alt"].startswith("fell")]
    assert "1  hand=1 0.46 (0.33 to 0.596)" in fell
    # a picture stands under its table
    assert (
        text.index("Compared: fell") < text.index(fell) < text.index("Compared: score")
    )
    assert not [a for _, a in page.tags if "href" in a and a["href"] != "data:,"]


@pytest.mark.parametrize("chosen", ["text", "markdown", "html", "json"])
def test_no_text_from_outside_becomes_markup_or_control(chosen):
    hostile = report(2, HOSTILE + "{}", HOSTILE)
    text = written(hostile, chosen)
    text.encode("utf-8")
    assert "\x1b" not in text
    if chosen == "html":
        assert "script" not in [name for name, _ in Reader(text).tags]
    if chosen == "markdown":
        assert "<script" not in text.replace("\\<", "")
        assert not [line for line in text.splitlines() if line.startswith("# no")]
    if chosen == "json":
        assert json.loads(text)["study"]["question"] == HOSTILE


def test_the_page_in_a_browser(tmp_path):
    path = tmp_path / "report.html"
    path.write_text(written(report(2, HOSTILE + "{}"), "html"), "utf-8")
    with open_browser() as browser:
        for size, scheme in ((DESKTOP, "light"), (PHONE, "dark")):
            context = browser.new_context(
                viewport={"width": size[0], "height": size[1]}, color_scheme=scheme,
                offline=True,
            )  # fmt: skip
            page = context.new_page()
            complaints = []
            page.on("console", lambda m, kept=complaints: kept.append(m.text))
            page.on("dialog", lambda d, kept=complaints: kept.append(d.message))
            page.goto(path.as_uri())
            wide = page.evaluate("document.documentElement.scrollWidth")
            drawn = page.evaluate(
                "[...document.images].every(i => i.complete && i.naturalWidth > 100)"
            )
            paper = page.evaluate("getComputedStyle(document.body).backgroundColor")
            assert (wide <= size[0], drawn, complaints) == (True, True, [])
            assert (paper == "rgb(23, 24, 27)") == (scheme == "dark")
            context.close()


def test_very_many_cells_have_no_pictures():
    page = written(report(130), "html")
    assert "<img" not in page
    assert "no pictures of more than 120 cells" in page


def keys_of(value, prefix=""):
    """Yield the documented form of every key of plain values."""
    if isinstance(value, dict):
        for key, each in value.items():
            yield f"{prefix}{key}"
            yield from keys_of(each, f"{prefix}{key}.")
    elif isinstance(value, list):
        for each in value:
            yield from keys_of(each, f"{prefix[:-1]}[].")


def test_json_has_the_documented_keys():
    content = json.loads(written(report(), "json"))
    assert content["format"] == 1
    found = {re.sub(r"\.metrics\.\w+", ".metrics.NAME", k) for k in keys_of(content)}
    for key in KEYS:
        parent = key.removesuffix("[]")
        assert parent in found, key
    # what a key holds is listed in its meaning, where it has no line of its own
    for key in found:
        parent, _, name = key.rpartition(".")
        listed = KEYS.get(parent, "") + KEYS.get(parent.removesuffix("[]"), "")
        own = key in KEYS or re.search(rf"\b{name}\b", listed)
        free = "varied" in key or key.endswith(".metrics") or "packages" in key
        assert own or free, key


def test_json_has_numbers_in_full_and_null():
    content = plain(report())
    one = content["cells"][1]["metrics"]["fell"]
    assert (one["n"], one["successes"], one["value"]) == (50, 23, 0.46)
    assert one["low"] == pytest.approx(0.32970, abs=1e-5)
    curve = content["cells"][0]["lifetime"]["curve"]
    assert {len(values) for values in curve.values()} == {9}
    everything = json.dumps(content)
    assert "NaN" not in everything
    assert "Infinity" not in everything
    stood = report_of(run_of(1), columns([cell(0, 5)]), KIND.metrics, KIND.lifetime, 0)
    length = plain(stood)["cells"][0]["lifetime"]
    assert (length["median"], length["high"], length["ended"]) == (None, None, 0)


@pytest.mark.parametrize("chosen", ["text", "markdown", "html", "json"])
def test_without_any_game_there_is_a_report_too(chosen):
    empty = report_of(
        run_of(2, status="running"), columns([[], []]), KIND.metrics, KIND.lifetime, 0
    )
    assert "There are no games of cells 0 and 1" in written(empty, chosen)
