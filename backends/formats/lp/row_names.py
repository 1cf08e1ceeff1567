"""Names of rows that LP and MPS can read: those that the author gave them, `r7` for row 6 without one."""

from __future__ import annotations

from collections import Counter

import numpy as np

from backends.formats.contract import MOST_NAMED
from backends.formats.text.number_text import Text, digits
from backends.formats.text.row_text import join_columns, words
from backends.formats.text.variable_names import is_readable
from backends.lowering.linear import LinearProgram

OBJECTIVE = "obj"  # the name of that row
SIDES = ("", "_lo", "_hi")  # what a format adds to a row that it has to write as two


def row_labels(program: LinearProgram) -> Text:
    """The name of each row, a line of bytes each, shape (rows, width)."""
    count = len(program.rules)
    plain = join_columns("r", digits(np.arange(1, count + 1))[:, 1:])
    if count > MOST_NAMED or not any(map(len, program.names)):
        return plain
    own = [_readable_name(program, row) for row in range(count)]
    while clashing := _clashing_rows(own):
        for row in clashing:
            own[row] = ""
    return words(_with_numbers(own))


def _readable_name(program: LinearProgram, row: int) -> str:
    """The author's name of a row, "" without one, or where it would mean something else in a file."""
    names, number = program.names[int(program.rules[row])], int(program.numbers[row])
    name = names[number] if number < len(names) else ""
    return name if is_readable(name) and name != OBJECTIVE else ""


def _with_numbers(own: list[str]) -> list[str]:
    """The names, and r7 for row 6 without one."""
    return [name or f"r{row}" for row, name in enumerate(own, 1)]


def _clashing_rows(own: list[str]) -> list[int]:
    """Rows whose own name, with one of its endings, could be taken for another row."""
    used = Counter(name + end for name in _with_numbers(own) for end in SIDES)
    return [row for row, name in enumerate(own) if name and any(used[name + end] > 1 for end in SIDES)]
