"""Constraint programming with CP-SAT (OR-Tools): it takes every form of row natively.

    clause       bool_or              cardinality, linear   linear
    at most one  at_most_one          parity                bool_xor
    exactly one  exactly_one          guarded               enforcement literal (as clause, linear or xor)

Rules that no rows state are constraints of its own (`loading.cp_rules`).

A model is loaded in bulk, as the bytes of a message (`loading.cp_library`), where that works; else, and for
enumeration, constraint by constraint through the Python layer (`loading.cp_rows`). Both build the same model.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from backends.contract import (
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
    probe_module,
)
from backends.loading import cp_library, cp_rows
from backends.loading.cp_constraints import NativeConstraints
from backends.loading.cp_rules import NATIVE, determines_all, lower_open_rules
from backends.loading.cp_stream import stream_solutions
from backends.lowering.canonical import CanonicalRules, canonical_rules, contradiction
from backends.outcomes import Stopwatch, check_literals, not_asked_outcome, size_of_blocks
from backends.passes.blocking import SENTENCE, blocking_clauses
from backends.profiles import parse_values
from models.neutral import Form, Model
from rosetta.foundation.libraries import CLASHES
from rosetta.foundation.limits import TimeReached, TooLarge

STATUSES = ("UNKNOWN", "MODEL_INVALID", "FEASIBLE", "INFEASIBLE", "OPTIMAL")  # by their numbers
FIRST_BATCH, BATCH_GROWTH = 2, 8


def probe() -> str | None:
    """The Python layer, with pandas behind it, which takes three quarters of the time, is loaded only where models go
    through it. What is tried here no solve pays for."""
    return None if cp_library.reason() is None else prepare_listing()


def prepare_listing() -> str | None:
    """Load the Python layer."""
    return probe_module("ortools.sat.python.cp_model")


def version() -> str:
    import ortools

    return str(ortools.__version__)


def describe_loading() -> str:
    """How models reach the solver here."""
    why = cp_library.reason()
    return "in bulk, a binary model to libortools" if why is None else f"row by row through the Python layer: {why}"


def solve(model: Model, limits: Limits, options: Options, tell: Tell = ignore_outcome) -> Outcome:
    watch = Stopwatch()
    stated, constraints, simple, size = _lower_model(model, limits, watch)
    if simple.contradiction and (stated is model or contradiction(model.relaxed())):
        return not_asked_outcome(simple.contradiction, watch, size)
    if simple.contradiction:  # a row of those that state its open rules
        return Outcome(Status.UNSATISFIABLE, seconds=watch.seconds, size=size, by_rule=True)
    with watch("load"):
        loaded = (cp_rows if cp_library.reason() else cp_library).load(stated, simple.blocks, constraints)
    tell(Outcome(Status.UNKNOWN, seconds=watch.seconds, size=size))
    _set_parameters(loaded, limits, options, watch)
    with watch("solve"):
        response = loaded.solve()
    _book_reading_time(response, watch)
    with watch("decode"):
        return _outcome(model, response, size, watch)


def solutions(model: Model, project: NDArray[np.int32], limits: Limits, options: Options) -> Iterator[Values]:
    """In one search where `project` is every variable; else in rounds: enumerate until there are enough, forbid
    them all, enumerate again.

    CP-SAT enumerates full assignments and cannot project; many may agree on `project`. A round ends when
    repeats outnumber new solutions, so that they do not swamp it.
    """
    watch, rest, most = Stopwatch(), model.copy(), FIRST_BATCH
    rest.objective = None
    if len(np.unique(project)) == model.variables and determines_all(model):  # no two assignments agree on it
        if not (yield from _search(rest, lambda values: (True, False), limits, options, watch)):
            raise TimeReached(limits.time_limit_note)
        return
    shape = blocking_clauses(model, project)
    while True:
        batch = _Round(project, most)
        complete = yield from _search(rest, batch.take, limits, options, watch)
        if complete:
            return
        if not batch.holds:
            raise TimeReached(limits.time_limit_note)
        rest = rest.copy()
        rest.any(SENTENCE, shape.clauses(np.stack(list(batch.holds.values()))))
        most *= BATCH_GROWTH


@dataclass(slots=True)
class _Round:
    """Up to `most` assignments that differ on `project`. holds: which of these variables hold in each;
    visits: how many assignments came, repeats included."""

    project: NDArray[np.int32]
    most: int
    holds: dict[bytes, NDArray[np.bool_]] = field(default_factory=dict)
    visits: int = 0

    def take(self, values: Values) -> tuple[bool, bool]:
        """Whether it is new, and whether the round is over."""
        self.visits += 1
        key = values[self.project].tobytes()
        fresh = key not in self.holds
        if fresh:
            self.holds[key] = values[self.project] == 1
        return fresh, len(self.holds) >= self.most or self.visits > 2 * len(self.holds) + 100


def _search(
    model: Model, take: Callable[[Values], tuple[bool, bool]], limits: Limits, options: Options, watch: Stopwatch
) -> Generator[Values, None, bool]:
    """The assignments that `take` wants, until it has enough; were these all? Raises LimitReached."""
    stated, constraints, simple, _ = _lower_model(model, limits, watch)
    if simple.contradiction:
        return True

    def each(response: Any) -> tuple[Values | None, bool]:
        values = _values(model, response)
        is_new, enough = take(values)
        return (values if is_new else None), enough

    loaded = cp_rows.load(stated, simple.blocks, constraints)
    _set_parameters(loaded, limits, options, watch)
    loaded.parameters.enumerate_all_solutions = True
    loaded.parameters.num_workers = 1
    status = yield from stream_solutions(loaded, each)
    return STATUSES[status] in ("OPTIMAL", "INFEASIBLE")


def _lower_model(
    model: Model, limits: Limits, watch: Stopwatch
) -> tuple[Model, list[NativeConstraints], CanonicalRules, Size]:
    """The model with the variables of its open rules, which come last; these rules; its rows; and the size of all."""
    with watch("lower"):
        stated, constraints = lower_open_rules(model)
        check_literals(stated, limits, "cpsat:")
        simple = canonical_rules(stated)
    rows, entries = size_of_blocks(stated.variables, simple.blocks), sum(group.entries for group in constraints)
    if rows.literals + entries > limits.literals:
        raise TooLarge(f"cpsat: {rows.literals + entries:,} literals and numbers, the budget is {limits.literals:,}")
    count = rows.rows + sum(group.count for group in constraints)
    return stated, constraints, simple, Size(rows.variables, count, rows.literals + entries)


def _set_parameters(loaded: Any, limits: Limits, options: Options, watch: Stopwatch) -> None:
    """On either kind of SatParameters: the Python layer's own, or the message that is serialized.

    Those in the options come last."""
    parameters = loaded.parameters
    parameters.max_time_in_seconds = max(watch.seconds_left(limits) - loaded.reading_seconds, 0.0)
    parameters.num_workers = limits.threads
    parameters.random_seed = limits.seed % 2**31
    parameters.catch_sigint_signal = False  # else Ctrl-C is swallowed and the search reports UNKNOWN
    for parameter, value in parse_values(options.parameters).items():
        setattr(parameters, parameter, value)


def _book_reading_time(response: Any, watch: Stopwatch) -> None:
    """CP-SAT's own clock starts when it has read the model: the rest of the call counts as loading."""
    reading = max(watch.seconds["solve"] - response.wall_time, 0.0)
    watch.seconds["solve"] -= reading
    watch.seconds["load"] += reading


