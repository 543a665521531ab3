"""The page of a game in a real browser: it opens from disk and does what it says."""

import re

import numpy as np
import pytest

from staccs.replay import Record, Watch, replay_of
from staccs.replay.html import write_page
from tests.browser import DESKTOP, PHONE, open_browser, visit
from tests.staccs.replay.recorded import EVIL, MODES, endless, played, with_refusal

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def browser():
    with open_browser() as found:
        yield found


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    """A page of a game of UH OH! in which a play was refused, and one of its steps."""
    path = tmp_path_factory.mktemp("page") / "game.html"
    game = played("uh-oh", seed=4)
    replay = replay_of(Record(game, ("Ann", EVIL, "Cy", "Di"), title="a game"))
    write_page(replay, path)
    return path, replay


def cards(seen):
    """Return how many cards are to be seen."""
    return seen.page.locator(".card:not(.away)").count()


def until(seen, check):
    """Wait until something holds; the page allows no code to be evaluated in it."""
    for _ in range(200):
        if check():
            return
        seen.page.wait_for_timeout(50)
    raise AssertionError("it did not happen within ten seconds")


def is_drawn(picture):
    """Tell whether there is something in a picture besides its ground."""
    colors = np.unique((picture * 15).round().reshape(-1, 3), axis=0)
    return len(colors) > 20 and picture.std() > 0.05


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_every_mode_opens_and_is_drawn(browser, tmp_path, mode, size):
    path = tmp_path / "game.html"
    replay = replay_of(Record(played(mode), title=mode))
    write_page(replay, path)
    assert path.stat().st_size < 1_500_000
    with visit(browser, path, size, touch=size == PHONE) as seen:
        assert is_drawn(seen.shot(tmp_path / "first.png", ".board"))
        assert cards(seen) == replay.steps[0].position.standing
        seen.page.keyboard.press("End")
        assert seen.frame == len(replay.steps) - 1
        assert cards(seen) == replay.steps[-1].position.standing
        assert is_drawn(seen.shot(tmp_path / "last.png", ".board"))
        assert replay.ending in seen.page.locator(".caption").inner_text()
        wide = seen.page.evaluate("document.documentElement.scrollWidth")
        assert wide <= size[0]


def test_play_goes_on_by_itself_and_stops_when_asked(browser, page):
    path, _ = page
    with visit(browser, path) as seen:
        seen.page.locator("#speed").select_option("8")
        seen.page.locator("#play").click()
        assert seen.data("playing") == "true"
        until(seen, lambda: seen.frame > 3)
        seen.page.locator("#play").click()
        assert seen.data("playing") == "false"
        stopped = seen.frame
        seen.page.wait_for_timeout(400)
        assert seen.frame == stopped > 3


def test_slider_keys_and_turns_go_where_they_say(browser, page):
    path, replay = page
    with visit(browser, path) as seen:
        seen.page.locator("#slider").fill("7")
        assert seen.frame == 7
        assert cards(seen) == replay.steps[7].position.standing
        seen.page.keyboard.press("ArrowRight")
        assert seen.frame == 8
        seen.page.keyboard.press("ArrowLeft")
        seen.page.keyboard.press("ArrowLeft")
        assert seen.frame == 6
        seen.page.locator(".turn").nth(11).click()
        assert seen.frame == 11
        assert seen.page.locator(".turn[aria-current]").count() == 1
        seen.page.keyboard.press("Home")
        assert seen.frame == 0
        seen.page.keyboard.press("t")
        assert seen.frame == len(replay.steps) - 1


def test_each_step_says_what_happened_and_what_is_asked(browser, page):
    path, replay = page
    with visit(browser, path) as seen:
        for index, step in enumerate(replay.steps[:12]):
            text = seen.page.locator(".caption").inner_text()
            told = step.told.to(step.player in step.told.seats)
            assert told in text
            assert step.position.asked in text
            assert seen.page.locator("#clock").inner_text().startswith(f"{index} /")
            seen.page.keyboard.press("ArrowRight")


def test_surfaces_have_the_looks_of_the_step(browser, page):
    path, replay = page
    words = {
        "L": "legal",
        "o": "takes",
        "n": "idle",
        "b": "barred",
        "h": "half",
        "l": "locked",
        "c": "covered",
        "-": "blank",
    }
    with visit(browser, path) as seen:
        for index in (0, 9, len(replay.steps) - 1):
            seen.page.locator("#slider").fill(str(index))
            found = seen.page.eval_on_selector_all(
                ".card:not(.away) .surface", "all => all.map((e) => e.classList[1])"
            )
            assert found == [words[look] for look in replay.steps[index].position.looks]


def test_hands_are_seen_by_who_is_chosen(browser, page):
    path, replay = page
    with visit(browser, path) as seen:
        sizes = replay.steps[0].position.view.hand_sizes
        chips = seen.page.locator(".hand .chip:not(.back)")
        assert chips.count() == sizes[0]
        assert seen.page.locator(".label").count() > 0
        seen.page.locator("#watch").select_option("none")
        assert chips.count() == 0
        assert seen.page.locator(".label").count() == 0
        assert seen.page.locator(".surface.legal").count() == 0
        seen.page.locator("#watch").select_option("2")
        assert chips.count() == sizes[2]
        seen.page.locator("#play").focus()
        seen.page.keyboard.press("h")
        assert chips.count() == sum(sizes)


