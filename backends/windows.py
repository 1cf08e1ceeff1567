"""Decomposition into windows around another backend: `windows:cnf`, `windows:minicard`; plain `windows` is minicard.

    model --order of its variables--> windows --inner backend, one after the other--> values

A solver that sees a large board at once jumps about on it; but most puzzles are local, and can be solved strip by strip
(how: `passes.windowing`; in which order: `passes.ordering`, as declared or reverse Cuthill-McKee). What is cut are rows
of the model, not clauses: a row that reaches out of a window is relaxed (`passes.restriction`, shared with `hybrid`).
Each window is lowered by itself, an encoding's variables live and die with it, and any complete backend will do inside.
minicard takes counting rows natively, so there is least to lower and load.

It finds solutions and proves nothing: where windows lead nowhere, and for models that have no order in which rows are
short, the inner backend gets the whole model, and only that may show that there is no solution. A puzzle may advise
this backend for large instances (`Puzzle.advice`).
"""

from __future__ import annotations

from dataclasses import astuple, dataclass, field, replace
from functools import partial

from algebra.jit import probe_compilation
from backends.contract import STEPS, Backend, Limits, Options, Outcome, Size, Status, Tell, Values, ignore_outcome
from backends.outcomes import Stopwatch, contradiction_outcome
from backends.passes.blocking import list_solutions
from backends.passes.canonical import contradiction
from backends.passes.windowing import SweepStatistics, WindowSearch, WindowSizes, prepare
from backends.registry import backend_named
from models.neutral import Form, Model

INNER = ("minicard", "cnf", "cpsat", "highs", "cbc")
# for many small windows a solver that starts at once; CaDiCaL takes 5 times as long
QUICK_SOLVERS = {"cnf": "minisat22"}
SIZES = WindowSizes()
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
        count=None,
        incremental=None,
        cycles=False,
        loading=None,
        inner=INNER,
        with_inner=lambda inner_name: windows_backend(backend_named(inner_name)),
    )


def _inner_options(inner: Backend, options: Options) -> Options:
    """The options of the inner backend, with a quick solver if none is named."""
    return replace(options, solver=options.solver or QUICK_SOLVERS.get(inner.name))


def solve(
    inner: Backend, sizes: WindowSizes, model: Model, limits: Limits, options: Options, tell: Tell = ignore_outcome
) -> Outcome:
    watch = Stopwatch()
    with watch("lower"):
        impossible = contradiction(model)
    if impossible:
        return contradiction_outcome(impossible, watch)
    account = _Account(watch)

    def ask(window: Model) -> Values | None:
        remaining = replace(limits, seconds=watch.seconds_left(limits))
        outcome = inner.solve(
            window, remaining, _inner_options(inner, options), lambda interim: tell(account.total_with(interim))
        )
        account.total = account.total_with(outcome)
        if outcome.values is None and outcome.status is not Status.UNSATISFIABLE:
            raise _UnansweredWindow
        return outcome.values

    try:
        sizes = replace(sizes, whole_limit=min(sizes.whole_limit, model.variables // PIECES))
        values = WindowSearch(ask, sizes, watch, account.progress).solve_whole(model)
    except _UnansweredWindow:
        return account.final_outcome(account.total.status, None)
    return account.final_outcome(Status.UNSATISFIABLE if values is None else Status.SATISFIED, values)


class _UnansweredWindow(Exception):
    """The inner backend did not decide a window: a limit, or a failure."""


@dataclass(slots=True)
class _Account:
    """The sums over all windows so far, from the inner backend's outcomes; `watch` has the seconds of cutting."""

    watch: Stopwatch
    progress: SweepStatistics = field(default_factory=SweepStatistics)
    total: Outcome = field(default_factory=lambda: Outcome(Status.UNKNOWN))

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
