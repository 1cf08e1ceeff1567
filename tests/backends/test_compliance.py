"""Every registered backend on small models of each form, on edge rows, and on the known traps of its library.

Gaps that are known and accepted stand in one table, with their reason.
"""

from __future__ import annotations

from contextlib import suppress
from functools import cache

import numpy as np
import pytest

from algebra.limits import TooLarge
from backends.contract import Limits, Options, Status, Unsupported
from backends.highs import TOO_COARSE
from backends.oracle import BACKEND as ORACLE
from backends.registry import backend_named, modules
from models.neutral import Form, Model, evaluate, forms, objective_value
from tests.backends.test_differential import Question, check, question, solve
from tests.support import faulty_solvers
from tests.support.every_case import every_case
from tests.support.places import ROOT
from tests.support.registered import FACTS, INCOMPLETE, SOLVERS, reason, usable

LIMITS = Limits(seconds=30.0)

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


@pytest.mark.parametrize("name", SOLVERS)
def test_backends_agree_with_brute_force(name):
    """Status, optimum and projected solutions on every edge case are the oracle's."""
    usable(name)
    with every_case() as row:
        for build in CASES:
            if (name, build.__name__) not in GAPS:
                with row(build.__name__):
                    check(asked(build), backend_named(name), Options())


def suitable(name: str) -> Model:
    """A case about a minimum, of 3, in forms that the backend takes."""
    takes = backend_named(name).takes | {Form.OBJECTIVE}
    return next(model for model in (case(minimum), case(minimum_of_odd), case(minimum_of_one)) if forms(model) <= takes)


@pytest.mark.parametrize("name", SOLVERS)
def test_a_repeated_call_gives_the_same_claim(name):
    """Nothing is kept from one solve to the next."""
    usable(name)
    model = suitable(name)
    first, second = (solve(backend_named(name), model, Options()) for _ in range(2))
    assert (first.status, first.objective) == (second.status, second.objective)
    assert name in INCOMPLETE or (first.status, first.objective) == (Status.OPTIMAL, 3)


@pytest.mark.parametrize("name", SOLVERS)
def test_solving_leaves_the_model_as_it_was(name):
    """A backend neither adds to a model nor changes it."""
    usable(name)
    model = suitable(name)
    before = str(model)
    solve(backend_named(name), model, Options())
    with suppress(*([Unsupported] if name in INCOMPLETE else [])):
        list(backend_named(name).solutions(model, model.boolean_variables, LIMITS, Options()))
    assert str(model) == before


@pytest.mark.parametrize("name", SOLVERS)
def test_a_contradiction_is_told_with_its_rule(name):
    """`no solution` that one row explains comes with the rule's sentence."""
    usable(name)
    outcome = backend_named(name).solve(case(k_beyond_n), LIMITS, Options())
    assert outcome.status is Status.UNSATISFIABLE
    assert "rule 'rule', row 0" in outcome.note


@pytest.mark.parametrize("name", SOLVERS)
def test_a_lowering_beyond_the_budget_is_refused_with_its_size(name):
    """Refused before it is built."""
    usable(name)
    model = Model("wide")
    x = model.bools("x", 3000)
    for i in range(40):
        model.at_most(1 + i % 2, f"rule {i}", np.delete(x, i))
    with pytest.raises(TooLarge, match=r"the budget is 10,000"):
        backend_named(name).solve(model, Limits(literals=10_000), Options())


@pytest.mark.parametrize("name", [*modules(), *SOLVERS])
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
    assert backend.complete is (name not in INCOMPLETE)
    assert backend.engine_of(Options())
    why_not = backend.probe()
    assert why_not is None or why_not.strip()
    assert why_not or backend.version()


def test_the_backends_that_the_dependencies_bring_are_all_here():
    """Tests skip a backend that cannot be used; this one says which must not be skipped."""
    required = [name for name, facts in FACTS.items() if facts.required]
    assert {name: reason(name) for name in required} == dict.fromkeys(required)
    assert len({backend_named(name).kind for name in SOLVERS if not reason(name)}) >= 2


# ---- traps of the libraries ----------------------------------------------------------------------------------


