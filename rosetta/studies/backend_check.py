"""Which backends can be used here: each tried on a model with a known answer; those that are named, whether they exist.

The model: of four literals two hold, or an even number, or one of each three; one is given.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from backends.contract import Limits, Options, Status
from backends.registry import UnknownBackend, backend_named, modules, split_name
from backends.running import supervisor
from models.neutral import Form, Model, evaluate
from models.puzzles.contract import InputError, Puzzle
from rosetta.studies.special_solvers import find_special_solver


@dataclass(frozen=True, slots=True)
class Finding:
    """One backend: whether it gives a right answer here, its version, and if not, the reason. loading: how models get
    into its solver, where there is more than one way."""

    backend: str
    works: bool
    version: str
    reason: str = ""
    loading: str = ""


def examine(watch: Callable[[str], None]) -> list[Finding]:
    """A finding per registered backend."""
    findings = []
    for name in modules():
        watch(name)
        model = _examination(backend_named(name).takes)
        outcome = supervisor.solve(name, model, Limits(seconds=10.0))
        works = outcome.values is not None and not evaluate(model, outcome.values)
        works = works and outcome.status is Status.SATISFIED
        works = works or (outcome.status is Status.UNKNOWN and not backend_named(name).complete)
        reason = "" if works else f"{outcome.status.value}: {outcome.note}"
        findings.append(
            Finding(name, works, outcome.version, reason, supervisor.describe_loading(name) if works else "")
        )
    return findings


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


def describe_installed() -> str:
    """Which backends can be used here and which cannot, in words."""
    probed = {name: supervisor.probe(name)[0] for name in modules()}
    there = [name for name, reason in probed.items() if reason is None]
    missing = [f"{name} ({reason})" for name, reason in probed.items() if reason is not None]
    return f"installed: {', '.join(there)}" + (f"; not installed: {', '.join(missing)}" if missing else "")


def check_backends(names: Sequence[str], options: Options, puzzle: Puzzle) -> list[str]:
    """The names, if each is a backend that can run here. Raises InputError, which lists those that can."""
    for full in names:
        if find_special_solver(puzzle, full):
            continue
        try:
            name, named = split_name(full, options)
        except UnknownBackend as error:
            own = ", ".join(solver.name for solver in puzzle.extras.solvers)
            own = f"; of {puzzle.name} alone: {own}" if own else ""
            raise InputError(f"{error}; {describe_installed()}{own}") from None
        reason = supervisor.probe(name, named)[0] if named.solver else None
        if reason is not None:
            raise InputError(f"{full}: {reason}")
    return list(names)
