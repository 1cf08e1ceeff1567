"""Documents without what differs from run to run and from machine to machine: the rest is the same to the letter.

A value is masked by the name of its key, and keeps its type: a masked document still has the types of the whole one.
"""

from __future__ import annotations

import re
from typing import Any

from report.provenance import PACKAGES
from rosetta.commands.doctor import EXTRAS
from rosetta.foundation.optional_engines import OPTIONAL_ENGINES

VARYING = {
    "seconds", "cpu_seconds", "wall_seconds", "peak_mb", "startup_seconds", "witness_seconds", "rate", "machine",
    "version", "versions", "packages", "extras", "loops", "loading", "date",
}  # fmt: skip
MAYBE_BACKENDS = {"external"} | {engine.backend for engine in OPTIONAL_ENGINES if not engine.in_extra}
READERS = {"glpsol", "highs", "scip"}  # programs that may be installed or not; cbc comes with a package
MAYBE = {"setpriv", "folder"} | {name for names in EXTRAS.values() for name in names}  # null on some machines
FOLDER = "FOLDER"
STABLE = {"limits"}  # `seconds` of these is what was asked for
COMMAND = re.compile(r"^python -m models\.|^python -m (rosetta|models) ")

SEARCHED = re.compile(r" \(board \d+; before: .*\)$")  # how far a search came within its limit


def masked_document(value: Any, varying: bool = True, folder: str = "") -> Any:
    """The document with `*`, 0 and false for what varies. varying: whether times do; folder: of the test, a word."""
    names = VARYING if varying else {"machine", "versions"}
    return _masked(value, names, folder)


def _masked(value: Any, names: set[str], folder: str) -> Any:
    if isinstance(value, dict):
        return {
            key: _blank(item)
            if key in names
            else _masked(item, names - {"seconds"} if key in STABLE else names, folder)
            for key, item in value.items()
        }
    if isinstance(value, list):
        kept = [_masked(item, names, folder) for item in value if not _is_of_a_program(item)]
        return sorted(kept, key=lambda racer: racer["backend"]) if _is_race(kept) else kept
    if isinstance(value, str):
        return SEARCHED.sub("", COMMAND.sub("rosetta ", value.replace(folder, FOLDER) if folder else value))
    if isinstance(value, float):
        return float(f"{value:.9g}")  # sums are in another order on another machine
    return value


def _is_of_a_program(item: Any) -> bool:
    """Is it what a program or an engine says that may be installed or not?"""
    if not isinstance(item, dict) or "adds" in item:
        return False
    return item.get("backend") in MAYBE_BACKENDS or item.get("reader") in READERS


def _is_race(items: list[Any]) -> bool:
    """Do the items stand in the order of their rates, which is another one every time?"""
    return bool(items) and all(isinstance(item, dict) and "rate" in item for item in items)


def _blank(value: Any) -> Any:
    """Of the same type. Of the packages in `versions` and the like only those that there always are."""
    if isinstance(value, dict):
        kept = {key: item for key, item in value.items() if key not in PACKAGES}
        return {key: None if key in MAYBE else [] if key == "tried" else _blank(item) for key, item in kept.items()}
    if isinstance(value, list):
        return [_blank(item) for item in value]
    if isinstance(value, bool) or value is None:
        return value
    return type(value)(0) if isinstance(value, int | float) else "*"
