"""Puzzles of janko.at: the block of data in a page, or by itself.

    begin                     <script id="data" type="application/x-janko"> precedes it in a page
    puzzle akari
    size 4                    or rows and cols
    [problem]                 older pages have no brackets; keys come in any order, others are ignored
    - - x 1
    ...
    [solution]                not read
    [end]                     in some pages misspelt

Which keys a puzzle needs, and what they say, it declares by `declare_sections` (`models/puzzles/codecs/rows.py`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, TypeAlias

from instances.formats.contract import shared_format
from instances.formats.declarations import choose_body, puzzles_by_name
from models.puzzles.codecs.body import Body
from models.puzzles.codecs.bounds import board_size
from models.puzzles.codecs.grids import Line, numbered_lines
from models.puzzles.codecs.sheet import Sheet
from rosetta.foundation.errors import InputError

NAME = "janko.at data"
BLOCK = re.compile(r"<script\b[^<>]{0,200}application/x-janko[^<>]{0,200}>", re.I)
KEY = re.compile(r"\s*(?:\[(?P<bracketed>\w+)\]|(?P<bare>[A-Za-z]{2,})(?=\s|$))(?P<rest>.*)")
ONCE = ("problem", "size", "rows", "cols", "puzzle", "clabels", "rlabels")  # keys that may not come twice

Sections: TypeAlias = Mapping[str, list[Line]]
"""The content of each key: the rest of its line and the lines below, without blank ones."""


def recognises(text: str) -> bool:
    """A page with such a block, or lines that begin as one."""
    return bool(
        re.match(r"\s*begin\s*[\r\n]|\s*puzzle[ \t]+\w", text, re.I)
        or re.match(r"\s*\[\w+\]", text)
        or (text.lstrip().startswith("<") and BLOCK.search(text))
    )


def read(text: str, puzzle: str | None = None) -> tuple[str, Any]:
    """The board of a page, or of its block of data."""
    sections = _sections(text)
    site_name = _word(sections, "puzzle")
    names = puzzles_by_name("janko")
    if site_name is not None and site_name.lower() not in names:
        raise InputError(f"{NAME}: expected one of the puzzles {', '.join(names)}, found {site_name[:40]!r}")
    about, body = choose_body("janko", NAME, puzzle, names[site_name.lower()] if site_name else None)
    size = _word(sections, "size")
    height, width = _word(sections, "rows") or size, _word(sections, "cols") or size
    if height is None or width is None:
        raise InputError(f"{NAME}: expected the keys `size`, or `rows` and `cols`, found {', '.join(sections)[:60]!r}")
    return about, body.read(Sheet(f"{NAME} ({about})", *board_size(NAME, height, width)), sections)


def _sections(text: str) -> dict[str, list[Line]]:
    """The sections by key, in lower case. Raises InputError for one that comes twice with different lines."""
    block = BLOCK.search(text)
    lines = numbered_lines(text) if block is None else _lines_of_block(text, block.end())
    sections: dict[str, list[Line]] = {}
    current: list[Line] = []
    for number, line in lines:
        if block is None and "end" in sections:
            _check_blank(number, line)
        key = KEY.match(line)
        if key and not (key["bare"] and current is sections.get("puzzle") == []):  # else the name of the puzzle
            name = (key["bracketed"] or key["bare"]).lower()
            if name in sections and name in ONCE:
                raise InputError(f"{NAME}, line {number}: expected the key `{name}` once, found it again")
            current = sections[name] = []
            line = key["rest"]
            if block is None and name == "end":
                _check_blank(number, line)
        if line.strip():
            current.append((number, line))
    return sections


def _lines_of_block(page: str, begin: int) -> list[Line]:
    """The lines from there to the end of the script, by their numbers in the page."""
    last = page.find("</script", begin)
    before = page.count("\n", 0, begin)
    inside = page[begin : last if last >= 0 else len(page)]
    return [(number + before, line) for number, line in numbered_lines(inside)]


def _check_blank(number: int, line: str) -> None:
    """Raises InputError for something behind the end."""
    if line.strip():
        raise InputError(f"{NAME}, line {number}: expected nothing behind the end, found {line.strip()[:40]!r}")


def _word(sections: Sections, key: str) -> str | None:
    """The value of a key with one value, None if the key is missing."""
    lines = sections.get(key)
    return None if lines is None else " ".join(line.strip() for _, line in lines[:1])


def write(body: Body, sheet: Sheet, sections: Mapping[str, list[str]]) -> str:
    """The block of data, without the page around it."""
    square = sheet.height == sheet.width
    size = [f"size {sheet.height}"] if square else [f"rows {sheet.height}", f"cols {sheet.width}"]
    keyed = [line for key, lines in sections.items() for line in (f"[{key}]", *lines)]
    return "\n".join(["begin", f"puzzle {body.names[0]}", *size, *keyed, "[end]", ""])


EXAMPLE = "begin\\npuzzle akari\\nrows 2\\ncols 3\\n[problem]\\n- - 1\\nx - -\\n[end]"
FORMAT = shared_format("janko", NAME, EXAMPLE, recognises, read, write, tells_puzzle=True)
