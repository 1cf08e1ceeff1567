"""Each place has a rank on the tour, which begins at place 0; the next place has a larger one.

    successor of i is j   =>   rank(j) >= rank(i) + 1          for each j but 0
    rank(0) = 0;  1 <= rank(j) <= n - 1

C. Miller, A. Tucker, R. Zemlin (1960): Integer programming formulation of traveling salesman problems, JACM 7. In n
places, no other ranks are possible than those on the tour.
"""

from __future__ import annotations

import numpy as np

from models.neutral.errors import ModelTooLarge
from models.neutral.global_rules.circuit.arcs import possible_arcs, state_arcs
from models.neutral.global_rules.circuit.rule import Circuit
from models.neutral.global_rules.contract import Formulation, StatingModel
from models.neutral.global_rules.sums import Terms, add_terms, state_sums
from models.neutral.numbers.domains import ALWAYS

MOST_ARCS = 5_000_000


def state_ranks(m: StatingModel, rule: Circuit) -> None:
    """An integer for each place, and a guarded row for each arc. Raises ModelTooLarge."""
    if (total := len(possible_arcs(m, rule).row)) > MOST_ARCS:
        raise ModelTooLarge(f"ranks: a row for each of {total:,} arcs, the most are {MOST_ARCS:,}")
    arcs = state_arcs(m, rule)
    arcs = arcs.take(arcs.head != 0)
    has_rank = np.ones(len(rule.numbers), np.bool_)
    has_rank[rule.starts[:-1][np.diff(rule.starts) > 0]] = False
    if not has_rank.any():
        return
    ranks = np.full(len(rule.numbers), -ALWAYS, np.int32)  # 0 of the first place
    highest = np.diff(rule.starts)[rule.owners] - 1
    ranks[has_rank] = np.asarray(m.ints(m.fresh_name("rank"), int(has_rank.sum()), 1, highest[has_rank]))
    row, first = np.arange(len(arcs.head)), rule.starts[arcs.row]
    later = Terms(row, ranks[first + arcs.head], np.ones(len(row), np.int64))
    earlier = Terms(row, ranks[first + arcs.tail], -np.ones(len(row), np.int64))
    rises = add_terms(len(row), later, earlier)
    state_sums(m, rule, rises, arcs.row, 1, None, when=arcs.literal)


FORMULATION = Formulation(
    "ranks",
    state_ranks,
    "each place has a rank, and the next one a larger rank",
    source="Miller, Tucker and Zemlin (1960)",
    default=True,
)
