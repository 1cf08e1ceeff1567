"""Areas of cells with equal numbers, each as large as its number, as in a Fillomino: which numbers a cell may have,
what an answer says of its areas, and random ones.

    2 2 4      areas of two, three and four cells; two areas of the same size do not touch, as they would be one
    3 3 4
    3 4 4
"""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.neutral.global_rules.graphs import least_connected
from models.puzzles.boards import grid_edges, list_neighbours
from models.puzzles.randomness import Stream
from models.puzzles.regions import first_cells, number_regions
from models.puzzles.scenes.scene import NOTHING, Clicks, Scene, SceneLayer, SceneState
from models.puzzles.scenes.view import View

Numbers = NDArray[np.int64]
Beside = list[list[int]]


def equal_areas(numbers: Numbers) -> Numbers:
    """The number of each cell's area, from 0 in the order of their first cells: equal numbers that touch."""
    edges, flat = grid_edges(numbers.shape), numbers.ravel()
    return number_regions(
        least_connected(numbers.size, edges[flat[edges[:, 0]] == flat[edges[:, 1]]]).reshape(numbers.shape)
    )


def known_areas(answer: Any, shape: tuple[int, ...]) -> Numbers | None:
    """The areas of an answer, for lines between them; None where some number is not known."""
    numbers = np.array(answer if answer is not None else np.zeros(shape), np.int64)
    return equal_areas(numbers) if numbers.shape == shape and numbers.size and numbers.all() else None


def wrong_areas(numbers: Numbers) -> list[tuple[tuple[int, int], int, int]]:
    """Of each area that has not as many cells as its number says: its first cell, the number, and how many it has."""
    areas = equal_areas(numbers)
    sizes, firsts = np.bincount(areas.ravel()), first_cells(areas).tolist()
    found = ((tuple(cell), int(numbers[tuple(cell)]), int(sizes[i])) for i, cell in enumerate(firsts))
    return [(cell, number, size) for cell, number, size in found if number != size]


def possible_numbers(given: Numbers) -> NDArray[np.bool_]:
    """Which numbers each cell may have, shape (rows, columns, largest number). given: 0 where no number is.

    A given number n reaches a cell in n - 1 steps, over no other numbers. An area without any is no larger than what
    is left: in its part of the cells without numbers, and of the whole board, when areas of given numbers that do not
    reach each other have taken their cells. At last, a number goes where too few cells that touch could have it.
    """
    flat, beside = given.ravel().tolist(), list_neighbours(given.shape)
    parts, left = _blank_parts(flat, beside), len(flat)
    taken, reached = np.zeros(max(parts, default=-1) + 2, np.int64), list[tuple[int, list[int]]]()
    for n in sorted(set(flat) - {0}):
        clues, shared, apart = [v for v, number in enumerate(flat) if number == n], set[int](), 0
        for clue in clues:
            reach = _reach(clue, n, flat, beside)
            reached.append((n, reach))
            if clue not in shared:
                shared.update(reach)
                apart += n
                here = np.bincount([parts[v] + 1 for v in reach], minlength=len(taken))
                taken[1:] += np.maximum(0, n - len(reach) + here[1:])
        left -= max(apart, len(clues))
    sizes = np.bincount(np.array(parts, np.int64) + 1, minlength=len(taken))
    most = np.clip(np.minimum(sizes - taken, left), 1, None)[np.array(parts, np.int64) + 1]
    most[given.ravel() > 0] = 0
    possible = np.arange(1, max(int(most.max(initial=1)), *flat, 1) + 1) <= most[:, None]
    for n, reach in reached:
        possible[reach, n - 1] = True
    _take_small_parts(possible, given)
    return np.asarray(possible.reshape(*given.shape, -1), np.bool_)


