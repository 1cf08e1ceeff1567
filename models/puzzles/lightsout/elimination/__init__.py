"""Elimination as a student does it: the lamps as equations, what each press is in terms of the free ones, and with that
all solutions, or the lamps that contradict each other.

`system` eliminates, `quiet` says what follows for a board, `lesson` shows it step by step. The solvers have faster
ways (`algebra`); these are for boards that a person looks at.
"""
