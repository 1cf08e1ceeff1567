"""The cheapest of all solutions x0 + K z, exactly: a Walsh-Hadamard transform over the kernel.

    cost(z) = sum over x of  w_x (x0_x + k_x . z mod 2)  =  const - 1/2 sum over s of  W_s (-1)^(s . z)

Variables with the same kernel column s, their *signature*, go together with the net weight W_s: a board of any size
costs no more than its kernel. All 2^d sums are one transform of length 2^d, done in slices that fit into the memory
(the weight distribution of a coset; MacWilliams & Sloane 1977, The Theory of Error-Correcting Codes, 5.2). The kernel
falls apart into blocks first (`blocks`); the minimum is the sum of theirs.

A block that does not fit into the time is left with the best solution found, and the bound const - 1/2 sum |W_s|.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from algebra.modulo2.affine import AffineSpace
from algebra.modulo2.dense_elimination import pack_bits
from algebra.modulo2.minimum.blocks import KernelBlock, kernel_blocks
from algebra.modulo2.sparse_matrix import Bits, Column
from rosetta.foundation.jit import is_compiled
from rosetta.foundation.limits import TooLarge
from rosetta.foundation.work_clock import work_seconds

SLICE = 18  # dimensions transformed at once: a megabyte, which stays in the cache
WIDEST = 62  # dimensions that are tried one solution after the other, until the time is up
MOST_WEIGHT = 2**61  # of the sum of all weights
Signed: TypeAlias = NDArray[np.signedinteger[Any]]


@dataclass(frozen=True, slots=True, eq=False)
class Minimum:
    """solution: the best found, shape (variables,); cost: what it costs; bound: no solution costs less; dimensions: of
    the kernel's blocks, ascending."""

    solution: Bits
    cost: int
    bound: int
    dimensions: tuple[int, ...]


def minimum(space: AffineSpace, weights: Column, deadline: float, parts: list[KernelBlock] | None = None) -> Minimum:
    """The cheapest solution. weights: what each variable costs where it is 1, shape (variables,); deadline: on
    time.monotonic's clock; parts: the kernel's blocks where weights are not 0, if they are known. Raises TooLarge where
    the sum of all weights, or the kernel, is too large to be held; LimitReached where there is no time to look at the
    kernel."""
    check_weights(weights)
    chosen = np.zeros(space.dimension, np.bool_)
    saved = 0
    parts = blocks_by_size(space, weights, deadline) if parts is None else parts
    for block in parts:
        picked, most = _minimise_block(block, space.solution[block.variables], weights[block.variables], deadline)
        chosen[block.vectors] ^= block.sums[picked].sum(axis=0) % 2 == 1
        saved += most
    solution = space.solution ^ space.combination(chosen)
    start = int(weights[space.solution].sum())
    return Minimum(solution, int(weights[solution].sum()), start - saved, tuple(block.dimension for block in parts))


def slowdown() -> int:
    """How many times, than with compiled loops."""
    from algebra.modulo2.minimum import transform_kernel as kernel

    return 1 if is_compiled(kernel.largest_sum) else 3


def check_weights(weights: Column) -> None:
    """Raises TooLarge where sums may not fit into 64 bits."""
    if float(np.abs(weights.astype(np.float64)).sum()) >= MOST_WEIGHT:
        raise TooLarge("the weights add up to 2^61 or more")


def blocks_by_size(space: AffineSpace, weights: Column, deadline: float) -> list[KernelBlock]:
    """The kernel's blocks on the variables with a weight, the smallest first."""
    return sorted(kernel_blocks(space, weights != 0, deadline), key=lambda block: block.dimension)


def _minimise_block(block: KernelBlock, start: Bits, weights: Column, deadline: float) -> tuple[Bits, int]:
    """Which directions to take, shape (dimension,), and the most that any choice saves."""
    costs = np.where(start, -weights, weights)  # of changing each variable
    signatures, group = np.unique(pack_bits(block.directions.T), axis=0, return_inverse=True)
    net = np.zeros(len(signatures), np.int64)
    np.add.at(net, group.ravel(), costs)
    signatures, net = signatures[net != 0], net[net != 0]
    now, bound = int(net.sum()), int(np.abs(net).sum())  # an even number apart, as is every sum with other signs
    picked = np.zeros(block.dimension, np.bool_)
    if block.dimension <= WIDEST:
        best, choice, complete = _largest_sum(signatures[:, 0].astype(np.int64), net, block.dimension, deadline)
        picked = (choice >> np.arange(block.dimension)) & 1 == 1
        if complete:
            return picked, (best - now) // 2
    return _descend(block.directions, costs, picked, deadline), (bound - now) // 2


def _largest_sum(signatures: Column, net: Column, dimension: int, deadline: float) -> tuple[int, int, bool]:
    """The largest sum of net[s] * (-1)^(s . z) and its z; whether all z were tried before the time was up."""
    low = min(dimension, SLICE)
    number: type[np.signedinteger[Any]] = np.int32 if np.abs(net).sum() < 2**31 else np.int64
    values = np.zeros(1 << low, number)
    at, high, net = signatures & ((1 << low) - 1), signatures >> low, net.astype(number)
    best, choice = -MOST_WEIGHT, 0
    for part in range(1 << (dimension - low)):
        if part and work_seconds() > deadline:
            return best, choice, False
        largest, z = _largest_in_slice(at, high, net, part, values)
        if largest > best:
            best, choice = largest, z | part << low
    return best, choice, True


def _largest_in_slice(low: Column, high: Column, net: Signed, part: int, values: Signed) -> tuple[int, int]:
    """The largest sum of net[s] * (-1)^(low[s] . z + high[s] . part) over all z, and its z. values: room for them."""
    from algebra.modulo2.minimum import transform_kernel as kernel

    if is_compiled(kernel.largest_sum):
        best, z, _ = kernel.largest_sum(low, high, net, part, part + 1, values).tolist()
        return best, z
    values[:] = 0
    np.add.at(values, low, np.where(np.bitwise_count(high & part) % 2 == 1, -net, net))
    step = 1
    while step < len(values):
        pairs = values.reshape(-1, 2, step)
        pairs[:, 0], pairs[:, 1] = pairs[:, 0] + pairs[:, 1], pairs[:, 0] - pairs[:, 1]
        step *= 2
    z = int(values.argmax())
    return int(values[z]), z


def _descend(directions: Bits, costs: Column, picked: Bits, deadline: float) -> Bits:
    """The choice, changed one direction at a time as long as that saves something, the best one first, and there is
    time."""
    picked, costs = picked.copy(), costs.copy()
    for row in directions[picked]:
        costs[row] *= -1
    gains = np.array([costs[row].sum() for row in directions], np.int64)
    while gains.min() < 0 and work_seconds() < deadline:
        at = int(gains.argmin())
        changed = np.flatnonzero(directions[at])
        gains -= 2 * np.where(directions[:, changed], costs[changed], 0).sum(axis=1)
        costs[changed] *= -1
        picked[at] ^= True
    return picked
