"""Every backend and every encoding against brute force, on random models of every kind.

The solvers are called in this process (`running.supervisor` has tests of its own), so that thousands of models take
seconds. Drawing a model takes longer than solving it, so models are drawn in sheets, each from a seed that is new in
every run, and entrants take sheets in turn. If an entrant differs on one, the sheet is drawn again from its seed, in
order to shrink the model: the smallest failing model is printed as readable rules and kept in tests/regressions/, where
every later run tests it.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from hashlib import sha256
from pathlib import Path
from random import SystemRandom

import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings

from backends import profiles
from backends.contract import Backend, Limits, Options, Outcome, Status, Unsupported
from backends.cpsat import BACKEND as HONEST
from backends.encoding_templates.catalogue import encoding_names
from backends.highs import COARSE
from backends.lowering.linear import to_linear
from backends.oracle import BACKEND as ORACLE
from backends.passes.solution_improving import improving_outcomes
from backends.profiles import TUNED, resolve_options
from backends.registry import backend_named
from models.neutral import Form, Model, evaluate, forms, objective_value
from models.neutral.json import from_json, to_json
from tests.support.places import REGRESSIONS
from tests.support.registered import INCOMPLETE, SOLVERS, facts_of, inside, usable
from tests.support.strategies import models

LIMITS = Limits(seconds=60.0)
SHEETS = 5  # odd, since entrants alternate between `cnf` and another
SEED = SystemRandom().getrandbits(32)
ON_A_SHEET = 100
# Fewer for an encoding, which test_encodings.py tries on every short row, and for a parameter: how many models of every
# kind, and about their objective.
PER_CHOICE = 60, 30
# Clauses do not depend on the solver: `cnf` tries every encoding, the other backends share them out.
OTHERS = [name for name in SOLVERS if backend_named(name).encodes and not inside(name) and name != "cnf"]
CHOICES = [(form, encoding) for form in Form if len(encoding_names(form)) > 1 for encoding in encoding_names(form)]
ENTRANTS = [
    *((name, Options()) for name in SOLVERS),
    *(
        (
            line.backend,
            resolve_options(backend_named(line.backend), Options(profile=TUNED, cells=line.smallest), line.puzzle),
        )
        for line in profiles.table()
    ),
    *(("cnf", Options(solver=solver)) for solver in ("minisat22", "glucose42", "maplechrono", "lingeling")),
    *(
        (name, Options(encodings={form: encoding}))
        for turn, (form, encoding) in enumerate(CHOICES)
        for name in ("cnf", OTHERS[turn % len(OTHERS)])
    ),
]


def label(entrant) -> str:
    name, options = entrant
    chosen = [f"{form.value}={encoding}" for form, encoding in options.encodings.items()]
    chosen += [f"{key}={value}" for key, value in options.parameters.items()]
    return "-".join(filter(None, [name, options.solver, *chosen]))


def examples(entrant) -> tuple[int, int]:
    name, options = entrant
    most = facts_of(name).examples
    return min(most, PER_CHOICE) if options.encodings or options.parameters else most


def solve(backend: Backend, model: Model, options: Options):
    """The last outcome of a backend in this process."""
    if Form.OBJECTIVE in forms(model) and Form.OBJECTIVE not in backend.takes:
        *_, last = improving_outcomes(backend, model, LIMITS, options)
        return last
    return backend.solve(model, LIMITS, options)


def projections(backend: Backend, model: Model, options: Options) -> list[tuple[int, ...]]:
    """The solutions on the first half of the Booleans, so that several solutions agree on it; sorted, with repeats."""
    project = model.boolean_variables[: (len(model.boolean_variables) + 1) // 2]
    solutions = list(backend.solutions(model, project, LIMITS, options))
    assert all(not evaluate(model, values) for values in solutions), "a solution breaks a rule"
    return sorted(tuple(values[project].tolist()) for values in solutions)


@dataclass(frozen=True, slots=True)
class Question:
    """A model, the oracle's outcome and the oracle's projected solutions."""

    model: Model
    truth: Outcome
    projected: list[tuple[int, ...]]


def question(model: Model) -> Question:
    return Question(model, ORACLE.solve(model, LIMITS, Options()), projections(ORACLE, model, Options()))


@cache
def sheet(objective: bool | None, number: int) -> list[Question]:
    """Different models drawn from the seed of that number, in the order in which they were drawn."""
    by_text: dict[str, Model] = {}

    @seed(SEED + number)
    @settings(max_examples=ON_A_SHEET, suppress_health_check=list(HealthCheck), database=None, phases=[Phase.generate])
    @given(models(objective))
    def write(model):
        by_text[to_json(model)] = model

    write()
    return [question(model) for model in by_text.values()]


def check(question: Question, backend: Backend, options: Options) -> None:
    """The backend gives the oracle's status, optimum and projected solutions; forms that it does not take it refuses,
    unless the rows come down to what it takes."""
    model, truth = question.model, question.truth
    try:
        outcome = solve(backend, model, options)
    except Unsupported:
        assert not forms(model) <= backend.takes | {Form.OBJECTIVE}, "refuses what it takes"
        return
    if backend.name in INCOMPLETE:
        check_incomplete(question, outcome)
        with suppress(Unsupported):
            assert projections(backend, model, Options()) == question.projected
        return
    is_highs = "highs" in (backend.full_name or backend.name)
    if is_highs and np.abs(to_linear(model, LIMITS).table.coefs).max(initial=0) >= COARSE:
        assert outcome.status in (Status.SATISFIED, Status.UNKNOWN), "it proves nothing there, and its list has no end"
        check_incomplete(question, outcome)
        return
    assert outcome.status is truth.status, f"{outcome.status} for {truth.status}"
    if truth.status is not Status.UNSATISFIABLE:
        assert outcome.values is not None
        assert evaluate(model, outcome.values) == []
        assert objective_value(model, outcome.values) == truth.objective == outcome.objective
    assert projections(backend, model, options) == question.projected


def check_incomplete(question: Question, outcome: Outcome) -> None:
    """What it claims is the oracle's, what it shows is a solution; it may leave the rest open, and say so."""
    model, truth = question.model, question.truth
    if outcome.values is not None:
        assert evaluate(model, outcome.values) == []
        assert objective_value(model, outcome.values) == outcome.objective
    if outcome.status in (Status.OPTIMAL, Status.UNSATISFIABLE):
        assert (outcome.status, outcome.objective) == (truth.status, truth.objective)
    assert outcome.status is not Status.UNKNOWN or outcome.note


