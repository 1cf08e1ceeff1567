"""Files that solvers exchange: what is written is read back by others, what is read is either right or refused."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from io import BytesIO

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backends.contract import Limits, Options, Status, Unsupported
from backends.formats.dimacs import writing as dimacs
from backends.formats.opb import writing as opb
from backends.formats.results.competition import ResultError, most_bytes, read_competition, read_minisat
from backends.formats.text import row_text
from backends.lowering import clauses
from backends.lowering.clause_plan import plan_clauses
from backends.lowering.clauses import to_clauses
from backends.oracle import BACKEND as ORACLE
from models.neutral import Form, Model, evaluate, forms, objective_value
from tests.support.strategies import models

LITERALS = st.lists(st.integers(-(2**31) + 1, 2**31 - 1), max_size=60)
CLAUSES = st.lists(st.lists(st.integers(-300, 300).filter(bool), max_size=5), max_size=30)


def dimacs_text(model: Model) -> bytes:
    """The model as DIMACS, with its sentences."""
    file = BytesIO()
    dimacs.write_plan(plan_clauses(model, Limits(), Options()), file, dimacs.sentences(model))
    return file.getvalue()


def opb_text(program: opb.PseudoBooleanProgram, sentences: Sequence[str] = ()) -> bytes:
    """The program as OPB."""
    file = BytesIO()
    opb.write(program, file, sentences)
    return file.getvalue()


def small() -> Model:
    model = Model("small")
    x = model.bools("x", 3)
    model.any("some holds", [x[:2], x[1:]])
    model.any("some holds", [[x[0], -x[2]]])
    model.any("große Wörter", [[-x[0], -x[1]]])
    return model


# ---- DIMACS ------------------------------------------------------------------------------------------------------


def test_dimacs_is_byte_for_byte_this():
    """Each sentence once, one clause a line."""
    model = small()
    text = dimacs_text(model)
    assert text.decode() == "c some holds\nc große Wörter\np cnf 3 4\n1 2 0\n2 3 0\n1 -3 0\n-1 -2 0\n"


def test_a_comment_cannot_become_a_clause():
    """Whatever ends a line somewhere is a space."""
    (line,) = dimacs.comments(["one\n1 0\r2\x0b3\x854\u20285\x00 \ud800"])
    assert line == b"c one 1 0 2 3 4 5 ?\n"


@settings(max_examples=200, deadline=None)
@given(LITERALS)
def test_both_writers_write_what_python_writes(literals):
    """The compiled loops, numpy, and Python's own numbers."""
    column = np.array(literals, np.int32)
    text = "".join(f"{literal} " if literal else "0\n" for literal in literals).encode()
    assert dimacs.format_compiled(column).tobytes() == text
    assert dimacs.format_by_table(column).tobytes() == text


@settings(max_examples=200, deadline=None)
@given(st.integers(1, 10**6 - 1), st.data())
def test_texts_made_once_are_those_of_python(variables, data):
    """Up to the largest variable whose text fits into a word."""
    literals = data.draw(st.lists(st.integers(-variables, variables), max_size=60))
    text = "".join(f"{literal} " if literal else "0\n" for literal in literals).encode()
    assert dimacs.formatter(variables, 10**9)(np.array(literals, np.int32)).tobytes() == text


def test_every_length_of_number_is_written():
    """At each power of ten, on both sides, and the largest there is."""
    edges = [number for k in range(10) for number in (10**k - 1, 10**k, 10**k + 1)] + [2**31 - 1]
    column = np.array(edges + [-x for x in edges], np.int32)
    assert dimacs.format_compiled(column).tobytes().split() == [b"%d" % x for x in column.tolist()]
    assert dimacs.format_by_table(column).tobytes().split() == [b"%d" % x for x in column.tolist()]


