"""Local search on clauses: flip one variable after the other until no clause is left unsatisfied."""
