"""Explanations in this process, without a child and without words: the findings of an instance, and its trace."""

from __future__ import annotations

from typing import Any

from backends.contract import Limits
from backends.reasons.job import ExplanationRequest, explain_model
from backends.reasons.trace import Trace, collect_trace
from models.neutral import Model
from models.puzzles.contract import Instance
from models.puzzles.registry import puzzle


def find_reasons(
    name: str, instance: Instance, request: ExplanationRequest | None = None, limits: Limits | None = None
) -> tuple[Model, list[Any]]:
    """The instance in the puzzle's first formulation, and what the explanation sends as found, in order."""
    record, findings = puzzle(name), list[Any]()
    model = next(iter(record.formulations.values()))(instance)
    explain_model(
        lambda kind, finding: findings.append(finding) if kind == "found" else None,
        model,
        record.project(instance, model),
        request or ExplanationRequest(),
        limits or Limits(),
    )
    return model, findings


def trace_instance(name: str, instance: Instance, request: ExplanationRequest | None = None) -> tuple[Model, Trace]:
    """The same as a trace."""
    model, findings = find_reasons(name, instance, request)
    return model, collect_trace(findings, complete=True, ended="", seconds=0.0)
