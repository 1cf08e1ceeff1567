"""Registry of the items by name. To add one, write its file and a line here. Items are imported on demand."""

from __future__ import annotations

from importlib import import_module

from rosetta.reproducing.records import Item

MODULES = {
    "tiling": "rosetta.reproducing.tiling.article",
    "tiling-counts": "rosetta.reproducing.tiling.counts",
    "walksat": "rosetta.reproducing.akari.walksat",
    "akari-density": "rosetta.reproducing.akari.density",
    "akari-example": "rosetta.reproducing.akari.example",
    "akari-small": "rosetta.reproducing.akari.formulas",
    "akari-runs": "rosetta.reproducing.akari.runs",
    "akari-solvable": "rosetta.reproducing.akari.solvable",
    "akari-naive": "rosetta.reproducing.akari.naive",
    "tents-trees": "rosetta.reproducing.tents.trees",
    "tents-source-cnf": "rosetta.reproducing.tents.source_cnf",
    "tents-many": "rosetta.reproducing.tents.many_solutions",
    "tents-bounds": "rosetta.reproducing.tents.bounds",
    "lightsout-squares": "rosetta.reproducing.lightsout.squares",
    "lightsout-rectangles": "rosetta.reproducing.lightsout.rectangles",
    "lightsout-all-ones": "rosetta.reproducing.lightsout.all_ones",
    "lightsout-methods": "rosetta.reproducing.lightsout.methods",
}


def item(name: str) -> Item:
    """The item of that name. Raises KeyError."""
    loaded: Item = import_module(MODULES[name]).ITEM
    return loaded


def items() -> list[Item]:
    """All of them, in the order of the table."""
    return [item(name) for name in MODULES]
