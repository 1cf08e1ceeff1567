"""Readers of solver files: strict, with the place of each error, and bounded whatever a file claims."""

from __future__ import annotations

import pickle
import re
import resource
import time
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backends.formats import MODULES
from backends.formats.contract import FileError, file_format, find_format
from backends.formats.lp import token_blocks
from backends.formats.text import scanning
from backends.formats.text.decimals import OPEN, read_decimals, whole_bounds
from backends.formats.text.linear_to_model import _sum_many_terms, sum_terms
from backends.formats.text.scanning_loops import NO_NUMBER, TOO_PRECISE
from backends.formats.text.words import split_words
from models.neutral import Model, evaluate
from models.neutral.json import from_json, to_json
from models.neutral.words import describe_row
from tests.backends.formats.test_writers import everything
from tests.support.file_answers import constant_of, costs_of, written
from tests.support.patience import PATIENCE

READERS = [name for name in MODULES if file_format(name).read]


def read(name: str, content: bytes | str) -> Model:
    return file_format(name).read(content if isinstance(content, bytes) else content.encode())


def solutions(name: str, content: bytes | str) -> dict[tuple[int, ...], int]:
    """Every solution with what it costs, the constant of the objective included."""
    model = read(name, content)
    return {point: cost + constant_of(model) for point, cost in costs_of(model).items()}


# ---- what is right -----------------------------------------------------------------------------------------------

ONE_OR_TWO = {(0, 1), (1, 0), (1, 1)}
CLAUSES = {
    "over two lines": "p cnf 2 1\n1\n2\n0\n",
    "comments inside": "c top\np cnf 2 1\nc p cnf 9 9\n1\n  c 2 0\n2 0\nc end",
    "several on a line": "p cnf 2 2\n1 2 0 1 2 0",
    "a trailer": "p cnf 2 1\n1 2 0\n%\n0\n",
    "a trailer alone": "p cnf 2 1\n1 2 0\n%\n",
    "CRLF": "p cnf 2 1\r\n1 2\r\n0\r\n",
    "tabs and blank lines": "\n\np\tcnf  2 1\n\n\t1  2\t0\n\n",
    "twice the same": "p cnf 2 2\n1 1 2 2 1 0 2 1 0\n",
    "always true": "p cnf 2 2\n1 -1 0\n1 2 0\n",
}


@pytest.mark.parametrize("how", CLAUSES)
def test_one_clause_in_many_ways(how):
    """Whitespace, comments and trailers say nothing."""
    assert set(solutions("dimacs", CLAUSES[how])) == ONE_OR_TWO
    assert set(solutions("xnf", CLAUSES[how])) == ONE_OR_TWO


def test_blank_lines_are_no_empty_clauses_and_a_0_is_one():
    assert set(solutions("dimacs", "p cnf 1 0\n\n\n")) == {(0,), (1,)}
    assert solutions("dimacs", "p cnf 1 1\n0\n") == {}
    assert set(solutions("dimacs", "p cnf 0 0")) == {()}


def test_exclusive_or_rows():
    """Each negation turns the row; x and x are nothing; with or without a blank after the x."""
    assert set(solutions("xnf", "p cnf 2 1\nx1 2 0\n")) == {(0, 1), (1, 0)}
    assert set(solutions("xnf", "p cnf 2 1\nx -1 2 0\n")) == {(0, 0), (1, 1)}
    assert solutions("xnf", "p cnf 2 2\nx1 2 0\nx-1 2 0\n") == {}
    assert set(solutions("xnf", "p cnf 2 2\nx1 1 2 0 1 0\n")) == {(1, 1)}
    assert solutions("xnf", "p cnf 1 1\nx 0\n") == {}


def test_weighted_clauses():
    """Old and new: as heavy as top is hard; what cannot be helped is paid."""
    new = solutions("wcnf", "c\nh 1 2 0\n3 -1 0\n2 -2 0\n")
    assert {point[:2]: cost for point, cost in new.items()} == {(0, 1): 2, (1, 0): 3, (1, 1): 5}
    old = solutions("wcnf", "p wcnf 2 3 6\n6 1 2 0\n3 -1 0\n2 -2 0\n")
    assert old == new
    assert solutions("wcnf", "p wcnf 2 3 5\n7 1 2 0\n3 -1 0\n2 -2 0\n") == new
    assert solutions("wcnf", "p wcnf 1 2\n1 1 0\n4 -1 0\n") == {(0,): 1, (1,): 4}  # no top: all are soft
    assert min(solutions("wcnf", "5 1 2 0\nh -1 0\nh -2 0\n").values()) == 5
    assert min(solutions("wcnf", "5 0\nh -1 0\n").values()) == 5
    assert min(solutions("wcnf", "5 1 0\n5 -1 0\n").values()) == 5


