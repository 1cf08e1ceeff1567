"""Yajilin: shade some cells, and draw one loop through all others that have no clue.

     .  .  .  .     .--.--.--.    * the lines form a single loop from cell to cell, which neither crosses nor touches
                    |        |      itself
     .  . 0^  .     .--. 0^  .    * each cell without a clue is shaded (#), or the loop visits it; cells with clues are
                       |     |      neither
    0>  .  .  .    0>  .  .--.    * shaded cells do not touch by their sides
                       |  |       * a number says how many shaded cells there are in the direction of its arrow; ? may
    0>  .  . 0^    0>  .--. 0^      be any number

References: Nikoli, Puzzle Communication Nikoli 86 (1999); A. Ishibashi, Y. Sato, S. Iwata, "NP-completeness of two
pencil puzzles: Yajilin and Country Road" (2012).
"""

from __future__ import annotations

from functools import partial
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from models.neutral import CYCLES, Model, each, windows
from models.puzzles import codecs, parts

SHADED, LOOP = parts.CellPieces("shaded cell"), parts.GridLines(dots=False)
SHARE, CLUES = 30, "percent of the cells beside the loop that have a clue, at least"
BACKGROUND = ("Nikoli, 1999", "whether a board has an answer is an NP-complete question (Ishibashi 2012)")
Answer: TypeAlias = parts.ShadedAndLoop


@parts.array_record
class Yajilin:
    """A board. clues: a direction and a number of each cell (`parts.ArrowWords`), shape (rows, columns, 2)."""

    clues: NDArray[np.int64]

    @property
    def clued(self) -> parts.Mask:
        """The cells with a clue."""
        return np.asarray(self.clues[..., 1] != parts.NO_ARROW)


def model(p: Yajilin, by: str = CYCLES[0]) -> Model:
    """The rules. Decisions: `shaded_cell` per cell; `across` and `down`, a line each. by: how a loop is stated."""
    m, clued, directions, numbers = Model("yajilin"), p.clued.ravel(), p.clues[..., 0], p.clues[..., 1]
    across, down = LOOP.declare_loop(m, p.clued.shape, by)
    shaded = m.bools("shaded_cell", p.clued.shape, says="a shaded cell at {cell}")
    held = np.column_stack([shaded.ravel(), parts.lines_ahead(across, down)[..., 0]])
    rows, own = windows(held, (1, 5)), each("the cell {cell}", cell=np.ones(p.clued.shape, np.bool_))
    m.true("a cell with a clue is neither shaded nor visited", -rows.take(clued).literals)
    coefs = np.ones(len(rows.literals), np.int64)
    coefs[rows.starts[:-1]] = 2  # a shaded cell takes the place of two lines
    m.linear(2, 2, "a cell without a clue is shaded, or the loop visits it", rows, coefs, where=~clued, of=own)
    m.at_most(1, "shaded cells do not touch", shaded.ravel()[parts.grid_edges(shaded.shape)])
    points, told = directions != parts.NOWHERE, numbers[directions != parts.NOWHERE]
    clue = each("the clue {word} at {cell}", word=lambda: parts.arrow_words(p.clues)[points], cell=points)
    says, seen = "an arrow points at as many shaded cells as its number says", parts.seen_cells(shaded, directions)
    m.exactly(told, says, seen, where=told != parts.UNTOLD, of=clue, clue=True)
    return m


