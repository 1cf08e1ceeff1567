"""What can be asked of the boards of every puzzle, or of most: the words for `generate --help` and for the list."""

from __future__ import annotations

from rosetta.studies.grading.difficulty import GRADES

UNIQUE = "with exactly one solution"
MINIMAL = "no clue (or given piece) can be left out; implies --unique"
DIFFICULTY = f"{', '.join(GRADES)}: the grade in the last line of `explain`; implies --unique"
