"""Cages: groups of cells with a number that their digits add up to, none of them twice.

+-------+---+    `state_cage_sets` says it as people think: a cage of two cells with the sum 4 holds 1 and 3. Such
| 4   . | 7 |    sets are listed where there are not too many; of larger cages, and in `state_cage_sums`, the sum is a
+---+---+   |    row of its own.
| 6 | 3 | . |
+---+---+---+    Cages are drawn around the digits of an answer; one is cut in two where another answer has other
                 digits (`cut_cage`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from math import comb
from typing import Any, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from models.neutral import Model, each, group
from models.puzzles.boards import describe_cell, neighbours_of
from models.puzzles.connected_rest import connected_parts
from models.puzzles.parts.answers import Grid
from models.puzzles.parts.digit_boards import DigitRegions, Digits, require_usual_boxes
from models.puzzles.randomness import Stream
from models.puzzles.regions import (
    Regions,
    check_connected_regions,
    first_cells,
    in_first_cells,
    number_regions,
    numbers_of_regions,
)
from models.puzzles.scenes.scene import Glyph, Lettering, Outline, SceneLayer
from models.puzzles.svg import UNIT, Style
from rosetta.foundation.errors import InputError

Sums = NDArray[np.int64]
"""The sum of each cage in its first cell, 0 elsewhere and for none; shape (n, n)."""
INSET = 2.5  # from the sides of a cell
OUTLINE: Style = {"fill": "none", "stroke": "#5b6470", "stroke_width": 1, "stroke_dasharray": "2 1.5"}
SUM = Glyph("sum", parts=(Lettering({"font_size": 8, "fill": "#33373f"}, x=7.5, y=8.6),))
AROUND = ((-1, 0), (0, 1), (1, 0), (0, -1), (-1, 1), (1, 1), (1, -1), (-1, -1))
"""The cells around one: above, right, below, left; then those at the corners, clockwise from above on the right."""
NO_ROWS = np.zeros((0, 0), np.int64)
MOST_SETS = 20_000  # of as many numbers as a cage has cells, whatever they add up to, if those that do are listed
USUAL_SIZES = (2, 2, 2, 3, 3, 3, 4, 4, 5)  # cells of a cage that is drawn


def check_cages(puzzle: str, cages: Regions, sums: Sums) -> None:
    """Raises InputError for sums outside of first cells, and for cages that are not connected, or have more cells than
    there are numbers."""
    sizes, n = np.bincount(cages.ravel()), len(cages)
    at = np.zeros(cages.shape, np.bool_)
    at[tuple(first_cells(cages).T)] = True
    for r, c in np.argwhere((sums > 0) & ~at)[:1].tolist():
        raise InputError(f"{puzzle}: expected sums in the first cells of cages, found one at {describe_cell((r, c))}")
    check_connected_regions(puzzle, cages, "cages")
    if sizes.max() > n:
        raise InputError(f"{puzzle}: expected cages of up to {n} cells, found one of {sizes.max()}")


# ---- rules -----------------------------------------------------------------------------------------------------------


def state_distinct_cages(m: Model, digit: NDArray[np.int32], cages: Regions) -> None:
    """No number is twice in a cage. digit: literals by row, column, number less 1."""
    n = digit.shape[2]
    caged = np.broadcast_to(cages[:, :, None] * n + np.arange(n), digit.shape)
    rows = group(digit.ravel(), by=caged.ravel())
    count = int(cages.max()) + 1
    number, first = np.tile(np.arange(1, n + 1), count), np.repeat(first_cells(cages), n, axis=0)
    of = each("the {number} of the cage of {first}", number=number, first=first)
    m.at_most(1, "no number is twice in a cage", rows, of=of, where=rows.lengths > 1)


def state_cage_sums(m: Model, digit: NDArray[np.int32], cages: Regions, sums: Sums, of_sets: bool = False) -> None:
    """The numbers of each cage add up to its sum. of_sets: only of cages with too many sets to list them."""
    n, first = digit.shape[2], first_cells(cages)
    wanted, sizes = sums[tuple(first.T)], np.bincount(cages.ravel())
    stated = [cage for cage in np.flatnonzero(wanted).tolist() if not (of_sets and _has_few_sets(n, sizes[cage]))]
    rows = [digit[cages == cage].ravel() for cage in stated]
    coefs = np.concatenate([np.tile(np.arange(1, n + 1), sizes[cage]) for cage in stated]) if stated else [0]
    if stated:
        of = each("the cage of {cell}", cell=first[stated])
        m.linear(
            wanted[stated], wanted[stated], "the numbers of a cage add up to its sum", rows, coefs, of=of, clue=True
        )


def state_cage_sets(m: Model, digit: NDArray[np.int32], cages: Regions, sums: Sums) -> None:
    """The same by sets of numbers: one for each cage, whose numbers are those of its cells."""
    n, first = digit.shape[2], first_cells(cages)
    wanted, sizes = sums[tuple(first.T)], np.bincount(cages.ravel())
    state_cage_sums(m, digit, cages, sums, of_sets=True)
    caged = [cage for cage in np.flatnonzero(wanted).tolist() if _has_few_sets(n, sizes[cage])]
    sets = [(cage, numbers) for cage in caged for numbers in list_sets(n, int(sizes[cage]), int(wanted[cage]))]
    if not caged:
        return
    owner = np.array([cage for cage, _ in sets], np.int64)
    words = [" ".join(map(str, numbers)) for _, numbers in sets]
    says = each(
        "the cage of {cell} holds {set}", denies="the cage of {cell} does not hold {set}", cell=first[owner], set=words
    )
    holds = m.bools("set", len(sets), says=says)
    of_cage = each("the cage of {cell}", cell=first[caged])
    m.exactly(
        1,
        "every cage holds one set of numbers that add up to its sum",
        [holds[owner == cage] for cage in caged],
        of=of_cage,
        clue=True,
    )
    _keep_to_sets(m, digit, cages, holds, sets, caged)
    _hold_whole_sets(m, digit, cages, holds, sets)


CageSet: TypeAlias = tuple[int, tuple[int, ...]]
"""A cage, and numbers that add up to its sum."""


def _keep_to_sets(
    m: Model,
    digit: NDArray[np.int32],
    cages: Regions,
    holds: NDArray[np.int32],
    sets: Sequence[CageSet],
    caged: Sequence[int],
) -> None:
    """A cell has a number of the set that its cage holds. caged: the cages that have sets."""
    n = digit.shape[2]
    with_number: dict[int, dict[int, list[int]]] = {cage: {k: [] for k in range(1, n + 1)} for cage in caged}
    for literal, (cage, numbers) in zip(holds.tolist(), sets, strict=True):
        for number in numbers:
            with_number[cage][number].append(literal)
    places = np.concatenate([np.argwhere(cages == cage) for cage in caged])
    rows = [
        [-x, *with_number[int(cages[r, c])][k + 1]]
        for r, c in places.tolist()
        for k, x in enumerate(digit[r, c].tolist())
    ]
    of_row = np.tile(np.arange(1, n + 1), len(places))
    of = each("a {number} at {cell}", number=of_row, cell=np.repeat(places, n, axis=0))
    m.any("a cage has no other numbers than those of its set", rows, of=of)


def _hold_whole_sets(
    m: Model, digit: NDArray[np.int32], cages: Regions, holds: NDArray[np.int32], sets: Sequence[CageSet]
) -> None:
    """Each number of the set that a cage holds is in one of its cells."""
    first, cells = first_cells(cages), {cage: digit[cages == cage] for cage, _ in sets}
    members = [
        (literal, cage, numbers, k)
        for literal, (cage, numbers) in zip(holds.tolist(), sets, strict=True)
        for k in numbers
    ]
    rows = [[-literal, *cells[cage][:, k - 1].tolist()] for literal, cage, _, k in members]
    of = each(
        "the {number} of {set} in the cage of {first}",
        number=np.array([k for *_, k in members], np.int64),
        set=[" ".join(map(str, numbers)) for _, _, numbers, _ in members],
        first=first[np.array([cage for _, cage, _, _ in members], np.int64)],
    )
    m.any("each number of its set is in the cage", rows or NO_ROWS, of=of)


@cache
def list_sets(n: int, size: int, total: int) -> tuple[tuple[int, ...], ...]:
    """The sets of so many different numbers from 1 to n that add up to the total, sorted."""
    if size == 0:
        return ((),) if total == 0 else ()
    most = min(n, total)
    return tuple(
        sorted((*rest, top) for top in range(size, most + 1) for rest in list_sets(top - 1, size - 1, total - top))
    )


def _has_few_sets(n: int, size: int) -> bool:
    """Are there few sets of so many of n numbers, whatever they add up to?"""
    return comb(n, size) <= MOST_SETS


# ---- a check that shares nothing with the rules above ----------------------------------------------------------------


def broken_cages(answer: Grid, cages: Iterable[Iterable[int]], sums: Iterable[Iterable[int]]) -> Iterator[str]:
    """Which cages have a number twice or another sum than they shall have, as sentences."""
    held, wanted, first = dict[int, list[int]](), dict[int, int](), dict[int, str]()
    for r, (row, own_sums) in enumerate(zip(cages, sums, strict=True)):
        for c, (cage, total) in enumerate(zip(row, own_sums, strict=True)):
            held.setdefault(cage, []).append(answer[r][c])
            first.setdefault(cage, describe_cell((r, c)))
            wanted[cage] = wanted.get(cage, 0) or total
    for cage, numbers in held.items():
        name = f"the cage of {first[cage]}"
        several = [number for number in sorted(set(numbers)) if numbers.count(number) > 1]
        yield from (f"{name} has {number} {numbers.count(number)} times" for number in several)
        if wanted[cage] not in (0, sum(numbers)):
            yield f"{name} adds up to {sum(numbers)}, not {wanted[cage]}"


# ---- formats ---------------------------------------------------------------------------------------------------------


def move_sums(sums: Sums, cages: Regions) -> Sums:
    """The sums in the first cells of their cages. Raises InputError for a cage with two."""
    return in_first_cells(numbers_of_regions(sums, cages, 0), cages, 0)


class CagedBoard(DigitRegions, Protocol):
    """A board with cages as formats say it. sums: of each cage in its first cell, 0 for none."""

    @property
    def cages(self) -> Regions: ...
    @property
    def sums(self) -> Sums: ...


def say_cages(board: CagedBoard) -> tuple[Sums, Regions]:
    """The sums and the cages of a board with the usual boxes. Raises InputError for another."""
    require_usual_boxes(board)
    return board.sums, board.cages


def say_caged_board(board: CagedBoard) -> tuple[Digits, Regions, int, Regions, Sums]:
    """What IDs say of a board. Raises InputError for one with a cage without a sum."""
    for r, c in first_cells(board.cages).tolist():
        if not board.sums[r, c]:
            raise InputError(f"expected a sum for each cage, found none for that of {describe_cell((r, c))}")
    return np.zeros_like(board.sums), board.regions, board.diagonals, board.cages, board.sums


def read_cages(
    make: Callable[..., Any], digits: Digits, regions: Regions, diagonals: int, cages: Regions, sums: Sums
) -> Any:
    """The board that an ID says. Raises InputError for one with digits that are given."""
    for r, c in np.argwhere(digits > 0)[:1].tolist():
        found = f"{digits[r, c]} at {describe_cell((r, c))}"
        raise InputError(f"expected no number that is given beside cages, found {found}")
    return make(regions, cages, move_sums(sums, cages), diagonals)


# ---- pictures --------------------------------------------------------------------------------------------------------


def cage_layers(cages: NDArray[np.int64], sums: NDArray[np.int64]) -> list[SceneLayer]:
    """The outlines, and the sums in the upper left corners of cells. cages: of each cell, -1 for none; sums: 0 for
    none."""
    framed = np.pad(cages, 1, constant_values=-2)
    height, width = cages.shape
    pieces = np.zeros(cages.shape, np.int64)
    for bit, (down, right) in enumerate(AROUND):
        beside = framed[1 + down : 1 + down + height, 1 + right : 1 + right + width]
        pieces |= (beside != cages).astype(np.int64) << bit
    pieces[cages < 0] = 0
    kinds = np.unique(pieces[pieces > 0]).tolist()
    at = sums > 0
    return [
        *(SceneLayer(_outline_glyph(kind), np.argwhere(pieces == kind)) for kind in kinds if _outline(kind)),
        SceneLayer(SUM, np.argwhere(at), words=tuple(map(str, sums[at].tolist()))),
    ]


def _outline_glyph(kind: int) -> Glyph:
    return Glyph(f"cage {kind}", parts=(Outline(_outline(kind), OUTLINE),))


def _outline(kind: int) -> str:
    """The pieces in a cell, as a path. kind: a bit for each of the cells around it that belongs to another cage."""
    above, right, below, left, *corners = (bool(kind >> bit & 1) for bit in range(8))
    low, high = INSET, UNIT - INSET
    first, last = (low if left else 0, high if right else UNIT), (low if above else 0, high if below else UNIT)
    path = f"m{first[0]:g} {low:g}h{first[1] - first[0]:g}m{-first[1]:g} {-low:g}" if above else ""
    path += f"m{first[0]:g} {high:g}h{first[1] - first[0]:g}m{-first[1]:g} {-high:g}" if below else ""
    path += f"m{low:g} {last[0]:g}v{last[1] - last[0]:g}m{-low:g} {-last[1]:g}" if left else ""
    path += f"m{high:g} {last[0]:g}v{last[1] - last[0]:g}m{-high:g} {-last[1]:g}" if right else ""
    sides = ((above, right), (right, below), (below, left), (left, above))
    for number, (beside, corner) in enumerate(zip(sides, corners, strict=True)):
        if corner and not any(beside):
            path += _turn(number)
    return path


def _turn(corner: int) -> str:
    """The outline around a corner of a cell, and back to the origin. corner: clockwise from above on the right."""
    low, high = INSET, UNIT - INSET
    if corner == 0:
        return f"m{high:g} 0v{low:g}h{low:g}m{-UNIT} {-low:g}"
    if corner == 1:
        return f"m{high:g} {UNIT}v{-low:g}h{low:g}m{-UNIT} {-high:g}"
    if corner == 2:
        return f"m{low:g} {UNIT}v{-low:g}h{-low:g}m0 {-high:g}"
    return f"m{low:g} 0v{low:g}h{-low:g}m0 {-low:g}"


# ---- boards ----------------------------------------------------------------------------------------------------------


def draw_cages(digits: NDArray[np.int64], stream: Stream) -> Regions:
    """Random connected cages around the digits of an answer, none of which is twice in one."""
    height, width = digits.shape
    cages, count = np.full((height, width), -1), 0
    for start in stream.order(height * width).tolist():
        if cages.flat[start] >= 0:
            continue
        size, own = USUAL_SIZES[stream.number_below(len(USUAL_SIZES))], [divmod(start, width)]
        cages.flat[start] = count
        while len(own) < size:
            held = {digits[cell] for cell in own}
            free = [cell for cell in neighbours_of(own, digits.shape) if cages[cell] < 0 and digits[cell] not in held]
            if not free:
                break
            own.append(free[stream.number_below(len(free))])
            cages[own[-1]] = count
        count += 1
    return number_regions(_join_single_cages(cages, digits, stream))


def _join_single_cages(cages: Regions, digits: NDArray[np.int64], stream: Stream) -> Regions:
    """Most cages of one cell go to a neighbour that does not have their digit."""
    for cage in np.flatnonzero(np.bincount(cages.ravel()) == 1).tolist():
        ((r, c),) = np.argwhere(cages == cage).tolist()
        cell = (r, c)
        others = sorted({int(cages[other]) for other in neighbours_of([cell], digits.shape)})
        others = [other for other in others if digits[cell] not in digits[cages == other]]
        others = [other for other in others if (cages == other).sum() < USUAL_SIZES[-1]]
        if others and stream.number_below(8):
            cages[cell] = others[stream.number_below(len(others))]
    return cages


def read_sums(cages: Regions, digits: NDArray[np.int64]) -> Sums:
    """What the digits of each cage add up to, in its first cell."""
    sums = np.zeros(cages.shape, np.int64)
    sums[tuple(first_cells(cages).T)] = np.bincount(cages.ravel(), weights=digits.ravel()).astype(np.int64)
    return sums


def cut_cage(cages: Regions, one: NDArray[np.int64], other: NDArray[np.int64], stream: Stream) -> Regions | None:
    """The cages after one was cut in two, each connected, whose sums are others in the other answer; None where no cage
    has different digits in both."""
    differing = sorted(set(cages[one != other].tolist()))
    if not differing:
        return None
    own = [(r, c) for r, c in np.argwhere(cages == differing[stream.number_below(len(differing))]).tolist()]
    part: list[tuple[int, int]] = [own[stream.number_below(len(own))]]
    while sum(int(one[cell] - other[cell]) for cell in part) == 0 or not _is_connected(set(own) - set(part)):
        free = [cell for cell in neighbours_of(part, cages.shape) if cell in own]
        if not free:
            return None
        part.append(free[stream.number_below(len(free))])
    if len(part) == len(own):
        return None
    changed = cages.copy()
    changed[tuple(np.array(part).T)] = cages.max() + 1
    return number_regions(changed)


def _is_connected(cells: set[tuple[int, int]]) -> bool:
    """Are these cells connected by their sides? Also where there are none."""
    return len(connected_parts(cells)) <= 1
