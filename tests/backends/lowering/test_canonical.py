"""The canonical pass: every row in its simplest kind, the same solutions, and messages for rows that cannot hold."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given, settings

from backends.lowering.canonical import canonical_rules, contradiction
from models.neutral import Block, Kind, Model, evaluate
from tests.support.strategies import models


def with_blocks(model: Model, blocks: tuple[Block, ...]) -> Model:
    twin = model.copy()
    twin.blocks = list(blocks)
    return twin


def solutions(model: Model) -> set[tuple[int, ...]]:
    ranges = [range(lo, hi + 1) for lo, hi in zip(model.lower[1:].tolist(), model.upper[1:].tolist(), strict=True)]
    return {a for a in itertools.product(*ranges) if not evaluate(model, np.array((0, *a)))}


@given(models(objective=False))
@settings(max_examples=150)
def test_solutions_stay_the_same(model: Model) -> None:
    assert solutions(with_blocks(model, canonical_rules(model).blocks)) == solutions(model)


@given(models(objective=False))
@settings(max_examples=150)
def test_no_bound_that_is_left_is_trivial(model: Model) -> None:
    for block in canonical_rules(model).blocks:
        n = block.rows.lengths
        if block.kind is Kind.CARDINALITY:
            assert ((block.lo >= 0) & (block.hi <= n) & ((block.lo > 0) | (block.hi < n))).all()
            assert ((block.hi > 0) & (block.lo < n)).all(), "units"
            assert (((block.lo != 1) | (block.hi < n)) & ((block.lo > 0) | (block.hi < n - 1))).all(), "clauses"
        elif block.kind is Kind.LINEAR:
            least, most = model.reach(block)
            assert ((block.lo >= least) & (block.hi <= most) & ((block.lo > least) | (block.hi < most))).all()
            assert (block.coefs != 0).all()
        elif block.kind is Kind.PARITY:
            assert (n > 0).all()


@given(models(objective=False))
@settings(max_examples=150)
def test_a_contradiction_is_an_empty_clause_without_a_guard(model: Model) -> None:
    canonical = canonical_rules(model)
    empty = [b for b in canonical.blocks if b.kind is Kind.CLAUSE and b.when is None and (b.rows.lengths == 0).any()]
    assert (canonical.contradiction is not None) == bool(empty)
    if empty:
        assert not solutions(model)
        assert canonical.contradiction.startswith(f"rule '{empty[0].sentence}', row ")


def only(model: Model) -> list[tuple[str, list[list[int]], list[int]]]:
    """The rewritten rows: kind, literals, numbers."""
    blocks = canonical_rules(model).blocks
    return [(b.kind.value, [b.rows[r].tolist() for r in range(len(b))], b.number.tolist()) for b in blocks]


def test_units_keep_sentence_number_and_guard() -> None:
    m = Model("m")
    x = m.bools("x", 5)
    rows = [x[:2], -x[2:4], x[:3]]
    m.exactly([2, 0, 1], "rule", rows, when=[x[4], -x[4], x[4]])
    ones, zeros, rest = canonical_rules(m).blocks
    assert {b.sentence for b in (ones, zeros, rest)} == {"rule"}
    assert (ones.rows.literals.tolist(), ones.number.tolist(), ones.when.tolist()) == ([1, 2], [0, 0], [5, 5])
    assert (zeros.rows.literals.tolist(), zeros.number.tolist(), zeros.when.tolist()) == ([3, 4], [1, 1], [-5, -5])
    assert (rest.kind, rest.number.tolist()) == (Kind.CARDINALITY, [2])


def test_rows_left_out_do_not_change_the_numbers_of_the_others() -> None:
    m = Model("m")
    x = m.bools("x", (3, 3))
    m.at_least(1, "rule", x, where=[False, True, True])
    assert only(m) == [("clause", [[4, 5, 6], [7, 8, 9]], [1, 2])]


def test_at_most_n_minus_one_is_the_clause_of_the_negations() -> None:
    m = Model("m")
    m.at_most(2, "rule", m.bools("x", 3))
    assert only(m) == [("clause", [[-1, -2, -3]], [0])]


def test_plus_and_minus_one_become_a_count() -> None:
    m = Model("m")
    x = m.bools("x", 4)
    m.linear(0, 0, "as many left as right", x, [1, 1, -1, -1])
    (block,) = canonical_rules(m).blocks
    assert (block.kind, block.rows[0].tolist(), block.lo[0], block.hi[0]) == (Kind.CARDINALITY, [1, 2, -3, -4], 2, 2)


def test_coefficients_are_divided_by_what_they_share() -> None:
    m = Model("m")
    x = m.bools("x", 3)
    m.linear(1, 5, "rule", x, 2)
    (block,) = canonical_rules(m).blocks
    assert (block.kind, block.lo[0], block.hi[0]) == (Kind.CARDINALITY, 1, 2)


def test_integers_stay_linear() -> None:
    m = Model("m")
    z = m.ints("z", 2, 0, 5)
    m.linear(-1, 1, "rule", z, [2, -2])
    (block,) = canonical_rules(m).blocks
    assert (block.kind, block.coefs.tolist(), block.lo[0], block.hi[0]) == (Kind.LINEAR, [1, -1], 0, 0)


@pytest.mark.parametrize(
    ("state", "words"),
    [
        (lambda m, x: m.exactly(1, "rule", [[]]), "expected 1, but the row reaches at most 0"),
        (lambda m, x: m.between(3, 4, "rule", x[:2]), "expected at least 3, but the row reaches at most 2"),
        (lambda m, x: m.at_most(-1, "rule", x[:2]), "expected -1, but the row reaches at least 0"),
        (lambda m, x: m.any("rule", [[]]), "expected at least 1, but the row is empty"),
        (lambda m, x: m.parity(1, "rule", [[]]), "expected an odd number, but the row is empty"),
        (lambda m, x: m.linear(3, 3, "rule", x[:2], 2), "expected 3, but the row reaches only multiples of 2"),
        (lambda m, x: m.linear(None, -9, "rule", x[:2], -4), "expected -9, but the row reaches at least -8"),
    ],
)
def test_a_rule_that_cannot_be_kept_is_said_in_words(state, words: str) -> None:
    m = Model("m")
    state(m, m.bools("x", 3))
    assert contradiction(m) == f"rule 'rule', row 0: {words}"


def test_the_first_contradiction_names_the_row_of_the_author() -> None:
    m = Model("m")
    x = m.bools("x", 4)
    m.exactly(1, "each tree owns one tent", [x[:2], x[2:], []], where=[False, True, True])
    assert contradiction(m) == "rule 'each tree owns one tent', row 2: expected 1, but the row reaches at most 0"


def test_a_guard_excuses_a_row_that_cannot_be_kept() -> None:
    m = Model("m")
    x = m.bools("x", 2)
    m.exactly(1, "rule", [[]], when=x[0])
    assert contradiction(m) is None
    assert only(m) == [("clause", [[]], [0])]
    assert solutions(m) == {(0, 0), (0, 1)}
