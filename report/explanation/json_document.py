"""An explanation as JSON: the steps in words, and the trace behind them (literals as signed variables)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import Any

from report.explanation.records import Change, ExplainedStep, Explanation, RowName


def explanation_json(explanation: Explanation, provenance: Mapping[str, Any]) -> str:
    """The document. provenance: see `report.provenance`."""
    document: dict[str, Any] = {
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
        "answer": explanation.answer,
        "solutions": [] if explanation.solutions is None else list(explanation.solutions.answers),
        "difficulty": None if explanation.difficulty is None else asdict(explanation.difficulty),
        "note": explanation.note,
        "seconds": round(explanation.seconds, 6),
        **provenance,
    }
    return json.dumps(document, indent=1)


def _change(change: Change) -> dict[str, Any]:
    instead = {"instead": change.instead} if change.instead else {}
    return {**_row(change.row), "from": change.old_value, "to": change.count, **instead}


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
