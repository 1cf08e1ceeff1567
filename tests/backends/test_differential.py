"""Every backend and every encoding against brute force, on random models of every kind.

The solvers are called in this process (`running.supervisor` has tests of its own), so that thousands of models take
seconds. Models are drawn in sheets, each from a seed that is new in every run, and entrants take sheets in turn. If an
entrant differs on one, it is shrunk: the smallest failing model found is printed as readable rules and kept in
tests/regressions/, where every later run tests it.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache, partial
from hashlib import sha256
from itertools import islice
from pathlib import Path
from random import Random, SystemRandom

import numpy as np
import pytest
from numpy.typing import NDArray

from backends import profiles
from backends.contract import Backend, Limits, Options, Outcome, Status, Unsupported, Values
from backends.cpsat import BACKEND as HONEST
from backends.encoding_choice.catalogue import encoding_names
from backends.lowering.linear import to_linear
from backends.oracle import BACKEND as ORACLE
from backends.passes.solution_improving import improving_outcomes
from backends.profiles import TUNED, resolve_options
from backends.registry import backend_named
from models.neutral import Form, Model, evaluate, forms, objective_value
from models.neutral.json import from_json, to_json
from rosetta.studies.asking.backend_check import examination_of_all
from rosetta.studies.disagreements.shrinking import shrink_model
from rosetta.studies.judging.certificates import find_infeasible_row
from tests.support.every_case import every_case
from tests.support.places import REGRESSIONS
from tests.support.random_models import random_model
from tests.support.registered import INCOMPLETE, SOLVERS, by_day, facts_of, has_its_day, inside, number_of_day, usable

LIMITS = Limits(seconds=60.0)
SHEETS = 5  # odd, since entrants alternate between `cnf` and another
SEED = SystemRandom().getrandbits(32)
ON_A_SHEET = 100
PER_PARAMETER = 60, 30  # models of every kind, and about their objective
PER_FORM = 48  # for an encoding, which test_encodings.py tries on every short row
FEW, MANY = 4, 1  # of so many models one: in `make test`, in `make exhaustive`
# Clauses do not depend on the solver: `cnf` tries every encoding, the other backends share them out.
OTHERS = [name for name in SOLVERS if backend_named(name).encodes and not inside(name) and name != "cnf"]
CHOICES = [(form, encoding) for form in Form if len(encoding_names(form)) > 1 for encoding in encoding_names(form)]
EVERY_ENTRANT = [
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


ENTRANTS = list({label(entrant): entrant for entrant in EVERY_ENTRANT}.values())


def examples(entrant) -> tuple[int, int]:
    name, options = entrant
    most = facts_of(name).examples
    return min(most, PER_PARAMETER) if options.parameters else most


def solve(backend: Backend, model: Model, options: Options):
    """The last outcome of a backend in this process."""
    if Form.OBJECTIVE in forms(model) and Form.OBJECTIVE not in backend.takes:
        *_, last = improving_outcomes(backend, model, LIMITS, options)
        return last
    return backend.solve(model, LIMITS, options)


def half(model: Model) -> NDArray[np.int32]:
    """The first half of the Booleans: several solutions agree on it."""
    return model.boolean_variables[: (len(model.boolean_variables) + 1) // 2]


def projections(backend: Backend, model: Model, options: Options) -> list[tuple[int, ...]]:
    """The solutions on the first half of the Booleans, sorted, with repeats."""
    project = half(model)
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
    draw = Random(f"{SEED} {objective} {number}").randint
    by_text = {to_json(model): model for model in (random_model(draw, objective) for _ in range(ON_A_SHEET))}
    return [question(model) for model in by_text.values()]


def questions(entrant, objective: bool | None, one_in: int) -> list[Question]:
    """Those that the entrant gets: for an encoding, only models with rows of its form."""
    options, which = entrant[1], ENTRANTS.index(entrant) % SHEETS
    if not options.encodings:
        return sheet(objective, which)[: examples(entrant)[bool(objective)] // one_in]
    chosen = (each for number in range(SHEETS) for each in sheet(objective, (which + number) % SHEETS))
    return list(islice((each for each in chosen if forms(each.model) & {*options.encodings}), PER_FORM // one_in))


def check(question: Question, backend: Backend, options: Options) -> None:
    """The backend gives the oracle's status, optimum, projected solutions and their number; forms and numbers that it
    does not take it refuses, unless the rows come down to what it takes."""
    model, truth = question.model, question.truth
    try:
        outcome = solve(backend, model, options)
    except Unsupported:
        assert may_refuse(backend, model), "refuses what it takes"
        return
    if backend.name in INCOMPLETE:
        check_incomplete(question, outcome)
        with suppress(Unsupported):
            assert projections(backend, model, Options()) == question.projected
        return
    coarse = backend.proves_below
    if coarse is not None and largest_coefficient(model) >= coarse:
        assert outcome.status in (Status.SATISFIED, Status.UNKNOWN), "it proves nothing there, and its list has no end"
        check_incomplete(question, outcome)
        return
    if may_leave_open(backend, model) and outcome.status in (Status.SATISFIED, Status.UNKNOWN):
        check_incomplete(question, outcome)
        return
    assert outcome.conclusion is truth.status, f"{outcome.status} for {truth.status}"
    assert outcome.ended is None or (not backend.is_program and find_infeasible_row(model)), outcome.note
    if truth.status is not Status.UNSATISFIABLE:
        assert outcome.values is not None
        assert evaluate(model, outcome.values) == []
        assert objective_value(model, outcome.values) == truth.objective == outcome.objective
    assert projections(backend, model, options) == question.projected
    if backend.count is not None:
        assert backend.count(model, half(model), LIMITS, options) == len(question.projected), "counts others"


def largest_coefficient(model: Model) -> int:
    """Of a linear row, without its sign."""
    return int(np.abs(to_linear(model, LIMITS).table.coefs).max(initial=0))


def may_leave_open(backend: Backend, model: Model) -> bool:
    """Is a side of a row or a bound of a variable so large that it may prove nothing?"""
    program = to_linear(model, LIMITS)
    sides, bounds = np.concatenate(program.bounds), np.concatenate([program.lower, program.upper])
    largest = np.abs(sides[np.isfinite(sides)]).max(initial=0), np.abs(bounds).max(initial=0)
    thresholds = backend.proves_below, backend.proves_within
    return any(least is not None and number >= least for number, least in zip(largest, thresholds, strict=True))


def may_refuse(backend: Backend, model: Model) -> bool:
    """Has it said so: of forms, of numbers as large as these, of such a model?"""
    if not forms(model) <= backend.takes | {Form.OBJECTIVE}:
        return True
    if backend.refusal is not None and backend.refusal(model) is not None:
        return True
    return backend.largest_number is not None and to_linear(model, LIMITS).magnitude > backend.largest_number


def check_incomplete(question: Question, outcome: Outcome) -> None:
    """What it claims is the oracle's, what it shows is a solution; it may leave the rest open, and say so."""
    model, truth = question.model, question.truth
    if outcome.values is not None:
        assert evaluate(model, outcome.values) == []
        assert objective_value(model, outcome.values) == outcome.objective
    if outcome.conclusion in (Status.OPTIMAL, Status.UNSATISFIABLE):
        assert (outcome.conclusion, outcome.objective) == (truth.status, truth.objective)
    assert outcome.status is not Status.UNKNOWN or outcome.note


