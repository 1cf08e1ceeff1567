"""Validation: every mistake has a message of its own, which is part of the language and tested word for word."""

from __future__ import annotations

import re

import numpy as np
import pytest

from models.neutral import Model, ModelError, group, rows_of

TWICE = "stands twice in the row; a variable may stand once, not even as x and -x"
INTEGER = "is an integer and no literal; n.is_(5) and n.at_least(5) are, and m.linear takes n itself"
RANKS = "each rank"


def model():
    """x: a 2 x 3 board of Booleans, 1..6; y: three integers 0..5, 7..9."""
    m = Model("m")
    return m, m.bools("x", (2, 3)), m.ints("y", 3, 0, 5)


# Mistakes, as (m, x, y) -> a call, by the message they get.
CALLS = {
    "exactly: expected exactly(k, sentence, rows), found 'each rank' where k stands": lambda m, x, y: m.exactly(
        RANKS, 1, x
    ),
    "exactly: expected exactly(k, sentence, rows), found 'each rank' where rows stands": lambda m, x, y: m.exactly(
        1, x, RANKS
    ),
    "at_most: expected at_most(k, sentence, rows), found 'each rank' where k stands": lambda m, x, y: m.at_most(
        RANKS, 1, x
    ),
    "parity: expected parity(odd, sentence, rows), found 'each rank' where odd stands": lambda m, x, y: m.parity(
        RANKS, 1, x
    ),
    "any: expected any(sentence, rows), found 'each rank' where rows stands": lambda m, x, y: m.any(x, RANKS),
    "minimize: expected minimize(sentence, literals, coefs), found 'each rank' where literals stands": (
        lambda m, x, y: m.minimize(x, RANKS)
    ),
    "linear: expected linear(lo, hi, sentence, rows, coefs), found 'each rank' where lo stands": lambda m, x, y: (
        m.linear(RANKS, 0, 1, x, 1)
    ),
    "exactly: expected exactly(k, sentence, rows), the sentence is missing": lambda m, x, y: m.exactly(1, x),
    "any: expected any(sentence, rows), the sentence is missing": lambda m, x, y: m.any(x),
    "any: expected any(sentence, rows), the sentence is missing: found NoneType in its place": lambda m, x, y: m.any(
        None, x
    ),
    "any: expected any(sentence, rows), missing a required argument: 'rows'": lambda m, x, y: m.any(RANKS),
    "exactly: expected exactly(k, sentence, rows) and perhaps when=, holds=, soft=, where=, of=, clue=, evident=; "
    "found whn=": lambda m, x, y: m.exactly(1, RANKS, x, whn=1),
    "minimize: expected minimize(sentence, literals, coefs), got an unexpected keyword argument 'when'": (
        lambda m, x, y: m.minimize(RANKS, x, when=1)
    ),
    "any: every rule needs a sentence of one line, found ' '": lambda m, x, y: m.any(" ", x),
    r"any: every rule needs a sentence of one line, found 'a\n'": lambda m, x, y: m.any("a\n", x),
    r"any: every rule needs a sentence of one line, found 'a\nb'": lambda m, x, y: m.any("a\nb", x),
}

