"""Propagation alone, without search: what follows row by row, and nothing else (`passes.propagation`).

    a row cannot hold                                  UNSATISFIABLE, a proof of as many steps as were derived
    every row holds whatever is still open             SATISFIED, what is open at its least value
    anything else                                      UNKNOWN, and how many decisions are fixed

It works on the rules as stated, not on their simplest form: a rewritten row reaches the same sums, so that nothing is
gained, and reasons name the author's rows. (The one thing that rewriting sees and bounds do not, a divisor common to
all coefficients, they meet one step later by rounding.) It is the "naive" solver of a puzzler with a pencil.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from algebra.jit import probe_compilation
from algebra.limits import TooLarge
from backends.contract import (
    Limits,
    Options,
    Outcome,
    Size,
    Status,
    Stopwatch,
    Tell,
    Unsupported,
    Values,
    ignore_outcome,
)
from backends.passes.propagation import PropagationResult, PropagationStatus, load_rows, prepare, run_propagation
from models.neutral import Form, Model
from models.neutral.blocks import row_label


class PropagateBackend:
    """See `backends.contract.Backend`."""

    name = "propagate"
    kind = "propagation"
    takes = frozenset(Form) - {Form.OBJECTIVE}
    encodes = False
    families = False
    complete = False

    def engine_of(self, options: Options) -> str:
        return "propagate"

    def probe(self) -> str | None:
        return probe()

    def version(self) -> str:
        return version()

    def solve(self, model: Model, limits: Limits, options: Options, tell: Tell = ignore_outcome) -> Outcome:
        if model.objective is not None:
            raise Unsupported("propagation knows no objective")
        watch = Stopwatch()
        done = propagate_model(model, limits, watch)
        return outcome(model, done, watch)

    def solutions(self, model: Model, project: NDArray[np.int32], limits: Limits, options: Options) -> Iterator[Values]:
        done = propagate_model(model, limits, Stopwatch())
        if done.status is PropagationStatus.CONTRADICTION:
            return
        if not done.all_rows_hold or (done.lower[project] < done.upper[project]).any():
            raise Unsupported("propagation alone does not tell whether there are others; try hybrid")
        yield done.lower


BACKEND = PropagateBackend()


# ---- also what `backends.hybrid` begins with ---------------------------------------------------------------------


def probe() -> str | None:
    """None, or why the loops do not compile here."""
    return probe_compilation(prepare)


def version() -> str:
    """Of the compiler, since the rest is ours."""
    try:
        import numba
    except Exception:
        return "without numba"
    return f"numba {numba.__version__}"


def propagate_model(model: Model, limits: Limits, watch: Stopwatch) -> PropagationResult:
    """The model's bounds, on that clock."""
    literals = size(model).literals
    if literals > limits.literals:
        raise TooLarge(f"propagation needs {literals:,} literals, the budget is {limits.literals:,}")
    with watch("load"):
        loaded = load_rows(model)
    watch.seconds_left(limits)
    with watch("solve"):
        done = run_propagation(loaded, model)
    return done


def outcome(model: Model, done: PropagationResult, watch: Stopwatch) -> Outcome:
    """What propagation alone can say."""
    fixed = done.fixed_literals(model)
    values, by_rule, note = None, False, ""
    if done.broken is not None:
        status, by_rule, note = Status.UNSATISFIABLE, done.visits == 0, describe_conflict(model, done)
    elif done.all_rows_hold:
        status, values = Status.SATISFIED, done.lower
    else:
        total = len(model.boolean_variables)
        status, note = Status.UNKNOWN, f"propagation decides {len(fixed):,} of {total:,} variables"
        if done.status is PropagationStatus.STOPPED:
            note += "; stopped while the range of an integer crept"
    stats = {"derivations": float(len(done.derivations)), "visits": float(done.visits)}
    return Outcome(
        status, values, seconds=watch.seconds, size=size(model), note=note, by_rule=by_rule, stats=stats, fixed=fixed
    )


def describe_conflict(model: Model, done: PropagationResult) -> str:
    """The row that cannot hold, and how far it is from what was stated."""
    assert done.broken is not None
    block, row = done.broken
    count = len(done.derivations)
    after = f"after {count:,} derivation{'s' if count != 1 else ''}" if done.visits else "whatever the variables are"
    return f"{row_label(model.blocks[block], row)}: cannot be kept, {after}"


def size(model: Model) -> Size:
    """Of the model as stated."""
    return Size(model.variables, sum(map(len, model.blocks)), sum(len(b.rows.literals) for b in model.blocks))
