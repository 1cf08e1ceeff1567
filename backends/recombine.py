"""Exchanges against long sums: `recombine`, which is `recombine:cnf`; and `recombine:cpsat`.

    model --propagation--> rest --inner backend, short rows alone--> assignment --exchanges--> values, or undecided

For models of many small rules and a few long sums, such as large boards with a clue at every row and column. An inner
backend finds an assignment that keeps the small rules; annealing over chains of flips that keep them brings the sums
to their values (how: `exchanging`). Counting rows of more literals than the setting `length` are the long ones. It was
made for Tents boards of 80 x 80 and more, which complete solvers seldom decide.

It finds solutions and proves nothing: where sums stay off, the answer is UNKNOWN. The exceptions are not its own:
a model that propagation refutes, or whose short rows alone the inner backend refutes, has no solution; and where
propagation leaves no long sum, the inner backend solves what is left.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np

from backends import propagate, walksat
from backends.contract import (
    Backend,
    Ending,
    Limits,
    Options,
    Outcome,
    Setting,
    Status,
    Tell,
    Unsupported,
    Values,
    ignore_outcome,
)
from backends.exchanging.annealing import Annealing, prepare
from backends.exchanging.problem import LONGEST, exchange_problem, kept_rows, long_sums
from backends.lowering.canonical import canonical_rules
from backends.outcomes import Stopwatch, refuted_by, size_of_blocks
from backends.passes.substitution import substitute_fixed
from backends.registry import backend_named
from models.neutral import Form, Model
from rosetta.foundation.jit import compiler_version, probe_compilation
from rosetta.foundation.limits import LimitReached

INNER = ("cnf", "cpsat")
TAKES = frozenset({Form.CLAUSE, Form.AT_MOST_ONE, Form.EXACTLY_ONE, Form.CARDINALITY, Form.LINEAR})
SETTINGS = {
    "length": Setting(str(LONGEST), walksat.parse_count, "counting rows of more literals are long ones", "N"),
    "chains": Setting("by size", walksat.parse_count, "chains of flips before it gives up", "N"),
}


def recombine_backend(inner: Backend, name: str = "") -> Backend:
    """Exchanges that begin at an assignment of that backend's."""
    full_name = f"recombine:{inner.name}"
    return replace(
        inner,
        name=name or full_name,
        full_name=full_name,
        takes=inner.takes & TAKES,
        probe=lambda: inner.probe() or propagate.BACKEND.probe() or probe_compilation(prepare),
        version=lambda: f"{inner.version()}, {compiler_version()}",
        engine=lambda options: f"recombine+{inner.engine_of(options)}",  # what it refutes, that backend refuted
        solve=partial(solve, inner),
        solutions=walksat.solutions,
        settings=SETTINGS,
        interruptible=True,
        complete=False,
        count=None,
        incremental=None,
        native=frozenset(),
        loading=None,
        inner=INNER,
        with_inner=lambda inner_name: recombine_backend(backend_named(inner_name)),
    )


def default_chains(variables: int) -> int:
    """The chains of a search, if not set: about a second for a board of 30 x 30 that it does not solve, some minutes
    from 100 x 100 on."""
    return 4 * variables**2 + 100_000


def solve(inner: Backend, model: Model, limits: Limits, options: Options, tell: Tell = ignore_outcome) -> Outcome:
    watch = Stopwatch()
    longest = int(options.parameters.get("length", str(LONGEST)))
    propagation = propagate.propagate_model(model, limits, watch)
    if propagation.broken is not None or propagation.all_rows_hold:
        return propagate.deciding_outcome(model, propagation, watch)
    with watch("lower"):
        rest = substitute_fixed(model, propagation.lower, propagation.upper)
        rules = canonical_rules(rest.model)
        short = kept_rows(rest.model, rules, longest)
    if any(rest.model.integer[np.abs(block.rows.literals)].any() for block in rules.blocks):
        raise Unsupported("recombine: integers in the objective; try cpsat")  # a bound on it is the only such row
    has_long_sums = any(long_sums(block, longest).any() for block in rules.blocks)

    def lifted(values: Values) -> Values:
        """As an assignment of the model; an integer, which is in no row, has its least value."""
        return rest.lift(np.where(rest.model.integer, rest.model.lower, values))

    what = "short rows alone" if has_long_sums else "whole of what is left, which has no long sum"
    started = _solve_short_rows(inner, short, what, limits, options, watch)
    fixed = propagation.fixed_literals(model)
    if started.values is None or not has_long_sums:
        values = None if started.values is None else lifted(started.values)
        size = size_of_blocks(rest.model.variables, rules.blocks)
        return replace(started, values=values, seconds=watch.seconds, size=size, fixed=fixed)
    with watch("lower"):
        problem = exchange_problem(rules, rest.model.variables, longest)
    with watch("load"):
        annealing = Annealing(problem, started.values[1:], limits.seed)
    tell(Outcome(Status.UNKNOWN, seconds=watch.seconds, size=problem.size))
    with watch("solve"):
        most = int(options.parameters.get("chains", default_chains(problem.variables)))
        note, ended = _run(annealing, most, limits, watch)
    with watch("decode"):
        values = lifted(np.append(0, annealing.values)) if annealing.is_solved else None
    status = Status.SATISFIED if annealing.is_solved else Status.UNKNOWN
    exchanges, accepted = annealing.exchanges
    stats = {"chains": float(annealing.tried), "exchanges": float(exchanges), "accepted": float(accepted)}
    return Outcome(
        status,
        values,
        None,
        None,
        watch.seconds,
        problem.size,
        note,
        ended,
        fixed=fixed,
        stats=stats,
        encoding=started.encoding,
    )


def _solve_short_rows(
    inner: Backend, short: Model, what: str, limits: Limits, options: Options, watch: Stopwatch
) -> Outcome:
    """The inner backend's outcome for the short rows; without its size, which is not the model's. Raises
    LimitReached where it ends without one."""
    remaining = replace(limits, seconds=watch.seconds_left(limits))
    others = {name: value for name, value in options.parameters.items() if name not in SETTINGS}
    with watch("solve"):
        outcome = inner.solve(short, remaining, replace(options, parameters=others))
    outcome = refuted_by(outcome, propagate.BACKEND.name, compiler_version())
    return replace(
        Outcome(outcome.status, outcome.values, engine=outcome.engine, version=outcome.version),
        note=f"{inner.name} on the {what}{outcome.note and ': '}{outcome.note}",
        ended=outcome.ended,
        encoding=outcome.encoding,
    )


def _run(annealing: Annealing, most: int, limits: Limits, watch: Stopwatch) -> tuple[str, Ending | None]:
    """Anneal until all rows hold, or until chains or time are used up; a note, and the limit that ended it."""
    why, ended = "", None
    try:
        annealing.run(most, lambda: watch.seconds_left(limits))
    except LimitReached as reached:
        why, ended = f", {reached}", reached.ended
    phrase = f"{annealing.tried:,} chains, {annealing.exchanges[1]:,} exchanges"
    if annealing.is_solved:
        return phrase, None
    return f"undecided after {phrase}{why}; never fewer than {annealing.fewest_off:,} long sums off", ended


BACKEND = recombine_backend(backend_named("cnf"), "recombine")
