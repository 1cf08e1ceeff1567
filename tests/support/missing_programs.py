"""Which program that is not installed here a test needs, by what it is parametrized with."""

from __future__ import annotations

from collections.abc import Mapping

from tests.support.installed import KNOWN, programs_here
from tests.support.registered import EXTERNAL

NONE = "any solver of DIMACS or OPB files"


def missing_programs() -> list[str]:
    """The programs that tests know and this machine lacks."""
    absent = [name for name in KNOWN if name not in programs_here()]
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
        if name.removeprefix("external:") not in KNOWN:
            continue
        if isinstance(value, tuple) or key == "program" or name.startswith("external:"):
            return name.removeprefix("external:")
    return None
