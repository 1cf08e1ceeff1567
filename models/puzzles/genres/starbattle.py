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

from collections import Counter
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from models.neutral import Model, each, group, windows
from models.puzzles.boards import Cells
from models.puzzles.codecs import (
    Body,
    BorderedRegions,
    CellMarks,
    Decimal,
    NumberedRegions,
    NumberLine,
    declare_file,
    declare_text,
    parts_of_record,
)
from models.puzzles.parts import (
    CellPieces,
    Extras,
    InputError,
    Introduction,
    Parameter,
    RegionWords,
    Scene,
    Stream,
    View,
    array_record,
    cells_where,
    compose_puzzle,
    describe_cell,
    number_reader,
    text_of_grids,
)
from models.puzzles.regions import Regions, first_cells, hand_over, number_regions, regions_between, winding_regions
from models.puzzles.scenes.glyphs import STAR, WALL, WORD
from models.puzzles.scenes.layers import (
    board_title,
    covered_cells,
    mask_layer,
    piece_clicks,
    piece_layers,
    sign_layers,
    word_layers,
)
from models.puzzles.scenes.scene import NOTHING

MOST_ROWS, MOST_STARS = 200, 5  # that are drawn; boards that are read may be larger
NAMES = RegionWords(outside=("#", "@"))  # a blocked cell
SHUFFLES = 20  # so many times, on average, each cell is offered to a neighbouring region


@array_record
class StarBattle:
    """A board.

    regions: the number of each cell's region, from 0 in the order of their first cells, -1 for a blocked cell; shape
        (rows, columns).
    stars: of each row, column and region.
    """

    regions: Regions
    stars: int


def board(names: NDArray[np.str_ | np.int64], stars: int) -> StarBattle:
    """The board with these regions, shape (rows, columns), named in any way; # (or @) is a blocked cell. Raises
    InputError for - and a full stop, which are no names."""
    return StarBattle(NAMES.read(names.astype(str)), stars)


def model(p: StarBattle) -> Model:
    """The rules. Decisions: `star` per cell."""
    m, regions = Model("starbattle"), p.regions
    star = m.bools("star", regions.shape, says="a star at {cell}")
    m.exactly(p.stars, "every row holds its stars", star)
    m.exactly(p.stars, "every column holds its stars", star.T)
    free, of_region = regions >= 0, each("the region of {cell}", cell=first_cells(regions))
    m.exactly(p.stars, "every region holds its stars", group(star[free], by=regions[free]), of=of_region)
    m.true("no star is on a blocked cell", -star[~free], evident="Blocked cells (#) hold no star")
    m.at_most(1, "stars do not touch, not even diagonally", windows(star, (2, 2)))
    return m


def verify(p: StarBattle, stars: Cells) -> list[str]:
    """The broken rules as sentences, [] for a solution; by code that shares nothing with `model`."""
    names = (p.regions + 1).tolist()
    held = Counter(line for r, c in stars for line in (f"row {r + 1}", f"column {c + 1}", f"region {names[r][c]}"))
    lines = [f"row {r + 1}" for r in range(len(names))] + [f"column {c + 1}" for c in range(len(names[0]))]
    lines += [f"region {number}" for number in sorted({number for row in names for number in row} - {0})]
    touching = [(a, b) for a, b in combinations(stars, 2) if abs(a[0] - b[0]) <= 1 and abs(a[1] - b[1]) <= 1]
    return [
        *(f"{line} has {held[line]} stars, not {p.stars}" for line in lines if held[line] != p.stars),
        *(f"the star at {describe_cell((r, c))} is on a blocked cell" for r, c in stars if not names[r][c]),
        *(f"the stars at {describe_cell(a)} and {describe_cell(b)} touch" for a, b in touching),
    ]


