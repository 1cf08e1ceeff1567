"""Every encoding against its definition: truth tables, propagation, uniqueness, size, and stamping.

Declarations are checked both ways: where an encoding declares a property for a form of rows, every row of up to seven
literals has it (six for propagation of counts and sums); where it does not, some row lacks it.
"""

from __future__ import annotations

import itertools
import math
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from types import FrameType

import numpy as np
import pytest
from pysat.solvers import Minisat22

from backends.encoding_choice import auto, catalogue
from backends.encoding_choice.catalogue import UnknownEncoding, encoding_by_name, encoding_names, encodings
from backends.encoding_templates.shape import (
    COUNTING_FORMS,
    Shape,
    counting_shape,
    integer_shape,
    linear_shape,
    parity_shape,
)
from backends.encoding_templates.template import Encoding, build_template, estimate_literals, stamp, template
from models.neutral import Form

ALL = list(encodings().values())
LEAVES = (  # weighted rows, up to seven literals; a leaf of several literals is an integer
    ((1, 3), (1, 3)),
    ((1, 2), (2, 1)),
    ((3, 1), (4, 1)),
    ((2, 1), (3, 1), (4, 1)),
    ((1, 1), (2, 1), (3, 1), (4, 1)),
    ((2, 1), (2, 1), (3, 1), (3, 1), (5, 1)),
    ((1, 4),),
    ((1, 2), (2, 2), (3, 2)),
)


@cache
def shapes(form: Form, longest: int) -> tuple[Shape, ...]:
    """Every row of the form up to that length with every lo..hi, impossible and trivial bounds included."""
    if form is Form.PARITY:
        return tuple(parity_shape(n, odd) for n in range(longest + 1) for odd in (0, 1))
    if form is Form.INTEGER:
        return tuple(integer_shape(width) for width in range(longest + 1))
    if form is Form.LINEAR:
        rows = [(leaves, sum(c * w for c, w in leaves)) for leaves in LEAVES if sum(w for _, w in leaves) <= longest]
        return tuple(
            linear_shape(leaves, lo, hi) for leaves, r in rows for lo in range(-1, r + 2) for hi in range(lo, r + 2)
        )
    every = (
        counting_shape(n, lo, hi) for n in range(longest + 1) for lo in range(-1, n + 2) for hi in range(lo, n + 2)
    )
    return tuple(shape for shape in every if shape.form is form)


@cache
def solutions(shape: Shape) -> frozenset[tuple[bool, ...]]:
    """The assignments that the row allows; those of an integer's literals that are out of order are left out."""
    if shape.form is Form.INTEGER:
        return frozenset(filter(descending, assignments(shape)))
    return frozenset(a for a in assignments(shape) if shape.lo <= value(shape, a) <= shape.hi)


def assignments(shape: Shape) -> Iterator[tuple[bool, ...]]:
    return (a for a in itertools.product((False, True), repeat=shape.n) if in_order(shape, a))


def in_order(shape: Shape, a: tuple[bool, ...]) -> bool:
    return all(descending(part) for _, part in parts(shape, a))


def descending(a: tuple[bool, ...]) -> bool:
    return list(a) == sorted(a, reverse=True)


def parts(shape: Shape, a: tuple[bool, ...]) -> Iterator[tuple[int, tuple[bool, ...]]]:
    """For each leaf its coefficient and its part of the assignment."""
    start = 0
    for c, w in shape.leaves:
        yield c, a[start : start + w]
        start += w


def value(shape: Shape, a: tuple[bool, ...]) -> int:
    if shape.form is Form.LINEAR:
        return sum(c * sum(part) for c, part in parts(shape, a))
    return sum(a) % 2 if shape.form is Form.PARITY else sum(a)


def literals(a: tuple[bool | None, ...]) -> list[int]:
    return [x if holds else -x for x, holds in enumerate(a, 1) if holds is not None]


