"""The page of a match in a real browser: it opens from disk and does what it says."""

from functools import cache

import numpy as np
import pytest

from stacko.hand import named_hand
from stacko.kits import KITS
from stacko.match import MatchConfig, play_match
from stacko.replay import EventKind, MatchRecorder
from stacko.replay.html import write_html
from stacko.replay.measures import measure
from tests.browser import DESKTOP, PHONE, open_browser, visit, without_webgl
from tests.replay.recorded import recorded
from tests.replay.test_html import EVIL, named

pytestmark = pytest.mark.slow

SETTLED = 100
"""Time until what was asked for is being drawn, ms."""


@pytest.fixture(scope="module")
def browser():
    with open_browser() as found:
        yield found


@pytest.fixture(scope="module")
def topple(tmp_path_factory):
    path = tmp_path_factory.mktemp("page") / "topple.html"
    write_html(recorded("topple"), path)
    return path


@cache
def endless():
    """Record a match of 300 turns without a topple: most hands are too weak to move."""
    wood = KITS["wood"]
    weak = named_hand("average").replace(
        name="weak", force_limit=0.02, give_up_force=0.01
    )
    config = MatchConfig(
        engine="quasistatic",
        players=10,
        policies=("random",) * 9 + ("prober",),
        hands=(weak,) * 9 + (named_hand("steady"),),
        block_set=wood.block_set,
        blocks=wood.blocks,
        contact=wood.contact,
        max_turns=300,
    )
    recorder = MatchRecorder(config, 0, 0)
    play_match(config, 0, 0, recorder)
    return recorder.replay()


def picture(seen, path):
    """Return what the tower looks like once it is drawn."""
    seen.page.wait_for_timeout(SETTLED)
    seen.page.wait_for_selector('.tower[data-quality="1"]')  # not coarse any more
    return seen.shot(path / "tower.png", ".tower")


def change(one, other):
    """Return the share of pixels that differ."""
    return float((np.abs(one - other).max(axis=2) > 0.1).mean())


def is_drawn(seen, path):
    """Tell whether there is a tower: many colors, and none of them alone."""
    shown = picture(seen, path)
    colors = np.unique((shown * 15).round().reshape(-1, 3), axis=0)
    return len(colors) > 40 and shown.std() > 0.08


def test_it_opens_and_draws_a_tower(browser, topple, tmp_path):
    with visit(browser, topple) as seen:
        assert is_drawn(seen, tmp_path)
        assert seen.frame == 0
        assert seen.page.title() == "Stacko game 1"
        assert "topples the tower" in seen.page.locator(".summary").inner_text()


def test_nothing_is_asked_for_even_where_there_is_a_network(browser, topple):
    address = topple.resolve().as_uri()
    with browser.new_context() as context:
        page, asked, told = context.new_page(), [], []
        page.on("request", lambda request: asked.append(request.url))
        page.on("console", lambda message: told.append(message.text))
        page.goto(address)
        page.wait_for_selector(".player[data-frame]")
        page.keyboard.press("t")
        page.wait_for_timeout(SETTLED)
    assert asked == [address]
    assert told == []


def test_play_moves_on_and_stops(browser, topple):
    with visit(browser, topple) as seen:
        seen.page.click("#play")
        assert seen.data("playing") == "true"
        seen.wait_until(lambda: seen.frame > 10)
        assert seen.page.get_attribute("#play", "aria-label") == "Pause"
        seen.page.keyboard.press(" ")
        assert seen.data("playing") == "false"
        stopped = seen.frame
        seen.page.wait_for_timeout(300)
        assert seen.frame == stopped
        seen.page.keyboard.press(" ")
        assert seen.data("playing") == "true"


@pytest.mark.parametrize("speed", ["0.05", "0.25", "1"])
def test_time_runs_as_fast_as_it_should(browser, topple, speed):
    times = recorded("topple").times
    with visit(browser, topple) as seen:
        seen.page.select_option("#speed", speed)
        ran = seen.page.evaluate(
            """async () => {
                const begun = performance.now();
                document.querySelector("#play").click();
                await new Promise((done) => setTimeout(done, 1500));
                document.querySelector("#play").click();
                return (performance.now() - begun) / 1000;
            }"""
        )
        passed = times[seen.frame] - times[0]
        # a busy machine draws few frames, each of which moves on by a bounded time
        assert 0.1 * ran * float(speed) - 0.02 <= passed <= 1.1 * ran * float(speed)


