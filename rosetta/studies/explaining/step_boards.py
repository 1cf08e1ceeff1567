"""Which steps of an explanation have a board, and what it shows.

    text      every 12 steps the board after the step, and after a step whose list of conclusions is cut;
              for a step by contradiction what is supposed, unless a board stands close before
    page      a picture after each step

Behind the last step stands the whole board, so that it has none of its own; a large board is not drawn for steps.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from backends.reasons.row_table import Values
from backends.reasons.trace import Step
from rosetta.studies.explaining.drawings import board_text, line_marks, step_marks, step_picture
from rosetta.studies.explaining.step_reasons import assign_literals
from rosetta.studies.explaining.wording import LIST_SLACK, MAX_LISTED, Wording

BOARD_INTERVAL = 12  # steps between two boards in a text
SUPPOSED_INTERVAL = 4  # steps without a board before one that shows what is supposed
MAX_DRAWN_CELLS = 1600  # cells of a board up to which it is drawn for every step


def is_drawn(words: Wording) -> bool:
    """Is the board small enough to be drawn for every step?"""
    return bool(np.prod(words.record.size(words.question.instance)) <= MAX_DRAWN_CELLS)


@dataclass(slots=True)
class StepBoards:
    """The boards of steps, which are asked for in their order.

    words: for the question
    last: the number of the last step
    pictures: a page has pictures instead of boards in text
    drawn: the number of the step that has the last board in text, 0 without one"""

    words: Wording
    last: int
    pictures: bool
    drawn: int = 0

    def supposed_board(self, number: int, step: Step, values: Values) -> str:
        """For a step by contradiction the board with what it supposes, "" for none. values: what is known before it."""
        is_close = number - self.drawn <= SUPPOSED_INTERVAL
        if step.kind != "contradiction" or is_close or not self._has_text(number):
            return ""
        self.drawn = number
        return _supposed_board(self.words, step, values)

    def reached_board(self, number: int, step: Step, values: Values) -> str:
        """The board that shows what the step concludes, "" for none. values: what is known after it."""
        is_cut = step.kind == "row" and len(step.rows) > 1 and len(step.conclusion) > MAX_LISTED + LIST_SLACK
        if self.drawn == number or not self._has_text(number):
            return ""
        if number - self.drawn < BOARD_INTERVAL and not is_cut:
            return ""
        self.drawn = number
        return board_text(self.words, values, step_marks(self.words, step))

    def picture(self, step: Step, values: Values) -> str:
        """The board after the step as SVG, "" for none. values: what is known after it."""
        if not self.pictures or not is_drawn(self.words):
            return ""
        return step_picture(self.words, step, values, step_marks(self.words, step))

    def _has_text(self, number: int) -> bool:
        """May there be a board in text?"""
        return not self.pictures and number < self.last and is_drawn(self.words)


def _supposed_board(words: Wording, step: Step, values: Values) -> str:
    """The board with what a step by contradiction supposes, and with what follows from that."""
    supposed = values[:]
    literals = [-step.conclusion[0], *(x for link in step.chain for x in link.literals)]
    assign_literals(supposed, [x for x in literals if not supposed[x]])
    cells = frozenset().union(*(words.cells(x) for x in literals if words.rows.answer[abs(x)] and not values[x]))
    return board_text(words, supposed, line_marks(words, step.rows, supposed=cells))