def keep(model: Model) -> Path:
    """Save a model for every later test."""
    REGRESSIONS.mkdir(exist_ok=True)
    text = to_json(model)
    path = REGRESSIONS / f"{sha256(text.encode()).hexdigest()[:12]}.json"
    path.write_text(text + "\n")
    return path


def check_and_keep(entrant, question: Question) -> None:
    """As `check`; where it fails, the smallest model found on which it fails is saved and shown in words."""
    name, options = entrant
    backend, model = backend_named(name), question.model
    try:
        check(question, backend, options)
    except Exception as error:
        smallest = shrink_model(model, values_to_fix(question), partial(failing_values, backend, options))
        raise AssertionError(f"{label(entrant)}: {error}\n{smallest}\nkept in {keep(smallest)}") from error


def failing_values(backend: Backend, options: Options, model: Model) -> Values | None:
    """An assignment by which variables of a failing model may be fixed; None if the backend does not fail on it."""
    asked = question(model)
    try:
        check(asked, backend, options)
    except Exception:
        return values_to_fix(asked)
    return None


def values_to_fix(question: Question) -> Values:
    return question.model.lower if question.truth.values is None else question.truth.values


def entrants_by_day(optimum: bool) -> list[object]:
    """As parameters: those whose day it is on few models, and all on many in `make exhaustive`."""
    few = [pytest.param(entrant, FEW, id=label(entrant)) for entrant in ENTRANTS if is_today(entrant, optimum)]
    every = [(entrant, f"{label(entrant)}-many") for entrant in ENTRANTS]
    return few + [pytest.param(entrant, MANY, id=name, marks=pytest.mark.exhaustive) for entrant, name in every]


