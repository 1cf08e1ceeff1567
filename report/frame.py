"""The frame of every page: one HTML file that opens from disk, with its styles, its script and a policy of its own.

    head      generator mark, policy, title, styles
    body      a link past the header for those who read with keys, then the content, its script last

Nothing may be loaded from anywhere, and no script may run but the page's own, known by its hash.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from importlib.resources import files

from report.saving import MARK
from report.words import escape


def page_html(
    title: str, styles: Sequence[str], body: str, skip: str = "results", script: str = "", images: bool = True
) -> str:
    """The page. styles, script: files below this package; body: everything between, as HTML; skip: what the link past
    the header leads to, in a word; images: whether pictures embedded as data are allowed."""
    folder = files("report")
    style = "".join(folder.joinpath(name).read_text("utf-8") for name in styles)
    code = folder.joinpath(script).read_text("utf-8") if script else ""
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n{MARK}\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy(code, images)}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>\n{style}</style>\n</head>\n<body>\n"
        f'<a class="skip" href="#main">Skip to the {skip}</a>\n{body}\n'
        f"{f'<script>{code}</script>' + chr(10) if code else ''}</body>\n</html>\n"
    )


def policy(script: str = "", images: bool = True) -> str:
    """Nothing may be loaded, and only the script of this page may run, if it has one."""
    allowed = ["default-src 'none'", "style-src 'unsafe-inline'"] + ["img-src data:"] * images
    if script:
        digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
        allowed.append(f"script-src 'sha256-{digest}'")
    return "; ".join(allowed)
