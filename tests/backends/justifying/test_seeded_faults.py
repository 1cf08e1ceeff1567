"""Encodings with faults put in on purpose: whatever they are, nothing is called proved that brute force refutes.

The models have a solution. The faults are put into every encoding in turn: clauses that are too strong, wrong
bounds, wrong meanings, variables that two parts share; or into what is told of the clauses: rows and definitions."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from functools import partial

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from backends.contract import Limits, Options
from backends.encoding_choice import catalogue
from backends.encoding_templates.meanings import AtLeast, IsOdd
from backends.justifying import refutation
from backends.justifying.origins import trace_clauses
from backends.justifying.refutation import check_refutation
from backends.proofs.columns import clauses_from_lists
from models.neutral import Form, objective_value
from rosetta.studies.refuting.claims_as_models import claim_of_no_better, claim_of_no_other
from tests.support.brute_force import every_solution, first_solution
from tests.support.proofs import prove
from tests.support.strategies import models

ROWS = (Form.AT_MOST_ONE, Form.EXACTLY_ONE, Form.CARDINALITY, Form.LINEAR, Form.PARITY)
NAMES = sorted(catalogue.encodings())
WITHOUT_TEMPLATE = {"order"}  # its clauses are written by the lowering itself
EXTREME = (-(2**63), 2**63 - 1, -(2**62), 2**62, 2**53, -(2**53), 2**61, 0)


@st.composite
def with_one_solution_left(draw, forms=ROWS):
    """A model that has a solution, and hardly another: one more row of one of these forms that this one keeps; then
    all others are forbidden, or those as good as it."""
    model = draw(models(objective=True if forms == [Form.INTEGER] else None))  # which have integers, most of them
    solutions = [values.copy() for values in every_solution(model)]
    assume(solutions and len(model.boolean_variables))
    left = draw(st.sampled_from(solutions))
    add_row(draw, model, draw(st.sampled_from(forms)), left)
    if model.objective is not None and draw(st.booleans()):
        return claim_of_no_better(model, objective_value(model, left) + 1)
    booleans = model.boolean_variables
    others = [values for values in solutions if (values[booleans] != left[booleans]).any()]
    return claim_of_no_other(model, booleans, others)


def add_row(draw, model, form, values):
    """A row of that form, over all Booleans, that the assignment keeps; sometimes with a guard."""
    x = model.boolean_variables.astype(np.int64)
    x = np.where([draw(st.booleans()) for _ in x], x, -x)
    if form in (Form.AT_MOST_ONE, Form.EXACTLY_ONE):
        x = np.where(values[np.abs(x)] == 1, -np.abs(x), np.abs(x))  # none holds
        x[: int(form is Form.EXACTLY_ONE)] *= -1
    holds = (values[np.abs(x)] == (x > 0)).astype(np.int64)
    guard = {"when": int(draw(st.sampled_from([*x, *-x])))} if draw(st.integers(0, 3)) == 0 else {}
    below, above = draw(st.integers(0, 2)), draw(st.integers(0, 2))
    count = int(holds.sum())
    match form:
        case Form.PARITY:
            model.parity(count % 2, "one more", [x], **guard)
        case Form.LINEAR:
            coefs = np.array([draw(st.integers(1, 4)) for _ in x])
            value = int((coefs * holds).sum())
            model.linear(value - below, value + above, "one more", [x], coefs, **guard)
        case Form.AT_MOST_ONE | Form.EXACTLY_ONE:
            model.between(count, 1, "one more", [x], **guard)
        case _:
            model.between(count - below, count + above, "one more", [x], **guard)


# ---- faults in an encoding ---------------------------------------------------------------------------------------


def off_by_one(encoding, pick, shape, fresh):
    """A row with another bound."""
    low, high = pick.choice(((1, 0), (0, -1), (-1, 0), (0, 1)))
    lo, hi = max(shape.lo + low, 0), shape.hi + high
    wrong = replace(shape, lo=lo, hi=hi) if lo <= hi and hi >= 1 and lo < shape.reach else shape
    yield from encoding.clauses(wrong, fresh)


def too_strong(encoding, pick, shape, fresh):
    """A literal is missing, negated, or there is a clause more; in two places."""
    clauses = [list(clause) for clause in encoding.clauses(shape, fresh)]
    most = max((abs(x) for clause in clauses for x in clause), default=1)
    for _ in range(2):
        clause = pick.choice(clauses) if clauses else []
        how = pick.randrange(4)
        if how == 0 and len(clause) > 1:
            del clause[pick.randrange(len(clause))]
        elif how == 1 and clause:
            clause[pick.randrange(len(clause))] *= -1
        else:
            clauses.append([pick.choice((1, -1)) * pick.randint(1, most) for _ in range(pick.randint(1, 2))])
    yield from clauses


def wrong_meanings(encoding, pick, shape, fresh):
    """Fresh variables are said to stand for something else, themselves included; and clauses are too strong."""

    def liar(meaning):
        match meaning:
            case AtLeast(terms, k):
                terms = tuple((c * pick.choice((1, 1, -1, 2**40)), x) for c, x in terms)
                choices = (AtLeast(terms, k), AtLeast(terms, pick.choice((k + 1, k - 1, *EXTREME))))
                meaning = pick.choice((*choices, AtLeast(terms[1:], 1), AtLeast((*terms, (1, shape.n + 1)), 1)))
            case IsOdd(literals):
                meaning = pick.choice((IsOdd(literals[1:]), IsOdd((-shape.n - 1, *literals)), IsOdd(()), None))
            case None:
                meaning = AtLeast(((1, 1),), 1)
        return fresh(meaning)

    yield from (too_strong if pick.random() < 0.5 else sound)(encoding, pick, shape, liar)


def sound(encoding, pick, shape, fresh):
    """As it is."""
    yield from encoding.clauses(shape, fresh)


def shared_variables(encoding, pick, shape, fresh):
    """A fresh variable is given twice, or is one of the row's."""
    given = list(range(1, shape.n + 1))

    def sharing(meaning):
        number = fresh(meaning)
        given.append(number)
        return pick.choice(given) if pick.random() < 0.5 else number

    yield from encoding.clauses(shape, sharing)


