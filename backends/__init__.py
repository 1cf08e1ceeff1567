"""The solvers: one file each, behind one contract.

contract, registry      what a backend is; which there are
running, processes      a solve in a child process that can be killed
clauses, linear         lowering to clauses and to linear rows
encodings/              clauses for one row of a rule, stamped over all rows
programs, subprograms   which programs there are, and a run of one
formats/                files that solvers exchange
passes/                 model-to-model rewritings, and ways to use a solver that any backend may share
the other files         one solver each
"""