def clauses_for(encoding: Encoding, shape: Shape) -> list[list[int]]:
    """The clauses of the row, and the order of integers' literals, which is stated where the integer is."""
    clauses, start = build_template(encoding, shape).lists(), 1
    for _, w in shape.leaves:
        clauses += [[-(x + 1), x] for x in range(start, start + w - 1)]
        start += w
    return clauses


def solver_for(encoding: Encoding, shape: Shape) -> Minisat22:
    return Minisat22(bootstrap_with=clauses_for(encoding, shape))


CASES = [pytest.param(e, f, id=f"{e.name}-{f.value}") for e in ALL for f in sorted(e.forms, key=lambda f: f.value)]


@pytest.mark.parametrize(("encoding", "form"), CASES)
def test_clauses_allow_exactly_what_the_row_allows(encoding: Encoding, form: Form) -> None:
    for shape in shapes(form, 7):
        with solver_for(encoding, shape) as solver:
            allowed = {a for a in assignments(shape) if solver.solve(assumptions=literals(a))}
        assert allowed == solutions(shape), shape


@pytest.mark.parametrize(("encoding", "form"), CASES)
def test_guarded_clauses_bind_only_under_their_guard(encoding: Encoding, form: Form) -> None:
    for shape in shapes(form, 4):
        row_template = build_template(encoding, shape)
        row = np.arange(1, shape.n + 1, dtype=np.int32).reshape(1, -1)
        guard = shape.n + 1
        flat = stamp(row_template, row, guard + 1, when=np.array([-guard], np.int32))
        with Minisat22(bootstrap_with=clauses_of(flat)) as solver:
            for a in assignments(shape):
                if shape.form is not Form.LINEAR:
                    assert solver.solve(assumptions=[*literals(a), -guard]) == (a in solutions(shape)), shape
                assert solver.solve(assumptions=[*literals(a), guard]), shape


@pytest.mark.parametrize(("encoding", "form"), CASES)
def test_fresh_variables_are_unique_exactly_where_declared(encoding: Encoding, form: Form) -> None:
    ambiguous = (shape for shape in shapes(form, 7) if any(has_two_extensions(encoding, shape)))
    declared_rightly(encoding, form, "unique", next(ambiguous, None))


def declared_rightly(encoding: Encoding, form: Form, what: str, lacking: Shape | None) -> None:
    """Fails where a property is declared that some row lacks, and where it is not declared though none does."""
    message = f"{encoding.name}: {{}} `{what}` for {form.value}"
    if form in getattr(encoding, what):
        assert lacking is None, f"{message.format('declared')}, but not for {lacking}"
    else:
        assert lacking is not None, f"{message.format('not declared')}; declare it: every row tried has it"


def has_two_extensions(encoding: Encoding, shape: Shape) -> Iterator[bool]:
    """For each solution of the row: can the fresh variables be chosen in more than one way?"""
    with solver_for(encoding, shape) as solver:
        top = max(solver.nof_vars(), shape.n)
        for selector, a in enumerate(solutions(shape), top + 1):
            assert solver.solve(assumptions=literals(a))
            fresh = [x for x in solver.get_model() if shape.n < abs(x) <= top]
            solver.add_clause([-selector, *(-x for x in fresh)])
            yield bool(fresh) and bool(solver.solve(assumptions=[selector, *literals(a)]))


@pytest.mark.parametrize(("encoding", "form"), CASES)
def test_unit_propagation_is_complete_exactly_where_declared(encoding: Encoding, form: Form) -> None:
    longest = 6 if form in (Form.CARDINALITY, Form.LINEAR) else 7
    lacking = (shape for shape in shapes(form, longest) if solutions(shape) and not propagates(encoding, shape))
    declared_rightly(encoding, form, "propagates", next(lacking, None))


