r"""LP: linear rows over integers, as people and integer programming solvers read them (CPLEX's LP format).

    \ two of three hold              a comment: the sentence of the rule
    Maximize                         as its author states it (`written_objective`)
     obj: +0.25 x_0 +3.75 constant   a column that is 1 carries the constant: CBC drops a number without a variable
                                     where it minimises, glpsol refuses it
    Subject To
     r1: +1 x_0 +1 x_1 +1 x_2 >= 2   lines of eight terms: some readers have a buffer for a line
     r2_lo: .. >= 1                  a row with two bounds is two rows
     r2_hi: .. <= 2
    Bounds  -3 <= z_0 <= 4
    Generals  z_0
    Binaries  x_0 x_1 x_2
    End

The rows are those of `backends.lowering.linear`: -x is 1 - x, guards are big-M, parity rows have an integer `extra_1`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import BinaryIO, TypeAlias

import numpy as np
from numpy.typing import NDArray

from backends.formats.contract import FileFormat, WriteOptions
from backends.formats.lp.reading import read
from backends.formats.lp.row_names import SIDES, row_labels
from backends.formats.text.number_text import Text, digits, repeat_text
from backends.formats.text.row_text import (
    PER_LINE,
    PIECE,
    ascii_comments,
    choose_words,
    interleave_lines,
    join_columns,
    line_breaks,
    pieces,
    rule_pieces,
    words,
)
from backends.formats.text.variable_names import names_with_extra, variable_table
from backends.formats.written_objective import ObjectiveNumbers, WrittenObjective, objective_comments, own_numbers
from backends.lowering.linear import LinearProgram, LinearTable, to_linear
from models.neutral import Model
from models.neutral.rows import concatenated_ranges

Column: TypeAlias = NDArray[np.int64]
Truth: TypeAlias = NDArray[np.bool_]
SENSES = words(["=", ">=", "<="])
SUFFIXES = words(SIDES)


def write(model: Model, file: BinaryIO, how: WriteOptions) -> None:
    """The model as an LP file."""
    program = to_linear(model, how.limits, how.as_stated)
    labels = names_with_extra(model, len(program.lower) - model.variables)
    file.write(ascii_comments("\\", how.heading))
    file.writelines(variable_table(model, how.name_of, "\\", labels))
    program, numbers, labels = with_constant(
        _with_terms(program), own_numbers(model, fractions=True, columns=len(program.lower)), labels
    )
    file.write(objective_comments("\\", model, objective_of(model), how.source, numbers.is_maximised))
    _write_objective(numbers, labels, file)
    file.write(b"Subject To\n")
    sides, starts = _one_sided_rows(program), program.starts  # once for all pieces: each goes through all rows
    own_names = row_labels(program)
    lengths = np.diff(starts)[sides.row]
    at = np.concatenate([[0], np.cumsum(lengths)])
    for sentence, first, last in rule_pieces(program.rules[sides.row], program.sentences, at):
        if sentence is not None:
            file.write(ascii_comments("\\ rule:", [sentence]))
        file.write(_rows(program, (labels, own_names), sides.part(first, last), starts, lengths[first:last]))
    _write_domains(program, labels, file)


def objective_of(model: Model) -> WrittenObjective:
    """It is kept, or a multiple of it in whole numbers."""
    return WrittenObjective(Fraction(own_numbers(model, fractions=True).factor))


def with_constant(
    program: LinearProgram, numbers: ObjectiveNumbers, labels: Text
) -> tuple[LinearProgram, ObjectiveNumbers, Text]:
    """With a column that is 1, where the objective has a constant or there is no column at all."""
    if not numbers.constant and len(program.lower):
        return program, numbers, labels
    labels = np.pad(labels, ((0, 1), (0, max(0, len("constant") - labels.shape[1]))))
    labels[-1, : len("constant")] = np.frombuffer(b"constant", np.uint8)
    lower, upper, cost = (
        np.append(column, each)
        for column, each in zip((program.lower, program.upper, program.cost), (1, 1, 0), strict=True)
    )
    return replace(program, lower=lower, upper=upper, cost=cost), numbers.with_column(), labels


def _with_terms(program: LinearProgram) -> LinearProgram:
    """Rows without terms, of which the format has none, with 0 times the first column."""
    table, empty = program.table, np.flatnonzero(np.diff(program.starts) == 0)
    if not len(empty):
        return program
    owner = np.concatenate([table.owner, empty])
    order = np.argsort(owner, kind="stable")
    columns, coefs = (np.concatenate([column, 0 * empty])[order] for column in (table.columns, table.coefs))
    return replace(program, table=LinearTable(owner[order], columns, coefs, table.lo, table.hi))


@dataclass(frozen=True, slots=True, eq=False)
class OneSidedRows:
    """Rows with one bound each, as in the file: row of the program; sense, 0: =, 1: >=, 2: <=; bound; whether the row
    has both sides."""

    row: Column
    sense: Column
    bound: Column
    two_sided: Truth

    def part(self, first: int, last: int) -> OneSidedRows:
        """The rows from first up to, not including, last."""
        here = slice(first, last)
        return OneSidedRows(self.row[here], self.sense[here], self.bound[here], self.two_sided[here])


def _one_sided_rows(program: LinearProgram) -> OneSidedRows:
    lo, hi = program.bounds
    equal = lo == hi
    lows, highs = np.flatnonzero(~equal & np.isfinite(lo)), np.flatnonzero(~equal & np.isfinite(hi))
    evens = np.flatnonzero(equal)
    rows = np.concatenate([evens, lows, highs])
    sides = np.repeat([0, 1, 2], [len(evens), len(lows), len(highs)])
    bounds = np.concatenate([lo[evens], lo[lows], hi[highs]]).astype(np.int64)
    order = np.argsort(rows, kind="stable")
    both = (np.isfinite(lo) & np.isfinite(hi) & ~equal)[rows]
    return OneSidedRows(rows[order], sides[order], bounds[order], both[order])


def _rows(
    program: LinearProgram, names: tuple[Text, Text], rows: OneSidedRows, starts: Column, lengths: Column
) -> bytes:
    """The text of the rows. names: of variables and of rows; starts: of the program's rows in its table; lengths: the
    number of terms of each row."""
    entries = concatenated_ranges(starts[rows.row], lengths)
    heads = join_columns(" ", names[1][rows.row], SUFFIXES[np.where(rows.two_sided, rows.sense, 0)], ":")
    tails = join_columns(" ", SENSES[rows.sense], " ", digits(rows.bound), "\n")
    return interleave_lines((None, heads), (lengths, _terms(program, names[0], entries, lengths)), (None, tails))


def _terms(program: LinearProgram, labels: Text, entries: Column, lengths: Column) -> Text:
    table = program.table
    columns, coefs = table.columns[entries], table.coefs[entries]
    return join_columns(line_breaks(lengths), digits(coefs, plus=True), " ", labels[columns + 1])


def _write_objective(numbers: ObjectiveNumbers, labels: Text, file: BinaryIO) -> None:
    file.write(b"Maximize\n obj:" if numbers.is_maximised else b"Minimize\n obj:")
    used = np.flatnonzero(numbers.coefs)
    used = used if len(used) else np.array([1])  # some readers want a term
    for first in range(0, len(used), PIECE):
        here = used[first : first + PIECE]
        before = line_breaks(np.array([len(here)]))
        file.write(interleave_lines((None, join_columns(before, numbers.texts(here, plus=True), " ", labels[here]))))
        file.write(b"\n")


def _write_domains(program: LinearProgram, labels: Text, file: BinaryIO) -> None:
    boolean = (program.lower == 0) & (program.upper == 1)
    others = np.flatnonzero(~boolean)
    if len(others):
        lower, upper = digits(program.lower[others]), digits(program.upper[others])
        file.write(b"Bounds\n")
        file.write(interleave_lines((None, join_columns(" ", lower, " <= ", labels[others + 1], " <= ", upper, "\n"))))
        _write_list(b"Generals\n", labels[others + 1], file)
    _write_list(b"Binaries\n", labels[1:][boolean], file)
    file.write(b"End\n")


def _write_list(title: bytes, labels: Text, file: BinaryIO) -> None:
    if not len(labels):
        return
    file.write(title)
    for first, last in pieces(np.arange(len(labels) + 1)):
        here = np.arange(first, last)
        ends = choose_words((here % PER_LINE == PER_LINE - 1) | (here == len(labels) - 1), "\n", "")
        file.write(interleave_lines((None, np.hstack([repeat_text(" ", len(here)), labels[first:last], ends]))))


BEGINS = re.compile(rb"(?:\\[^\n]*\n|\s)*(?:minimi[sz]e|maximi[sz]e|minimum|maximum|min|max)\b(?!\s*:)", re.I)
FORMAT = FileFormat("lp", "LP", "lp", write, read, objective_of=objective_of, begins=BEGINS, comment="\\")
