"""Numberlink, also called Arukone: join equal numbers by lines.

    . . . . . 1     .-.-.-.-. 1    * a path of lines leads from each number to the other cell with that number
    . . . 2 . .     |       | |
    1 . . . . 3     . .-.-2 .-.    * a cell is on one path: paths neither cross nor branch
    . . 3 . . .     | |
    2 4 . . 4 .     1 . .-.-.-3    * every cell is on a path; --visits some: cells may be left out, which puzz.link's
                      | |            `numlin` allows, and few boards need
                    .-. 3 .-.-.
                    |     |   |
                    2 4-.-. 4-.    Boards are made from random paths, some of which are then cut in two.

Reference: Nikoli, Puzzle Communication Nikoli 20, 1987.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import partial

import numpy as np

from models.neutral import LONG_WAYS, Model, each, union
from models.puzzles import codecs, parts

LINES, ALL, SOME = parts.GridLines(dots=False), "all", "some"


@parts.array_record
class Numberlink:
    """A board. numbers: each in two cells, the ends of its path, and 0; shape (rows, columns)."""

    numbers: parts.Numbers

    def __post_init__(self) -> None:
        if (self.numbers < 0).any():
            raise parts.InputError("numberlink: expected numbers, found a question mark")
        numbers, times = np.unique(self.numbers[self.numbers > 0], return_counts=True)
        for number, found in zip(numbers[times != 2].tolist(), times[times != 2].tolist(), strict=True):
            raise parts.InputError(f"numberlink: expected each number in two cells, found {number} in {found}")


def model(p: Numberlink, visits: str = ALL, by: str = LONG_WAYS[0]) -> Model:
    """The rules. Decisions: `across` and `down`, a line each; `path`, of whose number a cell is. by: how rings are
    excluded."""
    m, shape, is_end = Model("numberlink"), (p.numbers.shape[0], p.numbers.shape[1]), p.numbers.ravel() > 0
    at, edges = union(*parts.lines_through(*LINES.declare(m, shape))), LINES.point_edges(shape)
    (path, own), lines = parts.declare_paths(m, p.numbers), LINES.variables(m)
    on, cell = np.zeros(is_end.size, np.int32), each("the cell {cell}", cell=p.numbers >= 0)
    m.exactly(1, "a line ends at each number", at.take(is_end), of=parts.name_numbers(p.numbers), clue=True)
    m.true("a number is on its own path", path[own], of=parts.name_numbers(p.numbers), clue=True)
    if visits == SOME:
        on = m.bools("visited", shape, says="a path through {cell}").ravel()
        m.exactly(0, "no line leads through a cell of no path", at, of=cell, when=-on)
        m.iff("each path is that of a number", on, path, of=cell)
    m.exactly(2, "a line leads through other cells", at, where=~is_end, of=cell, when=on if visits == SOME else None)
    m.between(int(visits == ALL), 1, "each cell is on the path of one number", path, of=cell)
    m.any("the cells that a line joins are on the same path", parts.join_on_paths(lines, edges, path))
    m.connected("no line is a ring: all come from a number", on, edges, own.argmax(axis=0), lines, by=by)
    return m


def walked_model(p: Numberlink, visits: str = ALL) -> Model:
    """The rules, seen by those who walk along the paths, which is faster for solvers."""
    m = Model("numberlink")
    LINES.declare(m, (p.numbers.shape[0], p.numbers.shape[1]))
    parts.state_walks(m, LINES, p.numbers, cover=visits == ALL)
    return m


def verify(p: Numberlink, lines: parts.Lines, visits: str = ALL) -> list[str]:
    """The broken rules as sentences, [] for a solution; by code that shares nothing with `model`."""
    ends = {(r, c): int(number) for (r, c), number in np.ndenumerate(p.numbers) if number}
    times, faults = Counter(cell for line in lines for cell in line), []
    for cell in np.ndindex(*p.numbers.shape):
        if times[cell] not in ({1} if cell in ends else {2} if visits == ALL else {0, 2}):
            faults.append(f"{parts.describe_cell(cell)} has {times[cell]} lines, not {1 if cell in ends else 2}")
    for cells in parts.joined_parts(lines):
        found = [cell for cell in cells if cell in ends]
        where = f"from {parts.describe_cell((found or cells)[0])}, lines lead"
        faults += [] if found else [f"{where} to no number"]
        faults += [f"{where} to {parts.describe_cell(end)}" for end in found if ends[end] != ends[found[0]]]
    return faults


def formats() -> dict[str, codecs.Body]:
    """Boards in exchange formats."""
    numbers, names = codecs.parts_of_record(Numberlink, "numbers"), ("numlin", "numberlink", "arukone")
    words, flags = codecs.NumberRows({"-": 0}), {"e": "that cells may be on no path (--visits some)"}
    code, rows = codecs.numbers16(empty=0, question=-1, noun="number", least=1), codecs.NumberRows({".": 0, "-": -1})
    return {
        "puzzlink": codecs.declare_text([code], numbers, names=names, example="numlin/3/3/1h2h12g", flags=flags),
        "pzprv3": codecs.declare_file([rows], numbers, marks=codecs.MarksBetween(), names=names[:2]),
        "janko": codecs.declare_sections({"problem": words}, numbers, names=("arukone", "numberlink")),
        "puzzlekit": codecs.declare_lines([words], numbers),
    }


TEXT = replace(parts.text_of_grids(Numberlink, numbers=parts.NumberWords({".": 0, "-": 0})), blank="")  # all ends stay
PLANTING = parts.Planting(
    blank=lambda size, stream: Numberlink(np.zeros(size, np.int64)),
    read_clues=lambda p, lines: Numberlink(parts.number_ends(p.numbers.shape, lines)),
    draw_answer=lambda p, stream: parts.draw_paths(p.numbers.shape, stream),
)
INTRODUCTION = parts.Introduction(
    background=("Nikoli, 1987", "whether a board has an answer is an NP-complete question (Kotsuma and Takenaga 2010)"),
    example="https://puzz.link/p?numlin/6/6/h12g31h4j55i2g6j6i4i3g",
    sizes="1x2 to 30x30; 10x10 is usual",
    models={**parts.LONG_WAY_WORDS, "walks": "each path is walked, and its number is a binary code; rings are cut off"},
    options={"visits": "all: each cell is on a path; some: cells may be left out, as in puzz.link's numlin"},
)
PUZZLE = parts.compose_puzzle(
    "numberlink",
    "Numberlink",
    (
        "a path of lines leads from each number to the other cell with the same number",
        "paths neither touch nor cross: a cell is on one of them",
        "every cell is on a path; with --visits some, cells may be left out",
    ),
    text=TEXT,
    answer=LINES,
    scene=lambda p, view: parts.line_scene(
        "Numberlink", view, LINES, (), p.numbers.shape, parts.word_layers(parts.END, p.numbers, p.numbers > 0)
    ),
    formulations={**{name: partial(model, by=name) for name in LONG_WAYS}, "walks": walked_model},
    verify=verify,
    planting=PLANTING,
    options={"visits": (ALL, SOME)},
    extras=parts.Extras(
        formats=formats,
        same=lambda one, other: parts.same_ends(one.numbers, other.numbers),
        exclude=parts.PathChanges(TEXT, PLANTING),
        advice=lambda p: parts.Advice("walks", solvers=("cnf",)),
        introduction=INTRODUCTION,
    ),
    summary="paths between equal numbers that fill the board",
)
