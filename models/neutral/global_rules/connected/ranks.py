"""Ranks: each vertex has a number, and that of a vertex is larger than that of its parent.

    parent of v is u   =>   rank[v] >= rank[u] + 1

Going up from parent to parent, ranks fall, so the walk ends, and only a root has no parent. Ranks need to go up to the
largest distance from a root. As old as subtour elimination itself (Miller, Tucker and Zemlin, 1960).
"""

from __future__ import annotations

import numpy as np

from models.neutral.global_rules.connected.parents import state_parents
from models.neutral.global_rules.connected.rule import GraphRule
from models.neutral.global_rules.contract import Formulation, StatingModel


def state_ranks(m: StatingModel, rule: GraphRule) -> None:
    """State the rule with an integer per vertex."""
    parents = state_parents(m, rule)
    rank = np.asarray(m.ints(m.fresh_name("rank"), len(rule.on), 0, rule.within))
    pairs = np.stack([rank[parents.head], rank[parents.tail]], axis=1)
    m.linear(1, None, rule.sentence, pairs, [1, -1], when=parents.parent)


FORMULATION = Formulation(
    "ranks",
    state_ranks,
    "a number for each vertex, which is larger than that of its parent; guarded linear rows",
    source="Miller, Tucker and Zemlin (1960)",
    unique=False,
)
