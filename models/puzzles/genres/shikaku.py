"""Shikaku, also called Rectangles: divide the board into rectangles with one number each.

    . . 4 . .    +---------------+---+
    . .12 . .    | .   .   4   . | . |    * each cell is in one rectangle
    . . . . 4    +---------------+   |
                 | .   .  12   . | . |    * each rectangle has one number, and so many cells; there may be question
                 |               |   |      marks, which are sizes that are not told
                 ...

References: Nikoli, "Shikaku ni kire" (cut into rectangles), Puzzle Communication Nikoli 27, 1989.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from models.neutral import Model, each
from models.puzzles import codecs, parts

RECTANGLES = parts.LaidPieces("rectangle", "rectangles")
NONE, ANY = 0, -1  # a cell without a number, and a `?`: a size that is not told
WORDS = parts.NumberWords({".": NONE, "?": ANY, "-": NONE})
MOST_SIDE, LARGEST = 60, 12  # rows and columns of boards that are drawn, and cells of a rectangle there


@parts.array_record
class Shikaku:
    """A board. numbers: the sizes of rectangles, ANY or NONE; shape (rows, columns)."""

    numbers: parts.Numbers


def model(p: Shikaku) -> Model:
    """The rules. Decisions: `place`, a rectangle each of those with one number, which is its size."""
    m, shape = Model("shikaku"), (p.numbers.shape[0], p.numbers.shape[1])
    rectangles, numbers = parts.clued_rectangles(p.numbers, ANY)
    _, covering = parts.declare_rectangles(m, rectangles, WORDS.write(numbers).tolist(), shape)
    of = each("the cell {place}", place=np.ones(shape, bool))
    m.exactly(1, "each cell is in one rectangle, which has one number, and that is its size", covering, of=of)
    return m


def verify(p: Shikaku, laid: parts.Laid) -> list[str]:
    """The broken rules as sentences, [] for a solution; by code that shares nothing with `model`."""
    faults, numbers = [], dict[Any, Any](np.ndenumerate(p.numbers))
    for name, cells in laid:
        where = f"the {name} from {parts.describe_cell(cells[0])} to {parts.describe_cell(cells[-1])}"
        if not all(cell in numbers for cell in cells) or not parts.is_rectangle(cells):
            faults.append(f"{where} is no rectangle on the board")
            continue
        own = [numbers[cell] for cell in cells if numbers[cell] != NONE]
        if len(own) != 1:
            faults.append(f"{where} has {len(own)} numbers")
        elif own[0] not in (ANY, len(cells)):
            faults.append(f"{where} has {len(cells)} cells, not {own[0]}")
        elif name != ("?" if own[0] == ANY else str(own[0])):
            faults.append(f"{where} has another number")
    times = Counter(cell for _, cells in laid for cell in cells)
    return faults + [
        f"{parts.describe_cell(cell)} is in {times[cell]} rectangles" for cell in numbers if times[cell] != 1
    ]


def generate(size: tuple[int, int], seed: int = 0) -> tuple[Shikaku, parts.Laid]:
    """A random board and its planted rectangles."""
    parts.check_sides("shikaku", size, MOST_SIDE)
    stream, numbers, laid = parts.Stream("shikaku", "board", f"{size[0]}x{size[1]}", seed), np.zeros(size, np.int64), []
    for cells in parts.draw_rectangles(size, LARGEST, stream):
        numbers[cells[stream.number_below(len(cells))]] = len(cells)
        laid.append((str(len(cells)), tuple(cells)))
    return Shikaku(numbers), tuple(sorted(laid))


def exclude(p: Shikaku, answer: parts.Laid, second: parts.Laid, stream: parts.Stream) -> parts.Excluded:
    """A board without the second answer: a number goes to a cell of its rectangle where the second one has another."""
    covered = {cell: cells for _, cells in second for cell in cells}
    changes = []
    for _, cells in answer:
        at = next(cell for cell in cells if p.numbers[cell])
        changes += [(at, cell) for cell in cells if cell not in covered[at]]
    numbers, (before, after) = p.numbers.copy(), changes[stream.number_below(len(changes))]
    numbers[before], numbers[after] = NONE, numbers[before]
    return Shikaku(numbers), answer


def formats() -> dict[str, codecs.Body]:
    """Boards in exchange formats."""
    game = {"names": ("rect",), "title": "Rectangles", "example": "3x3:6g3", "usual_letters": r"(e[\d.]+)?a?"}
    more: dict[str, Any] = {"noun": "size", "example": "shikaku/3/3/6m3", "marks": codecs.MarksBetween()}
    return codecs.declare_numbers(Shikaku, "numbers", NONE, ANY, names=("shikaku",), game=game, **more)


INTRODUCTION = parts.Introduction(
    background=("Nikoli, 1989",),
    example="6x6:b4a6l4a10_2_3d2b2a2a1b",
    sizes=f"1x1 to {MOST_SIDE}x{MOST_SIDE}; 10x10 is usual",
    models={"default": "an exact cover: each cell by one of the rectangles with a single number"},
)
PUZZLE = parts.compose_puzzle(
    "shikaku",
    "Shikaku",
    (
        "each cell is in one rectangle",
        "each rectangle has one number, and that is the number of its cells; ? is any number",
    ),
    text=replace(parts.text_of_grids(Shikaku, numbers=WORDS), blank=""),  # each rectangle needs its number
    answer=RECTANGLES,
    scene=lambda p, view: parts.laid_scene(
        "Shikaku", view, RECTANGLES, WORDS.write(p.numbers), p.numbers != NONE, partial(model, p)
    ),
    formulations={"default": model},
    verify=verify,
    generate=generate,
    extras=parts.Extras(
        formats=formats,
        exclude=exclude,
        advice=lambda p: parts.Advice(None, ("cnf",)),
        introduction=INTRODUCTION,
    ),
    summary="rectangles with one number each, as large as it says",
)
