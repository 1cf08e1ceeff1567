"""Loading python-sat's solvers with clauses: in bulk, by the solver's own exported functions, or as Python lists.

    in bulk    a compiled loop (`python_sat_kernel`) makes the very calls that python-sat's `add_clause` makes, with the
               same arguments in the same order, on the solver that python-sat holds; so the solver behaves the same
               afterwards, to the last conflict
    as lists   python-sat's public `add_clause`: a Python list per clause, the fall-back

The functions are private to python-sat's library. They are called only where all of this holds, checked in this order:
a version of python-sat whose calls were read and tried (`TESTED`); 64-bit Linux; every symbol exists; numba loads; two
tiny formulas with known answers come out right. Else the lists are used, and `describe_loading` says why.

A formula of up to 2 million literals is loaded as lists, since loading numba would take longer than it saves. Once a
process has the loops, they take all formulas; so where one was long enough for them, the process says that it could
have used them (`needs_loops`), and who hands out many runs gives the next ones a process that has them. In the
environment, `ROSETTA_LOADING=lists` always takes the lists, `ROSETTA_LOADING=bulk` the loop whatever the length, if it
can be used.

All that python-sat keeps beside the solver is its `status`, which each call of `solve` sets; a proof is traced by the
solver itself. A C++ exception (a solver out of memory) ends the process here, where python-sat would raise.
"""

from __future__ import annotations

import ctypes
import os
import platform
import sys
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from backends.loading.python_sat_routes import ANSWERS_ONCE, ROUTES, TESTED, Route
from backends.lowering.clauses import Cnf, clause_array
from rosetta.foundation.jit import is_worth_loading

if TYPE_CHECKING:
    from pysat.solvers import Solver

Literals = NDArray[np.int32]

SWITCH = "ROSETTA_LOADING"
KERNEL = "backends.loading.python_sat_kernel"
MIN_BULK_LITERALS = 50_000  # lists take about 0.01 s more for so many
_missed: list[int] = []  # literals of long formulas that went in as lists
SAVED = 0.14e-6  # seconds per literal: akari 200 and 300, 0.9 and 2.1 million literals


class NotInBulk(Exception):
    """This solver cannot be loaded in bulk here; the message says why."""


def describe_loading(name: str) -> str:
    """How long formulas get into that solver here, in words."""
    reason = probe_bulk(name)
    if reason is not None:
        return f"as Python lists: {reason}"
    return f"in bulk, {name}'s own functions (from {MIN_BULK_LITERALS:,} literals on)"


def probe_bulk(name: str) -> str | None:
    """None if the solver can be loaded in bulk here, else the reason. The first call loads numba; never raises."""
    if os.environ.get(SWITCH) == "lists":
        return f"{SWITCH}=lists"
    return _probe_route(name)


def loads_in_bulk(name: str, literals: int) -> bool:
    """Whether a formula of that length is to be loaded in bulk. If so, everything is compiled afterwards."""
    is_long, switch = literals >= MIN_BULK_LITERALS, os.environ.get(SWITCH)
    if KERNEL in sys.modules or switch == "bulk" or (is_long and is_worth_loading(literals * SAVED)):
        return probe_bulk(name) is None
    if is_long and switch != "lists":
        _missed.append(literals)
    return False


def needs_loops() -> bool:
    """Has this process the loops, or had it a formula that they would have loaded sooner?"""
    return KERNEL in sys.modules or bool(_missed)


def load_bulk_loops() -> None:
    """Have numba and the loops of all solvers in this process, which its forks inherit."""
    for name in {route.loop: name for name, route in ROUTES.items()}.values():
        probe_bulk(name)


def load(solver: Solver, name: str, cnf: Cnf, bulk: bool) -> None:
    """Give a new solver the at-most rows, then the clauses. bulk: the answer of `loads_in_bulk`."""
    rows = cnf.native
    if bulk:
        load_arrays(solver, name, cnf.clauses, clause_array(rows.at_most, None), rows.most)
        return
    for row, k in enumerate(rows.most.tolist()):
        solver.add_atmost(rows.at_most[row].tolist(), k)
    solver.append_formula(cnf.clause_lists())  # takes any iterable; faster than calls of add_clause


# ---- in bulk ---------------------------------------------------------------------------------------------------


def load_arrays(
    solver: Solver, name: str, clauses: Literals, at_most: Literals, most: NDArray[np.integer[Any]]
) -> None:
    """The same from arrays, where `loads_in_bulk`: clauses, and the literals of at-most rows, a 0 after each; of row r
    at most most[r] hold. Raises NotInBulk."""
    from backends.loading import python_sat_kernel as kernel

    route = ROUTES[name]
    pointer = _pointer(solver, route)
    addresses = [_address(symbol) for symbol in route.symbols]
    clauses = np.ascontiguousarray(clauses, np.int32)
    if route.loop == "vectors":
        _load_vectors(route, pointer, addresses, clauses, at_most, most)
    elif len(most):
        raise NotInBulk(f"{name} takes no at-most-k rows")
    elif route.loop == "spans":
        buffer = np.zeros(_longest_clause(clauses), np.int32)
        kernel.spans(kernel.ForeignFunction(addresses[0], 2, pointers=2), pointer, clauses, buffer, buffer.ctypes.data)
    else:
        getattr(kernel, route.loop)(*(kernel.ForeignFunction(address, 1) for address in addresses), pointer, clauses)
    if route.has_record and clauses.any():  # a tautology tells python-sat the largest variable
        largest = int(np.abs(clauses).max())
        solver.add_clause([largest, -largest])


