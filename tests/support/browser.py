"""Pages and scripts as chromium runs them, without a network: what the document has become at the end."""

from __future__ import annotations

import html
import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest


def find_chromium() -> str | None:
    """A chromium that starts, None without one: an installation that was cut short leaves a program that does not."""
    named = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    try:
        starts = named and subprocess.run([named, "--version"], capture_output=True, timeout=60).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return None
    return named if starts else None


CHROMIUM = find_chromium()
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-extensions", "--host-resolver-rules=MAP * ~NOTFOUND"]


def dump_page(path: Path, milliseconds: int = 30_000, fragment: str = "") -> str:
    """The document after its scripts ran for so long, of the browser's time. fragment: what follows # in the address.
    Skips the test without chromium."""
    if CHROMIUM is None:
        pytest.skip("chromium is not installed")
    command = [CHROMIUM, *FLAGS, f"--user-data-dir={path.parent / 'profile'}", f"--virtual-time-budget={milliseconds}",
               "--dump-dom", f"{path.as_uri()}#{fragment}"]  # fmt: skip
    process = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert process.returncode == 0, process.stderr[-2000:]
    return process.stdout


def run_javascript(script: str, folder: Path) -> object:
    """What the expression at the end of the script is, by way of JSON."""
    body, _, expression = script.rpartition("\n//RESULT ")
    show = f"document.getElementById('out').textContent = JSON.stringify({expression});"
    page = folder / "script.html"
    page.write_text(f"<meta charset=utf-8><pre id=out></pre><script>{body}\n{show}</script>", "utf-8")
    match = re.search(r'<pre id="out">(.*?)</pre>', dump_page(page), re.DOTALL)
    assert match is not None
    assert match[1], "the script ended with an error"
    return json.loads(html.unescape(match[1]))
