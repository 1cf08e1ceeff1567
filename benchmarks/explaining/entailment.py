"""Entailment check of a step: does it follow from its rows and facts, and does it need each row? By methods that
`explain` does not use: enumeration where few variables are open, Lights Out's solver of equations modulo k for sums,
CP-SAT elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import assert_never

import numpy as np
from numpy.typing import NDArray

from algebra.modulok.solve import ModularSolutions, solve
from backends.contract import Limits, Options, Status
from backends.reasons.row_table import Place
from backends.reasons.trace import Step
from backends.registry import backend_named
from models.neutral import Kind, Model

OPEN = 12  # variables; up to here all assignments are tried
SAMPLE = 5  # rows that are left out in turn, where a whole rule leaves no choice


def is_sound_step(model: Model, step: Step) -> bool:
    """Does the step follow, and not without any one of its rows? If a whole rule leaves no choice, some rows are
    tried."""
    whole_rule = step.kind == "row" and len(step.rows) > 1
    dropped = step.rows[:SAMPLE] if whole_rule else step.rows
    return not has_counterexample(model, step.rows, step) and all(
        has_counterexample(model, [row for row in step.rows if row != omitted], step) for omitted in dropped
    )


def has_counterexample(model: Model, rows: Sequence[Place], step: Step) -> bool:
    """Can these rows and the facts hold while the conclusion does not?"""
    if len(rows) == 0:
        return True
    if step.weights:
        return _has_counterexample_modulo(model, rows, step)
    fixed = dict(sorted((abs(x), int(x > 0)) for x in step.facts))
    of_rows = {abs(x) for block, row in rows for x in model.blocks[block].rows[row].tolist()}
    free = sorted({*of_rows, *map(abs, step.conclusion)} - fixed.keys())
    if len(free) <= OPEN and not model.integer[free].any():
        return _has_counterexample_by_trial(model, rows, step, fixed, free)
    some = model.copy()
    some.objective = None
    some.blocks = [model.blocks[block].take(np.array([row])) for block, row in rows]
    if step.facts:
        some.true("known", np.array(step.facts))
    some.any("the opposite", [[-x for x in step.conclusion]])
    status = backend_named("cpsat").solve(some, Limits(seconds=60), Options()).status
    assert status in (Status.SATISFIED, Status.UNSATISFIABLE), status
    return status is Status.SATISFIED


def _has_counterexample_by_trial(
    model: Model, rows: Sequence[Place], step: Step, fixed: dict[int, int], free: list[int]
) -> bool:
    values = np.zeros((2 ** len(free), model.variables + 1), np.int8)
    values[:, list(fixed)] = list(fixed.values())
    values[:, free] = np.arange(2 ** len(free))[:, None] >> np.arange(len(free)) & 1
    good = ~(_literal_values(values, np.array(step.conclusion)) == 1).all(axis=1)
    for block, row in rows:
        rule = model.blocks[block]
        terms = _literal_values(values, rule.rows[row]).astype(np.int64)
        if rule.coefs is not None:
            terms = terms * rule.coefs[rule.rows.starts[row] : rule.rows.starts[row + 1]]
        total = terms.sum(axis=1)
        match rule.kind:
            case Kind.PARITY:
                good &= total % 2 == rule.lo[row] % 2
            case Kind.CLAUSE:
                good &= total >= 1
            case Kind.CARDINALITY | Kind.LINEAR:
                good &= (total >= rule.lo[row]) & (total <= rule.hi[row])
            case _:
                assert_never(rule.kind)
    return bool(good.any())


def _has_counterexample_modulo(model: Model, rows: Sequence[Place], step: Step) -> bool:
    """The same for lamps modulo k: each number of presses of the step's button that contradicts the conclusion is
    substituted; is there a solution for the other buttons?"""
    k, press = step.modulus, model.arrays["press"]
    matrix, right = _read_lamps(model, rows, press, k)
    is_own = (press == abs(step.conclusion[0])).any(axis=1)
    known = np.isin(press, np.abs(step.facts)).all(axis=1) & ~is_own
    pressed = (np.isin(press, step.facts) * np.arange(1, k)).sum(axis=1)  # by button, as far as it is known
    right = right - matrix[:, known] @ pressed[known]
    own, others = matrix[:, is_own].ravel(), matrix[:, ~known & ~is_own]
    numbers = _contrary_numbers(press[is_own].ravel().tolist(), step, only_one=len(matrix) < len(rows))
    return any(
        len(matrix) == 0 or isinstance(solve(others, (right - own * number) % k, k), ModularSolutions)
        for number in numbers
    )


def _read_lamps(
    model: Model, rows: Sequence[Place], press: np.ndarray, k: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """What a press of each button adds to each lamp of the rows, shape (lamps, buttons), and what has to be added
    modulo k. Rows that are no lamps are left out."""
    matrix, right = [], []
    for place, row in rows:
        block = model.blocks[place]
        if block.coefs is not None:
            coefs = block.coefs[block.rows.starts[row] : block.rows.starts[row + 1]]
            by = dict(zip(block.rows[row].tolist(), coefs.tolist(), strict=True))
            times = np.array([[by.get(x, 0) for x in button] for button in press.tolist()])
            assert (times % k == times[:, :1] * np.arange(1, k) % k).all()
            matrix.append(times[:, 0])
            right.append(block.lo[row] % k)
    return np.array(matrix, np.int64).reshape(-1, len(press)), np.array(right, np.int64)


def _contrary_numbers(literals: list[int], step: Step, only_one: bool) -> set[int]:
    """How often a button may be pressed, modulo k, if the facts hold and the conclusion does not. literals: that it is
    pressed once, twice and so on; only_one: at most one of them holds."""
    numbers = set()
    for chosen in product((0, 1), repeat=len(literals)):
        held = {x if on else -x for x, on in zip(literals, chosen, strict=True)}
        is_possible = held.isdisjoint(-x for x in step.facts) and not (only_one and sum(chosen) > 1)
        if is_possible and not held.issuperset(step.conclusion):
            numbers.add(sum(j * on for j, on in enumerate(chosen, 1)) % step.modulus)
    return numbers


def _literal_values(values: np.ndarray, literals: np.ndarray) -> np.ndarray:
    chosen = values[:, np.abs(literals)]
    return np.where(literals > 0, chosen, 1 - chosen)
