"""An explanation as JSON: the steps in words, and the trace behind them (literals as signed variables)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from report.documents.writing import plain_document
from report.explanation.records import Change, ExplainedStep, Explanation, Grading, RowName

if TYPE_CHECKING:
    from report.documents.explain import (
        ChangeDocument,
        DifficultyDocument,
        ExplanationDocument,
        RowDocument,
        StepDocument,
    )
    from report.documents.provenance import Provenance


def explanation_document(explanation: Explanation, provenance: Provenance) -> ExplanationDocument:
    """The document. provenance: see `report.provenance`."""
    solutions = () if explanation.solutions is None else explanation.solutions.answers
    document: ExplanationDocument = {
        "schema": 1,
        "puzzle": explanation.puzzle,
        "id": explanation.id,
        "formulation": explanation.formulation,
        "status": explanation.status,
        "complete": explanation.complete,
        "steps": [_step(step) for step in explanation.steps],
        "conflicts": [
            {"clues": _rows(clash.clues), "rules": _rows(clash.rules), "text": list(clash.reasons)}
            for clash in explanation.clashes
        ],
        "repair": None if explanation.changes is None else list(map(_change, explanation.changes)),
        "answer": None if explanation.answer is None else dict(explanation.answer),
        "solutions": list(map(dict, solutions)),
        "difficulty": None if explanation.difficulty is None else _difficulty(explanation.difficulty),
        "note": explanation.note,
        "seconds": round(explanation.seconds, 6),
        **provenance,
    }
    return plain_document(document)


def _difficulty(grading: Grading) -> DifficultyDocument:
    return {
        "grade": grading.grade,
        "left": grading.left,
        "ahead": grading.ahead,
        "largest": grading.largest,
        "steps": grading.steps,
        "sums": grading.sums,
        "tries": grading.tries,
        "confirmed": grading.confirmed,
    }


def _change(change: Change) -> ChangeDocument:
    document: ChangeDocument = {
        "rule": change.row.rule,
        "row": change.row.number,
        "name": change.row.name,
        "from": change.old_value,
        "to": change.count,
    }
    if change.instead:
        document["instead"] = change.instead
    return document


def _step(step: ExplainedStep) -> StepDocument:
    document: StepDocument = {
        "conclusion": list(step.names),
        "literals": list(step.literals),
        "kind": step.kind,
        "grade": step.grade,
        "rows": _rows(step.rows),
        "facts": list(step.facts),
        "text": list(step.reasons),
    }
    if step.weights:
        document |= {"weights": list(step.weights), "modulus": step.modulus}
    return document


def _rows(rows: Iterable[RowName]) -> list[RowDocument]:
    return [_row(row) for row in rows]


def _row(row: RowName) -> RowDocument:
    return {"rule": row.rule, "row": row.number, "name": row.name}
