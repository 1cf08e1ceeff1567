"""The captions in a text of LaTeX, for tests of what writes it."""

from __future__ import annotations

import re

BEGIN = re.compile(r"\\caption\{")


def captions(text: str) -> list[str]:
    """What is between the braces of each \\caption."""
    found = []
    for match in BEGIN.finditer(text):
        depth, place = 1, match.end()
        while depth:
            escaped = text[place - 1] == "\\" and text[place - 2] != "\\"
            depth += 0 if escaped else {"{": 1, "}": -1}.get(text[place], 0)
            place += 1
        found.append(text[match.end() : place - 1])
    return found
