"""The nearest repair of a board without a solution: the fewest clues to change, by maximum satisfiability (RC2:
Ignatiev, Morgado & Marques-Silva 2019). The rules are hard; each clue is a soft clause, its switch. A clue that
was given up should say what its row counts in the solution found."""

from __future__ import annotations

from collections.abc import Sequence

from backends.reasons.row_table import RowTable
from backends.reasons.selector_solver import SelectorSolver
from backends.reasons.trace import Repair
from models.neutral import Model
from models.neutral.evaluate import row_sums


def nearest_repair(model: Model, rows: RowTable, solver: SelectorSolver, clues: Sequence[int]) -> Repair:
    """The fewest clue rows to change, and to what."""
    from pysat.examples.rc2 import RC2
    from pysat.formula import WCNF

    rules = sorted(set(range(len(rows))) - set(clues))
    if not solver.satisfiable(rules):
        return Repair((), ())
    formula = WCNF()
    formula.extend([*solver.cnf.clause_lists(), *([s] for s in solver.selectors(rules))])
    formula.extend([[s] for s in solver.selectors(clues)], weights=[1] * len(clues))
    with RC2(formula) as search:
        true_selectors = set(search.compute() or ())
    given_up = [r for r, s in zip(clues, solver.selectors(clues), strict=True) if s not in true_selectors]
    remaining = sorted(set(range(len(rows))) - set(given_up))
    assert solver.satisfiable(remaining), "the rest can be kept"
    values = solver.values()
    places = tuple(rows.places[r] for r in given_up)
    counts = tuple(int(row_sums(model.blocks[block], values)[row]) for block, row in places)
    return Repair(places, counts, tuple(values.tolist()))