def test_a_match_plays_to_its_end_and_again_from_the_start(browser, topple):
    frames = recorded("topple").frames
    with visit(browser, topple) as seen:
        seen.page.select_option("#speed", "8")
        seen.page.locator("#slider").fill(str(frames - 20))
        seen.page.click("#play")
        seen.page.wait_for_selector(".player[data-playing=false]")
        assert seen.frame == frames - 1
        seen.page.select_option("#speed", "0.05")
        seen.page.click("#play")
        seen.wait_until(lambda: seen.frame < 100)


def test_slider_and_keys_go_where_they_say(browser, topple):
    replay = recorded("topple")
    with visit(browser, topple) as seen:
        seen.page.locator("#slider").fill("57")
        assert seen.frame == 57
        for key, frame in (
            ("ArrowRight", 58),
            ("ArrowLeft", 57),
            ("End", replay.frames - 1),
            ("ArrowRight", replay.frames - 1),
            ("Home", 0),
            ("ArrowLeft", 0),
        ):
            seen.page.keyboard.press(key)
            assert seen.frame == frame, key
        seen.page.keyboard.press("Shift+ArrowRight")
        assert replay.times[seen.frame] == pytest.approx(replay.times[0] + 1, abs=0.05)
        seen.page.keyboard.press("Home")
        seen.page.focus("#slider")
        seen.page.keyboard.press("ArrowRight")
        assert seen.frame == 1
        words = seen.page.get_attribute("#slider", "aria-valuetext")
        assert "Player 0 (random)" in words


def test_scrubbing_shows_where_the_blocks_were(browser, topple, tmp_path):
    with visit(browser, topple) as seen:
        before = picture(seen, tmp_path)
        seen.page.keyboard.press("End")
        fallen = picture(seen, tmp_path)
        assert change(before, fallen) > 0.1
        seen.page.keyboard.press("Home")
        assert change(before, picture(seen, tmp_path)) < 0.01


def test_jump_to_topple_by_button_key_and_address(browser, topple):
    first = recorded("topple").event(EventKind.FIRST_TO_LEAVE)
    with visit(browser, topple) as seen:
        seen.page.click("#jump-topple")
        assert seen.frame == first.frame
        assert seen.page.get_attribute("#zoom", "aria-pressed") == "true"
        assert f"{first.block} is the first to leave" in news(seen) or "down" in news(
            seen
        )
        seen.page.keyboard.press("Home")
        seen.page.keyboard.press("t")
        assert seen.frame == first.frame
    with visit(browser, topple, anchor="#topple") as seen:
        assert seen.frame == first.frame


def news(seen):
    return seen.page.locator(".news").inner_text()


def test_turns_can_be_clicked_and_walked_through(browser, topple):
    plies = recorded("topple").plies
    with visit(browser, topple) as seen:
        assert seen.page.locator(".turn").count() == len(plies)
        for index in (len(plies) - 1, 1):
            seen.page.locator(".turn").nth(index).click()
            assert seen.frame == plies[index].first
            assert seen.page.locator(".turn[aria-current]").count() == 1
        seen.page.keyboard.press("ArrowDown")
        assert seen.frame == plies[2].first
        seen.page.keyboard.press("PageUp")
        assert seen.frame == plies[1].first
        text = seen.page.locator(".turn").last.inner_text()
        assert plies[-1].row["block"] in text
        assert "toppled" in text


def test_events_are_walked_through_by_key(browser, topple):
    replay = recorded("topple")
    with visit(browser, topple) as seen:
        frames = sorted({event.frame for event in replay.events} - {0})
        for frame in frames[:5]:
            seen.page.keyboard.press("n")
            assert seen.frame == frame
        seen.page.keyboard.press("p")
        assert seen.frame == frames[3]