# The same inside a rule called 's'; the message begins with "rule 's', ".
RULES = {
    # numbers
    "k: expected integers, found float 1.5": lambda m, x, y: m.at_most(1.5, "s", x),
    "k: expected integers, found bool True": lambda m, x, y: m.exactly(True, "s", x),
    "k: expected integers, found NoneType None": lambda m, x, y: m.at_least(None, "s", x),
    "k: expected integers, found str '1'": lambda m, x, y: m.exactly("1", "s", x),
    "k: expected integers, found lists of different length": lambda m, x, y: m.exactly([[1], [2, 3]], "s", x),
    "k: expected one number, or 2 (one per row), found shape (3,)": lambda m, x, y: m.at_least([1, 2, 3], "s", x),
    "k: a number beyond 64 bits": lambda m, x, y: m.exactly(2**70, "s", x),
    "k: expected less than 2^53 in absolute value, found 9223372036854775809": lambda m, x, y: m.exactly(
        np.uint64(2**63 + 1), "s", x
    ),
    "lo: expected integers, found NoneType None": lambda m, x, y: m.between(None, 1, "s", x),
    "hi: expected integers, found NoneType None": lambda m, x, y: m.between(1, None, "s", x),
    "row 0: lo is greater than hi (2..1)": lambda m, x, y: m.between(2, 1, "s", x),
    "odd: expected integers, found bool True": lambda m, x, y: m.parity(True, "s", x),
    "row 1: odd: expected 0 (even) or 1 (odd), found 2": lambda m, x, y: m.parity([1, 2], "s", x),
    "linear: lo and hi are both open, so the rule says nothing": lambda m, x, y: m.linear(None, None, "s", x, 1),
    "hi: expected less than 2^53 in absolute value, found 9007199254740992": lambda m, x, y: m.linear(
        0, 2**53, "s", x, 1
    ),
    "lo: expected less than 2^53 in absolute value, found -9007199254740992": lambda m, x, y: m.linear(
        -(2**53), 0, "s", x, 1
    ),
    "coefs: expected less than 2^53 in absolute value, found 4611686018427387904": lambda m, x, y: m.linear(
        0, 5, "s", x, 2**62
    ),
    "coefs: expected less than 2^53 in absolute value, found -9223372036854775808": lambda m, x, y: m.linear(
        0, 5, "s", x, -(2**63)
    ),
    "coefs: expected less than 2^53 in absolute value, found 18446744073709551615": lambda m, x, y: m.linear(
        0, 5, "s", [1], np.array([2**64 - 1], np.uint64)
    ),
    "coefs: expected one number, or numbers that fit shape (2, 3), found shape (2,)": lambda m, x, y: m.linear(
        0, 1, "s", x, [1, 2]
    ),
    "coefs: expected one number, or numbers that fit shape (3,), found shape (2,)": lambda m, x, y: m.linear(
        0, 1, "s", [[1, 2], [3]], [1, 2]
    ),
    "coefs: expected one number, or numbers that fit shape (6,), found shape (3,)": lambda m, x, y: m.linear(
        0, 1, "s", rows_of(x), [1, 2, 3]
    ),
    "row 0: the sum may reach 2^53, where 64-bit floats are no longer exact": lambda m, x, y: m.linear(
        0, 5, "s", [1, 2], 2**52
    ),
    "row 1: the sum may reach 2^53, where 64-bit floats are no longer exact": lambda m, x, y: m.linear(
        None, 5, "s", [[1], [7, 8, 9]], 2**53 - 1
    ),
    # literals
    "rows: expected integers, found float 1.0": lambda m, x, y: m.any("s", np.asarray(x) * 1.0),
    "rows: expected integers, found bool True": lambda m, x, y: m.any("s", np.asarray(x) > 0),
    "rows: literal 4294967297: beyond 32 bits": lambda m, x, y: m.any("s", [1, 2**32 + 1]),
    "rows: literal -2147483648: beyond 32 bits": lambda m, x, y: m.any("s", np.array([-(2**31)], np.int32)),
    "rows: `[]` is ambiguous: no row, or one empty row; write np.zeros((0, 0)) or [[]]": lambda m, x, y: m.any("s", []),
    "literals: expected integers, found lists of different length": lambda m, x, y: m.true("s", [[1], [2, 3]]),
    "literals: expected integers, found bool True": lambda m, x, y: m.iff("s", True, [2]),
    "row 1: literal 0: a cell without a variable? leave it out": lambda m, x, y: m.any("s", [[1], [2, 0]]),
    "row 2: literal -99: unknown variable, the model has 9": lambda m, x, y: m.any("s", [[1], [], [2, -99]]),
    f"row 0: literal 1: x[0,0] {TWICE}": lambda m, x, y: m.any("s", [1, 2, 1]),
    f"row 1: literal -6: x[1,2] {TWICE}": lambda m, x, y: m.exactly(1, "s", [[1, 2], [6, 1, -6]]),
    f"row 0: literal 5: x[1,1] {TWICE}": lambda m, x, y: m.parity(1, "s", [5, 5]),
    f"row 0: literal 2: x[0,1] {TWICE}": lambda m, x, y: m.minimize("s", [1, 2, 2]),
    f"row 0: literal 7: y[0] {INTEGER}": lambda m, x, y: m.any("s", [1, 7]),
    f"row 2: literal 9: y[2] {INTEGER}": lambda m, x, y: m.true("s", [1, 2, 9]),
    f"row 0: literal -8: y[1] {INTEGER}": lambda m, x, y: m.iff("s", [8], [[1]]),
    "row 0: literal -7: y[0] is an integer; negate its coefficient, not the variable": lambda m, x, y: m.linear(
        0, 3, "s", [-7, 8], 1
    ),
    "row 0: literal -9: y[2] is an integer; negate its coefficient, not the variable": lambda m, x, y: m.minimize(
        "s", -y[2]
    ),
    "iff: expected one literal per row, found 2 for 1 rows": lambda m, x, y: m.iff("s", [1, 2], [[3]]),
    f"row 1: literal 2: x[0,1] {TWICE}": lambda m, x, y: m.iff("s", [1, -2], [[3], [2, 4]]),
    # guards and masks
    "when: expected integers, found bool True": lambda m, x, y: m.any("s", x, when=[True, False]),
    "when: literal 4294967297: beyond 32 bits": lambda m, x, y: m.any("s", x, when=2**32 + 1),
    "when: expected one number, or 2 (one per row), found shape (3,)": lambda m, x, y: m.any("s", x, when=[1, 2, 3]),
    "row 1: guard 0: a cell without a variable? leave it out": lambda m, x, y: m.any("s", x, when=[1, 0]),
    "row 0: guard 99: unknown variable, the model has 9": lambda m, x, y: m.any("s", x, when=99),
    "row 0: guard -7: y[0] is an integer; a guard is a Boolean literal": lambda m, x, y: m.any("s", x, when=-7),
    "where: expected 2 truth values, one per row, found int64 of shape (2,)": lambda m, x, y: m.any(
        "s", x, where=[0, 1]
    ),
    "where: expected 2 truth values, one per row, found bool of shape ()": lambda m, x, y: m.any("s", x, where=True),
    "where: expected 1 truth values, one per row, found bool of shape ()": lambda m, x, y: m.any("s", x[0], where=True),
    "where: expected 2 truth values, one per row, found bool of shape (3,)": lambda m, x, y: m.any(
        "s", x, where=[True] * 3
    ),
    "where: expected 2 truth values, one per row, found lists of different length": lambda m, x, y: m.any(
        "s", x, where=[[True], [True, False]]
    ),
    "where: expected 1 truth values, one per row, found bool of shape (2,)": lambda m, x, y: m.iff(
        "s", [1], [[2, 3]], where=[True, False]
    ),
    # the objective
    "literals: expected integers, found NoneType None": lambda m, x, y: m.minimize("s", None),
    "coefs: expected integers, found float 0.5": lambda m, x, y: m.minimize("s", x, 0.5),
    "minimize: the model already minimises 'first'": lambda m, x, y: (m.minimize("first", []), m.minimize("s", x)),
}

