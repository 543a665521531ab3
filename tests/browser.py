"""A real browser for tests of the pages we write: Debian's Chromium, by playwright.

Where none is found, such tests are skipped and say so. Set CHROMIUM to the path of
another one.
"""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest
from matplotlib.image import imread
from playwright.sync_api import Browser, BrowserType, Page, sync_playwright

DESKTOP = (1280, 860)
PHONE = (390, 844)

_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
# Drawn by the processor: looks the same on any machine, with or without a screen.
_FLAGS = ["--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"]


def find_chromium() -> str | None:
    """Return the path of the browser, or None."""
    named = os.environ.get("CHROMIUM")
    return named or next(filter(None, map(shutil.which, _NAMES)), None)


@contextmanager
def open_browser() -> Iterator[Browser]:
    """Start the browser; skips the test where there is none."""
    path = find_chromium()
    if path is None:
        pytest.skip(f"no browser: none of {', '.join(_NAMES)}, and CHROMIUM is not set")
    with (
        sync_playwright() as playwright,
        _launched(playwright.chromium, path) as browser,
    ):
        yield browser


@contextmanager
def without_webgl(browser: Browser) -> Iterator[Browser]:
    """Start the browser once more, as on a machine that draws nothing solid."""
    path = find_chromium()
    with _launched(browser.browser_type, path, "--disable-3d-apis") as other:
        yield other


@contextmanager
def _launched(kind: BrowserType, path: str | None, *flags: str) -> Iterator[Browser]:
    browser = kind.launch(executable_path=path, args=[*_FLAGS, *flags])
    try:
        yield browser
    finally:
        browser.close()


@dataclass
class Visit:
    """A page that is open, with all it asked for and all it complained about."""

    page: Page
    requests: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)

    def data(self, name: str) -> str | None:
        """Return a state of the player: frame, turn, playing or speed."""
        return self.page.locator(".player").get_attribute(f"data-{name}")

    @property
    def frame(self) -> int:
        return int(self.data("frame") or -1)

    def wait_until(self, check: Callable[[], object], seconds: float = 20) -> None:
        """Wait until something is true; the page's own policy forbids it to ask."""
        end = time.monotonic() + seconds
        while not check():
            assert time.monotonic() < end, "it did not come true"
            self.page.wait_for_timeout(30)

    def shot(self, path: Path, locator: str | None = None) -> np.ndarray:
        """Take a screenshot, of all that is visible or of one element."""
        if locator is None:
            self.page.screenshot(path=path)
        else:
            self.page.locator(locator).screenshot(path=path)
        return np.asarray(imread(path))[..., :3]

    def check_quiet(self, address: str) -> None:
        """Assert that nothing but the file was asked for, and nothing went wrong."""
        foreign = [each for each in self.requests if not each.startswith(address)]
        inner = ("data:", "blob:")
        assert [each for each in foreign if not each.startswith(inner)] == []
        assert self.complaints == []


@contextmanager
def visit(
    browser: Browser,
    path: Path,
    size: tuple[int, int] = DESKTOP,
    *,
    touch: bool = False,
    anchor: str = "",
) -> Iterator[Visit]:
    """Open a file from disk, without a network, and wait until it is drawn."""
    address = path.resolve().as_uri()
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        has_touch=touch,
        is_mobile=touch,
        device_scale_factor=2 if touch else 1,
        offline=True,
    )
    try:
        seen = Visit(context.new_page())
        seen.page.on("request", lambda request: seen.requests.append(request.url))
        seen.page.on("pageerror", lambda error: seen.complaints.append(str(error)))
        seen.page.on("console", lambda message: _note(seen, message.type, message.text))
        seen.page.goto(address + anchor)
        seen.page.wait_for_selector(".player[data-frame]")
        yield seen
        seen.check_quiet(address)
    finally:
        context.close()


def _note(seen: Visit, kind: str, text: str) -> None:
    if kind in ("error", "warning"):
        seen.complaints.append(f"{kind}: {text}")
