"""Every registered backend on small models of each form, and on edge rows.

The gate runs this a second time with numba blocked, for backends whose loops are compiled (`support/without_numba.py`).
Gaps that are known and accepted stand in one table, with their reason.
"""

from __future__ import annotations

from contextlib import suppress
from functools import cache

import numpy as np
import pytest

from backends.contract import Ending, Limits, Options, Status, Unsupported
from backends.oracle import BACKEND as ORACLE
from backends.registry import MODULES, backend_named, modules
from backends.running.presolving import presolving_backend
from models.neutral import Form, Model, forms
from rosetta.foundation.limits import TooLarge
from tests.backends.test_differential import Question, check, question, solve
from tests.support.every_case import every_case
from tests.support.places import ROOT
from tests.support.registered import (
    FACTS,
    FIRST,
    INCOMPLETE,
    SOLVERS,
    by_day,
    facts_of,
    has_its_day,
    inside,
    number_of_day,
    options_here,
    reason,
    usable,
)

LIMITS = Limits(seconds=60.0)

GAPS: dict[tuple[str, str], str] = {}  # (backend, case) -> reason


def case(build):
    """A function that states rules on four Booleans, as a test case."""
    model = Model(build.__name__)
    build(model, model.bools("x", 4))
    return model


def empty_model(m, x): ...
def empty_row_at_most(m, x):
    m.at_most(0, "rule", [[]])


def empty_row_at_least(m, x):
    m.at_least(1, "rule", [[]])


def empty_clause(m, x):
    m.any("rule", [[]])


def empty_clause_guarded(m, x):
    m.any("rule", [[]], when=x[0])


def empty_odd(m, x):
    m.parity(1, "rule", [[]])


def empty_even(m, x):
    m.parity(0, "rule", [[]])


def empty_odd_guarded(m, x):
    m.parity(1, "rule", [[]], when=-x[1])


def empty_linear(m, x):
    m.linear(1, 2, "rule", [[]], np.zeros(0, np.int64))


def zero_coefficients(m, x):
    m.linear(1, 1, "rule", x, 0)


def k_is_zero(m, x):
    m.at_most(0, "rule", x)


def k_is_n(m, x):
    m.at_least(4, "rule", x)


def k_beyond_n(m, x):
    m.at_least(5, "rule", x)


def k_below_zero(m, x):
    m.at_most(-1, "rule", x)


def k_beyond_n_guarded(m, x):
    m.exactly(5, "rule", x, when=x[0])


def two_of_four(m, x):
    m.exactly(2, "rule", x)


def between(m, x):
    m.between(1, 3, "rule", x)


def guard_in_its_own_row(m, x):
    m.exactly(2, "rule", x, when=x[0])


def guard_negated(m, x):
    m.at_most(1, "rule", x, when=-x[3])


def guarded_parity(m, x):
    m.parity(1, "rule", x[:3], when=x[3])


def odd(m, x):
    m.parity(1, "rule", x)


def even_of_negated(m, x):
    m.parity(0, "rule", -x)


def unused_variables(m, x):
    m.true("rule", x[2])


def contradiction(m, x): m.true("rule", x[0]), m.true("other", -x[0])  # fmt: skip


def pigeons(m, x): m.at_least(1, "sit", x.reshape(2, 2)), m.at_most(0, "nobody", x)  # fmt: skip


def implied_twice(m, x):
    m.any("rule", [x, x])


def weighted(m, x):
    m.linear(3, 4, "rule", x, [1, 2, 3, -4])


def even_sum_of_odd(m, x):
    m.linear(3, 3, "rule", x, 2)


def iff_any(m, x):
    m.iff("rule", x[0], [x[1:]])


def integers(m, x):
    m.linear(2, 2, "rule", [np.append(x, m.ints("z", 1, -3, 3))], [1, 1, 1, 1, 2])


def integer_unused(m, x):
    m.ints("z", 2, 3, 5)


def integer_fixed(m, x):
    m.linear(7, None, "rule", [np.append(x, m.ints("z", 1, 5, 5))], 1)


def integers_guarded(m, x):
    z = m.ints("z", 2, 0, 3)
    m.linear(None, -1, "less", [[z[0], z[1]]], np.array([1, -1]), when=x[0])
    m.linear(3, None, "large", [[z[0]]], 1)