def verify(p: Yajilin, answer: Answer) -> list[str]:
    """The broken rules as sentences, [] for a solution; by code that shares nothing with `model`."""
    (shaded, lines), (height, width) = answer, p.clued.shape
    black, visited, faults = set(shaded), parts.find_line_ends(lines), parts.loop_faults(lines)
    faults += parts.word_faults("the shaded cells at {} and {} touch", parts.touching_pairs(shaded))
    for r, c in np.ndindex(height, width):
        held, where = ((r, c) in black) + ((r, c) in visited), parts.describe_cell((r, c))
        if p.clued[r, c]:
            faults += [f"the cell {where} has a clue, and is shaded or visited"] if held else []
        elif held != 1:
            faults.append(f"the cell {where} is {'shaded and visited' if held else 'neither shaded nor visited'}")
        direction, number = p.clues[r, c].tolist()
        down, right = parts.STEPS[direction]
        seen = sum((r + i * down, c + i * right) in black for i in range(1, max(height, width)))
        if direction != parts.NOWHERE and number not in (parts.UNTOLD, seen):
            faults.append(f"the clue {number} at {where} points at {seen} shaded cell{'s' * (seen != 1)}")
    return faults


def scene(p: Yajilin, view: parts.View) -> parts.Scene:
    """Clues on their ground, shaded cells and the loop."""
    return parts.shaded_line_scene("Yajilin", view, SHADED, LOOP, parts.arrow_layers(p.clues), ~p.clued)


def generate(size: tuple[int, int], seed: int = 0, clues: int = SHARE) -> tuple[Yajilin, Answer]:
    """A random board of that size, and its answer. clues: as `CLUES` says."""
    parts.check_sides("yajilin", size, 100)
    stream = parts.Stream("yajilin", "board", f"{size[0]}x{size[1]}:{clues}", seed)
    arrows, answer = parts.draw_arrow_board(size, clues, stream)
    return Yajilin(arrows), answer


def exclude(p: Yajilin, answer: Answer, second: Answer, stream: parts.Stream) -> tuple[Yajilin, Answer]:
    """A board without the second answer, and its own."""
    arrows, changed = parts.change_arrow_board(p.clues, answer, second, stream)
    return Yajilin(arrows), changed


def formats() -> dict[str, codecs.Body]:
    """Boards in exchange formats. A clue cell `x` has no number. Below the board of pzpr stand the player's marks."""
    clues, names = codecs.parts_of_record(Yajilin, "clues"), ("yajilin", "yajirin")
    walk, rows = codecs.CellWalk((codecs.ArrowNumbers(), codecs.Spaces((0, -1), "a", 26))), codecs.CompassRows()
    marks = codecs.MarksInTurn((codecs.CellMarks(), codecs.MarksBetween(known=("0", "1", "-1"))))
    return {
        "puzzlink": codecs.declare_text([walk], clues, names=names, example="yajilin/5/5/m32j10", flags={"b": ""}),
        "pzprv3": codecs.declare_file([codecs.ArrowRows()], clues, marks=marks, names=names),
        "janko": codecs.declare_sections({"problem": rows}, clues, names=names),
        "puzzlekit": codecs.declare_lines([rows], clues),
    }


PUZZLE = parts.compose_puzzle(
    "yajilin",
    "Yajilin",
    (
        "the lines form a single loop from cell to cell, which neither crosses nor touches itself",
        "each cell without a clue is shaded, or the loop visits it; cells with clues are neither",
        "shaded cells do not touch by their sides",
        "a clue says how many shaded cells there are in the direction of its arrow",
    ),
    text=parts.text_of_grids(Yajilin, clues=parts.ArrowWords()),
    answer=parts.TwoKinds(SHADED, LOOP),
    scene=scene,
    formulations={name: partial(model, by=name) for name in CYCLES},
    verify=verify,
    generate=generate,
    parameters={"clues": parts.Parameter(SHARE, parts.number_reader(0, 100), CLUES, "P")},
    extras=parts.Extras(
        formats=formats,
        exclude=exclude,
        advice=parts.advise_loop,
        legend=lambda p: "# shaded cell, - and | the loop; ^ v < > where the arrow of a clue points",
        introduction=parts.Introduction(
            BACKGROUND, "yajilin/6/6/30h10c40c21a20e2010g10a", "2x2 to 100x100, usually 10x10", parts.LOOP_WAY_WORDS
        ),
    ),
    summary="a loop past shaded cells, which arrows count",
)
