"""What puzzles of other packages had from earlier versions and this one has not, and what they write now.

CHANGELOG.md has the same for people; this is what they are told where such a puzzle does not load.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

FORMER: Mapping[str, str] = {
    "models.puzzles.cell_puzzle": "`cell_puzzle` is `compose_puzzle` of models.puzzles.parts now, with a scene",
    "models.puzzles.cell_scene": "a scene is made of layers now (models.puzzles.scenes.layers)",
    "row_name": "rows are named where the model states them (`of=`)",
    "row_cells": "a row stands where its column `cell` says (`of=each(..., cell=...)`)",
    "name_together": "what variables say together is stated with them (`says=`)",
    "clues": "clues are said `clue=True` where the model states their rule",
    "obvious": "rows that leave no choice have `evident=` where the model states them",
}
"""Modules, and fields of the records of a puzzle."""
KEYWORD = re.compile(r"unexpected keyword argument '(\w+)'")  # of Python's own TypeError, which has no field for it


def describe_former(error: BaseException) -> str:
    """What to change in a puzzle for an earlier version, from the error with which it does not load; "" where it is
    another error."""
    if isinstance(error, ModuleNotFoundError):
        name = error.name or ""
    else:
        found = KEYWORD.search(str(error)) if isinstance(error, TypeError) else None
        name = found[1] if found else ""
    if name not in FORMER:
        return ""
    field = "" if "." in name else f"'{name}': "
    return (
        f"it is written for an earlier version of Rosetta: {field}{FORMER[name]}; CHANGELOG.md says what else to change"
    )