def no_booleans_left(m, x):
    m.true("rule", x)


def minimum(m, x): m.at_least(2, "rule", x), m.minimize("cost", x, [3, 1, 2, 5])  # fmt: skip


def minimum_of_odd(m, x):
    m.parity([1, 0, 1], "rule", [[x[0], x[1]], [x[1], x[3]], [-x[2], x[3]]])
    m.minimize("cost", x, [3, 1, 2, 5])


def minimum_of_one(m, x):
    m.exactly(1, "rule", x[:3])
    m.at_most(1, "rule", -x[1:])
    m.minimize("cost", x, [3, 1, 2, 2])


def minimum_of_negated(m, x): m.at_most(3, "rule", x), m.minimize("cost", -x, [3, 1, -2, 5])  # fmt: skip


def minimum_unsatisfiable(m, x): m.any("rule", [[]]), m.minimize("cost", x)  # fmt: skip


def minimum_of_integer(m, x):
    z = m.ints("z", 1, -2, 6)
    m.linear(1, None, "rule", [np.append(x[:2], z)], [-3, -3, 2])
    m.minimize("cost", np.append(x, z), [-1, 0, 1, 1, 2])


CASES = [
    value
    for name, value in list(globals().items())
    if callable(value) and getattr(value, "__code__", None) and value.__code__.co_varnames[:2] == ("m", "x")
]
assert empty_model in CASES
assert minimum_of_integer in CASES


@cache
def asked(build) -> Question:
    """The case with the oracle's answers, for all backends."""
    return question(case(build))


def cases_by_day() -> list[object]:
    """Each backend with all cases; programs, of which each answer starts one, with a quarter of them a day."""
    some, later = CASES[number_of_day() % 4 :: 4], pytest.mark.exhaustive
    few = [pytest.param(name, some, id=name) for name in FIRST]
    every = [(name, name in FIRST or not has_its_day(name)) for name in SOLVERS]
    return few + [
        pytest.param(name, CASES, id=f"{name}-all" if rest else name, marks=later if rest else [])
        for name, rest in every
    ]


@pytest.mark.parametrize(("name", "cases"), cases_by_day())
def test_backends_agree_with_brute_force(name, cases):
    """Status, optimum and projected solutions on every edge case are the oracle's."""
    usable(name)
    with every_case() as row:
        for build in cases:
            if (name, build.__name__) not in GAPS:
                with row(build.__name__):
                    check(asked(build), backend_named(name), options_here(name))


def suitable(name: str) -> Model:
    """A case about a minimum, of 3, in forms that the backend takes."""
    takes = backend_named(name).takes | {Form.OBJECTIVE}
    return next(model for model in (case(minimum), case(minimum_of_odd), case(minimum_of_one)) if forms(model) <= takes)


@pytest.mark.parametrize("name", by_day(SOLVERS))
def test_a_repeated_call_gives_the_same_claim(name):
    """Nothing is kept from one solve to the next."""
    usable(name)
    model = suitable(name)
    first, second = (solve(backend_named(name), model, options_here(name)) for _ in range(2))
    assert (first.status, first.objective) == (second.status, second.objective)
    assert name in INCOMPLETE or (first.status, first.objective) == (Status.OPTIMAL, 3)


@pytest.mark.parametrize("name", by_day(SOLVERS))
def test_solving_leaves_the_model_as_it_was(name):
    """A backend neither adds to a model nor changes it."""
    usable(name)
    model = suitable(name)
    before = str(model)
    solve(backend_named(name), model, options_here(name))
    with suppress(*([Unsupported] if name in INCOMPLETE else [])):
        list(backend_named(name).solutions(model, model.boolean_variables, LIMITS, Options()))
    assert str(model) == before


