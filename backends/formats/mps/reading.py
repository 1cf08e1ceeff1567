"""MPS, free or fixed form, read strictly: a neutral model of integers and linear rows.

    ROWS       N the objective (further ones are ignored), E, G, L
    COLUMNS    name row value [row value]; integers between the markers 'INTORG' and 'INTEND'
    RHS        of the objective: the constant, negated
    RANGES     R on G: rhs..rhs + |R|, on L: rhs - |R|..rhs, on E: rhs..rhs + R or rhs + R..rhs
    BOUNDS     UP LO FX BV LI UI; FR, MI and PL leave a variable unbounded

What solvers read differently is refused: an integer without an upper bound (1 to some, infinite to others). So are
continuous variables, which the language does not have. Names contain no blanks.
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
    """The content read so far; rows and variables by name, in order of occurrence."""

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
    places: list[int] = field(default_factory=list)  # by column: its line


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
    parsed, section, line = _MpsContent(), "", None
    for line in _lines(content):
        if line.words[0].start() == 0 and line[0].upper() in SECTIONS:
            section = line[0].upper()
            if section == "OBJSENSE" and len(line.words) > 1:
                _sense(parsed, line)
            if section == "ENDATA":
                break
        elif section in READERS:
            READERS[section](parsed, line)
        else:
            raise line.error(0, f"a section, as in {', '.join(SECTIONS[1:4])}")
    if section != "ENDATA":
        raise file_error(content.count(b"\n") + 1, 1, "ENDATA at the end of the file", "")
    return model_from_linear(_linear(parsed), "the rows of the file")


def _lines(content: bytes) -> Iterator[_MpsLine]:
    """The lines that are neither empty nor comments."""
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


def _sense(parsed: _MpsContent, line: _MpsLine) -> None:
    word = line[-1].upper() if line[-1].upper() in ("MIN", "MAX", "MINIMIZE", "MAXIMIZE") else None
    if word is None:
        raise line.error(len(line.words) - 1, "MIN or MAX")
    parsed.maximised = word.startswith("MAX")


def _row(parsed: _MpsContent, line: _MpsLine) -> None:
    if len(line.words) != 2 or line[0].upper() not in ("N", "E", "G", "L"):
        raise line.error(0, "N, E, G or L and the name of a row")
    kind, name = line[0].upper(), line[1]
    if name in parsed.rows:
        raise line.error(1, "a name that no other row has")
    if kind == "N":
        parsed.rows[name] = FREE if parsed.has_objective else OBJECTIVE
        parsed.has_objective = True
        return
    parsed.rows[name] = len(parsed.kinds)
    parsed.kinds.append(kind)


def _pairs(parsed: _MpsContent, line: _MpsLine, first: int) -> Iterator[tuple[int, int]]:
    """Rows and their numbers, from that word of the line on."""
    if len(line.words) not in (first + 2, first + 4):
        raise line.error(len(line.words), "one or two rows, each with a number")
    for place in range(first, len(line.words), 2):
        if line[place] not in parsed.rows:
            raise line.error(place, "the name of a row")
        yield parsed.rows[line[place]], _whole_number(line, place + 1)


def _column(parsed: _MpsContent, line: _MpsLine) -> None:
    if len(line.words) >= 3 and line[1].upper() == MARKER:
        if line[2].upper() not in (START, END):
            raise line.error(2, f"{START} or {END}")
        parsed.in_integers = line[2].upper() == START
        return
    name = line[0]
    if name not in parsed.columns:
        parsed.columns[name] = len(parsed.columns)
        parsed.integer.append(parsed.in_integers)
        parsed.lower.append(0)
        parsed.upper.append(None)
        parsed.places.append(line.number)
    column = parsed.columns[name]
    for row, value in _pairs(parsed, line, 1):
        if row >= 0:
            for target, number in zip(parsed.terms, (row, column, value), strict=True):
                target.append(number)
        elif row == OBJECTIVE:
            parsed.cost[0].append(column)
            parsed.cost[1].append(value)


def _rhs(parsed: _MpsContent, line: _MpsLine) -> None:
    """The name of the set may be left out: then the number of words is even."""
    for row, value in _pairs(parsed, line, len(line.words) % 2):
        parsed.rhs[row] = value


def _range(parsed: _MpsContent, line: _MpsLine) -> None:
    for row, value in _pairs(parsed, line, len(line.words) % 2):
        parsed.ranges[row] = value


def _bound(parsed: _MpsContent, line: _MpsLine) -> None:
    kind = line[0].upper()
    if kind not in BOUNDS:
        raise line.error(0, f"one of {', '.join(BOUNDS)}")
    has_value = kind in ("UP", "LO", "FX", "LI", "UI")
    least = 2 + has_value
    if len(line.words) not in (least, least + 1) and not (kind == "BV" and len(line.words) == 4):
        raise line.error(len(line.words), "a kind of bound, the name of the set, a variable" + ", a number" * has_value)
    place = len(line.words) - 1 - has_value if len(line.words) != 4 or has_value else 2
    if line[place] not in parsed.columns:
        raise line.error(place, "the name of a variable")
    column = parsed.columns[line[place]]
    value = None if not has_value or is_infinite(line[place + 1]) else _whole_number(line, place + 1)
    if kind in ("BV", "LI", "UI"):
        parsed.integer[column] = True
    if kind in ("LO", "FX", "LI", "BV", "FR", "MI"):
        parsed.lower[column] = 0 if kind == "BV" else value
    if kind in ("UP", "FX", "UI", "BV", "FR", "PL"):
        parsed.upper[column] = 1 if kind == "BV" else value
    parsed.places[column] = line.number


def _whole_number(line: _MpsLine, place: int) -> int:
    value = parse_whole(line[place])
    if value is None:
        raise line.error(place, "a whole number below 2^53")
    return value


READERS = {"ROWS": _row, "COLUMNS": _column, "RHS": _rhs, "RANGES": _range, "BOUNDS": _bound, "OBJSENSE": _sense}


# ---- all of it ---------------------------------------------------------------------------------------------------


def _linear(parsed: _MpsContent) -> LinearFile:
    for name, column in parsed.columns.items():
        low, high = parsed.lower[column], parsed.upper[column]
        if not parsed.integer[column]:
            raise file_error(
                parsed.places[column], 1, "an integer variable; continuous ones are not in the language", name
            )
        if low is None or high is None:
            side = "a lower" if low is None else "an upper"
            raise file_error(parsed.places[column], 1, f"{side} bound of every variable", name)
        if low > high:
            raise file_error(parsed.places[column], 1, f"bounds in order, not {low}..{high}", name)
    lo, hi = np.full(len(parsed.kinds), -OPEN), np.full(len(parsed.kinds), OPEN)
    for row, kind in enumerate(parsed.kinds):
        bound, span = parsed.rhs.get(row, 0), parsed.ranges.get(row)
        if kind != "L":
            lo[row] = bound
        if kind != "G":
            hi[row] = bound
        if span is not None:
            if kind == "G" or (kind == "E" and span >= 0):
                hi[row] = bound + abs(span)
            else:
                lo[row] = bound - abs(span)
    sign = -1 if parsed.maximised else 1
    columns, coefs = (np.array(each, np.int64) for each in parsed.cost)
    owner, at, values = (np.array(each, np.int64) for each in parsed.terms)
    constant = -sign * parsed.rhs.get(OBJECTIVE, 0)
    cost = (columns, sign * coefs) if len(columns) or constant else None
    lower, upper = np.array(parsed.lower, np.int64), np.array(parsed.upper, np.int64)
    return LinearFile(tuple(parsed.columns), lower, upper, owner, at, values, lo, hi, cost, constant)
