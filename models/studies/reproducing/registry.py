"""The items by name. Adding one is its file and its line here; an item is imported when it is asked for."""

from __future__ import annotations

from importlib import import_module

from models.studies.reproducing.records import Item

MODULES = {
    "tiling": "models.studies.reproducing.tiling",
    "tiling-counts": "models.studies.reproducing.tiling_counts",
    "walksat": "models.studies.reproducing.walksat",
    "akari-density": "models.studies.reproducing.akari_density",
    "akari-example": "models.studies.reproducing.akari_example",
    "akari-small": "models.studies.reproducing.akari_small",
    "akari-runs": "models.studies.reproducing.akari_runs",
    "akari-solvable": "models.studies.reproducing.akari_solvable",
    "akari-naive": "models.studies.reproducing.akari_naive",
    "tents-trees": "models.studies.reproducing.tents_trees",
    "tents-source-cnf": "models.studies.reproducing.tents_source_cnf",
    "tents-many": "models.studies.reproducing.tents_many",
    "tents-bounds": "models.studies.reproducing.tents_bounds",
    "lightsout-squares": "models.studies.reproducing.lightsout_squares",
    "lightsout-rectangles": "models.studies.reproducing.lightsout_rectangles",
    "lightsout-all-ones": "models.studies.reproducing.lightsout_all_ones",
    "lightsout-methods": "models.studies.reproducing.lightsout_methods",
}


def item(name: str) -> Item:
    """The item of that name. Raises KeyError."""
    found: Item = import_module(MODULES[name]).ITEM
    return found


def items() -> list[Item]:
    """All of them, in the order of the table."""
    return [item(name) for name in MODULES]
