"""The page as it is sent, and the policy under which a browser shows it: the scripts and styles that stand in it, by
their hashes, and nothing else; requests to this server alone."""

from __future__ import annotations

import re
from base64 import b64encode
from functools import lru_cache
from hashlib import sha256

BLOCK = re.compile(r"<(script|style)\b[^>]*>(.*?)</\1>", re.S)
NONE = "'none'"


@lru_cache(1)
def page_text() -> str:
    """The page: one document of HTML with everything in it."""
    from report.play.page import play_html

    return play_html()


@lru_cache(1)
def policy_of(html: str) -> str:
    """The Content-Security-Policy of a page: what stands in it may run, and be its style."""
    hashes: dict[str, list[str]] = {"script": [], "style": []}
    for kind, content in BLOCK.findall(html):
        hashes[kind].append(f"'sha256-{b64encode(sha256(content.encode()).digest()).decode()}'")
    return "; ".join(
        [
            "default-src 'none'",
            f"script-src {' '.join(hashes['script']) or NONE}",
            f"style-src {' '.join(hashes['style']) or NONE}",
            "img-src data: blob:",
            "connect-src 'self'",
            "base-uri 'none'",
            "form-action 'none'",
            "frame-ancestors 'none'",
        ]
    )
