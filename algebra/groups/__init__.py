"""Permutation groups: the group that some permutations generate, its classes, and orbits.

    permutations    all products of some permutations, up to a bound; conjugacy classes; orbits

A permutation of 0..n-1 is an array: i goes to image[i]. A product image[other] applies `other` first.
"""
