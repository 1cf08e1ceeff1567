"""Numberlink, also called Arukone: join equal numbers by lines.

    . . . . . 1     .-.-.-.-. 1    * a path of lines leads from each number to the other cell with that number
    . . . 2 . .     |       | |
    1 . . . . 3     . .-.-2 .-.    * a cell is on one path: paths neither cross nor branch
    . . 3 . . .     | |
    2 4 . . 4 .     1 . .-.-.-3    * every cell is on a path; a board may say, by a 0 behind its size, that cells may
                      | |            be left out, as all of puzz.link's `numlin` do
                    .-. 3 .-.-.
                    |     |   |
                    2 4-.-. 4-.    Boards are made from random paths, some of which are then cut in two.

Reference: Nikoli, Puzzle Communication Nikoli 20, 1987.
"""

from __future__ import annotations

from collections import Counter
from string import ascii_letters

import numpy as np

from models.neutral import LONG_WAYS, Model, each, union
from models.puzzles import codecs, parts

LINES = parts.GridLines(dots=False)


@parts.array_record
class Numberlink:
    """A board. numbers: each in two cells, the ends of its path, and 0; shape (rows, columns); covered: 1 where every
    cell is on a path, else 0."""

    numbers: parts.Numbers
    covered: int = 1

    def __post_init__(self) -> None:
        if (self.numbers < 0).any() or self.covered not in (0, 1):
            raise parts.InputError("numberlink: expected no question mark, and 0 or 1 behind the size, or nothing")
        parts.check_pairs("numberlink", self.numbers)


def model(p: Numberlink, by: str = LONG_WAYS[0]) -> Model:
    """The rules. Decisions: `across` and `down`, a line each; `path`, of whose number a cell is. by: of rings."""
    m, shape, is_end = Model("numberlink"), (p.numbers.shape[0], p.numbers.shape[1]), p.numbers.ravel() > 0
    at, cell = union(*parts.lines_through(*LINES.declare(m, shape))), each("the cell {cell}", cell=p.numbers >= 0)
    (path, own), lines, edges = parts.declare_paths(m, p.numbers), LINES.variables(m), LINES.point_edges(shape)
    on, joined = np.zeros(is_end.size, np.int32), parts.join_on_paths(lines, edges, path)
    m.exactly(1, "a line ends at each number", at.take(is_end), of=parts.name_numbers(p.numbers), clue=True)
    m.true("a number is on its own path", path[own], of=parts.name_numbers(p.numbers), clue=True)
    if not p.covered:
        on = m.bools("visited", shape, says="a path through {cell}").ravel()
        m.exactly(0, "no line leads through a cell of no path", at, of=cell, when=-on)
        m.iff("each path is that of a number", on, path, of=cell)
    m.exactly(2, "a line leads through other cells", at, where=~is_end, of=cell, when=None if p.covered else on)
    m.between(p.covered, 1, "each cell is on the path of one number", path, of=cell)
    m.any("the cells that a line joins are on the same path", joined, of=parts.name_joins(p.numbers))
    m.connected("no line is a ring: all come from a number", on, edges, own.argmax(axis=0), lines, by=by)
    return m


def walked_model(p: Numberlink) -> Model:
    """The rules, seen by those who walk along the paths, which is faster for solvers."""
    m = Model("numberlink")
    LINES.declare(m, (p.numbers.shape[0], p.numbers.shape[1]))
    parts.state_walks(m, LINES, p.numbers, cover=bool(p.covered))
    return m


def verify(p: Numberlink, lines: parts.Lines) -> list[str]:
    """The broken rules as sentences, [] for a solution; by code that shares nothing with `model`."""
    ends = {(r, c): int(number) for (r, c), number in np.ndenumerate(p.numbers) if number}
    times, faults = Counter(cell for line in lines for cell in line), []
    for cell in np.ndindex(*p.numbers.shape):
        if times[cell] not in ({1} if cell in ends else {2} if p.covered else {0, 2}):
            faults.append(f"{parts.describe_cell(cell)} has {times[cell]} lines, not {1 if cell in ends else 2}")
    return faults + parts.path_faults(lines, ends)


