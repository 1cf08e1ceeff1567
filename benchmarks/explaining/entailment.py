"""Does a step follow from the rows and facts that it names, and does it need each row? By what `explain` does not use:
enumeration where few variables are open, Lights Out's own solver of equations modulo k for sums of them, CP-SAT
elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import numpy as np

from algebra.modulok.solve import ModularSolutions, solve
from backends.contract import Limits, Options, Status
from backends.reasons.row_table import Place
from backends.reasons.trace import Step
from backends.registry import backend_named
from models.neutral import Kind, Model

OPEN = 12  # variables, up to which all assignments are tried
SAMPLE = 5  # rows that are left out, of a whole rule that leaves no choice


def is_sound_step(model: Model, step: Step) -> bool:
    """Does it follow, and not without any one of its rows? Where a whole rule leaves no choice, some rows are tried."""
    whole_rule = step.kind == "row" and len(step.rows) > 1
    dropped = step.rows[:SAMPLE] if whole_rule else step.rows
    return not has_counterexample(model, step.rows, step) and all(
        has_counterexample(model, [row for row in step.rows if row != one], step) for one in dropped
    )


def has_counterexample(model: Model, rows: Sequence[Place], step: Step) -> bool:
    """Can these rows be kept with the facts, and not all of the conclusion?"""
    if len(rows) == 0:
        return True
    if step.weights:
        return _has_counterexample_modulo(model, rows, step)
    known = dict(sorted((abs(x), int(x > 0)) for x in step.facts))
    of_rows = {abs(x) for block, row in rows for x in model.blocks[block].rows[row].tolist()}
    left = sorted({*of_rows, *map(abs, step.conclusion)} - known.keys())
    if len(left) <= OPEN and not model.integer[left].any():
        return _has_counterexample_by_trial(model, rows, step, known, left)
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
    model: Model, rows: Sequence[Place], step: Step, known: dict[int, int], left: list[int]
) -> bool:
    values = np.zeros((2 ** len(left), model.variables + 1), np.int8)
    values[:, list(known)] = list(known.values())
    values[:, left] = np.arange(2 ** len(left))[:, None] >> np.arange(len(left)) & 1
    good = ~(_literal_values(values, np.array(step.conclusion)) == 1).all(axis=1)
    for block, row in rows:
        one = model.blocks[block]
        terms = _literal_values(values, one.rows[row]).astype(np.int64)
        if one.coefs is not None:
            terms = terms * one.coefs[one.rows.starts[row] : one.rows.starts[row + 1]]
        total = terms.sum(axis=1)
        if one.kind is Kind.PARITY:
            good &= total % 2 == one.lo[row] % 2
        else:
            good &= (total >= one.lo[row]) & ((total <= one.hi[row]) | (one.kind is Kind.CLAUSE))
    return bool(good.any())


def _has_counterexample_modulo(model: Model, rows: Sequence[Place], step: Step) -> bool:
    """The same of lamps modulo k, in numbers: each way of pressing the button that the step is about, and not as it
    concludes, is put in; is there a solution for the other buttons?"""
    k, press, true = step.modulus, model.arrays["press"], {x for x in step.facts if x > 0}
    stated = [(model.blocks[b], r) for b, r in rows]
    lamps = [(block, block.coefs, r) for block, r in stated if block.coefs is not None]
    matrix = np.zeros((len(lamps), len(press)), np.int64)
    right = np.array([block.lo[r] % k for block, _, r in lamps])
    for i, (block, coefs, r) in enumerate(lamps):
        by = dict(
            zip(block.rows[r].tolist(), coefs[block.rows.starts[r] : block.rows.starts[r + 1]].tolist(), strict=True)
        )
        matrix[i] = [by.get(x, 0) for x in press[:, 0].tolist()]
        times = np.array([[by.get(x, 0) for x in button] for button in press.tolist()])
        assert (times % k == matrix[i][:, None] * np.arange(1, k) % k).all()
    mine = int(np.flatnonzero((press == abs(step.conclusion[0])).any(axis=1))[0])
    for button in range(len(press)):
        if button != mine and set(np.abs(step.facts).tolist()).issuperset(press[button].tolist()):
            times_pressed = sum(j for j, x in enumerate(press[button].tolist(), 1) if x in true)
            right, matrix[:, button] = right - matrix[:, button] * times_pressed, 0
    literals, only_one = press[mine].tolist(), len(lamps) < len(rows)
    ways = set()
    for chosen in product((0, 1), repeat=len(literals)):
        held = {x if one else -x for x, one in zip(literals, chosen, strict=True)}
        if held.issuperset(step.conclusion) or any(-x in held for x in step.facts) or (only_one and sum(chosen) > 1):
            continue
        ways.add(sum(j * one for j, one in enumerate(chosen, 1)) % k)
    others = np.delete(matrix, mine, axis=1)
    return bool(ways) and (
        not lamps
        or any(isinstance(solve(others, (right - matrix[:, mine] * n) % k, k), ModularSolutions) for n in ways)
    )


def _literal_values(values: np.ndarray, literals: np.ndarray) -> np.ndarray:
    chosen = values[:, np.abs(literals)]
    return np.where(literals > 0, chosen, 1 - chosen)
