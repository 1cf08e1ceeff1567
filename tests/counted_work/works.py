"""What is counted, by the name that stands in the table."""

from __future__ import annotations

import platform
import sys
from collections.abc import Callable, Iterator

from tests.counted_work import works_search, works_sizes
from tests.counted_work.table import Counts
from tests.counted_work.works_sizes import Count

HERE = (sys.platform, platform.machine())
WORKS: dict[str, Callable[[], Iterator[Count]]] = {
    "clauses": works_sizes.count_clauses,
    "linear-rows": works_sizes.count_linear_rows,
    "global-rules": works_sizes.count_global_rules,
    "encodings": works_sizes.count_encodings,
    "propagation": works_search.count_propagation,
    "walks": works_search.count_walks,
    "exchanges": works_search.count_exchanges,
    "exact-covers": works_search.count_exact_covers,
    "states": works_search.count_states,
    "algebra": works_search.count_algebra,
    "cuts": works_search.count_cuts,
    "ilp-cuts": works_search.count_ilp_cuts,
    "windows": works_search.count_windows,
}
WHERE = {"ilp-cuts": ("linux", "x86_64")}  # counted on such a machine only


def is_counted_here(work: str) -> bool:
    """Whether the numbers of the table hold on this machine."""
    return WHERE.get(work, HERE) == HERE


def count_work(work: str) -> Counts:
    """The counts by instance and measure. Raises ValueError where two have the same name."""
    counts: Counts = {}
    for instance, measure, value in WORKS[work]():
        if counts.setdefault((instance, measure), value) is not value:
            raise ValueError(f"{work}: {instance} {measure} is counted twice")
    return counts
