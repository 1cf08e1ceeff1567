"""Models that break one of their rules and keep all others; and whether an answer is one of the full model.

A rule is all blocks with its sentence. It is broken from one side: of its rows `lo <= sum <= hi`, one is a row `choice
-> sum <= lo - 1` (too few) or `choice -> sum >= hi + 1` (too many) whose choice holds. Of a parity, 0 for 1 is too few,
1 for 0 too many. All rows may have to keep the bound on the other side.
"""

from __future__ import annotations

import numpy as np

from backends.contract import Limits, Options, Status
from backends.registry import backend_named
from models.neutral import evaluate
from models.neutral.blocks import Kind
from tests.support.puzzle_boards import solver_for

TOO_FEW, TOO_MANY = "too few", "too many"
SECONDS = 5.0


def breakable_rules(model):
    """The rules as (sentence, side), in order: each once for every side from which some row can be broken."""
    every = ((block.sentence, side, rows) for block in model.blocks for side, (rows, _, _) in _sides(model, block))
    return list(dict.fromkeys((sentence, side) for sentence, side, rows in every if rows.any()))


def break_rule(model, sentence, side, keep_other_side=False):
    """The model in which some row of this rule is broken, and all other rules hold; without the objective."""
    broken = model.copy()
    broken.objective = None
    broken.blocks = [block for block in model.blocks if block.sentence != sentence]
    choices = [np.zeros(0, np.int32)]
    for block in (block for block in model.blocks if block.sentence == sentence):
        choices += [_break_rows(broken, block, *bounds) for name, bounds in _sides(model, block) if name == side]
        if keep_other_side:
            kept, lo, hi = _other_side(model, block, side)
            _state_rows(broken, kept, lo, hi, kept.when)
    broken.any("some row is broken", np.concatenate(choices)[None])
    return broken


def _sides(model, block):
    """The sides from which a row is broken, each with the rows for which that is possible and their new bounds."""
    least, most = model.reach(block)
    few, many = (block.lo > least, least, block.lo - 1), (block.hi < most, block.hi + 1, most)
    if block.kind is Kind.PARITY:
        few, many = ((block.lo == odd, 1 - block.lo, 1 - block.lo) for odd in (1, 0))
    return [(TOO_FEW, few), (TOO_MANY, many)]


def _other_side(model, block, side):
    """The rows with their bounds on the other side only."""
    least, most = model.reach(block)
    if block.kind is Kind.PARITY:
        kept = block.take(block.lo == (side == TOO_MANY))
        return kept, kept.lo, kept.hi
    if side == TOO_FEW:
        return block, np.minimum(least, block.hi), block.hi
    return block, block.lo, np.maximum(most, block.lo)


def _break_rows(broken, block, possible, lo, hi):
    """State that these rows are broken, each if a new literal of it holds; returns the literals."""
    rows = block.take(possible)
    choice = broken.bools(f"broken {len(broken.arrays)}", len(rows))
    _state_rows(broken, rows, lo[possible], hi[possible], choice)
    if rows.when is not None:
        broken.any("only rows that count are broken", np.stack([-choice, rows.when], axis=1))
    return choice


def _state_rows(broken, block, lo, hi, when):
    """State the rows of a block with other bounds and guards."""
    if block.kind is Kind.PARITY:
        broken.parity(lo, "other bounds", block.rows, when=when)
    else:
        broken.linear(lo, hi, "other bounds", block.rows, 1 if block.coefs is None else block.coefs, when=when)


def is_answer(model, project, values):
    """Whether the answer of this assignment (its values on `project`) is one of the model, whatever its other
    variables are; None if a limit was reached."""
    if evaluate(model, values[: model.variables + 1]) == []:
        return True
    if len(np.unique(project)) == model.variables:
        return False
    fixed = model.copy()
    fixed.objective = None
    fixed.true("the answer", np.where(values[project] == 1, project, -project))
    status = backend_named(solver_for(model)).solve(fixed, Limits(seconds=SECONDS), Options()).status
    return {Status.SATISFIED: True, Status.OPTIMAL: True, Status.UNSATISFIABLE: False}.get(status)