@pytest.mark.parametrize("name", SOLVERS)
def test_a_solver_that_is_not_asked_says_nothing(name):
    """One row alone cannot hold: the status is unknown, the row is told, and only that it was not asked follows from
    the outcome. Programs are asked, and so may others be; those of ours that are have a line in `FACTS`. Then they, or
    what is in front of them, say so under their own name."""
    usable(name)
    backend = backend_named(name)
    outcome = backend.solve(case(k_beyond_n), LIMITS, Options())
    assert outcome.refutes
    is_ours = name.partition(":")[0] in MODULES
    is_asked = backend.is_program or facts_of(name).asked if is_ours else outcome.ended is None
    if is_asked:
        assert (outcome.status, outcome.ended) == (Status.UNSATISFIABLE, None)
        assert outcome.engine == ("propagate" if inside(name) and not backend.is_program else "")
        return
    assert (outcome.status, outcome.ended) == (Status.UNKNOWN, Ending.NOT_ASKED)
    assert "not asked: rule 'rule', row 0" in outcome.note


@pytest.mark.parametrize("name", by_day(SOLVERS))
def test_a_lowering_beyond_the_budget_is_refused_with_its_size(name):
    """Refused before it is built."""
    usable(name)
    model = Model("wide")
    x = model.bools("x", 3000)
    for i in range(40):
        model.at_most(1 + i % 2, f"rule {i}", np.delete(x, i))
    with pytest.raises(TooLarge, match=r"the budget is 10,000"):
        backend_named(name).solve(model, Limits(literals=10_000), Options())


@pytest.mark.parametrize("name", dict.fromkeys([*modules(), *SOLVERS]))
def test_what_a_backend_says_of_itself(name):
    """The contract's attributes are there, probing does not raise, the version of what is installed is known."""
    backend = backend_named(name)
    assert backend.name == name
    assert backend.kind
    assert backend.kind == backend.kind.lower().strip()
    assert backend.takes <= set(Form)
    assert isinstance(backend.encodes, bool)
    assert isinstance(backend.families, bool)
    assert all(len(set(values)) == len(values) > 1 for values in backend.tunable.values())
    assert all(
        number is None or number > 0 for number in (backend.largest_number, backend.proves_below, backend.proves_within)
    )
    assert backend.engine_of(Options())
    why_not = backend.probe()
    assert why_not is None or why_not.strip()
    assert why_not or backend.version()


@pytest.mark.parametrize("name", [name for name in SOLVERS if inside(name) and not name.startswith("external")])
def test_a_backend_around_another_one_leaves_no_way_around_itself(name):
    """What the inner one can do would leave the outer one out, and say so of the outer one; so does a presolve."""
    inner = backend_named(inside(name))
    for outer in (backend_named(name), *(presolving_backend(inner, form) for form in ("reduced", "merged"))):
        for way in ("solve", "solutions", "count", "incremental", "loading"):
            assert getattr(outer, way) is None or getattr(outer, way) != getattr(inner, way), way
        assert not outer.native, "what it takes is no row, and only rows go through"


def test_the_backends_that_the_dependencies_bring_are_all_here():
    """Tests skip a backend that cannot be used; this one says which must not be skipped."""
    required = [name for name, facts in FACTS.items() if facts.required]
    assert {name: reason(name) for name in required} == dict.fromkeys(required)
    assert len({backend_named(name).kind for name in SOLVERS if not reason(name)}) >= 2


def test_the_oracle_refuses_what_is_too_much():
    """Brute force says how much it would be."""
    from backends.contract import Unsupported

    model = Model("wide")
    model.bools("x", 40)
    with pytest.raises(Unsupported, match="assignments; brute force takes at most"):
        ORACLE.solve(model, LIMITS, Options())


def test_a_library_that_does_not_load_is_a_reason_not_a_crash(monkeypatch, tmp_path):
    """ImportError, OSError of a shared library, or anything else: the backend says why it cannot be used."""
    from backends.contract import probe_module

    monkeypatch.syspath_prepend(tmp_path)
    for number, error in enumerate(("ImportError", "OSError", "RuntimeError")):
        (tmp_path / f"broken_{number}.py").write_text(f"raise {error}('libhighs clashes')")
        assert probe_module(f"broken_{number}") == "not installed: libhighs clashes"
    assert probe_module("json") is None


def test_every_dependency_is_pinned_exactly():
    """python-sat exists as pre-releases only: without an exact pin nobody could install it."""
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    named = [*project["dependencies"], *project["optional-dependencies"]["test"]]
    assert all("==" in requirement and "@" not in requirement for requirement in named)
    pins = [line for line in (ROOT / "constraints.txt").read_text().splitlines() if not line.startswith("#")]
    assert all("==" in pin for pin in pins)
