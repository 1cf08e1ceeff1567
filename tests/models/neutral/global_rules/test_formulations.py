"""Every formulation of every global rule: it means the rule, and is what it says of itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np
import pytest

from backends.contract import Limits, Options
from backends.passes.shuffling import shuffle_model
from backends.registry import backend_named
from models.neutral import Model, evaluate
from models.neutral.global_rules.contract import NATIVE
from models.neutral.global_rules.registry import kind_names, kind_of
from models.neutral.json import from_json, to_json
from models.neutral.numbers.domains import ALWAYS
from models.neutral.restating import restate_rules
from models.neutral.words import describe_model
from tests.support.rule_cases import FORMULATIONS, cases_of, sorts_lacking
from tests.support.rule_cases.case import assignment_of, values_of
from tests.support.rule_strength import ORDER, is_single, weakest

PATIENT = Limits(seconds=600)
OTHERS = ("cpsat", "cbc")
SOLVED = [(kind, by, backend) for kind, by in FORMULATIONS for backend in OTHERS] + [
    (kind, NATIVE, backend) for backend in OTHERS for kind in kind_names() if kind in backend_named(backend).native
]


def answers(model: Model, numbers: list, backend: str = "cnf") -> set[tuple[int, ...]]:
    """What the numbers are in the solutions, each of which is judged; by literals: most solvers list no integers."""
    literals = np.abs(model.domain_of(model.number_columns([int(number) for number in numbers])).is_)
    return set(_listed(model, numbers, np.unique(literals[literals != ALWAYS]), backend))


def completions(model: Model, numbers: list) -> Iterator[tuple[int, ...]]:
    """The same of all solutions, as often as there are others that agree on the numbers."""
    return _listed(model, numbers, np.arange(1, model.variables + 1, dtype=np.int32), "cnf")


def _listed(model: Model, numbers: list, project: np.ndarray, backend: str) -> Iterator[tuple[int, ...]]:
    for assignment in backend_named(backend).solutions(model, project, PATIENT, Options()):
        assert evaluate(model, assignment) == []
        yield values_of(model, numbers, assignment)


def has_several(values: Iterable[tuple[int, ...]]) -> bool:
    """Does one stand there twice? Reads no further than to that."""
    seen: set[tuple[int, ...]] = set()
    return any(each in seen or seen.add(each) for each in values)


@pytest.mark.parametrize("kind", kind_names())
def test_the_judge_says_what_the_rule_means(kind):
    """On all values of the numbers of every case, of a rule without rows: the oracle shares nothing with the judge."""
    for case in cases_of(kind):
        model, numbers = case.model(NATIVE)
        (rule,) = model.global_rules
        for values in case.assignments():
            assignment = assignment_of(model, numbers, values)
            case.complete(model, assignment)
            broken = list(rule.complaints(assignment))
            assert (not broken) == case.holds(values), (case.name, values)


@pytest.mark.parametrize("kind", kind_names())
def test_the_cases_are_of_many_sorts(kind):
    """Choices, integers, Booleans, several rows, as far as the kind can have them; rules that are kept, and broken."""
    cases, lacks = cases_of(kind), sorts_lacking(kind)
    sorts = {number.form for case in cases for number in case.numbers}
    sorts |= {"several rows" for case in cases if case.model(NATIVE)[0].global_rules[0].rows > 1}
    assert sorts == {"choice", "integer", "Boolean", "several rows"} - lacks
    assert any(0 < len(case.kept()) < len(list(case.assignments())) for case in cases)
    assert any(is_single(case) for case in cases)


@pytest.mark.parametrize(("kind", "by"), FORMULATIONS)
def test_rows_say_what_the_rule_means(kind, by):
    """They have a solution for exactly those values of the numbers that keep the rule; exactly one, where its variables
    are declared to be determined, and several for some case where not."""
    for case in cases_of(kind):
        assert answers(*case.model(by)) == case.kept(), case.name
    several = (case.name for case in cases_of(kind) if has_several(completions(*case.model(by))))
    if kind_of(kind).formulations[by].unique:
        assert not (found := next(several, "")), f"{by}: declared `unique`, and in '{found}' are several completions"
    else:
        assert next(several, ""), f"{by}: not declared `unique`; declare it: no case has several completions"


@pytest.mark.parametrize(("kind", "by"), FORMULATIONS)
def test_propagation_finds_what_is_declared(kind, by):
    """On clauses, whatever values are removed: no value is lost; and the strength is the strongest that is true."""
    found = [(*weakest(case, by), case.name) for case in cases_of(kind) if is_single(case)]
    strength, left, name = max(found, key=lambda each: ORDER.index(each[0]))
    declared = kind_of(kind).formulations[by].strength
    assert declared == strength, f"{by}: declared {declared}, but it is {strength}: {name}, where {left} are left"


@pytest.mark.sample(12)
@pytest.mark.parametrize(("kind", "by"), FORMULATIONS)
def test_models_with_the_rule_are_kept_shuffled_and_told(kind, by):
    """As JSON and shuffled they have the same solutions; in words, they have the sentence."""
    for case in cases_of(kind):
        model, numbers = case.model(by)
        again = from_json(to_json(model))
        assert to_json(again) == to_json(model)
        assert answers(again, numbers) == case.kept()
        shuffled = shuffle_model(model, 3)
        places = shuffled.numbers[[abs(int(x)) for x in model.number_columns([int(n) for n in numbers]).named]]
        found = backend_named("cnf").solutions(shuffled.model, np.unique(places), PATIENT, Options())
        lifted = [shuffled.lift_values(values) for values in found]
        assert {values_of(model, numbers, values) for values in lifted} == case.kept(), case.name
        assert all(evaluate(model, values) == [] for values in lifted)
        (rule,) = model.global_rules
        if rule.blocks[0] < rule.blocks[1]:  # else nothing needs to be said
            assert rule.sentence in describe_model(model)


@pytest.mark.sample(12)
@pytest.mark.parametrize(("kind", "by"), FORMULATIONS)
def test_rules_are_restated_by_another_formulation(kind, by):
    """By the next one: its rows are as many as if the rule had been stated by that one at once, and the solutions are
    the same. (Literals of numbers stay.)"""
    names = list(kind_of(kind).formulations)
    other = names[(names.index(by) + 1) % len(names)]
    for case in cases_of(kind):
        model, numbers = case.model(by)
        twin, stated = restate_rules(model, {kind: other}), case.model(other)[0]
        assert [rule.by for rule in twin.global_rules] == [other]
        assert _rows_of_rule(twin) == _rows_of_rule(stated), case.name
        assert answers(twin, numbers) == case.kept(), (case.name, other)


def _rows_of_rule(model: Model) -> list[int]:
    """How many rows each of its blocks has."""
    (rule,) = model.global_rules
    return [len(block) for block in model.blocks[slice(*rule.blocks)]]


@pytest.mark.sample(16)
@pytest.mark.parametrize(("kind", "by", "backend"), SOLVED)
def test_solvers_of_other_kinds_agree(kind, by, backend):
    """On the answers of one case, the one with the most answers below thirty."""
    case = max((case for case in cases_of(kind) if len(case.kept()) < 30), key=lambda case: len(case.kept()))
    assert answers(*case.model(by), backend) == case.kept(), case.name
