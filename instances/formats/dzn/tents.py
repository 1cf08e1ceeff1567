"""Data of the model `tents` of the MiniZinc benchmarks: square boards with all clues.

    n = 3;
    a = [| 0, 1, 0                1: a tree
         | 0, 0, 0
         | 1, 0, 0 |];
    row_sums = [1, 0, 1];
    col_sums = [0, 2, 0];

Names come in any order; `%` begins a comment.
"""

from __future__ import annotations

import re

import numpy as np

from instances.bounds import board_size, parse_integer
from instances.formats.contract import Body
from instances.formats.dzn.frame import NAME
from instances.grids import Line, parse_cells, parse_clues
from models.puzzles.tents.instance import UNKNOWN, Tents
from rosetta.foundation.errors import InputError

ASSIGNMENT = re.compile(r"\s*([A-Za-z_]\w*)\s*=([^;=]*);")
NEEDED = ("n", "a", "row_sums", "col_sums")
VALUES = {"0": 0, "1": 1}


def read(text: str) -> Tents:
    """The board of the data, without comments."""
    settings = _settings(text)
    n = parse_integer(f"{NAME}, line {settings['n'][0]}", "n", settings["n"][1].strip(), 1, 10**6)
    board_size(NAME, str(n), str(n))
    trees = parse_cells(NAME, _rows(*settings["a"]), n, n, VALUES) == 1
    rows, cols = (
        parse_clues(NAME, side, [_list(key, *settings[key])], n, n, {})
        for side, key in (("row", "row_sums"), ("column", "col_sums"))
    )
    return Tents(trees, rows, cols)


def _settings(text: str) -> dict[str, Line]:
    """The values by name, each with the line on which it begins."""
    settings: dict[str, Line] = {}
    at, line = 0, 1
    text = text.rstrip()
    while at < len(text):
        match = ASSIGNMENT.match(text, at)
        if match is None:
            excerpt = text[at:].strip()[:40] if at + 100 > len(text) else text[at : at + 40].strip()
            raise InputError(f"{NAME}, line {line}: expected NAME = VALUE;, found {excerpt!r}")
        if match[1] not in NEEDED or match[1] in settings:
            raise InputError(f"{NAME}, line {line}: expected {', '.join(NEEDED)}, each once, found {match[1][:40]!r}")
        settings[match[1]] = line + text.count("\n", at, match.start(2)), match[2]
        line += text.count("\n", at, match.end())
        at = match.end()
    missing = [name for name in NEEDED if name not in settings]
    if missing:
        raise InputError(f"{NAME}: expected {', '.join(NEEDED)}, found no {missing[0]}")
    return settings


def _rows(line: int, value: str) -> list[Line]:
    """The rows of a table [| .. | .. |], each with its line, commas as blanks."""
    table = re.fullmatch(r"(\s*\[\s*\|)([^\[\]]*)(\|\s*\]\s*)", value)
    if table is None:
        raise InputError(f"{NAME}, line {line}: a: expected [| .. | .. |], found {value.strip()[:40]!r}")
    rows, line = [], line + table[1].count("\n")
    for row in table[2].split("|"):
        rows.append((line, row.replace(",", " ")))
        line += row.count("\n")
    return rows


def _list(key: str, line: int, value: str) -> Line:
    match = re.fullmatch(r"\s*\[([^\[\]|]*)\]\s*", value)
    if match is None:
        raise InputError(f"{NAME}, line {line}: {key}: expected [.., ..], found {value.strip()[:40]!r}")
    return line, match[1].replace(",", " ")


def write(p: Tents) -> str:
    """The data of a board. Raises InputError for one that is not square or lacks a clue."""
    height, width = p.trees.shape
    if height != width:
        raise InputError(f"{NAME}: expected a square board, found {height}x{width}")
    if UNKNOWN in p.rows or UNKNOWN in p.cols:
        raise InputError(f"{NAME}: expected all clues, found some that are not given")
    table = "\n     | ".join(", ".join(map(str, row)) for row in p.trees.astype(np.int8).tolist())
    sums = [f"{key} = {side.tolist()};" for key, side in (("row_sums", p.rows), ("col_sums", p.cols))]
    return "\n".join([f"n = {width};", f"a = [| {table} |];", *sums, ""])


BODY = Body(names=(), read=read, write=write)
