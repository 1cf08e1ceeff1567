"""Linear algebra over GF(2) and over the integers modulo k, and the order of a light chase, which both use.

The ground floor: it imports nothing of ours, takes arrays and gives arrays. It knows neither puzzles nor solvers.

    chase_order   which equation determines which variable, and which variables are guessed
    modulo2       packed bits: solutions, kernel, certificates, the cheapest solution; polynomials
    modulok       integers modulo k: the same by Chinese remainders and elimination modulo powers of primes
    integers      a second way of counting, with Python integers, that shares nothing with the others
    jit, limits   loops compiled by numba where it is there; the two exceptions that every floor raises
"""
