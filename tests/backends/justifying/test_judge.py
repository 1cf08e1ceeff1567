"""The judge of clauses: whatever it accepts holds in every solution, by trying them all; and the encodings that say
what their fresh variables stand for are accepted, clause by clause."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from hypothesis import strategies as st

from backends.contract import Limits, Options
from backends.encoding_choice.catalogue import encoding_names
from backends.justifying.definitions import PARITY, SUM, UNKNOWN, Definitions
from backends.justifying.judge import judge_clauses, reachable_neighbours
from backends.justifying.origins import justify_clauses, trace_clauses
from backends.lowering.clauses import to_clauses
from backends.proofs.columns import clauses_from_lists
from models.neutral import Form, Model
from rosetta.foundation.limits import TooLarge
from tests.support.brute_force import every_solution
from tests.support.every_case import every_case
from tests.support.strategies import drawn, models

UNTOLD = {"adder", "binary", "cardinality-network", "direct", "kmtotalizer", "mtotalizer", "sorting-network"}
ROWS = (Form.AT_MOST_ONE, Form.EXACTLY_ONE, Form.CARDINALITY, Form.LINEAR, Form.PARITY)
TOLD = [(form, name) for form in ROWS for name in encoding_names(form) if name not in UNTOLD]


def part_values(model, orders, values):
    """CNF variables of the model under an assignment, by number: Booleans, and the parts of integers."""
    holds = {x: bool(values[x]) for x in range(1, model.variables + 1)}
    for z in np.flatnonzero(orders.width).tolist():
        for place, part in enumerate(orders.literals(z).tolist(), 1):
            holds[part] = bool(values[z] >= model.lower[z] + place)
    return holds


def fresh_values(defined, holds):
    """What the definitions make of them; None where one is not told."""
    fresh = {}
    for i in range(len(defined)):
        at = slice(defined.starts[i], defined.starts[i + 1])
        terms = zip(defined.coefs[at].tolist(), defined.variables[at].tolist(), strict=True)
        total = sum(c * holds[v] for c, v in terms)
        by_kind = {SUM: total >= defined.k[i], PARITY: (total - defined.k[i]) % 2 == 0, UNKNOWN: None}
        fresh[defined.first + i] = by_kind[int(defined.kind[i])]
    return fresh


def holds_in(clause, holds):
    """Does a literal hold, whatever those that are not told?"""
    return any(holds[abs(x)] is not None and holds[abs(x)] == (x > 0) for x in clause)


def all_holds(model, traced):
    """The CNF variables in every solution of the model."""
    for values in every_solution(model):
        holds = part_values(model, traced.cnf.orders, values)
        yield holds | fresh_values(traced.defined, holds)


def is_accepted(model, traced, clause, origin):
    """One clause by itself."""
    single = replace(traced, clauses=clauses_from_lists([clause]), origins=np.array([origin], np.int64))
    return justify_clauses(model, single, np.arange(1)).is_justified


@st.composite
def told_options(draw):
    """An encoding for each form, of those that tell."""
    chosen = {form: draw(st.sampled_from([name for told, name in TOLD if told is form])) for form in ROWS}
    return Options(encodings={**chosen, Form.INTEGER: "order"})


@drawn(50, 200, models(objective=False), told_options())
def test_every_clause_of_a_lowering_is_accepted(model, options):
    """Guards, integers, negative coefficients and rows that cannot hold are among them."""
    traced = trace_clauses(model, Limits(), options)
    assert traced.cnf.clauses.tolist() == to_clauses(model, Limits(), options).clauses.tolist()
    verdict = justify_clauses(model, traced, np.arange(len(traced.clauses)))
    assert verdict.is_justified, verdict.refusal


@pytest.mark.parametrize("linear", [name for form, name in TOLD if form is Form.LINEAR])
@pytest.mark.parametrize("divides", [False, True])
def test_clauses_of_a_row_follow_whether_it_was_divided_or_not(linear, divides):
    """A model that has a row that cannot hold is lowered as it was stated: `-2 z <= 1`, where others get `-z <= 0`."""
    model = Model("no number is halved")
    (z,) = model.ints("z", 1, -2, 0)
    model.linear(None, 1, "an odd bound of even numbers", [z], [-2])
    if not divides:
        model.any("cannot hold", np.zeros((1, 0), np.int32))
    traced = trace_clauses(model, Limits(), Options(encodings={Form.LINEAR: linear, Form.INTEGER: "order"}))
    verdict = justify_clauses(model, traced, np.arange(len(traced.clauses)))
    assert verdict.is_justified, verdict.refusal


@drawn(50, 200, models(objective=False), told_options(), st.data())
def test_what_is_accepted_holds(model, options, data):
    """A clause with literals changed, a row or a bound that is not its own: accepted only where it holds in every
    solution. Half of the changed ones do not hold, so that it is no empty claim."""
    traced = trace_clauses(model, Limits(), options)
    rows = sum(len(block) for block in model.blocks)
    if not len(traced.clauses) or not rows:
        return
    solutions = list(all_holds(model, traced))
    variables = st.integers(1, traced.cnf.variables)
    for _ in range(8):
        i = data.draw(st.integers(0, len(traced.clauses) - 1))
        clause, origin = traced.clauses.clause(i), int(traced.origins[i])
        place = data.draw(st.integers(0, max(len(clause) - 1, 0)))
        match data.draw(st.sampled_from(["drop", "negate", "replace", "row", "none"])):
            case "drop":
                clause = clause[:place] + clause[place + 1 :]
            case "negate" if clause:
                clause[place] *= -1
            case "replace" if clause:
                clause[place] = data.draw(variables) * data.draw(st.sampled_from([1, -1]))
            case "row":
                origin = data.draw(st.integers(-1, rows - 1))
        if is_accepted(model, traced, clause, origin):
            assert all(holds_in(clause, holds) for holds in solutions), clause


@pytest.mark.sample(3)
@pytest.mark.parametrize(("form", "name"), TOLD, ids=lambda each: getattr(each, "value", each))
def test_long_rows(form, name):
    """Rows of 2 to 24 literals (12 where all subsets are written), every second one negated; and a clause made
    stronger is refused."""
    random = np.random.default_rng(3)
    for n in (2, 3, 5, 8, 12) if name in ("binomial", "parity-direct") else (2, 3, 5, 8, 12, 24):
        m = Model("row")
        x = m.bools("x", n)
        x = np.where(np.arange(n) % 2, -x, x)
        k = int(random.integers(1, n))
        if form is Form.PARITY:
            m.parity(k % 2, "a row", [x])
        elif form is Form.LINEAR:
            m.linear(int(n // 2), 2 * n, "a row", [x], random.integers(1, 6, n))
        elif form is Form.CARDINALITY:
            m.between(min(k, 3), min(n, k + 3), "a row", [x])
        else:
            m.between(int(form is Form.EXACTLY_ONE), 1, "a row", [x])
        traced = trace_clauses(m, Limits(), Options(encodings={form: name}))
        verdict = justify_clauses(m, traced, np.arange(len(traced.clauses)))
        assert verdict.is_justified, verdict.refusal
        if n <= 8:
            refuse_stronger(m, traced)


def refuse_stronger(model, traced):
    """Leave out one literal of each clause in turn: accepted only if it holds in every solution."""
    solutions = list(all_holds(model, traced))
    refused = 0
    for clause in traced.clauses.lists():
        for place in range(len(clause)):
            rest = clause[:place] + clause[place + 1 :]
            accepted = is_accepted(model, traced, rest, 0)
            refused += not accepted
            assert not accepted or all(holds_in(rest, holds) for holds in solutions), rest
    assert refused or not len(traced.clauses)


@pytest.mark.parametrize("name", sorted(UNTOLD - {"direct"}))
def test_an_encoding_that_does_not_tell_is_refused(name):
    """Its clauses may be right; nothing shows it."""
    m = Model("row")
    m.between(2, 3, "two or three", m.bools("x", 7))
    traced = trace_clauses(m, Limits(), Options(encodings={Form.CARDINALITY: name}))
    verdict = justify_clauses(m, traced, np.arange(len(traced.clauses)))
    assert verdict.refusal is not None
    assert "does not follow from rule 'two or three', row 0" in verdict.refusal


def test_the_sums_that_can_be_reached():
    """The nearest sums on both sides of k, against a list of all."""
    random = np.random.default_rng(5)
    for _ in range(300):
        coefs = tuple(random.integers(-9, 10, int(random.integers(0, 7))).tolist())
        sums = {0}
        for c in coefs:
            sums |= {s + c for s in sums}
        k = int(random.integers(-30, 31))
        least, most = min((s for s in sums if s >= k), default=k), max((s for s in sums if s < k), default=k - 1)
        assert reachable_neighbours(coefs, k) == (least, most), (coefs, k)


def test_a_lowering_that_is_too_large_names_the_rule():
    """In the model's own words, though the rules are numbered while they are lowered."""
    m = Model("row")
    m.between(2, 3, "two or three", m.bools("x", 7))
    with pytest.raises(TooLarge, match="rule 'two or three'"):
        trace_clauses(m, Limits(literals=5), Options())


