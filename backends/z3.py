"""Z3, a solver for formulas over theories (SMT). All that a model has is propositional for it, with counts, sums and
exclusive ors as terms of their own; `backends.loading.z3_solver` says how rows become terms.

The best answer is searched for in the same solver: each must cost less than the one before, until there is none. Z3's
own `Optimize` took longer on most models that were measured, and 20 times as long on a knapsack.

Z3 looks at its clock now and then only; it hands in nothing at a limit, so it is killed there. What was found is told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from backends.contract import Backend, Limits, Options, Outcome, Size, Status, Tell, Values, ignore_outcome
from backends.loading import z3_library
from backends.loading.z3_solver import LONG, SATISFIABLE, UNKNOWN, Z3Solver, version
from backends.lowering.canonical import CanonicalRules, canonical_rules
from backends.outcomes import Stopwatch, answer_outcome, check_literals, not_asked_outcome, size_of_blocks
from backends.passes.blocking import blocking_clauses
from models.neutral import Form, Model, Rows
from rosetta.foundation.libraries import describe_absence
from rosetta.foundation.limits import LimitReached, TimeReached

CLOCK = ("timeout", "canceled")  # what it says where its time is over


def probe() -> str | None:
    """None if Z3 can be used here, else the reason. Solves a small model: so the pages of its library, of 29 MB, are
    there when the clock starts, and it is known to work."""
    try:
        works = _solves_a_model()
        z3_library.prepare_context()
    except Exception as error:  # no package, no library in it, or one that does not fit
        return describe_absence(error) or f"not installed: {error}"
    return None if works else "its library answers a small model wrongly"


def _solves_a_model() -> bool:
    """With rows of each kind, so that the third literal alone holds, and the number is 3."""
    model = Model("small")
    x, number = model.bools("x", 3), model.ints("number", 1, -2, 5)
    model.any("one of the last two", [x[1:]])
    model.parity(1, "an odd number", x)
    model.at_most(1, "at most one", x)
    model.linear(4, None, "with the second, it is more", [number], 1, when=x[1])
    model.linear(3, 3, "with the third, or without the first, it is 3", [[number[0], x[0], x[1]]], [1, 2, 3])
    values = solve(model, Limits(seconds=2 * LONG), Options()).values
    return values is not None and values.tolist() == [0, 0, 0, 1, 3]


def solve(model: Model, limits: Limits, options: Options, tell: Tell = ignore_outcome) -> Outcome:
    watch = Stopwatch()
    simple, size = _lower(model, limits, watch)
    if simple.contradiction:
        return not_asked_outcome(simple.contradiction, watch, size)
    with _load(model, simple, limits, watch) as solver:
        return _best_outcome(solver, model, size, watch, partial(watch.seconds_left, limits), tell)


def solutions(model: Model, project: NDArray[np.int32], limits: Limits, options: Options) -> Iterator[Values]:
    """One assignment per projected solution; each is excluded by a clause in the same solver."""
    watch = Stopwatch()
    simple, _ = _lower(model, limits, watch)
    if simple.contradiction:
        return
    shape = blocking_clauses(model, project)
    with _load(model, simple, limits, watch) as solver:
        while _is_satisfiable(solver, watch.seconds_left(limits)):
            values = _values(solver)
            yield values
            clause = shape.clause(values == 1)
            if not len(clause):  # there is no other solution
                return
            solver.add_clause(clause)


def incremental(
    model: Model, limits: Limits, options: Options, tell: Tell = ignore_outcome
) -> Callable[[Rows], Outcome]:
    """A solver that keeps the model and what it has learnt; see `IncrementalFunction`."""
    watch = Stopwatch()
    seconds_left = partial(watch.seconds_left, limits)
    simple, size = _lower(model, limits, watch)
    solver = None if simple.contradiction else _load(model, simple, limits, watch)

    def solve_with(clauses: Rows) -> Outcome:
        nonlocal watch
        if solver is None:
            return not_asked_outcome(str(simple.contradiction), watch, size)
        with watch("load"):
            for clause in range(len(clauses)):
                solver.add_clause(clauses[clause])
        outcome, watch = _best_outcome(solver, model, size, watch, seconds_left, tell), Stopwatch()
        return outcome

    return solve_with


def _lower(model: Model, limits: Limits, watch: Stopwatch) -> tuple[CanonicalRules, Size]:
    check_literals(model, limits, "z3 takes")
    with watch("lower"):
        simple = canonical_rules(model)
    return simple, size_of_blocks(model.variables, simple.blocks)


def _load(model: Model, simple: CanonicalRules, limits: Limits, watch: Stopwatch) -> Z3Solver:
    with watch("load"):
        solver = Z3Solver(model, limits)
        solver.add_blocks(simple.blocks)
    return solver


def _best_outcome(
    solver: Z3Solver, model: Model, size: Size, watch: Stopwatch, seconds_left: Callable[[], float], tell: Tell
) -> Outcome:
    """One answer, the best one if there is an objective. watch: of this call; seconds_left: of the limit."""
    tell(Outcome(Status.UNKNOWN, seconds=watch.seconds, size=size))
    bounded, best = solver.new_term(), None  # assumed once there is a bound, so that it does not outlive this call
    try:
        while True:
            with watch("solve"):
                if not _is_satisfiable(solver, seconds_left(), () if best is None else (bounded,)):
                    break
            with watch("decode"):
                values = _values(solver)
            found = answer_outcome(model, values, watch, size, is_best=False, stats=solver.stats())
            if model.objective is None or found.objective is None:
                return found
            tell(best := found)
            with watch("load"):
                solver.add_cost_below(model.objective, found.objective, bounded)
    except LimitReached as limit:
        if best is None:
            raise
        return replace(best, note=f"{limit}; best found so far", seconds=watch.seconds)
    if best is None:
        return Outcome(Status.UNSATISFIABLE, seconds=watch.seconds, size=size, stats=solver.stats())
    return replace(best, status=Status.OPTIMAL, bound=best.objective, seconds=watch.seconds, stats=solver.stats())


def _is_satisfiable(solver: Z3Solver, seconds: float, assuming: Sequence[int] = ()) -> bool:
    """Raises LimitReached."""
    answer = solver.solve(seconds, assuming)
    if answer == UNKNOWN:
        reason = solver.reason_unknown()
        raise TimeReached() if reason in CLOCK else LimitReached(reason)
    return answer == SATISFIABLE


def _values(solver: Z3Solver) -> Values:
    return np.concatenate([np.zeros(1, np.int64), solver.bits.values(solver.holds())])


BACKEND = Backend(
    name="z3",
    kind="smt",
    takes=frozenset(Form),
    probe=probe,
    version=version,
    library="z3-solver",
    solve=solve,
    solutions=solutions,
    incremental=incremental,
    loading=lambda: "in bulk, a call of its library per row",
)
