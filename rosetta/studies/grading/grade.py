"""Grading a generated instance: the grade of `rosetta.studies.grading.difficulty`, without an explanation."""

from __future__ import annotations

from backends.contract import Limits, Unsupported, probe_module
from backends.reasons.backbone import backbone_by_listing, backbone_by_solver, is_cover
from backends.reasons.failed_literals import measure_reach
from backends.reasons.local_deductions import clue_rows
from backends.reasons.parities import has_only_parities
from backends.reasons.row_table import RowTable, row_table
from backends.reasons.selector_solver import SelectorSolver
from backends.reasons.trace import Backbone
from models.neutral import Model
from rosetta.studies.asking.question import Question
from rosetta.studies.grading.difficulty import TRICKY, grade_of
from rosetta.studies.grading.graph_words import explained_in_process


def grade(question: Question) -> str | None:
    """One of `difficulty.GRADES`, in the puzzle's first formulation; None for an instance without exactly one solution.
    Runs in this process, so call it in a child. Raises Unsupported where python-sat is missing, and for a model of
    only parity rows: its grade needs the explanation."""
    reason = probe_module("pysat.solvers")
    if reason is not None:
        raise Unsupported(reason)
    model = explained_in_process(question, next(iter(question.puzzle.formulations)), Limits())
    answer = question.puzzle.project(question.instance, model)
    rows = row_table(model, answer)
    if has_only_parities(rows):
        raise Unsupported(f"{question.puzzle.name}: no grade without an explanation")
    shared = backbone_by_listing(rows, model, answer, Limits()) if is_cover(model) else _find_backbone(model, rows)
    if shared is None or not shared.unique:
        return None
    return grade_of(measure_reach(rows, clue_rows(model, rows), most=TRICKY))


def _find_backbone(model: Model, rows: RowTable) -> Backbone | None:
    solver = SelectorSolver(model, rows, Limits())
    try:
        return backbone_by_solver(rows, solver)
    finally:
        solver.delete()
