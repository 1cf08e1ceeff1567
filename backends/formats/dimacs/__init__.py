"""DIMACS CNF, written and read."""
