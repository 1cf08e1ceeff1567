"""The verbs against brute force in plain Python: every assignment, every row."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.neutral import Model, evaluate, objective_value

BOOLEANS = (1, 2, 3, 4)


def holds(values, literal):
    return values[literal] == 1 if literal > 0 else values[-literal] == 0


def count(values, row):
    return sum(holds(values, literal) for literal in row)


def assignments(*domains):
    """All assignments, entry 0 unused."""
    return [(0, *values) for values in itertools.product(*domains)]


def signed(variables):
    """A row: some of the variables, each once, with a sign."""
    each = st.permutations(variables).flatmap(lambda order: st.integers(0, len(order)).map(lambda n: order[:n]))
    return each.flatmap(lambda row: st.tuples(*(st.sampled_from((x, -x)) for x in row)).map(list))


ROWS = st.lists(signed(BOOLEANS), min_size=1, max_size=3)
GUARDS = st.sampled_from([sign * x for x in BOOLEANS for sign in (1, -1)])

# What each verb says of a row, with the row's number k (and k2 where there are two).
SAYS = {
    "any": lambda n, k, k2: n >= 1,
    "at_most": lambda n, k, k2: n <= k,
    "at_least": lambda n, k, k2: n >= k,
    "exactly": lambda n, k, k2: n == k,
    "between": lambda n, k, k2: k <= n <= k2,
    "parity": lambda n, k, k2: n % 2 == k,
}


def one_or_each(draw, entries, n):
    """One entry for all n rows, or one for each; what the verb is given, and what it means row by row."""
    if draw(st.booleans()):
        entry = draw(entries)
        return entry, [entry] * n
    each = draw(st.lists(entries, min_size=n, max_size=n))
    return each, each


def scope_of(draw, n, literals=GUARDS):
    """A random when= and where=, what the verb is given and what it means row by row (guard or None, kept)."""
    scope, guards, included = {}, [None] * n, [True] * n
    if draw(st.booleans()):
        scope["when"], guards = one_or_each(draw, literals, n)
    if draw(st.booleans()):
        scope["where"] = included = draw(st.lists(st.booleans(), min_size=n, max_size=n))
    return scope, guards, included


def broken_rows(model, values):
    return sorted({broken.row for broken in evaluate(model, values)})


def expected_broken(says, values, guards, included):
    """The rows that are kept, guarded by a literal that holds (or not at all), and do not say the truth."""
    return [
        i
        for i, (guard, counts) in enumerate(zip(guards, included, strict=True))
        if counts and (guard is None or holds(values, guard)) and not says(i)
    ]


# ---- verbs against brute force --------------------------------------------------------------------------------------


@pytest.mark.parametrize("verb", SAYS)
@settings(max_examples=60)
@given(data=st.data(), rows=ROWS)
def test_a_counting_verb_says_what_its_docstring_says(verb, data, rows):
    """For every assignment, the rows broken are those that a plain count calls broken, by guards and masks."""
    numbers = st.integers(0, 1) if verb == "parity" else st.integers(-1, 5)
    k, each_k = one_or_each(data.draw, numbers, len(rows))
    most = [low + data.draw(st.integers(0, 3)) for low in each_k]
    scope, guards, included = scope_of(data.draw, len(rows))
    m = Model("m")
    m.bools("x", len(BOOLEANS))
    arguments = {"any": (), "between": (k, most)}.get(verb, (k,))
    getattr(m, verb)(*arguments, "the rule", rows, **scope)
    for values in assignments(*[(0, 1)] * len(BOOLEANS)):
        counts = [count(values, row) for row in rows]
        says = [SAYS[verb](*numbers) for numbers in zip(counts, each_k, most, strict=True)]
        assert broken_rows(m, values) == expected_broken(says.__getitem__, values, guards, included)


@settings(max_examples=60)
@given(data=st.data(), literals=st.lists(GUARDS, max_size=5))
def test_true_says_that_each_literal_holds(data, literals):
    """Row i is literal i, repeats allowed."""
    scope, guards, included = scope_of(data.draw, len(literals))
    m = Model("m")
    m.bools("x", len(BOOLEANS))
    m.true("the rule", literals, **scope)
    for values in assignments(*[(0, 1)] * len(BOOLEANS)):
        broken = expected_broken(lambda i, v=values: holds(v, literals[i]), values, guards, included)
        assert broken_rows(m, values) == broken


@settings(max_examples=60)
@given(data=st.data())
def test_iff_says_that_a_literal_is_the_disjunction_of_its_row(data):
    """Every clause of pair i, forward and backward, is number i; when= and where= go by the pairs."""
    pairs = data.draw(
        st.lists(
            GUARDS.flatmap(lambda head: st.tuples(st.just(head), signed([x for x in BOOLEANS if x != abs(head)]))),
            min_size=1,
            max_size=3,
        )
    )
    scope, guards, included = scope_of(data.draw, len(pairs))
    m = Model("m")
    m.bools("x", len(BOOLEANS))
    m.iff("the rule", [head for head, _ in pairs], [row for _, row in pairs], **scope)
    for values in assignments(*[(0, 1)] * len(BOOLEANS)):
        says = [holds(values, head) == (count(values, row) > 0) for head, row in pairs]
        assert broken_rows(m, values) == expected_broken(says.__getitem__, values, guards, included)


@settings(max_examples=80)
@given(data=st.data())
def test_linear_bounds_a_weighted_sum(data):
    """Booleans (negated or not) and integers with any coefficients; an open side binds nothing."""
    integers = (4, 5)
    rows = data.draw(
        st.lists(
            st.tuples(signed((1, 2, 3)), st.sets(st.sampled_from(integers))).map(lambda r: [*r[0], *r[1]]), min_size=1
        )
    )[:3]
    coefs = [[data.draw(st.integers(-3, 3)) for _ in row] for row in rows]
    lo, lows = one_or_each(data.draw, st.integers(-4, 2), len(rows))
    hi = [low + data.draw(st.integers(0, 4)) for low in lows]
    openness = data.draw(st.sampled_from(("closed", "lo", "hi")))
    m = Model("m")
    m.bools("x", 3)
    m.ints("y", 2, [-1, 0], [1, 2])
    scope, guards, included = scope_of(data.draw, len(rows), st.sampled_from((1, -2)))
    bounds = (None if openness == "lo" else lo, None if openness == "hi" else hi)
    m.linear(*bounds, "the rule", rows, [c for row in coefs for c in row], **scope)
    for values in assignments((0, 1), (0, 1), (0, 1), (-1, 0, 1), (0, 1, 2)):
        sums = [
            sum(c * (values[x] if x > 0 else 1 - values[-x]) for c, x in zip(cs, row, strict=True))
            for cs, row in zip(coefs, rows, strict=True)
        ]
        says = [
            (openness == "lo" or low <= total) and (openness == "hi" or total <= high)
            for low, total, high in zip(lows, sums, hi, strict=True)
        ]
        assert broken_rows(m, values) == expected_broken(says.__getitem__, values, guards, included)


@given(st.data())
def test_minimize_costs_a_weighted_sum(data):
    """objective_value is the sum of coefficient times value; no literals cost 0."""
    row = data.draw(signed(BOOLEANS)) + data.draw(st.sampled_from(([], [5])))
    coefs = [data.draw(st.integers(-9, 9)) for _ in row]
    m = Model("m")
    m.bools("x", 4)
    m.ints("y", (), -3, 3)
    m.minimize("as little as possible", row, coefs)
    for values in assignments(*[(0, 1)] * 4, (-3, 0, 3)):
        terms = [values[x] if x > 0 else 1 - values[-x] for x in row]
        assert objective_value(m, values) == sum(c * term for c, term in zip(coefs, terms, strict=True))


@pytest.mark.parametrize(
    ("coefs", "each"),
    [
        (7, [7, 7, 7, 7, 7, 7]),
        ([1, 2, 3], [1, 2, 3, 1, 2, 3]),
        ([[1], [2]], [1, 1, 1, 2, 2, 2]),
        ([[1, 2, 3], [4, 5, 6]], [1, 2, 3, 4, 5, 6]),
        ([1, 2, 3, 4, 5, 6], [1, 2, 3, 4, 5, 6]),
    ],
    ids=["one", "per column", "per row", "matrix", "per literal"],
)
def test_the_coefficients_of_a_matrix(coefs, each):
    """Whatever broadcasts to the matrix, or one per literal; the same for linear and for minimize."""
    m = Model("m")
    x = m.bools("x", (2, 3))
    m.linear(0, 99, "array", x, coefs)
    m.linear(0, 99, "list", [list(row) for row in x], coefs)
    m.minimize("cost", x, coefs)
    assert [m.blocks[0].coefs.tolist(), m.blocks[1].coefs.tolist(), m.objective.coefs.tolist()] == [each] * 3


def test_a_board_of_clues_goes_with_a_board_of_rows():
    """k, when and where may have the shape of the board, as long as there is one entry per row."""
    m, flat = Model("board"), Model("board")
    k, included = np.array([[1, 0], [2, -1]]), np.array([[True, True], [False, True]])
    for model, shape in ((m, (2, 2)), (flat, (4,))):
        x = model.bools("x", (4, 2))
        guard = model.bools("g", 4).reshape(shape)
        model.exactly(k.reshape(shape), "clues", x, when=guard, where=included.reshape(shape))
    assert str(m) == str(flat)
    assert m.blocks[0].number.tolist() == [0, 1, 3]


def test_a_row_that_is_left_out_may_hold_anything():
    """where= comes before the checks: unknown clues and cells without a variable are nobody's business there."""
    m = Model("m")
    x = m.bools("x", (2, 2))
    m.parity([-1, 1], "known clues only", x, where=[False, True])
    m.any("cells only", [[0, 99], [1, 2]], where=[False, True])
    m.between([5, 0], [1, 1], "possible only", x, where=[False, True])
    assert [block.number.tolist() for block in m.blocks] == [[1], [1], [1]]


def test_rules_that_cannot_be_kept_are_legal():
    """An empty row, or a bound beyond reach, is for the solvers to tell."""
    m = Model("m")
    x = m.bools("x", 2)
    m.any("an empty row", [[]])
    m.exactly(3, "three of two", x)
    m.at_most(-1, "less than none", x)
    m.parity(1, "none is odd", [[]])
    assert [broken.sentence for broken in evaluate(m, [0, 0, 0])] == [block.sentence for block in m.blocks]


def test_an_open_side_does_not_contradict_the_other():
    """The open side takes what the row can reach, or the other bound if that lies beyond."""
    m = Model("m")
    m.bools("x", 2)
    m.linear(5, None, "at least 5", [1, 2], 1)
    m.linear(None, -5, "at most -5", [1, 2], 1)
    m.linear(None, 1, "at most 1", [1, -2], [2, -3])
    assert [(int(b.lo[0]), int(b.hi[0])) for b in m.blocks] == [(5, 5), (-5, -5), (-3, 1)]
