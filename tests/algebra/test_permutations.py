"""Groups, classes and orbits against sets of tuples that are multiplied until nothing is new."""

from __future__ import annotations

import numpy as np
import pytest

from algebra.groups.permutations import choose_generators, close_group, conjugacy_classes, orbit_labels

RNG = np.random.default_rng(0)
SIZES = [(k, n) for n in range(1, 7) for k in range(5)]
DRAWN = [np.array([RNG.permutation(n) for _ in range(k)], np.int32).reshape(k, n) for k, n in SIZES]


def product_of(one, other):
    return tuple(one[i] for i in other)


def brute_force_group(generators):
    group, steps = {tuple(range(generators.shape[1]))}, list(map(tuple, generators.tolist()))
    while more := {product_of(step, element) for step in steps for element in group} - group:
        group |= more
    return sorted(group)


@pytest.mark.parametrize("generators", DRAWN, ids=lambda generators: f"{generators.shape}")
def test_groups_are_closed(generators):
    """All products and no others; refused where there are more than allowed; a part of them generates all."""
    group = brute_force_group(generators)
    closed = close_group(generators, len(group))
    assert list(map(tuple, closed.tolist())) == group
    assert len(group) == 1 or close_group(generators, len(group) - 1) is None
    chosen = choose_generators(closed)
    assert 2 ** len(chosen) <= len(group)
    assert brute_force_group(chosen) == group


@pytest.mark.parametrize("generators", DRAWN, ids=lambda generators: f"{generators.shape}")
def test_classes_and_orbits(generators):
    group = brute_force_group(generators)
    least = [
        min(product_of(product_of(by, element), np.argsort(by)) for by in group) if len(group) <= 120 else None
        for element in group
    ]
    if None not in least:
        expected = [(group.index(each), least.count(each)) for each in sorted(set(least))]
        assert conjugacy_classes(np.array(group, np.int32)) == expected
    points = range(generators.shape[1])
    assert orbit_labels(list(generators), len(points)).tolist() == [min(g[i] for g in group) for i in points]


def test_orbits_of_a_long_cycle():
    """As many steps as there are points lead from one to all."""
    ahead = np.roll(np.arange(10_000), 1)
    assert not orbit_labels([ahead], 10_000).any()
    assert np.array_equal(orbit_labels([], 3), [0, 1, 2])
