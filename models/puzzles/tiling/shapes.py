"""Polyominoes and polycubes: sets of cells, their orientations, and all shapes of a size.

A shape is a set of unit cells with integer coordinates, (row, column) or (layer, row, column). It is written in *normal
form*: shifted so that every coordinate begins at 0, cells sorted. How it may be turned is a group of signed
permutations of the axes:

    two-sided    all of them: 8 in the plane (turned over too), 48 in space (mirror images too)
    one-sided    those of determinant 1, the rotations: 4 in the plane, 24 in space
    fixed        none but the identity

A planar piece in space can be turned over by a rotation, so that in space even one-sided planar pieces are free.

Polyominoes of n = 1..6 cells, counted up to these groups: 1 1 2 5 12 35 (two-sided, called free), 1 1 2 7 18 60
(one-sided), 1 2 6 19 63 216 (fixed). Polycubes by rotation: 1 1 2 8 29 166, with reflection 1 1 2 7 23 112.

Reference: S. W. Golomb, "Polyominoes" (1965), whose letters the pentominoes carry; OEIS A000105, A000988, A001168,
A000162, A038119.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import permutations, product
from typing import TypeAlias

Cell: TypeAlias = tuple[int, ...]
Shape: TypeAlias = tuple[Cell, ...]
Turn: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]
"""Axis i of the image is axis `turn[0][i]`, reversed if `turn[1][i]` is -1."""

SIDES = ("two-sided", "one-sided", "fixed")


def normal_form(cells: Iterable[Cell]) -> Shape:
    """The shape shifted to the origin, sorted. Needs at least one cell."""
    points = list(cells)
    least = [min(axis) for axis in zip(*points, strict=True)]
    return tuple(sorted(tuple(x - low for x, low in zip(cell, least, strict=True)) for cell in points))


def turn_shape(cells: Iterable[Cell], turn: Turn) -> Shape:
    """The image of a shape, in normal form."""
    axes, signs = turn
    return normal_form([tuple(sign * cell[axis] for axis, sign in zip(axes, signs, strict=True)) for cell in cells])


@cache
def turns(dimensions: int, sides: str = SIDES[0]) -> tuple[Turn, ...]:
    """The group of turns of that sidedness, the identity first."""
    identity = tuple(range(dimensions))
    every = [(axes, signs) for axes in permutations(range(dimensions)) for signs in product((1, -1), repeat=dimensions)]
    if sides == "fixed":
        return ((identity, (1,) * dimensions),)
    return tuple(turn for turn in every if sides == "two-sided" or _determinant(turn) == 1)


def _determinant(turn: Turn) -> int:
    axes, signs = turn
    swaps = sum(axes[i] > axes[j] for j in range(len(axes)) for i in range(j))
    return -1 if (swaps + sum(sign < 0 for sign in signs)) % 2 else 1


@cache
def orientations(shape: Shape, sides: str = SIDES[0]) -> tuple[Shape, ...]:
    """The different orientations of a shape, in normal form, sorted."""
    return tuple(sorted({turn_shape(shape, turn) for turn in turns(len(shape[0]), sides)}))


def polyforms(cells: int, dimensions: int = 2, sides: str = SIDES[0]) -> tuple[Shape, ...]:
    """All connected shapes of so many cells, one of each class, sorted: grown from those with one cell fewer."""
    if cells == 1:
        return (((0,) * dimensions,),)
    steps = [tuple(sign * (axis == i) for i in range(dimensions)) for axis in range(dimensions) for sign in (1, -1)]
    grown = {
        normal_form((*shape, new))
        for shape in polyforms(cells - 1, dimensions, sides)
        for cell in shape
        for step in steps
        if (new := tuple(x + dx for x, dx in zip(cell, step, strict=True))) not in shape
    }
    return tuple(sorted({orientations(shape, sides)[0] for shape in grown}))


def parse_picture(*layers: str) -> Shape:
    """The shape of a picture, `X` a cell: rows separated by blanks; one text for the plane, one per layer in space."""
    grids = [layer.split() for layer in layers]
    cells = [
        (z, r, c)
        for z, rows in enumerate(grids)
        for r, row in enumerate(rows)
        for c, letter in enumerate(row)
        if letter == "X"
    ]
    return normal_form(cells if len(layers) > 1 else [cell[1:] for cell in cells])


def lift_to_space(shape: Shape) -> Shape:
    """A planar shape as one layer of cubes."""
    return tuple((0, *cell) for cell in shape)
