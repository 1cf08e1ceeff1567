"""The solvers: one file each, behind one contract (`backends.contract`), listed in `backends.registry`.

encodings/   clauses for one row of a rule, stamped over all rows
passes/      model-to-model rewritings that any backend may use
"""
