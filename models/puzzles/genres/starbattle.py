"""Star Battle: put k stars into every row, every column and every region.

    +---------------+    k = 1: the number of stars is the board's own; there are as many regions as rows.
    | .   *   .   . |
    +---+   +---+   |    * every row and every column holds k stars
    | .   . | .   * |    * every region holds k stars
    |   +---+   +---+    * stars do not touch, not even diagonally
    | * | .   .   . |
    +---+   +-------+
    | .   . | *   . |    * no star is on a blocked cell (#), which is in no region; few boards have any
    +-------+-------+

Boards are made from their solution. Stars are drawn row by row; a path that winds through the rows is cut into regions
after every k-th star; then cells are handed from region to region at random, such that regions stay connected.

This file is the example for new puzzles (CONTRIBUTING.md): `compose_puzzle` makes the rest of the record.
Reference: H. Beumer invented the puzzle for the World Puzzle Championship 2003.
"""

from __future__ import annotations

import numpy as np

from models.neutral import Model, each, group, windows
from models.puzzles import codecs, parts

STARS = parts.CellPieces("star")
MOST_ROWS, MOST_STARS = 200, 5  # that are drawn; boards that are read may be larger
USUAL = "stars of each row, column and region; 1 unless said otherwise, 2 from 9x9 on, 3 from 14x14 on"


@parts.array_record
class StarBattle:
    """A board. regions: the number of each cell's region, from 0 in the order of their first cells, -1 for a blocked
    cell; shape (rows, columns). stars: of each row, column and region."""

    regions: parts.Regions
    stars: int


def model(p: StarBattle) -> Model:
    """The rules. Decisions: `star` per cell."""
    m, regions = Model("starbattle"), p.regions
    star = m.bools("star", regions.shape, says="a star at {cell}")
    m.exactly(p.stars, "every row holds its stars", star)
    m.exactly(p.stars, "every column holds its stars", star.T)
    free, of_region = regions >= 0, each("the region of {first}", first=parts.first_cells(regions))
    m.exactly(p.stars, "every region holds its stars", group(star[free], by=regions[free]), of=of_region)
    m.true("no star is on a blocked cell", -star[~free], evident="Blocked cells (#) hold no star")
    m.at_most(1, "stars do not touch, not even diagonally", windows(star, (2, 2)))
    return m


def verify(p: StarBattle, stars: parts.Cells) -> list[str]:
    """The broken rules as sentences, [] for a solution; by code that shares nothing with `model`."""
    counts = parts.count_in_lines(stars, p.regions.shape, p.regions)
    return [
        *(f"{line} has {n} stars, not {p.stars}" for line, n in counts if n != p.stars),
        *parts.word_faults("the star at {} is on a blocked cell", (cell for cell in stars if p.regions[cell] < 0)),
        *parts.word_faults("the stars at {} and {} touch", parts.touching_pairs(stars, corners=True)),
    ]


def generate(size: tuple[int, int], seed: int = 0, stars: int | None = None) -> tuple[StarBattle, parts.Cells]:
    """A random board of n x n cells and its planted stars; without a number of stars, as many as are usual."""
    n, k = size[0], max(1, min(3, (size[0] + 1) // 5)) if stars is None else stars
    if size[0] != size[1] or k > MOST_STARS or not (n == k == 1 or 5 * k - 1 <= n <= MOST_ROWS):
        expected = f"n x n cells with n from {5 * k - 1} to {MOST_ROWS} for stars {k} (at most {MOST_STARS})"
        raise parts.InputError(f"starbattle: expected {expected}, found {size[0]}x{size[1]}")
    stream, planted = parts.Stream("starbattle", "board", f"{n}:{k}", seed), None
    while planted is None:
        planted = _draw_stars(n, k, stream)
    return StarBattle(parts.draw_regions(planted, k, stream), k), parts.cells_where(planted)


def _draw_stars(n: int, k: int, stream: parts.Stream) -> parts.Mask | None:
    """Stars that keep all rules but that of regions, row by row, first where columns need most; None if that fails."""
    stars, need = np.zeros((n, n + 2), np.bool_), np.full(n, k)  # a margin of a column on both sides
    for r in range(n):
        order = stream.order(n)
        for c in order[np.argsort(-need[order], kind="stable")].tolist():
            if need[c] and stars[r].sum() < k and not stars[max(r - 1, 0) : r + 1, c : c + 3].any():
                stars[r, c + 1], need[c] = True, need[c] - 1
    return None if need.any() else stars[:, 1:-1]


def scene(p: StarBattle, view: parts.View) -> parts.Scene:
    """Stars, and lines between regions."""
    none, blocked = np.zeros(p.regions.shape, np.bool_), p.regions < 0
    return parts.piece_scene(
        "Star Battle", view, STARS, parts.STAR, p.regions, none, areas=p.regions, blocked=blocked, caption=caption(p)
    )


def caption(p: StarBattle) -> str:
    """The number of stars of each row, column and region, which nothing on the board shows; it has a line's place."""
    return f"{p.stars} star{'s' if p.stars > 1 else ''} each"


def formats() -> dict[str, codecs.Body]:
    """Boards in exchange formats: the number of stars, then the regions."""
    fields, k = codecs.parts_of_record(StarBattle, "stars", "regions"), "the number of stars"
    names, example, marks = ("starbattle",), "starbattle/6/6/1/2u9gn9c9jpmk", codecs.CellMarks()
    text = (codecs.Decimal(k, "/"), codecs.BorderedRegions())
    file = (codecs.NumberLine(k, 1, 999), codecs.NumberedRegions())
    return {
        "puzzlink": codecs.declare_text(text, fields, names=names, example=example),
        "pzprv3": codecs.declare_file(file, fields, marks=marks, names=names),
    }


PUZZLE = parts.compose_puzzle(
    "starbattle",
    "Star Battle",
    (
        "every row, every column and every region holds the same number of stars",
        "stars do not touch, not even diagonally",
        "no star is on a blocked cell",
    ),
    text=parts.text_of_grids(StarBattle, parameters=("stars",), regions=parts.RegionWords(outside=("#", "@"))),
    answer=STARS,
    scene=scene,
    formulations={"default": model},
    verify=verify,
    generate=generate,
    parameters={"stars": parts.Parameter(None, parts.number_reader(1, MOST_STARS), USUAL, "K")},
    extras=parts.Extras(
        formats=formats,
        caption=caption,
        legend=lambda p: "* star",
        by_difficulty={"easy": {"stars": 1}},  # of 130 boards of 9x9 with two stars, none was easy
        introduction=parts.Introduction(
            background=("H. Beumer, for the World Puzzle Championship 2003",),
            example="easy-6",
            sizes="n x n, up to 200x200; 4x4 is the least with one star each, and 9x9 with two",
            models={"default": "a variable for each cell, and a count for each row, column and region"},
        ),
    ),
    summary="as many stars in each row as in each column and region",
)
