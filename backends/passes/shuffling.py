"""Shuffling: the same model with its variables, the rows of each rule and the literals of each row in another order.

    x[0] x[1] x[2]     the numbers of an array's variables change places, their bounds with them;
       \\   /           arrays, rules, sentences and the numbers of rows stay, so structure can be recognised
    x[1] x[0] x[2]     and a row can be named

How long a solver takes may depend on the order in which it gets variables and rows. Runs with several shuffles show how
much. What a solver says of the shuffled model is lifted: values, fixed literals and certificates are those of the model
as stated, and are judged there. The order is that of the words of PCG64, the same for a seed on every machine.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from backends.contract import Outcome, Values
from models.neutral import Block, Model
from models.neutral.blocks import Objective
from models.neutral.rows import Rows, rename_literals


@dataclass(frozen=True, slots=True, eq=False)
class Shuffle:
    """model: the shuffled one; numbers: the number there of each variable, shape (variables + 1,), 0 at 0; rows: for
    each rule, which row of the model as stated each row is."""

    model: Model
    numbers: NDArray[np.int32]
    rows: tuple[NDArray[np.int64], ...]

    def lift_values(self, values: Values) -> Values:
        """An assignment of the shuffled model as one of the model as stated."""
        return values[self.numbers]

    def lift(self, outcome: Outcome) -> Outcome:
        """What a solver said of the shuffled model, said of the model as stated."""
        stated = np.empty_like(self.numbers)
        stated[self.numbers] = np.arange(len(self.numbers), dtype=np.int32)
        certificate = outcome.certificate
        if certificate is not None:
            pairs = zip(certificate.blocks.tolist(), certificate.rows.tolist(), strict=True)
            rows = np.array([self.rows[block][row] for block, row in pairs], np.int64)
            certificate = replace(certificate, rows=rows, literals=rename_literals(certificate.literals, stated))
        return replace(
            outcome,
            values=None if outcome.values is None else self.lift_values(outcome.values),
            fixed=None if outcome.fixed is None else rename_literals(outcome.fixed, stated),
            certificate=certificate,
        )


def shuffle_model(model: Model, seed: int) -> Shuffle:
    """The model, shuffled by that seed."""
    bits, numbers = np.random.PCG64(seed), np.zeros(model.variables + 1, np.int32)
    shuffled = Model(model.name)
    for name, array in model.arrays.items():
        numbers[array.ravel()] = array.ravel()[_order(array.size, bits)]
        if array.size and model.integer[array.flat[0]]:
            bounds = np.empty((2, model.variables + 1), np.int64)
            bounds[:, numbers[array.ravel()]] = model.lower[array.ravel()], model.upper[array.ravel()]
            shuffled.ints(name, array.shape, bounds[0][array], bounds[1][array])
        else:
            shuffled.bools(name, array.shape)
    blocks = model.stated_blocks
    orders = tuple(_order(len(block), bits) for block in blocks)
    shuffled.blocks = [
        _shuffle_literals(block.take(order), numbers, bits) for block, order in zip(blocks, orders, strict=True)
    ]
    shuffled.global_rules = [rule.renumbered(numbers) for rule in model.global_rules]
    if model.objective is not None:
        shuffled.objective = _shuffle_objective(model.objective, numbers, bits)
    return Shuffle(shuffled, numbers, orders)


def _shuffle_literals(block: Block, numbers: NDArray[np.int32], bits: np.random.PCG64) -> Block:
    """The block in new numbers, the literals of each row in another order."""
    order = np.lexsort((bits.random_raw(len(block.rows.literals)), block.rows.owners))
    return replace(
        block,
        rows=Rows(block.rows.starts, rename_literals(block.rows.literals, numbers)[order]),
        coefs=None if block.coefs is None else block.coefs[order],
        when=None if block.when is None else rename_literals(block.when, numbers),
    )


def _shuffle_objective(objective: Objective, numbers: NDArray[np.int32], bits: np.random.PCG64) -> Objective:
    order = _order(len(objective.literals), bits)
    return replace(
        objective, literals=rename_literals(objective.literals, numbers)[order], coefs=objective.coefs[order]
    )


def _order(n: int, bits: np.random.PCG64) -> NDArray[np.int64]:
    """The numbers below n in random order: sorted by the next n words."""
    return np.argsort(bits.random_raw(n), kind="stable")