@pytest.mark.parametrize("piece", [1, 2, 5, 1000])
def test_a_file_has_the_clauses_one_by_one(piece, monkeypatch):
    """In pieces of any size: plain clauses, encoded rows, integers, with guards."""
    model = Model("all that becomes clauses")
    x, n = model.bools("x", 8), model.ints("n", 2, 1, 5)
    model.any("some hold", [x[:2], x[1:]], when=[x[7], -x[0]])
    model.at_most(2, "few of each", x[:6].reshape(2, 3))
    model.exactly(3, "three, or else", x[:5], when=-x[5])
    model.parity(1, "odd", [x[:4], x[4:]])
    model.linear(2, 7, "the sum of both", n, 1)
    cnf = to_clauses(model, Limits(), Options())
    lines = [*(f"c {sentence}" for sentence in dimacs.sentences(model)), f"p cnf {cnf.variables} {cnf.rows}"]
    lines += [" ".join(map(str, [*clause, 0])) for clause in cnf.clause_lists()]
    monkeypatch.setattr(clauses, "PIECE", piece)
    assert dimacs_text(model).decode().splitlines() == lines


@settings(max_examples=100, deadline=None)
@given(CLAUSES)
def test_python_sat_reads_back_the_clauses(clauses):
    """Round trip through a reader that is not ours."""
    from pysat.formula import CNF

    model = Model("clauses")
    model.bools("x", 300)
    rows = [list({abs(x): x for x in clause}.values()) for clause in clauses]
    if rows:
        model.any("a clause", [np.array(row, np.int32) for row in rows])
    text = dimacs_text(model).decode()
    read = CNF(from_string=text)
    assert sorted(map(sorted, read.clauses)) == sorted(map(sorted, rows))  # empty clauses come first


# ---- OPB ---------------------------------------------------------------------------------------------------------


def read_opb(text: str) -> tuple[int, int, list[tuple[list[tuple[int, int]], str, int]]]:
    """Variables, constraints told, and objective (no bound) and constraints as (terms, sign, bound)."""
    header = re.match(r"\* #variable= (\d+) #constraint= (\d+)\n", text)
    rows = []
    for line in text.splitlines():
        if not line.startswith("*"):
            terms = [(int(c), int(x)) for c, x in re.findall(r"([+-]\d+) x(\d+) ", line)]
            sign = re.search(r"(>=|=) (-?\d+) ;$", line)
            assert sign or re.fullmatch(r"min: (\S+ \S+ )*;", line)
            rows.append((terms, sign[1] if sign else "min", int(sign[2]) if sign else 0))
    return int(header[1]), int(header[2]), rows


def brute_force(text: str) -> tuple[set[tuple[int, ...]], dict[tuple[int, ...], int]]:
    """All assignments that keep the file's constraints, and what each costs."""
    variables, count, rows = read_opb(text)
    every = ((np.arange(2**variables)[:, None] >> np.arange(variables)) & 1).astype(np.int64)
    keeps, cost = np.ones(len(every), bool), np.zeros(len(every), np.int64)
    for terms, sign, bound in rows:
        total = sum((c * every[:, x - 1] for c, x in terms), np.zeros(len(every), np.int64))
        if sign == "min":
            cost = total
        else:
            keeps &= total == bound if sign == "=" else total >= bound
    assert count == sum(sign != "min" for _, sign, _ in rows)
    costs = {tuple(line): int(c) for line, c in zip(every[keeps].tolist(), cost[keeps], strict=True)}
    return set(costs), costs


@settings(max_examples=60, deadline=None)
@given(models())
def test_opb_has_the_model_s_solutions(model):
    """Every assignment that the text allows is one of the model, of the same cost, and no solution is lost."""
    rows = opb.to_pseudo_boolean(model, Limits())
    if rows.variables > 14:
        return
    points, costs = brute_force(opb_text(rows).decode())
    solutions = set()
    for point in points:
        values = rows.values(model, np.array([0, *point], bool)[: rows.variables + 1])
        assert evaluate(model, values) == []
        if model.objective is not None:
            assert objective_value(model, values) == costs[point] + rows.constant
        solutions.add(tuple(values.tolist()))
    free = model.copy()
    free.objective = None
    if rows.program.contradiction:
        assert not points
    truth = ORACLE.solutions(free, np.arange(1, model.variables + 1, dtype=np.int32), Limits(), Options())
    assert Form.OBJECTIVE not in forms(free)
    try:
        assert solutions == {tuple(values.tolist()) for values in truth}
    except Unsupported:
        return


