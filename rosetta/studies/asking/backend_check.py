"""Which backends can be used here: each tried on models with known answers; those that are named, whether they exist.

One answer: of four literals two hold, or an even number, or one of each three; one is given. All answers: of a model of
six literals that has more assignments than answers, listed, and counted by a backend that counts without listing. Brute
force knows how many answers these are. A counter that does not project, or that leaves out guards or what is
symmetrical, has another number. Nor does it know the model if it miscounts variables that are in no row, an answer
without variables, or a model without answers. Of a backend that only counts, the numbers are all there is to try.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from backends.contract import Backend, Limits, Options, Outcome, Status, Values
from backends.oracle import BACKEND as ORACLE
from backends.registry import UnknownBackend, backend_named, modules
from backends.running import supervisor
from models.neutral import Form, Model, evaluate
from report.number_text import short_digits
from rosetta.foundation.libraries import unobtainable_libraries
from rosetta.foundation.optional_engines import is_optional
from rosetta.foundation.progress import Progress

LIMITS = Limits(seconds=10.0)  # of each


@dataclass(frozen=True, slots=True)
class Finding:
    """One backend, and how it does here.

    works: it gives right answers
    version: of its solver
    reason: if it does not work, why
    loading: how models get into its solver, where there is more than one way
    is_optional: it is for programs or an engine that the user may have, and none of them is there; or its library is
        not to be had on this machine
    """

    backend: str
    works: bool
    version: str
    reason: str = ""
    loading: str = ""
    is_optional: bool = False


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
    if backend.counts_only:
        return _examine_counter(name, backend)
    model = _examination(backend.takes)
    outcome = supervisor.solve(name, model, LIMITS)
    works = outcome.values is not None and not evaluate(model, outcome.values)
    works = works and outcome.status is Status.SATISFIED
    works = works or (outcome.status is Status.UNKNOWN and not backend.complete)
    if not works:
        absent = outcome.status is Status.UNSUPPORTED
        reason = outcome.note if absent else _describe_fault(outcome)
        optional = backend.any_inner or backend.library in unobtainable_libraries() or is_optional(backend.library)
        return Finding(name, False, outcome.version, reason, is_optional=absent and optional)
    reason = _fault_of_list(name, backend) or _fault_of_numbers(name, backend)
    return Finding(name, not reason, outcome.version, reason, "" if reason else supervisor.describe_loading(name))


def _examine_counter(name: str, backend: Backend) -> Finding:
    """The finding of a backend that only counts."""
    absence, version = supervisor.probe(name)
    if absence is not None:
        optional = backend.library in unobtainable_libraries() or is_optional(backend.library)
        return Finding(name, False, version, absence, is_optional=optional)
    reason = _fault_of_numbers(name, backend)
    return Finding(name, not reason, version, reason, "" if reason else supervisor.describe_loading(name))


def _fault_of_list(name: str, backend: Backend) -> str:
    """What is wrong with all answers as the backend lists them; "" for nothing."""
    model, project = examination_of_all(backend.takes)
    expected = {_projected(values, project) for values in ORACLE.solutions(model, project, LIMITS, Options())}
    listed: list[bytes] = []
    faults: list[str] = []

    def take(values: Values) -> None:
        listed.append(_projected(values, project))
        faults.extend(broken.sentence for broken in evaluate(model, values))

    ended = supervisor.solutions(name, model, project, LIMITS, None, take)
    if faults:
        return f"lists an assignment that breaks the rule '{faults[0]}'"
    if len(set(listed)) < len(listed):
        return f"lists {len(listed)} answers, of which {len(set(listed))} differ on the variables asked for"
    if ended.complete and len(listed) != len(expected):
        return f"lists {len(listed)} answers, expected {len(expected)}"
    if not ended.complete and backend.complete:
        return f"lists {len(listed)} of {len(expected)} answers: {ended.status}: {ended.note}"
    return ""


def _fault_of_numbers(name: str, backend: Backend) -> str:
    """What is wrong with the numbers of answers as the backend counts them; "" for nothing, or if it does not count."""
    if backend.count is None:
        return ""
    models = examinations_of_count(backend.takes)
    numbers, ended = supervisor.counts(name, models, LIMITS)
    expected = [sum(1 for _ in ORACLE.solutions(*asked, LIMITS, Options())) for asked in models]
    for number, right in zip(numbers, expected, strict=False):
        if number != right:
            return f"counts {short_digits(number)} answers, expected {right} that differ on the variables asked for"
    if len(numbers) < len(models):
        return f"does not count {expected[len(numbers)]} answers: {ended.status}: {ended.note}"
    return ""


def _projected(values: Values, project: NDArray[np.int32]) -> bytes:
    return np.asarray(values[project], np.int64).tobytes()


def _describe_fault(outcome: Outcome) -> str:
    """Why an outcome is not the right one."""
    return f"{outcome.status}: {outcome.note}" if outcome.note else outcome.status


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


def examination_of_all(takes: frozenset[Form]) -> tuple[Model, NDArray[np.int32]]:
    """A model in forms that the backend takes, and the variables of its answers: each stands for several assignments,
    and not every choice of them is one."""
    model = Model("examination")
    x = model.bools("x", 6)
    if takes >= {Form.CARDINALITY, Form.CLAUSE, Form.GUARDED}:
        model.exactly(3, "three of six hold", x)
        model.any("with the first, the second or the third holds", [x[1:3]], when=x[0])
    elif Form.PARITY in takes:
        model.parity(1, "one of the first two holds", x[:2])
        model.parity(1, "an odd number of three holds", x[[2, 4, 5]])
    else:
        model.exactly(1, "one of each three holds", [x[[0, 1, 3]], x[[2, 3, 4]]])
    return model, x[:3]


def examinations_of_count(takes: frozenset[Form]) -> list[tuple[Model, NDArray[np.int32]]]:
    """Models in forms that the backend takes, each with the variables of its answers: the model of `examination_of_all`
    on these, on all, on none; with a variable that is in no row; with an integer, asked for and not; without rows;
    without an answer."""
    model, project = examination_of_all(takes)
    wider, empty, refuted = model.copy(), Model("examination"), model.copy()
    free = wider.bools("free", 2)
    y = empty.bools("y", 3)
    pairs = project[[[0, 1], [0, 2], [1, 2]]]
    if Form.EXACTLY_ONE in takes:
        refuted.exactly(1, "one of each two holds", pairs)
    else:
        refuted.parity(1, "one of each two holds", pairs)
    asked = [
        (model, project),
        (model, model.boolean_variables),
        (model, np.zeros(0, np.int32)),
        (wider, np.append(project, free[:1])),
        (empty, y[:2]),
        (refuted, project),
    ]
    if Form.LINEAR in takes:
        numbers = Model("examination")
        x, z = numbers.bools("x", 3), numbers.ints("z", 2, -1, 2)
        numbers.linear(2, 3, "the sum is 2 or 3", [np.concatenate([x, z])], [1, 1, 1, 2, -1])
        asked += [(numbers, np.append(x[:2], z[:1])), (numbers, x)]
    return asked
