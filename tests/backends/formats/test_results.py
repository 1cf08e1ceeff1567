"""Results by name: the text of each program, and what is refused as an answer.

SCIP's and Gurobi's texts are made after their manuals; CBC's, glpsol's and gecode's are those of the programs where
`test_programs` runs them, HiGHS's where scipy brings it.
"""

from __future__ import annotations

import contextlib
import time

import numpy as np
import pytest

from backends.contract import Options
from backends.formats.results.competition import ResultError, read_competition
from backends.formats.results.named_values import check_length
from models.neutral import Model
from rosetta.foundation.errors import InputError
from rosetta.studies.solving.solver_files import decode_result
from tests.support.file_answers import written
from tests.support.patience import PATIENCE

ANSWER = [0, 1, 0, 1, -2]


def model() -> Model:
    """Three Booleans and an integer, one of them with a name too long for a column of glpsol."""
    m = Model("named")
    m.bools("x", 2), m.bools("a_name_of_more_than_twelve", 1), m.ints("z", 1, -3, 4)
    m.exactly(2, "two hold", np.arange(1, 4))
    return m


NAMED = ("x_0", "x_1", "a_name_of_more_than_twelve_0", "z_0")
CBC = b"""Optimal - objective value 1.00000000
      0 x_0                    1                       0
      2 a_name_of_more_than_twelve_0          0.9999999                       0
      3 z_0                   -2                       0
"""
HIGHS = b"""Model status
Optimal

# Primal solution values
Feasible
Objective 1
# Columns 5
x_0 1
x_1 -0
a_name_of_more_than_twelve_0 1
z_0 -2
constant 1
# Rows 1
r1 2

# Dual solution values
None
"""
GLPSOL = b"""Problem:
Rows:       1
Status:     INTEGER OPTIMAL
Objective:  obj = 1 (MINimum)

   No.   Row name        Activity     Lower bound   Upper bound
------ ------------    ------------- ------------- -------------
     1 r1                          2             2             =

   No. Column name       Activity     Lower bound   Upper bound
------ ------------    ------------- ------------- -------------
     1 x_0          *              1             0             1
     2 x_1          *              0             0             1
     3 a_name_of_more_than_twelve_0
                    *              1             0             1
     4 z_0          *             -2            -3             4

Integer feasibility conditions:
"""
SCIP = b"""solution status: optimal solution found
objective value:                                    1
x_0                                                 1 \t(obj:0)
a_name_of_more_than_twelve_0                        1 \t(obj:0)
z_0                                                -2 \t(obj:1)
"""
GUROBI = b"""# Solution for model obj
# Objective value = 1
x_0 1
x_1 0
a_name_of_more_than_twelve_0 1
z_0 -2.0000000001e+00
"""
FLATZINC = b"""% a comment
x_0 = false;
x_1 = true;
a_name_of_more_than_twelve_0 = true;
z_0 = 4;
----------
x_0 = true;
x_1 = false;
a_name_of_more_than_twelve_0 = true;
z_0 = -2;
objective = 1;
----------
==========
"""
TEXTS = {"CBC": CBC, "HiGHS": HIGHS, "glpsol": GLPSOL, "SCIP": SCIP, "Gurobi": GUROBI, "FlatZinc": FLATZINC}


@pytest.mark.parametrize("program", TEXTS)
def test_the_answer_is_read(program):
    """The same of all of them, with either end of line; the names are those that the files have."""
    m, text = model(), TEXTS[program]
    assert all(name.encode() in written(m, "lp") and name.encode() in written(m, "fzn") for name in NAMED)
    assert decode_result(m, text, Options()).tolist() == ANSWER
    assert decode_result(m, text.replace(b"\n", b"\r\n"), Options()).tolist() == ANSWER


