"""Where vertices stand in the picture of another program, as its files say it.

    x, y                    GraphML of yEd (y:Geometry), Pajek, node-link JSON
    graphics [ x 1 y 2 ]    GML                 viz: {position: {x, y}}     GEXF of Gephi, whose y points up
    position: {x, y}        Cytoscape           pos                         DOT ("10,20!") and networkx: y points up

Here y points down, as in pictures.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from math import isfinite
from typing import Any, TypeAlias

Place: TypeAlias = tuple[float, float]
HOLDERS = (("viz", True), ("graphics", False), ("position", False), ("pos", True))
"""Attributes that hold a place, and whether their y points up."""
LARGEST = 1e9  # coordinates beyond are none: their differences would lose all digits


def place_of(attributes: Mapping[str, Any]) -> tuple[tuple[str, ...], Place | None]:
    """The names of the attributes that say a place, and the place; none if they do not say finite numbers."""
    for holder, points_up in HOLDERS:
        if holder in attributes:
            place = _read_holder(attributes[holder])
            if place is not None:
                return (holder,), (place[0], -place[1] if points_up else place[1])
    if "x" in attributes and "y" in attributes:
        return ("x", "y"), _read_pair(attributes["x"], attributes["y"])
    return (), None


def _read_holder(value: Any) -> Place | None:
    if isinstance(value, Mapping):
        inner = value.get("position", value)
        return _read_pair(inner.get("x"), inner.get("y")) if isinstance(inner, Mapping) else None
    if isinstance(value, str):
        value = re.split(r"[\s,]+", value[:100].strip().rstrip("!"))
    if isinstance(value, Sequence) or hasattr(value, "shape"):
        return _read_pair(value[0], value[1]) if len(value) in (2, 3) else None
    return None


def _read_pair(x: Any, y: Any) -> Place | None:
    try:
        pair = float(x), float(y)
    except (TypeError, ValueError, OverflowError):
        return None
    return pair if all(isfinite(value) and abs(value) <= LARGEST for value in pair) else None
