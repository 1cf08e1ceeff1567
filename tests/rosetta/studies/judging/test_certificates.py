"""Parity certificates and counts are checked against the model by independent code: wrong ones are not believed."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from types import SimpleNamespace

import numpy as np
import pytest

from backends.contract import Certificate, Limits, Options, Outcome, Status
from backends.gf2 import BACKEND
from backends.oracle import BACKEND as ORACLE
from models.neutral import Model, evaluate
from models.puzzles.contract import Extras
from rosetta.studies.asking.entrants import resolve_entrant
from rosetta.studies.counting.count import count_by_engine
from rosetta.studies.counting.recount import dimension
from rosetta.studies.judging.attempts import Attempt
from rosetta.studies.judging.certificates import contradiction, find_infeasible_row
from rosetta.studies.judging.judge import judge_attempts
from tests.backends.test_gf2 import board
from tests.support.parity_models import grid, lights, system

LIMITS = Limits(seconds=60.0)
FOREVER = float("inf")


def ring(odd: list[int]) -> Model:
    """x + y, y + z, z + x are odd or not."""
    model = Model("ring")
    x = model.bools("x", 3)
    model.parity(odd, "neighbours", [[x[0], x[1]], [x[1], -x[2]], [x[2], -x[0]]])
    return model


def claim(rows: list[int], blocks: list[int] | None = None, literals: list[int] | None = None) -> Certificate:
    none = [0] * len(rows)
    return Certificate(np.array(blocks or none), np.array(rows), np.array(literals or none, np.int32))


def test_rows_that_add_up_to_nothing_equals_one():
    """All three rows of an odd ring; the two negated literals cancel."""
    message = contradiction(ring([1, 1, 1]), claim([0, 1, 2]))
    assert "rule 'neighbours', row 0" in message
    assert "0 = 1" in message


def test_rows_prove_something_if_and_only_if_they_cannot_all_be_kept():
    """Every ring of three rows with every choice of signs, against brute force: a negated literal turns a row over."""
    for bits in product((0, 1), repeat=9):
        model = Model("ring")
        x, signs = model.bools("x", 3), 1 - 2 * np.array(bits[3:]).reshape(3, 2)
        model.parity(bits[:3], "neighbours", signs * [[x[0], x[1]], [x[1], x[2]], [x[2], x[0]]])
        contradicts = ORACLE.solve(model, LIMITS, Options()).status is Status.UNSATISFIABLE
        assert (contradiction(model, claim([0, 1, 2])) is not None) is contradicts, bits


@pytest.mark.parametrize(
    ("odd", "certificate"),
    [
        ([1, 1, 0], claim([0, 1, 2])),  # the right sides cancel
        ([1, 1, 1], claim([0, 1])),  # variables are left
        ([1, 1, 1], claim([0, 1, 2, 2])),  # a row counted twice
        ([1, 1, 1], claim([])),
        ([1, 1, 1], claim([0, 1, 3])),  # no such row
        ([1, 1, 1], claim([0, 1, -1])),
        ([1, 1, 1], claim([0, 1, 2], [0, 0, 1])),  # no such block
        ([1, 1, 1], claim([0], literals=[1])),  # row 0 does not say that x holds
        ([1, 1, 1], claim([0], literals=[3])),  # row 0 says nothing of z
        ([1, 1, 1], claim([0], literals=[4])),  # no such variable
        ([1, 1, 1], claim([0], literals=[-4])),
        ([1, 1, 1], replace(claim([0, 1, 2]), rows=np.array([0, 1]))),
    ],
)
def test_a_wrong_certificate_is_not_believed(odd, certificate):
    """Nothing is shown, whatever was claimed."""
    assert contradiction(ring(odd), certificate) is None


def test_a_guarded_row_proves_nothing():
    """It need not be kept."""
    model = ring([1, 1, 1])
    model.blocks = [replace(model.blocks[0], when=np.array([1, 1, 1], np.int32))]
    assert contradiction(model, claim([0, 1, 2])) is None


@pytest.mark.parametrize(
    ("state", "literal", "forced"),
    [
        (lambda m, x: m.any("r", [[x[0]]]), 1, True),
        (lambda m, x: m.any("r", [[x[0], x[1]]]), 1, False),
        (lambda m, x: m.exactly(2, "r", [[x[0], -x[1]]]), 1, True),
        (lambda m, x: m.exactly(2, "r", [[x[0], -x[1]]]), -2, True),
        (lambda m, x: m.exactly(2, "r", [[x[0], -x[1]]]), 2, False),
        (lambda m, x: m.at_most(0, "r", [[x[0], -x[1]]]), -1, True),
        (lambda m, x: m.at_most(0, "r", [[x[0], -x[1]]]), 2, True),
        (lambda m, x: m.exactly(1, "r", [[x[0], x[1]]]), 1, False),
        (lambda m, x: m.linear(3, None, "r", [[x[0], x[1]]], [2, 2]), 1, True),
        (lambda m, x: m.linear(2, None, "r", [[x[0], x[1]]], [2, 2]), 1, False),
        (lambda m, x: m.linear(None, -3, "r", [[x[0], x[1]]], [-2, -2]), 2, True),
        (lambda m, x: m.parity(1, "r", [[x[0]]]), 1, True),
        (lambda m, x: m.parity(0, "r", [[x[0]]]), 1, False),
        (lambda m, x: m.parity(1, "r", [[x[0], x[1]]]), 1, False),
    ],
)
def test_a_literal_that_a_row_is_said_to_force(state, literal, forced):
    """It contradicts the row that denies it if and only if its row cannot be kept without it (brute force)."""
    model = Model("forced")
    state(model, model.bools("x", 2))
    model.parity(0, "denied", [[literal]])
    message = contradiction(model, claim([0, 0], [0, 1], [literal, 0]))
    assert (message is not None) is forced
    assert (ORACLE.solve(model, LIMITS, Options()).status is Status.UNSATISFIABLE) is forced


@pytest.mark.parametrize("order", [("many", "one", "two"), ("one", "two", "many"), ("two", "many", "one")])
def test_of_several_rules_the_one_with_the_fewest_bad_rows_is_named(order):
    """It is the cause more likely than what it brings about; rows that can be kept do not count."""
    bad = {"one": 1, "two": 2, "many": 3}
    model = Model("rules")
    x = model.bools("x", 2)
    for name in order:
        model.exactly([3] * bad[name] + [1] * 5, name, [x] * (bad[name] + 5))
    assert find_infeasible_row(model).startswith("rule 'one', row 0: ")


def question(model: Model) -> SimpleNamespace:
    """As much of a question as counting and judging need; an answer is the values of all variables."""
    puzzle = SimpleNamespace(
        formulations={"default": lambda _: model},
        name="numbers",
        project=lambda _, m: m.boolean_variables,
        verify=lambda *_, **__: [],
        answer_json=lambda answer: answer,
        name_of=lambda *_: "press",
        extras=Extras(name_row=lambda *_: ""),
    )
    return SimpleNamespace(
        puzzle=puzzle,
        instance=None,
        cells=None,
        rules={},
        model=lambda _: model,
        answer=lambda _, values: tuple(values.tolist()),
        broken_rules=lambda m, values: tuple(map(str, evaluate(m, values))),
    )


def test_no_solution_with_a_certificate_is_proved_and_without_one_claimed():
    """One engine alone; a certificate of somebody who only says so does not help."""
    model = ring([1, 1, 1])
    outcome = BACKEND.solve(model, LIMITS, Options())
    wrong = replace(outcome, certificate=claim([0, 1]))
    for variant, expected in (
        (outcome, ("correct", "proved")),
        (replace(outcome, certificate=None), ("unproved", "claimed")),
        (wrong, ("unproved", "claimed")),
    ):
        asked = question(model)
        (run,) = judge_attempts(asked, [Attempt(resolve_entrant(asked, "gf2", "default"), variant, {})])
        assert (run.verdict, run.evidence) == expected


def test_the_dimension_counted_again_is_that_of_brute_force():
    """On random systems, on all and on some of the variables."""
    rng = np.random.default_rng(1)
    for number in range(60):
        model = system(rng, int(rng.integers(0, 9)), int(rng.integers(1, 9)), 0.4, number % 3 > 0)
        if number % 2:
            model.true("holds", -model.boolean_variables[:2])
        for project in (model.boolean_variables, model.boolean_variables[1::2], model.boolean_variables[:0]):
            expected = len(list(ORACLE.solutions(model, project, LIMITS, Options())))
            exponent = dimension(model, project, FOREVER)
            assert (0 if exponent < 0 else 2**exponent) == expected


def test_the_dimension_is_not_counted_where_it_cannot_be():
    """Other rows than parity, no time."""
    model = ring([1, 1, 1])
    assert dimension(model, model.boolean_variables, 0.0) is None
    model.any("clause", [model.boolean_variables])
    assert dimension(model, model.boolean_variables, FOREVER) is None


def count_of(model: Model, engine: str):
    """The number of solutions of a model by that engine."""
    asked = question(model)
    return count_by_engine(asked, resolve_entrant(asked, engine, "default"), LIMITS)


def test_counting_does_not_list():
    """19 x 19 lights have 65536 solutions, a published number; forty boards of 4 x 4 have 2^160."""
    counts = count_of(board(19), "gf2")
    assert (counts.number, counts.exact, counts.checked, counts.broken) == (65536, True, 10, ())
    many = lights(np.concatenate([grid(4, 4) + 16 * i for i in range(40)]), 640)
    counts = count_of(many, "gf2")
    assert (counts.number, counts.exact) == (2**160, True)
    assert count_of(ring([1, 1, 1]), "gf2").number == 0
    assert count_of(board(4), "cnf") is None


COUNTS_DOUBLE = replace(BACKEND, name="countsdouble", count=lambda *arguments: 2 * BACKEND.count(*arguments))


@pytest.mark.parametrize("n", [4, 19])
def test_a_wrong_count_is_exposed(fake, n):
    """By the list where that is short, by the second count."""
    counts = count_of(board(n), fake(COUNTS_DOUBLE))
    assert not counts.exact
    assert any(line.endswith(f"elimination by integers counts {counts.number // 2}") for line in counts.broken)


def test_an_unsatisfiable_claim_of_another_kind_stays_what_it_was():
    """A certificate proves it for all who claim it."""
    model = ring([1, 1, 1])
    asked = question(model)
    gf2 = Attempt(resolve_entrant(asked, "gf2", "default"), BACKEND.solve(model, LIMITS, Options()), {})
    other = Attempt(resolve_entrant(asked, "cnf", "default"), Outcome(Status.UNSATISFIABLE), {})
    assert [run.evidence for run in judge_attempts(asked, [other, gf2])] == ["proved", "proved"]
