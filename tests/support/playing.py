"""A page in a real browser, driven by clicks and keys, without a network: what a person does and sees."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.support.browser import CHROMIUM

QUIET = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
         "--disable-component-update", "--disable-sync"]  # fmt: skip
READY = "#ready"


@contextmanager
def real_browser() -> Iterator[Any]:
    """Chromium, for `browser_page`. Skips the test without chromium or playwright. One at a time in a process: its
    driver has an event loop that runs until the end, so fixtures of it are those of a module, not of the session."""
    if CHROMIUM is None:
        pytest.skip("chromium is not installed")
    driver = pytest.importorskip("playwright.sync_api")
    with driver.sync_playwright() as started:
        browser = started.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def browser_page(browser: Any, **context: Any) -> Iterator[Any]:
    """A page; its errors fail the test, and so does any request beyond a file or this machine. context: of playwright,
    such as `viewport`, `color_scheme`, `has_touch`."""
    complaints: list[str] = []
    own = browser.new_context(**context)
    page = own.new_page()
    page.on("pageerror", lambda error: complaints.append(f"error: {error}"))
    page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
    page.on("request", lambda asked: complaints.append(asked.url) if _is_far(asked.url) else None)
    page.set_default_timeout(30_000)
    try:
        yield page
    finally:
        own.close()
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

    def click(selector: str) -> None:
        page.mouse.click(*middle_of(board.locator(selector)))

    _put_steps(board, scene, steps, click, lambda lay: lay.click())


def press_places(page: Any, board: Any, scene: dict[str, Any], steps: Sequence[int]) -> None:
    """The same by keys alone, from the first place on: arrows where they lead there, else the next place."""

    def press(selector: str) -> None:
        _walk_to(page, board, selector)
        page.keyboard.press("Space")

    _put_steps(board, scene, steps, press, lambda _: page.keyboard.press("Enter"))


def _put_steps(
    board: Any,
    scene: dict[str, Any],
    steps: Sequence[int],
    touch: Callable[[str], None],
    lay_piece: Callable[[Any], None],
) -> None:
    """Touch each place, or each cell of a piece. lay_piece: given the button that lays a piece, where it is shown."""
    clicks = scene["clicks"]
    for place, step in enumerate(steps):
        if not clicks["steps"][step]["answer"]:
            continue
        if "pieces" not in clicks:
            on = clicks["steps"][step].get("on")
            for _ in (other for other in clicks["steps"][:step] if other.get("on") in (None, on)):
                touch(f"[data-place='{place}']")
            continue
        for cell in clicks["pieces"][place]["cells"]:
            touch(f"[data-cell='{','.join(map(str, cell))}']")
        lay = board.get_by_role("button", name="Lay this piece")  # of whose cells a larger one may become
        if lay.is_visible():
            lay_piece(lay)


def _walk_to(page: Any, board: Any, selector: str) -> None:
    """Move the focus, which is on the board or comes there by Tab, to an item."""
    if not board.locator("[role=grid] :focus").count():
        board.locator("[role=grid] [tabindex='0']").focus()
    aim = board.locator(selector).bounding_box()
    for _ in range(400):
        at = board.locator("[role=grid] :focus").bounding_box()
        if board.locator(f"[role=grid] {selector}:focus").count():
            return
        right, down = (
            aim["x"] + aim["width"] / 2 - at["x"] - at["width"] / 2,
            aim["y"] + aim["height"] / 2 - at["y"] - at["height"] / 2,
        )
        keys = ("ArrowRight" if right > 0 else "ArrowLeft"), ("ArrowDown" if down > 0 else "ArrowUp")
        page.keyboard.press(keys[0] if abs(right) > abs(down) else keys[1])
        moved = board.locator("[role=grid] :focus").bounding_box()
        if moved == at or abs(right) + abs(down) < 2:
            break
    for key in ("PageDown", "PageUp"):
        for _ in range(1000):
            if board.locator(f"[role=grid] {selector}:focus").count():
                return
            before = board.locator("[role=grid] :focus").get_attribute("aria-label")
            page.keyboard.press(key)
            if board.locator("[role=grid] :focus").get_attribute("aria-label") == before:
                break
    raise AssertionError(f"{selector} cannot be reached by keys")


def middle_of(item: Any) -> tuple[float, float]:
    """The middle of an element on the screen, which is scrolled to it."""
    item.scroll_into_view_if_needed()
    box = item.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
