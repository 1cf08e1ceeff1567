"""Puzzles whose answer is a set of cells (stars, lamps): a short way to their record.

`cell_puzzle` makes all that follows from the name of the piece: the answer and its JSON, plain text, drawings, and the
names of literals and of rows. In the model, the piece has a Boolean per cell, in an array of that name with the shape
of the board.

    +---+---+---+    A board is drawn with the words of its plain text, or with those of `words`, and with the borders
    | *   2 | . |    of its `areas`, if it has any. * is a piece; of two answers, A and B are the pieces of one of them
    +---+   +   +    only; x: known to be empty. A piece lies over the word of its cell; nothing else hides one.
    | . | .   * |
    +---+-------+
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from models.neutral import Model
from models.puzzles import defaults
from models.puzzles.boards import describe_cell
from models.puzzles.cell_scene import STARS, CellScene, PieceStyle, Words
from models.puzzles.contract import Extras, Instance, Parameter, Puzzle
from models.puzzles.grid_text import GridText
from models.puzzles.parts.answers import CellPieces
from models.puzzles.parts.composition import parse_board, verify_answer

Cell: TypeAlias = tuple[int, int]
Answer: TypeAlias = tuple[Cell, ...]
"""The pieces as (row, column) from 0, sorted."""
Areas: TypeAlias = Callable[[Instance], NDArray[np.int64]]
RowWords: TypeAlias = Callable[[Instance, str, int, list[Cell]], str]
OtherWords: TypeAlias = Callable[[Instance, str, tuple[int, ...]], tuple[Cell, str] | None]


def cell_puzzle(
    *,
    name: str,
    title: str,
    rules: tuple[str, ...],
    piece: str,
    absent: str = "",
    text: GridText,
    words: Words | None = None,
    generate: Callable[..., tuple[Instance, Answer | None]],
    formulations: Mapping[str, Callable[..., Model]],
    verify: Callable[..., list[str]],
    areas: Areas | None = None,
    area: str = "area",
    style: PieceStyle = STARS,
    blank: str | None = None,
    row_words: RowWords = lambda instance, sentence, number, cells: "",
    other_words: OtherWords = lambda instance, array, index: None,
    options: Mapping[str, tuple[str, ...]] | None = None,
    parameters: Mapping[str, Parameter] | None = None,
    extras: Extras | None = None,
) -> Puzzle:
    """The record of a puzzle whose answer is a set of cells; see `Puzzle` for what is not explained here.

    piece: what is put into cells, in the singular (`star`): the name of its array in every formulation, and in the
        plural its key in JSON, there with an underscore for a blank (`shaded cell`, `shaded_cell`, `shaded_cells`).
    absent: what a cell without a piece is called, where that is more than its absence (`land`, which is no sea).
    text: the plain text of a board.
    extras: where it has a `scene`, drawings are made of that, not of `words` and `style`.
    words: the words of the cells in drawings, shape (rows, columns), `.` for none; by default those of the plain text.
        For a puzzle whose plain text names areas, of which drawings have the borders: the clues in the cells, all of
        them.
    verify(instance, answer, **options): the broken rules of an answer whose cells are on the board, each once.
    areas: the number of each cell's area, shape (rows, columns), for puzzles with borders on the board, -1 for a cell
        of none; area: their name (`region`).
    style: how pieces are drawn: as stars, or as shaded cells (`SHADED` of `cell_scene`).
    row_words(instance, sentence, number, cells): the name of a row of a rule, which is about these cells, sorted; ""
        for the usual one.
    other_words(instance, array, index): the cell that a variable of another array is about, and what it says of the
        cell in a phrase (`on the island of R1C2`); None where it is about no cell.
    blank: the word of a cell without a clue; then `generate --minimal` removes clues, cell by cell.
    """
    pieces = CellPieces(piece)
    board = _Board(pieces, absent, text, areas, area, row_words, other_words)
    extras, nothing = extras or Extras(), Extras()
    if extras.cells_of is nothing.cells_of:
        extras = replace(extras, cells_of=board.cells_of)
    if extras.row_name is nothing.row_name:
        extras = replace(extras, row_name=board.row_name)
    if extras.scene is None:
        glyph = replace(style.glyph, name=piece)
        extras = replace(extras, scene=CellScene(title, words or text.words, areas, style, glyph, pieces.key))
    if extras.legend is nothing.legend:
        extras = replace(extras, legend=lambda instance: f"{style.glyph.letter} {piece}")
    if extras.without_clue is None and blank is not None:
        extras = replace(extras, without_clue=replace(text, blank=blank).without_clue)
    return Puzzle(
        name=name,
        title=title,
        rules=rules,
        parse=partial(parse_board, name, text, generate),
        format=text.format,
        size=text.shape,
        generate=generate,
        formulations=formulations,
        decode=lambda instance, model, values: pieces.decode(model, values),
        project=lambda instance, model: pieces.variables(model),
        verify=partial(verify_answer, text, pieces, verify),
        answer_json=pieces.to_json,
        answer_from_json=lambda instance, document: pieces.from_json(name, document),
        name_of=board.name_of,
        options=options or {},
        parameters=parameters or {},
        extras=extras,
    )


@dataclass(frozen=True, slots=True)
class _Board:
    """What is the same for all such puzzles."""

    pieces: CellPieces
    absent: str
    text: GridText
    areas: Areas | None
    area: str
    row_words: RowWords
    other_words: OtherWords

    def name_of(self, instance: Instance, model: Model, literal: int) -> str:
        """`a star at R2C3`, `no star at R2C3`, `R2C3 (not) on ...`; other variables by their names."""
        array, index = _place(model, literal)
        if array == self.pieces.array:
            what = f"a {self.pieces.piece}" if literal > 0 else self.absent or f"no {self.pieces.piece}"
            return f"{what} at {describe_cell(index)}"
        other = self.other_words(instance, array, index)
        if other is None:
            return defaults.name_of(instance, model, literal)
        return f"{describe_cell(other[0])} {'' if literal > 0 else 'not '}{other[1]}"

    def cells_of(self, instance: Instance, model: Model, literal: int) -> frozenset[Cell]:
        """The cell that a variable is about; none for some that are no pieces."""
        array, index = _place(model, literal)
        if array == self.pieces.array:
            return frozenset({(index[0], index[1])})
        other = self.other_words(instance, array, index)
        return frozenset() if other is None else frozenset({other[0]})

    def row_name(self, instance: Instance, model: Model, sentence: str, number: int) -> str:
        """`row 3`, `the region of R2C5`, `the cells from R1C2 to R2C3`: by the cells of the row's literals."""
        if any(rule.sentence == sentence for rule in model.graph_rules):
            return f"row {number}"  # of what a formulation made of the rule: several may be about the same cells
        for block in model.blocks:
            rows = np.flatnonzero(block.number == number) if block.sentence == sentence else np.zeros(0, np.int64)
            if len(rows):
                literals = block.rows[int(rows[0])].tolist()
                cells = sorted(frozenset().union(*(self.cells_of(instance, model, x) for x in literals)))
                words = self.row_words(instance, sentence, number, cells) if cells else f"row {number}"
                return words or self._describe_cells(instance, cells)
        return f"row {number}"

    def _describe_cells(self, instance: Instance, cells: list[Cell]) -> str:
        height, width = self.text.shape(instance)
        first, last = cells[0], cells[-1]
        if len(cells) == width and {r for r, _ in cells} == {first[0]}:
            return f"row {first[0] + 1}"
        if len(cells) == height and {c for _, c in cells} == {first[1]}:
            return f"column {first[1] + 1}"
        if self.areas is not None:
            areas = self.areas(instance)
            if len({int(areas[cell]) for cell in cells}) == 1 and int((areas == areas[first]).sum()) == len(cells):
                return f"the {self.area} of {describe_cell(first)}"
        if len(cells) == 1:
            return f"the cell {describe_cell(first)}"
        return f"the cells from {describe_cell(first)} to {describe_cell(last)}"


def _place(model: Model, literal: int) -> tuple[str, tuple[int, ...]]:
    """The array of a variable and the index in it; () for a single variable."""
    array, _, place = model.name_of(abs(literal)).rstrip("]").partition("[")
    return array, tuple(map(int, place.split(","))) if place else ()
