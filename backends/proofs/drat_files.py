"""DRAT proofs as solvers write them, text or binary.

    text      1 -2 0              a lemma
              d 1 3 0             a deletion
    binary    a 02 05 00          the same: `a` or `d`, a number for each literal, 2 x for x and 2 x + 1 for -x,
              d 02 06 00          seven bits a byte, the lowest first, the high bit set where more follow; 0 ends it

A binary proof has a zero byte in every step, a text has none. (Wetzler, Heule & Hunt 2014: DRAT-trim)
"""

from __future__ import annotations

import numpy as np

from backends.formats.contract import FileError
from backends.formats.text.scanning import clause_ends, read_numbers
from backends.proofs.columns import MOST_VARIABLE, Clauses, Proof


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
    from backends.proofs import drat_kernel as kernel

    data = np.frombuffer(content, np.uint8)
    if content and content[-1] != 0:
        raise _error(len(data), "a zero byte at the end of the last step")
    steps = content.count(0)
    literals = np.zeros(int((data < 0x80).sum()) - steps, np.int32)  # of each step, one is the tag
    starts = np.zeros(steps + 1, np.int64)
    deletes = np.zeros(steps, np.uint8)
    verdict, at = map(int, kernel.read_steps(data, literals, starts, deletes, MOST_VARIABLE))
    expected = {
        kernel.NO_TAG: "`a` or `d`",
        kernel.TOO_LONG: f"a literal of at most {kernel.MOST_BYTES} bytes",
        kernel.CUT: "more bytes of a literal",
        kernel.NO_VARIABLE: f"a literal of a variable up to {MOST_VARIABLE:,}",
    }
    if verdict != kernel.READ:
        raise _error(at, expected[verdict])
    return Proof(Clauses(literals[:at], starts), deletes != 0)


def _error(offset: int, expected: str) -> FileError:
    return FileError(f"byte {offset + 1}: expected {expected}")
