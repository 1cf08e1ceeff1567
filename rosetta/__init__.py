"""Rosetta: puzzles written once, as their rules, and handed to many solvers.

Importing it gives the packages `algebra`, `models`, `backends`, `instances` and `report` their names (`rosetta.names`).
"""

from rosetta.names import claim_names
from rosetta.version import __version__

__all__ = ["__version__"]

claim_names()
