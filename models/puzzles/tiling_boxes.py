"""Counting tilings of small boards by merging states, in parts: a piece is laid in each of its places, up to symmetry.

    number = sum over the orbits of the places of one piece, under the turns of the board:
             size of the orbit * tilings with the piece in one place of it

Every tiling has the piece in one place, and a turn of the board maps tilings to tilings. The turns are the plain ones of
coordinates (`tiling_boxes_board`): they share no code with the symmetries by which exact cover is spared work, so that
each checks the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from models.puzzles.tiling_boxes_board import Board, board_of, image, without
from models.puzzles.tiling_boxes_layers import Layer, next_layer, start
from models.puzzles.tiling_instance import Tiling


@dataclass(frozen=True, slots=True)
class Part:
    """weight * the tilings of what is free, with the pieces that are not used, is part of a sum."""

    weight: int
    used: int
    free: int


def parts(b: Board) -> list[Part]:
    """One part for each orbit of the places of the piece that has the fewest; the whole where there are copies of each
    piece, since a tiling has several places of those."""
    full = (1 << b.cells) - 1
    found = [Part(1, 0, full)]
    single = [q for q, copies in enumerate(b.copies) if copies == 1]
    if single:
        orbits = {q: orbits_of(b, q) for q in single}
        q = min(single, key=lambda q: (len(orbits[q]), q))
        found = [Part(weight, b.radix[q], full & ~mask) for mask, weight in orbits[q]]
    return found


def orbits_of(b: Board, q: int) -> list[tuple[int, int]]:
    """Of each orbit of the places of a piece the least, as bits, and how many there are."""
    masks = b.masks[b.start[q] : b.start[q + 1]]
    least = np.min([image(masks, turn) for turn in b.turns], axis=0) if len(masks) else masks
    places, sizes = np.unique(least, return_counts=True)
    return list(zip(places.tolist(), sizes.tolist(), strict=True))


def layers(
    b: Board, part: Part, between: Callable[[], object], megabytes: int, tell: Callable[[float], object]
) -> Iterator[Layer]:
    """The states with one piece more each time; ends before where there are none."""
    layer = start(b, part.used, part.free)
    while layer:
        yield layer
        layer = next_layer(b, layer, between, megabytes, tell)


def count(
    p: Tiling, between: Callable[[], object], megabytes: int, tell: Callable[[float], object]
) -> int:
    """The number of tilings. Raises Wide, and what `between` raises."""
    b = board_of(p)
    full = sum(r * n for r, n in zip(b.radix, b.copies, strict=True))
    total = 0
    for part in parts(b):
        here = without(b, ((1 << b.cells) - 1) & ~part.free)
        for layer in layers(here, part, between, megabytes, tell):
            if full in layer:
                total += part.weight * int(layer[full].ways[0])
                break
    return total
