"""MPS, free or fixed form, read strictly: a neutral model of integers and linear rows.

    ROWS       N the objective (further ones are ignored), E, G, L
    COLUMNS    name row value [row value]; integers between the markers 'INTORG' and 'INTEND'
    RHS        of the objective: the constant, negated
    RANGES     R on G: rhs..rhs + |R|, on L: rhs - |R|..rhs, on E: rhs..rhs + R or rhs + R..rhs
    BOUNDS     UP LO FX BV LI UI; FR, MI and PL leave a variable unbounded, a number after them counts for nothing

What solvers read differently is refused: an integer without an upper bound (1 to some, infinite to others), an entry
that is there twice, a column in two places; or it is noted: several vectors (`vectors`), several bounds (`bounds`). So
are continuous variables, unless the rows show that they are whole (`text.implied_integers`). Names contain no blanks.

The words of the file are columns, and all lines of a section are read at once; the first line that is wrong is told.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from backends.formats.contract import FileContent, FileError
from backends.formats.mps.bounds import MpsBounds, read_bounds
from backends.formats.mps.lines import AT_END, PIECE, Complaint, MpsLines
from backends.formats.mps.vectors import keep_first_vector
from backends.formats.text.decimals import OPEN, Decimals, join_decimals, scale_rows, scaling_reason
from backends.formats.text.implied_integers import complete_linear
from backends.formats.text.linear_file import LinearFile
from backends.formats.text.linear_to_model import MOST_RULES, model_from_linear
from backends.formats.text.words import Offsets, WordNumbers
from models.neutral import ObjectiveSense

Column: TypeAlias = NDArray[np.int64]
Truth: TypeAlias = NDArray[np.bool_]
MARKER, START, END = b"'MARKER'", b"'INTORG'", b"'INTEND'"
KINDS = ("N", "E", "G", "L")
OBJECTIVE, FREE = -1, -2  # rows that bind nothing
PAIRS = "one or two rows, each with a number"
SENSE = re.compile(rb"(?:\*[^\n]*\n|\s*\n)*?\*[ \t]*SENSE[ \t]*:[ \t]*MAX", re.IGNORECASE)
MINIMISED = (
    "`*SENSE:Maximize` is a comment: the objective is minimised, as other solvers do; OBJSENSE would maximise it"
)
APART = "the entries of a column together; `{}` began before another column"
ONCE = "one entry of a column in a row; of several, solvers take the sum, the first or the last, or none"
ONE_SIDE = "one number for each row; of several, solvers take the sum, the first or the last"


def read(content: bytes) -> FileContent:
    """The model of an MPS file. Raises FileError."""
    lines = MpsLines(content)
    rows = _read_rows(lines)
    columns = _read_columns(lines, rows)
    sides = [_read_sides(lines, rows, section) for section in ("RHS", "RANGES")]
    bounds = read_bounds(lines, columns.table, columns.lines)
    is_maximised = _read_sense(lines)
    lines.raise_first()
    linear_file = _linear_file(lines, rows, columns, sides, bounds, is_maximised)
    return FileContent(model_from_linear(linear_file, "the rows of the file"), tuple(lines.notes))


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

    def take(self, chosen: Truth) -> _MpsPairs:
        """The chosen ones."""
        columns = (self.numbers.take(chosen), self.lines[chosen], self.words[chosen])
        return _MpsPairs(self.rows[chosen], self.owner[chosen], *columns)


@dataclass(frozen=True, slots=True, eq=False)
class _MpsColumns:
    """words: of the names, lines: of the first mention, integer: by column; pairs: the entries."""

    words: Column
    lines: Column
    integer: Truth
    pairs: _MpsPairs
    table: WordNumbers


def _read_sense(lines: MpsLines) -> bool:
    """Is the objective maximised? The word stands beside the title or below it; the last one counts. Notes a comment of
    PuLP's that says so."""
    stated = lines.of("OBJSENSE").tolist()
    stated += [line for line, title in lines.titles if title == "OBJSENSE" and lines.count[line] > 1]
    is_maximised = False
    if not stated and SENSE.match(lines.words.content):
        lines.notes.append(MINIMISED)
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
    columns = _MpsColumns(lines.first[begins], begins, integer, _join_pairs(parts), table)
    _require_once(lines, columns)
    return columns