def generate(size: tuple[int, int], seed: int = 0, stars: int | None = None) -> tuple[StarBattle, Cells]:
    """A random board of n x n cells and its planted stars; without a number of stars, as many as are usual."""
    n, k = size[0], max(1, min(3, (size[0] + 1) // 5)) if stars is None else stars
    if size[0] != size[1] or k > MOST_STARS or not (n == k == 1 or 5 * k - 1 <= n <= MOST_ROWS):
        raise InputError(
            f"starbattle: expected n x n cells with n from {5 * k - 1} to {MOST_ROWS} for stars {k} (at most "
            f"{MOST_STARS}), found {size[0]}x{size[1]}"
        )
    stream, planted = Stream("starbattle", "board", f"{n}:{k}", seed), None
    while planted is None:
        planted = _draw_stars(n, k, stream)
    others = np.flatnonzero(~planted)
    offered = np.concatenate([others[stream.order(len(others))] for _ in range(SHUFFLES)])
    regions = hand_over(winding_regions(planted, k), offered, stream)
    return StarBattle(number_regions(regions), k), cells_where(planted)


def _draw_stars(n: int, k: int, stream: Stream) -> NDArray[np.bool_] | None:
    """Stars that keep all rules but that of regions, row by row, first where columns need most; None if that fails."""
    stars, need = np.zeros((n, n + 2), np.bool_), np.full(n, k)  # a margin of a column on both sides
    for r in range(n):
        order = stream.order(n)
        for c in order[np.argsort(-need[order], kind="stable")].tolist():
            if need[c] and stars[r].sum() < k and not stars[max(r - 1, 0) : r + 1, c : c + 3].any():
                stars[r, c + 1], need[c] = True, need[c] - 1
    return None if need.any() else stars[:, 1:-1]


def scene(p: StarBattle, view: View) -> Scene:
    """Stars, and lines between regions. A region's number is in all of its cells if it lies in several parts, since
    lines cannot say that these belong together."""
    regions, free = p.regions, p.regions >= 0
    parts = regions_between(regions[:, :-1] != regions[:, 1:], regions[:-1] != regions[1:])
    pairs = np.unique(np.stack([regions.ravel(), parts.ravel()]), axis=1)
    parted, times = np.unique(pairs[0], return_counts=True)
    numbered = free & np.isin(regions, parted[times > 1])
    return Scene(
        regions.shape,
        board_title("Star Battle", regions.shape, view, "stars"),
        (
            mask_layer(WALL, ~free),
            *word_layers(WORD, regions + 1, numbered, hidden=covered_cells(view)),
            *piece_layers(STAR, view, regions.shape),
            *sign_layers(view, regions.shape, free & ~numbered),
        ),
        areas=regions,
        caption=caption(p),
        clicks=piece_clicks(STAR, "stars", free),
        covers=((WORD, NOTHING),),
    )


def caption(p: StarBattle) -> str:
    """The number of stars of each row, column and region, which nothing on the board shows; it has a line's place."""
    return f"{p.stars} star{'s' if p.stars > 1 else ''} each"


def formats() -> dict[str, Body]:
    """Boards in exchange formats: the number of stars, then the regions."""
    parts = parts_of_record(StarBattle, "stars", "regions")
    stars, name = "the number of stars", ("starbattle",)
    return {
        "puzzlink": declare_text(
            [Decimal(stars, "/"), BorderedRegions()], parts, names=name, example="starbattle/6/6/1/2u9gn9c9jpmk"
        ),
        "pzprv3": declare_file([NumberLine(stars, 1, 999), NumberedRegions()], parts, marks=CellMarks(), names=name),
    }


PUZZLE = compose_puzzle(
    "starbattle",
    "Star Battle",
    (
        "every row, every column and every region holds the same number of stars",
        "stars do not touch, not even diagonally",
        "no star is on a blocked cell",
    ),
    text=text_of_grids(StarBattle, parameters=("stars",), regions=NAMES),
    answer=CellPieces("star"),
    scene=scene,
    formulations={"default": model},
    verify=verify,
    generate=generate,
    parameters={
        "stars": Parameter(
            None,
            number_reader(1, MOST_STARS),
            "stars of each row, column and region; 1 unless said otherwise, 2 from 9x9 on, 3 from 14x14 on",
            "K",
        )
    },
    extras=Extras(
        formats=formats,
        caption=caption,
        legend=lambda p: "* star",
        by_difficulty={"easy": {"stars": 1}},  # of 130 boards of 9x9 with two stars, none was easy
        introduction=Introduction(
            background=("H. Beumer, for the World Puzzle Championship 2003",),
            example="easy-6",
            sizes="n x n, up to 200x200; 4x4 is the least with one star each, and 9x9 with two",
            models={"default": "a variable for each cell, and a count for each row, column and region"},
        ),
    ),
    summary="as many stars in each row as in each column and region",
)
