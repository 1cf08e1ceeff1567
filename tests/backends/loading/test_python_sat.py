"""Loading clauses in bulk or as lists: the solver behaves the same, to the last conflict; and the fall-back."""

from __future__ import annotations

import itertools
import sys

import numpy as np
import pytest

from backends import cnf
from backends.contract import Limits, Options, Status
from backends.encoding_templates.order_variables import order_variables
from backends.loading import python_sat
from backends.loading.python_sat import describe_loading, load, loads_in_bulk, probe_bulk
from backends.loading.python_sat_routes import ANSWERS_ONCE, ROUTES
from backends.lowering.clauses import Cnf
from backends.lowering.native_rows import NO_NUMBERS, NO_ROWS, NativeRows
from backends.running import supervisor
from backends.running.preloading import BULK, useful_libraries
from models.neutral import Form, Model
from models.neutral.rows import rows_from_lengths
from tests.support.every_case import every_case

pytest.importorskip("pysat")
pytest.importorskip("numba")
SOLVERS = cnf.known_solvers()
NEEDS_A_VARIABLE = ("maplesat",)  # without one it ends the process, however the formula was loaded
CARDS = [name for name in SOLVERS if name in ROUTES and ROUTES[name].at_most]

Clauses = list[list[int]]
AtMost = list[tuple[list[int], int]]


def formula(clauses: Clauses, variables: int, rows: AtMost = []) -> Cnf:  # noqa: B006
    flat = np.array([x for clause in clauses for x in (*clause, 0)], np.int32)
    table = rows_from_lengths(
        np.array([len(row) for row, _ in rows], np.int64), np.array([x for row, _ in rows for x in row], np.int32)
    )
    native = NativeRows(table, np.array([k for _, k in rows], np.int64), NO_ROWS, NO_NUMBERS)
    return Cnf(flat, len(clauses), variables, order_variables(Model("none")), native, "", None)


def random_formula(seed: int, rows: bool = False) -> tuple[Clauses, int, AtMost]:
    """A random formula over up to 7 variables, some of them in no clause; units, long clauses, literals twice."""
    rng = np.random.default_rng(seed)
    variables = int(rng.integers(1, 8))

    def literals(most: int) -> list[int]:
        n = int(rng.integers(1, most))
        return (rng.integers(1, variables + 1, n) * rng.choice([-1, 1], n)).tolist()

    clauses = [literals(6 if seed % 3 else 4) for _ in range(int(rng.integers(0, 4 * variables)))]
    at_most: AtMost = []
    for _ in range(int(rng.integers(1, 4)) if rows else 0):
        chosen = rng.permutation(variables)[: int(rng.integers(2, 8))] + 1
        if len(chosen) > 1:
            at_most.append(((chosen * rng.choice([-1, 1], len(chosen))).tolist(), int(rng.integers(1, len(chosen)))))
    return clauses, variables, at_most


def brute_force(clauses: Clauses, variables: int, rows: AtMost = []) -> list[tuple[int, ...]]:  # noqa: B006
    def holds(bits: tuple[int, ...], x: int) -> bool:
        return (x > 0) == bool(bits[abs(x) - 1])

    return [
        bits
        for bits in itertools.product((0, 1), repeat=variables)
        if all(any(holds(bits, x) for x in clause) for clause in clauses)
        and all(sum(holds(bits, x) for x in row) <= k for row, k in rows)
    ]


def list_solutions(name: str, cnf_formula: Cnf, bulk: bool) -> tuple[list[tuple[int, ...]], list[object]]:
    """All solutions, in the order found, and what python-sat tells of the solver: before, and after each."""
    from pysat.solvers import Solver

    with Solver(name=name) as solver:
        load(solver, name, cnf_formula, bulk)
        reports: list[object] = [sizes_of(solver)]
        solutions = []
        while solver.solve():
            reports += [sizes_of(solver), cnf.search_stats(solver)]
            true = {x for x in solver.get_model() if x > 0}
            solutions.append(tuple(int(v in true) for v in range(1, cnf_formula.variables + 1)))
            if name in ANSWERS_ONCE:
                break
            solver.add_clause([-v if v in true else v for v in range(1, cnf_formula.variables + 1)])
        reports.append(solver.get_status())
        return solutions, reports


def sizes_of(solver) -> list[object]:
    sizes = []
    for size in (solver.nof_vars, solver.nof_clauses):
        try:
            sizes.append(size())
        except NotImplementedError:
            sizes.append(None)
    return sizes


def test_every_solver_of_python_sat_is_loaded_in_bulk() -> None:
    """With the version that the project pins; a solver that a later one brings is noticed here."""
    assert {name: probe_bulk(name) for name in SOLVERS} == dict.fromkeys(SOLVERS)


