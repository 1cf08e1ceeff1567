"""Files of solvers: the comments that go into a file besides the rows, and the decoding of a solver's result.

convert PUZZLE WHAT --to dimacs  ->  model.cnf  ->  a solver  ->  result  ->  verify PUZZLE WHAT result
        formulation, encodings ------------------------------------------>  the same, else the numbers differ

The readers of results are in `backends.formats.results` (SAT and PB competitions; CBC, HiGHS, glpsol, SCIP, Gurobi) and
`backends.formats.flatzinc.result`.
"""

from __future__ import annotations

import re
from functools import partial

import numpy as np
from numpy.typing import NDArray

from backends.contract import Limits, Options, Status, Values
from backends.formats.contract import WriteOptions
from backends.formats.flatzinc.result import is_flatzinc, read_flatzinc
from backends.formats.opb.writing import to_pseudo_boolean
from backends.formats.results.competition import (
    MINISAT,
    Result,
    ResultError,
    check_no_cost,
    read_competition,
    read_minisat,
)
from backends.formats.results.integer_programs import dialect_of, read_mip
from backends.formats.results.maxsat import read_maxsat
from backends.lowering.clauses import to_clauses
from backends.lowering.soft_clauses import soft_literals
from models.neutral import Model
from models.puzzles.model.instance import ModelInstance
from models.puzzles.stated_words import name_literal
from report.words import one_line
from rosetta.foundation.errors import InputError
from rosetta.studies.asking.formulations import own_formulation
from rosetta.studies.asking.question import Question

BUDGET = Limits(literals=1_000_000_000)  # a file may be larger than what a solver is handed here
COSTS = re.compile(rb"^o[ \t]+[0-9]", re.MULTILINE)  # beside values of no names: of MaxSAT solvers
PB_VALUES = re.compile(rb"^v[ \t]+-?x", re.MULTILINE)  # values of pseudo-Boolean solvers


def stated_model(question: Question, formulation: str) -> Model:
    """The rules in that formulation. Raises InputError for one that exists only on the way to a solver."""
    return question.model(own_formulation(question.puzzle, formulation))


def file_options(
    question: Question, model: Model, identity: str, formulation: str, options: Options, source: str = "the model"
) -> WriteOptions:
    """Write options with the board, the formulation and the puzzle's names of the variables as comments. The rows of a
    model that somebody stated or wrote are left as they are. source: whose objective it is, in words."""
    rules = "".join(f", {option}={value}" for option, value in question.rules.items())
    heading = f"{question.puzzle.name} {one_line(identity)}, formulation {formulation}{rules}"
    return WriteOptions(
        BUDGET,
        options,
        (heading,),
        partial(name_literal, question.puzzle, question.instance, model),
        as_stated=isinstance(question.instance, ModelInstance),
        source=source,
    )


def decode_result(model: Model, output: bytes, options: Options) -> Values:
    """The assignment of a result about the model's file: minisat's, or a competition's on CNF, on OPB or on WCNF; an
    integer programming program's on LP or MPS; a FlatZinc solver's.

    Raises InputError if it is no result, or one without an assignment."""
    try:
        if (dialect := dialect_of(output)) is not None:
            return read_mip(model, output, dialect)
        if is_flatzinc(output):
            return read_flatzinc(model, output)
        if PB_VALUES.search(output):
            rows = to_pseudo_boolean(model, BUDGET, as_stated=True)  # rows in their simplest form add no more columns
            result = read_competition(output, max(rows.variables, 1), "pb")
            check_no_cost(model, result.cost)
            true = _assignment(result)
            return rows.values(model, true[: rows.variables + 1])
        cnf = to_clauses(model, BUDGET, options)
        if COSTS.search(output):
            soft = soft_literals(model, cnf.orders)[0]
            highest = max(int(np.abs(each).max(initial=0)) for each in (cnf.clauses, soft))
            weighted = read_maxsat(output, highest, cnf.variables, was_stopped=False)
            return cnf.orders.values(model, _assignment(weighted or Result(Status.UNKNOWN)))
        minisat = output.lstrip().split(b"\n", 1)[0].strip() in MINISAT
        read = read_minisat if minisat else read_competition
        return cnf.orders.values(model, _assignment(read(output, cnf.variables)))
    except ResultError as error:
        raise InputError(f"not a result about this model: {error}") from None


def _assignment(result: Result) -> NDArray[np.bool_]:
    if result.true is None:
        raise InputError(f"the result says {result.status} and shows no assignment, so there is nothing to check")
    return result.true
