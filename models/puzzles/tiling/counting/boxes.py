"""State merging with the tightest cell first, in parts: one piece is laid in each of its places, up to symmetry.

    number = sum over the orbits of the places of one piece, under the turns of the board:
             size of the orbit * tilings with the piece in one place of it

Every tiling has the piece in one place, and a turn of the board maps tilings to tilings. Turns that leave that place as
it is map its tilings to each other, so a second piece need lie in one place of each of its orbits under them only.

The turns are plain
permutations of coordinates (`boxes_board`): they share no code with the symmetries that reduce the work of exact cover,
so that each checks the other. A part needs much less memory than the whole; parts are processed one after the other.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from models.puzzles.tiling.counting.boxes_board import BitBoard, avoid_cells, bit_board, confine_piece, image
from models.puzzles.tiling.counting.boxes_layers import BYTES, first_layer, next_layer
from models.puzzles.tiling.counting.boxes_loops import GroupedStates
from models.puzzles.tiling.counting.merging_layers import COUNTING, locked_progress, part_progress
from models.puzzles.tiling.counting.merging_track import TooWide
from models.puzzles.tiling.instance import Tiling
from rosetta.foundation.progress import Progress

POWER = 1.25  # see `estimate_work`


@dataclass(frozen=True, slots=True)
class WeightedPart:
    """A term of the sum: weight * the number of tilings of the free cells with the unused pieces.

    confined  a piece that lies in one of `places` only; None for none
    places    as bits
    """

    weight: int
    used: int
    free: int
    confined: int | None = None
    places: tuple[int, ...] = ()


def parts(b: BitBoard) -> list[WeightedPart]:
    """One part or a few for each orbit of the places of one piece. The whole board if all pieces have copies, since a
    tiling has several places of such a piece."""
    full = (1 << b.cells) - 1
    single = [q for q, copies in enumerate(b.copies) if copies == 1]
    if not single:
        return [WeightedPart(1, 0, full)]
    orbits = {q: orbits_of(b, q) for q in single}
    q = min(single, key=lambda q: (estimate_work(b, q, orbits[q]), q))
    whole = [WeightedPart(weight, b.radix[q], full & ~mask) for mask, weight in orbits[q]]
    return [part for each in whole for part in _split_part(b, each, [other for other in single if other != q])]


def _split_part(b: BitBoard, part: WeightedPart, single: list[int]) -> list[WeightedPart]:
    """The part, or one for each size of orbits of the places of one of these pieces, under the turns that leave the
    free cells as they are: the piece that keeps the smallest share of its places, of those the one with the fewest."""
    free = np.array([part.free], np.uint64)
    here = avoid_cells(b, (1 << b.cells) - 1 & ~part.free)
    here = replace(here, turns=np.array([turn for turn in b.turns if image(free, turn) == free]))
    orbits = {q: orbits_of(here, q) for q in single} if len(here.turns) > 1 else {}
    if not all(orbits.values()) or not orbits:  # a piece without a place: there is no tiling
        return [part]
    number = np.diff(here.start)
    q = min(orbits, key=lambda q: (len(orbits[q]) / number[q], number[q], q))
    return [
        replace(part, weight=part.weight * size, confined=q, places=tuple(mask for mask, n in orbits[q] if n == size))
        for size in sorted({size for _, size in orbits[q]})
    ]


def orbits_of(b: BitBoard, q: int) -> list[tuple[int, int]]:
    """For each orbit of the places of a piece, its least place, as bits, and its size."""
    masks = b.masks[b.start[q] : b.start[q + 1]]
    least = np.min([image(masks, turn) for turn in b.turns], axis=0)
    places, sizes = np.unique(least, return_counts=True)
    return list(zip(places.tolist(), sizes.tolist(), strict=True))


def estimate_work(b: BitBoard, q: int, orbits: list[tuple[int, int]]) -> float:
    """An estimate of the work if piece q is laid first: by part, the product over the other pieces of the share of
    their places that remain. POWER lies between the values that choose the piece measured as best for 3 x 4 x 5 (X and
    not I, from 1.10 on) and for Bedlam's cube (the cross, up to 1.5)."""
    number = np.maximum(np.diff(b.start), 1)
    total = 0.0
    for mask, _ in orbits:
        remaining = np.diff(np.append(0, np.cumsum(b.masks & np.uint64(mask) == 0))[b.start])
        total += float(np.prod(np.delete(remaining / number, q)) ** POWER)
    return total


