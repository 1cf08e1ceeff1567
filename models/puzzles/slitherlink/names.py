"""Lines, dots and clues of Slitherlink in words, for explanations and models: `a line above R2C3`, `the 3 at R2C3`."""

from __future__ import annotations

from typing import Any

from models.neutral import Model
from models.puzzles import defaults
from models.puzzles.boards import describe_cell
from models.puzzles.slitherlink.instance import Dot, Slitherlink
from models.puzzles.slitherlink.rules import CLUE, LOOP

BESIDE = {"across": ("above", "below"), "down": ("left of", "right of")}  # of an array, the last line: of its last cell


def name_of(p: Slitherlink, m: Model, literal: int) -> str:
    """A literal in the words of the puzzle: `a line above R2C3`, `no line above R2C3`, `inside at R2C3`, `a
    line at the dot at the upper left of R2C3`."""
    name, place = _array_and_place(m, literal)
    if name == "inside":
        return f"{'in' if literal > 0 else 'out'}side at {describe_cell(place)}"
    if name == "visited":
        return f"{'a' if literal > 0 else 'no'} line at {_describe_dot(p, place)}"
    if name not in BESIDE:
        return defaults.name_of(p, m, literal)
    return f"{'a' if literal > 0 else 'no'} line {_describe_place(p, name, place)}"


def _describe_place(p: Slitherlink, name: str, place: Dot) -> str:
    """Where a line is: above or left of a cell, below or right of one of the last."""
    (first, last), axis = BESIDE[name], 0 if name == "across" else 1
    if place[axis] < p.shape[axis]:
        return f"{first} {describe_cell(place)}"
    cell = [place[0], place[1]]
    cell[axis] -= 1
    return f"{last} {describe_cell(cell)}"


def cells_of(p: Slitherlink, m: Model, literal: int) -> frozenset[Any]:
    """What a variable is about: a line, as its two dots, or a cell; nothing for a variable of a formulation."""
    name, (r, c) = _array_and_place(m, literal)
    if name == "inside":
        return frozenset({(r, c)})
    return frozenset({((r, c), (r, c + 1) if name == "across" else (r + 1, c))} if name in BESIDE else ())


def _array_and_place(m: Model, literal: int) -> tuple[str, Dot]:
    """The array of a variable, and its place there; (0, 0) where that has no rows and columns."""
    for name in (*BESIDE, "inside"):
        array = m.arrays.get(name)
        if array is not None and array.flat[0] <= abs(literal) <= array.flat[-1]:
            r, c = divmod(abs(literal) - int(array.flat[0]), array.shape[1])
            return name, (r, c)
    visited = m.arrays.get("visited")
    if visited is not None and visited[0] <= abs(literal) <= visited[-1]:
        r, c = divmod(abs(literal) - int(visited[0]), m.arrays["down"].shape[1])
        return "visited", (r, c)
    return "", (0, 0)


def row_name(p: Slitherlink, m: Model, sentence: str, number: int) -> str:
    """Which row of a rule: `the 3 at R2C3`, `the dot at the upper left of R2C3`."""
    if sentence == CLUE:
        r, c = divmod(number, p.shape[1])
        return f"the {p.clues[r][c]} at {describe_cell((r, c))}"
    r, c = divmod(number, p.shape[1] + 1)
    return _describe_dot(p, (r, c)) if sentence == LOOP and r <= p.shape[0] else f"row {number}"


def _describe_dot(p: Slitherlink, dot: Dot) -> str:
    """A dot, by the cell at whose corner it is."""
    (r, c), (height, width) = dot, p.shape
    corner = f"{'lower' if r == height else 'upper'} {'right' if c == width else 'left'}"
    return f"the dot at the {corner} of {describe_cell((min(r, height - 1), min(c, width - 1)))}"


def row_cells(p: Slitherlink, m: Model, sentence: str, number: int) -> frozenset[Any]:
    """The cell of a number."""
    return frozenset({divmod(number, p.shape[1])} if sentence == CLUE else ())
