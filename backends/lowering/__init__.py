"""From a model to what a solver takes: clauses, linear rows, equations modulo 2; by one fixed table, no search."""