def test_opb_is_byte_for_byte_this(monkeypatch):
    """Both bounds, equations, parity in bits, comments that SAT4J survives; the same in small pieces."""
    model = Model("all")
    x, z = model.bools("x", 3), model.ints("z", 1, -2, 3)
    model.between(1, 2, "between", x)
    model.any("clause", [[x[0], -x[2]]])
    model.parity(1, "odd", x)
    model.linear(1, None, "sum", [[x[1], z[0]]], [2, -1])
    model.minimize("z", z, 2)
    rows = opb.to_pseudo_boolean(model, Limits())
    text = opb_text(rows, ["between"]).decode()
    assert text == (
        "* #variable= 7 #constraint= 5\n* between \nmin: +2 x4 +4 x5 +4 x6 ;\n"
        "+1 x1 +1 x2 +1 x3 >= 1 ;\n-1 x1 -1 x2 -1 x3 >= -2 ;\n+1 x1 -1 x3 >= 0 ;\n"
        "+1 x1 +1 x2 +1 x3 -2 x7 = 1 ;\n+2 x2 -1 x4 -2 x5 -2 x6 >= -1 ;\n"
    )
    assert rows.constant == -4
    pairs = opb_text(opb.to_pseudo_boolean(model, Limits(), equations=False)).decode()
    assert "+1 x1 +1 x2 +1 x3 -2 x7 >= 1 ;\n-1 x1 -1 x2 -1 x3 +2 x7 >= -1 ;\n" in pairs
    assert " = " not in pairs
    monkeypatch.setattr(row_text, "PIECE", 1)
    assert opb_text(rows, ["between"]).decode() == text


# ---- results -----------------------------------------------------------------------------------------------------


def test_results_are_read():
    """Every status, values on several lines, in any order; what is not mentioned is false."""
    result = read_competition(b"c hi\nc\nv -1 3\r\nv 0\ns SATISFIABLE\n", 4)
    assert (result.status, result.true.tolist()) == (Status.SATISFIED, [False, False, False, True, False])
    assert read_competition(b"s UNSATISFIABLE\n", 4).status is Status.UNSATISFIABLE
    assert read_competition(b"s UNKNOWN\n", 4).status is Status.UNKNOWN
    result = read_competition(b"o 12\no -3\ns OPTIMUM FOUND\nv x1 -x2\nv x3 \n", 3, "pb")
    assert (result.status, result.cost, result.true.tolist()) == (Status.OPTIMAL, -3, [False, True, False, True])
    assert read_minisat(b"SAT\n1 -2\n3 0\n", 3).true.tolist() == [False, True, False, True]
    assert read_minisat(b"UNSAT\n", 3).status is Status.UNSATISFIABLE
    assert read_minisat(b"INDET\n", 3).status is Status.UNKNOWN
    assert read_minisat(b"SAT\n 0\n", 0).true.tolist() == [False]


