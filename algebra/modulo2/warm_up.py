"""Every compiled loop of the package called once on a tiny system, so that no solve waits for a compiler.

`python -m algebra.modulo2.warm_up` compiles them, `prepare` reads them from disk.
"""

from __future__ import annotations

import numpy as np

from algebra.modulo2.affine import AffineSpace, solve
from algebra.modulo2.minimum.border_dp import BorderPlan, find_plan, solve_plan
from algebra.modulo2.minimum.transform import minimum
from algebra.modulo2.sparse_matrix import matrix_from_entries
from rosetta.foundation.work_clock import work_seconds


def prepare() -> None:
    """Compile, or load what was compiled."""
    ring = np.arange(12)
    table = matrix_from_entries(np.repeat(ring, 2), np.stack([ring, (ring + 1) % 12], axis=1).ravel(), (12, 12))
    for odd in (np.ones(12, np.bool_), ring == 0):  # the second has no solution
        for route in ("chase", "dense"):
            space = solve(table, odd, route)
            if isinstance(space, AffineSpace):
                for weight in (1, 2**33):  # sums of either width
                    minimum(space, np.full(12, weight), work_seconds() + 60)
                plan = find_plan(table, odd)
                assert isinstance(plan, BorderPlan), "a ring is narrow"
                solve_plan(plan, np.ones(12, np.int64))


if __name__ == "__main__":
    prepare()
