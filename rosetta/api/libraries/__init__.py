"""What was stated with another library: models as models of ours, exactly, or refused by name; graphs as boards.

`pulp_models` has `from_pulp`, `cpmpy_models` has `from_cpmpy`, for which `cpmpy_rows` turns expressions into rows,
`cpmpy_rules` global constraints into rules of ours, `cpmpy_globals` others into simpler ones, and `defined_literals`
has the literals that stand for parts of them. `networks` makes boards on graphs of networkx.
"""
