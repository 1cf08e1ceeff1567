"""WCNF, for MaxSAT solvers: hard clauses, which must hold, and soft clauses, which cost their weight if broken.

    new (2022)   h 1 -2 0           a hard clause          old   p wcnf 3 2 8      variables, clauses, top
                 3 -1 0             breaking it costs 3          8 1 -2 0          as heavy as top: hard
                                                                 3 -1 0

A term c x of the objective is the soft clause (not x) of weight c; one with c < 0 the clause (x) of weight -c, plus
the constant c, which has no place in the file: a comment states it, as it does where the author maximises.
(MaxSAT Evaluations: the format until 2021, and since 2022)
"""

from __future__ import annotations

import re
from typing import BinaryIO

import numpy as np

from backends.formats.contract import FileFormat, WriteOptions
from backends.formats.dimacs.writing import write_heading, write_sections
from backends.formats.text.number_text import digits
from backends.formats.text.row_text import ascii_comments, interleave_lines, join_columns
from backends.formats.wcnf.reading import read
from backends.formats.written_objective import KEPT, WrittenObjective, minimised_sum, objective_comments
from backends.lowering.clause_plan import ClausePlan, plan_clauses
from backends.lowering.clauses import PIECE
from backends.lowering.soft_clauses import least_cost, soft_literals
from models.neutral import Model


def write(model: Model, file: BinaryIO, how: WriteOptions) -> None:
    """As MaxSAT solvers take it since 2022."""
    _write(model, file, how, old=False)


def write_old(model: Model, file: BinaryIO, how: WriteOptions) -> None:
    """As clasp and older MaxSAT solvers take it."""
    _write(model, file, how, old=True)


def _write(model: Model, file: BinaryIO, how: WriteOptions, old: bool) -> None:
    write_planned(plan_clauses(model, how.limits, how.options), model, file, how, old)


def write_planned(plan: ClausePlan, model: Model, file: BinaryIO, how: WriteOptions, old: bool) -> int:
    """The model, of which the clauses are planned. Returns the highest variable that occurs in one, 0 if none does: in
    the new format nothing else says how many there are."""
    literals, weights, _ = soft_literals(model, plan.orders)
    top = int(weights.sum()) + 1
    if not old:  # so that a file without clauses is not empty, as by mistake
        file.write(ascii_comments("c", ["weighted clauses, h before those that must hold"]))
    write_heading(model, file, how)
    if old:
        file.write(f"p wcnf {plan.variables} {plan.clauses + len(weights)} {top}\n".encode())
    highest = write_sections(plan, file, f"{top} ".encode() if old else b"h ")
    written = objective_of(model)
    file.write(objective_comments("c", model, written, how.source, written.factor < 0))
    for first in range(0, len(weights), PIECE):
        here = slice(first, first + PIECE)
        file.write(
            interleave_lines((None, join_columns(digits(weights[here])[:, 1:], " ", digits(literals[here]), " 0\n")))
        )
    return max(highest, int(np.abs(literals).max(initial=0)))


def objective_of(model: Model) -> WrittenObjective:
    """What is minimised, without what is paid in any case."""
    if model.objective is None:
        return KEPT
    return minimised_sum(model.objective, least_cost(model.objective, model))


BEGINS = re.compile(
    rb"(?:c[^\n]*\n|\s)*(?:p[ \t]+wcnf[ \t]|(?:h|[1-9][0-9]*)[ \t]+(?:-?[1-9][0-9]*[ \t]+)*0[ \t\r]*\n)"
)
FORMAT = FileFormat(
    "wcnf", "WCNF", "wcnf", write, read, objective_of=objective_of, encodes=True, begins=BEGINS, comment="c"
)
OLD = FileFormat("wcnf-old", "WCNF with a top weight", "wcnf", write_old, read, objective_of=objective_of, encodes=True)
