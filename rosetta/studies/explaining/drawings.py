"""The board at a step of an explanation: what is known after it, with marks at what it concludes, uses and supposes.

A drawing shows nothing that a later step concludes. In text, a step by contradiction is drawn before its conclusion:
with what it supposes and what follows from that.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable

import numpy as np

from backends.reasons.row_table import ODD, Place, Values
from backends.reasons.trace import Step
from models.puzzles.contract import Answer, Instance, Puzzle
from models.puzzles.labelled import Marks, draw_labelled, label_picture
from models.puzzles.stated_words import row_margin, stated_side
from rosetta.studies.explaining.wording import Wording

Cells = frozenset[Hashable]


def known_answer(words: Wording, values: Values) -> object:
    """The answer as far as it is known."""
    assigned = np.array([0, *(values[x] > 0 for x in range(1, len(words.rows.answer)))], np.int64)
    integer = words.model.integer[: len(assigned)]
    assigned[integer] = words.model.lower[: len(assigned)][integer]
    for x, value in words.integer_values(assigned):
        assigned[x] = value
    return words.record.decode(words.question.instance, words.model, assigned)


def empty_cells(words: Wording, values: Values) -> Cells:
    """The cells none of whose answer variables can hold any more."""
    answer = [x for x, is_answer in enumerate(words.rows.answer) if is_answer]
    closed: set[Hashable] = set().union(*(words.cells(x) for x in answer if values[x] < 0))
    if closed:  # else there is no need to look at the others, which are many before the first step
        closed.difference_update(*(words.cells(x) for x in answer if values[x] >= 0))
    return frozenset(closed) | words.closed_integers(values)


def board_text(words: Wording, values: Values, marks: Marks | None = None) -> str:
    """The board with what is known, with labels where it has rows and columns; without colours, which would show clues
    not met yet as broken."""
    p, answer, empty = words.question.instance, known_answer(words, values), empty_cells(words, values)
    marks, extras = marks or Marks(), words.record.extras
    labelled = draw_labelled(extras.grids(p, answer, empty), marks)
    if not labelled and marks.conflict:
        labelled = extras.draw_marked(p, marks.used)
    return labelled or words.record.draw_text(p, answer, empty=empty)


def conflict_legend(words: Wording, marks: Marks) -> str:
    """What the signs mean of the board that `board_text` draws with the marks of a conflict."""
    values, legend = words.rows.open_values(), words.record.extras.legend(words.question.instance)
    is_marked = board_text(words, values, marks) != board_text(words, values)
    return "; ".join(filter(None, ["<> what contradicts" if is_marked else "", legend]))


def answer_text(record: Puzzle, p: Instance, answer: Answer | None) -> str:
    """The board with an answer, with labels where it has rows and columns."""
    return draw_labelled(record.extras.grids(p, answer, ()), Marks()) or record.draw_text(p, answer)


def step_marks(words: Wording, step: Step) -> Marks:
    """What the step speaks of."""
    concluded = frozenset[Hashable]().union(
        *(words.cells(x) for x in step.conclusion if x > 0 or len(words.cells(x)) == 1)
    )
    ignored = words.obvious(step)
    if ignored is not None:
        return Marks(concluded=frozenset(ignored[1]))
    supposed = frozenset[Hashable]()
    if step.kind == "contradiction":
        supposed = words.cells(step.conclusion[0])
    return line_marks(words, step.rows, concluded, supposed)


def line_marks(
    words: Wording, places: Iterable[Place], concluded: Cells = frozenset(), supposed: Cells = frozenset()
) -> Marks:
    """Marks at the clues and rules of these rows: at lines, at what stands on the board, at cells they are about."""
    shape = words.record.size(words.question.instance)
    rows, columns, used, beside = set[int](), set[int](), set[Hashable](), set[tuple[str, int]]()
    for place in places:
        clue = _clue_beside(words, place, shape)
        if clue is not None:
            beside.add(clue)
            continue
        line = None if words.written_cells(place) else _line_of(words.all_cells(place), shape)
        if line is None:
            used |= words.place_cells(place)
        else:
            (rows if line[0] == 0 else columns).add(line[1])
    return Marks(
        concluded, frozenset(used) - concluded, supposed, frozenset(rows), frozenset(columns), frozenset(beside)
    )


def _clue_beside(words: Wording, place: Place, shape: tuple[int, ...]) -> tuple[str, int] | None:
    """The clue of a row that says on which side of its line it stands, by side and line."""
    block, row = place
    stated = words.model.blocks[block]
    return row_margin(words.model, stated, row, shape) if stated_side(stated, row) is not None else None


def _line_of(cells: Cells, shape: tuple[int, ...]) -> tuple[int, int] | None:
    """The row (0, number) or column (1, number) that these cells are, None if they are none."""
    if len(shape) != 2 or not cells or not all(map(_is_cell, cells)):
        return None
    for axis in (0, 1):
        numbers = {cell[axis] for cell in cells if isinstance(cell, tuple)}
        if len(numbers) == 1 and len(cells) == shape[1 - axis] > 1:
            return axis, next(iter(numbers))
    return None


def _is_cell(cell: Hashable) -> bool:
    """A row and a column: neither a vertex nor a line between two dots."""
    return isinstance(cell, tuple) and len(cell) == 2 and all(isinstance(index, int) for index in cell)


def step_picture(words: Wording, step: Step, values: Values, marks: Marks) -> str:
    """The board after the step, as SVG. values: what is known after it."""
    spoken = frozenset[Hashable]().union(*(words.row_cells(place) for place in step.rows)) | marks.concluded
    if words.obvious(step) is not None:
        spoken = marks.concluded
    p, answer, empty = words.question.instance, known_answer(words, values), empty_cells(words, values)
    drawn = words.record.draw_svg(p, answer or None, mark=spoken, empty=empty, fresh=marks.concluded)
    return label_picture(drawn, words.record.extras.squares(p), marks)


def conflict_picture(words: Wording, places: Iterable[Place], marks: Marks) -> str:
    """The board at the start, with frames at what contradicts each other, as SVG."""
    p = words.question.instance
    is_sum = all(
        words.rows.kinds[words.index[place]] == ODD for place in places
    )  # in which what they are about cancels
    cells_of = words.place_cells if is_sum else words.row_cells
    mark = frozenset[Hashable]().union(*map(cells_of, places))
    return label_picture(words.record.draw_svg(p, mark=mark), words.record.extras.squares(p), marks)