def formats() -> dict[str, codecs.Body]:
    """Boards in exchange formats. Of pzpr's two genres, cells may be left out in `numlin`, not in `arukone`."""
    some, every = (codecs.parts_of_record(Numberlink, "numbers", covered=covered) for covered in (0, 1))
    code, rows = codecs.numbers16(empty=0, question=-1, noun="number", least=1), codecs.NumberRows({".": 0, "-": -1})
    says, marks = codecs.WordLine({"passallcell": 1, "dontpassallcell": 0}), codecs.MarksBetween()
    letters = codecs.WordRows({".": 0, "-": -1} | {word: at + 1 for at, word in enumerate(ascii_letters.swapcase())})
    both, flags = codecs.parts_of_record(Numberlink, "covered", "numbers"), dict.fromkeys(says.words, "")
    text = codecs.declare_text([code], every, names=("arukone",), flags={"e": "that cells may be left out"})
    file = codecs.declare_file([says, letters], both, marks=marks, names=("arukone",), flags=flags)
    names, words = ("numlin", "numberlink", "arukone"), codecs.NumberRows({"-": 0})
    return {
        "puzzlink": codecs.declare_text([code], some, names=names, other_rules={"arukone": text}),
        "pzprv3": codecs.declare_file([rows], some, marks=marks, names=names, other_rules={"arukone": file}),
        "janko": codecs.declare_sections({"problem": words}, every, names=("arukone", "numberlink")),
        "puzzlekit": codecs.declare_lines([words], every),
    }


WORDS, CAPTIONS = parts.NumberWords({".": 0, "-": 0}, stay=True), ("cells may be left out", "")
TEXT = parts.text_of_grids(Numberlink, parameters=("covered",), usual_numbers=(1,), numbers=WORDS)
PLANTING = parts.Planting(
    blank=lambda size, stream, skips=False: Numberlink(np.zeros(size, np.int64), int(not skips)),
    read_clues=lambda p, lines: Numberlink(parts.number_ends(p.numbers.shape, lines), p.covered),
    draw_answer=lambda p, stream: parts.draw_paths(p.numbers.shape, stream),
)
PUZZLE = parts.compose_puzzle(
    "numberlink",
    "Numberlink",
    (
        "a path of lines leads from each number to the other cell with the same number",
        "paths neither touch nor cross: a cell is on one of them",
        "every cell is on a path, but on boards that let cells be left out",
    ),
    text=TEXT,
    answer=LINES,
    scene=lambda p, view: parts.end_scene("Numberlink", view, LINES, p.numbers, CAPTIONS[p.covered]),
    formulations={**parts.connected_ways(model), "walks": walked_model},
    verify=verify,
    planting=PLANTING,
    parameters={"skips": parts.switch("cells may be left out, as in puzz.link's numlin")},
    extras=parts.Extras(
        formats=formats,
        caption=lambda p: CAPTIONS[p.covered],
        same=lambda one, other: parts.same_ends(one.numbers, other.numbers),
        exclude=parts.PathChanges(TEXT, PLANTING),
        advice=lambda p: parts.Advice("walks", solvers=("cnf",)),
        introduction=parts.Introduction(
            background=("Nikoli, 1987", "whether a board has an answer is NP-complete (Kotsuma and Takenaga 2010)"),
            example="https://puzz.link/p?arukone/6/6/h12g31h4j55i2g6j6i4i3g",
            sizes="1x2 to 30x30; 10x10 is usual",
            models={**parts.LONG_WAY_WORDS, "walks": "each path is walked, its number a binary code; cuts"},
        ),
    ),
    summary="paths between equal numbers that fill the board",
)
