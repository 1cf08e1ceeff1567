"""Literals as Python values: what means nothing is refused with what to write instead; what is written instead means
what brute force makes of it."""

from __future__ import annotations

import copy
import operator
import pickle
import re
from itertools import product

import numpy as np
import pytest

from models.neutral import Model, ModelError, evaluate, objective_value
from models.neutral.literals import LiteralArray, SingleLiteral

SUM, TIMES, OR, AND = "write m.at_most(k, sentence, [x, y])", "write m.linear(lo, hi,", "write m.any(", "write m.true("
ORDER, SAME, TRUTH = "write m.any(sentence, [-x, y])", "write m.true(sentence, x) for `x holds`", "`or`, `and`, `not`"
PLAIN, KEY = "write np.asarray(x), or int(x)", "write int(x) for a key, or a member of a set"
WRONG = {  # idioms of CPMpy, PuLP and numpy, with single literals and with arrays
    "x[0] + x[1]": SUM, "x[0] + 1": SUM, "1 + x[0]": SUM, "x[0] - x[1]": SUM, "sum(x)": SUM, "sum(x[:1])": SUM,
    "x + x": SUM, "x.sum()": SUM, "np.sum(x)": SUM, "grid.sum(axis=0)": SUM, "np.add.reduce(x)": SUM, "x.mean()": SUM,
    "x[0] + x[1] <= 1": SUM, "np.arange(4) + x": SUM, "np.int64(1) + x[0]": SUM, "x.cumsum()": SUM, "grid.trace()": SUM,
    "x[0] * 2": TIMES, "2 * x[0]": TIMES, "x * np.array([1, -1, 1, -1])": TIMES, "np.array([1, -1, 1, -1]) * x": TIMES,
    "np.int32(2) * x[0]": TIMES, "x[0] * np.float64(2)": TIMES, "x @ [1, 2, 3, 4]": TIMES, "x.dot(x)": TIMES,
    "np.dot(x, x)": TIMES, "x.prod()": TIMES, "x[0] * x[1]": TIMES,
    "x[0] | x[1]": OR, "x | x": OR, "np.logical_or(x, x)": OR, "x.any()": OR, "1 | x[0]": OR,
    "x[0] & x[1]": AND, "x & x": AND, "x.all()": AND,
    "x[0] ^ x[1]": "write m.exactly(1, sentence, [x, y]), or m.parity", "x ^ x": "m.parity(1",
    "x[0] <= x[1]": ORDER, "x < 1": ORDER, "x[0] > 0": ORDER, "x >= x": ORDER, "max(x)": ORDER, "sorted(x)": ORDER,
    "x.argsort()": ORDER, "x[x > 0]": ORDER, "0 < x[0]": ORDER,
    "x == x": SAME, "x[0] == 1": SAME, "1 == x[0]": SAME, "x != 0": SAME, "np.int32(1) == x[0]": SAME,
    "x[0] == x": SAME, "1 in list(x)": SAME, "x[0] == x[1]": SAME, "x[0] != x[1]": SAME, "x[0] in list(x[1:])": SAME,
    "{x[0]: 1}": KEY, "{*x}": KEY, "x[0] in {1, 2}": KEY,
    "x[1] or x[2]": TRUTH, "x[1] and x[2]": TRUTH, "not x[0]": TRUTH, "bool(x)": TRUTH, "any(x)": TRUTH,
    "all(x)": TRUTH,
    "x[0] if x[1] else x[2]": TRUTH, "bool(single)": TRUTH, "not single": TRUTH, "x.nonzero()": TRUTH,
    "abs(x[0])": PLAIN, "np.abs(x)": PLAIN, "x.max()": PLAIN, "x[0] // 2": PLAIN, "x % 2": PLAIN, "x[0] ** 2": PLAIN,
    "x[0] << 1": PLAIN, "np.where(x, 1, 0)": PLAIN, "np.where(x)": PLAIN, "np.count_nonzero(x)": PLAIN,
    "np.prod(x)": PLAIN, "np.cumsum(x)": PLAIN, "np.sort(x)": PLAIN, "np.outer(x, x)": PLAIN, "divmod(x[0], 2)": PLAIN,
    "x[x]": "`x[y]` means nothing here", "grid[x[0]]": "places are numbers",
    "m.at_most(x[0], 's', grid)": "k: expected a number, found a variable; write when=x",
    "m.exactly(single, 's', grid)": "k: expected a number, found a variable",
    "m.between(0, x[0], 's', x)": "hi: expected a number",
    "m.at_most([x[0], 1, 2], 's', grid)": "k: expected a number, found a variable",
    "m.linear(0, x[0], 's', x, 1)": "hi: expected a number", "m.linear(0, 3, 's', x, x)": "coefs: expected a number",
    "m.parity(x[0], 's', x)": "odd: expected a number", "m.minimize('s', x, x)": "coefs: expected a number",
    "m.ints('n', 3, 0, x[0])": "hi: expected a number", "m.bools('y', x[0])": "expected a number, found a variable",
}  # fmt: skip


