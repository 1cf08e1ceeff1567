"""Initial phases: which value a solver of python-sat tries first for a variable.

    own        the solver's default: MiniSat and its relatives try false first, CaDiCaL true
    positive   true first        In a puzzle that must be filled (every cell lit), placing a piece satisfies clauses;
    negative   false first       in one where pieces collide, leaving one out does.

A phase is only where a variable starts; after that the solver remembers its last value (phase saving). CaDiCaL gets an
option, because there a phase set for a variable would hold for the whole search; the others get a phase per variable.
(Pipatsrisawat & Darwiche 2007: A lightweight component caching scheme for satisfiability solvers)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from backends.contract import Unsupported

if TYPE_CHECKING:
    from pysat.solvers import Solver

OWN, POSITIVE, NEGATIVE = PHASES = "own", "positive", "negative"
BY_OPTION = ("cadical153", "cadical195", "cadical300")


def set_phases(solver: Solver, name: str, phases: str, variables: int) -> None:
    """Set the phases of the variables 1..variables. CaDiCaL takes it before its first clause only, the others after
    their last one, when they know the variables. Raises Unsupported."""
    if phases == OWN:
        return
    sign = 1 if phases == POSITIVE else -1
    try:
        if name in BY_OPTION:
            solver.configure({"phase": int(sign > 0), "lucky": 0})  # `lucky` would try all true first
        else:
            solver.set_phases([sign * variable for variable in range(1, variables + 1)])
    except NotImplementedError:
        raise Unsupported(f"{name} does not let its phases be set") from None
