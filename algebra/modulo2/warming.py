"""Every compiled loop of the package called once on a tiny system, so that no solve waits for a compiler.

`python -m algebra.modulo2.warming` fills numba's cache, `prepare` loads it.
"""

from __future__ import annotations

import time

import numpy as np

from algebra.modulo2.affine import Affine, solve
from algebra.modulo2.minimum.border_dp import Narrow, least, planned
from algebra.modulo2.minimum.transform import minimum
from algebra.modulo2.table import table_of


def prepare() -> None:
    """Compile, or load what was compiled."""
    ring = np.arange(12)
    table = table_of(np.repeat(ring, 2), np.stack([ring, (ring + 1) % 12], axis=1).ravel(), (12, 12))
    for odd in (np.ones(12, np.bool_), ring == 0):  # the second has no solution
        for route in ("chase", "dense"):
            space = solve(table, odd, route)
            if isinstance(space, Affine):
                for weight in (1, 2**33):  # sums of either width
                    minimum(space, np.full(12, weight), time.monotonic() + 60)
                plan = planned(table, odd)
                assert isinstance(plan, Narrow), "a ring is narrow"
                least(plan, np.ones(12, np.int64))


if __name__ == "__main__":
    prepare()