def little():
    m = Model("little")
    return {"m": m, "x": m.bools("x", 4), "grid": m.bools("grid", (3, 3)), "single": m.bools("single", ()), "np": np}


@pytest.mark.parametrize("idiom", WRONG)
def test_what_means_nothing_is_refused_with_what_to_write(idiom):
    """Whatever solved another model without a word, or none; nothing is stated."""
    names = little()
    with pytest.raises(ModelError, match=re.escape(WRONG[idiom])):
        eval(idiom, names)
    assert names["m"].blocks == []
    assert names["m"].objective is None


def test_operators_that_change_in_place_are_refused():
    x = little()["x"].copy()
    for change in (operator.iadd, operator.isub, operator.imul, operator.ior, operator.iand, operator.ixor):
        with pytest.raises(ModelError, match="means nothing here"):
            change(x, 1)
        with pytest.raises(ModelError, match="means nothing here"):
            change(x[0], 1)
    assert x.tolist() == [1, 2, 3, 4]


ARRANGED = {  # what gives literals again, and which
    "x": [1, 2, 3, 4], "-x": [-1, -2, -3, -4], "~x": [-1, -2, -3, -4], "+x": [1, 2, 3, 4], "--x": [1, 2, 3, 4],
    "x[1:3]": [2, 3], "x[[0, 3]]": [1, 4], "x[::-1]": [4, 3, 2, 1], "x[np.array([True, False, True, False])]": [1, 3],
    "grid[1]": [8, 9, 10], "grid.T": [[5, 8, 11], [6, 9, 12], [7, 10, 13]], "grid[:, 0]": [5, 8, 11],
    "grid.ravel()": [*range(5, 14)], "grid.flat": [*range(5, 14)], "grid.reshape(-1)[:2]": [5, 6],
    "grid.diagonal()": [5, 9, 13], "np.diag(grid)": [5, 9, 13], "np.concatenate([x, -x[:1]])": [1, 2, 3, 4, -1],
    "np.stack([x, -x])": [[1, 2, 3, 4], [-1, -2, -3, -4]], "np.roll(x, 1)": [4, 1, 2, 3], "np.flip(x)": [4, 3, 2, 1],
    "np.where(np.arange(4) < 2, x, -x)": [1, 2, -3, -4], "np.where(np.arange(4) < 2, x, 0)": [1, 2, 0, 0],
    "np.repeat(x[:2], 2)": [1, 1, 2, 2], "np.tile(x[:2], 2)": [1, 2, 1, 2], "np.pad(x[:2], 1)": [0, 1, 2, 0],
    "np.broadcast_to(x[:2], (2, 2))": [[1, 2], [1, 2]], "np.append(x, single)": [1, 2, 3, 4, 14],
    "np.vstack(list(grid))[2]": [11, 12, 13], "np.take(x, [1, 2])": [2, 3], "x.copy()": [1, 2, 3, 4],
    "np.split(x, 2)[1]": [3, 4], "x.reshape(2, 2).T": [[1, 3], [2, 4]], "x[None]": [[1, 2, 3, 4]],
    "copy.deepcopy(x)": [1, 2, 3, 4], "pickle.loads(pickle.dumps(x))": [1, 2, 3, 4],
}  # fmt: skip


@pytest.mark.parametrize("text", ARRANGED)
def test_what_is_picked_and_arranged_are_literals(text):
    found = eval(text, {**little(), "copy": copy, "pickle": pickle})
    assert type(found) is LiteralArray
    assert found.tolist() == ARRANGED[text]


@pytest.mark.parametrize(
    ("text", "number"),
    [("x[2]", 3), ("x[-1]", 4), ("-x[2]", -3), ("~x[2]", -3), ("+x[2]", 3), ("grid[1, 2]", 10), ("-single", -14),
     ("next(iter(x))", 1), ("list(grid.flat)[4]", 9), ("[*grid][0][1]", 6), ("single[()]", 14), ("x.take(1)", 2),
     ("np.take(x, 1)", 2), ("copy.copy(-x[0])", -1), ("pickle.loads(pickle.dumps(-x[0]))", -1)],
)  # fmt: skip
def test_what_is_taken_out_is_a_literal(text, number):
    found = eval(text, {**little(), "copy": copy, "pickle": pickle})
    assert type(found) is SingleLiteral
    assert int(found) == number
    assert type(int(found)) is int
    assert repr(found) == str(found) == f"{found}" == str(number)


