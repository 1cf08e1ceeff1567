"""Data of a model: NAME = VALUE; in any order, a value a number, a list or a table; `%` begins a comment.

    n = 3;
    a = [| 0, 1, 0
         | 0, 0, 0
         | 1, 0, 0 |];
    row_sums = [1, 0, 1];

A table is read and written by `WordRows`, a list by `ClueLine`: commas stand for the blanks between their words.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from models.puzzles.codecs.body import Body, Parts
from models.puzzles.codecs.bounds import board_size, parse_integer
from models.puzzles.codecs.grids import Line
from models.puzzles.codecs.rows import ClueLine, WordRows
from models.puzzles.codecs.sheet import Sheet
from rosetta.foundation.errors import InputError

ASSIGNMENT = re.compile(r"\s*([A-Za-z_]\w*)\s*=([^;=]*);")
LIST = re.compile(r"\s*\[([^\[\]|]*)\]\s*")
TABLE = re.compile(r"(\s*\[\s*\|)([^\[\]]*)(\|\s*\]\s*)")


def declare_data(size: str, codecs: Mapping[str, WordRows | ClueLine], parts: Parts, **more: Any) -> Body:
    """A puzzle of square boards in data of a model (MiniZinc), by the codec of each name. size: the name of the number
    of rows; more: fields of `Body`."""

    def read(sheet: Sheet, text: str) -> Any:
        settings = _read_settings(sheet.here, text, (size, *codecs))
        line, value = settings[size]
        n = parse_integer(f"{sheet.here}, line {line}", size, value.strip(), 1, 10**6)
        board_size(sheet.here, str(n), str(n))
        square = replace(sheet, height=n, width=n)
        lines = ((codec, _read_lines(sheet.here, key, codec, *settings[key])) for key, codec in codecs.items())
        return parts.make(*(codec.decode(square, rows) for codec, rows in lines))

    def write(sheet: Sheet, board: Any) -> str:
        if sheet.height != sheet.width:
            raise InputError(f"{sheet.here}: expected a square board, found {sheet.height}x{sheet.width}")
        lines = [f"{size} = {sheet.width};"]
        for (key, codec), part in zip(codecs.items(), parts.of_board(sheet, board), strict=True):
            rows = [", ".join(line.split()) for line in codec.encode(sheet, part)]
            below = "\n" + " " * (len(key) + 4) + "| "
            lines.append(
                f"{key} = [| {below.join(rows)} |];" if isinstance(codec, WordRows) else f"{key} = [{rows[0]}];"
            )
        return "\n".join([*lines, ""])

    return Body(read=read, write=write, **more)


def _read_settings(here: str, text: str, needed: tuple[str, ...]) -> dict[str, Line]:
    """The values by name, each with the line on which it begins."""
    settings: dict[str, Line] = {}
    at, line = 0, 1
    text = text.rstrip()
    while at < len(text):
        match = ASSIGNMENT.match(text, at)
        if match is None:
            excerpt = text[at:].strip()[:40] if at + 100 > len(text) else text[at : at + 40].strip()
            raise InputError(f"{here}, line {line}: expected NAME = VALUE;, found {excerpt!r}")
        if match[1] not in needed or match[1] in settings:
            raise InputError(f"{here}, line {line}: expected {', '.join(needed)}, each once, found {match[1][:40]!r}")
        settings[match[1]] = line + text.count("\n", at, match.start(2)), match[2]
        line += text.count("\n", at, match.end())
        at = match.end()
    missing = [name for name in needed if name not in settings]
    if missing:
        raise InputError(f"{here}: expected {', '.join(needed)}, found no {missing[0]}")
    return settings


def _read_lines(here: str, key: str, codec: WordRows | ClueLine, line: int, value: str) -> list[Line]:
    """The rows of a table [| .. | .. |], each with its line, or the one of a list [.., ..]; commas as blanks."""
    is_table = isinstance(codec, WordRows)
    match = (TABLE if is_table else LIST).fullmatch(value)
    if match is None:
        expected = "[| .. | .. |]" if is_table else "[.., ..]"
        raise InputError(f"{here}, line {line}: {key}: expected {expected}, found {value.strip()[:40]!r}")
    if not is_table:
        return [(line, match[1].replace(",", " "))]
    rows, line = [], line + match[1].count("\n")
    for row in match[2].split("|"):
        rows.append((line, row.replace(",", " ")))
        line += row.count("\n")
    return rows
