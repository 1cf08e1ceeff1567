"""CryptoMiniSat: a SAT solver that takes parity rows natively, and clauses as one array.

    clauses          add_clauses, a 0 after each, in one call
    parity           add_xor_clause: one row of a system of linear equations modulo 2, solved by elimination during the
                     search; a negated literal becomes its variable with the other parity
    everything else  clauses; parities with a guard too

Traps: `add_clauses` silently skips an empty clause, so one is added by itself; exclusive-ors take only positive
literals and a Python bool; the model ends at the largest variable that was mentioned.
(Soos, Nohl & Castelluccia 2009: Extending SAT solvers to cryptographic problems)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from backends.contract import Backend, Limits, Options, Outcome, Status, Tell, Values, ignore_outcome, probe_module
from backends.encoding_choice.auto import load_encodings
from backends.lowering.clauses import Cnf, to_clauses
from backends.lowering.native_rows import NativeRows
from backends.outcomes import Stopwatch, not_asked_outcome
from backends.passes.blocking import list_from_clauses
from models.neutral import Form, Model
from rosetta.foundation.limits import TimeReached

if TYPE_CHECKING:
    from pycryptosat import Solver

NATIVE = frozenset({Form.PARITY})


def probe() -> str | None:
    load_encodings()
    return probe_module("pycryptosat")


def version() -> str:
    from pycryptosat import VERSION

    return f"CryptoMiniSat {VERSION}"


def solve(model: Model, limits: Limits, options: Options, tell: Tell = ignore_outcome) -> Outcome:
    watch = Stopwatch()
    with watch("lower"):
        cnf = to_clauses(model, limits, options, native=NATIVE)
    if cnf.contradiction:
        return not_asked_outcome(cnf.contradiction, watch, cnf.size)
    with watch("load"):
        solver = load_solver(cnf, limits, options.parameters)
    tell(Outcome(Status.UNKNOWN, seconds=watch.seconds, size=cnf.size, encoding=cnf.encodings))
    with watch("solve"):
        holds = _find_solution(solver, cnf, limits, watch)
    with watch("decode"):
        values = None if holds is None else cnf.values(model, np.flatnonzero(holds))
    status = Status.UNSATISFIABLE if values is None else Status.SATISFIED
    return Outcome(status, values, seconds=watch.seconds, size=cnf.size, encoding=cnf.encodings)


def solutions(model: Model, project: NDArray[np.int32], limits: Limits, options: Options) -> Iterator[Values]:
    """Each solution is excluded by a clause in the same solver."""
    watch = Stopwatch()
    cnf = to_clauses(model, limits, options, native=NATIVE)
    if cnf.contradiction:
        return
    solver = load_solver(cnf, limits, options.parameters)
    yield from list_from_clauses(
        model, project, cnf, lambda: _find_solution(solver, cnf, limits, watch), solver.add_clause
    )


def load_solver(cnf: Cnf, limits: Limits, parameters: Mapping[str, str] | None = None) -> Solver:
    """A solver that has the clauses and the parities."""
    from pycryptosat import Solver

    solver = Solver(threads=limits.threads, options={"seed": str(limits.seed % 2**31), **(parameters or {})})
    clauses = np.ascontiguousarray(cnf.clauses)
    solver.add_clauses(clauses)
    ends = clauses == 0
    if ends[:1].any() or (ends[1:] & ends[:-1]).any():
        solver.add_clause([])
    for variables, odd in exclusive_ors(cnf.native):
        solver.add_xor_clause(variables, odd)
    return solver


def exclusive_ors(rows: NativeRows) -> Iterator[tuple[list[int], bool]]:
    """The parities as variables and whether an odd number of them holds."""
    odd = (rows.odd + rows.parity.sums((rows.parity.literals < 0).astype(np.int64))) % 2 == 1
    variables = np.abs(rows.parity.literals).tolist()
    starts = rows.parity.starts.tolist()
    for row, is_odd in enumerate(odd.tolist()):
        yield variables[starts[row] : starts[row + 1]], is_odd


def _find_solution(solver: Solver, cnf: Cnf, limits: Limits, watch: Stopwatch) -> NDArray[np.bool_] | None:
    """Which of the CNF variables hold in a solution, shape (variables + 1,); None if there is no solution.

    Raises LimitReached.
    """
    satisfiable, model = solver.solve(time_limit=watch.seconds_left(limits))
    if satisfiable is None:
        raise TimeReached(limits.time_limit_note)
    if not satisfiable:
        return None
    holds = np.zeros(cnf.variables + 1, np.bool_)
    assignment = np.array(model, np.bool_)  # None where the solver left a variable open: False
    holds[: len(assignment)] = assignment[: len(holds)]
    return holds


BACKEND = Backend(
    name="cryptominisat",
    kind="sat",
    takes=frozenset(Form) - {Form.OBJECTIVE},
    probe=probe,
    version=version,
    library="pycryptosat",
    solve=solve,
    solutions=solutions,
    encodes=True,
    tunable={
        "polar": ("auto", "true", "false"),
        "presimp": ("0", "1"),
        "occsimp": ("1", "0"),
        "sls": ("1", "0"),
    },
    loading=lambda: "in bulk, an array of clauses",  # part of its public interface
)
