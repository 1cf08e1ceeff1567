"""Files that solvers exchange: models written (DIMACS, OPB), results read. One file per format, none knows a solver."""
