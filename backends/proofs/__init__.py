"""Proofs that a formula has no solution, checked by code of our own.

    solver --DRAT--> backward --LRAT--> lrat --> verified, or refused with the step and the reason

columns               clauses and proofs as arrays
drat_files            DRAT proofs as solvers write them, read by drat_kernel where they are binary
backward              from a DRAT proof to the lemmas that it needs, with hints; need not be trusted
propagation_kernel    unit propagation with watched literals, the core first
backward_kernel       the two passes: forward by units, backward through the lemmas that are used
trimming_kernel       what was used, written as LRAT
lrat, lrat_kernel     the judge: each step follows from the clauses that it names. Who believes a verdict needs to
                      read these two files, and `columns`
"""