def test_pseudo_boolean_rows():
    """`~x`, signs, zeros, no blank before `;`, several on a line, constants that move."""
    assert set(solutions("opb", "+1 x1 +1 x2 >= 1;")) == ONE_OR_TWO
    assert set(solutions("opb", "* #variable= 2 #constraint= 1\n* c\n1 x1\n+1 x2>=1\n;\n")) == ONE_OR_TWO
    assert set(solutions("opb", "+1 x1 -1 ~x2 >= 0 ;")) == ONE_OR_TWO
    assert set(solutions("opb", "-2 x1 -2 x2 <= -2 ; +0 x1 >= 0 ;")) == ONE_OR_TWO
    assert set(solutions("opb", "+1 x1 +1 x1 -1 x1 +1 ~x2 -1 ~x2 = 1 ; ")) == {(1, 0), (1, 1)}
    assert {p[:2]: c for p, c in solutions("opb", "min: +2 x1 -3 ~x2 ;\n+1 x1 +1 x2 >= 1 ;").items()} == {
        (0, 1): 0,
        (1, 0): -1,
        (1, 1): 2,
    }
    assert min(solutions("opb", "max: +2 x1 ;").values()) == -2
    assert set(solutions("opb", "* #variable= 2 #constraint= 0\n")) == {(0, 0), (0, 1), (1, 0), (1, 1)}


def test_linear_programs():
    """Forms of rows and bounds, constants, `~` of spellings, as CPLEX's format has them."""
    top, end = "Minimize\n obj: \nSubject To\n", "Binaries\n x y\nEnd\n"
    rows = ("r1: x + y >= 1", "x + y => 1", "1 <= x + y", "1 <= 1 x + 1.0 y <= 2", "- x - y <= -1", "2 x + 2e0\n y > 2")
    for row in rows:
        assert set(solutions("lp", top + row + "\n" + end)) == ONE_OR_TWO
    assert set(solutions("lp", top + "1 = x + y <= 2\n 1 <= x >= 0\n" + end)) == {(1, 0)}  # both sides hold
    bounds = "min 2 x + 3 y + 5\nst\n c: x - y = 0\nbounds\n -1 <= x <= 1\n y <= 4\n y >= -3\ngenerals x y\nend"
    costs = solutions("lp", bounds)
    assert {point[:2]: cost for point, cost in costs.items()} == {(-1, -1): 0, (0, 0): 5, (1, 1): 10}
    assert solutions("LP".lower(), "\\ c\nMAXIMIZE obj: x\nSUBJECT TO x <= 0\nBINARY x\nEND") == {(0,): 0}
    assert set(solutions("lp", "min x\ns.t.\n x >= 1\n x + y >= 2\nbounds x = 1\n y <= 3\nint\nx y\nend")) == {
        (1, 1),
        (1, 2),
        (1, 3),
    }


MPS = "NAME t\nROWS\n N cost\n{kind} r\nCOLUMNS\n M 'MARKER' 'INTORG'\n x cost 1 r 1\n M 'MARKER' 'INTEND'\n"


def test_ranges_bounds_and_a_constant_in_mps():
    """Each kind of row with a range of either sign; RHS of the objective is a constant, negated."""
    tail = "RHS\n RHS r 4\n{more}BOUNDS\n UP BND x 9\nENDATA\n"

    def values(kind: str, more: str = "") -> set[int]:
        return {point[0] for point in solutions("mps", (MPS + tail).format(kind=f" {kind}", more=more))}

    assert values("E") == {4}
    assert values("G") == {4, 5, 6, 7, 8, 9}
    assert values("L") == {0, 1, 2, 3, 4}
    assert values("G", "RANGES\n RNG r 2\n") == values("G", "RANGES\n RNG r -2\n") == {4, 5, 6}
    assert values("L", "RANGES\n r 2\n") == {2, 3, 4}
    assert values("E", "RANGES\n RNG r 2\n") == {4, 5, 6}
    assert values("E", "RANGES\n RNG r -2\n") == {2, 3, 4}
    assert {c for _, c in solutions("mps", (MPS + tail).format(kind=" E", more=" RHS cost -7\n")).items()} == {11}
    text = MPS.format(kind=" L") + "RHS\n RHS r 3\nBOUNDS\n{}\nENDATA\n"
    for bound, allowed in (
        (" BV BND x", {0, 1}),
        (" FX BND x 2", {2}),
        (" LI BND x -1\n UI BND x 1", {-1, 0, 1}),
        (" LO BND x 2\n UP BND x 7", {2, 3}),
        (" UP x 1", {0, 1}),
    ):
        assert {point[0] for point in solutions("mps", text.format(bound))} == allowed
    turned = "OBJSENSE\n MAX\n" + text.format(" UP BND x 2")
    assert min(solutions("mps", turned).values()) == -2


def test_fractions_are_scaled_exactly():
    """A row times the least number that makes it whole; of the objective, that number is kept to report its values."""
    text = (
        "max 0.5 x + .25 y - 1\nst\n 0.5 x + 1.5e0 y <= 2.50\n x - y >= -1e-1\nbounds\n y <= 2.9\n x <= 7\ngen x y\nend"
    )
    model = read("lp", text)
    (rows,) = model.blocks[:1]
    assert rows.coefs.tolist() == [1, 3, 10, -10]
    assert rows.hi.tolist()[0] == 5
    assert rows.lo.tolist()[1] == -1
    assert model.upper[1:3].tolist() == [7, 2]
    assert (model.objective.sense.sign, model.objective.sense.divisor) == (-1, 4)
    values = np.array([0, 3, 0, 1])
    assert model.objective.sense.own_value(int(values[model.objective.literals] @ model.objective.coefs)) == 0.5
    large = "min x\nst\n 0.5 x + 3e15 y >= 1\nbin x y\nend"  # 5 and 3 * 10^16, which is beyond 2^53
    assert read("lp", large).blocks[0].coefs.tolist() == [1, 6 * 10**15]


