"""Nonogram: shade cells so that each row and column has the blocks that are listed beside it.

          1 1
        3 1 1 2              * the numbers beside a row or column are the lengths of its blocks of shaded cells
    2 1 # # . #                in this order, with at least one unshaded cell between two blocks; 0: there is none
    1 1 # . . #              * a line with a ? may have any blocks
      2 # # . .
      1 . . # .

References: N. Ishida, "Window Art Puzzles", and T. Nishio, "Oekaki Logic", Japan 1988; S. Tatham's Pattern.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from models.neutral import Model
from models.puzzles import codecs, parts

SHADED = parts.CellPieces("shaded cell")


@parts.array_record
class Nonogram:
    """A board. left, top: the lengths of the blocks of each row and column, (0,) for none, () where it is not told."""

    left: parts.Lists
    top: parts.Lists

    def __post_init__(self) -> None:
        parts.check_blocks("nonogram", self)


def model(p: Nonogram) -> Model:
    """The rules. Decisions: `shaded_cell` per cell, and where each block of a row or column begins."""
    m = Model("nonogram")
    shaded = m.bools("shaded_cell", (len(p.left), len(p.top)), says="a shaded cell at {cell}")
    parts.state_blocks(m, shaded, p)
    return m


def verify(p: Nonogram, shaded: parts.Cells) -> list[str]:
    """The broken rules as sentences, [] for a solution; by code that shares nothing with `model`."""
    return list(parts.block_faults(p, shaded))


def scene(p: Nonogram, view: parts.View) -> parts.Scene:
    """Shaded cells, and the lists beside the board; those that a whole answer does not meet are wrong."""
    shape = (len(p.left), len(p.top))
    held = parts.list_blocks(parts.mask_of_cells(view.answer, shape)) if view.is_judged else {}
    nothing = np.zeros(shape, np.bool_)
    return parts.shaded_scene("Nonogram", view, SHADED, np.full(shape, ""), nothing, **parts.side_words(p, "?", held))


def draw(size: tuple[int, int], stream: parts.Stream) -> tuple[Nonogram, parts.Cells]:
    """A board without lists, and a random picture: more shaded than not, with larger areas than by chance."""
    height, width = size
    noise = (stream.words((height + 2) * (width + 2)) % 256).reshape(height + 2, width + 2)
    smooth = np.sum([noise[r : r + height, c : c + width] for r in range(3) for c in range(3)], axis=0)
    return Nonogram(((),) * height, ((),) * width), parts.cells_where(smooth >= np.percentile(smooth, 45))


def with_lists(p: Nonogram, shaded: parts.Cells) -> Nonogram:
    """The board with all lists."""
    return replace(p, **parts.list_blocks(parts.mask_of_cells(shaded, (len(p.left), len(p.top)))))


def exclude(p: Nonogram, answer: parts.Cells, second: parts.Cells, stream: parts.Stream) -> parts.Excluded:
    """Another picture: a cell in which two answers differ is shaded, or is not any more."""
    cells = sorted(set(answer) ^ set(second))
    changed = set(answer) ^ {cells[stream.number_below(len(cells))]}
    return with_lists(p, tuple(sorted(changed))), tuple(sorted(changed))


def formats() -> dict[str, codecs.Body]:
    """Boards in exchange formats."""
    lists = codecs.Parts(Nonogram, lambda p: (p.left, p.top))
    return {
        **codecs.declare_lists(lists, ("nonogram",), "nonogram/6/6/12g1111h11112j12g11g21j11g3h"),
        "tatham": codecs.declare_game(
            [codecs.SlashLists()],
            codecs.Parts(lambda part: Nonogram(*part), lambda p: ((p.left, p.top),)),
            names=("pattern",),
            title="Pattern",
            example="3x3:2/1.1/1/2/1/2",
            fits=codecs.is_slash_lists,
        ),
    }


PUZZLE = parts.compose_puzzle(
    "nonogram",
    "Nonogram",
    (
        "the blocks of shaded cells of each row and column have the lengths beside it, in this order",
        "between two blocks there is at least one unshaded cell",
        "a line with a ? may have any blocks",
    ),
    text=parts.text_of_grids(Nonogram, sides={"left": parts.ListWords(), "top": parts.ListWords()}),
    answer=SHADED,
    scene=scene,
    formulations={"default": model},
    verify=verify,
    planting=parts.Planting(draw, with_lists),
    extras=parts.Extras(
        formats=formats,
        exclude=exclude,
        legend=lambda p: "# shaded cell",
        introduction=parts.Introduction(
            background=("N. Ishida and T. Nishio, Japan, 1988", "also Picross, Griddlers, Hanjie, Pattern"),
            example="10x10:/6.1/2.3.2/8/3.4/8/3.4/8/2.3.2/6.1/1.1/2.2/9/1.5.1/9/3.1.3/7/5/7/9",
            sizes="any rows x columns; 10x10 to 30x30 are usual",
            models={"default": "a variable for each cell, and one for each cell at which a block can begin"},
        ),
    ),
    summary="a picture, by the lengths of its blocks in each line",
)