def test_the_timeline_seeks_zooms_and_tells(browser, topple):
    replay = recorded("topple")
    with visit(browser, topple) as seen:
        box = seen.page.locator(".timeline canvas").bounding_box()
        y = box["y"] + box["height"] - 30
        seen.page.mouse.click(box["x"] + box["width"] / 2, y)
        middle = (replay.times[0] + replay.times[-1]) / 2
        assert replay.times[seen.frame] == pytest.approx(middle, abs=0.05)
        assert seen.page.locator(".tip").is_visible()
        # near a marker a click in its lane goes to the marker itself
        first = replay.event(EventKind.FIRST_TO_LEAVE)
        share = (replay.times[first.frame] - replay.times[0]) / replay.duration
        at = box["x"] + 9 + share * (box["width"] - 18)
        seen.page.mouse.click(at + 2, box["y"] + 30)
        marked = {event.frame for event in replay.events}
        assert seen.frame in marked
        seen.page.keyboard.press("z")
        last = replay.plies[-1]
        assert seen.page.get_attribute("#slider", "min") == str(last.first)
        seen.page.mouse.click(box["x"] + 9, y)
        assert replay.times[seen.frame] == replay.times[last.first]


@pytest.mark.parametrize("key", ["x", "c", "b"])
def test_switches_change_the_picture_and_back(browser, topple, tmp_path, key):
    name = {"x": "loads", "c": "balance", "b": "safe"}[key]
    with visit(browser, topple) as seen:
        before = picture(seen, tmp_path)
        seen.page.keyboard.press(key)
        assert seen.page.locator(f"#switch-{name}").is_checked()
        assert change(before, picture(seen, tmp_path)) > 0.01
        seen.page.locator(f"#switch-{name}").click()
        assert change(before, picture(seen, tmp_path)) < 0.002


@pytest.mark.parametrize("name", ["marks", "paths"])
def test_marks_and_paths_can_be_left_out(browser, topple, tmp_path, name):
    with visit(browser, topple, anchor="#topple") as seen:
        for _ in range(15):
            seen.page.keyboard.press("ArrowRight")
        before = picture(seen, tmp_path)
        seen.page.locator(f"#switch-{name}").click()
        assert change(before, picture(seen, tmp_path)) > 0.001


def test_the_legend_of_loads_is_in_newtons(browser, topple):
    replay = recorded("topple")
    most = 0.0
    for loads in replay.loads:
        carried = dict.fromkeys(replay.names, 0.0)
        for lower, force in zip(loads.lower, loads.forces, strict=True):
            if lower in carried:
                carried[lower] += force
        most = max(most, *carried.values())
    with visit(browser, topple) as seen:
        assert not seen.page.locator(".loads").is_visible()
        seen.page.keyboard.press("x")
        text = seen.page.locator(".loads").inner_text()
        assert ", N" in text
        assert f"{most:.1f}" in text


def test_the_margin_that_is_told_is_the_one_measured(browser, topple):
    replay = recorded("topple")
    margins = measure(replay).margins
    with visit(browser, topple) as seen:
        seen.page.keyboard.press("c")
        for frame in (0, replay.plies[-1].first + 10):
            seen.page.locator("#slider").fill(str(frame))
            told = seen.page.locator(".inset-box").inner_text()
            assert f"margin {1000 * margins[frame]:.1f} mm" in told


def test_the_tower_is_turned_zoomed_and_asked_for_a_block(browser, topple, tmp_path):
    with visit(browser, topple) as seen:
        seen.page.focus(".tower")
        seen.page.keyboard.press("Home")  # now it has the ring of what keys go to
        before = picture(seen, tmp_path)
        box = seen.page.locator(".tower").bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        seen.page.mouse.move(x, y)
        seen.page.mouse.down()
        seen.page.mouse.move(x + 120, y - 20, steps=5)
        seen.page.mouse.up()
        turned = picture(seen, tmp_path)
        assert change(before, turned) > 0.03
        seen.page.mouse.wheel(0, -500)
        assert change(turned, picture(seen, tmp_path)) > 0.03
        seen.page.keyboard.press("r")
        assert change(before, picture(seen, tmp_path)) < 0.002
        for key in "asdw+-f":
            seen.page.keyboard.press(key)
            now, earlier = picture(seen, tmp_path), before
            assert change(now, earlier) > 0.002, key
            before = now
        seen.page.keyboard.press("r")
        seen.page.mouse.click(x, y)
        assert ", carries " in seen.page.locator(".tag").inner_text()
        assert seen.frame == 0


def test_everything_has_a_name_for_a_screen_reader(browser, topple):
    with visit(browser, topple) as seen:
        nameless = seen.page.evaluate(
            """() => [...document.querySelectorAll("button, input, select")]
                .filter((each) => !(each.getAttribute("aria-label")
                    || each.textContent.trim() || each.labels?.length))
                .map((each) => each.outerHTML)"""
        )
        assert nameless == []
        seen.page.keyboard.press("End")
        tower = seen.page.locator(".tower")
        seen.wait_until(
            lambda: "tower topples" in (tower.get_attribute("aria-label") or "")
        )
        live = seen.page.locator("[role=status]").inner_text()
        assert "Outcome toppled" in live


