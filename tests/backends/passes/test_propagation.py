"""Propagation against a naive fixpoint written for these tests, against brute force, and against its own reasons."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
import types
from functools import cache

import numpy as np
import pytest

from backends import passes
from backends.contract import Limits, Options, Status, Unsupported
from backends.oracle import satisfying_assignments
from backends.outcomes import Stopwatch
from backends.passes import propagation_kernel
from backends.passes.propagation import PropagationStatus, propagate_bounds
from backends.registry import backend_named
from models.neutral import Block, Kind, Model, evaluate
from tests.support.places import ROOT
from tests.support.strategies import drawn, models

LIMITS = Limits(seconds=60.0)


# ---- the naive fixpoint ------------------------------------------------------------------------------------------


class Nothing(Exception):
    """A row cannot hold, or a variable has no value left."""


def says(block: Block, row: int, lower: list[int], upper: list[int]) -> list[tuple[int, int]]:
    """What one row says within the bounds, as (x, new lower) and (-x, new upper), written out term by term."""
    literals = block.rows[row].tolist()
    start = int(block.rows.starts[row])
    coefs = [1] * len(literals) if block.coefs is None else block.coefs[start : start + len(literals)].tolist()
    terms = [  # per term: signed coefficient of the variable, constant, variable
        (c, 0, x) if x > 0 else (-c, c, -x) for c, x in zip(coefs, literals, strict=True)
    ]
    least = [min(a * lower[x], a * upper[x]) + b for a, b, x in terms]
    most = [max(a * lower[x], a * upper[x]) + b for a, b, x in terms]
    lo, hi = int(block.lo[row]), int(block.hi[row])
    cannot = sum(least) > hi or sum(most) < lo
    if block.kind is Kind.PARITY:
        cannot = least == most and sum(least) % 2 != lo
    guard = 0 if block.when is None else int(block.when[row])
    if guard and lower[abs(guard)] == upper[abs(guard)] and (lower[abs(guard)] == 1) != (guard > 0):
        return []
    if guard and lower[abs(guard)] < upper[abs(guard)]:
        return ([(-guard, 0)] if guard > 0 else [(-guard, 1)]) if cannot else []
    if cannot:
        raise Nothing
    if block.kind is Kind.PARITY:
        unknown = [i for i in range(len(terms)) if least[i] < most[i]]
        if len(unknown) != 1:
            return []
        missing = (lo - sum(least[i] for i in range(len(terms)) if i not in unknown)) % 2
        x = literals[unknown[0]] if missing else -literals[unknown[0]]
        return [(x, 1 if x > 0 else 0)]
    bounds = []
    for i, (a, b, x) in enumerate(terms):
        top, bottom = hi - (sum(least) - least[i]) - b, lo - (sum(most) - most[i]) - b  # bottom <= a x <= top
        if a > 0:
            bounds += [(-x, top // a), (x, -(-bottom // a))]
        elif a < 0:
            bounds += [(x, -(top // -a)), (-x, -bottom // -a)]
    return bounds


def naive(model: Model) -> tuple[list[int], list[int]] | None:
    """Lower and upper bounds at the fixpoint; None for a contradiction."""
    lower, upper = model.lower.tolist(), model.upper.tolist()
    changed = True
    while changed:
        changed = False
        for block in model.blocks:
            for row in range(len(block)):
                try:
                    news = says(block, row, lower, upper)
                except Nothing:
                    return None
                for literal, bound in news:
                    x = abs(literal)
                    if literal > 0 and bound > lower[x]:
                        lower[x], changed = bound, True
                    elif literal < 0 and bound < upper[x]:
                        upper[x], changed = bound, True
                    if lower[x] > upper[x]:
                        return None
    return lower, upper


def check_fixpoint(model, result):
    """It is the naive one: the same bounds, or a contradiction in both."""
    truth = naive(model)
    assert (result.status is PropagationStatus.CONTRADICTION) == (truth is None)
    if truth is not None:
        assert result.status is PropagationStatus.FIXPOINT
        assert (result.lower.tolist(), result.upper.tolist()) == truth


def check_solutions(model, result):
    """Every solution that brute force finds lies within the bounds; after a contradiction there is none; rows that
    are not called open hold in every assignment within the bounds."""
    free = model.copy()
    solutions = [values for batch in satisfying_assignments(model, Stopwatch(), LIMITS) for values in batch.T]
    assert not (solutions and result.status is PropagationStatus.CONTRADICTION)
    for values in solutions:
        assert ((result.lower <= values) & (values <= result.upper))[1:].all()
    if result.status is PropagationStatus.CONTRADICTION:
        return
    free.blocks = [block.take(~rows) for block, rows in zip(model.blocks, result.open_rows, strict=True)]
    rng = np.random.default_rng(0)
    for _ in range(20):
        assert evaluate(free, rng.integers(result.lower, result.upper + 1)) == []


def check_derivations(model, result):
    """The trail replayed with the naive rule of one row at a time gives the bounds, and ends in the broken row."""
    lower, upper = model.lower.tolist(), model.upper.tolist()
    trail = result.derivations
    columns = (trail.literals, trail.bounds, trail.blocks, trail.rows)
    for literal, bound, block, row in zip(*(column.tolist() for column in columns), strict=True):
        x = abs(literal)
        implied = [b for derived, b in says(model.blocks[block], row, lower, upper) if derived == literal]
        assert any(b >= bound if literal > 0 else b <= bound for b in implied)
        assert bound > lower[x] if literal > 0 else bound < upper[x]
        (lower if literal > 0 else upper)[x] = bound
    assert (lower, upper) == (result.lower.tolist(), result.upper.tolist())
    if result.broken is not None:
        block, row = result.broken
        try:
            news = says(model.blocks[block], row, lower, upper)
        except Nothing:
            return
        assert any(b > upper[derived] if derived > 0 else b < lower[-derived] for derived, b in news)


@drawn(300, 1500, models())
def test_bounds_are_right_and_follow_from_rows(model):
    """Against the naive fixpoint, brute force, and row by row."""
    result = propagate_bounds(model)
    check_fixpoint(model, result)
    check_solutions(model, result)
    check_derivations(model, result)


# ---- compiled and not --------------------------------------------------------------------------------------------


def kernel_with(monkeypatch, numba: types.ModuleType | None) -> types.ModuleType:
    """The kernel as it is where numba is missing (None), or is this."""
    monkeypatch.setitem(sys.modules, "numba", numba)
    spec = importlib.util.spec_from_file_location("kernel_anew", propagation_kernel.__file__)
    kernel = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(kernel)
    return kernel


@cache
def plain_kernel() -> types.ModuleType:
    with pytest.MonkeyPatch.context() as patch:
        kernel = kernel_with(patch, None)
    assert not kernel.COMPILED
    return kernel


@drawn(300, 1500, models())
def test_without_numba_all_is_the_same(model):
    """The same bounds, the same derivations in the same order, as many visits."""
    if not propagation_kernel.COMPILED:
        pytest.skip("numba is missing here, so there is nothing to compare with")
    quick = propagate_bounds(model)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(passes, "propagation_kernel", plain_kernel())
        slow = propagate_bounds(model)
    assert (quick.status, quick.broken, quick.visits) == (slow.status, slow.broken, slow.visits)
    for a, b in zip((quick, quick.derivations), (slow, slow.derivations), strict=True):
        for name in ("lower", "upper") if a is quick else ("literals", "bounds", "blocks", "rows"):
            assert getattr(a, name).tolist() == getattr(b, name).tolist()


def test_numba_may_be_missing_altogether():
    """A solve in a fresh interpreter that cannot import it."""
    code = (
        "import sys; sys.modules['numba'] = None\n"
        "from backends.contract import Limits, Options; from backends.registry import backend_named\n"
        "from models.neutral import Model\n"
        "m = Model('m'); x = m.bools('x', 3); m.exactly(1, 'one', x); m.true('the first', x[0])\n"
        "b = backend_named('propagate'); assert b.probe() is None\n"
        "print(b.version(), b.solve(m, Limits(), Options()).values.tolist())"
    )
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "in plain Python [0, 1, 0, 0]"


# ---- what it costs -----------------------------------------------------------------------------------------------


def test_a_row_is_visited_only_when_it_may_say_something():
    """A chain of n implications stated last link first: n visits, where going over all rows takes n times n."""
    m, n = Model("chain"), 2000
    x = m.bools("x", n)
    m.any("one holds, so does the next", np.stack([-x[:-1], x[1:]], axis=1)[::-1])
    m.true("the first holds", x[0])
    result = propagate_bounds(m)
    assert result.lower[1:].all()
    assert result.visits == n


def test_integers_that_creep_are_stopped():
    """a < b < a over a long range would take a visit per step; the bounds so far are right, and it is said."""
    m = Model("creeping")
    z = m.ints("z", 2, 0, 10**9)
    m.linear(None, -1, "a is less", [z], [1, -1])
    m.linear(None, -1, "b is less", [z], [-1, 1])
    assert propagate_bounds(m).status is PropagationStatus.STOPPED
    outcome = backend_named("propagate").solve(m, LIMITS, Options())
    assert outcome.status is Status.UNKNOWN
    assert "crept" in outcome.note


# ---- the backend -------------------------------------------------------------------------------------------------


def pigeons() -> Model:
    """Two of three sit in one place, stated so that propagation sees it after a step."""
    m = Model("pigeons")
    x = m.bools("x", 3)
    m.true("the first holds", x[0])
    m.exactly(1, "one holds", x)
    m.any("another holds", x[1:])
    return m


def test_a_contradiction_by_propagation_is_told_with_row_and_steps():
    """It is a proof, but not of one rule by itself."""
    outcome = backend_named("propagate").solve(pigeons(), LIMITS, Options())
    assert (outcome.status, outcome.by_rule) == (Status.UNSATISFIABLE, False)
    assert outcome.note == "rule 'another holds', row 0: cannot be kept, after 3 derivations"
    assert list(backend_named("propagate").solutions(pigeons(), pigeons().boolean_variables, LIMITS, Options())) == []


def test_a_row_that_nobody_can_keep_decides_by_itself():
    """Told before anything is derived."""
    m = pigeons()
    m.at_least(4, "four of three", m.arrays["x"])
    outcome = backend_named("propagate").solve(m, LIMITS, Options())
    assert (outcome.status, outcome.by_rule, outcome.stats["visits"]) == (Status.UNSATISFIABLE, True, 0)
    assert outcome.note == "rule 'four of three', row 0: cannot be kept, whatever the variables are"


def test_what_stays_open_is_said():
    """One of three: nothing follows, and nothing is claimed."""
    m = Model("open")
    x = m.bools("x", 4)
    m.true("the last holds", x[3])
    m.exactly(1, "one of three", x[:3])
    backend = backend_named("propagate")
    outcome = backend.solve(m, LIMITS, Options())
    assert (outcome.status, outcome.fixed.tolist(), outcome.values) == (Status.UNKNOWN, [4], None)
    assert outcome.note == "propagation decides 1 of 4 variables"
    with pytest.raises(Unsupported, match="propagation alone does not tell"):
        list(backend.solutions(m, m.boolean_variables, LIMITS, Options()))


def test_what_is_left_is_free_only_if_every_row_holds():
    """A clause that holds leaves its other literals free; on the fixed ones there is one solution."""
    m = Model("free")
    x = m.bools("x", 3)
    m.any("one holds", x)
    m.true("the first holds", x[0])
    backend = backend_named("propagate")
    outcome = backend.solve(m, LIMITS, Options())
    assert (outcome.status, outcome.values.tolist()) == (Status.SATISFIED, [0, 1, 0, 0])
    assert len(list(backend.solutions(m, x[:1], LIMITS, Options()))) == 1
    with pytest.raises(Unsupported):
        list(backend.solutions(m, x, LIMITS, Options()))


def test_an_objective_is_refused():
    """It would be ignored otherwise."""
    m = Model("cost")
    m.minimize("few", m.bools("x", 2))
    with pytest.raises(Unsupported, match="objective"):
        backend_named("propagate").solve(m, LIMITS, Options())