def test_plain_numbers_stay_plain():
    """Those of DIMACS: by `int`, `tolist`, `item`, numpy's conversions, and as indices."""
    names = little()
    x, grid = names["x"], names["grid"]
    assert [type(number) for number in (int(x[0]), x.tolist()[0], x.item(0), operator.index(x[0]))] == [int] * 4
    for plain in (np.asarray(x), np.array(x), np.array([*x]), np.fromiter(x, np.int32)):
        assert type(plain) is np.ndarray
        assert (plain + 1).tolist() == [2, 3, 4, 5]
    assert np.array_equal(x, [1, 2, 3, 4])
    assert np.unique(np.concatenate([x, x])).tolist() == [1, 2, 3, 4]
    values = np.arange(20) * 10
    assert values[x].tolist() == [10, 20, 30, 40]
    assert values[x[1]] == 20
    assert values[grid].shape == (3, 3)
    assert "abcdef"[x[0]] == "b"
    assert len(x) == 4
    assert type(names["m"].arrays["x"]) is np.ndarray


def test_numbers_of_literals_are_members_and_keys():
    """And an array says whether a literal is in it."""
    x = little()["x"]
    assert x[0] in x
    assert -x[0] not in x
    assert 2 in x
    assert int(x[1]) in {1, 2}
    assert {int(x[0]): "first"}[int(x[0])] == "first"


def counted(state, variables):
    """The assignments of x, of so many variables, that the rules keep."""
    m = Model("brute")
    x = m.bools("x", variables)
    state(m, x)
    extra = m.variables - variables
    return {
        bits
        for bits in product((0, 1), repeat=variables)
        if any(not evaluate(m, np.array([0, *bits, *more])) for more in product((0, 1), repeat=extra))
    }


RIGHT = [  # what the messages say to write, beside what is meant
    (lambda m, x: m.at_most(1, "s", [x[0], x[1]]), lambda a, b, c: a + b <= 1),
    (lambda m, x: m.at_least(2, "s", x), lambda a, b, c: a + b + c >= 2),
    (lambda m, x: m.linear(None, 3, "s", x, [1, 2, 3]), lambda a, b, c: a + 2 * b + 3 * c <= 3),
    (lambda m, x: m.any("s", np.where(np.array([1, -1, 1]) > 0, x, -x)), lambda a, b, c: a or not b or c),
    (lambda m, x: m.any("s", [x[0], x[1]]), lambda a, b, c: a or b),
    (lambda m, x: m.true("s", [x[0], x[1]]), lambda a, b, c: a and b),
    (lambda m, x: m.true("s", ~x[0]), lambda a, b, c: not a),
    (lambda m, x: m.true("s", ~x), lambda a, b, c: not (a or b or c)),
    (lambda m, x: m.iff("s", -x[2], [[-x[0], -x[1]]]), lambda a, b, c: c == (a and b)),
    (lambda m, x: m.exactly(1, "s", [x[0], x[1]]), lambda a, b, c: a != b),
    (lambda m, x: m.parity(1, "s", x), lambda a, b, c: (a + b + c) % 2 == 1),
    (lambda m, x: m.any("s", [-x[0], x[1]]), lambda a, b, c: a <= b),
    (lambda m, x: m.iff("s", x[0], [[x[1]]]), lambda a, b, c: a == b),
    (lambda m, x: m.at_most(0, "s", [x[0], x[1]], when=x[2]), lambda a, b, c: not c or not (a or b)),
    (lambda m, x: m.linear(0, None, "s", [[x[2], x[0], x[1]]], [1, -1, -1]), lambda a, b, c: a + b <= c),
]


@pytest.mark.parametrize("case", range(len(RIGHT)))
def test_what_is_written_instead_means_what_is_meant(case):
    """By all assignments."""
    state, meant = RIGHT[case]
    assert counted(state, 3) == {bits for bits in product((0, 1), repeat=3) if meant(*bits)}


def test_an_objective_has_the_sense_in_which_it_was_stated():
    """Within, sums are minimised; the sense turns them back, and words have what the author wrote."""
    for sign, state in ((1, Model.minimize), (-1, Model.maximize)):
        m = Model("knapsack")
        x = m.bools("x", 3)
        m.linear(None, 5, "it fits", x, [2, 3, 4])
        state(m, "value", x, [3, -1, 5])
        values = np.array([0, 1, 1, 0])
        assert m.objective.sense.own_value(objective_value(m, values)) == 2
        assert objective_value(m, values) == 2 * sign
        does = "maximise" if sign < 0 else "minimise"
        assert f"{does} 'value': 3 x[0] - x[1] + 5 x[2]" in str(m)
        for again in (m.minimize, m.maximize):
            with pytest.raises(ModelError, match=f"the model already {does[:-1]}es 'value'"):
                again("more", x)
