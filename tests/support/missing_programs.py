"""Which program that is not installed here a test needs, by what it is parametrized with."""

from __future__ import annotations

import shutil
from collections.abc import Mapping

from backends.running.programs import PROGRAMS
from tests.support.registered import EXTERNAL

NONE = "any solver of DIMACS or OPB files"
BY_NAME = (*PROGRAMS, "glpsol", "cbc", "highs", "scip", "fzn-gecode", "minizinc")
FILES = {"sat4j": "java"}


def missing_programs() -> list[str]:
    """The programs that tests know and this machine lacks."""
    here = {name.partition(":")[2] for name in EXTERNAL}
    absent = [name for name in BY_NAME if name not in here and shutil.which(FILES.get(name, name)) is None]
    return absent if EXTERNAL else [NONE, *absent]


def program_needed(parameters: Mapping[str, object]) -> str | None:
    """The program of a test with these parameters: of the backend `external:kissat`, of the command `("clasp", "-q")`,
    or the one called `program`. None if it needs none: a library may have the name of a program."""
    for key, value in parameters.items():
        name = value[0] if isinstance(value, tuple) and value else value
        if not isinstance(name, str):
            continue
        if name == "external":
            return NONE
        if name.removeprefix("external:") not in BY_NAME:
            continue
        if isinstance(value, tuple) or key == "program" or name.startswith("external:"):
            return name.removeprefix("external:")
    return None