FAULTS = (off_by_one, too_strong, wrong_meanings, shared_variables)


def with_fault(encoding, fault, seed):
    """The encoding with that fault, the same each time a shape is written."""

    def clauses(shape, fresh):
        yield from fault(encoding, random.Random(f"{seed} {shape}"), shape, fresh)

    return replace(encoding, clauses=clauses)


def is_proved(model, options, trace=trace_clauses):
    """Is it "proved", by a proof of the clauses that the faulty lowering writes? None where these have a solution."""
    lists = trace(model, Limits(), options).clauses.lists()
    steps = [] if [] in lists else prove("cadical195", lists)
    if steps is None:
        return None
    proof = "".join(f"{'d ' * deletes}{' '.join(map(str, [*clause, 0]))}\n" for deletes, clause in steps).encode()
    return check_refutation(model, proof, Limits(), options).refusal is None


def check_faults(name, examples):
    """Random models that have a solution, each with faults in the encoding of that name; how often what came out."""
    seen = Counter()
    forms = [form for form in (*ROWS, Form.INTEGER) if name in catalogue.encoding_names(form)]
    originals, options = catalogue.encodings(), Options(encodings=refutation.ENCODINGS | dict.fromkeys(forms, name))

    @settings(max_examples=examples, deadline=None, database=None, derandomize=True)
    @given(with_one_solution_left(forms), st.integers(0, 10**6))
    def check(model, seed):
        assert first_solution(model) is not None
        for number, fault in enumerate(2 * FAULTS):
            wrong = {**originals, name: with_fault(originals[name], fault, seed + number)}
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(catalogue, "encodings", lambda wrong=wrong: wrong)
                proved = is_proved(model, options)
            seen[proved] += 1
            assert not proved, (fault, seed + number)

    check()
    return seen


@pytest.mark.sample(3)
@pytest.mark.parametrize("name", NAMES)
def test_a_faulty_encoding_proves_nothing_wrong(name):
    """A few of each; some are lies that would be believed, if clauses were not judged."""
    assert check_faults(name, 12)[False] >= (name not in WITHOUT_TEMPLATE)


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", NAMES)
def test_many_faulty_encodings_prove_nothing_wrong(name):
    """As many as it takes to be sure."""
    assert check_faults(name, 60)[False] >= (name not in WITHOUT_TEMPLATE)


# ---- faults in what is told of the clauses -----------------------------------------------------------------------


def misled(seed, model, limits, options):
    """The clauses of a lowering with some too strong, and rows and definitions that are not theirs."""
    pick, traced = random.Random(seed), trace_clauses(model, limits, options)
    lists, origins, defined = traced.clauses.lists(), traced.origins.copy(), traced.defined
    rows = sum(len(block) for block in model.blocks)
    for _ in range(pick.randint(1, 3)):
        most = max(traced.cnf.variables, 1)
        lists.append([pick.choice((1, -1)) * pick.randint(1, most) for _ in range(pick.randint(1, 2))])
        origins = np.append(origins, pick.randint(-1, rows - 1))
    k, coefs, kind = defined.k.copy(), defined.coefs.copy(), defined.kind.copy()
    variables = defined.variables.copy()
    for column, values in ((k, EXTREME), (coefs, (*EXTREME, 1, -1, 2)), (kind, (0, 1, 2, 7))):
        for i in range(len(column)):
            if pick.random() < 0.2:
                column[i] = pick.choice(values)
    if len(variables):
        variables[pick.randrange(len(variables))] = pick.randint(1, defined.first - 1)
    defined = replace(defined, k=k, coefs=coefs, kind=kind, variables=variables)
    return replace(traced, clauses=clauses_from_lists(lists), origins=origins, defined=defined)


def check_misled(examples):
    """Lies about rows and definitions, with numbers at the end of 64 bits; how often what came out."""
    seen, options = Counter(), Options(encodings=refutation.ENCODINGS)

    @settings(max_examples=examples, deadline=None, database=None, derandomize=True)
    @given(with_one_solution_left(), st.integers(0, 10**6))
    def check(model, seed):
        assert first_solution(model) is not None
        for number in range(8):
            trace = partial(misled, seed + number)
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(refutation, "trace_clauses", trace)
                proved = is_proved(model, options, trace)
            seen[proved] += 1
            assert not proved, seed + number

    check()
    return seen


def test_lies_about_clauses_prove_nothing_wrong():
    """A few."""
    assert check_misled(25)[False] >= 10


@pytest.mark.exhaustive
def test_many_lies_about_clauses_prove_nothing_wrong():
    """As many as it takes to be sure."""
    assert check_misled(200)[False] >= 10
