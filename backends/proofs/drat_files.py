"""DRAT proofs as solvers write them, text or binary.

    text      1 -2 0              a lemma
              d 1 3 0             a deletion
    binary    a 02 05 00          the same: `a` or `d`, a number for each literal, 2 x for x and 2 x + 1 for -x,
              d 02 06 00          seven bits a byte, the lowest first, the high bit set where more follow; 0 ends it

A binary proof has a zero byte in every step, a text has none. (Wetzler, Heule & Hunt 2014: DRAT-trim)
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from backends.formats.contract import FileError
from backends.formats.text.scanning import clause_ends, read_numbers
from backends.proofs.columns import MOST_VARIABLE, Clauses, Proof

LEMMA, DELETION = b"ad"
MOST_BYTES = 5  # of a literal: 2^35 is beyond every variable


def read_drat(content: bytes) -> Proof:
    """The steps of a proof. Raises FileError (line and column of a text, offset of a binary file)."""
    return read_binary(content) if b"\0" in content else read_text(content)


def read_text(content: bytes) -> Proof:
    """A proof in text; lines that begin with c are comments."""
    numbers = read_numbers(content, 0, b"d")
    ends = clause_ends(numbers)
    large = np.flatnonzero(np.abs(numbers.values) > MOST_VARIABLE)
    if len(large):
        raise numbers.error(int(large[0]), f"a variable up to {MOST_VARIABLE:,}")
    begins = np.concatenate([[0], ends[:-1] + 1])[: len(ends)]
    deletes = np.zeros(len(numbers.values) + 1, np.bool_)
    deletes[begins] = True
    misplaced = np.flatnonzero(~deletes[numbers.marked])
    if len(misplaced):
        raise numbers.mark_error(int(misplaced[0]), "`d` only before the first literal of a clause")
    deletes[begins] = False
    deletes[numbers.marked] = True
    literals = numbers.values[numbers.values != 0].astype(np.int32)
    starts = np.concatenate([[0], ends - np.arange(len(ends))]).astype(np.int64)
    return Proof(Clauses(literals, starts), deletes[begins])


def read_binary(content: bytes) -> Proof:
    """A binary proof."""
    data = np.frombuffer(content, np.uint8)
    ends = np.flatnonzero(data == 0)
    begins = np.concatenate([[0], ends[:-1] + 1])[: len(ends)]
    if len(data) and (not len(ends) or ends[-1] != len(data) - 1):
        raise _error(len(data), "a zero byte at the end of the last step")
    is_tag = np.zeros(len(data), np.bool_)
    is_tag[begins] = True
    tags = data[begins]
    strange = np.flatnonzero((tags != LEMMA) & (tags != DELETION))
    if len(strange):
        raise _error(int(begins[strange[0]]), "`a` or `d`")
    literal_bytes = np.flatnonzero(~is_tag & (data != 0))
    literals, last = _read_literals(data[literal_bytes], literal_bytes)
    starts = np.concatenate([[0], np.searchsorted(last, ends)]).astype(np.int64)
    return Proof(Clauses(literals, starts), tags == DELETION)


def _read_literals(data: NDArray[np.uint8], places: NDArray[np.int64]) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """The literals that these bytes write, which stand at these places, and the place of each one's last byte."""
    is_last = data < 0x80
    stops = np.flatnonzero(is_last)
    if len(data) and not is_last[-1]:
        raise _error(int(places[-1]) + 1, "more bytes of a literal")
    first = np.concatenate([[0], stops[:-1] + 1])[: len(stops)].astype(np.int64)
    lengths = stops + 1 - first
    cut = np.flatnonzero((lengths > MOST_BYTES) | (places[stops] - places[first] != lengths - 1))
    if len(cut):
        raise _error(int(places[first[cut[0]]]), f"a literal of at most {MOST_BYTES} bytes")
    groups = (data & 0x7F).astype(np.int64) << (7 * (np.arange(len(data)) - np.repeat(first, lengths)))
    values = np.add.reduceat(groups, first) if len(first) else groups
    wrong = np.flatnonzero((values < 2) | (values > 2 * MOST_VARIABLE + 1))
    if len(wrong):
        raise _error(int(places[first[wrong[0]]]), f"a literal of a variable up to {MOST_VARIABLE:,}")
    return np.where(values & 1, -(values >> 1), values >> 1).astype(np.int32), places[stops]


def _error(offset: int, expected: str) -> FileError:
    return FileError(f"byte {offset + 1}: expected {expected}")
