"""A package of somebody else: two puzzles and a backend for version 0.2.0 of Rosetta."""