def test_keys_are_listed_and_buttons_keep_their_own(browser, topple):
    with visit(browser, topple) as seen:
        seen.page.keyboard.press("?")
        rows = seen.page.locator(".help tr").all_inner_texts()
        assert any("Space" in row and "play" in row for row in rows)
        assert any("Jump to topple" in row for row in rows)
        seen.page.keyboard.press("ArrowRight")  # the dialog is open: nothing moves
        assert seen.frame == 0
        seen.page.keyboard.press("Escape")
        seen.page.focus("#zoom")
        seen.page.keyboard.press(" ")
        assert seen.page.get_attribute("#zoom", "aria-pressed") == "true"
        assert seen.data("playing") != "true"


def test_a_phone_shows_all_of_it_and_takes_fingers(browser, topple, tmp_path):
    with visit(browser, topple, PHONE, touch=True) as seen:
        assert is_drawn(seen, tmp_path)
        wide = seen.page.evaluate("document.documentElement.scrollWidth")
        assert wide == PHONE[0]
        for selector in ("#play", "#slider", "#jump-topple", ".tower"):
            box = seen.page.locator(selector).bounding_box()
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= PHONE[0]
            assert box["y"] + box["height"] <= PHONE[1], selector
        seen.page.locator("#jump-topple").tap()
        assert seen.frame == recorded("topple").event(EventKind.FIRST_TO_LEAVE).frame
        seen.page.locator(".turn").first.tap()
        assert seen.frame == recorded("topple").plies[0].first


def test_a_name_with_a_script_is_shown_and_not_run(browser, tmp_path):
    path = tmp_path / "evil.html"
    write_html(named(recorded("topple"), EVIL), path)
    with visit(browser, path) as seen:
        ran = []
        seen.page.on("dialog", lambda dialog: (ran.append(1), dialog.dismiss()))
        for place in (".turn", ".summary", ".caption"):
            assert EVIL in seen.page.locator(place).first.inner_text()
        seen.page.keyboard.press("t")
        seen.page.hover(".timeline canvas")
        seen.page.wait_for_timeout(SETTLED)
        assert ran == []
        assert seen.page.locator("body img").count() == 0


def test_a_match_of_one_turn_without_a_topple(browser, tmp_path):
    path = tmp_path / "short.html"
    replay = recorded("one-turn")
    write_html(replay, path)
    with visit(browser, path, anchor="#topple") as seen:
        assert is_drawn(seen, tmp_path)
        assert seen.page.locator(".jump").count() == 0
        assert seen.page.locator(".turn").count() == len(replay.plies)
        assert "No topple" in seen.page.locator(".summary").inner_text()
        seen.page.keyboard.press("t")
        assert seen.frame == 0
        for key in "xcmhbz":
            seen.page.keyboard.press(key)
        seen.page.keyboard.press("End")
        assert seen.frame == replay.frames - 1


def test_three_hundred_turns_are_scrubbed_at_once(browser, tmp_path):
    replay = endless()
    assert replay.plies[-1].row["turn"] == 300
    assert not replay.toppled
    path = tmp_path / "long.html"
    write_html(replay, path)
    with visit(browser, path, DESKTOP) as seen:
        assert seen.page.locator(".turn").count() == len(replay.plies)
        took = seen.page.evaluate(
            """() => {
                const slider = document.querySelector("#slider");
                const took = [];
                for (let k = 0; k < 60; k += 1) {
                  const begun = performance.now();
                  slider.value = (k * 7919) % Number(slider.max);
                  slider.dispatchEvent(new Event("input"));
                  took.push(performance.now() - begun);
                }
                return took.sort((a, b) => a - b);
            }"""
        )
        assert took[len(took) // 2] < 16  # ms: within a frame of the screen
        seen.page.keyboard.press("End")
        assert seen.frame == replay.frames - 1
        assert is_drawn(seen, tmp_path)


def test_without_webgl_it_says_what_is_missing(browser, topple):
    with without_webgl(browser) as other, other.new_page() as page:
        page.goto(topple.resolve().as_uri())
        note = page.locator(".complaint")
        note.wait_for()
        assert "no WebGL 2" in note.inner_text()
