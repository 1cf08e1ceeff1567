"""Rosetta: puzzles written once, as their rules, and handed to many solvers.

Importing it gives the packages `algebra`, `models`, `backends`, `instances` and `report` their names (`rosetta.names`).
"""

from rosetta.names import claim_names

__version__ = "0.1.0"

claim_names()