@pytest.mark.parametrize(
    ("column", "value", "expected"),
    [("variables", 99, "definitions over variables of the model"), ("starts", 7, "terms for each definition")],
)
def test_definitions_out_of_range_are_refused(column, value, expected):
    """The kernel has no bounds: what it reads is checked before."""
    m = Model("row")
    m.between(2, 3, "two or three", m.bools("x", 7))
    traced = trace_clauses(m, Limits(), Options(encodings={Form.CARDINALITY: "totalizer"}))
    changed = getattr(traced.defined, column).copy()
    changed[-1] = value
    wrong = replace(traced, defined=replace(traced.defined, **{column: changed}))
    with pytest.raises(ValueError, match=expected):
        justify_clauses(m, wrong, np.arange(len(traced.clauses)))


@pytest.mark.parametrize("k", [-(2**63), 1 - 2**63, -(2**62), 2**62, 2**63 - 1])
def test_sums_of_definitions_do_not_overflow(k):
    """Two fresh variables that hold always, or never, by a bound at the end of 64 bits."""
    m = Model("row")
    m.any("one of three", m.bools("x", (1, 3)))
    column = np.ones(2, np.int64)
    defined = Definitions(4, column.astype(np.int8), k * column, np.arange(3), np.array([1, 2]), column)
    with every_case() as case:
        for clause, origin in product([[4], [-4], [4, 5], [-4, -5], [4, -5]], [-1, 0]):
            with case((clause, origin)):
                verdict = judge_clauses(m, clauses_from_lists([clause]), np.array([origin]), defined)
                assert not verdict.is_justified or any((k < 0) == (x > 0) for x in clause)