@pytest.mark.sample(1)
@pytest.mark.parametrize("block", [2, 3, 7, 64, 1 << 14])
def test_statements_of_lp_files_go_on_in_the_next_block(monkeypatch, block):
    """Wherever the tokens are cut; also a sum much longer than a block."""
    names = [f"x{i * 7 % 50}" for i in range(200)]
    terms = " + ".join(f"{i}.5 {name}" for i, name in enumerate(names))
    bounds = "".join(f"{-i} <= x{i} <= {i}0\nx{i} >= -2\n" for i in range(50))
    rows = f"r1: {terms} <= 4e2\n-7 <= x3 - x3 - 2 + x1 <= 9\nr_3: x4 >= 2\n"
    text = f"Max\n goal: {terms} - 3\nst\n{rows}bounds\n{bounds}gen\n{' '.join(names[:50])}\nbin\nx0 x49\nend\n"
    plain = read("lp", text)
    monkeypatch.setattr(scanning, "COMPILED_FROM", 0)
    monkeypatch.setattr(token_blocks, "BLOCK", block)
    assert to_json(read("lp", text)) == to_json(plain)
    for place in range(0, len(text), 41):
        with pytest.raises(FileError) as compiled:
            read("lp", text[:place] + "^" + text[place:])
        monkeypatch.setattr(scanning, "COMPILED_FROM", len(text) + 9)
        with pytest.raises(FileError, match=re.escape(str(compiled.value))):
            read("lp", text[:place] + "^" + text[place:])
        monkeypatch.setattr(scanning, "COMPILED_FROM", 0)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 90), st.integers(-9, 9)), max_size=120), st.booleans())
def test_terms_are_summed_by_row_and_variable(terms, by_row):
    """As a dictionary does it: compiled or not, in any order."""
    terms = sorted(terms, key=lambda term: term[0]) if by_row else terms
    expected = Counter()
    for row, column, coef in terms:
        expected[row, column] += coef
    columns = [np.array([term[part] for term in terms], np.int64) for part in range(3)]
    for sum_up in (sum_terms, _sum_many_terms):
        counts, variables, coefs = sum_up(*columns, 6)
        keys = list(zip(np.repeat(np.arange(6), counts).tolist(), variables.tolist(), strict=True))
        assert keys == sorted(expected)
        assert coefs.tolist() == [expected[key] for key in keys]


def numbers_of(*words: str) -> tuple[list[tuple[int, int]], list[int], list[bool]]:
    """Mantissas with exponents, kinds, and which are infinite."""
    content = " ".join(words).encode()
    table = split_words(content, b"*")
    numbers = read_decimals(content, table.starts, table.ends)
    pairs = list(zip(numbers.mantissas.tolist(), numbers.exponents.tolist(), strict=True))
    return pairs, numbers.kinds.tolist(), numbers.infinite.tolist()


def test_decimals_are_exact():
    """A mantissa without zeros at its end, and a power of ten; up to 18 digits."""
    words = ("3", "-2.0", "1e3", "2.50e1", ".5e1", "0.0", "+7", "0.125", "1200", "-00.0100", "9" * 18, "1" + "0" * 90)
    pairs = [
        (3, 0),
        (-2, 0),
        (1, 3),
        (25, 0),
        (5, 0),
        (0, 0),
        (7, 0),
        (125, -3),
        (12, 2),
        (-1, -2),
        (10**18 - 1, 0),
        (1, 90),
    ]
    assert numbers_of(*words)[:2] == (pairs, [0] * len(words))
    assert set(numbers_of("nan", "", "-", "1e", "1e9999", "x", ".", "1.2.3", "e5", "--1", "1e+", "0x10")[1]) == {
        NO_NUMBER
    }
    assert numbers_of("1" * 19, "0." + "3" * 19)[1] == [TOO_PRECISE] * 2
    assert numbers_of("inf", "-Infinity", "1e30", "100e18", "99e18", "x")[2] == [True] * 4 + [False] * 2


def test_bounds_of_integers_are_rounded_inwards():
    numbers = read_decimals(
        b"2.5 -2.5 1e-30 -1e-30 3e2 1e17", *np.array([[0, 4, 9, 15, 22, 26], [3, 8, 14, 21, 25, 30]])
    )
    assert whole_bounds(numbers, upwards=True).tolist() == [3, -2, 1, 0, 300, -OPEN]
    assert whole_bounds(numbers, upwards=False).tolist() == [2, -3, 0, -1, 300, OPEN]


SHOWN = {  # continuous x: rows and bounds, and the values of x that remain, None where it is not shown to be whole
    "x + 2 y = 3": {1, 3},
    "- x + 2 y - z = 0": {0, 1, 2},
    "2 x + 4 y = 6": {1, 3},
    "0.5 x + y = 1": {0, 2},
    "x + y = 1.5": None,
    "2 x + y = 3": None,
    "x + y <= 3": None,
    "x + w = 3\n w - y = 1": {1, 2},  # w is shown first
    "x + w = 3\n w <= 2": None,
}