NUMBERS = "expected a shape such as 9 or (9, 9), found"
VARIABLES = {
    "Model: expected a name, found 3": lambda m: Model(3),
    "variables: expected a name, found ''": lambda m: m.bools("", 2),
    "variables: expected a name, found [1]": lambda m: m.bools([1], 2),
    "variables 'x': declared already": lambda m: m.bools("x", 2),
    f"variables 'z': {NUMBERS} 2.7": lambda m: m.bools("z", 2.7),
    f"variables 'z': {NUMBERS} '3'": lambda m: m.bools("z", "3"),
    f"variables 'z': {NUMBERS} (2, None)": lambda m: m.bools("z", (2, None)),
    f"variables 'z': {NUMBERS} (-2, -3), which is negative": lambda m: m.bools("z", (-2, -3)),
    "variables 'z': 2147483639 more would exceed 1073741823 variables": lambda m: m.bools("z", 2**31 - 9),
    "variables 'z': 18446744073709551616 more would exceed 1073741823 variables": lambda m: m.bools(
        "z", (2**32, 2**32)
    ),
    "variables 'z': lo: expected integers, found NoneType None": lambda m: m.ints("z", 2, None, 5),
    "variables 'z': hi: expected integers, found float 1.5": lambda m: m.ints("z", 2, 0, 1.5),
    "variables 'z': hi: expected integers, found str '3'": lambda m: m.ints("z", 2, 0, "3"),
    "variables 'z': hi: a number beyond 64 bits": lambda m: m.ints("z", 2, 0, 2**70),
    "variables 'z': lo: expected less than 2^53 in absolute value, found -9223372036854775808": (
        lambda m: m.ints("z", 2, -(2**63), 0)
    ),
    "variables 'z': lo: expected one number, or numbers that fit shape (2,), found shape (3,)": (
        lambda m: m.ints("z", 2, [0, 0, 0], 5)
    ),
    "variables 'z': lo is greater than hi (3..1)": lambda m: m.ints("z", 2, [0, 3], 1),
    "literal 0: unknown variable, the model has 9": lambda m: m.name_of(0),
    "literal -10: unknown variable, the model has 9": lambda m: m.name_of(-10),
}


