"""The words of a model's variables and rows: those that it states (`models.neutral.wording`), else those that the
record of its puzzle has for them (`Puzzle.name_of`, `Extras.name_row`).

Rows that state no words are named by the cells that they are about:

    row 3, column 1             all cells of a line of the board
    the cell R2C5
    the cells from R1C2 to R2C3
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import TYPE_CHECKING

from models.neutral.blocks import NO_GRAPH, Block
from models.neutral.model import Model
from models.neutral.wording.phrases import BOARD_LINES, COLUMN, ROW, Each, Phrase
from models.neutral.wording.word_columns import Cell, describe_cell, describe_place
from models.puzzles.defaults import smallest_instance

if TYPE_CHECKING:
    from models.puzzles.contract import Instance, Puzzle

Cells = frozenset[Hashable]
MARGINS = {ROW: "left", COLUMN: "top"}
"""On which side of a board the words of its rows and of its columns stand, by the fields of a scene."""


def words_of(model: Model, literal: int) -> tuple[Each, int] | None:
    """The words of the array of a variable, and its entry there; None where it has none."""
    array, entry = model.place_of(literal) or ("", 0)
    says = model.says.get(array)
    return None if says is None else (says, entry)


def stated_literal(model: Model, literal: int) -> Phrase | None:
    """A literal in the words of the model; None where it has none."""
    found = words_of(model, literal)
    return None if found is None else found[0].phrase(found[1], literal > 0)


def stated_literals(model: Model, literals: Iterable[int]) -> list[tuple[int, Phrase | None]]:
    """Literals in the words of the model, None for one that has none; of those that are parts of one number, the first
    with what they say together."""
    told: dict[Hashable, int] = {}
    known: dict[Hashable, dict[int, bool]] = {}
    for literal in literals:
        array, entry = model.place_of(literal) or ("", 0)
        key: Hashable = literal
        if array in model.says and (parts := model.says[array].parts) is not None:
            number, part = parts.of(entry)
            key = array, number
            known.setdefault(key, {})[part] = literal > 0
        told.setdefault(key, literal)
    return [
        (
            literal,
            model.says[key[0]].say(key[1], known[key]) if isinstance(key, tuple) else stated_literal(model, literal),
        )
        for key, literal in told.items()
    ]


def is_part(model: Model, literal: int) -> bool:
    """Is the variable a part of a number?"""
    found = words_of(model, literal)
    return found is not None and found[0].parts is not None


def stated_cells(model: Model, literal: int) -> Cells:
    """The cells that the words of a variable name; none where it has no words."""
    found = words_of(model, literal)
    return frozenset() if found is None else found[0].places(found[1])


def name_literal(puzzle: Puzzle, instance: Instance, model: Model, literal: int) -> str:
    """A literal in words: `a lamp at R2C3`."""
    found = words_of(model, literal)
    return puzzle.name_of(instance, model, literal) if found is None else found[0].word(found[1], literal > 0)


def literal_cells(puzzle: Puzzle, instance: Instance, model: Model, literal: int) -> Cells:
    """The cells, vertices or lines that a variable is about."""
    return puzzle.extras.cells_of(instance, model, literal) or stated_cells(model, literal)


def row_phrase(puzzle: Puzzle, instance: Instance, model: Model, block: Block, row: int) -> Phrase:
    """What row `row` of a block is called: `the tree at R2C5`."""
    number = int(block.number[row])
    if block.of is not None:
        return block.of.phrase(number)
    is_rule = block.graph == NO_GRAPH  # several rows of what a formulation made of a graph may be about the same cells
    cells = _cells_of_literals(model, block.rows[row].tolist()) if is_rule else []
    if cells:
        return _name_cells(cells, puzzle.size(instance))
    return puzzle.extras.name_row(instance, model, block, row)


def row_cells(block: Block, row: int) -> Cells:
    """Where a row stands on the board (a wall with a number); none where nothing says so."""
    cell = None if block.of is None else block.of.cell(int(block.number[row]))
    return frozenset() if cell is None else frozenset({cell})


def naming_cells(block: Block, row: int) -> Cells:
    """The same, or the cell by which the words of a row name something larger (`the region of R1C1`)."""
    cell = None if block.of is None else block.of.naming_cell(int(block.number[row]))
    return frozenset() if cell is None else frozenset({cell})


def row_margin(model: Model, block: Block, row: int, size: tuple[int, ...]) -> tuple[str, int] | None:
    """The line of a board of that size that row `row` of a block is, as the place of the word beside it: ("left", 2)
    for row 3, ("top", 0) for column 1. It is stated (`of="row {row}"`, with a column `side` where it is another side),
    or seen from its cells, all those of the line; None of other rows."""
    line = _stated_line(model, block, row, size)
    if line is None or len(size) != 2 or line[1] >= size[BOARD_LINES.index(line[0])]:
        return None
    return stated_side(block, row) or MARGINS[line[0]], line[1]


def stated_side(block: Block, row: int) -> str | None:
    """The side of the board from which a row is said to see its line: the column `side` of its words."""
    return None if block.of is None else block.of.side(int(block.number[row]))


def _stated_line(model: Model, block: Block, row: int, size: tuple[int, ...]) -> tuple[str, int] | None:
    """`row` or `column`, and its number."""
    if block.of is not None:
        return block.of.board_line(int(block.number[row]))
    cells = _cells_of_literals(model, block.rows[row].tolist()) if block.graph == NO_GRAPH else []
    return _whole_line(cells, size) if cells else None


def evident_words(block: Block, cells: Cells) -> str | None:
    """What a person says of rows that leave these cells empty by themselves; None where the model has no words for
    that."""
    if not block.evident:
        return None
    if len(cells) == 1:
        (cell,) = cells
        return f"{block.evident} ({describe_place(cell)})"
    are_lines = all(isinstance(cell, tuple) and isinstance(cell[0], tuple) for cell in cells)
    return f"{block.evident} ({len(cells):,} {'lines' if are_lines else 'cells'})"


def has_clues(puzzle: Puzzle) -> bool:
    """Are there numbers on the boards of the puzzle that its rules ask for? Seen on the smallest that it generates."""
    instance = smallest_instance(puzzle.generate)
    if instance is None:
        return False
    model = next(iter(puzzle.formulations.values()))(instance)
    return any(block.is_clue for block in model.stated_blocks)


def _cells_of_literals(model: Model, literals: list[int]) -> list[Cell]:
    """The cells of these literals, sorted, if each is about one cell; else none."""
    if any(says.is_of_graph for says in model.says.values()):
        return []
    each = [stated_cells(model, x) for x in literals] if model.says else []
    cells = {cell for of in each for cell in of if isinstance(cell, tuple) and isinstance(cell[0], int)}
    return sorted(cells) if all(len(of) == 1 and of <= cells for of in each) else []


def _name_cells(cells: list[Cell], size: tuple[int, ...]) -> Phrase:
    """The name of sorted cells of a board of that size."""
    first, last = cells[0], cells[-1]
    if (line := _whole_line(cells, size)) is not None:
        return _phrase_of(f"{line[0]} ", str(line[1] + 1), f"{line[0]}s ")
    if len(cells) == 1:
        return _phrase_of("the cell ", describe_cell(first), "the cells ", first)
    if len(cells) == 2:
        return Phrase(f"{describe_cell(first)} and {describe_cell(last)}", is_plural=True)
    return Phrase(
        f"the cells from {describe_cell(first)} to {describe_cell(last)}", is_plural=True, opening="the cells from "
    )


def _whole_line(cells: list[Cell], size: tuple[int, ...]) -> tuple[str, int] | None:
    """The row or the column of a board of that size that has exactly these cells, by number."""
    for axis, line in enumerate(BOARD_LINES) if len(size) == 2 else ():
        if len(cells) == size[1 - axis] and len({cell[axis] for cell in cells}) == 1:
            return line, cells[0][axis]
    return None


def _phrase_of(head: str, name: str, many: str, cell: Cell | None = None) -> Phrase:
    return Phrase(head, name, many, opening=head, name=name, cell=cell)
