"""Clause-learning SAT solvers, through python-sat; `cnf:NAME` is any solver that python-sat brings.

    model --clauses--> solver --model--> values            solutions: each is blocked on the projection once found

`minicard` and `maxsat` use the same functions, with their own choice of a solver and their own lowering.

Traps: `get_model` leaves out variables that no clause mentions; an empty clause is not reliably noticed; kissat
answers once and aborts the process when asked again; several solvers give no search statistics.
None of them can be interrupted from Python: only killing the child process ends them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from backends.contract import (
    Backend,
    Limits,
    Options,
    Outcome,
    Status,
    Tell,
    Unsupported,
    Values,
    ignore_outcome,
    probe_module,
)
from backends.encoding_choice.auto import load_encodings
from backends.loading.phases import OWN, PHASES
from backends.loading.python_sat import describe_loading, loads_in_bulk
from backends.loading.python_sat_routes import ANSWERS_ONCE
from backends.loading.sat_solver import load_solver
from backends.lowering.clause_form import CLAUSES, convert_form
from backends.lowering.clauses import Cnf, to_clauses
from backends.outcomes import Stopwatch, not_asked_outcome
from backends.passes.blocking import list_from_clauses
from models.neutral import Form, Model, Rows
from rosetta.foundation.limits import LimitReached

if TYPE_CHECKING:
    from pysat.solvers import Solver

DEFAULT = "cadical195"
EMPTY_CLAUSE = "a clause without literals was added, which cannot hold"
Choice: TypeAlias = Callable[[Options], str]  # the full name of the solver; raises Unsupported
ClauseLowering: TypeAlias = Callable[[Model, Limits, Options], Cnf]


def probe() -> str | None:
    """None if python-sat can be used here, else the reason. Loads the encodings too, so that no solve pays for it."""
    load_encodings()
    return probe_module("pysat.solvers") or probe_module("pysat.card")


def version() -> str:
    import pysat

    return f"python-sat {pysat.__version__}"


def known_solvers() -> list[str]:
    """The solvers that this python-sat can construct, by their full names."""
    from pysat.solvers import SolverNames

    return sorted(name for name in vars(SolverNames) if not name.startswith("_") and has_solver(name))


@cache
def has_solver(name: str) -> bool:
    """Whether this build of python-sat has the solver: it names some that are not part of every build."""
    from pysat.solvers import NoSuchSolverError, Solver

    try:
        Solver(name=name).delete()
    except (NoSuchSolverError, ImportError, AttributeError, AssertionError):
        return False
    return True


def solver_name(name: str) -> str:
    """The full name of a solver; raises Unsupported, listing the known ones."""
    from pysat.solvers import SolverNames

    full = next((full for full, names in vars(SolverNames).items() if full[0] != "_" and name.lower() in names), name)
    if not has_solver(full):
        raise Unsupported(f"unknown solver '{name}'; known: {', '.join(known_solvers())}")
    return full


def phases_in(options: Options) -> str:
    """Which phases to start with."""
    return options.parameters.get("phases", OWN)


def solve(
    choose: Choice, lower: ClauseLowering, model: Model, limits: Limits, options: Options, tell: Tell = ignore_outcome
) -> Outcome:
    """One call of the solver on the model in clauses."""
    watch, name = Stopwatch(), choose(options)
    with watch("lower"):
        cnf = lower(model, limits, options)
    if cnf.contradiction:
        return not_asked_outcome(cnf.contradiction, watch, cnf.size)
    with watch("load"):
        solver = load_solver(name, cnf, limits, loads_in_bulk(name, cnf.size.literals), phases_in(options))
    watch.seconds_left(limits)
    outcome = _solve_loaded(solver, cnf, model, watch, tell)
    solver.delete()
    return outcome


def _solve_loaded(solver: Solver, cnf: Cnf, model: Model, watch: Stopwatch, tell: Tell) -> Outcome:
    """One call of a solver that has the clauses; watch: of what was done for this call."""
    tell(Outcome(Status.UNKNOWN, seconds=watch.seconds, size=cnf.size, encoding=cnf.encodings))
    with watch("solve"):
        satisfiable = solver.solve()
    if satisfiable is None:  # interrupted from outside: no answer
        raise LimitReached("the solver was interrupted")
    with watch("decode"):
        values = cnf.values(model, solver.get_model()) if satisfiable else None
        stats = search_stats(solver)
    status = Status.SATISFIED if satisfiable else Status.UNSATISFIABLE
    return Outcome(status, values, seconds=watch.seconds, size=cnf.size, encoding=cnf.encodings, stats=stats)


def solutions(
    choose: Choice, lower: ClauseLowering, model: Model, project: NDArray[np.int32], limits: Limits, options: Options
) -> Iterator[Values]:
    """One assignment per projected solution; each is excluded by a clause in the same solver."""
    watch, name = Stopwatch(), choose(options)
    if name in ANSWERS_ONCE:
        raise Unsupported(f"cnf:{name} answers once and cannot go on to the next solution; try cnf:{DEFAULT}")
    return _list_solutions(name, model, lower(model, limits, options), project, limits, watch, phases_in(options))


def _list_solutions(
    name: str, model: Model, cnf: Cnf, project: NDArray[np.int32], limits: Limits, watch: Stopwatch, phases: str
) -> Iterator[Values]:
    if cnf.contradiction:
        return
    with load_solver(name, cnf, limits, loads_in_bulk(name, cnf.size.literals), phases) as solver:

        def next_solution() -> NDArray[np.bool_] | None:
            watch.seconds_left(limits)
            return cnf.true_variables(solver.get_model()) if solver.solve() else None

        yield from list_from_clauses(model, project, cnf, next_solution, solver.add_clause)


def incremental(
    choose: Choice, lower: ClauseLowering, model: Model, limits: Limits, options: Options, tell: Tell = ignore_outcome
) -> Callable[[Rows], Outcome]:
    """A solver that keeps the model and what it has learnt; see `IncrementalFunction`."""
    watch, name = Stopwatch(), choose(options)
    if name in ANSWERS_ONCE:
        raise Unsupported(f"cnf:{name} answers once, and takes no further clauses; try cnf:{DEFAULT}")
    with watch("lower"):
        cnf = lower(model, limits, options)
    with watch("load"):
        solver = load_solver(name, cnf, limits, loads_in_bulk(name, cnf.size.literals), phases_in(options))
    first = watch

    def solve_with(clauses: Rows) -> Outcome:
        nonlocal watch
        if cnf.contradiction:
            return not_asked_outcome(cnf.contradiction, watch, cnf.size)
        if (clauses.lengths == 0).any():  # not every solver notices an empty clause
            return not_asked_outcome(EMPTY_CLAUSE, watch, cnf.size)
        with watch("load"):
            for clause in range(len(clauses)):
                solver.add_clause(clauses[clause].tolist())
        first.seconds_left(limits)
        outcome, watch = _solve_loaded(solver, cnf, model, watch, tell), Stopwatch()
        return outcome

    return solve_with


def prove(name: str, cnf: Cnf, limits: Limits) -> bytes | None:
    """The solver's DRAT proof that the clauses have no solution, as it wrote it; None where they have one."""
    from pysat.solvers import pysolvers

    bulk = loads_in_bulk(name, cnf.size.literals)
    with load_solver(name, cnf, limits, bulk, with_proof=True) as solver:
        satisfiable = solver.solve()
        if satisfiable is None:
            raise LimitReached("the solver was interrupted")
        if satisfiable:
            return None
        # python-sat's `get_proof` makes a Python string of each step; the file is the same proof
        pysolvers.flushpr(solver.solver.prfp)
        solver.solver.prfile.seek(0)
        proof: bytes = solver.solver.prfile.read()
        return proof


