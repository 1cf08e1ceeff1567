"""What rows of rules about numbers are called: by the rule's own words, else by the board.

row 3, column 1                all numbers of a line of an array
the box R1C1-R3C3              a rectangle
R1C1, R2C2 and R3C3            a few others
""                             all numbers of an array, or too many: the rule says it
"""

from __future__ import annotations

from collections.abc import Sequence

from models.neutral.wording.word_columns import describe_cell
from rosetta.studies.explaining.numbers.number_model import NumberPlace

MOST_NAMED = 4  # numbers that stand for a row


def name_numbers(places: Sequence[NumberPlace]) -> str:
    """What these numbers are called together; "" where there is no short name."""
    arrays = {(place.array, place.shape) for place in places}
    if len(arrays) == 1 and len(places) > 1:
        ((_, shape),) = arrays
        named = _name_on_board(sorted({place.index for place in places}), shape)
        if named is not None:
            return named
    return list_names([place.name for place in places]) if 0 < len(places) <= MOST_NAMED else ""


def _name_on_board(cells: list[tuple[int, ...]], shape: tuple[int, ...]) -> str | None:
    """The name of a line or a rectangle of an array; "" for all of it, None for anything else."""
    if len(cells) == _size(shape):
        return ""
    if len(shape) != 2:
        return None
    (top, left), (bottom, right) = cells[0], cells[-1]
    if len(cells) != (bottom - top + 1) * (right - left + 1) or any(not left <= column <= right for _, column in cells):
        return None
    if top == bottom and len(cells) == shape[1]:
        return f"row {top + 1}"
    if left == right and len(cells) == shape[0]:
        return f"column {left + 1}"
    if top < bottom and left < right:
        return f"the box {describe_cell(cells[0])}-{describe_cell(cells[-1])}"
    return None


def _size(shape: tuple[int, ...]) -> int:
    size = 1
    for length in shape:
        size *= length
    return size


def list_names(names: Sequence[object]) -> str:
    """`1, 2 and 3`."""
    *first, last = map(str, names)
    return f"{', '.join(first)} and {last}" if first else last
