"""The values of a model's variables as text: `x = 3`, `x: 0 1 1`, a matrix a line per row."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

MOST_SHOWN = 2000  # values of an array that are printed


def values_text(
    shown: Mapping[str, NDArray[np.int32]],
    values: NDArray[np.int64],
    second: NDArray[np.int64] | None = None,
    open_variables: Sequence[int] = (),
) -> str:
    """Variables in their shape, by name, one below the other.

    values, second: by variable number, shape (variables + 1,); what differs in `second` is marked with `*`.
    open_variables: whose values are not known: `?`."""
    words = values.astype(str).astype(object)
    if second is not None:
        words[values != second] += "*"
    words[list(open_variables)] = "?"
    return "\n".join(line for name, array in shown.items() for line in _array_lines(name, words[array]))


def _array_lines(name: str, words: NDArray[np.object_]) -> Iterator[str]:
    words = np.asarray(words, object)
    if words.size > MOST_SHOWN:
        yield f"{name}: {words.size:,} values, {np.count_nonzero(words != '0'):,} of them not 0"
    elif words.ndim == 0:
        yield f"{name} = {words}"
    elif words.ndim == 1:
        yield f"{name}: {' '.join(words)}"
    elif words.ndim == 2:
        width = max(map(len, words.ravel().tolist()), default=1)
        yield f"{name}:"
        yield from ("  " + " ".join(word.rjust(width) for word in row) for row in words.tolist())
    else:
        for i, part in enumerate(words):
            yield from _array_lines(f"{name}[{i}]", part)
