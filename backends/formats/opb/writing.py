"""OPB: a model as pseudo-Boolean rows, the format of the PB competitions.

    * #variable= 3 #constraint= 2
    * two of three hold                the rules, each sentence once
    min: +2 x1 +1 x3 ;                 the objective, if there is one
    +1 x1 +1 x2 +1 x3 = 2 ;            a clause or a count, with = where both bounds are the same
    -1 x1 -2 x2 >= -2 ;                at most 2: the row negated, since the format has only >= and =

The rows are those of `backends.lowering.linear`: not x is 1 - x, guards are big-M, which is exact in integers. What is
not Boolean there, integers and the slacks of parity rows, is written in bits (`lowering.integer_bits`).
(Roussel & Manquinho: Input/output format and solver requirements for the competitions of pseudo-Boolean solvers)
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import BinaryIO, TypeAlias

import numpy as np
from numpy.typing import NDArray

from backends.contract import Limits, Size, Values
from backends.formats.contract import FileFormat, WriteOptions
from backends.formats.opb.reading import read
from backends.formats.text.number_text import digits, join_lines
from backends.formats.text.row_text import (
    ascii_comments,
    choose_words,
    interleave_lines,
    join_columns,
    pieces,
    rule_pieces,
)
from backends.formats.text.variable_names import variable_table
from backends.formats.written_objective import KEPT, WrittenObjective, minimised_sum, objective_comments
from backends.lowering.integer_bits import IntegerBits, integer_bits
from backends.lowering.linear import LinearProgram, to_linear
from models.neutral import Model
from models.neutral.rows import concatenated_ranges

Column: TypeAlias = NDArray[np.int64]
COMMENT_END = " "  # without a blank at the end of a comment, SAT4J 2.3.5 takes the next line for comment too


@dataclass(frozen=True, slots=True, eq=False)
class PseudoBooleanProgram:
    """A linear program over Booleans 1..variables.

    bits: which Booleans its columns are
    starts: constraint i has the terms starts[i]..starts[i + 1]; least: its bound; equal: is it an equation?
    rules: the number of its sentence in the program
    """

    program: LinearProgram
    bits: IntegerBits
    starts: Column
    booleans: Column
    coefs: Column
    least: Column
    equal: NDArray[np.bool_]
    rules: Column

    @property
    def variables(self) -> int:
        return len(self.bits)

    @property
    def constant(self) -> int:
        """The constant of the objective: the format has no place for it."""
        return self.program.constant + int(self.program.cost @ self.program.lower)

    @property
    def costs(self) -> Column:
        """The objective by Boolean, shape (variables,)."""
        return np.repeat(self.program.cost, self.bits.width) * self.bits.weights

    @property
    def size(self) -> Size:
        return Size(self.variables, len(self.least), len(self.booleans))

    def values(self, model: Model, true: NDArray[np.bool_]) -> Values:
        """The assignment of the model; true: by Boolean, shape (variables + 1,), entry 0 unused."""
        return self.program.values(model, self.bits.values(true).astype(np.float64))


def to_pseudo_boolean(
    model: Model, limits: Limits, equations: bool = True, as_stated: bool = False
) -> PseudoBooleanProgram:
    """The model as pseudo-Boolean constraints. Raises TooLarge, as `to_linear` does.

    equations: may `=` be used? Otherwise an equation is two rows; as_stated: see `to_linear`.
    """
    program = to_linear(model, limits, as_stated)
    table, bits = program.table, integer_bits(program.lower, program.upper)
    below, above = program.told_sides
    equal = (table.lo == table.hi) & equations
    lows = np.flatnonzero(equal | below)
    highs = np.flatnonzero(~equal & above)
    order = np.argsort(np.concatenate([lows, highs]), kind="stable")  # both sides of a row are adjacent
    rows, negated = np.concatenate([lows, highs])[order], np.repeat([False, True], [len(lows), len(highs)])[order]
    shift = table.sums(table.coefs * program.lower[table.columns])
    least = np.where(negated, shift[rows] - table.hi[rows], table.lo[rows] - shift[rows])
    # every term is a column, every column some bits
    entries = concatenated_ranges(program.starts[rows], np.diff(program.starts)[rows])
    owners = np.repeat(np.arange(len(rows)), np.diff(program.starts)[rows])
    columns, coefs = table.columns[entries], np.where(negated[owners], -table.coefs[entries], table.coefs[entries])
    booleans, coefs = bits.split_terms(columns, coefs)
    counts = np.bincount(np.repeat(owners, bits.width[columns]), minlength=len(rows))
    starts = np.concatenate([[0], np.cumsum(counts)])
    return PseudoBooleanProgram(program, bits, starts, booleans, coefs, least, equal[rows], program.rules[rows])


# ---- text --------------------------------------------------------------------------------------------------------


def write(model: PseudoBooleanProgram, file: BinaryIO, sentences: Iterable[str] = ()) -> None:
    """The constraints as OPB text, with the sentences as comments, into a binary file. The objective's `constant` is
    not written."""
    _write_head(model, file)
    file.write(ascii_comments("*", sentences, COMMENT_END))
    _write_objective(model, file)
    for first, last in pieces(model.starts):
        file.write(_format_constraints(model, first, last))


def write_model(model: Model, file: BinaryIO, how: WriteOptions) -> None:
    """The model as a file that explains its variables and has each rule before its constraints."""
    rows = to_pseudo_boolean(model, how.limits, as_stated=how.as_stated)
    _write_head(rows, file)
    file.write(ascii_comments("*", how.heading, COMMENT_END))
    for lines in variable_table(model, how.name_of, "*"):
        file.write(lines.replace(b"\n", COMMENT_END.encode() + b"\n"))
    file.write(ascii_comments("*", _describe_bits(model, rows), COMMENT_END))
    written = objective_of(model)
    file.write(objective_comments("*", model, written, how.source, written.factor < 0, COMMENT_END))
    _write_objective(rows, file)
    for sentence, first, last in rule_pieces(rows.rules, rows.program.sentences, rows.starts):
        if sentence is not None:
            file.write(ascii_comments("* rule:", [sentence], COMMENT_END))
        file.write(_format_constraints(rows, first, last))


def objective_of(model: Model) -> WrittenObjective:
    """What is minimised, in whole numbers and without a constant: solvers read no `max:`."""
    if model.objective is None:
        return KEPT
    weights, paid = model.objective.variable_costs(model.variables)
    return minimised_sum(model.objective, paid + int(weights @ model.lower))


def _describe_bits(model: Model, rows: PseudoBooleanProgram) -> Iterable[str]:
    """The model's variables in bits, if not all are Boolean: then x5 need not be variable 5."""
    if not model.integer.any():
        return
    for column in range(model.variables):
        first, width, low = (int(each[column]) for each in (rows.bits.first, rows.bits.width, rows.bits.lower))
        bits = " ".join(f"+ {int(rows.bits.weights[x - 1])} x{x}" for x in range(first, first + width))
        yield f"var {column + 1} is {f'{low} {bits}' if low or not width else bits[2:]}"


