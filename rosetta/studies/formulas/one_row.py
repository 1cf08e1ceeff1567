"""One row of a model as a model of its own, with a few variables, so that the code that lowers whole models can
lower it.

    tents 8x8, rule 'row counts', row 3      ->   exactly 2 of x1 .. x8
    variables 25 .. 32 of the model                variables 1 .. 8, in the same order

The variables keep their order, so that a lowering which sorts them sorts them in the same way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from backends.lowering.canonical import canonical_rules
from models.neutral import Block, Form, Model, Rows
from models.neutral.blocks import Objective
from models.neutral.forms import row_forms


@dataclass(frozen=True, slots=True, eq=False)
class OneRow:
    """model: the row alone (or the objective alone); variables: what its variables 1, 2, .. are in the whole model;
    counts: how many rows of each form the whole model has in canonical form, on which the choice of an encoding
    depends; encodings: those that the formulation asks for.
    """

    model: Model
    variables: NDArray[np.int64]
    counts: Counter[Form]
    encodings: Mapping[Form, str] = field(default_factory=dict)


def form_counts(model: Model) -> Counter[Form]:
    """How many rows of each form a model has in canonical form."""
    counts: Counter[Form] = Counter()
    for block in canonical_rules(model).blocks:
        counts.update({form: int(mask.sum()) for form, mask in row_forms(block).items()})
    return counts


def extract_row(model: Model, block: Block, number: int) -> tuple[Model, NDArray[np.int64]]:
    """The row of that number as a model, and what its variables are in the whole one. If a verb made several rows of
    that number, all of them."""
    part = block.take(block.number == number)
    guards = np.zeros(0, np.int32) if part.when is None else part.when
    used, alone = model_of_variables(model, np.concatenate([part.rows.literals, guards]))
    rows = Rows(part.rows.starts, _renumber(part.rows.literals, used))
    when = None if part.when is None else _renumber(part.when, used)
    alone.blocks.append(replace(part, rows=rows, when=when))
    return alone, used


def extract_objective(model: Model) -> tuple[Model, NDArray[np.int64]]:
    """The objective alone, as `extract_row` does for a row."""
    goal = model.objective
    assert goal is not None, "only a model with an objective has one to show"
    used, alone = model_of_variables(model, goal.literals)
    alone.objective = Objective(goal.sentence, _renumber(goal.literals, used), goal.coefs, goal.sense)
    return alone, used


def typical_row(model: Model, block: Block) -> int:
    """The number of a row to show: one of median length, among those whose kind the canonical form does not change.

    Many rules have rows at the edge of the board that are empty, always hold or fix their literals one by one.
    """
    lonely = model.copy()
    lonely.blocks, lonely.objective = [block], None
    telling = [part.number[part.rows.lengths > 1] for part in canonical_rules(lonely).blocks if part.kind is block.kind]
    numbers = np.concatenate([np.zeros(0, np.int64), *telling])
    if not len(numbers):
        numbers = block.number
    lengths = block.rows.lengths[np.isin(block.number, numbers)]
    there = block.number[np.isin(block.number, numbers)]
    return int(there[lengths == np.sort(lengths)[(len(lengths) - 1) // 2]][0])


def model_of_variables(model: Model, literals: NDArray[np.int32]) -> tuple[NDArray[np.int64], Model]:
    """The variables of these literals, ascending, and a model of only them: an array per run of Booleans or
    integers."""
    used = np.unique(np.abs(literals)).astype(np.int64)
    alone = Model(model.name)
    integer = model.integer[used]
    for run in np.split(np.arange(len(used)), np.flatnonzero(np.diff(integer)) + 1):
        if len(run):
            name, old = f"x{run[0] + 1}", used[run]
            if integer[run[0]]:
                alone.ints(name, len(run), model.lower[old], model.upper[old])
            else:
                alone.bools(name, len(run))
    return used, alone


def _renumber(literals: NDArray[np.int32], used: NDArray[np.int64]) -> NDArray[np.int32]:
    return (np.sign(literals) * (np.searchsorted(used, np.abs(literals)) + 1)).astype(np.int32)