@pytest.mark.parametrize("width", [1, 2, 3])
def test_values_of_integers_propagate_to_the_order_and_back(width: int) -> None:
    """What any order literals and values force together, unit propagation finds: so values exclude each other."""
    direct = build_template(encoding_by_name("direct", Form.INTEGER), integer_shape(width))
    every = range(1, direct.n + direct.fresh + 1)
    with Minisat22(bootstrap_with=direct.lists()) as solver:
        assert sum(1 for _ in solver.enum_models()) == width + 1
    with Minisat22(bootstrap_with=direct.lists()) as solver:
        for partial in itertools.product((None, False, True), repeat=len(every)):
            assumed = literals(partial)
            consistent, propagated = solver.propagate(assumptions=assumed)
            assert consistent == solver.solve(assumptions=assumed)
            if consistent:
                forced = {x for y in every for x in (y, -y) if not solver.solve(assumptions=[*assumed, -x])}
                assert forced == {*propagated, *assumed}, assumed


def test_a_wrong_declaration_is_told_in_words() -> None:
    """Which encoding, which property, and the row that lacks it; or that it should be declared."""
    pairwise, shape = encoding_by_name("pairwise", Form.AT_MOST_ONE), counting_shape(3, 0, 1)
    with pytest.raises(AssertionError, match=r"pairwise: declared `unique` for at-most-one, but not for .*n=3"):
        declared_rightly(pairwise, Form.AT_MOST_ONE, "unique", shape)
    modest = replace(pairwise, propagates=frozenset())
    with pytest.raises(AssertionError, match="pairwise: not declared `propagates` for at-most-one; declare it: every"):
        declared_rightly(modest, Form.AT_MOST_ONE, "propagates", None)


@pytest.mark.parametrize("name", ["bdd", "totalizer"])
def test_weighted_rows_with_one_bound_propagate_fully(name: str) -> None:
    for shape in shapes(Form.LINEAR, 6):
        if solutions(shape) and not (shape.bounds_above and shape.bounds_below):
            assert propagates(encoding_by_name(name, Form.LINEAR), shape), shape


def propagates(encoding: Encoding, shape: Shape) -> bool:
    """Does unit propagation find what every partial assignment forces, and nothing else?"""
    bit = {x: 1 << x - 1 if x > 0 else 1 << shape.n - x - 1 for x in range(-shape.n, shape.n + 1) if x}
    always = [x for x in units(clauses_for(encoding, shape)) if x in bit]  # `propagate` leaves these out
    possible, complete = possible_literals(shape), True
    with solver_for(encoding, shape) as solver:
        for partial in itertools.product((None, False, True), repeat=shape.n):
            possible_bits = int(possible[tuple((None, False, True).index(p) for p in partial)])
            assumed = literals(partial)
            consistent, propagated = solver.propagate(assumptions=assumed)
            if not possible_bits or not consistent:
                assert not (possible_bits and not consistent), (
                    f"{encoding.name}: wrong conflict in {shape} under {partial}"
                )
                complete &= not consistent
                continue
            derived = {x for x in (*propagated, *always, *assumed) if x in bit}
            assert all(possible_bits & bit[x] and not possible_bits & bit[-x] for x in derived), (
                f"{encoding.name}: wrong implication in {shape} under {partial}"
            )
            complete &= len(derived) == sum(not possible_bits & bit[-x] for x in bit)
    return complete


@cache
def possible_literals(shape: Shape) -> np.ndarray:
    """The literals that some solution has, as bits (positive, negative, one more), under every partial assignment.

    One axis per literal, with 0 for an open one: there, what is possible is possible with one value or the other.
    """
    held = np.zeros((2,) * shape.n, np.int64)
    for a in solutions(shape):
        bits = sum(1 << (i if holds else shape.n + i) for i, holds in enumerate(a))
        held[tuple(map(int, a))] = bits | 1 << 2 * shape.n
    for axis in range(shape.n):
        held = np.concatenate([np.bitwise_or.reduce(held, axis, keepdims=True), held], axis)
    return held


def units(clauses: list[list[int]]) -> set[int]:
    """The literals that unit propagation derives from the clauses alone."""
    true_literals: set[int] = set()
    while True:
        open_clauses = [
            [x for x in clause if -x not in true_literals] for clause in clauses if not true_literals & {*clause}
        ]
        if not any(len(clause) == 1 for clause in open_clauses):
            return true_literals
        true_literals |= {clause[0] for clause in open_clauses if len(clause) == 1}


