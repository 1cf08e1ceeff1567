"""Which backends can be used here: each tried on a model with a known answer; those that are named, whether they exist.

The model: of four literals two hold, or an even number, or one of each three; one is given.
"""

from __future__ import annotations

from dataclasses import dataclass

from algebra.progress import Progress
from backends.contract import Limits, Outcome, Status
from backends.registry import UnknownBackend, backend_named, modules
from backends.running import supervisor
from models.neutral import Form, Model, evaluate

LIMITS = Limits(seconds=10.0)  # of each


@dataclass(frozen=True, slots=True)
class Finding:
    """One backend: whether it gives a right answer here, its version, and if not, the reason. loading: how models get
    into its solver, where there is more than one way."""

    backend: str
    works: bool
    version: str
    reason: str = ""
    loading: str = ""


def examine(progress: Progress) -> list[Finding]:
    """A finding per registered backend."""
    findings = []
    for name in modules():
        progress(f"trying {name}")
        findings.append(_examine_backend(name))
    return findings


def _examine_backend(name: str) -> Finding:
    try:
        backend = backend_named(name)
    except UnknownBackend as error:  # a third party's that does not load
        return Finding(name, False, "", str(error))
    model = _examination(backend.takes)
    outcome = supervisor.solve(name, model, LIMITS)
    works = outcome.values is not None and not evaluate(model, outcome.values)
    works = works and outcome.status is Status.SATISFIED
    works = works or (outcome.status is Status.UNKNOWN and not backend.complete)
    reason = "" if works else outcome.note if outcome.status is Status.UNSUPPORTED else _describe_fault(outcome)
    return Finding(name, works, outcome.version, reason, supervisor.describe_loading(name) if works else "")


def _describe_fault(outcome: Outcome) -> str:
    """Why an outcome is not the right one."""
    return f"{outcome.status.value}: {outcome.note}" if outcome.note else outcome.status.value


def _examination(takes: frozenset[Form]) -> Model:
    """A small model in the forms that the backend takes: a count, else a parity, else one of each three."""
    model = Model("examination")
    x = model.bools("x", 4)
    if Form.CARDINALITY in takes:
        model.exactly(2, "two of four hold", x)
    elif Form.PARITY in takes:
        model.parity(0, "an even number of four holds", x)
    else:
        model.exactly(1, "one of each three holds", [x[:3], x[1:]])
    model.true("the second holds", x[1])
    return model
