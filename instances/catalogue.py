"""The catalogue: named instances, with their origin and what is known about them.

    instances/<puzzle>/catalogue.tsv    one instance per line: name, exchange ID or address, size, number of solutions
    instances/<puzzle>/answers.tsv      the answer, as JSON, of each that has exactly one; also one of the board that
                                        stands for the puzzle (`Introduction.example`)

`solutions` is counted on the answer (not on auxiliaries) under the puzzle's default options: an exact number, or
`2+` where only that much is known. It was found by two engines of different kinds (CP-SAT on the default
formulation, a SAT solver on another; tilings: exact cover and dancing links, or as published), and the answers were
checked by the puzzle's `verify`; a test repeats that check. Three-dimensional boards have `layers` too.
"""

from __future__ import annotations

import csv
import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Entry:
    """One instance. requested: what its generator was asked for, in the generator's words; "" if nothing."""

    name: str
    id: str
    size: tuple[int, ...]
    solutions: str
    requested: str
    origin: str
    licence: str


@cache
def catalogue(puzzle: str) -> dict[str, Entry]:
    """All instances of a puzzle by name, in the order of the file; empty if the puzzle has no catalogue."""
    rows = _table(FOLDER / puzzle / "catalogue.tsv")
    entries = [
        Entry(
            name=row["name"],
            id=row["id"],
            size=tuple(int(row[side]) for side in ("layers", "rows", "cols") if row.get(side)),
            solutions=row["solutions"],
            requested=row["requested"],
            origin=row["origin"],
            licence=row["licence"],
        )
        for row in rows
    ]
    return {entry.name: entry for entry in entries}


@cache
def answers(puzzle: str) -> dict[str, dict[str, Any]]:
    """Known answers by name, each as the JSON document that the puzzle's `answer_from_json` reads."""
    return {row["name"]: json.loads(row["answer"]) for row in _table(FOLDER / puzzle / "answers.tsv")}


def names(puzzle: str) -> list[str]:
    """The names in the catalogue of a puzzle."""
    return list(catalogue(puzzle))


def find(puzzle: str, name: str) -> Entry | None:
    """The entry with that name, given as `ring` or `tents/ring`; None if there is none."""
    return catalogue(puzzle).get(name.removeprefix(f"{puzzle}/"))


def _table(path: Path) -> list[dict[str, str]]:
    """The lines of a table with a header line; none if there is no such file."""
    if not path.exists():
        return []
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
