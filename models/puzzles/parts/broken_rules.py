"""What `verify` looks for in many puzzles, in ordinary code on cells, and the sentences that it says.

    *(f"{name} has {n} stars" for name, n in count_in_lines(stars, p.regions.shape, p.regions) if n != p.stars),
    *word_faults("the stars at {} and {} touch", touching_pairs(stars, corners=True)),
    *word_faults("the cell {} is cut off from {}", cut_off_parts(other_cells(p.regions.shape, stars))),

Nothing here knows variables or rows: a model and this code have nothing in common that could be wrong in both.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from models.puzzles.boards import Cell, Cells, describe_cell
from models.puzzles.connected_rest import connected_parts
from models.puzzles.parts.lines import Lines
from models.puzzles.regions import Regions

BEHIND = ((0, 1), (1, 0))
BEHIND_OR_ACROSS = ((0, 1), (1, -1), (1, 0), (1, 1))


def word_faults(sentence: str, places: Iterable[Cell | tuple[Cell, ...]]) -> list[str]:
    """The sentence for each of the places, a cell or several: `{}` in it stands for a cell."""
    cells = (place if isinstance(place[0], tuple) else (place,) for place in places)
    return [sentence.format(*map(describe_cell, each)) for each in cells]


def other_cells(shape: tuple[int, int], cells: Collection[Cell]) -> Cells:
    """The cells of a board that are not among these, row by row."""
    taken = set(cells)
    return tuple((r, c) for r in range(shape[0]) for c in range(shape[1]) if (r, c) not in taken)


def touching_pairs(cells: Iterable[Cell], corners: bool = False) -> list[tuple[Cell, Cell]]:
    """The pairs of these cells that share a side, with `corners` also those that share a corner; each once."""
    taken, steps = set(cells), BEHIND_OR_ACROSS if corners else BEHIND
    pairs = (((r, c), (r + down, c + right)) for r, c in sorted(taken) for down, right in steps)
    return [(cell, beside) for cell, beside in pairs if beside in taken]


def filled_blocks(cells: Iterable[Cell], height: int = 2, width: int = 2) -> Cells:
    """The first cells of all blocks of that size whose cells are all among these."""
    taken = set(cells)
    block = [(down, right) for down in range(height) for right in range(width)]
    return tuple((r, c) for r, c in sorted(taken) if taken.issuperset((r + down, c + right) for down, right in block))


def cut_off_parts(cells: Iterable[Cell]) -> list[tuple[Cell, Cell]]:
    """The cells in parts that are connected by their sides: of each but the first its first cell, with that of the
    first part."""
    first, *others = connected_parts(cells) or [[]]
    return [(part[0], first[0]) for part in others]


def named_lines(shape: tuple[int, int], regions: Regions | None = None) -> list[tuple[str, list[Cell]]]:
    """The rows, columns and regions of a board by name, `row 1`, with their cells. regions: the number of each cell's
    region from 0, -1 for none; they are named from 1."""
    height, width = shape
    lines = [(f"row {r + 1}", [(r, c) for c in range(width)]) for r in range(height)]
    lines += [(f"column {c + 1}", [(r, c) for r in range(height)]) for c in range(width)]
    return lines + ([] if regions is None else named_regions(regions))


def named_regions(regions: Regions) -> list[tuple[str, list[Cell]]]:
    """The regions of a board by name, `region 1`, with their cells. regions: as for lines."""
    cells_of: dict[int, list[Cell]] = {}
    for r, row in enumerate(regions.tolist()):
        for c, region in enumerate(row):
            cells_of.setdefault(region, []).append((r, c))
    return [(f"region {region + 1}", cells_of[region]) for region in sorted(cells_of) if region >= 0]


def count_in_lines(
    cells: Iterable[Cell], shape: tuple[int, int], regions: Regions | None = None
) -> list[tuple[str, int]]:
    """How many of these cells lie in each of the named lines."""
    taken = set(cells)
    return [(name, len(taken.intersection(line))) for name, line in named_lines(shape, regions)]


def find_line_ends(lines: Lines) -> dict[Cell, list[Cell]]:
    """Of each cell that lines touch, the cells at their other ends."""
    beside: dict[Cell, list[Cell]] = {}
    for a, b in sorted(lines):
        beside.setdefault(a, []).append(b)
        beside.setdefault(b, []).append(a)
    return beside


def goes_straight(beside: Mapping[Cell, Sequence[Cell]], cell: Cell) -> bool:
    """Do two lines go straight on at a cell? beside: as `find_line_ends` returns it."""
    ends = beside.get(cell, ())
    return len(ends) == 2 and all(one + other == 2 * here for one, other, here in zip(*ends, cell, strict=True))


def joined_parts(lines: Lines) -> list[list[Cell]]:
    """The cells of each connected part of these lines, sorted, in the order of the first ones."""
    beside, parts, reached = find_line_ends(lines), list[list[Cell]](), set[Cell]()
    for start in sorted(beside):
        part, waiting = set[Cell](), [] if start in reached else [start]
        while waiting:
            cell = waiting.pop()
            waiting += [] if cell in part else beside[cell]
            part.add(cell)
        reached |= part
        parts += [sorted(part)] if part else []
    return parts


def path_faults(lines: Lines, ends: Mapping[Cell, int]) -> list[str]:
    """Which lines between cells lead from an end to one with another number, or to none. ends: their numbers."""
    faults = []
    for cells in joined_parts(lines):
        found = [cell for cell in cells if cell in ends]
        where = f"from {describe_cell((found or cells)[0])}, lines lead"
        faults += [] if found else [f"{where} to no number"]
        faults += [f"{where} to {describe_cell(end)}" for end in found if ends[end] != ends[found[0]]]
    return faults


def loop_faults(lines: Lines) -> list[str]:
    """Why lines between cells are not a single loop."""
    beside, pieces = find_line_ends(lines), len(joined_parts(lines))
    words = {0: "there is no loop", 1: ""}.get(pieces, f"the lines are in {pieces} pieces, not in one")
    faults = [
        f"{describe_cell(cell)} has {len(ends)} line{'s'[: len(ends) - 1]}"
        for cell, ends in sorted(beside.items())
        if len(ends) != 2
    ]
    return [*faults, *([words] if words else [])]
