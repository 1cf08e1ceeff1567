"""The catalogue: instances with a name, an origin and what is known of them (instances/<puzzle>/catalogue.tsv)."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from models.puzzles.contract import InputError

FOLDER = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Entry:
    """One instance. solutions: "0", "1" or "2+", by the default rules; size: (rows, columns)."""

    name: str
    id: str
    size: tuple[int, int]
    solutions: str
    origin: str
    licence: str


@cache
def catalogue(puzzle: str) -> dict[str, Entry]:
    """All instances of a puzzle by name, in the order of the file; empty if the puzzle has no catalogue."""
    path = FOLDER / puzzle / "catalogue.tsv"
    if not path.exists():
        return {}
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader((line for line in file if line[0] != "#"), delimiter="\t"))
    entries = [
        Entry(r["name"], r["id"], (int(r["rows"]), int(r["cols"])), r["solutions"], r["origin"], r["licence"])
        for r in rows
    ]
    twice = {entry.name for entry in entries if sum(entry.name == other.name for other in entries) > 1}
    if twice:
        raise InputError(f"{path}: names that stand twice: {', '.join(sorted(twice))}")
    return {entry.name: entry for entry in entries}


def names(puzzle: str) -> list[str]:
    """The names in the catalogue of a puzzle."""
    return list(catalogue(puzzle))


def find(puzzle: str, name: str) -> Entry | None:
    """The entry with that name, given as `ring` or `tents/ring`; None if there is none."""
    return catalogue(puzzle).get(name.removeprefix(f"{puzzle}/"))
