"""Rosetta: puzzles written once, as rules, and handed to many solvers.

The verbs live here (`python -m models.compare`, `python -m models.solve`, ...), the language in
`models.neutral`, the puzzles in `models.puzzles`, what needs both puzzles and solvers in `rosetta.studies`.
"""