def _write_head(model: PseudoBooleanProgram, file: BinaryIO) -> None:
    file.write(f"* #variable= {max(model.variables, 1)} #constraint= {len(model.least)}\n".encode())


def _write_objective(model: PseudoBooleanProgram, file: BinaryIO) -> None:
    used = np.flatnonzero(model.costs)
    if len(used):
        file.write(b"min: " + join_lines(_terms(used + 1, model.costs[used])).tobytes() + b";\n")


def _terms(booleans: Column, coefs: Column) -> NDArray[np.uint8]:
    """`+2 x3 ` for each term, one line of bytes per term."""
    return join_columns(digits(coefs, plus=True), " x", digits(booleans)[:, 1:], " ")


def _format_constraints(model: PseudoBooleanProgram, first: int, last: int) -> bytes:
    """The text of the constraints first..last."""
    here = slice(int(model.starts[first]), int(model.starts[last]))
    starts = model.starts[first : last + 1] - here.start
    lengths = np.diff(starts)
    empty = np.flatnonzero(lengths == 0)  # parsers refuse an empty sum, so write 0 times a variable
    booleans = np.insert(model.booleans[here], starts[empty], 1)
    coefs = np.insert(model.coefs[here], starts[empty], 0)
    bounds = join_columns(
        choose_words(model.equal[first:last], "=", ">="), " ", digits(model.least[first:last]), " ;\n"
    )
    return interleave_lines((np.maximum(lengths, 1), _terms(booleans, coefs)), (None, bounds))


BEGINS = re.compile(
    rb"\s*(?:\*[^\n]*\n\s*)*(?:\*[ \t]*#variable=|"
    rb"(?:(?:min|max)[ \t]*:)?\s*(?:[+-]?[0-9]+\s+(?:~?x[0-9]+\s+)+)+(?:;|>=|=|<=))"
)
FORMAT = FileFormat(
    "opb", "OPB (pseudo-Boolean)", "opb", write_model, read, objective_of=objective_of, begins=BEGINS, comment="*"
)