def is_today(entrant, optimum: bool) -> bool:
    """Of encodings, every one with `cnf` and a third of them with others; an optimum needs no more than one of each
    form."""
    name, options = entrant
    if not options.encodings:
        return has_its_day(name)
    kin = [each for each in ENTRANTS if each[1].encodings.keys() == options.encodings.keys()]
    turn, day = kin.index(entrant), number_of_day()
    return turn == day % len(kin) if optimum else name == "cnf" or turn % 3 == day % 3


@pytest.mark.parametrize(("entrant", "one_in"), entrants_by_day(optimum=False))
def test_backends_and_encodings_agree_with_brute_force(entrant, one_in):
    """Status, optimum and projected solution set are the oracle's, on random models of every kind."""
    usable(entrant[0])
    for question in questions(entrant, None, one_in):
        check_and_keep(entrant, question)


@pytest.mark.parametrize(("entrant", "one_in"), entrants_by_day(optimum=True))
def test_the_optimum_is_that_of_brute_force(entrant, one_in):
    """On models that are about their objective: negated literals, integers, costs below zero and of zero."""
    usable(entrant[0])
    for question in questions(entrant, True, one_in):
        check_and_keep(entrant, question)


def test_only_the_smallest_failing_model_is_kept(monkeypatch, tmp_path):
    """Larger ones are not, and what is kept fails when it is read again. The models are the same in every run: a few of
    all models shrink no further than to five variables."""
    monkeypatch.setattr(f"{__name__}.REGRESSIONS", tmp_path)
    monkeypatch.setattr(f"{__name__}.backend_named", lambda name: LIAR)
    draw = Random("models to shrink").randint
    drawn = (question(random_model(draw)) for _ in range(ON_A_SHEET))
    large = (each for each in drawn if each.model.variables > 2)
    failing = next(each for each in large if failing_values(LIAR, Options(), each.model) is not None)
    with pytest.raises(AssertionError, match=r"liar: (.|\n)*kept in .*\.json"):
        check_and_keep(("liar", Options()), failing)
    (path,) = tmp_path.iterdir()
    smallest = from_json(path.read_text())
    assert smallest.variables <= 2
    with pytest.raises(AssertionError):
        check(question(smallest), LIAR, Options())


@cache
def regressions() -> dict[str, Question]:
    """The models in tests/regressions/, by the names of their files."""
    return {path.stem: question(from_json(path.read_text())) for path in sorted(REGRESSIONS.glob("*.json"))}


@pytest.mark.parametrize("name", by_day(SOLVERS))
def test_models_that_once_failed_agree_now(name):
    """Every model in tests/regressions/ is answered as brute force answers it."""
    usable(name)
    with every_case() as case:
        for stem, asked in regressions().items():
            with case(stem):
                check(asked, backend_named(name), Options())


def solve_inverted(*arguments):
    """The honest solver's answer inverted."""
    outcome = HONEST.solve(*arguments)
    if outcome.values is None:
        return outcome
    turned = outcome.values.copy()
    turned[1:] = 1 - turned[1:]
    return replace(outcome, values=turned)


