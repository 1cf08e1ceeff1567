"""MPS, free or fixed form, read strictly: a neutral model of integers and linear rows.

    ROWS       N the objective (further ones say nothing), E, G, L
    COLUMNS    name row value [row value]; integers between the markers 'INTORG' and 'INTEND'
    RHS        of the objective: the constant, negated
    RANGES     R on G: rhs..rhs + |R|, on L: rhs - |R|..rhs, on E: rhs..rhs + R or rhs + R..rhs
    BOUNDS     UP LO FX BV LI UI; FR, MI and PL leave a variable unbounded

What solvers read differently is refused: an integer without an upper bound (1 to some, infinite to others) and
continuous variables, which the language does not have. Names have no blanks in them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from backends.formats.contract import FileError, file_error
from backends.formats.text.linear_to_model import OPEN, LinearFile, model_from_linear
from backends.formats.text.whole_numbers import is_infinite, parse_whole
from models.neutral import Model

SECTIONS = ("NAME", "ROWS", "COLUMNS", "RHS", "RANGES", "BOUNDS", "ENDATA", "OBJSENSE")
WORD = re.compile(r"[^ \t\r]+")
MARKER, START, END = "'MARKER'", "'INTORG'", "'INTEND'"
OBJECTIVE, FREE = -1, -2  # rows that bind nothing
BOUNDS = ("UP", "LO", "FX", "BV", "LI", "UI", "FR", "MI", "PL")


@dataclass(slots=True)
class _MpsContent:
    """What has been read so far; rows and variables by name, in the order in which they came."""

    kinds: list[str] = field(default_factory=list)
    rows: dict[str, int] = field(default_factory=dict)
    columns: dict[str, int] = field(default_factory=dict)
    integer: list[bool] = field(default_factory=list)
    lower: list[int | None] = field(default_factory=list)
    upper: list[int | None] = field(default_factory=list)
    terms: tuple[list[int], list[int], list[int]] = field(default_factory=lambda: ([], [], []))
    cost: tuple[list[int], list[int]] = field(default_factory=lambda: ([], []))
    rhs: dict[int, int] = field(default_factory=dict)
    ranges: dict[int, int] = field(default_factory=dict)
    in_integers: bool = False
    maximised: bool = False
    has_objective: bool = False
    places: list[int] = field(default_factory=list)  # by column: the line it came on


@dataclass(frozen=True, slots=True)
class _MpsLine:
    number: int
    words: list[re.Match[str]]

    def __getitem__(self, place: int) -> str:
        return self.words[place][0]

    def error(self, place: int, expected: str) -> FileError:
        if place < len(self.words):
            return file_error(self.number, self.words[place].start() + 1, expected, self[place])
        return file_error(self.number, self.words[-1].end() + 1, expected, "")


def read(content: bytes) -> Model:
    """The model of an MPS file. Raises FileError."""
    said, section, line = _MpsContent(), "", None
    for line in _lines(content):
        if line.words[0].start() == 0 and line[0].upper() in SECTIONS:
            section = line[0].upper()
            if section == "OBJSENSE" and len(line.words) > 1:
                _sense(said, line)
            if section == "ENDATA":
                break
        elif section in READERS:
            READERS[section](said, line)
        else:
            raise line.error(0, f"a section, as in {', '.join(SECTIONS[1:4])}")
    if section != "ENDATA":
        raise file_error(content.count(b"\n") + 1, 1, "ENDATA at the end of the file", "")
    return model_from_linear(_linear(said), "the rows of the file")


def _lines(content: bytes) -> Iterator[_MpsLine]:
    """Lines with words on them that are no comments."""
    start = number = 0
    while start < len(content):
        end = content.find(b"\n", start)
        end = len(content) if end < 0 else end
        raw, start, number = content[start:end], end + 1, number + 1
        if raw.startswith(b"*") or not raw.strip():
            continue
        try:
            text = raw.decode()
        except UnicodeDecodeError as error:
            raise file_error(number, error.start + 1, "text in UTF-8", raw[error.start :]) from None
        if "\0" in text:
            raise file_error(number, text.index("\0") + 1, "text", "\0")
        yield _MpsLine(number, list(WORD.finditer(text)))


# ---- sections ----------------------------------------------------------------------------------------------------


def _sense(said: _MpsContent, line: _MpsLine) -> None:
    word = line[-1].upper() if line[-1].upper() in ("MIN", "MAX", "MINIMIZE", "MAXIMIZE") else None
    if word is None:
        raise line.error(len(line.words) - 1, "MIN or MAX")
    said.maximised = word.startswith("MAX")


def _row(said: _MpsContent, line: _MpsLine) -> None:
    if len(line.words) != 2 or line[0].upper() not in ("N", "E", "G", "L"):
        raise line.error(0, "N, E, G or L and the name of a row")
    kind, name = line[0].upper(), line[1]
    if name in said.rows:
        raise line.error(1, "a name that no other row has")
    if kind == "N":
        said.rows[name] = FREE if said.has_objective else OBJECTIVE
        said.has_objective = True
        return
    said.rows[name] = len(said.kinds)
    said.kinds.append(kind)


def _pairs(said: _MpsContent, line: _MpsLine, first: int) -> Iterator[tuple[int, int]]:
    """Rows and their numbers, from that word of the line on."""
    if len(line.words) not in (first + 2, first + 4):
        raise line.error(len(line.words), "one or two rows, each with a number")
    for place in range(first, len(line.words), 2):
        if line[place] not in said.rows:
            raise line.error(place, "the name of a row")
        yield said.rows[line[place]], _whole_number(line, place + 1)


def _column(said: _MpsContent, line: _MpsLine) -> None:
    if len(line.words) >= 3 and line[1].upper() == MARKER:
        if line[2].upper() not in (START, END):
            raise line.error(2, f"{START} or {END}")
        said.in_integers = line[2].upper() == START
        return
    name = line[0]
    if name not in said.columns:
        said.columns[name] = len(said.columns)
        said.integer.append(said.in_integers)
        said.lower.append(0)
        said.upper.append(None)
        said.places.append(line.number)
    column = said.columns[name]
    for row, value in _pairs(said, line, 1):
        if row >= 0:
            for into, one in zip(said.terms, (row, column, value), strict=True):
                into.append(one)
        elif row == OBJECTIVE:
            said.cost[0].append(column)
            said.cost[1].append(value)


def _rhs(said: _MpsContent, line: _MpsLine) -> None:
    """The name of the set may be left out: then the number of words is even."""
    for row, value in _pairs(said, line, len(line.words) % 2):
        said.rhs[row] = value


def _range(said: _MpsContent, line: _MpsLine) -> None:
    for row, value in _pairs(said, line, len(line.words) % 2):
        said.ranges[row] = value


def _bound(said: _MpsContent, line: _MpsLine) -> None:
    kind = line[0].upper()
    if kind not in BOUNDS:
        raise line.error(0, f"one of {', '.join(BOUNDS)}")
    valued = kind in ("UP", "LO", "FX", "LI", "UI")
    least = 2 + valued
    if len(line.words) not in (least, least + 1) and not (kind == "BV" and len(line.words) == 4):
        raise line.error(len(line.words), "a kind of bound, the name of the set, a variable" + ", a number" * valued)
    place = len(line.words) - 1 - valued if len(line.words) != 4 or valued else 2
    if line[place] not in said.columns:
        raise line.error(place, "the name of a variable")
    column = said.columns[line[place]]
    value = None if not valued or is_infinite(line[place + 1]) else _whole_number(line, place + 1)
    if kind in ("BV", "LI", "UI"):
        said.integer[column] = True
    if kind in ("LO", "FX", "LI", "BV", "FR", "MI"):
        said.lower[column] = 0 if kind == "BV" else value
    if kind in ("UP", "FX", "UI", "BV", "FR", "PL"):
        said.upper[column] = 1 if kind == "BV" else value
    said.places[column] = line.number


def _whole_number(line: _MpsLine, place: int) -> int:
    value = parse_whole(line[place])
    if value is None:
        raise line.error(place, "a whole number below 2^53")
    return value


READERS = {"ROWS": _row, "COLUMNS": _column, "RHS": _rhs, "RANGES": _range, "BOUNDS": _bound, "OBJSENSE": _sense}


# ---- all of it ---------------------------------------------------------------------------------------------------


def _linear(said: _MpsContent) -> LinearFile:
    for name, column in said.columns.items():
        low, high = said.lower[column], said.upper[column]
        if not said.integer[column]:
            raise file_error(
                said.places[column], 1, "an integer variable; continuous ones are not in the language", name
            )
        if low is None or high is None:
            side = "a lower" if low is None else "an upper"
            raise file_error(said.places[column], 1, f"{side} bound of every variable", name)
        if low > high:
            raise file_error(said.places[column], 1, f"bounds in order, not {low}..{high}", name)
    lo, hi = np.full(len(said.kinds), -OPEN), np.full(len(said.kinds), OPEN)
    for row, kind in enumerate(said.kinds):
        bound, span = said.rhs.get(row, 0), said.ranges.get(row)
        if kind != "L":
            lo[row] = bound
        if kind != "G":
            hi[row] = bound
        if span is not None:
            if kind == "G" or (kind == "E" and span >= 0):
                hi[row] = bound + abs(span)
            else:
                lo[row] = bound - abs(span)
    sign = -1 if said.maximised else 1
    columns, coefs = (np.array(each, np.int64) for each in said.cost)
    owner, at, values = (np.array(each, np.int64) for each in said.terms)
    constant = -sign * said.rhs.get(OBJECTIVE, 0)
    cost = (columns, sign * coefs) if len(columns) or constant else None
    lower, upper = np.array(said.lower, np.int64), np.array(said.upper, np.int64)
    return LinearFile(tuple(said.columns), lower, upper, owner, at, values, lo, hi, cost, constant)
