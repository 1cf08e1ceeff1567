"""The picture at the head of the README: `python docs/photograph_page.py [FILE]`, by default docs/pictures/play.png.

The page of `rosetta play` as chromium shows it, with a hint half told. It needs chromium, and the extra `test`, which
brings what drives it. The picture is for people: fonts differ from machine to machine, so no test compares it.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PICTURE = ROOT / "docs" / "pictures" / "play.png"
BOARD = ("akari", "9x9:b2d0a0j0b1a0b0b1p01f000d2cBa3dBb1c")
SERVE = "from rosetta.commands.verbs import main; main()"
WIDTH, HEIGHT, FOLLOWED = 1150, 740, 3  # pixels; hints that are followed before the picture is taken


def photograph_page(picture: Path) -> None:
    """Serve the page, play a little, and take the picture."""
    from playwright.sync_api import sync_playwright

    words = [sys.executable, "-c", SERVE, "play", *BOARD, "--no-browser"]
    server = subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    try:
        address = next(found[0] for line in server.stdout if (found := re.search(r"http://\S+", line)))
        with sync_playwright() as driver:
            chromium = shutil.which("chromium") or shutil.which("google-chrome")
            browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
            page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
            page.goto(address)
            _play_a_little(page)
            page.screenshot(path=picture)
            browser.close()
    finally:
        server.terminate()
        server.wait()


def _play_a_little(page: object) -> None:
    """Follow some hints, then show one up to its reasons."""
    hint, do_it = (page.get_by_role("button", name=name) for name in ("Hint", "Do it"))  # type: ignore[attr-defined]
    for _ in range(FOLLOWED):
        while not do_it.is_visible():
            hint.click()
        do_it.click()
    hint.click()
    hint.click()
    page.evaluate("document.activeElement.blur()")  # type: ignore[attr-defined]


if __name__ == "__main__":
    photograph_page(Path(sys.argv[1]) if len(sys.argv) > 1 else PICTURE)
