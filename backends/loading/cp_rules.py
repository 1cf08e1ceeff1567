"""Rules that no rows state as CP-SAT's own constraints (`cp_constraints`), over the model with further variables.

single_cycle   circuit: each edge gets two arcs, one for each direction. If the edge is there, one of them is; which
               one, the answer does not say. A vertex that is not there has a loop.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from backends.loading import cp_constraints
from backends.loading.cp_constraints import NativeConstraints
from models.neutral import Model
from models.neutral.graphs import GraphRule


def lower_open_rules(model: Model) -> tuple[Model, list[NativeConstraints]]:
    """The model without its open rules, and these as constraints; further variables come last. Itself where it has
    none."""
    if not model.open_rules:
        return model, []
    extended = model.relaxed()
    return extended, [NATIVE[rule.kind](extended, rule) for rule in model.open_rules]


def _orient_cycle(extended: Model, rule: GraphRule) -> NativeConstraints:
    ahead, back = np.asarray(extended.bools(extended.fresh_name("arc"), (2, len(rule.edges))))
    extended.any(rule.sentence, np.concatenate([np.stack([-arc, rule.links], axis=1) for arc in (ahead, back)]))
    extended.any(rule.sentence, np.stack([-rule.links, ahead, back], axis=1))
    tail, head = rule.edges.T
    nodes = np.arange(len(rule.on))
    return cp_constraints.circuit(
        np.array([0, 2 * len(rule.edges) + len(nodes)]),
        np.concatenate([tail, head, nodes]),
        np.concatenate([head, tail, nodes]),
        np.concatenate([ahead, back, -rule.on]),
    )


NATIVE: Mapping[str, Callable[[Model, Any], NativeConstraints]] = {"single_cycle": _orient_cycle}
