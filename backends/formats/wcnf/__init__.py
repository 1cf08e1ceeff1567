"""WCNF, clauses with weights for MaxSAT, written and read."""
