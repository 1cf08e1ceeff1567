"""The cheapest solution of equations whose graph is narrow, like a tree or a long strip, by dynamic programming.

    x1 - a - x2 - b - x4 ...     Variables and equations are nodes, entries of the table are edges. Nodes are closed one
          \\       /             after the other. What was closed and hangs together is a cluster; outside, all that
           x3 - c                matters of it is the values of variables and the parities of equations at its border.
                                 For each way in which these can be: the least cost, and how it is got.

A cluster's border has few nodes if the graph is narrow (of small treewidth), and the ways in which it can be are an
affine space modulo 2, often of half as many dimensions: on an n x m board 2^n ways, not the 4^n of values and parities
each by themselves. A row of any weight is no wider than another, since a border keeps its parity so far.

Nonserial dynamic programming: Bertele & Brioschi 1972. Tables over affine spaces, as small as they can be: the trellis
of a code (Wolf 1978; Forney 1988), on trees Kashyap 2009; 2^treewidth for parities: Greilhuber, Schepper & Wellnitz
2025. `border_order_kernel` finds the order of closing, `border_plan_kernel` the spaces and a program, before a table is
made: so it is known what the tables will cost. `border_dp_kernel` makes them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from algebra.modulo2.sparse_matrix import Bits, Column, Numbers, SparseMatrix
from rosetta.foundation.jit import is_compiled
from rosetta.foundation.limits import LimitReached
from rosetta.foundation.work_clock import work_seconds

if TYPE_CHECKING:  # the compiled loops are loaded on first use
    from algebra.modulo2.minimum.border_plan_kernel import ClosingOrder, NodeGraph

WIDEST = 22  # dimensions of a joint space
BORDER = 60  # nodes of a border; no more fit into a word with the width above
ENTRY_SECONDS, STEP_SECONDS, NODE_SECONDS = 4e-9, 5e-8, 2e-6  # measured: table, step, planning
PLAIN_SLOWDOWN = 170  # times slower without numba, planning half of that
PAUSE = 2**26  # entries from one look at the clock to the next
ORDERS = 2  # that are tried, the second where the tables of the first would take longer than planning again


@dataclass(frozen=True, slots=True, eq=False)
class BorderPlan:
    """What is to be done. width: dimensions of the largest joint space; entries: of all joint spaces, looked at once
    each; choices: bits that are kept for the way back; held: entries of the tables that are there at the same time."""

    program: Any
    steps: int
    bits: int
    entries: int
    choices: int
    peak_entries: int
    width: int
    variables: int

    @property
    def seconds(self) -> float:
        """That the tables will take, roughly."""
        return slowdown() * (ENTRY_SECONDS * self.entries + STEP_SECONDS * self.steps)

    @property
    def megabytes(self) -> float:
        return (
            float(self.choices / 8 + 8 * self.peak_entries + 12 * 2**self.width + 17 * self.steps + 8 * self.bits) / 1e6
        )


def slowdown() -> int:
    """How many times, than with compiled loops."""
    from algebra.modulo2.minimum import border_dp_kernel as kernel

    return 1 if is_compiled(kernel.tabulate) else PLAIN_SLOWDOWN


def find_plan(table: SparseMatrix, odd: Bits, megabytes: float = np.inf, deadline: float = np.inf) -> BorderPlan | str:
    """How the cheapest solution of `table` x = odd can be found, or why not, as a phrase. deadline: on
    time.monotonic's clock. The equations must have a solution; "they have no solution" is found out on the way."""
    planning = slowdown() * NODE_SECONDS * (len(table) + table.columns)
    if work_seconds() + planning > deadline:
        return "there is no time to look for a narrow order"
    starts, nodes = _graph(table)
    reason, best = "", None
    for make_order in (_degree_order, _sweep_order)[:ORDERS]:
        if best is not None and best.seconds < planning:
            break
        plan = _plan_for_order(starts, nodes, make_order(table), table.columns, odd)
        if isinstance(plan, str):
            reason = reason or plan
        elif best is None or plan.entries < best.entries:
            best = plan
    if best is None:
        return reason
    if best.megabytes > megabytes / 4:
        return f"its tables are {best.megabytes:,.0f} MB"
    return best


