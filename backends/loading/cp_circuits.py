"""CP-SAT's own constraint for cycles (`AddCircuit`): a rule "the edges form one cycle" that no rows state.

    circuit   tails, heads, literals: of the arcs whose literal holds, each node has one that enters it and one that
              leaves it, and they form one circuit; a node that is left out has a loop

The constraint is about arcs: each edge gets two, one for each direction. If the edge is there, one of them is; which
one, the answer does not say.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from backends.loading.wire import Messages, delimited_field, packed_field, ragged_column
from models.neutral import Model

CIRCUIT, TAILS, HEADS, LITERALS = 15, 3, 4, 5  # the field of a constraint, and its own


@dataclass(frozen=True, slots=True, eq=False)
class Circuit:
    """A circuit constraint: nodes from 0, a literal (of the model) for each arc; all of shape (arcs,)."""

    tails: NDArray[np.int32]
    heads: NDArray[np.int32]
    literals: NDArray[np.int32]


def orient_cycles(model: Model) -> tuple[Model, list[Circuit]]:
    """The model with the arcs of its open rules as further variables, and their circuits; itself where it has none."""
    if not model.open_rules:
        return model, []
    extended, circuits = model.relaxed(), []
    for rule in model.open_rules:
        ahead, back = np.asarray(extended.bools(extended.fresh_name("arc"), (2, len(rule.edges))))
        extended.any(rule.sentence, np.concatenate([np.stack([-arc, rule.links], axis=1) for arc in (ahead, back)]))
        extended.any(rule.sentence, np.stack([-rule.links, ahead, back], axis=1))
        tail, head = rule.edges.T
        nodes = np.arange(len(rule.on))
        circuits.append(
            Circuit(
                np.concatenate([tail, head, nodes]).astype(np.int32),
                np.concatenate([head, tail, nodes]).astype(np.int32),
                np.concatenate([ahead, back, -rule.on]),
            )
        )
    return extended, circuits


def circuit_messages(circuits: Sequence[Circuit], references: Any) -> Messages:
    """The constraints as fields of CP-SAT's message. references: CP-SAT's numbers for literals."""
    lengths = np.array([len(circuit.literals) for circuit in circuits])
    columns = [
        ragged_column(lengths, np.concatenate(column))
        for column in zip(*((c.tails, c.heads, references(c.literals)) for c in circuits), strict=True)
    ]
    fields = zip((TAILS, HEADS, LITERALS), columns, strict=True)
    return delimited_field(CIRCUIT, *(part for field, column in fields for part in packed_field(field, column)))