@pytest.mark.parametrize("rows", SHOWN)
def test_continuous_variables_are_whole_where_the_rows_show_it(rows):
    """Its bounds come from the rows, too; in LP and MPS alike."""
    text = f"min x\nst\n {rows}\nbin y z\nend"
    if SHOWN[rows] is None:
        with pytest.raises(FileError, match=r"expected an integer variable; continuous ones .*; found 'x'"):
            read("lp", text)
        return
    model = read("lp", text)
    at = int(model.arrays["x"]) - 1
    assert {point[at] for point in costs_of(model)} == SHOWN[rows]


def test_a_variable_between_fractions_is_not_fixed():
    """1.5 <= x <= 2.5 allows 2 only to an integer."""
    text = "min x\nst\n x >= 0\nbounds\n 1.5 <= x <= 2.5\n{}end"
    assert set(solutions("lp", text.format("gen x\n"))) == {(2,)}
    assert set(solutions("lp", text.format("").replace("1.5", "2").replace("2.5", "2"))) == {(2,)}
    with pytest.raises(FileError, match="expected an integer variable"):
        read("lp", text.format(""))


NEVER_KEPT = {
    "lp": "max x\nst\n a: 3 x + 2 y >= 30\n b: x + y <= -1\nbounds\n x <= 4\n y <= 4\ngen x y\nend\n",
    "mps": "NAME\nROWS\n N c\n G a\n L b\nCOLUMNS\n x c -1 a 3\n x b 1\n y a 2 b 1\nRHS\n r a 30 b -1\n"
    "BOUNDS\n LI d x 0\n UI d x 4\n LI d y 0\n UI d y 4\nENDATA\n",
    "opb": "max: +1 x1 ;\n+3 x1 +2 x2 >= 30 ;\n+1 x1 +1 x2 <= -1 ;\n",
}


@pytest.mark.parametrize("name", NEVER_KEPT)
def test_a_row_that_cannot_be_kept_is_no_equation(name):
    """Its open side stays open in words, however far the other lies outside of what the sum can be."""
    model = read(name, NEVER_KEPT[name])
    rows = [describe_row(model, block, row) for block in model.blocks for row in range(len(block))]
    first, second = model.labels[:2]
    assert rows == [f"3 {first} + 2 {second} >= 30", f"{first} + {second} <= -1"]
    assert not solutions(name, NEVER_KEPT[name])


def test_missing_bounds_come_from_the_rows():
    """Of an integer in LP; in MPS only where the file says that there is none."""
    assert set(solutions("lp", "min x\nst\n x + 2 y <= 7\nbounds\n y >= 2\ngen x y\nend")) == {
        (0, 2), (0, 3), (1, 2), (1, 3), (2, 2), (3, 2)
    }  # fmt: skip
    text = MPS.format(kind=" L") + "RHS\n RHS r 3\n{}ENDATA\n"
    with pytest.raises(FileError, match="an upper bound of every variable"):
        read("mps", text.format(""))
    assert {x for (x,) in solutions("mps", text.format("BOUNDS\n PL BND x\n"))} == {0, 1, 2, 3}
    assert {
        x for (x,) in solutions("mps", text.replace("'INTORG'", "'INTEND'").format("").replace(" L r", " E r"))
    } == {3}


# ---- what is wrong -----------------------------------------------------------------------------------------------