@pytest.mark.parametrize("name", SOLVERS)
def test_bulk_and_lists_give_the_same_solver(name: str) -> None:
    """The same solutions in the same order, the same sizes and search statistics, and they are brute force's."""
    for seed in range(12):
        clauses, variables, _ = random_formula(seed)
        if not clauses and name in NEEDS_A_VARIABLE:
            continue
        cnf_formula = formula(clauses, variables)
        in_bulk, as_lists = list_solutions(name, cnf_formula, True), list_solutions(name, cnf_formula, False)
        assert in_bulk == as_lists, (seed, clauses)
        expected = brute_force(clauses, variables)
        if name in ANSWERS_ONCE:
            assert set(in_bulk[0]) <= set(expected)
            assert bool(in_bulk[0]) == bool(expected)
        else:
            assert sorted(in_bulk[0]) == expected, (seed, clauses)


@pytest.mark.parametrize("name", CARDS)
def test_at_most_rows_in_bulk(name: str) -> None:
    for seed in range(20):
        clauses, variables, rows = random_formula(seed, rows=True)
        cnf_formula = formula(clauses, variables, rows)
        in_bulk = list_solutions(name, cnf_formula, True)
        assert in_bulk == list_solutions(name, cnf_formula, False), (seed, clauses, rows)
        assert sorted(in_bulk[0]) == brute_force(clauses, variables, rows), (seed, clauses, rows)


ODD: tuple[Clauses, ...] = ([], [[]], [[1, 2], [], [-1]], [[1], [-1]], [[3, 3, -3], [2, 2]], [[40]])


@pytest.mark.parametrize("name", SOLVERS)
def test_odd_formulas_in_bulk(name: str) -> None:
    """None at all, empty ones, contradicting units, repeated and opposite literals, a gap in the numbers."""
    with every_case() as case:
        for clauses in ODD:
            # some end the process without a variable, whichever way the formula came in
            if any(clauses) or name not in NEEDS_A_VARIABLE:
                with case(clauses):
                    check_odd_formula(name, clauses)


def check_odd_formula(name: str, clauses: Clauses) -> None:
    cnf_formula = formula(clauses, 3 if clauses != [[40]] else 40)
    outcomes = []
    for bulk in (True, False):
        from pysat.solvers import Solver

        with Solver(name=name) as solver:
            load(solver, name, cnf_formula, bulk)
            outcomes.append((solver.solve(), solver.get_model(), sizes_of(solver)))
    assert outcomes[0] == outcomes[1]
    if all(clauses):
        assert outcomes[0][0] is (clauses != [[1], [-1]])


@pytest.mark.parametrize("name", [name for name in SOLVERS if name not in ANSWERS_ONCE])
def test_assumptions_after_loading_in_bulk(name: str) -> None:
    from pysat.solvers import Solver

    clauses, variables = [[1], [1, 2, -3], [-1, 4], [3, -4, 5], [-2, -5], [6, 1], [-6, 2, 3]], 6
    solutions = brute_force(clauses, variables)
    mentioned = {abs(x) for clause in clauses for x in clause}
    assert solutions
    with Solver(name=name) as solver:
        load(solver, name, formula(clauses, variables), True)
        for v, sign in itertools.product(sorted(mentioned), (1, -1)):
            possible = any(bits[v - 1] == (sign > 0) for bits in solutions)
            assert solver.solve(assumptions=[sign * v]) is possible


@pytest.mark.parametrize("name", ["cadical153", "glucose4", "lingeling"])
def test_a_proof_is_traced_alike(name: str) -> None:
    from pysat.solvers import Solver

    pigeons = [[4 * p + h + 1 for h in range(4)] for p in range(5)]
    pigeons += [[-a[h], -b[h]] for h in range(4) for a, b in itertools.combinations(pigeons[:5], 2)]
    proofs = []
    for bulk in (True, False):
        with Solver(name=name, with_proof=True) as solver:
            load(solver, name, formula(pigeons, 20), bulk)
            assert solver.solve() is False
            proofs.append(solver.get_proof())
    assert proofs[0] == proofs[1]
    assert proofs[0]


def large() -> Model:
    """Long enough for the bulk, with one solution: a chain of equalities and one literal."""
    m = Model("chain")
    x = m.bools("x", 30_001)
    m.any("each is followed by the next", np.column_stack([-x[:-1], x[1:]]))
    m.any("and the other way", np.column_stack([x[:-1], -x[1:]]))
    m.true("the middle one holds", x[15_000])
    return m


