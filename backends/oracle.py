"""Brute force: every assignment is tried. The oracle that tests compare solvers with, for small models.

Assignments are columns of a matrix; a rule's rows are a dense matrix of coefficients, so one product per rule judges
all assignments. Nothing is shared with the lowerings, nor with `models.neutral.evaluate`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import assert_never

import numpy as np
from numpy.typing import NDArray

from backends.contract import Backend, Limits, Options, Outcome, Status, Tell, Unsupported, Values, ignore_outcome
from backends.outcomes import Stopwatch, size_of_blocks
from models.neutral import Block, Form, Kind, Model

MOST_ASSIGNMENTS = 2**22
BATCH = 2**14


def solve(model: Model, limits: Limits, options: Options, tell: Tell = ignore_outcome) -> Outcome:
    watch = Stopwatch()
    best: Values | None = None
    cost = 0
    with watch("solve"):
        for batch in satisfying_assignments(model, watch, limits):
            costs = _costs(model, batch)
            at = int(np.argmin(costs))
            if best is None or costs[at] < cost:
                best, cost = batch[:, at].copy(), int(costs[at])
            if model.objective is None:
                break
    size = size_of_blocks(model.variables, model.blocks)
    if best is None:
        return Outcome(Status.UNSATISFIABLE, seconds=watch.seconds, size=size)
    if model.objective is None:
        return Outcome(Status.SATISFIED, best, seconds=watch.seconds, size=size)
    return Outcome(Status.OPTIMAL, best, cost, float(cost), watch.seconds, size)


def solutions(model: Model, project: NDArray[np.int32], limits: Limits, options: Options) -> Iterator[Values]:
    earlier_keys: set[bytes] = set()
    for batch in satisfying_assignments(model, Stopwatch(), limits):
        for values in batch.T:
            key = values[project].tobytes()
            if key not in earlier_keys:
                earlier_keys.add(key)
                yield values.copy()


def refusal(model: Model) -> str | None:
    """Why it does not take the model, None if it does."""
    sizes = (model.upper - model.lower + 1)[1:]
    bits = float(np.log2(sizes).sum())
    if bits < 64 and math.prod(sizes.tolist()) <= MOST_ASSIGNMENTS:  # exactly, where that is a small number
        return None
    return f"2^{bits:.0f} assignments; brute force takes at most 2^{MOST_ASSIGNMENTS.bit_length() - 1}"


def satisfying_assignments(model: Model, watch: Stopwatch, limits: Limits) -> Iterator[NDArray[np.int64]]:
    """Non-empty batches of all satisfying assignments, each of shape (variables + 1, some)."""
    reason = refusal(model)
    if reason is not None:
        raise Unsupported(reason)
    sizes = (model.upper - model.lower + 1)[1:]
    total = math.prod(sizes.tolist())
    rules = [_dense_matrix(block, model) for block in model.blocks]
    for first in range(0, total, BATCH):
        watch.seconds_left(limits)
        batch = _assignments(model, sizes, np.arange(first, min(first + BATCH, total)))
        satisfying = np.ones(batch.shape[1], np.bool_)
        for block, (matrix, constant) in zip(model.blocks, rules, strict=True):
            sums = matrix @ batch + constant[:, None]
            match block.kind:
                case Kind.PARITY:
                    sums %= 2
                case Kind.CLAUSE | Kind.CARDINALITY | Kind.LINEAR:
                    pass
                case _:
                    assert_never(block.kind)
            holds = (sums >= block.lo[:, None]) & (sums <= block.hi[:, None])
            if block.when is not None:
                on = batch[np.abs(block.when)] == (block.when > 0)[:, None]
                holds |= ~on
            satisfying &= holds.all(axis=0)
        if satisfying.any():
            yield batch[:, satisfying]


def _assignments(model: Model, sizes: NDArray[np.int64], numbers: NDArray[np.int64]) -> NDArray[np.int64]:
    """The assignments with these numbers: the digits of each number in the mixed base of the domains."""
    batch = np.zeros((model.variables + 1, len(numbers)), np.int64)
    for variable, size in enumerate(sizes, start=1):
        numbers, digit = np.divmod(numbers, size)
        batch[variable] = model.lower[variable] + digit
    return batch


def _dense_matrix(block: Block, model: Model) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """A rule as matrix (rows, variables + 1) and constant (rows,), with -x read as 1 - x."""
    matrix = np.zeros((len(block), model.variables + 1), np.int64)
    constant = np.zeros(len(block), np.int64)
    for row in range(len(block)):
        coefs = (
            [1] * len(block.rows[row]) if block.coefs is None else block.coefs[block.rows.positions(np.array([row]))]
        )
        for literal, coef in zip(block.rows[row].tolist(), coefs, strict=True):
            matrix[row, abs(literal)] += coef if literal > 0 else -coef
            constant[row] += 0 if literal > 0 else coef
    return matrix, constant


def _costs(model: Model, batch: NDArray[np.int64]) -> NDArray[np.int64]:
    costs = np.zeros(batch.shape[1], np.int64)
    if model.objective is not None:
        for literal, coef in zip(model.objective.literals.tolist(), model.objective.coefs.tolist(), strict=True):
            costs += coef * (batch[literal] if literal > 0 else 1 - batch[-literal])
    return costs


BACKEND = Backend(
    name="oracle",
    kind="brute force",
    takes=frozenset(Form),
    probe=lambda: None,
    version=lambda: "brute force",
    solve=solve,
    solutions=solutions,
    refusal=refusal,
)