TOO_MANY = 10**12
REFUSED = [
    ("dimacs", "", "line 1, column 1: expected a header, as in `p cnf 3 2`; found nothing"),
    ("dimacs", "1 2 0\n", "line 1, column 1: expected a header, as in `p cnf 3 2`; found '1'"),
    ("dimacs", "c\np dnf 1 1\n", "line 2, column 1: expected a header"),
    ("dimacs", "p cnf 2\n1 0\n", "line 1, column 1: expected a header"),
    ("dimacs", "p cnf 2 1\n1 2\n", "line 2, column 4: expected a 0 at the end of the last clause; found nothing"),
    ("dimacs", "p cnf 2 1\n1 3 0\n", "line 2, column 3: expected variables up to 2; found '3'"),
    ("dimacs", "p cnf 2 1\n1 two 0\n", "line 2, column 3: expected a number; found 'two'"),
    ("dimacs", "p cnf 2 1\n1 2- 0\n", "line 2, column 3: expected a number; found '2-'"),
    ("dimacs", "p cnf 2 1\n1 - 2 0\n", "line 2, column 3: expected a number; found '-'"),
    (
        "dimacs",
        "p cnf 2 1\n1 2 0\n2 0\n",
        "line 1, column 9: expected 2 clauses, which is how many there are; found '1'",
    ),
    ("dimacs", "p cnf 2 1\n1 \0 0\n", "line 2, column 3: expected a number; found '\\x00'"),
    ("dimacs", f"p cnf {TOO_MANY} 1\n1 0\n", "line 1, column 7: expected at most 10,000,000 variables"),
    ("dimacs", "p cnf 1 9999999999999999999999\n", "line 1, column 9: expected at most 2,147,483,647 clauses"),
    ("dimacs", "p cnf 1 1\n1234567890123456789 0\n", "line 2, column 1: expected a number of at most 18 characters"),
    (
        "dimacs",
        "p cnf 1 1\nx1 0\n",
        "line 2, column 1: expected a number; exclusive-or rows, which begin with `x`, are",
    ),
    ("dimacs", "p cnf 1 1\n1 0 % 2\n", "line 2, column 5: expected a number; found '%'"),
    ("xnf", "p cnf 2 1\n1 x2 0\n", "line 2, column 3: expected a row that begins here"),
    ("xnf", "p cnf 2 1\nx x1 2 0\n", "line 2, column 3: expected a row that begins here"),
    ("xnf", "p cnf 2 1\n1 2 0\nx\n", "line 3, column 1: expected a row that begins here"),
    ("wcnf", "h 1 2\n", "line 1, column 6: expected a 0 at the end of the last clause"),
    ("wcnf", "0 1 0\n", "line 1, column 1: expected a weight, which is at least 1, or `h`; found '0'"),
    ("wcnf", "-3 1 0\n", "line 1, column 1: expected a weight, which is at least 1"),
    ("wcnf", "1 h 1 0\n", "line 1, column 3: expected a row that begins here"),
    ("wcnf", "h 10000001 0\n", "line 1, column 3: expected variables up to 10000000"),
    ("wcnf", "p wcnf 1 1 5\nh 1 0\n", "line 2, column 1: expected a number; found 'h'"),
    ("wcnf", "p wcnf 1 2 5\n5 1 0\n", "line 1, column 10: expected 1 clauses, which is how many there are"),
    ("wcnf", "p wcnf 1 1 5\n5 2 0\n", "line 2, column 3: expected variables up to 1"),
    ("wcnf", "99999999999999999 1 0\n", "line 1, column 1: expected a weight below 2^53"),
    ("opb", "+1 x1 >= 1", "line 1, column 11: expected a `;` at the end of the last constraint; found nothing"),
    ("opb", "+1 x1 > 1 ;", "line 1, column 7: expected a term, as in `+2 x1`, or a side, as in `>= 1 ;`; found '>'"),
    ("opb", "+1 x1 y2 >= 1 ;", "line 1, column 7: expected a term"),
    (
        "opb",
        "\n+1 y1 >= 1 ;",
        "line 2, column 4: expected a variable, which is x and a number, as in `x1` or `~x1`; fou",
    ),
    ("opb", "min: +1 cost_a +2 cost_b ;", "line 1, column 9: expected a variable, which is x and a number"),
    ("opb", "+2 x1 +1 ~cost >= 1 ;", "line 1, column 10: expected a variable"),
    ("opb", "+2 x1 +1 x01 >= 1 ;", "line 1, column 10: expected a variable"),
    ("opb", "* xor x1 x2 1\n+1 x1 >= 0 ;", "line 1, column 3: expected rows outside of comments"),
    ("opb", "1.5 x1 >= 1 ;", "line 1, column 1: expected a term"),
    (
        "opb",
        "+1 x1 >= 1 ;\nmin: +1 x1 ;",
        "line 2, column 1: expected the objective before the constraints",
    ),
    ("opb", "min: +1 x1 >= 2 ;", "line 1, column 12: expected a term, as in `+2 x1`, or `;`; found '>='"),
    ("opb", f"+1 x{TOO_MANY // 1000} >= 1 ;", "line 1, column 4: expected variables up to x10000000"),
    ("opb", f"* #variable= {TOO_MANY} #constraint= 0\n", "line 1, column 14: expected at most 10,000,000 variables"),
    ("opb", "* #variable= -2 #constraint= 1\n+1 x2 >= 0 ;", "line 1, column 14: expected two counts"),
    ("opb", "* #variable= two #constraint= 1\n+1 x2 >= 0 ;", "line 1, column 14: expected two counts"),
    ("opb", "* #variable= 2 #constraint= -1\n+1 x2 >= 0 ;", "line 1, column 14: expected two counts"),
    ("opb", "* #variable= 1 #constraint= 1\n+1 x2 >= 0 ;", "line 1, column 14: expected 2 variables, as there are"),
    ("opb", "* #variable= 2 #constraint= 3\n+1 x2 >= 0 ;", "line 1, column 29: expected 1 constraints"),
    ("opb", "9999999999999999 x1 >= 1 ;", "line 1, column 1: expected coefficients that sum up to less than 2^53"),
    ("opb", f"+1 x1 >= -{10**16} ;", "line 1, column 10: expected a number of at most 16 digits; found '-1000"),
    ("opb", f"+1 x1\n+{10**16} ~x2 = 1 ;", "line 2, column 1: expected a number of at most 16 digits; found '+1000"),
    ("opb", f"min: {'1' * 5000} x1 ;", "line 1, column 6: expected a number of at most 16 digits; found '1111"),
    ("opb", f"+1 ~x{10**10} >= 1 ;", "line 1, column 5: expected variables up to x10000000; found 'x10000000000'"),
    ("opb", "+1 x1 \0 >= 1 ;", "line 1, column 7: expected a term"),
    ("lp", "", "line 1, column 1: expected End at the end of the file; found nothing"),
    (
        "lp",
        "Subject To\n x >= 1\nEnd",
        "line 1, column 1: expected Minimize or Maximize, without a colon; found 'Subject To'",
    ),
    (
        "lp",
        "Minimize:\n x\nst\nend",
        "line 1, column 1: expected Minimize or Maximize, without a colon; found 'Minimize:'",
    ),
    (
        "lp",
        "min x\nSubject To:\n x >= 1\nend",
        "line 2, column 1: expected Subject To, without a colon; found 'Subject'",
    ),
    ("lp", "min x\nst\n x + y\nend", "line 4, column 1: expected a side, as in `>= 1`; found 'end'"),
    (
        "lp",
        "min x\nst\n x >= y\nbin x y\nend",
        "line 3, column 7: expected a number alone on the right, as in `x - y >= 1`; found 'y'",
    ),
    ("lp", "min x\nst\n x y >= 1\nend", "line 3, column 4: expected a side"),
    (
        "lp",
        "min x\nst\n c: 1e-20 x >= 1\nbin x\nend",
        "line 3, column 5: expected numbers in this row that are whole and below 2^53 once multiplied by 10^20; "
        "found '1e-20'",
    ),
    ("lp", "min x\nst\n x >= 9007199254740992\nbin x\nend", "line 3, column 7: expected a number below 2^53; found"),
    ("lp", f"min {'x' * 256}\nst\nend", "line 1, column 5: expected a name of at most 255 letters; found"),
    ("lp", "min x\nst\n x >= 1\nend", "line 1, column 5: expected an integer variable; continuous ones are not"),
    (
        "lp",
        "min x\nst\n x >= 1\ngen x\nend",
        "line 1, column 5: expected an upper bound of every variable: the rows imply none, so state one in the section "
        "of bounds; found 'x'",
    ),
    ("lp", "min x\nst\nbounds\n x free\ngen x\nend", "line 4, column 2: expected a lower bound of every variable"),
    ("lp", "min x\nst\nbounds\n x >= inf\ngen x\nend", "line 4, column 7: expected a bound that some number keeps"),
    ("lp", "min x\nst\nbounds\n -1e30 >= x\ngen x\nend", "line 4, column 3: expected a bound that some number keeps"),
    ("lp", "min x\nst\nbounds\n x = inf\ngen x\nend", "line 4, column 6: expected a bound that some number keeps"),
    (
        "lp",
        "min x\nst\nbounds\n x <= 3\n x free\ngen x\nend",
        "line 5, column 2: expected `free` of a variable that has no",
    ),
    (
        "lp",
        "min x\nst\n c: b = 1 -> x >= 2\nbin x b\nend",
        "line 3, column 11: expected rows without a condition; those wi",
    ),
    ("lp", "min x\nst\nbin\n 3\nend", "line 4, column 2: expected the name of a variable, or a section; found '3'"),
    ("lp", "min x\nst\nsos\n s1:\nend", "line 3, column 1: expected rows, bounds, integers and Booleans only"),
    ("lp", "min x \0\nst\nend", "line 1, column 7: expected a name, a number, a sign or a side; found '\\x00'"),
    ("lp", "min x\nst\n x >= 1\nbin x", "line 4, column 6: expected End at the end of the file; found nothing"),
    ("lp", "min x ^ 2\nst\nend", "line 1, column 7: expected a name, a number, a sign or a side; found '^'"),
    ("mps", "", "line 1, column 1: expected ENDATA at the end of the file; found nothing"),
    ("mps", " x cost 1\n", "line 1, column 2: expected a section, as in ROWS, COLUMNS, RHS; found 'x'"),
    ("mps", "ROWS\n Q r\n", "line 2, column 2: expected N, E, G or L and the name of a row; found 'Q'"),
    ("mps", "ROWS\n E r\n G r\n", "line 3, column 4: expected a name that no other row has; found 'r'"),
    ("mps", "ROWS\n E r\nCOLUMNS\n x s 1\n", "line 4, column 4: expected the name of a row; found 's'"),
    (
        "mps",
        "ROWS\n E r\nCOLUMNS\n x r\n",
        "line 4, column 5: expected one or two rows, each with a number",
    ),
    ("mps", "ROWS\n E r\nCOLUMNS\n x r 1.5.\n", "line 4, column 6: expected a number; found '1.5.'"),
    ("mps", "ROWS\n E r\nCOLUMNS\n x r 9007199254740992\n", "line 4, column 6: expected a number below 2^53"),
    ("mps", "ROWS\n E r\nCOLUMNS\n x r inf\n", "line 4, column 6: expected a number below 2^53; found 'inf'"),
    ("mps", f"ROWS\n E r\nCOLUMNS\n x r .{'1' * 19}\n", "column 6: expected a number of at most 18 digits; found '.11"),
    (
        "mps",
        MPS.format(kind=" E").replace("r 1", "r .3333333333333333") + "RHS\n RHS r 4\nENDATA\n",
        "line 7, column 13: expected numbers in row r that are whole and below 2^53 once multiplied by 10^16",
    ),
    ("mps", "ROWS\n G r\nCOLUMNS\n x r 1\nENDATA\n", "line 4, column 1: expected an integer variable"),
    ("mps", "COLUMNS\n M 'MARKER' 'ORG'\n", "line 2, column 13: expected 'INTORG' or 'INTEND'; found \"'ORG'\""),
    ("mps", "BOUNDS\n UP BND x 1\n", "line 2, column 9: expected the name of a variable; found 'x'"),
    ("mps", "BOUNDS\n XX BND x 1\n", "line 2, column 2: expected one of UP, LO"),
    (
        "mps",
        MPS.format(kind=" E") + "RHS\n RHS r 4\nENDATA\n",
        "line 7, column 1: expected an upper bound of every variable: state one, or that there is none (PL) in the "
        "section of bounds; found 'x'",
    ),
    (
        "mps",
        MPS.format(kind=" E") + "BOUNDS\n UP BND x -1\nENDATA\n",
        "line 10, column 11: expected a lower bound, too",
    ),
    (
        "mps",
        MPS.format(kind=" E") + "BOUNDS\n MI BND x\nENDATA\n",
        "line 10, column 1: expected an upper bound of every v",
    ),
    (
        "mps",
        MPS.format(kind=" E") + "BOUNDS\n UP B x -1e30\nENDATA\n",
        "line 10, column 9: expected a bound that some num",
    ),
    (
        "mps",
        MPS.format(kind=" E") + "BOUNDS\n LO B x inf\nENDATA\n",
        "line 10, column 9: expected a bound that some num",
    ),
    ("mps", MPS.format(kind=" E") + "BOUNDS\n FR B x y\nENDATA\n", "line 10, column 9: expected a number; found 'y'"),
    (
        "mps",
        MPS.format(kind=" E") + "RHS\n A r 1\n A r 1\nENDATA\n",
        "line 11, column 4: expected one number for each row",
    ),
    (
        "mps",
        "ROWS\n E r\nCOLUMNS\n x r 1\n x r 1\nBOUNDS\n BV B x\nENDATA\n",
        "line 5, column 4: expected one entry of a",
    ),
    ("mps", "ROWS\n N c\nCOLUMNS\n x c 1 c 1\nENDATA\n", "line 4, column 8: expected one entry of a column in a row"),
    (
        "mps",
        "ROWS\n E r\n E s\nCOLUMNS\n x r 1\n y r 1\n x s 1\nENDATA\n",
        "line 7, column 2: expected the entries of a column together; `x` began before another column; found 'x'",
    ),
    ("mps", b"ROWS\n E \xff\n", "line 2, column 4: expected text in UTF-8"),
    ("mps", "ROWS\n E \0\n", "line 2, column 4: expected text; found '\\x00'"),
]