def test_cbc_is_asked_again_before_infeasible_is_believed():
    """coin-or/pulp#662 and coin-or/Cbc#740: preprocessing declares feasible models infeasible."""
    outcome = backend_named("cbc").solve(faulty_solvers.feasible_but_called_infeasible(), LIMITS, Options())
    assert (outcome.status, outcome.objective) == (Status.OPTIMAL, 0)


def test_cbc_without_the_second_question_falls_into_the_trap():
    """The model of pulp#662 as reported, straight through PuLP: if it no longer fails, the workaround can go too."""
    import pulp

    p = pulp.LpProblem("my_problem", pulp.LpMinimize)
    x = [p.add_variable(f"x_{i}", 0, 1, pulp.LpInteger) for i in range(3)]
    c = [p.add_variable(f"c_{i}", 0, 1, pulp.LpInteger) for i in range(2)]
    p += c[0] + c[1]
    p += x[0] + c[1] == 1
    p += x[0] + c[0] >= 1
    p += x[1] + c[1] <= 1
    p += c[0] + c[1] <= 1
    p += x[2] == 1
    p += 9000 * x[1] + 7200 * x[2] + 10800 * c[1] >= 16200
    p.solve(pulp.COIN_CMD(path=pulp.PULP_CBC_CMD.pulp_cbc_path, msg=False))
    default = p.status
    p.solve(pulp.COIN_CMD(path=pulp.PULP_CBC_CMD.pulp_cbc_path, msg=False, options=["preprocess off"]))
    assert (default, p.status) == (pulp.LpStatusInfeasible, pulp.LpStatusOptimal)


def test_cbc_does_not_lose_the_optimum_where_a_row_has_two_bounds():
    """4 x + y is least with y alone. `rosetta fuzz` found it: CBC's preprocessing returns x, and calls that optimal."""
    m = Model("two bounds")
    x = m.bools("x", 2)
    m.linear(1, 8, "between", [x], [5, 8])
    m.minimize("cost", x, [4, 1])
    outcome = backend_named("cbc").solve(m, LIMITS, Options())
    assert (outcome.status, outcome.objective, outcome.values[x].tolist()) == (Status.OPTIMAL, 1, [0, 1])


def test_cbc_does_not_lose_the_optimum_where_a_sum_is_bounded_by_two_rows():
    """The model of coin-or/Cbc#293, scaled to integers: 444 is least, and its preprocessing calls 19,712 optimal."""
    m = Model("Cbc-293")
    x = m.ints("x", 2, 0, 5)
    m.linear(None, 128, "upper", [x], [63, 127])
    m.linear(65, None, "lower", [x], [63, 127])
    m.minimize("cost", x, [9856, 444])
    outcome = backend_named("cbc").solve(m, LIMITS, Options())
    assert (outcome.status, outcome.objective, outcome.values[x].tolist()) == (Status.OPTIMAL, 444, [0, 1])


def test_highs_is_asked_again_where_coefficients_are_large():
    """x0 and x1 are a solution. What `rosetta fuzz` found: with presolve, HiGHS says that there is none."""
    m = Model("large coefficients")
    x = m.bools("x", 3)
    m.linear(-4_000_000, -4_000_000, "exact", [x], [-6_000_001, 2_000_001, 1_999_999])
    m.linear(None, -31, "one of two", [x[1:]], [-31, -89])
    outcome = backend_named("highs").solve(m, LIMITS, Options())
    assert (outcome.status, outcome.values[x].tolist()) == (Status.SATISFIED, [1, 1, 0])


def test_highs_with_presolve_alone_is_wrong():
    """The same, straight through scipy: if it no longer fails, the second run can go."""
    from scipy.optimize import Bounds, LinearConstraint, milp

    rows = LinearConstraint(
        np.array([[-6_000_001, 2_000_001, 1_999_999], [0, -31, -89]]), [-4_000_000, -np.inf], [-4_000_000, -31]
    )
    assert milp(np.zeros(3), constraints=rows, integrality=np.ones(3), bounds=Bounds(0, 1)).status == 2


