"""An order of the exact items in which few states are different. It need not be trusted: any order is right.

States are few where the options that are chosen cover one stretch of the items and touch few of the others. Items that
share options are drawn together: the order is that of the eigenvector of the second least eigenvalue of the graph's
Laplacian (Fiedler 1973), which runs along the longer side of a board. Pieces, that may lie anywhere, come last.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from backends.count_certificates.stated_cover import StatedCover

MOST_SPECTRAL = 1500  # items
ALIKE = 6  # decimals in which entries of an eigenvector are the same


def order_items(cover: StatedCover) -> NDArray[np.int64]:
    """The order, by number of the exact item."""
    items = len(cover.exact)
    if not 2 < items <= MOST_SPECTRAL:
        return np.arange(items)
    covers = np.zeros((items, len(cover.options)), np.float32)
    for item, options in enumerate(cover.exact):
        covers[item, options] = 1
    shared = (covers @ covers.T).astype(np.float64)
    np.fill_diagonal(shared, 0)
    is_wide = np.zeros(items, np.bool_)
    is_wide[find_family(shared, np.array([len(options) for options in cover.exact]), len(cover.options))] = True
    near = np.flatnonzero(~is_wide)
    if len(near) < 3:
        return np.arange(items)
    graph = shared[np.ix_(near, near)]
    laplacian = np.diag(graph.sum(axis=1)) - graph
    vectors = np.linalg.eigh(laplacian)[1][:, 1:4]
    keys = np.round(vectors, ALIKE)
    along = near[np.lexsort(tuple(keys[:, at] for at in reversed(range(keys.shape[1]))))]
    return np.concatenate([along, np.flatnonzero(is_wide)]).astype(np.int64)


def find_family(shared: NDArray[np.float64], size: NDArray[np.int64], options: int) -> NDArray[np.int64]:
    """Items of which each option covers just one, as the pieces of a tiling; none where there are no such items.

    shared: how many options cover both, shape (items, items); size: how many cover an item."""
    apart = shared == 0
    np.fill_diagonal(apart, False)
    for start in np.argsort(apart.sum(axis=1), kind="stable"):
        family, open_items = [int(start)], apart[start].copy()
        while open_items.any():
            largest = int(np.argmax(np.where(open_items, size, -1)))
            family.append(largest)
            open_items &= apart[largest]
        if size[family].sum() == options:
            return np.array(sorted(family))
    return np.zeros(0, np.int64)
