"""What is special about Z3: numbers beyond 32 bits, terms that are deep, bounds that are forgotten, contexts."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from backends import z3
from backends.contract import Limits, Options, Status
from backends.loading import z3_library
from backends.oracle import BACKEND as ORACLE
from models.neutral import Model, evaluate
from models.neutral.rows import rows_of
from rosetta.foundation.limits import TimeReached
from tests.support.places import ROOT

LIMITS = Limits(seconds=60.0)
NO_CLAUSES = rows_of(np.zeros((0, 0), np.int32))


@pytest.fixture(autouse=True)
def usable():
    if z3.probe():
        pytest.skip(f"z3: {z3.probe()}")


def large_numbers(unit: int, guarded: bool = False) -> Model:
    """Three of four numbers that differ by units, and an integer of any size, have a sum of which one way is left."""
    m = Model("large")
    x, y = m.bools("x", 4), m.ints("y", 1, -5 * unit, 3 * unit)
    m.linear(5 * unit + 3, 5 * unit + 3, "the sum", [[*x, *y]], [unit + 1, 2 * unit + 1, 3 * unit + 1, -unit, 1])
    m.linear(None, -unit, "at most", [y], 1, when=x[3] if guarded else None)
    m.minimize("cost", [*x, *y], [unit, 1, 1, 7, 3])
    return m


@pytest.mark.parametrize("guarded", [False, True])
@pytest.mark.parametrize("unit", [1, 2**29, 2**31 - 1, 2**40, 2**48])
def test_numbers_of_any_size_are_exact(unit, guarded):
    """The optimum of large numbers, and that one less is too little, are those of exact arithmetic."""
    model = large_numbers(unit, guarded)
    outcome = z3.solve(model, LIMITS, Options())
    assert outcome.status is Status.OPTIMAL
    assert evaluate(model, outcome.values) == []
    best = None
    for mask in range(16):
        x = [mask >> i & 1 for i in range(4)]
        y = 5 * unit + 3 - (unit + 1) * x[0] - (2 * unit + 1) * x[1] - (3 * unit + 1) * x[2] + unit * x[3]
        if -5 * unit <= y <= 3 * unit and (y <= -unit or (guarded and not x[3])):
            cost = unit * x[0] + x[1] + x[2] + 7 * x[3] + 3 * y
            best = cost if best is None else min(best, cost)
    assert outcome.objective == best


def test_long_rows_are_no_deep_recursion():
    """A parity of 20,000 literals, and a sum of 40 numbers that need 44 bits."""
    m = Model("long")
    x = m.bools("x", 20_000)
    m.parity(1, "odd", x)
    m.linear(2**40, None, "much", x[:40], np.arange(1, 41) * 2**34 + 1)
    outcome = z3.solve(m, LIMITS, Options())
    assert outcome.status is Status.SATISFIED
    assert evaluate(m, outcome.values) == []


def test_the_bound_of_a_call_is_forgotten_in_the_next():
    """Clauses that are added later make answers dearer; what the call before them required is gone."""
    m = Model("incremental")
    x = m.bools("x", 5)
    m.at_least(2, "two", x)
    m.minimize("cost", x, [1, 2, 3, 4, 5])
    ask = z3.incremental(m, LIMITS, Options())
    assert ask(NO_CLAUSES).objective == 3
    assert ask(rows_of([[-x[0]]])).objective == 5
    assert ask(rows_of([[-x[1]], [-x[2]]])).objective == 9
    assert ask(rows_of([[-x[3]]])).status is Status.UNSATISFIABLE


def test_a_limit_ends_it_in_this_process_too():
    """Eleven pigeons in ten holes, as clauses that no count is seen in."""
    m = Model("pigeons")
    x = m.bools("x", (11, 10))
    m.any("each pigeon", x)
    pairs = [[-x[a, h], -x[b, h]] for h in range(10) for a in range(11) for b in range(a)]
    m.any("no two", pairs)
    m.any("and more", [[x[0, 0], -x[1, 1], x[2, 2]]])
    with pytest.raises(TimeReached):
        z3.solve(m, Limits(seconds=0.2), Options())


@pytest.mark.parametrize("limits", [Limits(seed=-3), Limits(seed=2**40), Limits(threads=2)])
def test_any_seed_and_several_threads_are_taken(limits):
    m = Model("seeds")
    x = m.bools("x", (6, 6))
    m.exactly(1, "rows", x)
    m.exactly(1, "columns", x.T)
    assert evaluate(m, z3.solve(m, limits, Options()).values) == []
    values = list(z3.solutions(m, np.arange(1, 37, dtype=np.int32), limits, Options()))
    assert len(values) == 720


def test_every_context_is_deleted(monkeypatch):
    """But those that wait for the next solve."""
    made, functions = [], z3_library.library()
    make, delete = z3_library._new_context, functions.Z3_del_context
    monkeypatch.setattr(z3_library, "_new_context", lambda: made.append(make()) or made[-1])
    monkeypatch.setattr(functions, "Z3_del_context", lambda context: (made.remove(context), delete(context)))
    z3_library._prepared.clear()
    m = large_numbers(1)
    z3.solve(m, LIMITS, Options())
    next(z3.solutions(m, m.boolean_variables, LIMITS, Options()))
    assert made == []
    z3.probe()
    assert made == z3_library._prepared


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="threads are counted on Linux")
def test_looking_for_it_starts_no_thread():
    """A process that has looked may fork for each run."""
    count = "print(len(os.listdir('/proc/self/task')))"
    code = f"import os; import numpy; {count}; from backends import z3; assert z3.probe() is None; {count}"
    completed = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    before, after = completed.stdout.split()
    assert before == after


def test_its_answers_are_those_of_brute_force_where_rows_take_bits():
    m = Model("integers")
    x, y = m.bools("x", 3), m.ints("y", 2, [-3, 2], [4, 7])
    m.linear(1, 6, "sum", [[*y, *x]], [1, -1, 2, -3, 1])
    m.linear(None, 4, "guarded", [y], [1, 1], when=-x[1])
    truth = [tuple(v) for v in ORACLE.solutions(m, x, LIMITS, Options())]
    listed = list(z3.solutions(m, x, LIMITS, Options()))
    assert all(evaluate(m, v) == [] for v in listed)
    assert sorted(tuple(v[x]) for v in listed) == sorted(tuple(np.array(v)[x]) for v in truth)