def test_cbc_does_not_take_a_variable_for_whole_that_is_not():
    """What `rosetta fuzz` found: x2 is 1 up to 3e-7, so that the first row says nothing. x2 can only be 0, or x0 1."""
    m = Model("large guard")
    x = m.bools("x", 4)
    m.linear(-2, -2, "guarded", [[x[3], x[0]]], [-7999999, 4999999], when=x[2])
    m.at_most(0, "no x0", [[x[0]]])
    m.linear(None, 1, "x2", [[-x[0], x[2]]], [6, -5], when=-x[1])
    m.any("no x3", [[-x[3]]])
    outcome = backend_named("cbc").solve(m, LIMITS, Options())
    assert outcome.status in (Status.UNKNOWN, Status.SATISFIED)
    assert outcome.values is None or evaluate(m, outcome.values) == []


def nearly_whole() -> Model:
    """No whole numbers keep the row; those near (2, 1) do, up to HiGHS' tolerance. `rosetta fuzz` found it."""
    m = Model("nearly whole")
    z = m.ints("z", 2, -1, 2)
    m.linear(-5_999_999, -5_999_999, "exact", [z], [-4_000_001, 1_999_999])
    m.minimize("cost", z[1:], [-1])
    return m


def test_highs_does_not_take_a_variable_for_whole_that_is_not():
    """It is asked again with a tighter tolerance; that it then finds nothing is no proof with such coefficients."""
    outcome = backend_named("highs").solve(nearly_whole(), LIMITS, Options())
    assert (outcome.status, outcome.values, outcome.note) == (Status.UNKNOWN, None, TOO_COARSE)


def test_highs_with_its_usual_tolerance_does():
    """The same, straight through scipy: if it no longer fails, the last run can go."""
    from scipy.optimize import Bounds, LinearConstraint, milp

    rows = LinearConstraint(np.array([[-4_000_001, 1_999_999]]), -5_999_999, -5_999_999)
    answer = milp([0, -1], constraints=rows, integrality=[1, 1], bounds=Bounds(-1, 2), options={"presolve": False})
    assert answer.status == 0
    assert np.round(answer.x) @ [-4_000_001, 1_999_999] != -5_999_999


def test_cbc_without_the_second_run_loses_it():
    """The same, straight through PuLP: if it no longer fails, the second run can go."""
    import pulp

    p = pulp.LpProblem("two_bounds", pulp.LpMinimize)
    x = [p.add_variable(f"x{i}", 0, 1, pulp.LpInteger) for i in range(2)]
    p += 4 * x[0] + x[1]
    p += 5 * x[0] + 8 * x[1] >= 1
    p += 5 * x[0] + 8 * x[1] <= 8
    p.solve(pulp.COIN_CMD(path=pulp.PULP_CBC_CMD.pulp_cbc_path, msg=False))
    assert (p.status, pulp.value(p.objective)) == (pulp.LpStatusOptimal, 4)


def hard_minimum() -> Model:
    """Minimum presses on a 9x9 board of lights: parity rows as integer slacks are hard to prove optimal."""
    m = Model("lights")
    press = m.bools("press", (9, 9))
    r, c = np.indices((9, 9)).reshape(2, -1)
    near = np.abs(r[:, None] - r) + np.abs(c[:, None] - c) <= 1
    m.parity(1, "each light is turned", [press.ravel()[row] for row in near])
    m.minimize("presses", press)
    return m


def test_an_incumbent_at_the_limit_is_not_called_optimal():
    """PuLP says "Optimal" when time runs out with an incumbent (coin-or/pulp#711); we do not."""
    model = hard_minimum()
    outcome = backend_named("cbc").solve(model, Limits(seconds=1.0), Options())
    assert outcome.status in (Status.SATISFIED, Status.UNKNOWN)
    if outcome.values is not None:
        assert evaluate(model, outcome.values) == []
        assert objective_value(model, outcome.values) == outcome.objective


@pytest.mark.parametrize("name", ["cpsat", "highs"])
def test_a_proved_minimum_is_the_known_one(name):
    """9x9 lights take 25 presses, a published value (CBC needs too long for parity as integer slacks)."""
    outcome = backend_named(name).solve(hard_minimum(), LIMITS, Options())
    assert (outcome.status, outcome.objective) == (Status.OPTIMAL, 25)


def test_a_variable_in_no_clause_has_a_value():
    """python-sat's get_model leaves it out; the outcome does not."""
    outcome = backend_named("cnf").solve(case(unused_variables), LIMITS, Options())
    assert outcome.values.shape == (5,)
    assert evaluate(case(unused_variables), outcome.values) == []


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
