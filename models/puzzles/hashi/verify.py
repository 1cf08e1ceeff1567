"""The rules of Hashiwokakero in ordinary code that shares nothing with the model: bridges are walked cell by cell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from models.puzzles.boards import Cell, describe_cell
from models.puzzles.hashi.instance import UNKNOWN, WATER, Hashi
from models.puzzles.parts.pairs import NumberedPair


def verify(p: Hashi, answer: Iterable[NumberedPair]) -> list[str]:
    """The broken rules as sentences, [] for a solution. answer: pairs of cells of the board, each once."""
    bridges = tuple(answer)
    numbers = {(r, c): n for r, row in enumerate(p.cells.tolist()) for c, n in enumerate(row) if n != WATER}
    placed = [bridge for bridge in bridges if not _misplaced(bridge, numbers)]
    return [
        *(fault for bridge in bridges for fault in _misplaced(bridge, numbers)),
        *(_describe_excess(p, *bridge) for bridge in bridges if not 1 <= bridge[2] <= p.most),
        *_crossings(placed),
        *_wrong_numbers(numbers, placed),
        *_unreached(numbers, placed),
    ]


def _describe(first: Cell, second: Cell) -> str:
    return f"the bridges from {describe_cell(first)} to {describe_cell(second)}"


def _describe_excess(p: Hashi, first: Cell, second: Cell, number: int) -> str:
    allowed = "1" if p.most == 1 else f"1 to {p.most}"
    return f"{_describe(first, second)} are {number}, not {allowed}"


def _misplaced(bridge: NumberedPair, numbers: dict[Cell, int]) -> list[str]:
    """What is wrong with where the bridge is."""
    first, second, _ = bridge
    for end in (first, second):
        if end not in numbers:
            return [f"{_describe(first, second)} end at {describe_cell(end)}, where no island is"]
    in_line = first != second and (first[0] == second[0] or first[1] == second[1])
    if not in_line or any(cell in numbers for cell in _cells_describe(first, second)):
        return [f"{_describe(first, second)} do not lie between islands that face each other"]
    return []


def _cells_describe(first: Cell, second: Cell) -> Iterator[Cell]:
    """The cells of a line without its ends, one of which lies to the right of the other or below it."""
    (top, bottom), (left, right) = (sorted(sides) for sides in zip(first, second, strict=True))
    if top == bottom:
        yield from ((top, c) for c in range(left + 1, right))
    else:
        yield from ((r, left) for r in range(top + 1, bottom))


def _crossings(bridges: Iterable[NumberedPair]) -> Iterator[str]:
    """Two bridges over the same cell, which are not the same."""
    over: dict[Cell, tuple[Cell, Cell]] = {}
    for first, second, _ in bridges:
        for cell in _cells_describe(first, second):
            other = over.setdefault(cell, (first, second))
            if other != (first, second):
                yield f"{_describe(*other)} and {_describe(first, second).removeprefix('the bridges ')} cross"


def _wrong_numbers(numbers: dict[Cell, int], bridges: Iterable[NumberedPair]) -> Iterator[str]:
    """Islands with too many bridges or too few."""
    held: Counter[Cell] = Counter()
    for first, second, number in bridges:
        held[first] += number
        held[second] += number
    for island, number in numbers.items():
        if number != UNKNOWN and held[island] != number:
            plural = "" if held[island] == 1 else "s"
            yield f"the island {number} at {describe_cell(island)} has {held[island]} bridge{plural}"


def _unreached(numbers: dict[Cell, int], bridges: Iterable[NumberedPair]) -> Iterator[str]:
    """An island that bridges do not connect with the first one."""
    neighbours: dict[Cell, list[Cell]] = {island: [] for island in numbers}
    for first, second, number in bridges:
        if number > 0:
            neighbours[first].append(second)
            neighbours[second].append(first)
    start = next(iter(numbers))
    reached, front = {start}, [start]
    while front:
        fresh = [island for island in neighbours[front.pop()] if island not in reached]
        reached.update(fresh)
        front += fresh
    for island in numbers:
        if island not in reached:
            yield f"no way leads over bridges from {describe_cell(start)} to {describe_cell(island)}"
            return
