"""Explanations: why something follows from a model's rows, in small steps, or why nothing can satisfy them all.

    job                            one explanation, in a child process; sends each record (`trace`) as it is found
    row_table                      the rows of the model as lists, and what each says by itself
    residues                       the model as equations modulo one k, if it is such a system
    backbone                       what all solutions have in common
    steps                          the whole answer, the easiest step first; `knowledge`: what is known so far
    chains, bitset_propagation     propagation that remembers its rows; the same on rows of hundreds of literals
    parities, modular_sums         sums of equations that leave one unknown, modulo 2 and modulo k
    local_deductions,              how far one rule or clue at a time leads; how many moves to look ahead:
    failed_literals                together they grade difficulty
    rules                          rules about numbers, whose rows belong together
    conflicts, repairs             minimal sets of rows that contradict each other; the nearest board with a solution
    selector_solver, incremental   a SAT solver with a switch per row; one that is asked many times

The records are put into words elsewhere (`rosetta.studies.explaining`, `report.explanation`).
"""
