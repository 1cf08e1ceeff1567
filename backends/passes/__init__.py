"""Passes: rewritings of a model as another model, and search methods that work with any backend.

propagation           bounds propagation over rows of every kind, each bound with its row as the reason; used by
                        `propagate` and `hybrid`
restriction           a model on some of its variables: the others are fixed, or free within their bounds
substitution          a model without its fixed variables, and its solutions lifted back; used by `hybrid`
equivalent_literals   a model in which some variables are literals of others
gf2_presolve          the parity rows put into another form by elimination modulo 2
shuffling             the same model with variables and rows in another order
ordering              an order of the variables in which rows are short
windowing             large local models solved window by window along that order; used by `windows`
blocking              clauses that forbid solutions found before; all solutions with a solver that finds one
solution_improving    a minimum with a solver that knows no objective

A `_kernel` holds the loop of its pass, compiled by numba; without numba, there is another way. `make`
compiles them all, and a backend's `probe` reads them from disk, so that no solve pays for compiling.
"""