@pytest.mark.parametrize("message", CALLS)
def test_a_call_that_does_not_fit_is_told_how_the_verb_is_written(message):
    """Swapped, missing and unknown arguments; the sentence is looked at before anything else."""
    with pytest.raises(ModelError, match=f"^{re.escape(message)}$"):
        CALLS[message](*model())


@pytest.mark.parametrize("message", RULES)
def test_a_bad_rule_is_refused_by_its_name(message):
    """The message begins with the rule, names the row (or the argument) in the author's words, and nothing is kept."""
    m, x, y = model()
    with pytest.raises(ModelError, match=f"^rule 's', {re.escape(message)}$"):
        RULES[message](m, x, y)
    assert m.blocks == []
    assert m.objective is None or m.objective.sentence == "first"


@pytest.mark.parametrize("message", VARIABLES)
def test_bad_variables_are_refused_by_their_name(message):
    """Names, shapes and bounds; nothing is declared."""
    m, _, _ = model()
    with pytest.raises(ModelError, match=f"^{re.escape(message)}$"):
        VARIABLES[message](m)
    assert (m.variables, list(m.arrays), len(m.lower)) == (9, ["x", "y"], 10)


def test_rows_are_named_by_their_number_before_any_were_left_out():
    """Row 2 is row 2 of the board, whatever where= left out."""
    m, _, _ = model()
    with pytest.raises(ModelError, match=re.escape("rule 's', row 2: literal 0")):
        m.any("s", [[1], [2], [3, 0]], where=[True, False, True])


def test_a_duplicate_is_found_wherever_it_stands():
    """Against sets, row by row: the first repeated variable of the first such row; sparse and dense numbers."""
    random = np.random.default_rng(5)
    for _ in range(300):
        m = Model("m")
        m.bools("x", int(random.choice([6, 1000])))
        rows = [random.integers(1, m.variables + 1, random.integers(0, 5)).tolist() for _ in range(4)]
        repeated = [i for i, row in enumerate(rows) if len(set(row)) < len(row)]
        if not repeated:
            m.any("s", rows)
            continue
        row = rows[repeated[0]]
        twice = next(x for i, x in enumerate(row) if x in row[:i])
        with pytest.raises(
            ModelError, match=re.escape(f"row {repeated[0]}: literal {twice}: x[{twice - 1}] stands twice")
        ):
            m.any("s", rows)


def test_narrow_integers_are_widened_before_they_are_negated():
    """Negating an 8-bit head inside iff does not wrap around."""
    m, _, _ = model()
    m.iff("s", np.uint8(1), group([2], [0]))
    assert m.blocks[0].rows.literals.tolist() == [-1, 2, 1, -2]
