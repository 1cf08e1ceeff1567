"""Formulations of connectivity: one per file, each stating a graph rule (`models.neutral.graphs`) as rows.

All choose a *parent* for every vertex that is there and is not the root: a neighbour that is there, too. They differ
in how they exclude parents that go round in a circle:

    elimination   who comes before whom, between vertices that are neighbours after others were eliminated; clauses
    ranks         a number for each vertex, which is larger than that of its parent; guarded linear rows
    flow          the root sends a unit to every vertex, along edges that are there; linear rows

Two more are no files, as they state no rows: `lazy` (cuts while solving), mostly the fastest, and `circuit`, for cycles
(CP-SAT's own). The first one is stated in rows, so that it can be proved, explained, and written to files.

The variables that they add are not determined by the answer, so solutions are counted on the answer's variables.
"""

from __future__ import annotations

from collections.abc import Callable

from models.neutral.connectivity.contract import StatingModel
from models.neutral.connectivity.elimination import state_elimination
from models.neutral.connectivity.flow import state_flow
from models.neutral.connectivity.ranks import state_ranks
from models.neutral.graphs import CIRCUIT, LAZY, GraphRule

STATED: dict[str, Callable[[StatingModel, GraphRule], None]] = {
    "elimination": state_elimination,
    "ranks": state_ranks,
    "flow": state_flow,
}
CONNECTIVITY = (*STATED, LAZY)
CYCLES = (*CONNECTIVITY, CIRCUIT)
