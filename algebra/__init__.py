"""Algebra: systems of equations over GF(2) and over the integers modulo k; permutation groups.

The ground floor: it imports nothing else of the project, and takes and returns arrays. It knows neither puzzles nor
solvers.

    chase_order   for the next two: which equation determines which variable, and which are guessed
    modulo2       packed bits: solutions, kernel, certificates, the cheapest solution; polynomials
    modulok       integers modulo k: the same by Chinese remainders and elimination modulo powers of primes
    groups        permutations, and the groups that they generate
    integers      a second way of counting, with Python integers, that shares nothing with the others
    jit           loops compiled by numba if it is installed; kernel_cache: what is compiled, on disk
    work_clock    what limits and measured times go by: it stands still while loops are compiled
    limits        the two exceptions that all floors share; free_memory: what a process may still take
    progress      the callback of long work, which all floors share too
"""
