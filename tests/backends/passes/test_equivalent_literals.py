"""Literals that are others: every assignment of the new variables keeps the same rows before and after."""

from __future__ import annotations

from itertools import product

import numpy as np
from hypothesis import strategies as st

from backends.passes.equivalent_literals import rename_block, rename_objective
from models.neutral import Kind, Model
from models.neutral.checking import check_block
from models.neutral.evaluate import row_sums
from models.neutral.rows import literal_values
from tests.support.strategies import drawn, models


def keeps(block, values: np.ndarray) -> list[bool]:
    """Row by row, guards included."""
    sums = row_sums(block, values)
    within = (block.lo <= sums) & (sums <= block.hi)
    return (within if block.when is None else within | (literal_values(values, block.when) == 0)).tolist()


@drawn(150, 600, models(objective=True), st.data())
def test_rows_and_costs_stay_what_they_are(model: Model, data):
    """Of every kind, with guards, where variables of a row become one, or one and its negation."""
    booleans = model.boolean_variables
    x = booleans.tolist()
    model.parity(data.draw(st.integers(0, 1)), "all of them", [x])  # so that some parity has repeats
    model.parity(1, "all of them, guarded", [[-y for y in x]], when=x[0])
    names = np.arange(model.variables + 1, dtype=np.int32)
    for y in x[1:]:
        names[y] = data.draw(st.sampled_from([y, *(sign * z for z in x if z <= y for sign in (1, -1))]))
    for y in x:  # as far as it goes: names of names
        names[y] = np.sign(names[y]) * names[abs(names[y])] if abs(names[y]) < y else y
    blocks = [rename_block(block, names) for block in model.blocks]
    variables, coefs, constant = rename_objective(model.objective.literals, model.objective.coefs, names)
    assert coefs.all()
    for bits in product((0, 1), repeat=len(x)):
        new = model.lower.copy()
        new[booleans] = bits
        old = new.copy()
        old[booleans] = literal_values(new, names[booleans])
        for block, renamed in zip(model.blocks, blocks, strict=True):
            assert keeps(renamed, new) == keeps(block, old), block.sentence
        cost = (literal_values(old, model.objective.literals) * model.objective.coefs).sum()
        assert (new[variables] * coefs).sum() + constant == cost
    for block in blocks:
        check_block(block, model)
        assert block.kind is not Kind.PARITY or (block.lo == block.hi).all()