def every_assignment(model: Model) -> list[Values]:
    """Of the model, whatever is asked for."""
    return list(HONEST.solutions(model, np.arange(1, model.variables + 1, dtype=np.int32), LIMITS, Options()))


def with_guarded_rows(model: Model, *, kept: bool) -> Model:
    """A model in which rows with a guard always count, or never."""
    other = model.copy()
    other.blocks = [replace(block, when=None) for block in model.blocks if kept or block.when is None]
    return other


def listed_number(model: Model, project: NDArray[np.int32]) -> int:
    return len(list(HONEST.solutions(model, project, LIMITS, Options())))


def orbits_of_exchange(model: Model, project: NDArray[np.int32]) -> int:
    """Answers that differ in the order of their variables count once."""
    return len({tuple(sorted(v[project].tolist())) for v in HONEST.solutions(model, project, LIMITS, Options())})


COUNTERS = {
    "does not project": lambda model, project, *_: len(every_assignment(model)),
    "ignores guards": lambda model, project, *_: listed_number(with_guarded_rows(model, kept=True), project),
    "ignores guarded rows": lambda model, project, *_: listed_number(with_guarded_rows(model, kept=False), project),
    "counts up to symmetry": lambda model, project, *_: orbits_of_exchange(model, project),
}
LISTERS = {
    "forgets one": lambda model, project, *more: list(HONEST.solutions(model, project, *more))[1:],
    "repeats what is equal on the projection": lambda model, project, *_: iter(every_assignment(model)),
}


def guarded_model() -> Model:
    """As one that `rosetta doctor` asks each backend about."""
    return examination_of_all(frozenset(Form))[0]


@pytest.mark.parametrize("fault", COUNTERS)
def test_a_wrong_counter_is_caught(fault):
    """The comparison calls `count`, on a model whose answers have several assignments."""
    asked, honest = (
        question(guarded_model()),
        replace(HONEST, count=lambda model, project, *_: listed_number(model, project)),
    )
    check(asked, honest, Options())
    with pytest.raises(AssertionError, match="counts others"):
        check(asked, replace(honest, count=COUNTERS[fault]), Options())


@pytest.mark.parametrize("fault", LISTERS)
def test_a_wrong_list_is_caught(fault):
    with pytest.raises(AssertionError):
        check(question(guarded_model()), replace(HONEST, solutions=LISTERS[fault]), Options())


def test_a_refusal_of_large_numbers_is_a_fact_of_the_record():
    """Which backend it is does not matter: what it says beforehand it may refuse, and no more."""

    def refuse(*_):
        raise Unsupported("numbers beyond 5")

    def weighted(most: int) -> Question:
        model = Model("weighted")
        model.linear(1, most, "rule", model.bools("x", 3), [1, 2, most])
        return question(model)

    modest = replace(HONEST, solve=refuse, largest_number=5)
    check(weighted(6), modest, Options())
    for too_much in (weighted(5), weighted(4)):
        with pytest.raises(AssertionError, match="refuses what it takes"):
            check(too_much, modest, Options())
    with pytest.raises(AssertionError, match="refuses what it takes"):
        check(weighted(6), replace(modest, largest_number=None), Options())


def test_what_is_left_open_for_coarse_tolerances_is_a_fact_of_the_record():
    def leave_open(*arguments):
        return Outcome(Status.UNKNOWN, note="too coarse")

    model = Model("weighted")
    model.linear(1, 3, "rule", model.bools("x", 2), [1, 7])
    coarse = replace(HONEST, solve=leave_open, proves_below=7)
    check(question(model), coarse, Options())
    with pytest.raises(AssertionError):
        check(question(model), replace(coarse, proves_below=8), Options())


LIAR = replace(HONEST, name="liar", solve=solve_inverted)


def test_a_backend_that_lies_is_caught():
    """The comparison can fail: a wrong assignment does not pass."""
    model = Model("three")
    model.exactly(1, "one of three", model.bools("x", 3))
    check(question(model), HONEST, Options())
    with pytest.raises(AssertionError):
        check(question(model), LIAR, Options())
