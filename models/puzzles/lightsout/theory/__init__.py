"""The mathematics of Lights Out, on boards and graphs, and the special-purpose solvers that use it.

    polynomial   boards solved by polynomials            minimum     the fewest presses
    nullity      2^nullity solutions, without a board    worst_case  the start that takes the most presses
    methods      elimination, to compare with            modular     k colours, on any graph
    theorems     counts and refutations without search   tables      rows of tables, each cross-checked
    bit_rows     boards as rows of bits                  solvers     `Puzzle.solvers` of Lights Out

The worst case is solved in `benchmarks/lightsout/worst_case.py`; the linear algebra is in `algebra`.
"""
