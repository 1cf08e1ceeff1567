"""Measurements of puzzles with connectivity, beside other solvers."""
