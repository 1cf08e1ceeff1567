"""MPS, free or fixed form, read strictly: a neutral model of integers and linear rows.

    ROWS       N the objective (further ones are ignored), E, G, L
    COLUMNS    name row value [row value]; integers between the markers 'INTORG' and 'INTEND'
    RHS        of the objective: the constant, negated
    RANGES     R on G: rhs..rhs + |R|, on L: rhs - |R|..rhs, on E: rhs..rhs + R or rhs + R..rhs
    BOUNDS     UP LO FX BV LI UI; FR, MI and PL leave a variable unbounded

What solvers read differently is refused: an integer without an upper bound (1 to some, infinite to others). So are
continuous variables, unless the rows show that they are whole (`text.implied_integers`). Names contain no blanks.

The words of the file are columns, and all lines of a section are read at once; the first line that is wrong is told.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from backends.formats.contract import FileError
from backends.formats.mps.lines import AT_END, PIECE, Complaint, MpsLines
from backends.formats.text.decimals import OPEN, Decimals, join_decimals, scale_rows, scaling_reason, whole_bounds
from backends.formats.text.implied_integers import complete_linear
from backends.formats.text.linear_to_model import MOST_RULES, LinearFile, model_from_linear
from backends.formats.text.words import Offsets, WordNumbers
from models.neutral import Model, ObjectiveSense

Column: TypeAlias = NDArray[np.int64]
Truth: TypeAlias = NDArray[np.bool_]
MARKER, START, END = b"'MARKER'", b"'INTORG'", b"'INTEND'"
KINDS = ("N", "E", "G", "L")
OBJECTIVE, FREE = -1, -2  # rows that bind nothing
BOUNDS = ("UP", "LO", "FX", "BV", "LI", "UI", "FR", "MI", "PL")
UP, LO, FX, BV, LI, UI, FR, MI, PL = range(len(BOUNDS))
PAIRS = "one or two rows, each with a number"


def read(content: bytes) -> Model:
    """The model of an MPS file. Raises FileError."""
    lines = MpsLines(content)
    rows = _read_rows(lines)
    columns = _read_columns(lines, rows)
    sides = [_read_sides(lines, rows, section) for section in ("RHS", "RANGES")]
    bounds = _read_bounds(lines, columns)
    is_maximised = _read_sense(lines)
    lines.raise_first()
    linear_file = _linear_file(lines, rows, columns, sides, bounds, is_maximised)
    return model_from_linear(linear_file, "the rows of the file")


# ---- sections ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class _MpsRows:
    """words: of the names, lines: of the declarations, numbers: of the rows, or OBJECTIVE, FREE, all by declaration;
    kinds: index in KINDS, by row."""

    words: Column
    lines: Column
    numbers: Offsets
    kinds: Column
    table: WordNumbers


@dataclass(frozen=True, slots=True, eq=False)
class _MpsPairs:
    """Rows with numbers. rows: as in _MpsRows; owner: the column, for COLUMNS; line and word of each number."""

    rows: Offsets
    owner: Offsets
    numbers: Decimals
    lines: Column
    words: Column


@dataclass(frozen=True, slots=True, eq=False)
class _MpsColumns:
    """words: of the names, lines: of the first mention, integer: by column; pairs: the entries."""

    words: Column
    lines: Column
    integer: Truth
    pairs: _MpsPairs
    table: WordNumbers


@dataclass(frozen=True, slots=True, eq=False)
class _MpsBounds:
    """By line: kind (index in BOUNDS), column and value."""

    lines: Column
    kinds: Column
    columns: Offsets
    values: Decimals


def _read_sense(lines: MpsLines) -> bool:
    """Is the objective maximised? The word stands beside the title or below it; the last one counts."""
    stated = lines.of("OBJSENSE").tolist()
    stated += [line for line, title in lines.titles if title == "OBJSENSE" and lines.count[line] > 1]
    is_maximised = False
    for line in sorted(stated):
        last = int(lines.count[line]) - 1
        word = lines.words.text(int(lines.first[line]) + last).upper()
        if word not in (b"MIN", b"MAX", b"MINIMIZE", b"MAXIMIZE"):
            lines.complaints.append(Complaint(line, 0, last, "MIN or MAX"))
            break
        is_maximised = word.startswith(b"MAX")
    return is_maximised


def _read_rows(lines: MpsLines) -> _MpsRows:
    mine = lines.of("ROWS")
    first = lines.first[mine]
    letters = lines.initials(first) & 0xDF  # capitals
    kinds = np.full(len(mine), -1)
    for kind, letter in enumerate(KINDS):
        kinds[letters == ord(letter)] = kind
    fine = (lines.count[mine] == 2) & (lines.lengths(first) == 1) & (kinds >= 0)
    lines.require(mine, fine, 0, "N, E, G or L and the name of a row", 0)
    mine, words, kinds = mine[fine], first[fine] + 1, kinds[fine]
    table, is_new = WordNumbers(lines.words.content), np.zeros(len(mine), np.bool_)
    lines.number(table, words)
    is_new[table.firsts[: table.count]] = True
    lines.require(mine, is_new, 1, "a name that no other row has", 1)
    mine, words, kinds = mine[is_new], words[is_new], kinds[is_new]
    binding = kinds != 0
    numbers = np.where(binding, np.cumsum(binding, dtype=np.int32) - 1, FREE).astype(np.int32)
    if not binding.all():
        numbers[np.argmin(binding)] = OBJECTIVE
    return _MpsRows(words, mine, numbers, kinds[binding], table)


def _read_columns(lines: MpsLines, rows: _MpsRows) -> _MpsColumns:
    mine = lines.of("COLUMNS")
    is_marker = np.concatenate([_are_markers(lines, part) for part in _pieces(mine)])
    markers = mine[is_marker]
    marks = [lines.words.text(int(lines.first[line]) + 2).upper() for line in markers.tolist()]
    known = np.array([mark in (START, END) for mark in marks], np.bool_)
    lines.require(markers, known, 2, f"{START.decode()} or {END.decode()}", 0)
    opens = np.array([False, *(mark == START for mark in marks)])
    mine = mine[~is_marker]
    table, parts = WordNumbers(lines.words.content), []
    for part in _pieces(mine):
        pairs = _read_pairs(lines, rows, part, np.ones(len(part), np.int64))
        numbers = lines.number(table, lines.first[part])
        owner = numbers if np.array_equal(part, pairs.lines) else numbers[np.searchsorted(part, pairs.lines)]
        parts.append(replace(pairs, owner=owner))
    begins = mine[table.firsts[: table.count]]
    integer = opens[np.searchsorted(markers, begins)]
    return _MpsColumns(lines.first[begins], begins, integer, _join_pairs(parts), table)


def _pieces(mine: Column) -> list[Column]:
    """The lines in pieces, at least one."""
    return [mine[begin : begin + PIECE] for begin in range(0, max(len(mine), 1), PIECE)]


def _are_markers(lines: MpsLines, mine: Column) -> Truth:
    second = lines.first[mine] + np.minimum(lines.count[mine] - 1, 1)
    is_marker: Truth = (
        (lines.count[mine] >= 3) & (lines.initials(second) == ord("'")) & (lines.lengths(second) == len(MARKER))
    )
    for place in np.flatnonzero(is_marker).tolist():
        is_marker[place] = lines.words.text(int(second[place])).upper() == MARKER
    return is_marker


def _read_sides(lines: MpsLines, rows: _MpsRows, section: str) -> _MpsPairs:
    """RHS or RANGES. The name of the set may be left out: then the number of words is even."""
    parts = _pieces(lines.of(section))
    return _join_pairs([_read_pairs(lines, rows, part, lines.count[part] % 2) for part in parts])


def _join_pairs(parts: list[_MpsPairs]) -> _MpsPairs:
    rows, owner, line, words = (
        np.concatenate([getattr(part, name) for part in parts]) for name in ("rows", "owner", "lines", "words")
    )
    return _MpsPairs(rows, owner, join_decimals(*(part.numbers for part in parts)), line, words)


def _read_pairs(lines: MpsLines, rows: _MpsRows, mine: Column, begin: Column) -> _MpsPairs:
    """Rows and their numbers, from the word `begin` of each line on, in the order of the file; all by line as owner."""
    extra = lines.count[mine] - begin
    fine = lines.require(mine, (extra == 2) | (extra == 4), AT_END, PAIRS, 0)
    mine, begin, extra = mine[fine], begin[fine], extra[fine]
    line, place, second = mine, begin, np.zeros(len(mine), np.bool_)
    if (extra == 4).any():
        line = np.repeat(mine, extra // 2)
        second = np.zeros(len(line), np.bool_)
        second[1:] = line[1:] == line[:-1]
        place = np.repeat(begin, extra // 2) + 2 * second
    names = lines.first[line] + place
    which = lines.number(rows.table, names)
    known = which < len(rows.words)
    if known.any() and rows.lines[-1] > line[0]:
        known[known] = rows.lines[which[known]] < line[known]
    values = lines.decimals(names + 1)
    for part, here in ((0, ~second), (1, second)) if second.any() else ((0, slice(None)),):
        lines.require(line[here], known[here], place[here], "the name of a row", 1 + 2 * part)
        lines.require_numbers(line[here], values.take(here), place[here] + 1, 2 + 2 * part)
    if not known.all():
        which, line, place, values = which[known], line[known], place[known], values.take(known)
    line = line.astype(lines.first.dtype)
    return _MpsPairs(rows.numbers[which], line, values, line, (place + 1).astype(np.int32))


def _read_bounds(lines: MpsLines, columns: _MpsColumns) -> _MpsBounds:
    mine = lines.of("BOUNDS")
    words = lines.first[mine]
    kinds = np.full(len(mine), -1)
    short = lines.lengths(words) == 2
    letters = np.stack([lines.initials(words), np.zeros(len(mine), np.uint8)])
    text = np.frombuffer(lines.words.content, np.uint8) if lines.words.content else np.zeros(0, np.uint8)
    letters[1, short] = text[lines.words.starts[words[short]] + 1]
    letters &= 0xDF
    for kind, name in enumerate(BOUNDS):
        kinds[short & (letters[0] == ord(name[0])) & (letters[1] == ord(name[1]))] = kind
    fine = lines.require(mine, kinds >= 0, 0, f"one of {', '.join(BOUNDS)}", 0)
    mine, kinds = mine[fine], kinds[fine]
    valued, count = np.isin(kinds, (UP, LO, FX, LI, UI)), lines.count[mine]
    least = 2 + valued
    fits = (count == least) | (count == least + 1) | ((kinds == BV) & (count == 4))
    for has_value in (False, True):
        here = valued == has_value
        expected = "a kind of bound, the name of the set, a variable" + ", a number" * has_value
        lines.require(mine[here], fits[here], AT_END, expected, 1)
    mine, kinds, valued, count = mine[fits], kinds[fits], valued[fits], count[fits]
    place = np.where((count != 4) | valued, count - 1 - valued, 2)
    which = lines.number(columns.table, lines.first[mine] + place)
    known = which < len(columns.words)
    known[known] = columns.lines[which[known]] < mine[known]
    lines.require(mine, known, place, "the name of a variable", 2)
    mine, kinds, valued, which, place = mine[known], kinds[known], valued[known], which[known], place[known]
    values = lines.decimals(lines.first[mine] + place + valued)
    lines.require_numbers(mine[valued], values.take(valued), (place + 1)[valued], 3, infinite=True)
    return _MpsBounds(mine, kinds, which, values)


# ---- all of it ---------------------------------------------------------------------------------------------------


def _linear_file(
    lines: MpsLines, rows: _MpsRows, columns: _MpsColumns, sides: list[_MpsPairs], bounds: _MpsBounds, turned: bool
) -> LinearFile:
    sides = [_last_of_each(pairs) for pairs in sides]
    owner, values, _ = _scale_pairs(lines, rows, [columns.pairs, *sides], False)
    terms, bounded = (columns.pairs.rows >= 0).sum(), (sides[0].rows >= 0).sum()
    count = len(rows.kinds)
    rhs, spans, has_span = np.zeros(count, np.int64), np.zeros(count, np.int64), np.zeros(count, np.bool_)
    rhs[owner[terms : terms + bounded]] = values[terms : terms + bounded]
    spans[owner[terms + bounded :]] = values[terms + bounded :]
    has_span[owner[terms + bounded :]] = True
    kinds = np.array(KINDS)[rows.kinds]
    lo, hi = np.where(kinds != "L", rhs, -OPEN), np.where(kinds != "G", rhs, OPEN)
    upwards = has_span & ((kinds == "G") | ((kinds == "E") & (spans >= 0)))
    hi = np.where(upwards, rhs + np.abs(spans), hi)
    lo = np.where(has_span & ~upwards, rhs - np.abs(spans), lo)
    _, costs, divisor = _scale_pairs(lines, rows, [columns.pairs, sides[0]], True)
    costly = columns.pairs.owner[columns.pairs.rows == OBJECTIVE]
    sign = -1 if turned else 1
    constant = -sign * int(costs[len(costly) :].sum())
    cost = (costly, sign * costs[: len(costly)]) if len(costly) or constant else None
    lower, upper, integer, is_fixed, places, is_told = _variables(columns, bounds)
    bound_rows = columns.pairs.rows >= 0
    linear_file = LinearFile(
        lines.names(columns.words),
        lower,
        upper,
        owner[:terms],
        columns.pairs.owner[bound_rows],
        values[:terms],
        lo,
        hi,
        cost,
        constant,
        ObjectiveSense(sign, divisor),
        row_names=lines.names(rows.words[rows.numbers >= 0], MOST_RULES),
    )

    def error(column: int, expected: str) -> FileError:
        return lines.error_at_line(int(places[column]), expected, lines.names(columns.words[[column]])[0])

    return complete_linear(linear_file, integer | is_fixed, ~integer | is_told, error)


def _last_of_each(pairs: _MpsPairs) -> _MpsPairs:
    """The last number of each row."""
    places = np.arange(len(pairs.rows))
    last = np.full(pairs.rows.max(initial=0) - FREE + 1, -1)
    last[pairs.rows - FREE] = places  # of several, the last one counts
    chosen = np.flatnonzero(last[pairs.rows - FREE] == places)
    return _MpsPairs(
        pairs.rows[chosen], pairs.owner[chosen], pairs.numbers.take(chosen), pairs.lines[chosen], pairs.words[chosen]
    )


def _scale_pairs(
    lines: MpsLines, rows: _MpsRows, parts: list[_MpsPairs], of_objective: bool
) -> tuple[Column, Column, int]:
    """Rows and whole numbers of these parts, one part after the other, and what the objective was multiplied by."""
    chosen = [part.rows == OBJECTIVE if of_objective else part.rows >= 0 for part in parts]
    owner = np.concatenate([part.rows[here] for part, here in zip(parts, chosen, strict=True)])
    owner = np.zeros_like(owner) if of_objective else owner
    if not any(part.numbers.exponents.any() for part in parts):  # all are whole, and below 2^53
        whole = [part.numbers.mantissas[here] for part, here in zip(parts, chosen, strict=True)]
        return owner, np.concatenate(whole), 1
    numbers = join_decimals(
        *(part.numbers if here.all() else part.numbers.take(here) for part, here in zip(parts, chosen, strict=True))
    )
    scaled = scale_rows(owner, numbers, 1 if of_objective else len(rows.kinds))
    if scaled.wrong >= 0:
        line, word = (
            int(np.concatenate([column[here] for column, here in zip(columns, chosen, strict=True)])[scaled.wrong])
            for columns in ([part.lines for part in parts], [part.words for part in parts])
        )
        number = OBJECTIVE if of_objective else owner[scaled.wrong]
        name = lines.names(rows.words[np.flatnonzero(rows.numbers == number)[:1]])[0]
        raise lines.error(line, word, scaling_reason(scaled, f"row {name}"))
    return owner, scaled.values, int(scaled.divisors[0]) if of_objective else 1


def _variables(columns: _MpsColumns, bounds: _MpsBounds) -> tuple[Column, Column, Truth, Truth, Column, Truth]:
    """By column: lower and upper bounds, made whole; is it declared an integer; do its bounds allow one number, which
    is whole; the line for messages; does the file give an upper bound, or say that there is none?"""
    integer, places = columns.integer.copy(), columns.lines.copy()
    lower, upper = np.zeros(len(integer), np.int64), np.full(len(integer), OPEN)
    is_told, fractional = np.zeros((2, len(integer)), np.bool_)
    low, high = whole_bounds(bounds.values, upwards=True), whole_bounds(bounds.values, upwards=False)
    open_below, boolean = np.isin(bounds.kinds, (FR, MI)), bounds.kinds == BV
    open_above = np.isin(bounds.kinds, (FR, PL))
    low = np.where(boolean, 0, np.where(open_below, -OPEN, low))
    high = np.where(boolean, 1, np.where(open_above, OPEN, high))
    for kinds, target, values in (((LO, FX, LI, BV, FR, MI), lower, low), ((UP, FX, UI, BV, FR, PL), upper, high)):
        here = np.isin(bounds.kinds, kinds)
        target[bounds.columns[here]] = values[here]  # of several, the last one counts
        if target is upper:
            is_told[bounds.columns[here]] = True
        fractional[bounds.columns[here]] |= bounds.values.exponents[here] < 0
    integer[bounds.columns[np.isin(bounds.kinds, (BV, LI, UI))]] = True
    places[bounds.columns] = bounds.lines
    return lower, upper, integer, (lower == upper) & ~fractional, places, is_told
