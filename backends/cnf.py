"""Clause-learning SAT solvers, through python-sat; `cnf:NAME` is any solver that python-sat brings.

    model --clauses--> solver --model--> values            solutions: each is blocked on the projection once found

Traps: `get_model` leaves out variables that no clause mentions; an empty clause is not reliably noticed; kissat
answers once and aborts the process when asked again; several solvers give no search statistics.
None of them can be interrupted from Python: only killing the child process ends them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from algebra.limits import LimitReached
from backends.contract import (
    Limits,
    Options,
    Outcome,
    Setting,
    Size,
    Status,
    Stopwatch,
    Tell,
    Unsupported,
    Values,
    ignore_outcome,
    probe_module,
)
from backends.encoding_templates.auto import measured_seconds
from backends.encoding_templates.catalogue import encodings
from backends.loading.phases import BY_OPTION, OWN, PHASES, set_phases
from backends.loading.python_sat import describe_loading, load, loads_in_bulk
from backends.loading.python_sat_routes import ANSWERS_ONCE
from backends.lowering.clause_form import CLAUSES, convert_form
from backends.lowering.clauses import Cnf, to_clauses
from backends.passes.blocking import blocking_clauses
from models.neutral import Form, Model

if TYPE_CHECKING:
    from pysat.solvers import Solver

DEFAULT = "cadical195"
SEEDED = ("cadical153", "cadical195", "cadical300")  # python-sat hands their options on


class CnfBackend:
    """Any solver of python-sat on the model in clauses."""

    name = "cnf"
    kind = "sat"
    takes = frozenset(Form) - {Form.OBJECTIVE}
    encodes = True
    families = True
    complete = True
    tunable: Mapping[str, tuple[str, ...]] = {
        "solver": (DEFAULT, "cadical153", "glucose42", "minisat22", "maplechrono", "mergesat3", "lingeling"),
        "phases": PHASES,
    }
    settings: Mapping[str, Setting] = {"clauses": CLAUSES}

    def probe(self) -> str | None:
        return probe()

    def version(self) -> str:
        return version()

    def loading(self) -> str:
        """How formulas get into the default solver."""
        return describe_loading(DEFAULT)

    def engine_of(self, options: Options) -> str:
        """The full name of the chosen solver, also for python-sat's short names."""
        return solver_name(options.solver or DEFAULT)

    def solve(self, model: Model, limits: Limits, options: Options, tell: Tell = ignore_outcome) -> Outcome:
        watch, name = Stopwatch(), self.engine_of(options)
        with watch("lower"):
            cnf = convert_form(to_clauses(model, limits, options), limits, options)
        return solve(name, model, cnf, limits, watch, tell, phases_in(options))

    def solutions(self, model: Model, project: NDArray[np.int32], limits: Limits, options: Options) -> Iterator[Values]:
        watch, name = Stopwatch(), self.engine_of(options)
        if name in ANSWERS_ONCE:
            raise Unsupported(f"cnf:{name} answers once and cannot go on to the next solution; try cnf:{DEFAULT}")
        cnf = convert_form(to_clauses(model, limits, options), limits, options)
        return solutions(name, model, cnf, project, limits, watch, phases_in(options))


BACKEND = CnfBackend()


# ---- python-sat: shared with `backends.minicard` ------------------------------------------------------


def probe() -> str | None:
    """None if python-sat can be used here, else the reason. Loads the encodings too, so that no solve pays for it."""
    encodings(), measured_seconds()
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
    name: str, model: Model, cnf: Cnf, limits: Limits, watch: Stopwatch, tell: Tell, phases: str = OWN
) -> Outcome:
    """One call of the solver on a model in clauses."""
    size = Size(cnf.variables, cnf.rows + len(cnf.native), cnf.literals + cnf.native.literals)
    if cnf.contradiction:
        return Outcome(Status.UNSATISFIABLE, seconds=watch.seconds, size=size, note=cnf.contradiction, by_rule=True)
    bulk = loads_in_bulk(name, size.literals)  # imports and compiles outside the timed steps
    with watch("load"):
        solver = load_solver(name, cnf, limits, bulk, phases)
    watch.seconds_left(limits)
    tell(Outcome(Status.UNKNOWN, seconds=watch.seconds, size=size, encoding=cnf.encodings))
    with watch("solve"):
        satisfiable = solver.solve()
    if satisfiable is None:  # interrupted from outside: no answer
        raise LimitReached("the solver was interrupted")
    with watch("decode"):
        values = cnf.values(model, solver.get_model()) if satisfiable else None
        stats = search_stats(solver)
    solver.delete()
    status = Status.SATISFIED if satisfiable else Status.UNSATISFIABLE
    return Outcome(status, values, seconds=watch.seconds, size=size, encoding=cnf.encodings, stats=stats)


def solutions(
    name: str,
    model: Model,
    cnf: Cnf,
    project: NDArray[np.int32],
    limits: Limits,
    watch: Stopwatch,
    phases: str = OWN,
) -> Iterator[Values]:
    """One assignment per projected solution; each is excluded by a clause in the same solver."""
    if cnf.contradiction:
        return
    shape = blocking_clauses(model, project).with_literals(cnf.projection(model, project), cnf.variables)
    bulk = loads_in_bulk(name, cnf.literals + cnf.native.literals)
    with load_solver(name, cnf, limits, bulk, phases) as solver:
        while watch.seconds_left(limits) and solver.solve():
            literals = np.array(solver.get_model(), np.int64)
            yield cnf.values(model, literals)
            holds = np.zeros(cnf.variables + 1, np.bool_)
            holds[literals[literals > 0]] = True
            clause = shape.clause(holds).tolist()
            if not clause:  # there is no other solution, for instance if the projection is empty
                return
            solver.add_clause(clause)


def load_solver(name: str, cnf: Cnf, limits: Limits, bulk: bool = False, phases: str = OWN) -> Solver:
    """A solver that has the clauses and the at-most rows."""
    from pysat.solvers import Solver

    solver = Solver(name=name)
    if name in SEEDED and limits.seed:
        solver.configure({"seed": limits.seed % 2**31})
    if name in BY_OPTION:
        set_phases(solver, name, phases, cnf.variables)
    load(solver, name, cnf, bulk)
    if name not in BY_OPTION:
        set_phases(solver, name, phases, cnf.variables)
    return solver


def search_stats(solver: Any) -> dict[str, float]:
    """Conflicts, decisions, propagations, restarts, as far as the solver reports them."""
    try:
        return {key: float(value) for key, value in (solver.accum_stats() or {}).items()}
    except (NotImplementedError, AttributeError):
        return {}
