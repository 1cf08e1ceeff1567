"""Graph rules in explanations: their clauses (`backends.reasons.graph_rows`) as rows of the model, with words for each.

    Only this way leads from R1C1 to R4C4 (the unshaded cells are connected): R2C3 is not shaded
    This would close a loop too early (the lines form one loop): no line from ...

The model that is explained has its other rules as rows, and those clauses in place of the graph rules. An explanation
that rests on them rests on the rules: each clause follows from its rule.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from algebra.progress import Progress, ignore_progress
from backends.contract import Limits, Status, Unsupported
from backends.reasons.graph_rows import GraphRow, send_graph_rows
from backends.running import supervisor
from models.neutral import Model
from models.puzzles.boards import describe_cell
from rosetta.studies.question import Question

WORDS = {
    "narrow": "only this way leads from {a} to {b}",
    "narrow to a root": "only this way leads on from {a}",
    "cut off": "no way is left from {a} to {b}",
    "cut off from a root": "no way is left from {a}",
    "closing": "this would close a loop that leaves out the rest",
    "apart": "some way must lead on from {a}",
}


def open_formulation(question: Question, formulation: str) -> str | None:
    """The formulation with open rules that stands for one with graph rules, None where there are none: the rows that
    state a graph rule are for solvers, and nobody can follow them."""
    if not question.model(formulation).graph_rules:
        return None
    return next((name for name in question.puzzle.formulations if question.model(name).open_rules), None)


def explained_model(
    question: Question, formulation: str, limits: Limits, progress: Progress = ignore_progress
) -> Model:
    """The model of the formulation with clauses in place of its graph rules; as it is, where it has none. Raises
    Unsupported."""
    name = open_formulation(question, formulation)
    if name is None:
        return question.model(formulation)
    model = question.model(name)
    answer = question.puzzle.project(question.instance, model)
    found: list[list[GraphRow]] = []
    ended = supervisor.run_job(send_graph_rows, (model, answer, limits), limits, found.append, progress)
    if ended.status is Status.UNSUPPORTED:
        raise Unsupported(ended.note)
    return with_graph_rows(question, model, found[0] if found else [])


def with_graph_rows(question: Question, model: Model, rows: Sequence[GraphRow]) -> Model:
    """The model with these clauses in place of its open rules, each with its words."""
    rules, explained = model.open_rules, model.relaxed()
    for number, rule in enumerate(rules):
        mine = [row for row in rows if row.rule == number]
        if mine:
            explained.any(rule.sentence, [np.array(row.clause, np.int32) for row in mine])
            names = tuple(_describe_graph_row(question, model, row) for row in mine)
            explained.blocks[-1] = replace(explained.blocks[-1], names=names)
    return explained


def _describe_graph_row(question: Question, model: Model, row: GraphRow) -> str:
    a, b = (_describe_end(question, model, literal) for literal in row.ends)
    reason = row.reason
    if not b and reason in ("narrow", "cut off"):
        reason = {"narrow": "narrow to a root", "cut off": "cut off from a root"}[reason]
    return WORDS[reason].format(a=a or "here", b=b)


def _describe_end(question: Question, model: Model, literal: int) -> str:
    """The cells of a vertex, `R1C1`; "" where it has none."""
    cells = question.puzzle.extras.cells_of(question.instance, model, abs(literal)) if literal else frozenset()
    return " and ".join(describe_cell(cell) for cell in sorted(cells) if isinstance(cell, tuple))
