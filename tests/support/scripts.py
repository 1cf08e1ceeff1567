"""Scripts of the pages run without a page: by node where it is installed, since it starts quickly, else by chromium."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

from report.play.page import join_modules
from tests.support.browser import run_javascript

NODE = shutil.which("node")


def run_script(entry: str, data: Any, expression: str, folder: Path) -> Any:
    """What an expression about `data` is, by way of JSON. entry: a module of report/play, such as `rule_checks.js`,
    whose functions the expression calls; folder: to write to. Skips the test without node and chromium."""
    script = f"{join_modules(entry)}\nconst data = {json.dumps(data)};"
    if NODE is None:
        return run_javascript(f"{script}\n//RESULT {expression}", folder)
    file = folder / "script.cjs"
    file.write_text(f"{script}\nconsole.log(JSON.stringify({expression}));", "utf-8")
    process = subprocess.run([NODE, str(file)], capture_output=True, text=True, timeout=300)
    assert process.returncode == 0, process.stderr[-2000:]
    return json.loads(process.stdout)


def script_json(document: Any) -> str:
    """JSON that may stand inside a script element: nothing in it can end the element."""
    return json.dumps(document, separators=(",", ":"), allow_nan=False).replace("<", "\\u003c")
