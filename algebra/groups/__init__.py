"""Permutation groups: the group that some permutations generate, its classes, and orbits.

    permutations           all products of some permutations, up to a bound; conjugacy classes; orbits
    refinement             the cells of a coloured graph
    graph_automorphisms    with them, generators of all its automorphisms, and how many there are

A permutation of 0..n-1 is an array: i goes to image[i]. A product image[other] applies `other` first.
"""