def layers(b: BitBoard, part: WeightedPart, megabytes: int, progress: Progress) -> Iterator[GroupedStates]:
    """The states layer by layer, one more piece in each; ends before the first empty layer."""
    b = avoid_cells(b, (1 << b.cells) - 1 & ~part.free)
    b = b if part.confined is None else confine_piece(b, part.confined, part.places)
    layer, level = first_layer(b, part.used, part.free), 0
    levels = sum(n - had for _, had, n in b.digits(part.used))
    while len(layer.free):
        yield layer
        if level == levels:
            return
        layer = next_layer(b, layer, megabytes, part_progress(progress, level, levels))
        level += 1


def count(p: Tiling, megabytes: int, progress: Progress, threads: int = 1) -> int:
    """The number of tilings. Raises TooWide, and what `progress` raises, which gets the share that is done. threads:
    work on parts, and share the memory."""
    b = bit_board(p)
    all_parts = parts(b)
    threads = min(threads, len(all_parts))
    if threads == 1:
        total = sum(_count_part(b, megabytes, progress, len(all_parts), *each) for each in enumerate(all_parts))
    else:
        try:
            with ThreadPoolExecutor(threads) as pool:
                one = partial(_count_part, b, megabytes // threads, locked_progress(progress), len(all_parts))
                total = sum(pool.map(one, range(len(all_parts)), all_parts))
        except TooWide:  # one by one, a part may have all the memory
            return count(p, megabytes, progress)
    progress(COUNTING, 1.0, 1.0)
    return total


def _count_part(
    b: BitBoard, megabytes: int, progress: Progress, all_parts: int, number: int, part: WeightedPart
) -> int:
    """The term of the sum, of which there are so many."""
    ways = 0
    for layer in layers(b, part, megabytes, part_progress(progress, number, all_parts)):
        ways += int(layer.ways[-1]) if layer.used[-1] == b.all_used else 0  # it is alone in the last group
    return part.weight * ways


def find_tiling(p: Tiling, megabytes: int, progress: Progress) -> list[tuple[int, int]] | None:
    """A tiling as (piece, cells as bits), None if there is none. Keeps all layers of a part. Raises as `count`."""
    b = bit_board(p)
    all_parts = parts(b)
    for number, part in enumerate(all_parts):
        history, states = list[GroupedStates](), 0
        for layer in layers(b, part, megabytes, part_progress(progress, number, len(all_parts))):
            history.append(layer)
            states += len(layer.free)
            if BYTES * states > megabytes * 1e6:
                raise TooWide(f"{states:,} states of all layers; the limit is {megabytes:,} MB")
        if history and history[-1].used[-1] == b.all_used:
            laid = _trace_back(b, history, b.all_used, 0)
            first = [(b.radix.index(part.used), (1 << b.cells) - 1 & ~part.free)] if part.used else []
            return [*first, *laid]
    return None


def _trace_back(b: BitBoard, history: list[GroupedStates], used: int, free: int) -> list[tuple[int, int]]:
    """A sequence of placements that leads to a state of the last layer: each state has a predecessor."""
    laid: list[tuple[int, int]] = []
    for layer in history[-2::-1]:
        piece, mask = next(_predecessors(b, layer, used, free))
        laid.append((piece, mask))
        used, free = used - b.radix[piece], free | mask
    return laid


def _predecessors(b: BitBoard, layer: GroupedStates, used: int, free: int) -> Iterator[tuple[int, int]]:
    """The pieces, with their cells, that lead from states of the layer to this state."""
    for q, (radix, _, _) in enumerate(b.digits(used)):
        group = int(np.searchsorted(layer.used, used - radix))
        if group == len(layer.used) or layer.used[group] != used - radix:
            continue
        begin, end = layer.starts[group : group + 2]
        for mask in b.masks[b.start[q] : b.start[q + 1]].tolist():
            at = int(begin + np.searchsorted(layer.free[begin:end], np.uint64(free | mask)))
            if not mask & free and at < end and int(layer.free[at]) == free | mask:
                item = int(layer.items[at])
                if item == b.cells + q or (item < b.cells and mask >> item & 1):
                    yield q, mask