@pytest.mark.parametrize(("name", "content", "reason"), REFUSED)
def test_what_is_wrong_is_refused_with_its_place(name, content, reason):
    """Line, column, what was expected and what was found."""
    with pytest.raises(FileError) as error:
        read(name, content)
    assert reason in str(error.value)


HOSTILE = {
    "header": ("dimacs", b"p cnf 9999999 2147483647\n1 0\n"),
    "comments": ("dimacs", b"c\n" * 1_000_000),
    "one word": ("dimacs", b"p cnf 1 1\n" + b"1" * 2_000_000),
    "words": ("dimacs", b"p cnf 1 1\n" + b"1 " * 1_000_000),
    "blanks": ("dimacs", b" " * 2_000_000),
    "trailers": ("dimacs", b"p cnf 1 1\n" + b"%\n0 x" * 200_000),
    "xors": ("xnf", b"p cnf 1 1\n" + b"x " * 500_000),
    "weights": ("wcnf", b"h " * 500_000),
    "headers": ("wcnf", b" " * 1_000_000 + b"q"),
    "blank": ("wcnf", b" \n" * 500_000),
    "terms": ("opb", b"+1 x1 " * 300_000),
    "semicolons": ("opb", b";" * 300_000),
    "opb blanks": ("opb", b"+1 x1 " + b" " * 1_000_000 + b"?;"),
    "stars": ("opb", b"*" * 1_000_000),
    "lp terms": ("lp", b"min " + b"x + " * 100_000),
    "lp signs": ("lp", b"min " + b"-" * 100_000),
    "lp word": ("lp", b"min " + b"x" * 1_000_000),
    "lp number": ("lp", b"min 1e" + b"9" * 1_000_000),
    "lp blanks": ("lp", b"min " + b" " * 1_000_000),
    "mps rows": ("mps", b"ROWS\n" + b" N r\n" * 200_000),
    "mps line": ("mps", b"ROWS " + b"x " * 200_000),
    "nothing": ("mps", bytes(1_000_000)),
}


