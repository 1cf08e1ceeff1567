"""MPS, the free form: linear rows over integers column by column, as every integer programming solver reads them.

    * two of three hold              a comment
    NAME rosetta FREE                CBC looks for this word; else it guesses the form, and wrongly
    ROWS                             N objective, E =, G >=, L <=
     N obj
     G r1
    COLUMNS
     M1 'MARKER' 'INTORG'            from here on, columns are integers
     x_0 obj 2                       (a constant: a column `constant` that is 1)
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
from typing import BinaryIO, TypeAlias

import numpy as np
from numpy.typing import NDArray

from backends.formats.contract import FileFormat, WriteOptions
from backends.formats.lp.writing import with_constant
from backends.formats.mps.reading import read
from backends.formats.text.number_text import Text, digits
from backends.formats.text.row_text import PIECE, ascii_comments, interleave_lines, join_columns, rule_pieces, words
from backends.formats.text.variable_names import names_with_extra, variable_table
from backends.lowering.linear import LinearProgram, to_linear
from models.neutral import Model

Column: TypeAlias = NDArray[np.int64]
KINDS = words(["E", "G", "L", "N"])
OBJECTIVE = -1  # the row of a cost


def write(model: Model, file: BinaryIO, how: WriteOptions) -> None:
    """The model as an MPS file."""
    program = to_linear(model, how.limits, how.as_stated)
    labels = names_with_extra(model, len(program.lower) - model.variables)
    if program.constant:  # to GLPK, the RHS of the objective is the constant; to others, its negation
        program, labels = with_constant(program, labels)
    file.write(ascii_comments("*", how.heading))
    file.writelines(variable_table(model, how.name_of, "*", labels))
    if model.objective is not None:
        file.write(ascii_comments("* rule: minimise", [model.objective.sentence]))
    lo, hi = program.bounds
    low, high = np.isfinite(lo), np.isfinite(hi)
    kinds = np.where(lo == hi, 0, np.where(low, 1, np.where(high, 2, 3)))
    file.write(b"NAME rosetta FREE\nROWS\n N obj\n")
    rows = np.arange(len(lo))
    for sentence, first, last in rule_pieces(program.rules, program.sentences, np.arange(len(lo) + 1)):
        if sentence is not None:
            file.write(ascii_comments("* rule:", [sentence]))
        here = rows[first:last]
        file.write(interleave_lines((None, join_columns(" ", KINDS[kinds[here]], " r", digits(here + 1)[:, 1:], "\n"))))
    _write_columns(program, labels, file)
    file.write(b"RHS\n")
    side = np.where(low, lo, np.where(high, hi, 0.0)).astype(np.int64)
    _write_lines(" RHS r", np.flatnonzero(side), side, file)
    ranged = np.flatnonzero(low & high & (lo != hi))
    if len(ranged):
        file.write(b"RANGES\n")
        span = np.zeros(len(lo), np.int64)
        span[ranged] = (hi[ranged] - lo[ranged]).astype(np.int64)
        _write_lines(" RNG r", ranged, span, file)
    _write_bounds(program, labels, file)


def _write_columns(program: LinearProgram, labels: Text, file: BinaryIO) -> None:
    """Each column's cost, then its rows; a column without entries gets a cost of 0, or it would not exist."""
    file.write(b"COLUMNS\n")
    if not len(program.lower):
        return
    costly = program.cost != 0
    costly |= np.bincount(program.table.columns, minlength=len(costly)) == 0
    columns = np.concatenate([np.flatnonzero(costly), program.table.columns])
    rows = np.concatenate([np.full(costly.sum(), OBJECTIVE), program.table.owner])
    coefs = np.concatenate([program.cost[costly], program.table.coefs])
    order = np.argsort(columns, kind="stable")
    file.write(b" M1 'MARKER' 'INTORG'\n")
    for first in range(0, len(order), PIECE):
        here = order[first : first + PIECE]
        names = _row_names(rows[here])
        file.write(
            interleave_lines(
                (None, join_columns(" ", labels[columns[here] + 1], " ", names, " ", digits(coefs[here]), "\n"))
            )
        )
    file.write(b" M2 'MARKER' 'INTEND'\n")


def _row_names(rows: Column) -> Text:
    """`obj`, or `r7` for row 6."""
    plain = join_columns("r", digits(np.maximum(rows, 0) + 1)[:, 1:], "\0\0")
    plain[rows == OBJECTIVE] = 0
    plain[rows == OBJECTIVE, :3] = np.frombuffer(b"obj", np.uint8)
    return plain


def _write_lines(before: str, rows: Column, values: Column, file: BinaryIO) -> None:
    for first in range(0, len(rows), PIECE):
        here = rows[first : first + PIECE]
        file.write(
            interleave_lines((None, join_columns(before, digits(here + 1)[:, 1:], " ", digits(values[here]), "\n")))
        )


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
FORMAT = FileFormat("mps", "MPS (free form)", "mps", write, read, begins=BEGINS, comment="*")
