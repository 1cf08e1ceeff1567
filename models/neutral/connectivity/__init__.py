"""Formulations of connectivity: one per file, each stating a graph rule (`models.neutral.graphs`) as rows.

Every vertex that is there has a way to a root, step by step. They differ in how they say that no way goes round in a
circle:

    elimination   who comes before whom, between vertices that are neighbours after others were eliminated; clauses
    ranks         a number for each vertex, which is larger than that of its parent; guarded linear rows
    flow          the root sends a unit to every vertex, along edges that are there; linear rows
    distances     whether a root is 0 steps away, 1 step, 2 steps, ...; clauses, few where all ways are short

Two more are no files, as they state no rows: `lazy` (cuts while solving), mostly the fastest, and `circuit`, for cycles
(CP-SAT's own). The first one is stated in rows, so that it can be proved, explained, and written to files.

The variables that they add are not determined by the answer, so solutions are counted on the answer's variables.
"""

from __future__ import annotations

from collections.abc import Callable

from models.neutral.connectivity.distances import state_distances
from models.neutral.connectivity.elimination import state_elimination
from models.neutral.connectivity.flow import state_flow
from models.neutral.connectivity.ranks import state_ranks
from models.neutral.global_rules.contract import StatingModel
from models.neutral.graphs import CIRCUIT, LAZY, GraphRule

STATED: dict[str, Callable[[StatingModel, GraphRule], None]] = {
    "elimination": state_elimination,
    "ranks": state_ranks,
    "flow": state_flow,
    "distances": state_distances,
}
CONNECTIVITY = (*STATED, LAZY)
LONG_WAYS = tuple(name for name in CONNECTIVITY if name != "distances")  # for graphs in which ways may be long
CYCLES = (*LONG_WAYS, CIRCUIT)
