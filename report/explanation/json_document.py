"""An explanation as JSON: the steps in words, and the trace that they were told from (literals as signed variables)."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from report.explanation.records import ExplainedStep, Explanation, RowName


def explanation_json(told: Explanation) -> str:
    """The document."""
    document: dict[str, Any] = {
        "schema": 1,
        "puzzle": told.puzzle,
        "id": told.id,
        "formulation": told.formulation,
        "status": told.status,
        "complete": told.complete,
        "steps": [_step(step) for step in told.steps],
        "conflicts": [
            {"clues": _rows(clash.clues), "rules": _rows(clash.rules), "text": list(clash.reasons)}
            for clash in told.clashes
        ],
        "repair": None
        if told.changes is None
        else [{**_row(change.row), "from": change.old_value, "to": change.count} for change in told.changes],
        "answer": told.answer,
        "solutions": [] if told.solutions is None else list(told.solutions.answers),
        "difficulty": None if told.difficulty is None else asdict(told.difficulty),
        "note": told.note,
        "seconds": round(told.seconds, 6),
    }
    return json.dumps(document, indent=1)


def _step(step: ExplainedStep) -> dict[str, Any]:
    return {
        "conclusion": list(step.names),
        "literals": list(step.literals),
        "kind": step.kind,
        "grade": step.grade,
        "rows": _rows(step.rows),
        "facts": list(step.facts),
        "text": list(step.reasons),
        **({"weights": list(step.weights), "modulus": step.modulus} if step.weights else {}),
    }


def _rows(rows: Iterable[RowName]) -> list[dict[str, Any]]:
    return [_row(row) for row in rows]


def _row(row: RowName) -> dict[str, Any]:
    return {"rule": row.rule, "row": row.number, "name": row.name}
