"""How soon a page answers a person: the first board, and what a click leaves, in chromium.

    python -m benchmarks.page_clicks [--side 30] [--clicks 9] [--rounds 5]

`shown` is the time from the click to the frame after it, `judged` that to the next frame, when broken rules are shown,
too; of a worksheet and of the page of `rosetta play`, in milliseconds, by medians. Aims: a first board within 500 ms, a
click within 50.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any

import rosetta as rs
from models.puzzles.registry import names

LONG = 120_000  # milliseconds, for a large board
CLICK = """async (number) => {
  const picture = document.querySelector(".play-board .picture"), box = picture.getBoundingClientRect();
  const at = document.querySelectorAll(".items [data-place]:not([data-place='-1'])");
  const spot = at[(number * 97) % at.length];
  const aim = spot.getBoundingClientRect(), x = aim.x + aim.width / 2, y = aim.y + aim.height / 2;
  const began = performance.now();
  const told = {bubbles: true, cancelable: true, clientX: x, clientY: y, button: 0, buttons: 1};
  const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  picture.dispatchEvent(new PointerEvent("pointerdown", {...told, pointerType: "mouse"}));
  picture.dispatchEvent(new PointerEvent("pointerup", {...told, pointerType: "mouse", buttons: 0}));
  await frame();
  const shown = performance.now() - began;
  await frame();
  return [shown, performance.now() - began];
}"""


def main() -> None:
    """Print the table."""
    from playwright.sync_api import sync_playwright

    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--side", type=int, default=30)
    parser.add_argument("--clicks", type=int, default=9)
    parser.add_argument("--rounds", type=int, default=5)
    asked = parser.parse_args()
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    with sync_playwright() as driver, served_page() as address, tempfile.TemporaryDirectory() as folder:
        browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        print(f"first board: {median(first_board(browser, address) for _ in range(asked.rounds)):.0f} ms")
        print(f"{'puzzle':12} {'opened':>8} {'page: shown':>12} {'judged':>8} {'sheet: shown':>13} {'judged':>8}")
        for name in names():
            print(name.ljust(12), measure_puzzle(browser, address, Path(folder), name, asked), flush=True)
        browser.close()


def measure_puzzle(browser: Any, address: str, folder: Path, name: str, asked: argparse.Namespace) -> str:
    """The line of a puzzle, or why there is none."""
    try:
        board = rs.generate(name, f"{asked.side}x{asked.side}", seed=1)
        sheet = folder / f"{name}.html"
        page = browser.new_page()
        page.set_default_timeout(LONG)
        began = time.perf_counter()
        page.goto(f"{address}#text={asked.side}x{asked.side}&puzzle={name}")
        page.wait_for_selector("#board svg")
        opened = 1000 * (time.perf_counter() - began)
        served = click_times(page, asked)
        page.close()
        sheet.write_text(rs.worksheet([board], title=name, time_limit=2), "utf-8")
        page = browser.new_page()
        page.goto(sheet.as_uri())
        page.wait_for_selector(".play-board svg")
        alone = click_times(page, asked)
        page.close()
    except Exception as error:
        return str(error).splitlines()[0][:100]
    return f"{opened:8.0f} {served[0]:12.1f} {served[1]:8.1f} {alone[0]:13.1f} {alone[1]:8.1f}"


def click_times(page: Any, asked: argparse.Namespace) -> tuple[float, float]:
    """Medians of a click shown, and of a click judged, in milliseconds."""
    times = [page.evaluate(CLICK, number) for number in range(asked.clicks)]
    return median(shown for shown, _ in times), median(judged for _, judged in times)


def first_board(browser: Any, address: str) -> float:
    """Milliseconds from the address to the first board, in a browser that knows nothing of the page."""
    context = browser.new_context()
    page = context.new_page()
    began = time.perf_counter()
    page.goto(address)
    page.wait_for_selector("#board svg")
    context.close()
    return 1000 * (time.perf_counter() - began)


@contextmanager
def served_page() -> Iterator[str]:
    """The address of a server that has started."""
    line = [sys.executable, "-m", "rosetta", "play", "--no-browser", "tents", "8"]
    server = subprocess.Popen(line, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        yield server.stdout.readline().split()[0]
    finally:
        server.terminate()
        server.wait()


if __name__ == "__main__":
    main()