@pytest.mark.parametrize("program", TEXTS)
def test_what_is_no_answer_is_refused(program):
    """Twice the same name, half a lamp, out of range, names of another file."""
    m, text = model(), TEXTS[program]
    for old, new, reason in (
        (b"x_0", b"a_name_of_more_than_twelve_0", "has a value already"),
        (b"-2", b"0.5", "expected a whole number for z_0, found '0.5"),
        (b"-2", b"5", "is 5, which is not from -3 to 4"),
    ):
        with pytest.raises(InputError, match=reason):
            decode_result(m, new.join(text.rsplit(old, 1)), Options())
    for name in NAMED:
        text = text.replace(name.encode(), b"q" + name.encode())
    with pytest.raises(InputError, match="no variable of the model, such as x_0, has a value"):
        decode_result(m, text, Options())


@pytest.mark.parametrize("program", ["HiGHS", "glpsol", "Gurobi", "FlatZinc"])
def test_what_is_cut_off_is_refused(program):
    """Wherever the text ends before the last value of those that tell every value."""
    text = TEXTS[program]
    first = text.rindex(b"----------\nx_0") + 12 if program == "FlatZinc" else 1
    for end in range(first, text.rindex(b"-2")):
        if program == "FlatZinc":
            assert decode_result(model(), text[:end], Options()).tolist() == [0, 0, 1, 1, 4], "the solution before"
        else:
            with pytest.raises(InputError):
                decode_result(model(), text[:end], Options())


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (b"Infeasible - objective value 0.00000000\n", "CBC: expected a status with a solution, found 'Infeasible'"),
        (b"Model status\nInfeasible\n\n# Primal solution values\nNone\n", "HiGHS: .* found 'None'"),
        (b"Problem:\nStatus:     INTEGER EMPTY\n", "glpsol: .* found 'INTEGER EMPTY'"),
        (b"solution status: infeasible\nno solution available\n", "SCIP: .* found 'infeasible'"),
        (b"=====UNSATISFIABLE=====\n", "found UNSATISFIABLE; nothing to check"),
        (b"x_0 = true;\n=====UNKNOWN=====\n", "found UNKNOWN"),
        (b"x_0 true;\n----------\n", "line 1: expected a value, as in `x = true;`, found 'x_0 true;'"),
    ],
)
def test_no_solution_is_told_as_that(text, reason):
    with pytest.raises(InputError, match=reason):
        decode_result(model(), text, Options())


@pytest.mark.parametrize("program", ["CBC", "HiGHS", "SCIP", "Gurobi"])
@pytest.mark.parametrize("value", ["nan", "1x", "", "1 000"])
def test_a_line_whose_value_is_no_number_is_refused(program, value):
    """Skipped, the variable would be zero where the program leaves zeros out."""
    lines = TEXTS[program].decode().splitlines()
    at = next(number for number, line in enumerate(lines) if "x_0" in line.split())
    words = lines[at].split()
    words[words.index("x_0") + 1] = value
    lines[at] = " ".join(words)
    with pytest.raises(InputError):
        decode_result(model(), "\n".join(lines).encode(), Options())


def test_nothing_but_zeros_is_an_answer_of_those_that_leave_them_out():
    """An answer of zeros has no line but those of the file's own; names of another file are none."""
    m = Model("zeros")
    m.bools("x", 2)
    assert decode_result(m, SCIP.partition(b"x_0")[0], Options()).tolist() == [0, 0, 0]
    assert decode_result(m, CBC.replace(b"x_0 ", b"r12 ").partition(b"      2")[0], Options()).tolist() == [0, 0, 0]
    with pytest.raises(InputError, match="no variable of the model"):
        decode_result(m, SCIP.replace(b"x_0", b"y_0"), Options())


@pytest.mark.parametrize("program", TEXTS)
def test_reading_takes_time_that_grows_with_the_text(program):
    """A million blanks where one is: not a matter of minutes."""
    text = TEXTS[program]
    start = time.process_time()
    for place in ("x_0", "-2"):
        first, last = text[: text.rindex(place.encode())], text[text.rindex(place.encode()) :]
        for more in (b" " * 1_000_000 + b"?", b"\n" * 300_000, b"7" * 300_000):
            with contextlib.suppress(InputError):
                decode_result(model(), first + more + last, Options())
            with contextlib.suppress(InputError):
                decode_result(model(), first + place.encode() + more + last[len(place) :], Options())
    assert time.process_time() - start < PATIENCE


