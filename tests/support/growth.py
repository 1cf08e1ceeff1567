"""Whether work grows as it should, by processor time, on a machine that does other things as well."""

from __future__ import annotations

import time
from collections.abc import Callable

TRIES = 12


def takes_at_most(factor: float, first: Callable[[], object], second: Callable[[], object], slack: float = 0.0) -> bool:
    """Does the second take at most so many times the processor time of the first, and so many seconds? Of each the
    least time counts, of as many tries as it takes: what else the machine does makes work slower, in some of them;
    what grows too fast does so in all."""
    least = [float("inf")] * 2
    for _ in range(TRIES):
        for which, work in enumerate((first, second)):
            start = time.process_time()
            work()
            least[which] = min(least[which], time.process_time() - start)
        if least[1] <= factor * least[0] + slack:
            return True
    return False
