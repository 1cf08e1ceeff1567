"""Rows of a model as text, from columns: lines of bytes of several kinds, interleaved row by row.

    head   r1:     r2:            one line each
    terms  +1 x    +2 x           as many as the row has          interleaved:  r1: +1 x -1 y >= 1
           -1 y                                                                 r2: +2 x <= 1
    tail   >= 1    <= 1           one line each

A line is a row of bytes, padded with zero bytes, which are dropped in the end (`number_text`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from backends.formats.text.number_text import Text, join_lines, repeat_text
from models.neutral.rows import segment_indices

Column: TypeAlias = NDArray[np.int64]
PIECE = 1 << 16  # terms converted at a time: a file costs no memory
LONGEST_COMMENT = 1000  # characters
PER_LINE = 8  # terms on a line of text: some readers have a line buffer


def interleave_lines(*kinds: tuple[Column | None, Text]) -> bytes:
    """Row by row, the lines of each kind in turn: as many as its count for the row, one where counts are None.

    counts: shape (rows,); text: shape (their sum, any width), a line of bytes each.
    """
    rows = next((len(counts) for counts, _ in kinds if counts is not None), len(kinds[0][1]))
    table = np.stack([np.ones(rows, np.int64) if counts is None else counts for counts, _ in kinds], axis=1)
    starts = (np.cumsum(table) - table.ravel()).reshape(table.shape)
    width = max(text.shape[1] for _, text in kinds)
    lines = np.zeros((int(table.sum()), width), np.uint8)
    for place, (_, text) in enumerate(kinds):
        lines[concatenated_ranges(starts[:, place], table[:, place]), : text.shape[1]] = text
    return join_lines(lines).tobytes()


def join_columns(*parts: Text | str) -> Text:
    """Lines joined side by side: texts with the same number of lines, and words that repeat on every line."""
    lines = next(len(part) for part in parts if not isinstance(part, str))
    return np.hstack([repeat_text(part, lines) if isinstance(part, str) else part for part in parts])


def choose_words(choose: NDArray[np.bool_], yes: str, no: str) -> Text:
    """One of two words per line."""
    width = max(len(yes), len(no))
    words = np.array([list(word.encode().ljust(width, b"\0")) for word in (no, yes)], np.uint8).reshape(2, width)
    return words[choose.astype(np.int64)]


def words(texts: Sequence[str]) -> Text:
    """Words, one per line."""
    encoded = [text.encode("ascii") for text in texts]
    width = max(map(len, encoded), default=0)
    flat = np.frombuffer(b"".join(text.ljust(width, b"\0") for text in encoded), np.uint8)
    return flat.reshape(len(encoded), width)


def line_breaks(lengths: Column) -> Text:
    """What precedes each term of rows of these lengths: a blank, or a line break after PER_LINE terms."""
    return choose_words((segment_indices(lengths) % PER_LINE == 0) & (segment_indices(lengths) > 0), "\n ", " ")


def is_last_term(lengths: Column) -> NDArray[np.bool_]:
    """Which terms are the last of their row."""
    return np.asarray(segment_indices(lengths) == np.repeat(lengths, lengths) - 1)


def pieces(starts: Column, first: int = 0, end: int | None = None) -> Iterator[tuple[int, int]]:
    """Ranges of rows (first, last + 1) with about PIECE terms each, up to `end`."""
    end = len(starts) - 1 if end is None else end
    while first < end:
        last = int(np.searchsorted(starts, starts[first] + PIECE, side="right")) - 1
        last = min(max(last, first + 1), first + PIECE, end)
        yield first, last
        first = last


def rule_pieces(rules: Column, sentences: Sequence[str], starts: Column) -> Iterator[tuple[str | None, int, int]]:
    """The rows in pieces, with the sentence of their rule where a rule begins, else None.

    rules: by row, the number of its rule, shape (rows,).
    """
    changes = np.flatnonzero(np.diff(rules)) + 1
    bounds = [0, *changes.tolist(), len(rules)] if len(rules) else []
    for first, end in pairwise(bounds):
        sentence: str | None = sentences[int(rules[first])]
        for a, b in pieces(starts, first, end):
            yield sentence, a, b
            sentence = None


def one_line(text: str) -> str:
    """The text on one line: whatever would end the line, or move a terminal's cursor, becomes a blank; a very long
    one loses its end."""
    line = " ".join(re.sub("[\0-\x1f\x7f-\x9f]", " ", text[: 2 * LONGEST_COMMENT]).split())
    return line if len(line) <= LONGEST_COMMENT else f"{line[: LONGEST_COMMENT - 4]} ..."


def ascii_comments(mark: str, texts: Iterable[str], end: str = "") -> bytes:
    """A comment line for each text; letters outside ASCII as `\\xe9`, for readers that know only ASCII."""
    return b"".join(f"{mark} {one_line(text)}{end}\n".encode("ascii", "backslashreplace") for text in texts)


def concatenated_ranges(first: Column, lengths: Column) -> Column:
    """first, first + 1, ... for each length, one after the other."""
    shift: NDArray[Any] = np.repeat(first - (np.cumsum(lengths) - lengths), lengths)
    return np.asarray(np.arange(len(shift)) + shift, np.int64)
