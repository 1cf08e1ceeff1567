"""MPS, the free form: linear rows over integers column by column, as every integer programming solver reads them.

    * two of three hold              a comment
    NAME rosetta FREE                CBC looks for this word; else it guesses the form, and wrongly
    OBJSENSE                         where the author maximises: CBC takes no notice, glpsol refuses it
        MAX
    ROWS                             N objective, E =, G >=, L <=
     N obj
     G r1
    COLUMNS
     M1 'MARKER' 'INTORG'            from here on, columns are integers
     x_0 obj 0.25                    (a constant: a column `constant` that is 1)
     x_0 r1 1
     M2 'MARKER' 'INTEND'
    RHS
     RHS r1 2
    RANGES
     RNG r2 1                        a G row that has an upper bound too: this much above the lower
    BOUNDS
     BV BND x_0                      0 or 1
     LO BND z_0 -3
     UP BND z_0 4
    ENDATA
(IBM 1972: Mathematical Programming System Extended; free form as most solvers read it)
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import BinaryIO, TypeAlias

import numpy as np
from numpy.typing import NDArray

from backends.formats.contract import FileFormat, WriteOptions
from backends.formats.lp.row_names import row_labels
from backends.formats.lp.writing import with_constant
from backends.formats.mps.reading import read
from backends.formats.text.number_text import Text, digits
from backends.formats.text.row_text import PIECE, ascii_comments, interleave_lines, join_columns, rule_pieces, words
from backends.formats.text.variable_names import names_with_extra, variable_table
from backends.formats.written_objective import (
    ObjectiveNumbers,
    WrittenObjective,
    objective_comments,
    own_numbers,
)
from backends.lowering.linear import LinearProgram, to_linear
from models.neutral import Model

Column: TypeAlias = NDArray[np.int64]
KINDS = words(["E", "G", "L", "N"])
OBJECTIVE = -1  # the row of a cost
IGNORED = (
    "it is maximised, as OBJSENSE says: CBC minimises unless it is started with -max, and glpsol refuses such a file"
)


def write(model: Model, file: BinaryIO, how: WriteOptions) -> None:
    """The model as an MPS file."""
    program = to_linear(model, how.limits, how.as_stated)
    numbers, columns = own_numbers(model, fractions=True, columns=len(program.lower)), len(program.lower)
    labels = names_with_extra(model, columns - model.variables)
    if numbers.constant:  # to GLPK, the RHS of the objective is the constant; to others, its negation
        program, numbers, labels = with_constant(program, numbers, labels)
    file.write(ascii_comments("*", how.heading))
    file.writelines(variable_table(model, how.name_of, "*", labels))
    file.write(objective_comments("*", model, objective_of(model), how.source, numbers.is_maximised))
    lo, hi = program.bounds
    low, high = np.isfinite(lo), np.isfinite(hi)
    kinds = np.where(lo == hi, 0, np.where(low, 1, np.where(high, 2, 3)))
    file.write(b"NAME rosetta FREE\n")
    file.write(b"OBJSENSE\n    MAX\n" if numbers.is_maximised else b"")
    file.write(b"ROWS\n N obj\n")
    names = row_labels(program)
    for sentence, first, last in rule_pieces(program.rules, program.sentences, np.arange(len(lo) + 1)):
        if sentence is not None:
            file.write(ascii_comments("* rule:", [sentence]))
        file.write(interleave_lines((None, join_columns(" ", KINDS[kinds[first:last]], " ", names[first:last], "\n"))))
    _write_columns(program, numbers, labels, names, file)
    file.write(b"RHS\n")
    side = np.where(low, lo, np.where(high, hi, 0.0)).astype(np.int64)
    bound = np.flatnonzero(side)
    _write_lines(" RHS ", names[bound], side[bound], file)
    ranged = np.flatnonzero(low & high & (lo != hi))
    if len(ranged):
        file.write(b"RANGES\n")
        _write_lines(" RNG ", names[ranged], (hi[ranged] - lo[ranged]).astype(np.int64), file)
    _write_bounds(program, labels, file)


def objective_of(model: Model) -> WrittenObjective:
    """It is kept, or a multiple of it in whole numbers."""
    numbers = own_numbers(model, fractions=True)
    return WrittenObjective(Fraction(numbers.factor), cautions=(IGNORED,) * numbers.is_maximised)


def _write_columns(
    program: LinearProgram, numbers: ObjectiveNumbers, labels: Text, names: Text, file: BinaryIO
) -> None:
    """Each column's cost, then its rows; a column without entries gets a cost of 0, or it would not exist."""
    file.write(b"COLUMNS\n")
    if not len(program.lower):
        return
    costly = program.cost != 0
    costly |= np.bincount(program.table.columns, minlength=len(costly)) == 0
    columns = np.concatenate([np.flatnonzero(costly), program.table.columns])
    rows = np.concatenate([np.full(costly.sum(), OBJECTIVE), program.table.owner])
    coefs = np.concatenate([0 * program.cost[costly], program.table.coefs])
    order = np.argsort(columns, kind="stable")
    named = np.vstack([_widened(names, 3), _widened(words(["obj"]), max(names.shape[1], 3))])  # row -1 is the last
    file.write(b" M1 'MARKER' 'INTORG'\n")
    for first in range(0, len(order), PIECE):
        here = order[first : first + PIECE]
        values = digits(coefs[here])
        cost = rows[here] == OBJECTIVE
        if cost.any():
            texts = numbers.texts(columns[here][cost] + 1)
            values = _widened(values, texts.shape[1])
            values[cost] = _widened(texts, values.shape[1])
        file.write(
            interleave_lines(
                (None, join_columns(" ", labels[columns[here] + 1], " ", named[rows[here]], " ", values, "\n"))
            )
        )
    file.write(b" M2 'MARKER' 'INTEND'\n")


def _widened(text: Text, width: int) -> Text:
    """The same lines, at least that wide."""
    return np.pad(text, ((0, 0), (0, max(0, width - text.shape[1]))))


def _write_lines(before: str, names: Text, values: Column, file: BinaryIO) -> None:
    for first in range(0, len(names), PIECE):
        here = slice(first, first + PIECE)
        file.write(interleave_lines((None, join_columns(before, names[here], " ", digits(values[here]), "\n"))))


def _write_bounds(program: LinearProgram, labels: Text, file: BinaryIO) -> None:
    file.write(b"BOUNDS\n")
    boolean = (program.lower == 0) & (program.upper == 1)
    for first in range(0, len(boolean), PIECE):
        here = labels[1:][first : first + PIECE][boolean[first : first + PIECE]]
        if len(here):
            file.write(interleave_lines((None, join_columns(" BV BND ", here, "\n"))))
    others = np.flatnonzero(~boolean)
    if len(others):
        name = labels[others + 1]
        lower = join_columns(" LO BND ", name, " ", digits(program.lower[others]), "\n")
        upper = join_columns(" UP BND ", name, " ", digits(program.upper[others]), "\n")
        file.write(interleave_lines((None, lower), (None, upper)))
    file.write(b"ENDATA\n")


BEGINS = re.compile(rb"(?:\*[^\n]*\n|\s)*(?:NAME\b[^\n]*\n|OBJSENSE\b[^\n]*\n|ROWS[ \t\r]*\n)")
FORMAT = FileFormat("mps", "MPS (free form)", "mps", write, read, objective_of=objective_of, begins=BEGINS, comment="*")
