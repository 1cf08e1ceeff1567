"""What all solutions have in common (the backbone), by one solver: take a solution, ask for one that differs somewhere
from what is common so far, and keep what the two agree on, until there is none."""

from __future__ import annotations

from backends.reasons.selected import Selected
from backends.reasons.table import Table
from backends.reasons.trace import Common


def common(rows: Table, solver: Selected) -> Common | None:
    """The literals of the answer that hold in every solution; None if there is no solution."""
    everything = range(len(rows))
    if not solver.satisfiable(everything):
        return None
    shared = [x for x in solver.literals() if rows.answer[abs(x)]]
    while shared and solver.satisfiable(everything, [solver.add([-x for x in shared])]):
        other = set(solver.literals())
        shared = [x for x in shared if x in other]
    return Common(tuple(sorted(shared, key=abs)), len(shared) == sum(rows.answer))