def _values(model: Model, response: Any) -> Values:
    values = np.zeros(model.variables + 1, np.int64)
    values[1:] = np.fromiter(islice(response.solution, model.variables), np.int64, model.variables)
    return values


def _outcome(model: Model, response: Any, size: Size, watch: Stopwatch) -> Outcome:
    status = STATUSES[int(response.status)]
    stats = {"conflicts": float(response.num_conflicts), "branches": float(response.num_branches)}
    if status == "INFEASIBLE":
        return Outcome(Status.UNSATISFIABLE, seconds=watch.seconds, size=size, stats=stats)
    if status == "UNKNOWN":
        return Outcome(
            Status.UNKNOWN, seconds=watch.seconds, size=size, note="time limit", ended=Ending.TIME, stats=stats
        )
    if status == "MODEL_INVALID":
        return Outcome(Status.ERROR, seconds=watch.seconds, size=size, note=f"CP-SAT says {status}", stats=stats)
    values = _values(model, response)
    if model.objective is None:
        return Outcome(Status.SATISFIED, values, seconds=watch.seconds, size=size, stats=stats)
    proved = Status.OPTIMAL if status == "OPTIMAL" else Status.SATISFIED
    objective, bound = round(response.objective_value), float(response.best_objective_bound)
    return Outcome(proved, values, objective, bound, watch.seconds, size, stats=stats)


BACKEND = Backend(
    name="cpsat",
    kind="cp",
    takes=frozenset(Form),
    probe=probe,
    prepare_listing=prepare_listing,
    version=version,
    solve=solve,
    solutions=solutions,
    interruptible=True,
    apart_from=CLASHES["ortools"],
    native=frozenset(NATIVE),
    engine=lambda options: "cp-sat",
    tunable={
        "linearization_level": ("1", "0", "2"),
        "cp_model_presolve": ("true", "false"),
        "use_sat_inprocessing": ("true", "false"),
        "cp_model_probing_level": ("2", "0"),
        "symmetry_level": ("2", "0"),
        "use_erwa_heuristic": ("false", "true"),
    },
    loading=describe_loading,
)
