"""Groups of permutations, listed as far as a bound, with their conjugacy classes; orbits without a list of the group.

close_group         the products of some permutations (a finite set that is closed under products is a group)
conjugacy_classes   g and h g h^-1 are of one class
orbit_labels        x and image[x] are in one orbit: connected components, which need no group but its generators
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Permutations: TypeAlias = NDArray[np.int32]
"""One permutation in each row, shape (permutations, n)."""


def close_group(generators: Permutations, most: int) -> Permutations | None:
    """The group that these permutations of n points generate: the identity first, all different, in ascending order.
    None where it has more than `most` elements."""
    identity = np.arange(generators.shape[1], dtype=np.int32)
    known = {identity.tobytes()}
    elements, fresh = [identity[None]], identity[None]
    while len(fresh):
        products = [product for generator in generators for product in generator[fresh]]
        unknown = []
        for product in products:
            key = product.tobytes()
            if key not in known:
                known.add(key)
                unknown.append(product)
            if len(known) > most:
                return None
        fresh = np.array(unknown, np.int32).reshape(-1, len(identity))
        elements.append(fresh)
    return np.unique(np.concatenate(elements), axis=0)


def choose_generators(group: Permutations) -> Permutations:
    """Some of the elements of a listed group that generate it: each doubles at least what those before it generate."""
    chosen = group[:0]
    known: set[bytes] = {element.tobytes() for element in group[:1]}
    for element in group:
        if element.tobytes() not in known:
            chosen = np.concatenate([chosen, element[None]])
            closed = close_group(chosen, len(group))
            assert closed is not None  # it is part of the group
            known = {each.tobytes() for each in closed}
    return chosen


def conjugacy_classes(group: Permutations) -> list[tuple[int, int]]:
    """Representatives of the classes of a listed group, as (number of an element, size of its class), in ascending
    order of the numbers: the first, the identity, is alone."""
    number = {element.tobytes(): at for at, element in enumerate(group)}
    conjugations = []
    for generator in choose_generators(group):
        back = np.argsort(generator)
        conjugates = np.ascontiguousarray(generator[group[:, back]])
        conjugations.append(np.array([number[each.tobytes()] for each in conjugates], np.int64))
    first, sizes = np.unique(orbit_labels(conjugations, len(group)), return_counts=True)
    return list(zip(first.tolist(), sizes.tolist(), strict=True))


def orbit_labels(images: Iterable[NDArray[np.integer[Any]]], points: int) -> NDArray[np.int64]:
    """For each of the points the least one of its orbit under the group that these permutations generate, shape
    (points,). Each permutation is looked at once."""
    labels = np.arange(points)  # of each point the least one of those that it is known to be together with
    for image in images:
        while not np.array_equal(labels, there := labels[image]):
            least, roots = np.minimum(labels, there), labels.copy()
            np.minimum.at(roots, labels, least)
            np.minimum.at(roots, there, least)
            while not np.array_equal(roots, roots[roots]):
                roots = roots[roots]
            labels = roots
    return labels