def test_highs_itself(tmp_path):
    """The solution file of the HiGHS that scipy brings, of an LP and an MPS file."""
    core = pytest.importorskip("scipy.optimize._highspy._core")
    for name in ("lp", "mps"):
        (tmp_path / f"model.{name}").write_bytes(written(model(), name))
        highs = core._Highs()
        highs.setOptionValue("output_flag", False)
        highs.readModel(str(tmp_path / f"model.{name}"))
        highs.run()
        highs.writeSolution(str(tmp_path / "said"), 0)
        values = decode_result(model(), (tmp_path / "said").read_bytes(), Options())
        assert values[1:4].sum() == 2


def test_numbers_beyond_what_a_float_has_exactly_are_refused():
    """Up to 2^53 - 1 a float is the number that was written; 2^53 may stand for the next one, too."""
    m = Model("large")
    m.ints("z", 1, 1 - 2**53, 2**53 - 1)
    text = b"# Solution for model obj\n# Objective value = 1\nz_0 %d\n"
    for sign in (1, -1):
        assert decode_result(m, text % (sign * (2**53 - 1)), Options()).tolist() == [0, sign * (2**53 - 1)]
        for number in (2**53, 2**53 + 1, 2**54, 3**53):
            with pytest.raises(InputError, match="expected a whole number for z_0"):
                decode_result(m, text % (sign * number), Options())


@pytest.mark.parametrize("program", [program for program in TEXTS if program != "FlatZinc"])
def test_a_text_too_long_for_an_answer_is_not_read(program):
    """Refused by its length, though an answer may stand in it. (FlatZinc may be as long as 64 solutions.)"""
    text = TEXTS[program].replace(b"\n", b"\n" + b" " * 10_000_000, 1)
    with pytest.raises(InputError, match="bytes are too many for"):
        decode_result(model(), text, Options())


def test_how_long_a_text_may_be():
    """A name has up to 255 letters: no text is too long in which each variable has such a line, and as many more bytes
    as fit into 8 MB; one that has 400 bytes for each is. Of a program that prints each solution, as often so many."""
    m = Model("many")
    m.bools("x", 10_000)
    for solutions in (1, 3):
        check_length(m, bytes(solutions * (8_000_000 + 300 * 10_000)), solutions)
        with pytest.raises(ResultError, match="too many for a result about 10,000 variables"):
            check_length(m, bytes(solutions * (2**23 + 400 * 10_000)), solutions)
    text = FLATZINC.replace(b"\n", b"\n" + b" " * 10_000_000, 1)
    assert decode_result(model(), text, Options()).tolist() == ANSWER


@pytest.mark.parametrize("line", [b"cnot a comment", b"vvalues", b"sSATISFIABLE", b"o12", b"x"])
def test_a_letter_by_itself_makes_no_line(line):
    """`c` begins a comment only where a blank follows, or nothing."""
    text = b"c\nc comment\nc\ttab\ns SATISFIABLE\nv 1 -2 0\n"
    assert read_competition(text, 2).true.tolist() == [False, True, False]
    with pytest.raises(ResultError, match="line 6, column 1: expected a line that begins with"):
        read_competition(text + line + b"\n", 2)


@pytest.mark.parametrize("program", TEXTS)
def test_an_error_says_in_which_line(program):
    """The last one of the value, counted from 1."""
    text = TEXTS[program]
    number = 1 + text[: text.rindex(b"z_0")].count(b"\n")
    with pytest.raises(InputError, match=f"line {number}: expected a whole number for z_0"):
        decode_result(model(), b"0.5".join(text.rsplit(b"-2", 1)), Options())
