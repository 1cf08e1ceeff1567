"""Answer set programming with clingo: it takes every form of row, and what is reached in a graph by recursion.

A model becomes ground rules (`loading.asp`), so that nothing is grounded: clingo's search, clasp, is one of learnt
clauses with sums of its own. Rules of connected graphs are recursive definitions, of which it excludes unfounded sets
while it searches. All answers that differ on some variables come in one search (`solve.project`), so that counting is
the same search without reading the answers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from backends.contract import (
    Backend,
    Limits,
    Options,
    Outcome,
    Size,
    Status,
    Tell,
    Values,
    ignore_outcome,
    probe_module,
)
from backends.loading.asp.graph_rules import NATIVE, add_open_rules
from backends.loading.asp.row_rules import AnswerProgram
from backends.loading.asp.rule_writer import QUIET, bulk_fault, writer_for
from backends.lowering.canonical import CanonicalRules, canonical_rules
from backends.outcomes import Stopwatch, check_literals, not_asked_outcome, size_of_blocks
from models.neutral import Form, Model, Rows
from models.neutral.evaluate import objective_value
from rosetta.foundation.limits import LimitReached, TimeReached

REPORT_SECONDS = 0.25  # between two phrases
# Each atom is tried both ways before the search, and what that leaves is tried again: on rules of graphs most of what
# is to be found is found so (docs/connectivity.md). On rows alone it costs more than it helps.
PROBING = {"lookahead": "atom,100"}
MOST_PROBED = 25_000  # variables and vertices: the first round cannot be interrupted, and takes seconds there


def probe() -> str | None:
    """What is tried here no solve pays for."""
    reason = probe_module("clingo")
    if reason is None:
        bulk_fault()
    return reason


def version() -> str:
    import clingo

    return str(clingo.__version__)


def describe_loading() -> str:
    """How models reach the solver here."""
    why = bulk_fault()
    return "in bulk, by the C functions of clingo" if why is None else f"rule by rule through the Python layer: {why}"


def solve(model: Model, limits: Limits, options: Options, tell: Tell = ignore_outcome) -> Outcome:
    watch = Stopwatch()
    simple, size = _lower(model, limits, watch)
    if simple.contradiction:
        return not_asked_outcome(simple.contradiction, watch, size)
    search = _load(model, simple, limits, options, watch)
    tell(Outcome(Status.UNKNOWN, seconds=watch.seconds, size=search.size))
    return _best_outcome(search, limits, watch)


def _best_outcome(search: _LoadedProgram, limits: Limits, watch: Stopwatch) -> Outcome:
    """The last of the answers that clingo finds, each better than the one before, or that there is none."""
    model, proved = search.model, True
    values: Values | None = None
    search.control.configuration.solve.models = 1 if model.objective is None else 0
    try:
        with watch("solve"):
            for found in search.assignments(limits, watch):
                values = found
    except LimitReached:
        if values is None:
            raise
        proved = False
    stats = search.statistics
    if values is None:
        return Outcome(Status.UNSATISFIABLE, seconds=watch.seconds, size=search.size, stats=stats)
    cost = objective_value(model, values)
    if cost is None:
        return Outcome(Status.SATISFIED, values, seconds=watch.seconds, size=search.size, stats=stats)
    claim, bound = (Status.OPTIMAL, float(cost)) if proved else (Status.SATISFIED, None)
    return Outcome(claim, values, cost, bound, watch.seconds, search.size, stats=stats)


def incremental(
    model: Model, limits: Limits, options: Options, tell: Tell = ignore_outcome
) -> Callable[[Rows], Outcome]:
    """A program that stays, with what was learnt; see `IncrementalFunction`."""
    watch = first = Stopwatch()
    simple, size = _lower(model, limits, watch)
    search = None if simple.contradiction else _load(model, simple, limits, options, watch)

    def solve_with(clauses: Rows) -> Outcome:
        nonlocal watch
        if search is None:
            return not_asked_outcome(str(simple.contradiction), watch, size)
        with watch("load"):
            search.add_clauses(clauses)
        rest = replace(limits, seconds=first.seconds_left(limits))
        if watch is first:
            tell(Outcome(Status.UNKNOWN, seconds=watch.seconds, size=search.size))
            rest = limits
        outcome, watch = _best_outcome(search, rest, watch), Stopwatch()
        return outcome

    return solve_with


def solutions(model: Model, project: NDArray[np.int32], limits: Limits, options: Options) -> Iterator[Values]:
    """In one search."""
    watch = Stopwatch()
    search = _load_projected(model, project, limits, options, watch)
    if search is not None:
        yield from search.assignments(limits, watch)


def count(
    model: Model, project: NDArray[np.int32], limits: Limits, options: Options, tell: Tell = ignore_outcome
) -> int:
    """By the search that lists them, of which no answer is read."""
    watch = Stopwatch()
    search = _load_projected(model, project, limits, options, watch)
    return 0 if search is None else search.count(limits, watch, tell)


@dataclass(frozen=True, slots=True)
class _LoadedProgram:
    """A program in clingo. control: its `clingo.Control`."""

    model: Model
    control: Any
    program: AnswerProgram

    @property
    def size(self) -> Size:
        writer = self.program.writer
        return Size(writer.atoms, writer.rules, writer.literals)

    @property
    def statistics(self) -> dict[str, float]:
        solvers = self.control.statistics["solving"]["solvers"]
        return {name: float(solvers[name]) for name in ("conflicts", "choices", "restarts")}

    def assignments(self, limits: Limits, watch: Stopwatch) -> Iterator[Values]:
        """Until there are no more. Raises LimitReached."""
        watch.seconds_left(limits)
        with self.control.solve(yield_=True, async_=True) as handle:
            while True:
                handle.resume()
                if not handle.wait(watch.seconds_left(limits)):
                    handle.cancel()
                    raise TimeReached(limits.time_limit_note)
                found = handle.model()
                if found is None:
                    handle.get()  # raises what went wrong
                    return
                yield self.program.values(found)

    def count(self, limits: Limits, watch: Stopwatch, tell: Tell) -> int:
        """How many there are. Raises LimitReached."""
        number = 0

        def add_one(_: Any) -> None:
            nonlocal number
            number += 1

        watch.seconds_left(limits)
        with self.control.solve(async_=True, on_model=add_one) as handle:
            while not handle.wait(min(REPORT_SECONDS, watch.seconds_left(limits))):
                tell(Outcome(Status.UNKNOWN, note=f"{number:,} found"))
            handle.get()
        return number

    def add_clauses(self, clauses: Rows) -> None:
        """Of the model's literals."""
        with self.control.backend() as backend:
            self.program.with_writer(writer_for(backend)).add_clauses(clauses.starts, clauses.literals)