def test_switches_show_and_hide(browser, page):
    path, replay = page
    with visit(browser, path) as seen:
        seen.page.locator(".turn").nth(5).click()
        marks = seen.page.locator(".legal .mark:visible, .takes .mark:visible")
        assert marks.count() > 0
        seen.page.locator("#switch-surfaces").click()
        assert marks.count() == 0
        seen.page.locator("#switch-margins").click()
        labels = seen.page.locator(".label text").all_text_contents()
        margins = replay.steps[5].position.margins
        assert labels == [f"{each * 1e3:.1f}" for each in margins]


def test_a_refused_play_is_shown_with_its_reason_and_then_gone(browser, tmp_path):
    path = tmp_path / "refused.html"
    replay = replay_of(with_refusal())
    write_page(replay, path)
    with visit(browser, path) as seen:
        seen.page.locator("#jump-refused").click()
        assert seen.frame == 1
        assert seen.page.locator(".tried:not(.away)").count() == 1
        assert replay.steps[1].rejection.why in seen.page.locator(".what").inner_text()
        assert is_drawn(seen.shot(tmp_path / "refused.png", ".board"))
        seen.page.keyboard.press("ArrowRight")
        assert seen.page.locator(".tried:not(.away)").count() == 0
        assert cards(seen) == 2


def test_names_are_shown_as_text_and_never_run(browser, page):
    path, _ = page
    assert EVIL not in path.read_text("utf-8")
    with visit(browser, path) as seen:
        dialogs = []
        seen.page.on(
            "dialog", lambda dialog: dialogs.append(dialog) or dialog.dismiss()
        )
        who = seen.page.locator(".who").nth(1).inner_text()
        assert "<script>alert(1)</script>" in who
        seen.page.keyboard.press("End")
        assert seen.page.locator("script:not([id])").count() == 1
        assert dialogs == []


def test_the_board_can_be_moved_and_seen_from_near(browser, page):
    path, _ = page
    box = "document.querySelector('.board').getAttribute('viewBox')"
    with visit(browser, path) as seen:
        first = seen.page.evaluate(box)
        seen.page.get_by_role("button", name="Closer (+)").click()
        near = seen.page.evaluate(box)
        assert float(near.split()[2]) < float(first.split()[2])
        board = seen.page.locator(".board").bounding_box()
        x, y = board["x"] + 200, board["y"] + 150
        seen.page.mouse.move(x, y)
        seen.page.mouse.down()
        seen.page.mouse.move(x + 60, y + 30, steps=4)
        seen.page.mouse.up()
        moved = seen.page.evaluate(box)
        assert moved.split()[2:] == near.split()[2:]
        assert float(moved.split()[0]) < float(near.split()[0])
        seen.page.mouse.wheel(0, 300)
        until(seen, lambda: seen.page.evaluate(box) != moved)
        seen.page.keyboard.press("f")
        assert seen.page.evaluate(box).split()[2:] == first.split()[2:]
        seen.page.keyboard.press("g")
        assert float(seen.page.evaluate(box).split()[2]) > float(first.split()[2])


def test_everything_can_be_reached_and_has_a_name(browser, page):
    path, _ = page
    with visit(browser, path) as seen:
        nameless = seen.page.evaluate(
            """() => [...document.querySelectorAll('button, select, input')]
               .filter((e) => !(e.getAttribute('aria-label') || e.textContent.trim()
                 || e.labels?.[0]?.textContent.trim())).length"""
        )
        assert nameless == 0
        seen.page.keyboard.press("ArrowRight")
        stage = seen.page.locator(".stage")
        until(seen, lambda: "cards stand." in stage.get_attribute("aria-label"))
        seen.page.keyboard.press("?")
        text = seen.page.locator("dialog").inner_text()
        assert re.search("all hands", text)


def test_a_game_of_one_step_and_one_of_300(browser, tmp_path):
    one, many = tmp_path / "one.html", tmp_path / "many.html"
    write_page(replay_of(Record(played("uh-oh", moves=0))), one)
    with visit(browser, one) as seen:
        seen.page.keyboard.press("ArrowRight")
        seen.page.locator("#play").click()
        assert seen.frame == 0
        assert is_drawn(seen.shot(tmp_path / "one.png", ".board"))
    write_page(replay_of(Record(endless())), many)
    assert many.stat().st_size < 1_500_000
    with visit(browser, many, PHONE, touch=True) as seen:
        for target in range(0, 320, 20):
            seen.page.locator("#slider").fill(str(target))
            assert seen.frame == target


def test_a_page_without_a_table_has_no_margins(browser, tmp_path):
    path = tmp_path / "bare.html"
    write_page(replay_of(Record(played("solo", table=None))), path, Watch("all"))
    with visit(browser, path) as seen:
        assert seen.page.locator("#switch-margins").count() == 0
        assert seen.page.locator("#watch").count() == 0
        seen.page.keyboard.press("g")  # there is no table to see
        seen.page.keyboard.press("End")
        assert "mm" not in seen.page.locator(".caption").inner_text()
