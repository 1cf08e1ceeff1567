"""Local search on clauses: flip one variable after another until no clause is unsatisfied.

formula        the clauses in columns, and where each literal occurs
heuristics     which variable of a clause is flipped
walk           a walk, in slices
walk_kernel    its compiled loops: true-literal counts, the exclusive or of critical variables, breaks
xoshiro_kernel the random numbers, defined bit by bit: a seed gives the same flips on every machine

A walk finds an assignment or gives up; it never shows that there is none.
"""
