"""Numbers and their literals: what they say, compared with the numbers themselves in every solution."""

from __future__ import annotations

import re
from itertools import product
from math import prod

import numpy as np
import pytest

import rosetta as rs
from backends.contract import Limits, Options
from backends.registry import backend_named
from models.neutral import Model, ModelError, evaluate, group
from models.neutral.json import from_json, to_json
from models.neutral.numbers.arrays import NumberArray

DOMAINS = ([0, 1], [3], [1, 2, 3], [-4, 0, 7], [2, 3, 5, 7, 11], list(range(6)))


def solutions(model: Model, backend: str = "cnf") -> list[np.ndarray]:
    """All assignments of all variables, each judged."""
    every = np.arange(1, model.variables + 1, dtype=np.int32)
    found = list(backend_named(backend).solutions(model, every, Limits(seconds=600), Options()))
    assert all(evaluate(model, values) == [] for values in found)
    return found


def declare(m: Model, sort: str, domain: list[int]) -> NumberArray:
    """Two numbers with that domain."""
    if sort == "choices":
        return m.choices("x", 2, domain)
    if domain[-1] - domain[0] == len(domain) - 1:
        return m.ints("x", 2, domain[0], domain[-1])
    return m.ints("x", 2, values=domain)


@pytest.mark.parametrize("backend", ["cnf", "cpsat"])
@pytest.mark.parametrize("domain", DOMAINS, ids=str)
@pytest.mark.parametrize("sort", ["choices", "ints"])
def test_literals_say_what_the_numbers_are_and_add_no_solution(sort, domain, backend):
    """Asked one by one, in an order that is drawn; a second time they are the same."""
    m = Model("numbers")
    x = declare(m, sort, domain)
    terms, coefs = x[0].terms()
    terms = np.asarray(terms)
    bits = np.random.default_rng(len(domain))
    asked = [(relation, int(value)) for relation in ("is_", "at_least") for value in domain]
    asked += [("at_least", domain[0] - 2), ("at_least", domain[-1] + 1)]
    literals = {}
    for relation, value in (asked[i] for i in bits.permutation(len(asked))):
        literals[relation, value] = np.asarray(getattr(x, relation)(value))
    for (relation, value), known in literals.items():
        assert (np.asarray(getattr(x, relation)(value)) == known).all()
        assert int(getattr(x[1], relation)(value)) == known[1]
    found = solutions(m, backend)
    seen = set()
    for values in found:
        first = int((np.where(terms > 0, values[np.abs(terms)], 1 - values[np.abs(terms)]) * coefs).sum())
        pair = m.number_columns(np.asarray(x)).value_of(values).tolist()
        assert pair[0] == first
        seen.add(tuple(pair))
        for (relation, value), (one, other) in literals.items():
            for literal, number in ((one, pair[0]), (other, pair[1])):
                holds = values[abs(literal)] == (literal > 0)
                assert holds == (number == value if relation == "is_" else number >= value)
    assert len(found) == len(seen) == len(domain) ** 2
    assert seen == set(product(domain, repeat=2))


def test_booleans_and_constants_are_numbers():
    m = Model("bits")
    n, b = m.ints("n", 1, 0, 2), m.bools("b", 2)
    mixed = np.concatenate([n, b, -b[:1]])
    assert isinstance(mixed, NumberArray)
    assert np.asarray(mixed.is_(1))[1:].tolist() == [int(b[0]), int(b[1]), -int(b[0])]
    assert np.asarray(mixed.is_(0))[1:].tolist() == [-int(b[0]), -int(b[1]), int(b[0])]
    m.all_different("five cannot be twice", [n[0], 5])
    assert len(solutions(m)) == 12


@pytest.mark.parametrize("arrange", [
    lambda x: x.T, lambda x: x[::-1], lambda x: x.ravel(), lambda x: x[:, 0], lambda x: x[np.eye(2, 3, dtype=bool)],
    lambda x: np.concatenate([x, x]), lambda x: np.stack([x, x]), lambda x: np.roll(x, 1), lambda x: x.take([0, 2]),
    lambda x: np.where([[True, False, True]] * 2, x, x[::-1]), lambda x: x.reshape(3, 2), lambda x: x.copy(),
    lambda x: x[0, 0], lambda x: next(iter(x)), lambda x: x.flat,
])  # fmt: skip
def test_arrangements_of_numbers_are_numbers(arrange):
    m = Model("arranged")
    x = m.choices("x", (2, 3), [1, 4, 9])
    literals = np.asarray(x.is_(4))
    assert np.array_equal(np.asarray(arrange(x).is_(4)), np.asarray(arrange(literals)))


