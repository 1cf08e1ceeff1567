"""Registry of the items by name. To add one, write its file and a line here. Items are imported on demand."""

from __future__ import annotations

from importlib import import_module

from rosetta.studies.reproducing.records import Item

MODULES = {
    "tiling": "rosetta.studies.reproducing.tiling.article",
    "tiling-counts": "rosetta.studies.reproducing.tiling.counts",
    "walksat": "rosetta.studies.reproducing.akari.walksat",
    "akari-density": "rosetta.studies.reproducing.akari.density",
    "akari-example": "rosetta.studies.reproducing.akari.example",
    "akari-small": "rosetta.studies.reproducing.akari.formulas",
    "akari-runs": "rosetta.studies.reproducing.akari.runs",
    "akari-solvable": "rosetta.studies.reproducing.akari.solvable",
    "akari-naive": "rosetta.studies.reproducing.akari.naive",
    "tents-trees": "rosetta.studies.reproducing.tents.trees",
    "tents-source-cnf": "rosetta.studies.reproducing.tents.source_cnf",
    "tents-many": "rosetta.studies.reproducing.tents.many_solutions",
    "tents-bounds": "rosetta.studies.reproducing.tents.bounds",
    "lightsout-squares": "rosetta.studies.reproducing.lightsout.squares",
    "lightsout-rectangles": "rosetta.studies.reproducing.lightsout.rectangles",
    "lightsout-all-ones": "rosetta.studies.reproducing.lightsout.all_ones",
    "lightsout-methods": "rosetta.studies.reproducing.lightsout.methods",
}


def item(name: str) -> Item:
    """The item of that name. Raises KeyError."""
    loaded: Item = import_module(MODULES[name]).ITEM
    return loaded


def items() -> list[Item]:
    """All of them, in the order of the table."""
    return [item(name) for name in MODULES]
