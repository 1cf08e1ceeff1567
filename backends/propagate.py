"""Bounds propagation alone, without search: what follows row by row, and nothing else (`passes.propagation`).

    a row cannot hold                            UNSATISFIABLE, with a proof of as many steps as derivations
    every row holds whatever is still open       SATISFIED, open variables at their lower bounds
    anything else                                UNKNOWN, and how many variables are fixed

It takes every form but OBJECTIVE. Since it may leave a model open, it is not `complete`, and its UNKNOWN does not count
as a run that was stopped.

It works on the rules as stated, not on their simplest form: a rewritten row has the same bounds, so nothing would be
gained, and reasons name the author's rows. (Rewriting sees one thing that bounds do not, a common divisor of all
coefficients; propagation gets there one step later by rounding.) It is the "naive" solver, a puzzler with a pencil.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from backends.contract import Backend, Limits, Options, Outcome, Status, Tell, Unsupported, Values, ignore_outcome
from backends.outcomes import Stopwatch, check_literals, size_of_blocks
from backends.passes.propagation import PropagationResult, PropagationStatus, load_rows, prepare, run_propagation
from models.neutral import Form, Model
from models.neutral.blocks import row_label
from rosetta.foundation.jit import compiler_version, probe_compilation


def solve(model: Model, limits: Limits, options: Options, tell: Tell = ignore_outcome) -> Outcome:
    if model.objective is not None:
        raise Unsupported("propagation knows no objective")
    watch = Stopwatch()
    propagation = propagate_model(model, limits, watch)
    return outcome(model, propagation, watch)


def solutions(model: Model, project: NDArray[np.int32], limits: Limits, options: Options) -> Iterator[Values]:
    propagation = propagate_model(model, limits, Stopwatch())
    if propagation.status is PropagationStatus.CONTRADICTION:
        return
    if not propagation.all_rows_hold or (propagation.lower[project] < propagation.upper[project]).any():
        raise Unsupported("propagation alone does not tell whether there are others; try hybrid")
    yield propagation.lower


# ---- shared with `backends.hybrid`, `backends.recombine` ------------------------------------------------


def propagate_model(model: Model, limits: Limits, watch: Stopwatch) -> PropagationResult:
    """The model's bounds; the steps are timed on that stopwatch."""
    check_literals(model, limits, "propagation needs")
    with watch("load"):
        loaded = load_rows(model)
    watch.seconds_left(limits)
    with watch("solve"):
        propagation = run_propagation(loaded, model)
    return propagation


def outcome(model: Model, propagation: PropagationResult, watch: Stopwatch) -> Outcome:
    """The outcome of propagation alone."""
    fixed = propagation.fixed_literals(model)
    values, by_rule, note = None, False, ""
    if propagation.broken is not None:
        status, by_rule, note = Status.UNSATISFIABLE, propagation.visits == 0, describe_conflict(model, propagation)
    elif propagation.all_rows_hold:
        status, values = Status.SATISFIED, propagation.lower
    else:
        total = len(model.boolean_variables)
        status, note = Status.UNKNOWN, f"propagation decides {len(fixed):,} of {total:,} variables"
        if propagation.status is PropagationStatus.STOPPED:
            note += "; stopped while the range of an integer crept"
    stats = {"derivations": float(len(propagation.derivations)), "visits": float(propagation.visits)}
    size = size_of_blocks(model.variables, model.blocks)
    return Outcome(
        status, values, seconds=watch.seconds, size=size, note=note, by_rule=by_rule, stats=stats, fixed=fixed
    )


def deciding_outcome(model: Model, propagation: PropagationResult, watch: Stopwatch) -> Outcome:
    """The same, of a backend around another one that is not asked: propagation is the engine that decides."""
    return replace(outcome(model, propagation, watch), engine=BACKEND.name, version=compiler_version())


def describe_conflict(model: Model, propagation: PropagationResult) -> str:
    """The row that cannot hold, and after how many derivations."""
    assert propagation.broken is not None
    block, row = propagation.broken
    count = len(propagation.derivations)
    after = (
        f"after {count:,} derivation{'s' if count != 1 else ''}" if propagation.visits else "whatever the variables are"
    )
    return f"{row_label(model.blocks[block], row)}: cannot be kept, {after}"


BACKEND = Backend(
    name="propagate",
    kind="propagation",
    takes=frozenset(Form) - {Form.OBJECTIVE},
    probe=partial(probe_compilation, prepare),
    version=compiler_version,
    solve=solve,
    solutions=solutions,
    complete=False,
)
