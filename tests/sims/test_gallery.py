"""The gallery: what it shows, what it may touch, and that it needs no network."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import textwrap
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

import pytest

from gamebase.errors import ParameterError
from sims.gallery.__main__ import main
from sims.gallery.building import build
from sims.gallery.markup import Markup, element
from sims.gallery.own_files import LISTING
from sims.gallery.topples import places
from sims.tables import table_of
from stacko.blocks import BlockSet
from stacko.records import TurnRow
from stacko.slots import Slot
from stacko.tower import Tower
from tests.browser import DESKTOP, PHONE, Visit, open_browser
from tests.cli.command import staccs, stacko
from tests.results import ONE, rows, tables

HOSTILE = "<script>alert('7')</script>\"'&"
PLAYERS = f"""
from staccs.players.random import RandomPlayer as StaccsPlayer
from stacko.players.random import RandomPlayer as StackoPlayer


class Stacko(StackoPlayer):
    name = {HOSTILE!r}


class Staccs(StaccsPlayer):
    name = {HOSTILE!r}
"""


@pytest.fixture(scope="module")
def batches(tmp_path_factory):
    """Two small batches, one of each game, whose players have a hostile name."""
    folder = tmp_path_factory.mktemp("batches")
    (folder / "gallery_players.py").write_text(PLAYERS)
    env = {"PYTHONPATH": str(folder)}
    common = ["--games", "4", "--seed", "1", "--workers", "1", "--quiet", "--out"]
    # Its code cannot be imported where the gallery is made.
    one = folder / "First <b>games"
    stacko_done = stacko(
        "simulate", "--engine", "quasistatic", "--policy", "gallery_players:Stacko",
        *common, one, env=env,
    )  # fmt: skip
    two = folder / "staccs"
    staccs_done = staccs(
        "simulate", "--policy", "gallery_players:Staccs", *common, two, env=env
    )
    assert (stacko_done.returncode, staccs_done.returncode) == (0, 0)
    return [one, two]


@pytest.fixture(scope="module")
def gallery(batches, tmp_path_factory):
    """A gallery of both."""
    out = tmp_path_factory.mktemp("gallery") / "out"
    page = build(batches, out, quiet=True)
    assert page == out / "index.html"
    return out


class Reader(HTMLParser):
    """All elements of a page, with the texts in them."""

    def __init__(self, page):
        super().__init__()
        self.elements, self.text = [], []
        self.feed(page.read_text("utf-8"))

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))

    def handle_data(self, data):
        self.text.append(data)

    def all(self, name):
        return [attributes for tag, attributes in self.elements if tag == name]


# -- what is shown ---------------------------------------------------------


def test_the_page_has_the_tables_the_pictures_and_the_replays(gallery, batches):
    page = Reader(gallery / "index.html")
    said = " ".join(page.text)
    assert "Stacko: 4 players (gallery_players:Stacko), average hand" in said
    assert "STACCS uh-oh: 4 players" in said
    assert "loser by seat" in said
    pictures = {Path(each["src"]).name for each in page.all("img")}
    assert pictures >= {
        "turns.svg", "survival.svg", "losers.svg", "slots.svg", "phases.svg",
        "touched.svg", "winners.svg", "extents.svg", "table.svg", "cards.svg",
    }  # fmt: skip
    fallen = [
        row["game"] for row in rows(batches[0]) if row["termination"] == "toppled"
    ]
    assert fallen
    links = {each["href"] for each in page.all("a")}
    for game in fallen:
        assert f"replays/first-b-games/game-{game:06d}.html" in links
    assert "replays/staccs/game-000000.html" in links


def test_all_it_refers_to_lies_beside_it(gallery):
    page = Reader(gallery / "index.html")
    named = [
        attributes[key]
        for _, attributes in page.elements
        for key in ("src", "href")
        if key in attributes
    ]
    files = [each for each in named if not each.startswith(("#", "data:"))]
    assert len(files) > 20
    for each in files:
        assert not each.startswith(("/", ".", "http", "file"))
        assert (gallery / unquote(each)).is_file(), each
    anchors = {f"#{a['id']}" for _, a in page.elements if "id" in a}
    assert {each for each in named if each.startswith("#")} <= anchors
    written = {p.relative_to(gallery).as_posix() for p in gallery.rglob("*.*")}
    listed = json.loads((gallery / LISTING).read_text())["files"]
    assert written == {*listed, LISTING}


def test_hostile_names_are_text(gallery):
    raw = (gallery / "index.html").read_text("utf-8")
    page = Reader(gallery / "index.html")
    assert page.all("script") == []
    assert "<script" not in raw
    assert page.all("b") == []
    alts = [each["alt"] for each in page.all("img")]
    assert all(alts)
    assert any(HOSTILE in alt for alt in alts)  # as a text it is all there
    for picture in gallery.rglob("*.svg"):
        assert "<script" not in picture.read_text("utf-8"), picture


def test_it_is_readable_for_those_who_do_not_see_it(gallery):
    page = Reader(gallery / "index.html")
    assert page.all("html")[0]["lang"] == "en"
    assert len(page.all("h1")) == 1
    assert len(page.all("main")) == 1
    assert all(each.get("scope") for each in page.all("th"))
    watches = [a for a in page.all("a") if a["href"].startswith("replays/")]
    names = [each["aria-label"] for each in watches]
    assert len(set(names)) == len(names)


def test_the_same_batches_make_the_same_files(gallery, batches, tmp_path):
    build(batches, tmp_path / "again", quiet=True)
    for path in gallery.rglob("*.*"):
        other = tmp_path / "again" / path.relative_to(gallery)
        assert other.read_bytes() == path.read_bytes(), path


def test_a_browser_shows_it_from_disk(gallery, tmp_path):
    folder = gallery.resolve().as_uri()
    with open_browser() as browser:
        for size, scheme in ((DESKTOP, "light"), (PHONE, "dark")):
            context = browser.new_context(
                viewport={"width": size[0], "height": size[1]},
                color_scheme=scheme,
                offline=True,
            )
            seen = Visit(context.new_page())
            page = seen.page
            page.on("request", lambda request, to=seen: to.requests.append(request.url))
            page.on("console", lambda said, to=seen: to.complaints.append(said.text))
            page.goto(f"{folder}/index.html")
            for image in page.locator("img").all():
                image.scroll_into_view_if_needed()
                assert image.evaluate("i => i.decode().then(() => i.naturalWidth)") > 0
            inside = "document.documentElement.scrollWidth <= innerWidth"
            assert page.evaluate(inside)
            if size == DESKTOP:
                page.evaluate("scrollTo(0, 0)")
                page.keyboard.press("Tab")
                assert page.locator(":focus").inner_text() == "Skip to the games"
                page.locator("a", has_text="watch").first.focus()
                page.keyboard.press("Enter")
                page.wait_for_selector(".player[data-frame]")
            shot = seen.shot(tmp_path / f"{scheme}.png")
            assert shot.std() > 0.02
            seen.check_quiet(folder)
            context.close()


# -- slots ---------------------------------------------------------


def turn(**given):
    usual = {
        "game": 0, "ply": 0, "turn": 1, "attempt": 1, "player": 0, "demand": "any",
        "verdict": "clean",
    }  # fmt: skip
    return TurnRow(**{**usual, **given})


def test_slots_are_counted_where_blocks_lay_at_that_moment():
    blocks = BlockSet.from_toml("blocks = {R1 = 2, B1 = 2, W = 2, Y1 = 3}")
    tower = "R1 B1 W / R1b B1b Wb / Y1 Y1b Y1c"
    rows = [
        turn(ply=0, block="B1b", slot="2b", target="4a"),
        turn(ply=1, block="R1", verdict="given_up", slot="1a", target="4b"),
        turn(ply=2, block="B1", slot="1b", target="4b"),
        turn(ply=3, block="B1", verdict="toppled", slot="4b", first_block="Wb"),
        turn(game=1, block="W", verdict="toppled", slot="1c", first_block="R1"),
        turn(game=2, block="W", verdict="toppled", slot="1c", first_block="R1"),
    ]
    games = [{"game": 0, "tower": tower}, {"game": 1, "tower": tower}]
    found = places(games, table_of(rows, TurnRow), blocks)
    assert found.taken == {Slot(2, "b"): 1, Slot(1, "b"): 1}
    assert found.touched == {Slot(4, "b"): 1, Slot(1, "c"): 1}  # game 2 is left out
    assert found.first == {Slot(2, "c"): 1, Slot(1, "a"): 1}
    assert len(found.there) == 11
    assert found.map_of(found.taken)[Slot(4, "a")] == 0
    assert Slot(4, "c") not in found.map_of(found.taken)


def test_a_block_goes_where_one_has_fallen_from():
    """Under the rule collapse a game goes on, and its table does not say what fell."""
    blocks = BlockSet.from_toml("blocks = {R1 = 2, B1 = 2, W = 2, Y1 = 3}")
    rows = [
        turn(ply=0, block="B1b", slot="2b", target="4a"),
        turn(ply=1, block="R1", verdict="stuck", slot="1a", target="4b", fallen=1),
        turn(ply=2, block="B1", slot="1b", target="4a"),
        turn(ply=3, block="B1", verdict="toppled", slot="4a", first_block="R1"),
    ]
    games = [{"game": 0, "tower": "R1 B1 W / R1b B1b Wb / Y1 Y1b Y1c"}]
    found = places(games, table_of(rows, TurnRow), blocks)
    assert found.taken == {Slot(2, "b"): 1, Slot(1, "b"): 1}
    assert found.touched == {Slot(4, "a"): 1}
    assert found.first == {Slot(1, "a"): 1}


def test_slots_of_a_batch_are_those_of_its_table(batches):
    games, turns = tables(batches[0])
    games = games.to_pylist()
    found = places(games, turns, BlockSet.default())
    touches = turns.to_pylist()
    for verdict, counted in (("clean", found.taken), ("toppled", found.touched)):
        told = Counter(row["slot"] for row in touches if row["verdict"] == verdict)
        assert {str(slot): n for slot, n in counted.items()} == told
    full = Tower.from_notation(games[0]["tower"])
    assert set(full.slots()) <= found.there


# -- whose files ---------------------------------------------------------


def test_only_its_own_files_are_replaced_and_removed(batches, tmp_path):
    out = tmp_path / "out"
    build(batches, out, quiet=True)
    (out / "notes.txt").write_text("mine")
    (out / "plots/first-b-games/mine.svg").write_text("mine")
    with pytest.raises(ParameterError, match=r"has a gallery already: .*--overwrite"):
        build(batches[1:], out, quiet=True)
    build(batches[1:], out, overwrite=True, quiet=True)
    left = {p.relative_to(out).as_posix() for p in out.rglob("*.*")}
    assert {each for each in left if "first-b-games" in each} == {
        "plots/first-b-games/mine.svg"
    }
    assert (out / "notes.txt").read_text() == "mine"
    assert not (out / "replays/first-b-games").exists()
    assert "First" not in (out / "index.html").read_text("utf-8")


@pytest.mark.parametrize("name", ["index.html", "plots/staccs/turns.svg"])
def test_a_file_that_is_not_its_own_stays(batches, tmp_path, name):
    out = tmp_path / "out"
    (out / name).parent.mkdir(parents=True)
    (out / name).write_text("mine")
    for overwrite in (False, True):
        with pytest.raises(ParameterError, match="is there, and no gallery wrote it"):
            build(batches[1:], out, overwrite=overwrite, quiet=True)
    assert [p.name for p in out.rglob("*.*")] == [Path(name).name]
    assert (out / name).read_text() == "mine"


@pytest.mark.parametrize("name", ["index.html", "plots", "plots/staccs"])
def test_a_link_is_not_followed(batches, tmp_path, name):
    out, elsewhere = tmp_path / "out", tmp_path / "elsewhere"
    elsewhere.mkdir()
    (out / name).parent.mkdir(parents=True)
    (out / name).symlink_to(elsewhere)
    with pytest.raises(ParameterError, match="is no regular f"):
        build(batches[1:], out, overwrite=True, quiet=True)
    assert list(elsewhere.iterdir()) == []


@pytest.mark.parametrize(
    ("listing", "says"),
    [
        ('{"format": "stacko gallery", "version": 1, "files": ["../mine.txt"]}',
         "is no list of a gallery's files"),
        ('{"format": "stacko gallery", "version": 2, "files": []}', "later version"),
        ('{"format": "other", "version": 1, "files": []}', "is no list"),
        ("{", "cannot be read"),
        ("[]", "cannot be read"),
    ],
)  # fmt: skip
def test_a_list_of_files_that_was_edited_is_refused(batches, tmp_path, listing, says):
    (tmp_path / "mine.txt").write_text("mine")
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / LISTING).write_text(listing)
    with pytest.raises(ParameterError, match=says):
        build(batches[1:], tmp_path / "out", overwrite=True, quiet=True)
    assert (tmp_path / "mine.txt").read_text() == "mine"


# -- bad input ---------------------------------------------------------


def test_a_damaged_replay_is_left_out_and_said(batches, tmp_path, capsys):
    copy = tmp_path / "copy"
    shutil.copytree(batches[0], copy)
    broken = sorted((copy / "replays").iterdir())[0]
    broken.write_bytes(broken.read_bytes()[:200])
    build([copy], tmp_path / "out")
    assert f"left out replays/copy/{broken.stem}.html" in capsys.readouterr().err
    page = Reader(tmp_path / "out/index.html")
    assert "cannot be read" in page.text
    assert not (tmp_path / f"out/replays/copy/{broken.stem}.html").exists()
    assert broken.stem not in (tmp_path / "out" / LISTING).read_text()


def test_only_so_many_replays_become_pages(batches, tmp_path):
    build(batches[:1], tmp_path / "out", replays=1, quiet=True)
    assert len(list((tmp_path / "out/replays").rglob("*.html"))) == 1
    assert "stacko replay FILE --html" in (tmp_path / "out/index.html").read_text()
    build(batches[:1], tmp_path / "none", replays=0, quiet=True)
    assert not (tmp_path / "none/replays").exists()
    told = (tmp_path / "none/index.html").read_text()
    assert "No replays were kept" not in told
    assert "makes a page of a replay" in told


def test_folders_of_one_name_and_batches_of_one_title_are_told_apart(batches, tmp_path):
    copy = tmp_path / "staccs"
    shutil.copytree(batches[1], copy)
    page = Reader(build([batches[1], copy], tmp_path / "out", quiet=True))
    titles = [text for text in page.text if text.startswith("STACCS uh-oh")]
    assert len(set(titles)) == 2
    assert (tmp_path / "out/plots/staccs-2/turns.svg").exists()


def test_what_is_no_batch_is_refused(batches, tmp_path, capsys):
    (tmp_path / "empty").mkdir()
    other = tmp_path / "other"
    shutil.copytree(batches[1], other)
    content = json.loads((other / "run.json").read_text())
    (other / "run.json").write_text(json.dumps({**content, "game": "chess"}))
    none = tmp_path / "none"
    none.mkdir()
    shutil.copy(batches[1] / "run.json", none)
    cut = tmp_path / "cut"
    shutil.copytree(batches[1], cut)
    (cut / "games" / ONE).write_bytes(b"PAR1")
    for folder, says in (
        (tmp_path / "empty", "is no batch of games: it has no run.json"),
        (tmp_path / "missing", "is no batch of games"),
        (other, "holds games of 'chess': give batches of stacko or staccs"),
        (none, "has no finished game"),
        (cut, "is truncated or no Parquet file"),
    ):
        assert main([str(folder), "--out", str(tmp_path / "out")]) == 2
        captured = capsys.readouterr()
        assert says in captured.err
        assert captured.err.count("\n") == 1
        assert captured.out == ""
    assert not (tmp_path / "out").exists()


def test_an_output_folder_that_cannot_be_is_refused(batches, tmp_path, capsys):
    (tmp_path / "file").write_text("mine")
    for out in (tmp_path / "file", tmp_path / "file/inner"):
        assert main([str(batches[1]), "--out", str(out), "--quiet"]) == 2
        captured = capsys.readouterr()
        assert captured.err.count("\n") == 1
        assert "choose another" in captured.err
    assert (tmp_path / "file").read_text() == "mine"


def test_the_command_prints_the_path_of_the_page(batches, tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "sims.gallery", batches[1], "--out", tmp_path / "out"],
        capture_output=True,
        text=True,
        timeout=300,
        check=True,
        # as a notebook leaves it behind, and without a screen
        env={**os.environ, "MPLBACKEND": "module://not_there", "DISPLAY": ""},
    )
    assert done.stdout == f"{tmp_path / 'out' / 'index.html'}\n"
    assert "writing files" in done.stderr
    told = subprocess.run(
        [sys.executable, "-m", "sims.gallery", "--help"],
        capture_output=True, text=True, timeout=300, check=True,
    )  # fmt: skip
    assert "examples:" in told.stdout
    assert "python -m sims.gallery results/first-games" in textwrap.dedent(told.stdout)


def test_markup_escapes_all_but_markup():
    made = element("td", "<b>", Markup("<i>x</i>"), class_='"><script>')
    assert made == (
        '<td class="&quot;&gt;&lt;script&gt;">&lt;b&gt;<i>x</i></td>'
    )  # fmt: skip
    assert element("img", src="a.svg", alt="\x1b[31m") == (
        '<img src="a.svg" alt="\\x1b[31m">'
    )


def test_make_simulate_ends_with_the_gallery_of_what_it_played():
    told = subprocess.run(
        ["make", "--no-print-directory", "-n", "simulate"],
        cwd=Path(__file__).parents[2],
        capture_output=True, text=True, timeout=60, check=True,
    )  # fmt: skip
    folders = "results/first-games results/staccs-uh-oh results/staccs-party"
    last = " ".join(told.stdout.replace("\\\n", " ").strip().splitlines()[-1].split())
    assert f"python -m sims.gallery {folders}" in last
    assert last.endswith("--out out --overwrite")