REFUSED = [
    ("cnf", b"", "line 1, column 1: expected a status line, as in `s SATISFIABLE`; found nothing"),
    ("cnf", b"s SATISFIABLE\n", "line 2, column 1: expected values, as in `v 1 -2 0`; found nothing"),
    ("cnf", b"s SATISFIABLE\nv 1 -2\n", "line 2, column 7: expected a 0 at the end of the values; found nothing"),
    ("cnf", b"s SATISFIABLE\nv 1 0\nv 2 0\n", "line 3, column 3: expected the end after the 0; found '2'"),
    ("cnf", b"s SATISFIABLE\nv 1 -1 0\n", "line 2, column 5: expected one value of variable 1, not both; found '-1'"),
    ("cnf", b"s SATISFIABLE\nv 1 9 0\n", "line 2, column 5: expected variables up to 3; found '9'"),
    ("cnf", b"s SATISFIABLE\nv 1 2x 0\n", "line 2, column 5: expected a literal, as in `-2`; found '2x'"),
    ("cnf", b"s SATISFIABLE\nv 1 -0\n", "line 2, column 5: expected a literal, as in `-2`; found '-0'"),
    ("cnf", b"s SATISFIABLE\nv 99999999999999 0\n", "column 3: expected a literal, as in `-2`"),
    (
        "cnf",
        b"s SATISFIABLE\ns SATISFIABLE\nv 0\n",
        "line 2, column 1: expected one status line, and this is the second",
    ),
    ("cnf", b"s SATISFIABL", "line 1, column 3: expected SATISFIABLE, UNSATISFIABLE, UNKNOWN or OPTIMUM FOUND"),
    ("cnf", b"s UNSATISFIABLE\nv 1 0\n", "line 2, column 1: expected no values with UNSATISFIABLE; found 'v 1 0'"),
    ("cnf", b"s UNSATISFIABLE\nSegmentation fault\n", "line 2, column 1: expected a line that begins with c, s or v"),
    ("cnf", b"o 3\ns UNKNOWN\n", "line 1, column 1: expected a line that begins with c, s or v"),
    ("pb", b"o x\ns UNKNOWN\n", "line 1, column 1: expected a line that begins with c, s, o or v"),
    ("pb", b"s SATISFIABLE\nv x1 -2\n", "line 2, column 6: expected a literal, as in `-x2`; found '-2'"),
    ("pb", b"s SATISFIABLE\nv x1 -x\n", "line 2, column 6: expected a literal, as in `-x2`; found '-x'"),
    ("pb", b"s SATISFIABLE\nv x1 -x2", "line 2, column 9: expected the end of the line of values; found nothing"),
    ("minisat", b"", "line 1, column 1: expected SAT, UNSAT or INDET; found nothing"),
    ("minisat", b"SATISFIABLE\n", "line 1, column 1: expected SAT, UNSAT or INDET; found 'SATISFIABLE'"),
    ("minisat", b"SAT\n1 -2", "line 2, column 5: expected a 0 at the end of the values; found nothing"),
    ("minisat", b"SAT\n1 two 0\n", "line 2, column 3: expected a literal, as in `-2`; found 'two'"),
    ("minisat", b"UNSAT\n1 0\n", "line 2, column 1: expected the end after UNSAT; found '1 0'"),
]


@pytest.mark.parametrize(("kind", "content", "reason"), REFUSED)
def test_what_is_no_result_is_refused_with_its_place(kind, content, reason):
    """Line, column, what was expected and what was found."""
    with pytest.raises(ResultError) as error:
        read_minisat(content, 3) if kind == "minisat" else read_competition(content, 3, kind)
    assert reason in str(error.value)


def test_what_is_too_long_is_refused_unread():
    """The bound is far above what an answer needs."""
    with pytest.raises(ResultError, match="bytes are too many for a result about 3 variables"):
        read_competition(b"c" * (most_bytes(3) + 1), 3)
    full = b"s SATISFIABLE\nv " + b" ".join(b"-%d" % x for x in range(1, 100_001)) + b" 0\n"
    assert len(full) < most_bytes(100_000)
    assert not read_competition(full, 100_000).true.any()


WORDS = st.sampled_from(
    [b"s SATISFIABLE\n", b"s UNSATISFIABLE\n", b"v ", b"1 ", b"-2 ", b"0", b"\n", b"x1 ", b"c ", b"o 3"]
)


@settings(max_examples=300, deadline=None)
@given(st.lists(WORDS, max_size=12).map(b"".join) | st.binary(max_size=40))
def test_any_bytes_are_a_result_or_refused(content):
    """Nothing else is raised; what is taken for an assignment has all its variables."""
    for read in (read_minisat, read_competition, lambda *arguments: read_competition(*arguments, "pb")):
        try:
            result = read(content, 3)
        except ResultError:
            continue
        assert result.true is None or result.true.shape == (4,)


@settings(max_examples=100, deadline=None)
@given(st.lists(st.booleans(), min_size=1, max_size=30), st.integers(1, 200))
def test_an_answer_that_is_cut_off_is_never_another_answer(holds, cut):
    """Any beginning of a right result is refused, or says the same."""
    literals = [x if held else -x for x, held in enumerate(holds, 1)]
    whole = b"s SATISFIABLE\nv " + b" ".join(b"%d" % x for x in literals[:10])
    whole += b"\nv " + b" ".join(b"%d" % x for x in [*literals[10:], 0]) + b"\n"
    with suppress(ResultError):
        assert read_competition(whole[:-cut], len(holds)).true.tolist() == [False, *holds]
    assert read_competition(whole, len(holds)).true.tolist() == [False, *holds]