def test_sums_and_objectives_take_choices_as_they_are():
    """Against all pairs of values."""
    m = Model("sum")
    x, n = m.choices("x", 2, [1, 4, 6]), m.ints("n", (), 0, 3)
    m.linear(None, 9, "not too much", np.concatenate([x, n.reshape(1)]), [1, 2, -1])
    m.maximize("as much as possible", np.concatenate([x, n.reshape(1)]), [2, 1, 1])
    kept = [(2 * a + b + c, a, b, c) for a, b, c in product([1, 4, 6], [1, 4, 6], range(4)) if a + 2 * b - c <= 9]
    assert rs.solve(m, backend="cpsat").objective == max(kept)[0]
    assert rs.solve(m, backend="cnf").objective == max(kept)[0]
    free = m.copy()
    free.objective = None
    assert rs.count(free).count == len(kept)


def test_answers_show_values():
    """As numbers in the shape of the array, in Python, JSON and text; literals of numbers are no part of an answer."""
    m = Model("board")
    x = m.choices("digit", (2, 2), [2, 4, 8])
    n = m.ints("n", 2, 0, 9)
    m.all_different("rows differ", x)
    m.true("some are given", np.stack([x[0, 0].is_(8), x[0, 1].is_(2), x[1, 1].is_(4), x[1, 0].is_(2)]))
    m.true("n is 3 and 7", np.stack([n[0].is_(3), n[1].is_(7)]))
    large = n.at_least(5)
    solution = rs.solve(m, unique=True)
    assert solution.unique
    assert solution.answer == {"digit": [[8, 2], [2, 4]], "n": [3, 7]}
    assert solution[x].tolist() == [[8, 2], [2, 4]]
    assert solution[large].tolist() == [0, 1]
    assert solution[x.at_least(4)].tolist() == [[1, 0], [0, 1]]
    assert "digit:\n  8 2\n  2 4" in str(solution)
    assert rs.verify(m, solution.answer) == []
    wrong = {"digit": [[8, 2], [2, 2]], "n": [3, 7]}
    assert "rule 'rows differ', row 1: expected 0 numbers that repeat another, found 1" in rs.verify(m, wrong)
    beyond = {"digit": [[8, 2], [2, 5]], "n": [3, 7]}
    assert "each digit has one value" in rs.verify(m, beyond)[0]


def test_a_model_with_numbers_is_written_and_read():
    """The literals that were asked for are known again, and no second ones are made."""
    m = Model("kept")
    x, n, h = m.choices("x", (2, 2), [1, 5]), m.ints("n", 3, 0, 4), m.ints("h", (), values=[1, 3, 9])
    m.all_different("rows differ", x)
    m.all_different("n differs, shifted", n, plus=[0, 1, 2], excluding=3)
    m.true("h is large", h.at_least(3))
    asked = np.asarray(n.is_(2))
    back = from_json(to_json(m, words=True))
    assert [str(m), m.variables] == [str(back), back.variables]
    assert np.array_equal(asked, back.is_literals(np.asarray(n), np.array([2, 2, 2])))
    assert back.variables == m.variables
    assert len(solutions(back)) == len(solutions(m))
    assert to_json(back) == to_json(m)