def search_stats(solver: Any) -> dict[str, float]:
    """Conflicts, decisions, propagations, restarts, as far as the solver reports them."""
    try:
        return {key: float(value) for key, value in (solver.accum_stats() or {}).items()}
    except (NotImplementedError, AttributeError):
        return {}


def _chosen_solver(options: Options) -> str:
    """The full name of the chosen solver, also for python-sat's short names."""
    return solver_name(options.solver or DEFAULT)


def _lower(model: Model, limits: Limits, options: Options) -> Cnf:
    return convert_form(to_clauses(model, limits, options), limits, options)


BACKEND = Backend(
    name="cnf",
    kind="sat",
    takes=frozenset(Form) - {Form.OBJECTIVE},
    probe=probe,
    version=version,
    solve=partial(solve, _chosen_solver, _lower),
    solutions=partial(solutions, _chosen_solver, _lower),
    incremental=partial(incremental, _chosen_solver, _lower),
    encodes=True,
    single_threaded=True,
    families=True,
    engine=_chosen_solver,
    tunable={
        "solver": (DEFAULT, "cadical153", "glucose42", "minisat22", "maplechrono", "mergesat3", "lingeling"),
        "phases": PHASES,
    },
    settings={"clauses": CLAUSES},
    loading=partial(describe_loading, DEFAULT),
)
