"""The effort for the first tilings: conflicts and seconds of one solver. Two claims of the source rest on it.

    redundant clauses   does "each piece at least once" make the search faster?
    incremental         one solver for all, which excludes each tiling by a clause and goes on with what was learnt;
                        or a new one for each, with the clauses that exclude the earlier tilings. The time to load a new
                        solver is left out: the claim is about the search

A single run depends on luck. So every run is repeated with randomly renamed variables (the placements in the same way
on both sides). What is compared is the ratio of the conflicts: its geometric mean over the renamings, with the 95 %
interval of Student's t on the logarithms. Each solution is excluded as in the source, by a clause on its placements,
and is checked against the rows.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from statistics import median

import numpy as np
from numpy.typing import NDArray

from backends import cnf
from backends.contract import Backend, Limits, Options, Outcome, Status, Tell, Values, ignore_outcome
from backends.loading.python_sat import loads_in_bulk
from backends.loading.sat_solver import load_solver
from backends.lowering.clauses import Cnf, to_clauses
from backends.running import supervisor
from models.neutral import Form, Model, evaluate
from models.puzzles.randomness import Stream
from models.puzzles.tiling.instance import Tiling
from models.puzzles.tiling.record import PUZZLE
from report.reproduction.records import CORRECTED, OPEN, REFUTED, REPRODUCED, Entry, Line, Note, Table
from rosetta.foundation.limits import LimitReached
from rosetta.foundation.progress import Progress
from rosetta.reproducing.intervals import ratio

MUCH_QUICKER = 2.0  # ratio of conflicts: less would not be called much faster
FORMULATIONS = ("source", "source-each", "cells")
SOLVER, FORMULATION = "minisat22", "source-each"  # of the comparison with new solvers
MAX_CELLS_RENAMINGS = 10  # renamings of `cells`, on which no claim rests


@dataclass(frozen=True, slots=True)
class Effort:
    """The effort for the first solutions: their number, conflicts, CPU seconds of the search, seconds to the first
    one."""

    solutions: int
    conflicts: float
    seconds: float
    first: float


@dataclass(frozen=True, slots=True)
class _RenamedSearch:
    """A solver, how many solutions it is to find, on how many placements, and the seed of their new names."""

    solver: str
    target: int
    placements: int
    seed: int


def first_solutions_backend(search: _RenamedSearch) -> Backend:
    """A backend that measures the effort for the first solutions, with variables renamed."""
    return Backend(
        name="first solutions",
        kind="sat",
        takes=frozenset(Form) - {Form.OBJECTIVE},
        probe=cnf.probe,
        version=cnf.version,
        solve=partial(find_first, search),
        solutions=refuse_listing,
        encodes=True,
        families=True,
        engine=lambda options: search.solver,
    )


def refuse_listing(model: Model, project: NDArray[np.int32], limits: Limits, options: Options) -> Iterator[Values]:
    raise LimitReached("tells only what solutions take")


def find_first(
    search: _RenamedSearch, model: Model, limits: Limits, options: Options, tell: Tell = ignore_outcome
) -> Outcome:
    """See `backends.contract.SolveFunction`."""
    formula, renamed = rename_variables(to_clauses(model, limits, options), search.placements, search.seed)
    bulk = loads_in_bulk(search.solver, formula.literals)
    solutions: list[Values] = []
    place = renamed[1 : search.placements + 1]
    with load_solver(search.solver, formula, limits, bulk) as solver:
        start = time.process_time()
        first = start
        while len(solutions) < search.target and solver.solve():
            first = time.process_time() if not solutions else first
            holds = np.zeros(formula.variables + 1, np.int64)
            literals = np.array(solver.get_model(), np.int64)
            holds[literals[literals > 0]] = 1
            solutions.append(holds[renamed[: model.variables + 1]])
            solver.add_clause((-place[holds[place] == 1]).tolist())
            stats = {
                "solutions": float(len(solutions)),
                "conflicts": cnf.search_stats(solver)["conflicts"],
                "seconds": time.process_time() - start,
                "first": first - start,
            }
            tell(Outcome(Status.UNKNOWN, stats=stats))
    if not solutions:
        return Outcome(Status.UNSATISFIABLE)
    if any(evaluate(model, values) for values in solutions) or len(np.unique(solutions, axis=0)) < len(solutions):
        raise ValueError("a solution breaks a rule, or was given twice")
    return Outcome(Status.SATISFIED, solutions[-1], stats=stats)


def rename_variables(formula: Cnf, placements: int, seed: int) -> tuple[Cnf, NDArray[np.int64]]:
    """The formula with its variables renamed, and the new name of each (0 for 0). The placements come first among the
    variables and are permuted among themselves, in a way that depends on the seed alone."""
    stream = Stream("tiling", "rename", str(placements), seed)
    own = 1 + stream.order(placements)
    other = 1 + placements + stream.order(formula.variables - placements)
    renamed = np.concatenate([[0], own, other])
    clauses = np.sign(formula.clauses) * renamed[np.abs(formula.clauses)].astype(np.int32)
    return replace(formula, clauses=clauses.astype(np.int32)), renamed


def effort(
    board: Tiling, formulation: str, solver: str, target: int, seed: int, seconds: float, progress: Progress, what: str
) -> Effort | None:
    """The effort for the first solutions, or for those found within the limit. None if there is none."""
    model = PUZZLE.formulations[formulation](board)
    stats = first_solutions(model, len(board.placements), solver, target, seed, seconds, progress, what).stats
    if not stats:
        return None
    return Effort(int(stats["solutions"]), stats["conflicts"], stats["seconds"], stats["first"])


def first_solutions(
    model: Model, placements: int, solver: str, target: int, seed: int, seconds: float, progress: Progress, what: str
) -> Outcome:
    """The outcome of `first_solutions_backend`, with the last solution. Raises RuntimeError where the solver fails."""
    backend = first_solutions_backend(_RenamedSearch(solver, target, placements, seed))

    def report(_: str, spent: float = 0.0, *amount: object) -> None:
        progress(f"{what}: {spent:.0f} s", spent)

    outcome = supervisor.solve(backend, model, Limits(seconds=seconds, memory=4000), Options(), report)
    if outcome.status is Status.ERROR:
        raise RuntimeError(f"{what}: {outcome.note}")
    return outcome


def each_piece_entries(
    board: Tiling, solvers: tuple[str, ...], target: int, seeds: range, seconds: float, settle: bool, progress: Progress
) -> Iterator[Entry]:
    """The table of all runs and, if they are enough to `settle` the claim, a line for each solver."""
    rows: list[tuple[str | int | float | None, ...]] = []
    lines: list[Line] = []
    for solver in solvers:
        runs: dict[str, list[Effort | None]] = {name: [] for name in FORMULATIONS}
        for i, seed in enumerate(seeds, 1):
            for name in FORMULATIONS if i <= MAX_CELLS_RENAMINGS else FORMULATIONS[:2]:  # in turn: load hits all alike
                what = f"{solver} on {name}, renaming {i} of {len(seeds)}"
                runs[name].append(effort(board, name, solver, target, seed, seconds, progress, what))
        rows += [_row(solver, name, target, runs[name]) for name in FORMULATIONS]
        lines.append(_line(solver, target, runs))
    caption = (
        f"The first {target} solutions, medians over {len(seeds)} renamings of the variables; CPU seconds of the "
        f"search, loading not counted. `cells`, of {min(MAX_CELLS_RENAMINGS, len(seeds))} renamings: each cell and "
        "each piece exactly once, encoded by default."
    )
    columns = ("solver", "formulation", "clauses", "conflicts", "s to first", "s to all", "solutions/s", "finished")
    sizes = {name: to_clauses(PUZZLE.formulations[name](board), Limits(), Options()).rows for name in FORMULATIONS}
    yield Table(
        "Each piece at least once", columns, [(*row[:2], sizes[str(row[1])], *row[2:]) for row in rows], caption
    )
    if settle:
        yield from lines
    else:
        yield Note(
            'The source finds it "much faster". So few runs cannot tell luck from gain; --full says which it is.'
        )


def _row(solver: str, name: str, target: int, runs: list[Effort | None]) -> tuple[str | int | float | None, ...]:
    finished = [run for run in runs if run is not None]
    if not finished:
        return solver, name, None, None, None, None, f"0 of {len(runs)}"
    whole = sum(run.solutions == target for run in finished)
    rate = sum(run.solutions for run in finished) / sum(run.seconds for run in finished)
    conflicts, first, seconds = (
        median(getattr(run, kind) for run in finished) for kind in ("conflicts", "first", "seconds")
    )
    return solver, name, int(conflicts), first, seconds, rate, f"{whole} of {len(runs)}"


def _line(solver: str, target: int, runs: dict[str, list[Effort | None]]) -> Line:
    """The verdict from the renamings that finished for both formulations; by conflicts, the same on any machine."""
    claim = f'"each piece at least once" makes it much faster: ratio of conflicts, {solver}'
    pairs = [
        (a, b)
        for a, b in zip(runs["source"], runs["source-each"], strict=True)
        if a is not None and b is not None and a.solutions == b.solutions == target
    ]
    if len(pairs) < 2:
        return Line(claim, "> 1", None, OPEN, f"Only {len(pairs)} of {len(runs['source'])} renamings ended in time.")
    quick, _, _ = ratio([(a.seconds, b.seconds) for a, b in pairs])
    return quicker_line(claim, [(a.conflicts, b.conflicts) for a, b in pairs], f"ratio of seconds {quick:.2g}.")


def quicker_line(claim: str, conflicts: list[tuple[float, float]], remark: str) -> Line:
    """Does the first of each pair need MUCH_QUICKER times the conflicts of the second? Decided by the interval."""
    middle, low, high = ratio(conflicts)
    verdict, why = (
        (REFUTED, "It is slower") if high < 1
        else (CORRECTED, f"Quicker, but less than {MUCH_QUICKER:g} times") if low > 1 and high < MUCH_QUICKER
        else (REFUTED, f"Less than {MUCH_QUICKER:g} times as quick, if at all") if high < MUCH_QUICKER
        else (REPRODUCED, "It is quicker") if low > 1
        else (OPEN, "Not told apart from 1: more renamings are needed")
    )  # fmt: skip
    reason = f"{why}: 95 % interval {low:.2g} to {high:.2g} over {len(conflicts)} renamings; {remark}"
    return Line(claim, "> 1", round(middle, 2), verdict, reason)


def incremental_line(board: Tiling, target: int, seeds: range, seconds: float, progress: Progress) -> Line:
    """The line on the claim; it needs two renamings."""
    pairs: list[tuple[Effort, Effort]] = []
    for i, seed in enumerate(seeds, 1):
        what = f"{target} tilings, renaming {i} of {len(seeds)}"
        restarted = restarted_effort(board, target, seed, seconds, progress, f"{what}, afresh")
        incremental = effort(board, FORMULATION, SOLVER, target, seed, seconds, progress, f"{what}, one solver")
        if restarted is not None and incremental is not None and restarted.solutions == incremental.solutions == target:
            pairs.append((restarted, incremental))
    return effort_line(pairs, target, len(seeds))


def effort_line(pairs: list[tuple[Effort, Effort]], target: int, of: int) -> Line:
    """The line from the efforts: pairs of restarted and incremental."""
    claim = "one solver that keeps what it learnt is quicker than a new one each time: ratio of conflicts"
    if len(pairs) < 2:
        return Line(claim, "> 1", None, OPEN, f"Only {len(pairs)} of {of} renamings ended in time.")
    conflicts = [(restarted.conflicts, incremental.conflicts) for restarted, incremental in pairs]
    return quicker_line(claim, conflicts, f"{SOLVER}, the first {target} tilings.")


def restarted_effort(
    board: Tiling, target: int, seed: int, seconds: float, progress: Progress, what: str
) -> Effort | None:
    """The effort for the first tilings, each by a new solver with its own limit in seconds; None if one hits the limit,
    or there are no more tilings."""
    model, placements = PUZZLE.formulations[FORMULATION](board), len(board.placements)
    spent: list[dict[str, float]] = []
    for number in range(target):
        outcome = first_solutions(model, placements, SOLVER, 1, seed, seconds, progress, f"{what}, tiling {number + 1}")
        if outcome.values is None or not outcome.stats:
            return None
        spent.append(dict(outcome.stats))
        place = model.arrays["place"]
        model.any("a tiling that was found before", [(-place[outcome.values[place] == 1]).tolist()])
    conflicts, took = (sum(stats[key] for stats in spent) for key in ("conflicts", "seconds"))
    return Effort(target, conflicts, took, spent[0]["first"])
