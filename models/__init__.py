"""Rosetta: puzzles written once, as rules, and handed to many solvers.

The language is in `models.neutral`, the puzzles are in `models.puzzles`; what needs both puzzles and solvers is in
`rosetta.studies`. The files here let people type `python -m models.compare`, `python -m models.solve`, ...; each calls
its command in `rosetta.commands`.
"""
