"""Entry points: what other installed packages offer to Rosetta, by group (`rosetta.backends`, `rosetta.puzzles`).

`importlib.metadata` finds them, but importing it takes 25 ms and asking it some more, and nearly always the answer is
"none". So the files that packages list them in are looked through for the name of the group first.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from importlib.machinery import PathFinder
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from importlib.metadata import Distribution


class Offer(NamedTuple):
    """An entry point: its name, `module:attribute`, and the package that has it, with its version."""

    name: str
    value: str
    package: str


def entry_points_of(group: str) -> list[Offer]:
    """The entry points of the group, of all packages on the path."""
    if _is_found_elsewhere() or any(group.encode() in text for text in _lists_of_entry_points()):
        from importlib.metadata import entry_points

        return [Offer(point.name, point.value, _describe_package(point.dist)) for point in entry_points(group=group)]
    return []


def describe_source(group: str, name: str) -> str:
    """Which package has that entry point, in any case of its name, and what to do where it does not load."""
    package = next((offer.package for offer in entry_points_of(group) if offer.name.lower() == name.lower()), "")
    return f"; it is of the package {package}: update that, or uninstall it" if package else ""


def _describe_package(distribution: Distribution | None) -> str:
    return "" if distribution is None else f"{distribution.metadata['Name']} {distribution.version}"


def _is_found_elsewhere() -> bool:
    """May there be packages that are not folders on the path: in archives, or known to an importer of their own?"""
    finders = [each for each in sys.meta_path if hasattr(each, "find_distributions")]
    return finders != [PathFinder] or any(os.path.isfile(place) or place.endswith(".egg") for place in sys.path)


def _lists_of_entry_points() -> Iterator[bytes]:
    """The text of each such file beside a package on the path."""
    for place in sys.path:
        try:
            names = os.listdir(place or ".")
        except OSError:
            continue
        for name in names:
            if name.endswith((".dist-info", ".egg-info")):
                try:
                    with open(os.path.join(place, name, "entry_points.txt"), "rb") as file:
                        yield file.read()
                except OSError:
                    continue