def test_a_long_formula_goes_in_bulk_and_a_short_one_does_not(monkeypatch) -> None:
    monkeypatch.delenv(python_sat.SWITCH, raising=False)
    monkeypatch.setattr(python_sat, "_missed", [])
    with monkeypatch.context() as patch:
        for module in (python_sat.KERNEL, "numba"):
            patch.delitem(sys.modules, module, raising=False)
        patch.setattr(python_sat, "probe_bulk", lambda name: None)  # which would load numba
        assert not loads_in_bulk("cadical195", 49_999)
        assert not useful_libraries()
        assert not loads_in_bulk("cadical195", 50_000)
        assert useful_libraries() == {BULK}  # runs like this one get a process that has it
        assert loads_in_bulk("cadical195", 2_100_000)
    assert loads_in_bulk("cadical195", 49_999)  # the loops are loaded
    monkeypatch.setenv(python_sat.SWITCH, "bulk")
    assert loads_in_bulk("cadical195", 1)
    monkeypatch.setenv(python_sat.SWITCH, "lists")
    assert not loads_in_bulk("cadical195", 10**6)
    assert describe_loading("cadical195") == "as Python lists: ROSETTA_LOADING=lists"


@pytest.mark.parametrize("way", ["lists", "bulk"])
def test_a_long_model_is_answered_either_way(monkeypatch, way: str) -> None:
    model = large()
    monkeypatch.setenv(python_sat.SWITCH, way)
    outcome = cnf.BACKEND.solve(model, Limits(seconds=60), Options())
    assert outcome.status is Status.SATISFIED
    assert outcome.values is not None
    assert outcome.values[1:].all()


def other_version(monkeypatch) -> str:
    monkeypatch.setattr(python_sat, "TESTED", ("0.1", "0.2"))
    return r"python-sat .*, tried with 0\.1, 0\.2"


def other_symbols(monkeypatch) -> str:
    monkeypatch.setitem(ROUTES, "cadical195", python_sat.Route("cadical", "literals", ("_ZN7Nothing3addEi",)))
    return "no symbol _ZN7Nothing3addEi in python-sat's library"


def other_machine(monkeypatch) -> str:
    monkeypatch.setattr(sys, "platform", "amiga")
    return "tried on 64-bit Linux only, this is .*"


def no_numba(monkeypatch) -> str:
    monkeypatch.delitem(sys.modules, "backends.loading.python_sat_kernel", raising=False)
    monkeypatch.delattr("backends.loading.python_sat_kernel", raising=False)
    monkeypatch.setitem(sys.modules, "numba", None)
    return "numba does not load: .*"


def wrong_answer(monkeypatch) -> str:
    monkeypatch.setattr("backends.loading.python_sat_kernel.literals", lambda *ignored: None)
    return "the trial gave a wrong answer"


def broken_loop(monkeypatch) -> str:
    monkeypatch.setattr("backends.loading.python_sat_kernel.literals", lambda: None)
    return "the trial failed: TypeError: .*"


@pytest.mark.sample(1)
@pytest.mark.parametrize("change", [other_version, other_symbols, other_machine, no_numba, wrong_answer, broken_loop])
def test_another_library_is_noticed_and_the_lists_are_taken(monkeypatch, change) -> None:
    """Nothing private is called, the answer comes all the same, and `doctor` says why."""
    model = large()
    monkeypatch.delenv(python_sat.SWITCH, raising=False)
    with monkeypatch.context() as patch:
        sentence = change(patch)
        python_sat._probe_route.cache_clear()
        try:
            import re

            assert re.fullmatch(f"as Python lists: {sentence}", supervisor.describe_loading("cnf"))
            if change is not other_machine:
                assert supervisor.solve("cnf", model, Limits(seconds=60)).status is Status.SATISFIED
            assert not loads_in_bulk("cadical195", 10**6)
        finally:
            python_sat._probe_route.cache_clear()


def test_doctor_is_told_the_way() -> None:
    assert supervisor.describe_loading("cnf") == "in bulk, cadical195's own functions (from 50,000 literals on)"
    assert supervisor.describe_loading("oracle") == ""


def test_forms_left_to_the_solver_are_not_lost() -> None:
    """Upper and lower bounds of a row stand together as at-most rows; parities stay as they are."""
    from backends.lowering.clauses import COUNTING_FORMS, to_clauses

    m = Model("mixed")
    x = m.bools("x", 4)
    m.between(1, 2, "one or two", [x[:3], -x[1:]])
    m.parity([1, 0], "odd, even", [x[:2], x])
    native = to_clauses(m, Limits(), Options(), native=frozenset({*COUNTING_FORMS, Form.PARITY})).native
    assert [native.at_most[r].tolist() for r in range(len(native.at_most))] == [
        [1, 2, 3], [-1, -2, -3], [-2, -3, -4], [2, 3, 4],
    ]  # fmt: skip
    assert native.most.tolist() == [2, 2, 2, 2]
    assert [native.parity[r].tolist() for r in range(len(native.parity))] == [[1, 2], [1, 2, 3, 4]]
    assert native.odd.tolist() == [1, 0]
    assert (len(native), native.literals) == (6, 18)
