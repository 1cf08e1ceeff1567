"""A solver of python-sat that has the clauses and the at-most rows of a lowering."""

from __future__ import annotations

from typing import TYPE_CHECKING

from backends.contract import Limits
from backends.loading.phases import BY_OPTION, OWN, set_phases
from backends.loading.python_sat import load
from backends.lowering.clauses import Cnf

if TYPE_CHECKING:
    from pysat.solvers import Solver

SEEDED = ("cadical153", "cadical195", "cadical300")  # python-sat hands their options on


def load_solver(
    name: str, cnf: Cnf, limits: Limits, bulk: bool = False, phases: str = OWN, with_proof: bool = False
) -> Solver:
    """A solver that has the clauses and the at-most rows."""
    from pysat.solvers import Solver

    solver = Solver(name=name, with_proof=with_proof)
    if name in SEEDED and limits.seed:
        solver.configure({"seed": limits.seed % 2**31})
    if name in BY_OPTION:
        set_phases(solver, name, phases, cnf.variables)
    load(solver, name, cnf, bulk)
    if name not in BY_OPTION:
        set_phases(solver, name, phases, cnf.variables)
    return solver