def _load_vectors(
    route: Route,
    pointer: int,
    addresses: list[int],
    clauses: Literals,
    at_most: Literals,
    most: NDArray[np.integer[Any]],
) -> None:
    """Rows first, then clauses, through one MiniSat vector that is long enough for all of them."""
    from backends.loading import python_sat_kernel as kernel

    longest = max(_longest_clause(clauses), _longest_clause(at_most))
    buffer, vec = np.zeros(longest, np.int32), np.zeros(4, np.int32)
    vec[:2].view(np.int64)[0] = buffer.ctypes.data
    new_var, add = kernel.ForeignFunction(addresses[0], 2), kernel.ForeignFunction(addresses[1], 0, pointers=2)
    add_row = kernel.ForeignFunction(_address(route.at_most or route.symbols[1]), 1, pointers=2)
    functions = new_var, add, add_row, pointer, np.int32(route.polarity)
    vector = kernel.SolverVector(vec, vec.ctypes.data, buffer)
    variables = kernel.vectors(*functions, 0, kernel.LoadedRows(at_most, most.astype(np.int32)), vector)
    kernel.vectors(*functions, variables, kernel.LoadedRows(clauses, np.zeros(0, np.int32)), vector)


def _longest_clause(clauses: Literals) -> int:
    """The length of the longest clause with its 0, and at least 1."""
    from backends.loading import python_sat_kernel as kernel

    return int(kernel.longest_clause(clauses))


def _pointer(solver: Solver, route: Route) -> int:
    """The address of the solver that python-sat holds in a capsule."""
    get = ctypes.pythonapi.PyCapsule_GetPointer
    get.restype, get.argtypes = ctypes.c_void_p, (ctypes.py_object, ctypes.c_char_p)
    address = int(get(getattr(solver.solver, route.attribute), None))
    return (ctypes.c_void_p.from_address(address).value or 0) if route.has_record else address


@cache
def _library() -> ctypes.CDLL:
    """A handle on python-sat's library, which is loaded already."""
    from pysat import solvers

    return ctypes.CDLL(solvers.pysolvers.__file__)


def _address(symbol: str) -> int:
    """Where the function is. Raises NotInBulk if the library does not have it."""
    try:
        return int(ctypes.cast(_library()[symbol], ctypes.c_void_p).value or 0)
    except AttributeError:
        raise NotInBulk(f"no symbol {symbol} in python-sat's library") from None


# ---- whether it works ------------------------------------------------------------------------------------------


@cache
def _probe_route(name: str) -> str | None:
    """None if two tiny formulas came out right, else the reason. Nothing is called unless all else is as tested."""
    try:
        _check_library(name)
        import backends.loading.python_sat_kernel  # noqa: F401  # numba

        _check_trials(name)
    except ImportError as error:
        return f"numba does not load: {error}"
    except Exception as error:  # anything, from a library that is not the tested one
        return str(error) if isinstance(error, NotInBulk) else f"the trial failed: {type(error).__name__}: {error}"
    return None


def _check_library(name: str) -> None:
    """Raises NotInBulk unless version, machine and symbols are those that were tried."""
    import pysat

    if name not in ROUTES:
        raise NotInBulk("no way into it is known")
    if pysat.__version__ not in TESTED:
        raise NotInBulk(f"python-sat {pysat.__version__}, tried with {', '.join(TESTED)}")
    if sys.platform != "linux" or ctypes.sizeof(ctypes.c_void_p) != 8 or sys.byteorder != "little":
        raise NotInBulk(f"tried on 64-bit Linux only, this is {platform.platform()}")
    for symbol in (*ROUTES[name].symbols, *filter(None, [ROUTES[name].at_most])):
        _address(symbol)


def _check_trials(name: str) -> None:
    """Raises NotInBulk unless tiny formulas come out right: one with a single solution, which is then forbidden
    through python-sat's own `add_clause`, one without any, which takes a search, and at-most rows if there are any."""
    single = [[1, -2], [2, 3, -4], [-1], [-3, 4], [4, -2, 3], [2, -3], [5, 4, 2]]
    _check_trial(name, single, [], [-1, -2, -3, -4, 5])
    _check_trial(name, [[a * 1, b * 2, c * 3] for a in (1, -1) for b in (1, -1) for c in (1, -1)], [], None)
    if ROUTES[name].at_most:
        rows = [([1, 2, 3, 4], 2), ([-3, 5, -4], 2)]
        _check_trial(name, [[1], [2], [6, 5]], rows, [1, 2, -3, -4, -5, 6])
        _check_trial(name, [[1, 2], [3], [4], [-1, 2]], rows, None)


def _check_trial(
    name: str, clauses: list[list[int]], rows: list[tuple[list[int], int]], only: list[int] | None
) -> None:
    """Raises NotInBulk unless the formula, loaded in bulk, has `only` that solution (None: no solution)."""
    from pysat.solvers import Solver

    flat = np.array([x for clause in clauses for x in (*clause, 0)], np.int32)
    at_most = np.array([x for row, _ in rows for x in (*row, 0)], np.int32)
    with Solver(name=name) as solver:
        load_arrays(solver, name, flat, at_most, np.array([k for _, k in rows], np.int64))
        solution = solver.get_model() if solver.solve() else None
        wrong = (solution is None) is not (only is None) or set(solution or []) != set(only or [])
        if not wrong and solution and name not in ANSWERS_ONCE:
            solver.add_clause([-x for x in solution])
            wrong = bool(solver.solve())
    if wrong:
        raise NotInBulk("the trial gave a wrong answer")


if __name__ == "__main__":  # `make` compiles them
    for each in ROUTES:
        probe_bulk(each)
