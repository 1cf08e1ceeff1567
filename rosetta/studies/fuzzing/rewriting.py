"""Rewriting a model so that its answers stay the same: what solvers say of both must agree.

    permute      variables, rows and literals in another order
    negate       some Booleans stand for their opposite: x becomes not x everywhere
    duplicate    some rows are stated twice
    scale        sums and their bounds are multiplied by a number, and the bounds moved to where no sum lies
    split        lo <= sum <= hi becomes two rows
    restate      a clause becomes a cardinality, a cardinality a sum with coefficients 1

Metamorphic testing (Chen, Cheung, Yiu 1998): an error shows without knowing the right answer.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeAlias, assert_never

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from backends.passes.shuffling import shuffle_model
from models.neutral import Block, Kind, Model

Lift: TypeAlias = Callable[[NDArray[np.int64]], NDArray[np.int64]]
Step: TypeAlias = tuple[Model, Lift, Lift]  # the model, assignments to it, and back
LARGEST_FACTOR = 9
MOST_STEPS = 4


@dataclass(frozen=True, slots=True, eq=False)
class Rewriting:
    """model: the rewritten one; rewrite_values: an assignment of the model as it was, shape (variables + 1,), as one of
    the rewritten model; restore_values: back again; steps: what was done, in this order."""

    model: Model
    rewrite_values: Lift
    restore_values: Lift
    steps: tuple[str, ...]


def rewrite_model(model: Model, rng: Generator) -> Rewriting:
    """The model after one to MOST_STEPS steps. It has the same variables, and an objective of the same value."""
    steps = tuple(rng.permutation(sorted(STEPS))[: int(rng.integers(1, MOST_STEPS + 1))].tolist())
    lifts: list[Lift] = []
    returns: list[Lift] = []
    for step in steps:
        model, lift, back = STEPS[step](model, rng)
        lifts.append(lift)
        returns.insert(0, back)
    return Rewriting(model, partial(_apply_lifts, lifts), partial(_apply_lifts, returns), steps)


def _apply_lifts(lifts: list[Lift], values: NDArray[np.int64]) -> NDArray[np.int64]:
    for lift in lifts:
        values = lift(values)
    return values


def _permute(model: Model, rng: Generator) -> Step:
    shuffle = shuffle_model(model, int(rng.integers(2**32)))

    def lift(values: NDArray[np.int64]) -> NDArray[np.int64]:
        moved = np.empty_like(values)
        moved[shuffle.numbers] = values
        return moved

    def restore(values: NDArray[np.int64]) -> NDArray[np.int64]:
        return values[shuffle.numbers]

    return shuffle.model, lift, restore


def _negate(model: Model, rng: Generator) -> Step:
    flipped = (rng.random(model.variables + 1) < 0.5) & ~model.integer
    flipped[0] = False

    def rename(literals: NDArray[np.int32]) -> NDArray[np.int32]:
        return np.where(flipped[np.abs(literals)], -literals, literals).astype(np.int32)

    def lift(values: NDArray[np.int64]) -> NDArray[np.int64]:
        return np.where(flipped, 1 - values, values)

    blocks = [
        replace(
            block,
            rows=replace(block.rows, literals=rename(block.rows.literals)),
            when=None if block.when is None else rename(block.when),
        )
        for block in model.blocks
    ]
    rewritten = _with_blocks(model, blocks)
    if rewritten.objective is not None:
        rewritten.objective = replace(rewritten.objective, literals=rename(rewritten.objective.literals))
    return rewritten, lift, lift


def _duplicate(model: Model, rng: Generator) -> Step:
    copies = [block.take(rng.random(len(block)) < 0.5) for block in model.blocks]
    again = [replace(block, sentence=f"{block.sentence}, again") for block in copies if len(block)]
    return _with_blocks(model, [*model.blocks, *again]), _same_values, _same_values


def _scale(model: Model, rng: Generator) -> Step:
    """k lo <= k sum says the same as k lo - (k - 1) <= k sum, for integers."""
    blocks = []
    for block in model.blocks:
        if block.coefs is not None:
            factor = int(rng.integers(2, LARGEST_FACTOR + 1))
            below, above = rng.integers(0, factor, (2, len(block)))
            lo, hi = block.lo * factor - below, block.hi * factor + above
            block = replace(block, coefs=block.coefs * factor, lo=lo, hi=hi)
        blocks.append(block)
    return _with_blocks(model, blocks), _same_values, _same_values


def _split(model: Model, rng: Generator) -> Step:
    """The open side of each half is what the row can reach, but at least the bound that is there."""
    blocks = []
    for block in model.blocks:
        match block.kind:
            case Kind.CARDINALITY | Kind.LINEAR:
                least, most = model.reach(block)
                blocks.append(replace(block, sentence=f"{block.sentence}, at least", hi=np.maximum(most, block.lo)))
                blocks.append(replace(block, sentence=f"{block.sentence}, at most", lo=np.minimum(least, block.hi)))
            case Kind.CLAUSE | Kind.PARITY:
                blocks.append(block)
            case _:
                assert_never(block.kind)
    return _with_blocks(model, blocks), _same_values, _same_values


def _restate(model: Model, rng: Generator) -> Step:
    blocks = []
    for block in model.blocks:
        match block.kind:
            case Kind.CLAUSE:
                blocks.append(replace(block, kind=Kind.CARDINALITY, hi=np.maximum(block.rows.lengths, 1)))
            case Kind.CARDINALITY:
                ones = np.ones(len(block.rows.literals), np.int64)
                blocks.append(replace(block, kind=Kind.LINEAR, coefs=ones))
            case Kind.LINEAR | Kind.PARITY:
                blocks.append(block)
            case _:
                assert_never(block.kind)
    return _with_blocks(model, blocks), _same_values, _same_values


def _with_blocks(model: Model, blocks: list[Block]) -> Model:
    """The model with other rows."""
    rewritten = model.copy()
    rewritten.blocks = blocks
    return rewritten


def _same_values(values: NDArray[np.int64]) -> NDArray[np.int64]:
    return values


STEPS: dict[str, Callable[[Model, Generator], Step]] = {
    "permute": _permute,
    "negate": _negate,
    "duplicate": _duplicate,
    "scale": _scale,
    "split": _split,
    "restate": _restate,
}
