"""A page in a real browser, driven by clicks and keys, without a network: what a person does and sees."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.support.browser import CHROMIUM

QUIET = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
         "--disable-component-update", "--disable-sync"]  # fmt: skip
READY = "#ready"


@contextmanager
def browser_page(**context: Any) -> Iterator[Any]:
    """A page of chromium; its errors fail the test, and so does any request beyond a file or this machine. context:
    of playwright, such as `viewport`, `color_scheme`, `has_touch`. Skips the test without chromium or playwright."""
    if CHROMIUM is None or not Path(shutil.which(CHROMIUM) or CHROMIUM).exists():
        pytest.skip("chromium is not installed")
    driver = pytest.importorskip("playwright.sync_api")
    complaints: list[str] = []
    with driver.sync_playwright() as started:
        browser = started.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        page = browser.new_context(**context).new_page()
        page.on("pageerror", lambda error: complaints.append(f"error: {error}"))
        page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
        page.on("request", lambda asked: complaints.append(asked.url) if _is_far(asked.url) else None)
        page.set_default_timeout(30_000)
        try:
            yield page
        finally:
            browser.close()
    assert complaints == []


def _is_far(url: str) -> bool:
    return not url.startswith(("file:", "data:", "blob:", "about:", "http://127.0.0.1:"))


def open_sheet(page: Any, path: Path) -> None:
    """Open a worksheet and wait until it can be played."""
    page.goto(path.as_uri())
    page.wait_for_selector(READY, state="attached")


def click_places(page: Any, board: Any, scene: dict[str, Any], steps: Sequence[int]) -> None:
    """Put steps on an empty board by clicks, each place as often as its step needs. board: the locator of a board.
    Steps that say that nothing is there are left out."""
    for place, step in enumerate(steps):
        kind = scene["clicks"]["steps"][step]
        if not kind["answer"]:
            continue
        if "pieces" in scene["clicks"]:
            for cell in scene["clicks"]["pieces"][place]["cells"]:
                page.mouse.click(*middle_of(board.locator(f"[data-cell='{','.join(map(str, cell))}']")))
            continue
        for _ in range(step):
            page.mouse.click(*middle_of(board.locator(f"[data-place='{place}']")))


def middle_of(item: Any) -> tuple[float, float]:
    """The middle of an element on the screen, which is scrolled to it."""
    item.scroll_into_view_if_needed()
    box = item.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