LONG = [(n, k) for n in (7, 8, 15, 16, 33, 64, 65, 100) for k in (1, 2, 3, n // 4, n // 2, n - 2, n - 1) if 0 < k < n]


@pytest.mark.parametrize(("encoding", "form"), CASES)
def test_cost_is_never_below_what_is_written(encoding: Encoding, form: Form) -> None:
    rows = list(shapes(form, 6))
    if form in COUNTING_FORMS:
        rows += [
            s
            for n, k in LONG
            for s in (counting_shape(n, 0, k), counting_shape(n, k, n), counting_shape(n, k, k))
            if s.form is form
        ]
    elif form in (Form.PARITY, Form.INTEGER):
        rows += [
            {Form.PARITY: parity_shape(n, 1), Form.INTEGER: integer_shape(n)}[form] for n in (7, 8, 9, 10, 31, 100)
        ]
    else:
        rows += [linear_shape(((1, 30), (1, 30)), -5, 5), linear_shape(tuple((c, 1) for c in range(1, 13)), 10, 20)]
    for shape in rows:
        if estimate_literals(encoding, shape) < 30_000:
            assert build_template(encoding, shape).literals <= estimate_literals(encoding, shape), shape


@pytest.mark.parametrize(("encoding", "form"), CASES)
def test_long_rows_are_right_about_random_assignments(encoding: Encoding, form: Form) -> None:
    """Rows long enough for groups of groups, trees and several digits; sums at the bounds and one beyond."""
    random = np.random.default_rng(7)
    for shape in long_rows(form):
        boxes = max(shape.hi * shape.bounds_above, (shape.n - shape.lo) * (shape.lo > 1))
        if estimate_literals(encoding, shape) > 30_000 or (encoding.name == "binary" and boxes > 4):
            continue  # the binary encoding says no by the pigeonhole principle: out of reach of resolution
        with solver_for(encoding, shape) as solver:
            for total in sorted({*range(shape.lo - 1, shape.lo + 2), *range(shape.hi - 1, shape.hi + 2)}):
                a = assignment_with(shape, total, random)
                if a is not None:
                    expected = descending(a) if form is Form.INTEGER else shape.lo <= value(shape, a) <= shape.hi
                    assert solver.solve(assumptions=literals(a)) == expected, (shape, a)


def long_rows(form: Form) -> list[Shape]:
    lengths = (8, 9, 13, 16, 17, 26, 31, 40)
    if form is Form.PARITY:
        return [parity_shape(n, odd) for n in lengths for odd in (0, 1)]
    if form is Form.INTEGER:
        return [integer_shape(n) for n in lengths]
    if form is Form.LINEAR:
        several = [tuple((1 + 7 * i % 5, 1 + i % 3) for i in range(m)) for m in (4, 6, 9)]
        powers = tuple((1 << i, 1) for i in range(16))
        return [
            linear_shape(leaves, lo, hi)
            for leaves in (*several, powers)
            for r in [sum(c * w for c, w in leaves)]
            for lo, hi in ((0, r // 3), (r // 2, r), (r // 3, r // 2), (r // 2 + 1, r // 2 + 1))
        ]
    if form is not Form.CARDINALITY:
        return [Shape(form, n, int(form is Form.EXACTLY_ONE), 1) for n in lengths]
    bounds = [(n, k) for n in lengths for k in sorted({2, 3, n // 2, n - 2})]
    return [Shape(form, n, lo, hi) for n, k in bounds for lo, hi in ((0, k), (k, n), (k, k), (k - 1, k))]


def assignment_with(shape: Shape, total: int, random: np.random.Generator) -> tuple[bool, ...] | None:
    """A random assignment of that sum, near enough for weights; None if there is none. Of any sum where none is set."""
    if shape.form is Form.PARITY:
        return tuple((random.random(shape.n) < 0.5).tolist())
    if shape.form is Form.INTEGER:
        return tuple(i < int(random.integers(shape.n + 1)) for i in range(shape.n))
    if not 0 <= total <= shape.reach:
        return None
    if shape.form is not Form.LINEAR:
        return tuple((random.permutation(shape.n) < total).tolist())
    steps = [0] * len(shape.leaves)
    for i in random.permutation(len(steps)).tolist():
        c, w = shape.leaves[i]
        steps[i] = min(w, total // c)
        total -= c * steps[i]
    return tuple(j < step for step, (_, w) in zip(steps, shape.leaves, strict=True) for j in range(w))


def count_lines(function: Callable[[], object]) -> int:
    """How many lines of Python run, a loop's once a turn."""
    lines = 0

    def trace(frame: FrameType, event: str, argument: object) -> object:
        nonlocal lines
        lines += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        function()
    finally:
        sys.settrace(before)
    return lines


def test_a_walk_is_counted() -> None:
    """Whether a loop is written as a statement or inside an expression."""
    assert count_lines(lambda: math.comb(1000, 3)) < 10
    assert count_lines(lambda: sum(i * i for i in range(1000))) >= 1000
    assert count_lines(lambda: total(1000)) >= 1000


def total(n: int) -> int:
    sum = 0
    for i in range(n):
        sum += i
    return sum


@pytest.mark.parametrize(("encoding", "form"), CASES)
def test_the_cost_of_a_million_literals_is_known_at_once(encoding: Encoding, form: Form) -> None:
    n = 10**6
    shape = {
        Form.PARITY: parity_shape(n, 1), Form.LINEAR: linear_shape(((1, n), (1, n)), 0, 5), Form.INTEGER:
        integer_shape(n)
    }.get(form)  # fmt: skip
    shape = shape or Shape(form, n, int(form is Form.EXACTLY_ONE), n // 2 if form is Form.CARDINALITY else 1)
    assert encoding.cost(shape) > n
    assert count_lines(lambda: encoding.cost(shape)) < n / 50, "not a formula, but a walk over n"


def test_a_difference_of_two_integers_costs_one_clause_per_step_and_no_fresh_variable() -> None:
    totalizer = build_template(encoding_by_name("totalizer", Form.LINEAR), linear_shape(((1, 50), (1, 50)), 48, 52))
    assert (totalizer.fresh, totalizer.clauses <= 2 * 51) == (0, True)


def test_stamping_repeats_the_template_with_fresh_variables_of_each_rows_own() -> None:
    bitwise = build_template(encoding_by_name("bitwise", Form.AT_MOST_ONE), counting_shape(3, 0, 1))
    rows = np.array([[10, -20, 30], [-40, 50, 60]], np.int32)
    by_hand = []
    for r, row in enumerate(rows.tolist()):
        meaning = {1: row[0], 2: row[1], 3: row[2], 4: 100 + 2 * r, 5: 101 + 2 * r}
        by_hand += [[meaning[abs(x)] if x > 0 else -meaning[abs(x)] for x in clause] for clause in bitwise.lists()]
    assert clauses_of(stamp(bitwise, rows, 100)) == by_hand
    guarded = stamp(bitwise, rows, 100, when=np.array([7, -8], np.int32))
    ends = [-7] * bitwise.clauses + [8] * bitwise.clauses
    assert clauses_of(guarded) == [[*clause, end] for clause, end in zip(by_hand, ends, strict=True)]


def clauses_of(flat: np.ndarray) -> list[list[int]]:
    return [part.tolist()[:-1] for part in np.split(flat, np.flatnonzero(flat == 0) + 1)[:-1]]


def test_templates_are_kept() -> None:
    shape = counting_shape(5, 2, 3)
    encoding = encoding_by_name("totalizer", shape.form)
    assert template(encoding, shape) is template(encoding, shape)


def test_an_unknown_encoding_is_refused_with_those_that_serve_the_form() -> None:
    with pytest.raises(UnknownEncoding) as wrong:
        encoding_by_name("nonsense", Form.PARITY)
    assert (
        str(wrong.value)
        == f"parity=nonsense: unknown encoding 'nonsense'; known: {', '.join(['auto', *encoding_names(Form.PARITY)])}"
    )
    assert {"parity-chain", "parity-direct"} <= set(encoding_names(Form.PARITY))
    with pytest.raises(UnknownEncoding, match="parity=ladder: this encoding does not serve the form; known: auto, "):
        encoding_by_name("ladder", Form.PARITY)


@pytest.mark.parametrize("name", ["parity-chain:3", "parity-chain:6", "parity-tree:3", "parity-tree:5"])
def test_a_cut_of_another_length_says_the_same_in_other_pieces(name: str) -> None:
    cut = int(name[-1])
    encoding = encoding_by_name(name, Form.PARITY)
    assert (encoding.name, encoding_by_name(f"{name[:-1]}4", Form.PARITY).name) == (name, name[:-2])
    for shape in shapes(Form.PARITY, 7):
        assert max((len(clause) for clause in clauses_for(encoding, shape)), default=0) <= cut
        with solver_for(encoding, shape) as solver:
            assert {a for a in assignments(shape) if solver.solve(assumptions=literals(a))} == solutions(shape)
        assert not any(has_two_extensions(encoding, shape)), shape
        assert not solutions(shape) or propagates(encoding, shape), shape


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("parity-chain:2", "a cut is 3 to 16 literals long, found 2"),
        ("parity-tree:17", "a cut is 3 to 16 literals long, found 17"),
        ("parity-chain:", "expected parity-chain:NUMBER"),
        ("parity-chain:four", "expected parity-chain:NUMBER"),
        ("parity-chain:99999999999", "expected parity-chain:NUMBER"),
        ("parity-direct:4", "parity-direct takes no parameter; these do: parity-chain, parity-tree"),
    ],
)
def test_a_parameter_that_makes_no_sense_is_refused(name: str, reason: str) -> None:
    with pytest.raises(UnknownEncoding) as wrong:
        encoding_by_name(name, Form.PARITY)
    assert str(wrong.value) == f"parity={name}: {reason}"


def test_underscores_are_as_good_as_hyphens() -> None:
    assert encoding_by_name("sequential_counter", Form.CARDINALITY).name == "sequential-counter"


def test_a_file_in_the_package_is_all_an_encoding_needs(tmp_path, monkeypatch) -> None:
    (tmp_path / "shouted.py").write_text(
        "from dataclasses import replace\n"
        "from backends.encodings.pairwise import ENCODING as pairwise\n"
        "ENCODING = replace(pairwise, name='shouted')\n"
    )
    monkeypatch.setattr(
        catalogue.backends.encodings, "__path__", [*catalogue.backends.encodings.__path__, str(tmp_path)]
    )
    encodings.cache_clear()
    try:
        assert "shouted" in encoding_names(Form.EXACTLY_ONE)
    finally:
        monkeypatch.undo()
        encodings.cache_clear()


@pytest.mark.parametrize("form", [*sorted(COUNTING_FORMS, key=str), Form.PARITY])
@pytest.mark.parametrize("n", [2, 5, 50, 100_000])
def test_auto_finds_an_encoding_for_every_row(form: Form, n: int) -> None:
    shape = Shape(form, n, 1, 1 if form is not Form.CARDINALITY else n // 2)
    choice = auto.choose_encoding(shape, 10, 10**9)
    assert form in choice.forms
    assert choice.cost(shape) <= 10**8 or n > 10**4


def test_auto_takes_the_leanest_encoding_when_nothing_fits() -> None:
    shape = counting_shape(100, 1, 1)
    choice = auto.choose_encoding(shape, 10, 1)
    assert choice.cost(shape) == min(encodings()[name].cost(shape) for name in encoding_names(shape.form))


def test_the_measured_table_speaks_of_known_encodings_only() -> None:
    for (form, _, _), seconds in auto.measured_seconds().items():
        assert set(seconds) <= set(encoding_names(form))
