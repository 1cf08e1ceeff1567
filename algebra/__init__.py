"""Algebra: systems of equations over GF(2) and over the integers modulo k; permutation groups.

It takes and returns arrays, and knows neither puzzles nor solvers.

    chase_order   for the next two: which equation determines which variable, and which are guessed
    modulo2       packed bits: solutions, kernel, certificates, the cheapest solution; polynomials
    modulok       integers modulo k: the same by Chinese remainders and elimination modulo powers of primes
    groups        permutations, and the groups that they generate
    integers      a second way of counting, with Python integers, that shares nothing with the others
"""
