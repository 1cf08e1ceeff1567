"""What people paste, without what came along: blanks, quotes, brackets of an address, `ID:`, the puzzle's name.

<https://puzz.link/p?akari/7/7/...>     "8x8:ea_dd..."     ID: 8x8:ea_dd...     Tents: 8x8de:ea_dd...
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from models.puzzles.registry import canonical_name, is_known

BLANKS = " \t\r\n\v\f\u00a0\u200b\u200e\u200f\u2060\ufeff"  # those that cannot be seen included
PAIRS = {"<>", '""', "''", "``", "\u201c\u201d", "\u2018\u2019", "\u00ab\u00bb", "\u201e\u201c"}
LABEL = re.compile(r"(?:(?:game|puzzle)\s+)?(?:id|url)\s*[:=]\s*(?=\S)", re.I)
NAMED_ID = re.compile(r"(?P<name>[a-z][a-z ]{0,30}?)\s*[:\s]\s*(?P<id>\d+(?:x\d+)?[a-z0-9.]*[:#].*)", re.I)


@dataclass(frozen=True, slots=True)
class PastedText:
    """The text alone. puzzle: the name that stood before an ID, None where none did."""

    text: str
    puzzle: str | None = None


def unwrap(text: str) -> PastedText:
    """One line of text without what surrounds it; of several lines, only blanks around them go."""
    text = text.strip(BLANKS)
    if "\n" in text:
        return PastedText(text)
    while len(text) > 2 and text[0] + text[-1] in PAIRS and not set(text[1:-1]) & {text[0], text[-1]}:
        text = text[1:-1].strip(BLANKS)
    label = LABEL.match(text)
    if label:
        return unwrap(text[label.end() :])
    named = NAMED_ID.fullmatch(text)
    if named:
        puzzle = named["name"].replace(" ", "")
        if is_known(puzzle):
            return PastedText(named["id"], canonical_name(puzzle))
    return PastedText(text)
