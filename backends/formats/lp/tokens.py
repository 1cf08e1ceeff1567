r"""Tokenizer of LP files: sections, names, numbers and signs, with their positions.

Subject To         section   rows          the first word of a line that is a title, in any case
 r1: 2 x_0 >= 1    name r1, `:`, number 2, name x_0, side >=, number 1
\ a comment        nothing
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from backends.formats.contract import FileError
from backends.formats.text.scanning import error_at

TITLES = {  # section -> how it may be written
    "min": r"minimi[sz]e|minimum|min",
    "max": r"maximi[sz]e|maximum|max",
    "rows": r"subject[ \t]+to|such[ \t]+that|s\.t\.|st\.?",
    "bounds": r"bounds?",
    "generals": r"generals?|gen|integers?|int",
    "binaries": r"binar(?:y|ies)|bin",
    "other": r"semi-continuous|semis?|sos[12]?|pwlobj|lazy[ \t]+constraints|user[ \t]+cuts",
    "end": r"end",
}
SECTION = re.compile(
    "[ \t]*(?:" + "|".join(f"(?P<{name}>{words})" for name, words in TITLES.items()) + r")(?=[ \t\r\n:]|\Z)(?!\s*:)",
    re.IGNORECASE,
)
LETTERS = r"A-Za-z!\"#$%&(),;?@_`'{}~"
WORD = re.compile(
    r"(?P<number>(?:[0-9]{1,40}(?:\.[0-9]{0,40})?|\.[0-9]{1,40})(?:[eE][+-]?[0-9]{1,3}(?![0-9A-Za-z_]))?)"
    rf"|(?P<name>[{LETTERS}][{LETTERS}0-9./|\[\]]{{0,254}})"
    r"|(?P<side><=|=<|>=|=>|<|>|=)|(?P<sign>[+-])|(?P<colon>:)"
)
BLANK = re.compile(r"[ \t\r\n]++")
COMMENT = re.compile(rb"\\[^\n]*+")
SIDES = {"=<": "<=", "=>": ">=", "<": "<=", ">": ">="}


class Word(NamedTuple):
    """One word. kind: `section`, `name`, `number`, `side`, `sign`, `colon`, or `end` after the last one; start: its
    offset in the file."""

    kind: str
    text: str
    start: int


def tokens(content: bytes) -> Iterator[Word]:
    """The words of the file, then `end`. Raises FileError."""
    blanked = COMMENT.sub(lambda comment: b" " * len(comment[0]), content)
    text = blanked.decode("latin-1")  # one letter per byte, so that offsets are those of the file
    place, size, fresh = 0, len(text), True
    while True:
        blank = BLANK.match(text, place)
        if blank is not None:
            fresh, place = fresh or "\n" in blank[0], blank.end()
        if place == size:
            raise error_at_word(content, len(content.rstrip()), "End at the end of the file")
        if fresh and (title := SECTION.match(text, place)):
            yield Word("section", str(title.lastgroup), place)
            if title.lastgroup == "end":
                break
            place, fresh = title.end(), False
            continue
        word = WORD.match(text, place)
        if word is None:
            raise error_at_word(content, place, "a name, a number, a sign or a side")
        kind, spelling = str(word.lastgroup), word[0]
        yield Word(kind, SIDES.get(spelling, spelling) if kind == "side" else spelling, place)
        place, fresh = word.end(), False
    yield Word("end", "", size)


def error_at_word(content: bytes, place: int, expected: str) -> FileError:
    """The error at a place."""
    return error_at(content, place, expected)
