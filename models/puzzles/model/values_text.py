"""The values of a model's variables as text, each array in the shape in which the model declares it.

    k = 3          a single variable
    v: 0 1 1       a vector
    grid:          a matrix, a line per row; of more dimensions, each matrix with its index: `grid[0]:`
      0 10
      7  3

Booleans of three dimensions of which exactly one is 1 along the last axis, such as the digits of a Sudoku, are shown as
the places of the ones, since these say it all: `x[i, j, k] is 1 for this k, counted from 0:` and a matrix of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

MOST_SHOWN = 2000  # values of an array that are printed
WIDEST_VECTOR = 100  # columns of a line
AXES = "ijkl"  # the axes of an array that is shown by places

Words = NDArray[np.object_]


def values_text(
    shown: Mapping[str, NDArray[np.int32]],
    values: NDArray[np.int64],
    second: NDArray[np.int64] | None = None,
    *,
    integer: NDArray[np.bool_],
    open_variables: Sequence[int] = (),
) -> str:
    """Variables in their shape, by name, one below the other.

    values, second: by variable number, shape (variables + 1,); what differs in `second` is marked with `*`.
    integer: which variables are no Booleans, by number.
    open_variables: whose values are not known: `?`."""
    words, is_open = _mark_differences(values, second), np.zeros(len(values), np.bool_)
    is_open[list(open_variables)] = True
    words[is_open] = "?"
    known, lines = (values,) if second is None else (values, second), list[str]()
    for name, array in shown.items():
        title, of_array = name, np.asarray(words[array], object)
        places = place_values(array, known, integer, is_open)
        if places is not None:
            title, of_array = place_title(name, array.ndim), _mark_differences(places[0], places[-1])
        lines += _array_lines(title, name, of_array)
    return "\n".join(lines)


def place_values(
    array: NDArray[np.int32],
    known: tuple[NDArray[np.int64], ...],
    integer: NDArray[np.bool_],
    is_open: NDArray[np.bool_],
) -> list[NDArray[np.int64]] | None:
    """For an array of known Booleans of more than two dimensions, by answer, where along the last axis the only 1 is;
    None for other arrays. known: the answers, by variable number; integer, is_open: which variables are no Booleans, or
    not known."""
    if array.ndim < 3 or integer[array].any() or is_open[array].any():
        return None
    places = [_places(values[array]) for values in known]
    return None if any(each is None for each in places) else [each for each in places if each is not None]


def place_title(name: str, dimensions: int) -> str:
    """What such places are."""
    return f"{name}[{', '.join(AXES[:dimensions])}] is 1 for this {AXES[dimensions - 1]}, counted from 0"


def _mark_differences(values: NDArray[np.int64], second: NDArray[np.int64] | None) -> Words:
    words = values.astype(str).astype(object)
    if second is not None:
        words[values != second] += "*"
    return words


def _places(values: NDArray[np.int64]) -> NDArray[np.int64] | None:
    """Where along the last axis the only 1 is; None where that does not say it all, or there are too many axes."""
    if values.ndim > len(AXES) or values.shape[-1] < 2 or (values.sum(axis=-1) != 1).any():
        return None
    return np.asarray(values.argmax(axis=-1), np.int64)


def _array_lines(title: str, name: str, words: Words) -> Iterator[str]:
    """The lines of an array of any shape; of a large one the first, and what is left out."""
    if words.ndim == 0:
        yield f"{title} = {words}"
        return
    printed = 0
    for line, number in (_vector_lines if words.ndim == 1 else _matrix_lines)(title, name, words):
        if printed >= MOST_SHOWN:
            break
        yield line
        printed += number
    if printed < words.size:
        yield _describe_rest(words.ravel()[printed:])


def _vector_lines(title: str, name: str, words: Words) -> Iterator[tuple[str, int]]:
    """Lines of a vector, each with the number of its values: one line, or as many in columns as it takes."""
    start = f"{title}: "
    if len(start) + sum(map(len, words)) + len(words) - 1 <= WIDEST_VECTOR:
        yield (start + " ".join(words)).rstrip(), len(words)
        return
    width = max(map(len, words))
    across = max(1, (WIDEST_VECTOR - len(start) + 1) // (width + 1))
    for at in range(0, len(words), across):
        row = words[at : at + across].tolist()
        yield (start if at == 0 else " " * len(start)) + " ".join(word.rjust(width) for word in row), len(row)


def _matrix_lines(title: str, name: str, words: Words) -> Iterator[tuple[str, int]]:
    """A title for the array, or one for each of its matrices; rows below it, with the number of their values."""
    width = max(map(len, words.ravel().tolist()), default=1)
    if words.ndim == 2 or title != name:
        yield f"{title}:", 0
    for index in np.ndindex(words.shape[:-2]):
        if index:
            yield f"{name}[{', '.join(map(str, index))}]:", 0
        for row in words[index][:, :MOST_SHOWN].tolist():
            yield "  " + " ".join(word.rjust(width) for word in row), len(row)


def _describe_rest(words: Words) -> str:
    """What is said of values that are not shown."""
    texts = words.tolist()
    rest = f"  ... and {len(texts):,} more values, {sum(text not in ('0', '0*') for text in texts):,} of them not 0"
    if differing := sum(text.endswith("*") for text in texts):
        rest += f"; {differing:,} of these differ"
    return rest
