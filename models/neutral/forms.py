"""Forms of rows: what a backend must support natively, or have lowered for it.

A form is finer than a kind: `at most one` has encodings of its own, and a solver may lack guards, integer variables or
objectives whatever the kind of row.
"""

from __future__ import annotations

from enum import Enum
from typing import assert_never

import numpy as np
from numpy.typing import NDArray

from models.neutral.blocks import Block, Kind
from models.neutral.model import Model


class Form(Enum):
    """CLAUSE .. PARITY classify rows; GUARDED, INTEGER and OBJECTIVE are additional properties."""

    CLAUSE = "clause"
    AT_MOST_ONE = "at-most-one"
    EXACTLY_ONE = "exactly-one"
    CARDINALITY = "cardinality"
    LINEAR = "linear"
    PARITY = "parity"
    GUARDED = "guarded"
    INTEGER = "integer"
    OBJECTIVE = "objective"


def row_forms(block: Block) -> dict[Form, NDArray[np.bool_]]:
    """For each form that a row of the block has: the mask of those rows, shape (rows,). The masks are disjoint."""
    match block.kind:
        case Kind.CLAUSE:
            masks = {Form.CLAUSE: np.ones(len(block), np.bool_)}
        case Kind.CARDINALITY:
            at_most_one = (block.hi == 1) & (block.lo <= 0)
            exactly_one = (block.hi == 1) & (block.lo == 1)
            masks = {
                Form.AT_MOST_ONE: at_most_one,
                Form.EXACTLY_ONE: exactly_one,
                Form.CARDINALITY: ~(at_most_one | exactly_one),
            }
        case Kind.LINEAR:
            masks = {Form.LINEAR: np.ones(len(block), np.bool_)}
        case Kind.PARITY:
            masks = {Form.PARITY: np.ones(len(block), np.bool_)}
        case _:
            assert_never(block.kind)
    return {form: mask for form, mask in masks.items() if mask.any()}


def forms(model: Model) -> frozenset[Form]:
    """Every form that occurs in the model."""
    present: set[Form] = set()
    for block in model.stated_blocks:
        present.update(row_forms(block))
        if block.when is not None:
            present.add(Form.GUARDED)
    if model.integer.any():
        present.add(Form.INTEGER)
    if model.objective is not None:
        present.add(Form.OBJECTIVE)
    return frozenset(present)
