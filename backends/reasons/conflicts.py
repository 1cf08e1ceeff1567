"""Why there is no solution: minimal sets of rows that contradict each other, one or all of them.

    clues    rows whose bound is a number on the board: what a person may have written wrongly
    rules    all other rows; they are taken for granted

A conflict is first made minimal in its clues with all rules in force, then in its rules: no row of the result can be
left out. Several orders are tried, since what a deletion leaves depends on them. Where the rules contradict each other
by themselves, or the puzzle has no clues, conflicts are among all rows.

All conflicts: MARCO (Liffiton, Previti, Malik & Marques-Silva 2016, Fast, flexible MUS enumeration). A second solver
keeps a map of what is not known yet of sets of clues; each seed from it grows to a largest set that can be kept, or
shrinks to a conflict, and is marked on the map with all its subsets, or supersets.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from backends.reasons import modular_sums
from backends.reasons.chains import chain, find_conflict
from backends.reasons.residues import Residues
from backends.reasons.row_table import RowTable, propagate_row
from backends.reasons.selector_solver import SelectorSolver
from backends.reasons.trace import ChainLink, Conflict

ORDERS = 6  # of deletion, that are tried for one conflict


def split_soft_hard(rows: RowTable, solver: SelectorSolver, clues: Sequence[int]) -> tuple[list[int], list[int]]:
    """Rows that may be given up, and rows that are taken for granted."""
    rules = sorted(set(range(len(rows))) - set(clues))
    if clues and solver.satisfiable(rules):
        return sorted(clues), rules
    return list(range(len(rows))), []


def smallest_conflict(
    rows: RowTable, solver: SelectorSolver, soft: Sequence[int], hard: Sequence[int], clues: Sequence[int]
) -> Conflict:
    """The conflict with the fewest rows over several orders, and over what propagation finds."""
    conflicts = [_minimal_conflict(rows, solver, order, hard) for order in _deletion_orders(rows, soft)]
    values, masks = rows.open_values(), [0] * len(rows.answer)
    mask = find_conflict(rows, values, masks, None, len(rows) + 1, range(len(rows)))
    if mask is not None:
        few = [r for r in range(len(rows)) if mask >> r & 1]
        soft_few, hard_few = ([r for r in few if r in set(part)] for part in (soft, hard))
        conflicts.append(_minimal_conflict(rows, solver, soft_few, hard_few))
    best = min(conflicts, key=lambda pair: (len(pair[0]) + len(pair[1]), pair))
    return _conflict(rows, sorted((*best[0], *best[1])), clues)


def find_row_conflict(rows: RowTable, clues: Sequence[int]) -> Conflict | None:
    """A row that cannot be kept by itself: a clue that asks for more cells than there are, a sum of nothing."""
    values = rows.open_values()
    broken = next((r for r in range(len(rows)) if propagate_row(rows, r, values)[0]), None)
    return None if broken is None else _conflict(rows, [broken], clues)


def modular_conflict(rows: RowTable, residues: Residues) -> Conflict:
    """Equations modulo k that add up to 0 = something else; without any one of them there would be a solution."""
    _, clash = modular_sums.solve_residues(residues)
    weights = {residues.rows[i]: weight for i, weight in clash.items()}
    ordered = sorted(weights)
    places, factors = tuple(rows.places[r] for r in ordered), tuple(weights[r] for r in ordered)
    return Conflict((), places, weights=factors, modulus=residues.modulus)


def list_conflicts(
    rows: RowTable, solver: SelectorSolver, soft: Sequence[int], hard: Sequence[int], clues: Sequence[int]
) -> Iterator[Conflict]:
    """All minimal sets of `soft` rows that cannot be kept together with the hard ones, each with hard rows that show
    it. Ends by itself when there are no more."""
    from pysat.solvers import Solver

    switches = {r: i for i, r in enumerate(soft, 1)}
    with Solver(name="minisat22") as unexplored:
        unexplored.append_formula([[i, -i] for i in switches.values()])
        unexplored.set_phases(list(switches.values()))  # large seeds first: conflicts come early
        while unexplored.solve():
            chosen = {i for i in unexplored.get_model() if i > 0}
            seed = [r for r, i in switches.items() if i in chosen]
            if solver.satisfiable([*seed, *hard]):
                satisfied = _grow_seed(solver, seed, soft, hard)
                unexplored.add_clause([switches[r] for r in soft if r not in satisfied])
            else:
                few, rules = _minimal_conflict(rows, solver, seed, hard)
                unexplored.add_clause([-switches[r] for r in few])
                yield _conflict(rows, sorted((*few, *rules)), clues)


def _grow_seed(solver: SelectorSolver, seed: Sequence[int], soft: Sequence[int], hard: Sequence[int]) -> set[int]:
    """A set of soft rows around the seed to which none can be added."""
    satisfied = list(seed)
    for r in soft:
        if r not in set(satisfied) and solver.satisfiable([*satisfied, r, *hard]):
            satisfied.append(r)
    return set(satisfied)


def _deletion_orders(rows: RowTable, soft: Sequence[int]) -> Iterator[list[int]]:
    """Deletion orders: long rows go first, short ones, as stated, and turned round to begin elsewhere."""
    by_length = sorted(soft, key=lambda r: -len(rows.literals[r]))
    yield by_length
    yield by_length[::-1]
    for i in range(ORDERS - 2):
        at = i * len(soft) // (ORDERS - 2)
        yield [*soft[at:], *soft[:at]]


def _minimal_conflict(
    rows: RowTable, solver: SelectorSolver, soft: Sequence[int], hard: Sequence[int]
) -> tuple[list[int], list[int]]:
    """A minimal conflict among these: soft rows, hard rows."""
    first = solver.minimal_core(soft, [], solver.selectors(hard))
    assert first is not None, "only of rows that cannot be kept"
    few = first[0]
    then = solver.minimal_core(sorted(hard, key=lambda r: -len(rows.literals[r])), [], solver.selectors(few))
    assert then is not None
    return sorted(few), sorted(then[0])


def _conflict(rows: RowTable, chosen: Sequence[int], clues: Sequence[int]) -> Conflict:
    """The record, with the chain that shows it where propagation does."""
    links = chain(rows, chosen, (), None) or ()
    clue_set = set(clues)
    return Conflict(
        tuple(rows.places[r] for r in chosen if r in clue_set),
        tuple(rows.places[r] for r in chosen if r not in clue_set),
        tuple(ChainLink(rows.places[link.row], link.literals) for link in links),
    )
