"""The cheapest solution, exactly, by whichever of two methods is quicker for these equations; and why that one.

    transform   a transform over each block of the kernel: 2^d for each block of dimension d, however large the system
    border_dp   dynamic programming from border to border: 2^width for each variable, however large the kernel

A board is for the transform while its kernel is small; a tree, a strip, anything that hangs together by narrow borders,
for dynamic programming once its kernel is not. Both are estimated before either is run, from what their tables will
hold; the kernel is only taken apart where dynamic programming is not the cheaper of the two anyway.
"""

from __future__ import annotations

from dataclasses import dataclass

from algebra.modulo2.affine import AffineSpace
from algebra.modulo2.minimum import border_dp
from algebra.modulo2.minimum.blocks import KernelBlock
from algebra.modulo2.minimum.border_dp import BorderPlan
from algebra.modulo2.minimum.transform import blocks_by_size, check_weights, minimum, slowdown
from algebra.modulo2.sparse_matrix import Bits, Column, SparseMatrix
from rosetta.foundation.limits import LimitReached, TooLarge
from rosetta.foundation.work_clock import work_seconds

SMALL = 16  # dimensions of a kernel that the transform has done before anything else is looked at
SUM_SECONDS = 3e-9  # measured: of the transform, for one solution
KERNEL_SECONDS = 2e-4  # to find the blocks, for each dimension


@dataclass(frozen=True, slots=True, eq=False)
class CheapestSolution:
    """solution: the best found, shape (variables,); cost: what it costs; bound: no solution costs less; how: the way,
    and why that one, as a phrase."""

    solution: Bits
    cost: int
    bound: int
    method: str


def cheapest_solution(
    table: SparseMatrix,
    odd: Bits,
    space: AffineSpace,
    weights: Column,
    deadline: float,
    megabytes: float = float("inf"),
) -> CheapestSolution:
    """The cheapest solution of `table` x = odd, of which `space` is known. weights: what each variable costs where it
    is 1, shape (variables,); deadline: on the clock of `work_clock`. Raises TooLarge where sums do not fit into 64
    bits, or neither way into the memory; LimitReached."""
    check_weights(weights)
    dimension = space.dimension
    if not dimension:
        cost = int(weights[space.solution].sum())
        return CheapestSolution(space.solution, cost, cost, "the only solution")
    if dimension <= SMALL:
        return _solve_by_transform(space, weights, deadline, blocks_by_size(space, weights, deadline), "")
    plan = border_dp.find_plan(table, odd, megabytes, deadline)
    if isinstance(plan, str):
        why = f", since for dynamic programming {plan}"
        return _solve_by_transform(space, weights, deadline, blocks_by_size(space, weights, deadline), why)
    in_time = work_seconds() + plan.seconds < deadline
    if in_time and plan.seconds < KERNEL_SECONDS * dimension:
        return _solve_by_dp(plan, weights, deadline, f"the kernel has {dimension:,} dimensions")
    try:
        parts = blocks_by_size(space, weights, deadline)
    except (TooLarge, LimitReached) as reason:
        return _solve_by_dp(plan, weights, deadline, str(reason))
    seconds = SUM_SECONDS * slowdown() * sum(2.0 ** min(block.dimension, 1000) for block in parts)
    if in_time and plan.seconds < seconds:
        largest = parts[-1].dimension
        return _solve_by_dp(plan, weights, deadline, f"the largest block of the kernel has {largest:,} dimensions")
    return _solve_by_transform(
        space, weights, deadline, parts, f", dynamic programming of width {plan.width} would take longer"
    )


def _solve_by_dp(plan: BorderPlan, weights: Column, deadline: float, why: str) -> CheapestSolution:
    solution = border_dp.solve_plan(plan, weights, deadline)
    cost = int(weights[solution].sum())
    return CheapestSolution(solution, cost, cost, f"cheapest by dynamic programming, width {plan.width}: {why}")


def _solve_by_transform(
    space: AffineSpace, weights: Column, deadline: float, parts: list[KernelBlock], why: str
) -> CheapestSolution:
    lightest = minimum(space, weights, deadline, parts)
    blocks, words = lightest.dimensions, ""
    if len(blocks) > 1 or lightest.cost != lightest.bound:
        words = f"; {len(blocks):,} blocks of the kernel, the largest of dimension {blocks[-1]:,}"
    return CheapestSolution(
        lightest.solution, lightest.cost, lightest.bound, f"cheapest by a transform over it{why}{words}"
    )
