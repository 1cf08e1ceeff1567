"""Models that were stated with another modelling library, as models of ours: exactly, or refused by name.

`pulp_models` has `from_pulp`, `cpmpy_models` has `from_cpmpy`, for which `cpmpy_rows` turns expressions into rows and
`defined_literals` has the literals that stand for parts of them.
"""