@pytest.mark.sample(3)
@pytest.mark.parametrize("how", HOSTILE)
def test_hostile_files_are_refused_in_time_and_memory(how):
    """A few bytes that claim much, much of the same: refused in a time and memory that grow with the file alone."""
    name, content = HOSTILE[how]
    before, start = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, time.process_time()
    with pytest.raises(FileError):
        read(name, content)
    assert time.process_time() - start < PATIENCE
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 400_000  # KB


WORDS = {
    "dimacs": "p cnf 2 2|\n|1|-2|0| |c x|%|x|\0|3|p",
    "xnf": "p cnf 2 2|\n|1|-2|0| |x|x-|c|\r\n",
    "wcnf": "p wcnf 2 2 9|\n|h|1|-2|0| |9|c|",
    "opb": "* #variable= 2 #constraint= 1\n|min:|+1|-2|x1|~x2| |>=|=|;|\n|*|max:|0",
    "lp": "min|st|\n|x|y|2|3.0|+|-|>=|=|:|bounds|gen|bin|end|free|inf| |\\|1 <= x",
    "mps": "ROWS\n|COLUMNS\n|RHS\n|RANGES\n|BOUNDS\n|ENDATA\n| N c\n| E r\n| x r 1\n| M 'MARKER' 'INTORG'\n"
    "| UP B x 2\n| BV B x\n| R r 3\n| x| 1|\n",
}


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", WORDS)
def test_any_text_is_a_model_or_refused(name):
    """Words of the format in any order, and changed files: FileError or a model, and nothing else."""
    whole_file = written(everything(), name)

    @settings(max_examples=120, deadline=None)
    @given(
        st.lists(st.sampled_from(WORDS[name].split("|")), max_size=25).map(lambda words: " ".join(words).encode())
        | st.lists(st.sampled_from(WORDS[name].split("|")), max_size=25).map(lambda words: "".join(words).encode())
        | st.binary(max_size=60)
        | st.tuples(st.integers(0, len(whole_file)), st.integers(0, 9), st.binary(max_size=4)).map(
            lambda cut: whole_file[: cut[0]] + cut[2] + whole_file[cut[0] + cut[1] :]
        )
    )
    def trial(content):
        try:
            model = read(name, content)
        except FileError:
            return
        assert model.variables == len(model.lower) - 1

    trial()