REFUSED = {
    "variables 'y': values: expected at least one, found none": lambda m, x, n: m.choices("y", 2, []),
    "variables 'y': values: 3 stands twice": lambda m, x, n: m.choices("y", 2, [1, 3, 3]),
    "variables 'y': expected lo and hi, or values=": lambda m, x, n: m.ints("y", 2),
    "variables 'y': expected lo and hi, or values=, found both": lambda m, x, n: m.ints("y", 2, 0, 3, values=[1]),
    "is_: the number is never 9; its values are 1..3": lambda m, x, n: x.is_(9),
    "is_: the number is never 1; its values are [2, 4, 8]": lambda m, x, n: m.choices("y", (), [8, 2, 4]).is_(1),
    "is_: expected one value, or one for each number, shape (2, 2); found shape (3,)": lambda m, x, n: x.is_([1, 2, 3]),
    "n[0] is an integer and cannot be negated": lambda m, x, n: (-n).is_(1),
    "rule 'd', rows: expected numbers of the model, found only plain ones": lambda m, x, n: m.all_different(
        "d", np.array([1, 2])
    ),
    "rule 'd', by: expected one of values, intervals, pairs, native, found 'value'": lambda m, x, n: m.all_different(
        "d", x, by="value"
    ),
    "rule 's', row 0: literal": lambda m, x, n: m.any("s", x),
    "rule 'd', plus: expected one number, or 3 (one per row), found shape (2,)": lambda m, x, n: m.all_different(
        "d", n, plus=[1, 2]
    ),
    "rule 'd', `[]` is ambiguous": lambda m, x, n: m.all_different("d", []),
}  # fmt: skip


@pytest.mark.parametrize("message", REFUSED)
def test_what_makes_no_sense_is_refused(message):
    m = Model("little")
    x, n = m.choices("x", (2, 2), [1, 2, 3]), m.ints("n", 3, 0, 4)
    with pytest.raises(ModelError) as refused:
        REFUSED[message](m, x, n)
    assert re.sub("^rule 'd', rows: `", "rule 'd', `", str(refused.value)).startswith(message)


def test_a_rule_over_many_numbers_is_stated_by_columns():
    """In a number of steps that does not depend on how many numbers there are: no object is made for one."""
    m = Model("many")
    x = m.ints("x", 100_000, 0, 200_000)
    m.all_different("all differ", x, by="native")
    (rule,) = m.global_rules
    assert rule.rows == 1
    assert len(rule.numbers) == 100_000
    with pytest.raises(ModelError, match="a literal for each value of these numbers: 20,000,100,000 values"):
        m.all_different("all differ", x)
    boxes = group(m.choices("y", (300, 30), range(30)), by=np.indices((300, 30))[0])
    m.all_different("rows differ", boxes)
    assert m.global_rules[-1].rows == 300
    assert sum(map(len, m.stated_blocks)) == 9_000 + 300 * 30
    assert prod((300, 30)) == 9_000


SILENT_ONCE = {  # what Python and numpy take for a plain number, if they can
    "places[x[0]]": "places are numbers", "[5, 6, 7][n[0]]": "places are numbers", "range(n[0])": "places are numbers",
    "m.linear(0, 1, 's', [n[0], 3, n[1]], 1)": "found the plain 3 among numbers", "n[0] in {1}": "a key",
    "m.maximize('s', [n[0], 7])": "found the plain 7 among numbers", "m.exactly(1, 's', [n[0], 1])": "the plain 1",
    "m.any('s', x)": "a number with several values is no literal", "m.at_most(1, 's', n)": "an integer and no literal",
    "m.choices('b', 3, [1], 9)": "expected", "m.bools('b', 3, 3)": "expected one shape",
}  # fmt: skip


@pytest.mark.parametrize("idiom", SILENT_ONCE)
def test_single_numbers_are_no_plain_numbers(idiom):
    m = Model("little")
    names = {"m": m, "x": m.choices("x", 3, [0, 1, 2]), "n": m.ints("n", 3, 0, 4), "places": [4, 5, 6]}
    with pytest.raises(ModelError, match=re.escape(SILENT_ONCE[idiom])):
        eval(idiom, names)
    with pytest.raises((IndexError, ModelError)):
        eval("table[x[0]]", {**names, "table": np.arange(9)})


def test_arrays_and_lists_of_single_numbers_are_the_numbers():
    """However they are put together: none becomes a constant."""
    m = Model("little")
    x = m.choices("x", 4, [0, 1, 2])
    a, b = x[0], x[1]
    for rows in ([a, b], np.array([a, b]), np.stack([a, b]), [x[:1], [b]], np.array([[a], [b]])):
        m.all_different("differ", rows)
    assert all(len(rule.named) == 6 for rule in m.global_rules)
    assert rs.solve(m)[x[2]] in (0, 1, 2)
