"""Decomposition into windows around another backend: `windows:cnf`, `windows:minicard`; plain `windows` is minicard.

    model --order of its variables--> windows --inner backend, one after the other--> values

A solver that sees a large board at once jumps about on it; but most puzzles are local, and can be solved strip by strip
(how: `passes.windowing`; in which order: `passes.ordering`, as declared or reverse Cuthill-McKee). What is cut are rows
of the model, not clauses: a row that reaches out of a window is relaxed (`passes.restriction`, shared with `hybrid`).
Each window is lowered by itself, an encoding's variables live and die with it, and any complete backend will do inside.
minicard takes counting rows natively, so there is least to lower and load; and where all rows are clauses and counts,
one loop goes from the rows of the model straight to what it reads, so that a window need not be a model first. Then
`Limits.threads` are processes, each with a part of the model.

It finds solutions and proves nothing: where windows lead nowhere, and for models that have no order in which rows are
short, the inner backend gets the whole model, and only that may show that there is no solution. A puzzle may advise
this backend for large instances (`Puzzle.advice`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import astuple, dataclass, field, replace
from functools import partial
from typing import Any

import numpy as np

from backends import minicard
from backends.cnf import phases_in, search_stats
from backends.contract import (
    STEPS,
    Backend,
    Ending,
    Limits,
    Options,
    Outcome,
    Size,
    Status,
    Tell,
    Values,
    ignore_outcome,
)
from backends.loading.phases import PHASES, POSITIVE, set_phases
from backends.loading.python_sat import load_arrays, probe_bulk
from backends.lowering.canonical import contradiction
from backends.outcomes import Stopwatch, not_asked_outcome
from backends.passes.blocking import list_solutions
from backends.passes.ordering import Region
from backends.passes.windowing import (
    PartialAssignment,
    SweepStatistics,
    WindowSearch,
    WindowSizes,
    has_plain_rows,
    prepare,
)
from backends.registry import backend_named
from backends.running.forks import call_in_forks
from models.neutral import Form, Model
from rosetta.foundation.jit import probe_compilation

INNER = ("minicard", "cnf", "cpsat", "highs", "cbc")
# for many small windows a solver that starts at once; CaDiCaL takes 5 times as long
QUICK_SOLVERS = {"cnf": "minisat22"}
SIZES = WindowSizes()
# on Akari 500x500 half as many conflicts as with the solver's own, and fewer steps back: what is kept of a window
# satisfies more of the rows that reach out of it
WINDOW_PHASES = POSITIVE
PHASED = ("minicard",)
WINDOW_PHASES_FIRST = (WINDOW_PHASES, *(phases for phases in PHASES if phases != WINDOW_PHASES))
PIECES = 4  # into about so many windows a model is cut even if it could be solved at once


def windows_backend(inner: Backend, name: str = "", sizes: WindowSizes = SIZES) -> Backend:
    """Windows around that backend, with its kind, forms, encodings and parameters."""
    full_name, solve_by_windows = f"windows:{inner.name}", partial(solve, inner, sizes)
    return replace(
        inner,
        name=name or full_name,
        full_name=full_name,
        takes=inner.takes - {Form.OBJECTIVE},
        probe=lambda: inner.probe() or probe_compilation(prepare),
        engine=lambda options: f"windows+{inner.engine_of(_inner_options(inner, options))}",
        solve=solve_by_windows,
        solutions=partial(list_solutions, solve_by_windows),
        lists_anew=True,
        count=None,
        incremental=None,
        native=frozenset(),
        tunable=inner.tunable if inner.name not in PHASED else {**inner.tunable, "phases": WINDOW_PHASES_FIRST},
        single_threaded=inner.single_threaded and inner.name != minicard.BACKEND.name,
        loading=None,
        inner=INNER,
        with_inner=lambda inner_name: windows_backend(backend_named(inner_name)),
    )


def _inner_options(inner: Backend, options: Options) -> Options:
    """The options of the inner backend, with a quick solver, and phases, if none are named."""
    parameters = {"phases": WINDOW_PHASES, **options.parameters} if inner.name in PHASED else options.parameters
    return replace(options, solver=options.solver or QUICK_SOLVERS.get(inner.name), parameters=parameters)


def solve(
    inner: Backend, sizes: WindowSizes, model: Model, limits: Limits, options: Options, tell: Tell = ignore_outcome
) -> Outcome:
    watch = Stopwatch()
    with watch("lower"):
        impossible = contradiction(model)
    if impossible:
        return not_asked_outcome(impossible, watch)
    account = _Account(watch)
    options = _inner_options(inner, options)

    def solve_inside(part: Model) -> Values | None:
        remaining = replace(limits, seconds=watch.seconds_left(limits))
        return account.add(inner.solve(part, remaining, options, lambda interim: tell(account.total_with(interim))))

    def solve_window(fixing: PartialAssignment, region: Region) -> Values | None:
        with watch("lower"):
            window = fixing.restrict(region)
        return solve_inside(window)

    def solve_plain_window(fixing: PartialAssignment, region: Region) -> Values | None:
        watch.seconds_left(limits)
        return account.add(solve_plain_rows(fixing, region, options))

    try:
        sizes = replace(sizes, whole_limit=min(sizes.whole_limit, model.variables // PIECES))
        is_small = 2 * model.variables < 9 * sizes.lookahead  # it is not cut, so that no loops need be loaded for that
        ask = solve_window if is_small or not _takes_plain_rows(inner, model, options) else solve_plain_window
        search = WindowSearch(ask, sizes, watch, account.progress, account.call_in_forks)
        values = search.solve_model(model, limits.threads if ask is solve_plain_window else 1)
        values = solve_inside(model) if values is None else values
    except _UnansweredWindow:
        return account.final_outcome(account.total.status, None)
    return account.final_outcome(Status.UNSATISFIABLE if values is None else Status.SATISFIED, values)


def _takes_plain_rows(inner: Backend, model: Model, options: Options) -> bool:
    """Can windows go from the rows of the model straight into the solver, without a model of their own?"""
    is_counting = inner.name == minicard.BACKEND.name and has_plain_rows(model)
    return is_counting and probe_bulk(inner.engine_of(options)) is None


def solve_plain_rows(fixing: PartialAssignment, region: Region, options: Options) -> Outcome:
    """What MiniCard, or a relative, says of a window."""
    from pysat.solvers import Solver

    watch, name = Stopwatch(), minicard.BACKEND.engine_of(options)
    with watch("lower"):
        rows = fixing.plain_rows(region)
    if rows is None:
        return Outcome(Status.UNSATISFIABLE, seconds=watch.seconds)
    count = rows.rows + len(rows.most)
    size = Size(rows.variables, count, len(rows.clauses) + len(rows.at_most) - count)  # a 0 after each row
    with watch("load"):
        solver = Solver(name=name)
        load_arrays(solver, name, rows.clauses, rows.at_most, rows.most)
        set_phases(solver, name, phases_in(options), rows.variables)
    with watch("solve"):
        satisfiable = solver.solve()
    with watch("decode"):
        values, stats = np.zeros(rows.variables + 1, np.int64), search_stats(solver)
        if satisfiable:
            literals = np.array(solver.get_model(), np.int64)
            values[literals[literals > 0]] = 1
    with watch("solve"):
        solver.delete()
    status = Status.SATISFIED if satisfiable else Status.UNSATISFIABLE
    return Outcome(status, values if satisfiable else None, seconds=watch.seconds, size=size, stats=stats)


class _UnansweredWindow(Exception):
    """The inner backend did not decide a window: a limit, or a failure."""


@dataclass(slots=True)
class _Account:
    """The sums over all windows so far, from the inner backend's outcomes; `watch` has the seconds of cutting."""

    watch: Stopwatch
    progress: SweepStatistics = field(default_factory=SweepStatistics)
    total: Outcome = field(default_factory=lambda: Outcome(Status.UNKNOWN))

    def add(self, outcome: Outcome) -> Values | None:
        """Add what was said of a window; its solution. Raises _UnansweredWindow."""
        self.total = self.total_with(outcome)
        if outcome.values is None and not outcome.refutes:
            raise _UnansweredWindow
        return outcome.values

    def call_in_forks(self, calls: Sequence[Callable[[], Any]]) -> list[Any]:
        """What the calls return, each in a process of its own; this one takes the first. The seconds are those of
        this process; windows and sizes, those of all."""

        def count_call(call: Callable[[], Any]) -> tuple[Any, Outcome, SweepStatistics]:
            self.total, self.progress.windows, self.progress.steps_back = Outcome(Status.UNKNOWN), 0, 0
            return call(), self.total, self.progress

        results = call_in_forks([partial(count_call, call) for call in calls])
        (_, self.total, _), *others = results
        for _, outcome, progress in others:
            self.total = self.total_with(replace(outcome, seconds={}))
            self.progress.windows += progress.windows
            self.progress.steps_back += progress.steps_back
        return [result for result, _, _ in results]

    def total_with(self, outcome: Outcome) -> Outcome:
        """The total with this outcome added."""
        before = self.total
        size = zip(astuple(before.size), astuple(outcome.size), strict=True)
        return replace(
            outcome,
            values=None,
            seconds={step: before.seconds.get(step, 0.0) + outcome.seconds.get(step, 0.0) for step in STEPS},
            size=Size(*(a + b for a, b in size)),
            encoding=outcome.encoding or before.encoding,
            stats={key: before.stats.get(key, 0.0) + value for key, value in outcome.stats.items()},
        )

    def final_outcome(self, status: Status, values: Values | None) -> Outcome:
        """The total as the outcome of the whole model."""
        seconds = {step: self.total.seconds.get(step, 0.0) + self.watch.seconds[step] for step in STEPS}
        notes = [self.total.note] if values is None and self.total.note else []
        return replace(
            self.total,
            status=status,
            ended=None if status.is_definite or self.total.ended is Ending.NOT_ASKED else self.total.ended,
            values=values,
            seconds=seconds,
            note="; ".join([*notes, self._describe_windows()]),
        )

    def _describe_windows(self) -> str:
        progress = self.progress
        if not progress.order:
            return "solved as a whole"
        back = f"{progress.steps_back} step{'' if progress.steps_back == 1 else 's'} back"
        return f"{progress.windows} windows, {back}, order {progress.order}"


BACKEND = windows_backend(backend_named("minicard"), "windows")