@pytest.mark.parametrize("name", READERS)
def test_a_file_that_is_cut_off_is_never_another_file(name):
    """Every beginning of a file is refused, unless only blanks or what says nothing is missing."""
    if name == "wcnf":  # the new format has no end: a beginning of whole clauses is a file
        return
    content = written(everything(), name)
    least = len(content.rstrip())
    first = content.index(b"p wcnf") + 1 if name == "wcnf-old" else 0  # comments alone are a file of the new format
    for length in range(first, least, 7):
        with pytest.raises(FileError):
            read(name, content[:length])


def test_names_of_rows_are_sentences(monkeypatch):
    """Each row is a rule of that name; where there is none or two have the same, by its number; many are one rule, in
    which each row has its name."""
    from backends.formats.text import linear_to_model

    text = "min x\nst\n weight: x + y >= 1\n x - y <= 0\n twice: x <= 1\n twice: y <= 1\nbin x y\nend"
    assert [block.sentence for block in read("lp", text).blocks] == ["weight", "row 2", "row 3", "row 4"]
    mps = MPS.format(kind=" L") + "RHS\n r 4\nBOUNDS\n UP b x 5\nENDATA\n"
    assert [block.sentence for block in read("mps", mps).blocks] == ["r"]
    monkeypatch.setattr(linear_to_model, "MOST_RULES", 3)
    model = read("lp", text)
    assert [(block.sentence, len(block)) for block in model.blocks] == [("the rows of the file", 4)]
    words = ["row weight", "row 1", "row twice", "row twice"]
    for each in (model, from_json(to_json(model)), pickle.loads(pickle.dumps(model))):
        assert [each.blocks[0].name_of_row(row) for row in range(4)] == words
        assert [each.blocks[0].take(np.array([2, 0])).name_of_row(row) for row in range(2)] == words[2::-2]
    assert list(map(str, evaluate(model, [0, 0, 0]))) == [
        "rule 'the rows of the file', row weight: expected at least 1, found 0"
    ]
    monkeypatch.setattr(linear_to_model, "MOST_RULES", 1)
    mps = mps.replace(" L r", " L first\n N none\n L r")
    assert [read("mps", mps).blocks[0].name_of_row(row) for row in range(2)] == ["row first", "row r"]


def test_names_of_a_file_stay_names(monkeypatch):
    """As arrays of few variables, as labels of any number."""
    from backends.formats.lp import reading
    from backends.formats.text import linear_to_model

    text = "min x + z\nst\n c: x + z >= 1\nbounds\n z <= 7\ngen z\nbin x y\nend"
    assert list(read("lp", text).arrays) == ["x", "z", "y"]
    monkeypatch.setattr(linear_to_model, "MOST_NAMED", 2)
    monkeypatch.setattr(reading, "MOST_NAMED", 2)
    model = read("lp", text)
    assert [bool(kind) for kind in model.integer[1:]] == [False, True, False]
    assert list(model.labels) == [model.labels[0], *model.labels[1:]] == ["x", "z", "y"]
    assert model.name_of(-2) == "not z"
    assert np.unique(np.concatenate([a.ravel() for a in model.arrays.values()])).tolist() == [1, 2, 3]


def test_readers_are_found_by_the_ending():
    endings = ("a.cnf", "b.WCNF", "c.opb", "d.lp", "e.mps", "f.xnf", "g.txt", "cnf")
    formats = [find_format(name) for name in endings]
    assert [record and record.name for record in formats] == ["dimacs", "wcnf", "opb", "lp", "mps", "xnf", None, None]