def _lower(model: Model, limits: Limits, watch: Stopwatch) -> tuple[CanonicalRules, Size]:
    with watch("lower"):
        relaxed = model.relaxed()
        check_literals(relaxed, limits, "clingo:")
        simple = canonical_rules(relaxed)
    return simple, size_of_blocks(model.variables, simple.blocks)


def _load(
    model: Model,
    simple: CanonicalRules,
    limits: Limits,
    options: Options,
    watch: Stopwatch,
    project: NDArray[np.int32] | None = None,
) -> _LoadedProgram:
    """The program of the model. project: the variables on which answers differ, None if the first one is wanted."""
    import clingo

    chosen = {**(PROBING if _is_probed(model) else {}), **options.parameters}
    parameters = [f"--{name}={value}" for name, value in chosen.items()]
    with watch("load"):
        control = clingo.Control(
            [*QUIET, f"--seed={limits.seed % 2**31}", f"-t{limits.threads}", *parameters], message_limit=0
        )
        with control.backend() as backend:
            program = AnswerProgram(model, writer_for(backend))
            program.add_blocks(simple.blocks)
            add_open_rules(program, model)
            if project is not None:
                program.writer.project(program.atoms_of(np.unique(project)))
            elif model.objective is not None:
                program.add_objective(model.objective)
    return _LoadedProgram(model, control, program)


def _is_probed(model: Model) -> bool:
    vertices = sum(len(rule.on) for rule in model.open_graph_rules)
    return 0 < vertices <= MOST_PROBED - model.variables


def _load_projected(
    model: Model, project: NDArray[np.int32], limits: Limits, options: Options, watch: Stopwatch
) -> _LoadedProgram | None:
    """The program, whose answers differ on these variables; None where one row alone leaves none."""
    simple, _ = _lower(model, limits, watch)
    if simple.contradiction:
        return None
    search = _load(model, simple, limits, options, watch, project)
    search.control.configuration.solve.project = "project"
    search.control.configuration.solve.models = 0
    return search


BACKEND = Backend(
    name="clingo",
    kind="asp",
    takes=frozenset(Form),
    probe=probe,
    version=version,
    solve=solve,
    solutions=solutions,
    count=count,
    interruptible=True,
    native=frozenset(NATIVE),
    incremental=incremental,
    tunable={
        "configuration": ("auto", "frumpy", "jumpy", "tweety", "handy", "crafty", "trendy"),
        "lookahead": ("no", "atom,100"),
        "opt-strategy": ("bb", "usc"),
    },
    loading=describe_loading,
)