def _take_small_parts(possible: NDArray[np.bool_], given: Numbers) -> None:
    """Numbers of cells without one go where fewer cells that touch could have them, shape (cells, numbers)."""
    edges, blank = grid_edges(given.shape), given.ravel() == 0
    for n in range(2, possible.shape[1] + 1):
        may = possible[:, n - 1]
        part = least_connected(len(may), edges[may[edges].all(axis=1)])
        may &= ~blank | (np.bincount(part, minlength=len(may))[part] >= n)


def equal_neighbours(possible: NDArray[np.bool_]) -> tuple[Numbers, Numbers]:
    """The pairs of cells that touch and may have the same number: places of this number in each, among all that are
    possible, counted row by row."""
    place = np.cumsum(possible.ravel()).reshape(possible.shape) - 1
    pairs = []
    for one, other in ((np.s_[:, :-1], np.s_[:, 1:]), (np.s_[:-1], np.s_[1:])):
        both = possible[one] & possible[other]
        pairs.append((place[one][both], place[other][both]))
    first, second = zip(*pairs, strict=True)
    return np.concatenate(first), np.concatenate(second)


def divided_scene(scene: Scene, view: View) -> Scene:
    """The scene with lines between the areas of an answer, and dashed ones between those of the second one; areas that
    are too small or too large are wrong. On a page, numbers that are put draw the same lines. scene: with clicks of
    numbers."""
    assert isinstance(scene.clicks, Clicks)
    scene = replace(scene, clicks=replace(scene.clicks, is_dividing=True))
    areas, others = (known_areas(answer, scene.shape) for answer in (view.answer, view.second))
    if areas is None:
        return scene
    layers = scene.layers
    if view.is_judged and view.second is None:
        wrong = np.bincount(areas.ravel())[areas] != np.array(view.answer)
        layers = (*layers, SceneLayer(NOTHING, np.argwhere(wrong), SceneState.WRONG))
    return replace(scene, areas=areas, other_areas=others, layers=layers)


def _blank_parts(flat: list[int], beside: Beside) -> list[int]:
    """The number of each cell's part of those without numbers, connected ones; -1 for a cell with a number."""
    parts, count = [-1] * len(flat), 0
    for start, number in enumerate(flat):
        if number == 0 and parts[start] < 0:
            parts[start], part = count, [start]
            for v in part:
                for other in beside[v]:
                    if flat[other] == 0 and parts[other] < 0:
                        parts[other] = count
                        part.append(other)
            count += 1
    return parts


def _reach(clue: int, n: int, flat: list[int], beside: Beside) -> list[int]:
    """The cells that an area of n cells with this one may have."""
    steps, waiting = {clue: 0}, deque([clue])
    while waiting:
        v = waiting.popleft()
        for other in beside[v] if steps[v] < n - 1 else []:
            if flat[other] in (0, n) and other not in steps:
                steps[other] = steps[v] + 1
                waiting.append(other)
    return list(steps)


def draw_areas(shape: tuple[int, int], stream: Stream, most: int = 9) -> Numbers:
    """Random areas, none beside another of the same size, as the numbers of their cells. most: cells of an area, as
    long as that can be kept. Cells join, one area with another beside it, until no two of the same size touch."""
    beside, cells = list_neighbours(shape), [{v} for v in range(shape[0] * shape[1])]
    owner = list(range(len(cells)))
    waiting = deque(stream.order(len(cells)).tolist())
    while waiting:
        area = owner[waiting.popleft()]
        around = sorted({owner[other] for v in cells[area] for other in beside[v]} - {area})
        if not any(len(cells[other]) == len(cells[area]) for other in around):
            continue
        fitting = [other for other in around if len(cells[other]) + len(cells[area]) <= most] or around
        other = fitting[stream.number_below(len(fitting))]
        cells[area] |= cells[other]
        for v in cells[other]:
            owner[v] = area
        cells[other] = set()
        waiting.append(min(cells[area]))
    return np.array([len(cells[area]) for area in owner], np.int64).reshape(shape)
