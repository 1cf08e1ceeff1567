"""Does "each piece at least once" make the search for tilings faster? The first solutions of each formulation, counted
in conflicts and in seconds of the same solver.

One run is one luck. So every run is repeated with variables renamed at random (the placements in the same way for each
formulation), and what is compared is the ratio by which one formulation needs more conflicts than the other: its
geometric mean over the renamings, with the 95 % interval of Student's t on the logarithms. Each solution is excluded as
the source does it, by a clause of its placements, and is held against the rows.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from statistics import median

import numpy as np
from numpy.typing import NDArray

from algebra.limits import LimitReached
from backends import cnf
from backends.contract import Limits, Options, Outcome, Status, Tell, Values, ignore_outcome
from backends.loading.python_sat import loads_in_bulk
from backends.lowering.clauses import Cnf, to_clauses
from backends.running import supervisor
from models.neutral import Form, Model, evaluate
from models.puzzles.randomness import Stream
from models.puzzles.tiling import PUZZLE
from models.puzzles.tiling.instance import Tiling
from rosetta.studies.reproducing.intervals import ratio
from rosetta.studies.reproducing.records import CORRECTED, OPEN, REFUTED, REPRODUCED, Entry, Line, Note, Table, Watch

MUCH_QUICKER = 2.0  # times the conflicts: less is not what a source would call much faster
FORMULATIONS = ("source", "source-each", "cells")
MAX_CELLS_RENAMINGS = 10  # renamings of `cells`, on which no claim rests


@dataclass(frozen=True, slots=True)
class Effort:
    """What the first solutions took: how many there were, conflicts, CPU seconds of the search, of the first one."""

    solutions: int
    conflicts: float
    seconds: float
    first: float


class FirstSolutions:
    """A backend (see `backends.contract`) that tells what the first solutions take, variables renamed."""

    name, kind, takes = "first solutions", "sat", frozenset(Form) - {Form.OBJECTIVE}
    encodes = families = complete = True

    def __init__(self, solver: str, wanted: int, placements: int, seed: int) -> None:
        self._solver, self._wanted, self._placements, self._seed = solver, wanted, placements, seed

    def engine_of(self, options: Options) -> str:
        return self._solver

    def probe(self) -> str | None:
        return cnf.probe()

    def version(self) -> str:
        return cnf.version()

    def solve(self, model: Model, limits: Limits, options: Options, tell: Tell = ignore_outcome) -> Outcome:
        formula, renamed = rename_variables(to_clauses(model, limits, options), self._placements, self._seed)
        bulk = loads_in_bulk(self._solver, formula.literals)
        found: list[Values] = []
        place = renamed[1 : self._placements + 1]
        with cnf.load_solver(self._solver, formula, limits, bulk) as solver:
            start = time.process_time()
            first = start
            while len(found) < self._wanted and solver.solve():
                first = time.process_time() if not found else first
                holds = np.zeros(formula.variables + 1, np.int64)
                literals = np.array(solver.get_model(), np.int64)
                holds[literals[literals > 0]] = 1
                found.append(holds[renamed[: model.variables + 1]])
                solver.add_clause((-place[holds[place] == 1]).tolist())
                stats = {
                    "solutions": float(len(found)),
                    "conflicts": cnf.search_stats(solver)["conflicts"],
                    "seconds": time.process_time() - start,
                    "first": first - start,
                }
                tell(Outcome(Status.UNKNOWN, stats=stats))
        if not found:
            return Outcome(Status.UNSATISFIABLE)
        if any(evaluate(model, values) for values in found) or len(np.unique(found, axis=0)) < len(found):
            raise ValueError("a solution breaks a rule, or was given twice")
        return Outcome(Status.SATISFIED, found[-1], stats=stats)

    def solutions(self, model: Model, project: NDArray[np.int32], limits: Limits, options: Options) -> Iterator[Values]:
        raise LimitReached("tells only what solutions take")


def rename_variables(formula: Cnf, placements: int, seed: int) -> tuple[Cnf, NDArray[np.int64]]:
    """The formula with other names for its variables; the new name of each, 0 for 0. The placements, the first
    variables, are renamed among themselves, in a way that depends on the seed alone."""
    stream = Stream("tiling", "rename", str(placements), seed)
    own = 1 + stream.order(placements)
    other = 1 + placements + stream.order(formula.variables - placements)
    renamed = np.concatenate([[0], own, other])
    clauses = np.sign(formula.clauses) * renamed[np.abs(formula.clauses)].astype(np.int32)
    return replace(formula, clauses=clauses.astype(np.int32)), renamed


def effort(
    board: Tiling, formulation: str, solver: str, wanted: int, seed: int, seconds: float, watch: Watch, what: str
) -> Effort | None:
    """What the first solutions took; of those that were found, where the limit ends it. None if none was."""
    model = PUZZLE.formulations[formulation](board)
    told = first_solutions(model, len(board.placements), solver, wanted, seed, seconds, watch, what).stats
    if not told:
        return None
    return Effort(int(told["solutions"]), told["conflicts"], told["seconds"], told["first"])


def first_solutions(
    model: Model, placements: int, solver: str, wanted: int, seed: int, seconds: float, watch: Watch, what: str
) -> Outcome:
    """The outcome, with the last of them. Raises RuntimeError where the solver fails."""
    backend = FirstSolutions(solver, wanted, placements, seed)
    tick: Callable[[float], None] = lambda spent: watch(f"{what}: {spent:.0f} s")  # noqa: E731
    outcome = supervisor.solve(backend, model, Limits(seconds=seconds, memory=4000), Options(), tick)
    if outcome.status is Status.ERROR:
        raise RuntimeError(f"{what}: {outcome.note}")
    return outcome


def each_piece_entries(
    board: Tiling, solvers: tuple[str, ...], wanted: int, seeds: range, seconds: float, settle: bool, watch: Watch
) -> Iterator[Entry]:
    """The table of all runs and, where they are enough to `settle` it, a line for each solver."""
    rows: list[tuple[str | int | float | None, ...]] = []
    lines: list[Line] = []
    for solver in solvers:
        runs: dict[str, list[Effort | None]] = {name: [] for name in FORMULATIONS}
        for i, seed in enumerate(seeds, 1):
            for name in (
                FORMULATIONS if i <= MAX_CELLS_RENAMINGS else FORMULATIONS[:2]
            ):  # in turn: a busy hour hits all of them
                what = f"{solver} on {name}, renaming {i} of {len(seeds)}"
                runs[name].append(effort(board, name, solver, wanted, seed, seconds, watch, what))
        rows += [_row(solver, name, wanted, runs[name]) for name in FORMULATIONS]
        lines.append(_line(solver, wanted, runs))
    caption = (
        f"The first {wanted} solutions, medians over {len(seeds)} renamings of the variables; CPU seconds of the "
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


def _row(solver: str, name: str, wanted: int, runs: list[Effort | None]) -> tuple[str | int | float | None, ...]:
    done = [run for run in runs if run is not None]
    if not done:
        return solver, name, None, None, None, None, f"0 of {len(runs)}"
    whole = sum(run.solutions == wanted for run in done)
    rate = sum(run.solutions for run in done) / sum(run.seconds for run in done)
    conflicts, first, seconds = (
        median(getattr(run, kind) for run in done) for kind in ("conflicts", "first", "seconds")
    )
    return solver, name, int(conflicts), first, seconds, rate, f"{whole} of {len(runs)}"


def _line(solver: str, wanted: int, runs: dict[str, list[Effort | None]]) -> Line:
    """What the renamings say that ended for both formulations; conflicts, since they are the same on any machine."""
    claim = f'"each piece at least once" makes it much faster: ratio of conflicts, {solver}'
    pairs = [
        (a, b)
        for a, b in zip(runs["source"], runs["source-each"], strict=True)
        if a is not None and b is not None and a.solutions == b.solutions == wanted
    ]
    if len(pairs) < 2:
        return Line(claim, "> 1", None, OPEN, f"Only {len(pairs)} of {len(runs['source'])} renamings ended in time.")
    quick, _, _ = ratio([(a.seconds, b.seconds) for a, b in pairs])
    return quicker_line(claim, [(a.conflicts, b.conflicts) for a, b in pairs], f"ratio of seconds {quick:.2g}.")


def quicker_line(claim: str, conflicts: list[tuple[float, float]], said: str) -> Line:
    """Does the first of each pair need `MUCH` times the conflicts of the second? Decided where the interval is."""
    middle, low, high = ratio(conflicts)
    verdict, why = (
        (REFUTED, "It is slower") if high < 1
        else (CORRECTED, f"Quicker, but less than {MUCH_QUICKER:g} times") if low > 1 and high < MUCH_QUICKER
        else (REFUTED, f"Less than {MUCH_QUICKER:g} times as quick, if at all") if high < MUCH_QUICKER
        else (REPRODUCED, "It is quicker") if low > 1
        else (OPEN, "Not told apart from 1: more renamings are needed")
    )  # fmt: skip
    reason = f"{why}: 95 % interval {low:.2g} to {high:.2g} over {len(conflicts)} renamings; {said}"
    return Line(claim, "> 1", round(middle, 2), verdict, reason)