def _require_once(lines: MpsLines, columns: _MpsColumns) -> None:
    """Complain of a column that goes on after another one, and of one with two entries in the objective."""
    pairs = columns.pairs
    again = pairs.owner[1:] < pairs.owner[:-1]
    if again.any():
        place = int(np.argmax(again)) + 1
        name = lines.names(columns.words[pairs.owner[[place]]])[0]
        lines.complaints.append(Complaint(int(pairs.lines[place]), 0, 0, APART.format(name)))
    costly = np.flatnonzero(pairs.rows == OBJECTIVE)
    twice = np.flatnonzero(pairs.owner[costly[1:]] == pairs.owner[costly[:-1]])
    if len(twice):
        place = int(costly[twice[0] + 1])
        lines.complaints.append(Complaint(int(pairs.lines[place]), 1, int(pairs.words[place]) - 1, ONCE))


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
    """The first vector of RHS or RANGES. Its name may be left out: then the number of words is even."""
    mine = lines.of(section)
    pairs = _join_pairs([_read_pairs(lines, rows, part, lines.count[part] % 2) for part in _pieces(mine)])
    first = keep_first_vector(lines, mine, lines.count[mine] % 2 - 1, section)
    if not first.all():
        pairs = pairs.take(np.isin(pairs.lines, mine[first]))
    counts = np.bincount(pairs.rows[pairs.rows >= OBJECTIVE] - OBJECTIVE)
    if counts.max(initial=0) > 1:
        twice = np.ones(len(pairs.rows), np.bool_)
        twice[np.unique(pairs.rows, return_index=True)[1]] = False
        place = int(np.argmax(twice & (pairs.rows != FREE)))
        lines.complaints.append(Complaint(int(pairs.lines[place]), 2, int(pairs.words[place]) - 1, ONE_SIDE))
    return pairs


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


# ---- all of it ---------------------------------------------------------------------------------------------------


def _linear_file(
    lines: MpsLines, rows: _MpsRows, columns: _MpsColumns, sides: list[_MpsPairs], bounds: MpsBounds, turned: bool
) -> LinearFile:
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
    constant = -int(costs[len(costly) :].sum())
    cost = (costly, sign * costs[: len(costly)]) if len(costly) or constant else None
    integer = columns.integer | bounds.integer
    bound_rows = columns.pairs.rows >= 0
    linear_file = LinearFile(
        lines.names(columns.words),
        bounds.lower,
        bounds.upper,
        owner[:terms],
        columns.pairs.owner[bound_rows],
        values[:terms],
        lo,
        hi,
        cost,
        ObjectiveSense(sign, divisor, Fraction(constant, divisor)),
        row_names=lines.names(rows.words[rows.numbers >= 0], MOST_RULES),
        repeated=lambda: _repeated_entry(lines, columns),
    )

    def error(column: int, expected: str) -> FileError:
        line = int(bounds.lines[column] if bounds.lines[column] >= 0 else columns.lines[column])
        return lines.error_at_line(line, expected, lines.names(columns.words[[column]])[0])

    return complete_linear(linear_file, integer | bounds.whole, ~integer | bounds.is_told, error)


def _repeated_entry(lines: MpsLines, columns: _MpsColumns) -> FileError:
    """The error at the first entry of a column in a row in which it has one already."""
    pairs = columns.pairs
    binding = np.flatnonzero(pairs.rows >= 0)
    order = binding[np.lexsort((pairs.rows[binding], pairs.owner[binding]))]
    same = (np.diff(pairs.rows[order]) == 0) & (np.diff(pairs.owner[order]) == 0)
    place = int(order[1:][same].min())
    return lines.error(int(pairs.lines[place]), int(pairs.words[place]) - 1, ONCE)


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
