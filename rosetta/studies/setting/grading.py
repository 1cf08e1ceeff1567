"""The grade of an instance that was set: that of `explain` (`explaining.difficulty`), without the explanation."""

from __future__ import annotations

from backends.contract import Limits, Unsupported, missing
from backends.reasons.common import common, is_cover, listed
from backends.reasons.failed_literals import reached
from backends.reasons.local_deductions import clue_rows
from backends.reasons.parities import all_parities
from backends.reasons.selected import Selected
from backends.reasons.table import Table, table
from backends.reasons.trace import Common
from models.neutral import Model
from rosetta.studies.explaining.difficulty import TRICKY, grade_of
from rosetta.studies.question import Question


def grade(question: Question) -> str | None:
    """One of `difficulty.GRADES`, in the puzzle's first formulation; None for an instance without exactly one solution.
    In this process, so to be called in a child. Raises Unsupported where python-sat is missing, and where there are
    only rows modulo 2: there a grade takes the explanation."""
    reason = missing("pysat.solvers")
    if reason is not None:
        raise Unsupported(reason)
    model = question.model(next(iter(question.puzzle.formulations)))
    answer = question.puzzle.project(question.instance, model)
    rows = table(model, answer)
    if all_parities(rows):
        raise Unsupported(f"{question.puzzle.name}: no grade without an explanation")
    shared = listed(rows, model, answer, Limits()) if is_cover(model) else _common(model, rows)
    if shared is None or not shared.unique:
        return None
    return grade_of(reached(rows, clue_rows(model, rows, question.puzzle.clues), most=TRICKY))


def _common(model: Model, rows: Table) -> Common | None:
    solver = Selected(model, rows, Limits())
    try:
        return common(rows, solver)
    finally:
        solver.delete()
