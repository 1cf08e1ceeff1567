"""The solutions that a permutation of the variables maps to themselves. Part of what a count rests on.

In such a solution all variables of a cycle have one value, that of the least. So its rows are those of the model with
that name for each variable of the cycle, and a row may then count a variable several times.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Names = NDArray[np.int64]


def name_cycles(image: NDArray[np.int32]) -> Names:
    """The least variable of each variable's cycle, 0 for 0. image: where each goes, shape (variables + 1,)."""
    if not np.array_equal(np.sort(image), np.arange(len(image))) or image[0] != 0:
        raise ValueError("expected a permutation of the variables")
    names = np.arange(len(image), dtype=np.int64)
    steps = image.astype(np.int64)
    ahead = steps
    while not np.array_equal(ahead, np.arange(len(image))):
        names, ahead = np.minimum(names, ahead), steps[ahead]
    return names


def keep_names(variables: int) -> Names:
    """Each variable by its own name: all solutions."""
    return np.arange(variables + 1, dtype=np.int64)