def solve_plan(plan: BorderPlan, weights: Column, deadline: float = np.inf) -> Bits:
    """The cheapest solution. weights: of each variable, shape (variables,), less than 2^62 in sum. Raises LimitReached
    at the deadline."""
    from algebra.modulo2.minimum import border_dp_kernel as kernel

    stack = kernel.TableStack(
        tables=np.zeros(plan.peak_entries + 2, np.int64),
        begins=np.zeros(plan.steps + 2, np.int64),
        at=np.zeros(3, np.int64),
        best=np.zeros(1 << plan.width, np.int64),
        hidden=np.zeros(1 << plan.width, np.int32),
        choices=np.zeros(plan.choices // 8 + 1, np.uint8),
    )
    entries = np.cumsum(np.left_shift(1, plan.program.width[: plan.steps].astype(np.int64)))
    first = 0
    while first < plan.steps:
        if first and work_seconds() > deadline:
            raise LimitReached("no time for the tables of the dynamic programming")
        computed = int(entries[first - 1]) if first else 0
        last = max(first + 1, int(np.searchsorted(entries, computed + PAUSE // slowdown(), "right")))
        kernel.tabulate(plan.program, first, last, weights, stack)
        first = last
    solution = np.zeros(plan.variables, np.bool_)
    kernel.trace_solution(plan.program, plan.steps, plan.bits, plan.choices, stack.choices, solution)
    return solution


def _graph(table: SparseMatrix) -> tuple[Column, Numbers]:
    """The neighbours of each node: of the variables, then of the equations."""
    turned = table.transpose()
    starts = np.concatenate([turned.starts[:-1], turned.starts[-1] + table.starts])
    return starts, np.concatenate([turned.entries + np.int32(table.columns), table.entries]).astype(np.int32)


def _degree_order(table: SparseMatrix) -> Numbers:
    """No order is given: that of minimum degree."""
    return np.zeros(0, np.int32)


def _sweep_order(table: SparseMatrix) -> Numbers:
    """From one end of the graph to the other (reverse Cuthill-McKee): best for long strips."""
    from scipy.sparse import block_array, csr_array
    from scipy.sparse.csgraph import reverse_cuthill_mckee

    if not len(table.entries):  # scipy knows no empty graph
        return np.arange(len(table) + table.columns, dtype=np.int32)
    ones = csr_array(
        (np.ones(len(table.entries), np.int8), table.entries, table.starts), shape=(len(table), table.columns)
    )
    both = block_array([[None, ones.T], [ones, None]], format="csr")
    return np.asarray(reverse_cuthill_mckee(both, symmetric_mode=True), np.int32)


def _plan_for_order(
    starts: Column, nodes: Numbers, fixed_order: Numbers, variables: int, odd: Bits
) -> BorderPlan | str:
    """The plan with the nodes closed in the given order, that of minimum degree if it is empty."""
    from algebra.modulo2.minimum import border_plan_kernel as kernel

    count = len(starts) - 1
    graph = kernel.NodeGraph(starts, nodes, variables)
    order = _elimination_tree(graph, fixed_order)
    if order is None:
        return f"no narrow order was found: borders of more than {BORDER} nodes"
    stack = kernel.Stack(
        np.zeros(count + 2, np.int64),
        np.zeros(count + 2, np.int64),
        np.zeros(1024, np.int32),
        np.zeros(1024, np.int64),
        np.full(count, -1, np.int32),
        np.zeros(4 * BORDER + 8, np.int64),
    )
    steps = 2 * count
    program = kernel.TableProgram(
        np.zeros(steps, np.int8),
        np.zeros(steps, np.int8),
        np.zeros(steps, np.int8),
        np.zeros(steps, np.bool_),
        np.zeros(steps, np.int32),
        np.zeros(steps, np.int32),
        np.zeros(steps, np.int32),
        np.zeros(1024, np.int32),
        np.zeros(1024, np.int32),
    )
    program, totals = kernel.plan_program(stack, program, order, graph, odd, WIDEST)
    step_count, bits, entries, choices, held, width = totals.tolist()
    if step_count < 0:
        return (
            "they have no solution"
            if step_count == kernel.CONTRADICTION
            else f"tables of more than {WIDEST} dimensions"
        )
    return BorderPlan(program, step_count, bits, entries, choices, held, width, variables)


def _elimination_tree(nodes: NodeGraph, fixed_order: Numbers) -> ClosingOrder | None:
    """In which order the nodes are closed, that of minimum degree if no order is given; None where a border would be
    too large."""
    from algebra.modulo2.minimum import border_order_kernel as kernel
    from algebra.modulo2.minimum.border_plan_kernel import ClosingOrder

    starts, count = nodes.starts, len(nodes.starts) - 1
    degrees = np.diff(starts).astype(np.int32)

    def none(size: int = count, kind: Any = np.int32) -> NDArray[Any]:
        return np.full(size, kernel.NONE, kind)

    graph = kernel.QuotientGraph(
        starts[:-1],
        starts[1:].copy(),
        nodes.neighbours.copy(),
        none(),
        np.zeros(count, np.bool_),
        degrees.copy(),
        none(kind=np.int64),
        np.zeros(count, np.int64),
        np.zeros(count, np.int32),
        np.zeros(count + 1, np.int64),
    )
    queue = kernel.Queue(none(kernel.HIGHEST + 1), none(), none(), none())
    order = np.zeros(count, np.int32)
    if not len(fixed_order):
        kernel.fill(queue, degrees)
    if kernel.close_all(graph, queue, fixed_order.astype(np.int32), BORDER, order) == kernel.NONE:
        return None
    ranks = np.empty(count, np.int32)
    ranks[order] = np.arange(count, dtype=np.int32)
    return ClosingOrder(kernel.postorder(graph.parents, order), graph.parents, ranks)
