"""Genres: puzzles of one file each, `NAME.py` with the record `PUZZLE`, composed of `models.puzzles.parts`.

A file in this folder is a puzzle: nothing else names it. `python -m models.puzzles new NAME` writes one to begin with.
A puzzle with a setter, several formulations or a theory of its own is a package beside this folder.
"""
