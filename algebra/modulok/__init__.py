"""Linear algebra over the integers modulo k, for any k: prime, a power of a prime, or composite.

rows                a sparse matrix, and its products
chase               each equation with one unknown determines it, if its coefficient is a unit; if none does, a guess
dense_elimination   modulo a power of a prime, with pivots of least valuation: the only elimination here, also for
                    sums of equations (`backends.reasons.modular_sums`)
solve               the three together, by Chinese remainders: one solution and the kernel, or a contradiction
minimum             the least sum among the solutions
"""
