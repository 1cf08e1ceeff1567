"""Hitori: shade cells such that no number is seen twice in a row or column.

    1 1 3 2    1 # 3 2    * among the unshaded cells, no number occurs twice in a row or in a column
    4 3 3 1    4 3 # 1    * shaded cells (#) do not touch by their sides
    3 3 1 4    3 # 1 4    * the unshaded cells are connected by their sides
    2 1 4 4    2 1 4 #
                          A cell may have no number (.): it may be shaded, too. Few boards have any.

Boards are made from their solution. Cells are shaded in random order, wherever the rules allow it, until nothing more
can be shaded; so no other answer shades these cells and more. The other cells get the numbers of a Latin square, and a
shaded one repeats a number that is seen in its row or column.

Reference: Nikoli, "Hitori ni shite kure" (leave me alone), Puzzle Communication Nikoli 29, 1990.
"""

from __future__ import annotations

import re
from collections import Counter

import numpy as np

from models.neutral import CONNECTIVITY, Model, Rows, each, group
from models.puzzles import codecs, parts

SHADED = parts.CellPieces("shaded cell")
MOST_SIDE = 100  # of a board that is drawn; boards that are read may be larger
GAME_DIGITS = codecs.DIGITS[1:] + codecs.DIGITS[10:].upper()  # of 1 to 61, in game IDs


@parts.array_record
class Hitori:
    """A board. numbers: from 1, and 0 for a cell without one; shape (rows, columns)."""

    numbers: parts.Numbers


def model(p: Hitori, by: str = CONNECTIVITY[0]) -> Model:
    """The rules. Decisions: `shaded_cell` per cell. by: how connection is said. The last two follow from the others;
    people see at once what these say."""
    m, numbers, between = Model("hitori"), p.numbers, list[parts.Literals]()
    shaded = m.bools("shaded_cell", numbers.shape, says="a shaded cell at {cell}")
    for line, literals, own in (("row", shaded, numbers), ("column", shaded.T, numbers.T)):
        equal, place, number = _group_equals(literals, own)
        of = each(f"the {{number}}s of {line} {{place}}", number=number, place=place, plural=True)
        m.at_least(equal.lengths - 1, f"of equal numbers in a {line}, at most one is left unshaded", equal, of=of)
        between.append(literals[:, 1:-1][(own[:, :-2] == own[:, 2:]) & (own[:, 2:] > 0)])
    parts.state_scattered_cells(m, shaded, by)
    m.true("between two equal numbers a cell is unshaded", -np.concatenate(between))
    if min(shaded.shape) > 1:
        around = each("the neighbours of {cell}", cell=np.ones(shaded.shape, np.bool_), plural=True)
        m.any("no cell has only shaded neighbours", parts.cells_beside(-shaded), of=around)
    return m


def _group_equals(shaded: parts.Literals, numbers: parts.Numbers) -> tuple[Rows, parts.Numbers, parts.Numbers]:
    """The literals of cells with equal numbers in the same row of the board, wherever there are several; the row of
    each group, from 1, and its number."""
    given, row, base = numbers > 0, np.indices(numbers.shape)[0], numbers.max() + 1
    keys, equal = np.unique(row[given] * base + numbers[given], return_inverse=True)
    rows = group(shaded[given], by=equal)
    keys = keys[rows.lengths > 1]
    return rows.take(rows.lengths > 1), keys // base + 1, keys % base


def verify(p: Hitori, shaded: parts.Cells) -> list[str]:
    """The broken rules as sentences, [] for a solution; by code that shares nothing with `model`."""
    numbers, white = p.numbers.tolist(), parts.other_cells(p.numbers.shape, shaded)
    lines = ((line, numbers[r][c]) for r, c in white for line in (f"row {r + 1}", f"column {c + 1}"))
    seen = Counter((line, number) for line, number in lines if number)
    return [
        *(f"{line} shows the number {number} {n} times" for (line, number), n in seen.items() if n > 1),
        *parts.scattered_cell_faults(p.numbers.shape, shaded),
    ]


def generate(size: tuple[int, int], seed: int = 0) -> tuple[Hitori, parts.Cells]:
    """A random board and the planted cells to shade."""
    parts.check_sides("hitori", size, MOST_SIDE)
    stream = parts.Stream("hitori", "board", f"{size[0]}x{size[1]}", seed)
    shaded = parts.take_scattered_cells(size, stream)
    return Hitori(parts.draw_repeated_numbers(shaded, stream)), parts.cells_where(shaded)


def exclude(p: Hitori, answer: parts.Cells, second: parts.Cells, stream: parts.Stream) -> parts.Excluded:
    """A board without the second answer, and the first."""
    numbers = parts.change_repeated_number(p.numbers, answer, second, stream)
    return None if numbers is None else (Hitori(numbers), answer)


def formats() -> dict[str, codecs.Body]:
    """Boards in exchange formats. At puzz.link, `@` and `%` are a question mark, which says nothing."""
    numbers, example = codecs.parts_of_record(Hitori, "numbers"), "4x4:1132433133142144"
    base36 = codecs.BaseNumbers({"-": (2, 0)}, 36**2 - 1, "numbers", least=1, base=36, shortest=True)
    expected = "`.`, `1`..`9`, `a`..`z` or `-` and a number above 35"
    walk = codecs.CellWalk((codecs.Letters({".": 0}, also={"@": 0, "%": 0}), base36), expected=expected)
    game, names = codecs.CellWalk((codecs.SideNumbers(GAME_DIGITS),)), ("hitori",)
    return {
        **codecs.declare_numbers(Hitori, "numbers", 0, names=names, marks=codecs.CellMarks()),
        "puzzlink": codecs.declare_text([walk], numbers, names=names, example="hitori/4/4/1132433133142144"),
        "tatham": codecs.declare_game(
            [game], numbers, names=("singles",), title="Singles", example=example, fits=fits_game
        ),
    }


def fits_game(desc: str) -> bool:
    """Numbers alone, as a game of Tatham's has them: some above those of Light Up, none above the number of cells."""
    plain = re.fullmatch(r"[1-9a-zA-Z]*[5-9][1-9a-zA-Z]*", desc) is not None
    return plain and max(map(GAME_DIGITS.index, desc)) < len(desc)


PUZZLE = parts.compose_puzzle(
    "hitori",
    "Hitori",
    (
        "among the unshaded cells, no number occurs twice in a row or in a column",
        "shaded cells do not touch by their sides",
        "the unshaded cells are connected by their sides",
    ),
    text=parts.text_of_grids(Hitori, numbers=parts.NumberWords()),
    answer=SHADED,
    scene=lambda p, view: parts.shaded_scene("Hitori", view, SHADED, p.numbers, p.numbers > 0),
    formulations=parts.connected_ways(model),
    verify=verify,
    generate=generate,
    extras=parts.Extras(
        formats=formats,
        advice=parts.advise_cuts,
        exclude=exclude,
        legend=lambda p: "# shaded cell",
        introduction=parts.Introduction(
            background=("Nikoli, 1990: Hitori ni shite kure (leave me alone)",),
            example="5x5dk-1234",
            sizes="1x1 to 100x100",
            models=parts.LONG_WAY_WORDS,
        ),
    ),
    summary="shaded cells that leave no number twice in a line",
)