def keep(model: Model) -> Path:
    """Save a model for every later test."""
    REGRESSIONS.mkdir(exist_ok=True)
    text = to_json(model)
    path = REGRESSIONS / f"{sha256(text.encode()).hexdigest()[:12]}.json"
    path.write_text(text + "\n")
    return path


def check_and_keep(strategy, entrant, start: int) -> None:
    """As `check`, on models drawn from that seed; the smallest that fails is saved and shown in words."""
    name, options = entrant
    failing = []

    @seed(start)
    @settings(
        max_examples=ON_A_SHEET, suppress_health_check=list(HealthCheck), database=None, report_multiple_bugs=False
    )
    @given(strategy)
    def agree(model):
        try:
            check(question(model), backend_named(name), options)
        except Exception:
            failing[:] = [model]  # the last of them is the smallest: hypothesis ends with it
            raise

    try:
        agree()
    except Exception as error:
        if not failing:
            raise
        raise AssertionError(f"{label(entrant)}: {error}\n{failing[0]}\nkept in {keep(failing[0])}") from error


def check_a_sheet(entrant, objective: bool | None, number: int) -> None:
    """As `check`, on as many models of a sheet; where one fails, the sheet is drawn again to find the smallest."""
    name, options = entrant
    which = ENTRANTS.index(entrant) % SHEETS
    for question in sheet(objective, which)[:number]:
        try:
            check(question, backend_named(name), options)
        except Exception as error:
            check_and_keep(models(objective), entrant, SEED + which)
            raise AssertionError(f"{label(entrant)}, once: {error}\nkept in {keep(question.model)}") from error


@pytest.mark.parametrize("entrant", ENTRANTS, ids=label)
def test_backends_and_encodings_agree_with_brute_force(entrant):
    """Status, optimum and projected solution set are the oracle's, on random models of every kind."""
    usable(entrant[0])
    check_a_sheet(entrant, None, examples(entrant)[0])


@pytest.mark.slow
@pytest.mark.parametrize("entrant", ENTRANTS, ids=label)
def test_the_optimum_is_that_of_brute_force(entrant):
    """On models that are about their objective: negated literals, integers, costs below zero and of zero."""
    usable(entrant[0])
    check_a_sheet(entrant, True, examples(entrant)[1])


def test_only_the_smallest_failing_model_is_kept(monkeypatch, tmp_path):
    """Larger ones are not, and what is kept fails when it is read again."""
    monkeypatch.setattr(f"{__name__}.REGRESSIONS", tmp_path)
    monkeypatch.setattr(f"{__name__}.backend_named", lambda name: LIAR)
    with pytest.raises(AssertionError, match=r"liar: (.|\n)*kept in .*\.json"):
        check_and_keep(models(), ("liar", Options()), SEED)
    (path,) = tmp_path.iterdir()
    smallest = from_json(path.read_text())
    assert smallest.variables <= 2
    with pytest.raises(AssertionError):
        check(question(smallest), LIAR, Options())


@pytest.mark.parametrize("path", sorted(REGRESSIONS.glob("*.json")), ids=lambda path: path.stem)
@pytest.mark.parametrize("name", SOLVERS)
def test_models_that_once_failed_agree_now(path, name):
    """Every model in tests/regressions/ is answered as brute force answers it."""
    usable(name)
    check(question(from_json(path.read_text())), backend_named(name), Options())


def solve_inverted(*arguments):
    """The honest solver's answer inverted."""
    outcome = HONEST.solve(*arguments)
    if outcome.values is None:
        return outcome
    turned = outcome.values.copy()
    turned[1:] = 1 - turned[1:]
    return replace(outcome, values=turned)


LIAR = replace(HONEST, name="liar", solve=solve_inverted)
FORGETFUL = replace(HONEST, name="forgetful", solutions=lambda *arguments: list(HONEST.solutions(*arguments))[1:])


@pytest.mark.parametrize("fake", [LIAR, FORGETFUL], ids=lambda fake: fake.name)
def test_a_backend_that_lies_is_caught(fake):
    """The comparison can fail: a wrong assignment does not pass, nor does a missing solution."""
    model = Model("three")
    model.exactly(1, "one of three", model.bools("x", 3))
    check(question(model), HONEST, Options())
    with pytest.raises(AssertionError):
        check(question(model), fake, Options())
