"""DIMACS CNF: the clauses of a model as the text that every SAT solver reads.

    c every white cell is lit          the rules, each sentence once
    p cnf 3 2                          variables, clauses
    1 -2 0                             one clause a line; some readers refuse two
    2 3 0

The literals lie in one array already, a 0 after each clause, so the text is that array, number by number: compiled
(`dimacs_kernel`), or with numpy through a table that holds each number's text, filled up with zero bytes that are then
dropped. Both write the same bytes, a piece at a time, so that a file costs no memory.
(DIMACS Challenge 1993: Satisfiability: suggested format)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from io import BytesIO
from typing import BinaryIO, TypeAlias

import numpy as np
from numpy.typing import NDArray

from backends.clauses import Cnf
from models.neutral import Model

Text: TypeAlias = NDArray[np.uint8]
Literals: TypeAlias = NDArray[np.int32]
PIECE = 1 << 16  # literals turned into text at a time: the text stays in the processor's cache
LONGEST = 12  # bytes: a sign, ten digits, a space


def to_bytes(cnf: Cnf, sentences: Iterable[str] = ()) -> bytes:
    """The clauses as DIMACS text, with the sentences as comments."""
    whole = BytesIO()
    write(cnf, whole, sentences)
    return whole.getvalue()  # the buffer itself, not a copy


def write(cnf: Cnf, file: BinaryIO, sentences: Iterable[str] = ()) -> None:
    """As `to_bytes`, into a binary file. Raises ValueError for at-most-k rows that were left as they are."""
    if cnf.native:
        raise ValueError(f"DIMACS has clauses only; {len(cnf.native)} at-most-k rows were not lowered")
    file.write(b"".join(comments(sentences)))
    file.write(f"p cnf {cnf.variables} {cnf.rows}\n".encode())
    for first in range(0, len(cnf.clauses), PIECE):
        file.write(text(cnf.clauses[first : first + PIECE]).data)


def sentences(model: Model) -> Iterable[str]:
    """The sentences of a model's rules, each once, in the order of the rules."""
    return dict.fromkeys(block.sentence for block in model.blocks)


def comments(sentences: Iterable[str]) -> list[bytes]:
    """A line `c sentence` for each; whatever would end the line is a space."""
    return [f"c {' '.join(sentence.replace(chr(0), ' ').split())}\n".encode(errors="replace") for sentence in sentences]


# ---- numbers to text -------------------------------------------------------------------------------------------


def text(literals: Literals) -> Text:
    """Each literal with a space after it, each 0 with a line end."""
    return _writer()(literals)


def _writer() -> Callable[[Literals], Text]:
    from backends.compiled import is_compiled
    from backends.formats import dimacs_kernel as kernel

    return text_compiled if is_compiled(kernel.fill) else text_by_table


def text_compiled(literals: Literals) -> Text:
    """`text` by the compiled loop."""
    from backends.formats.dimacs_kernel import fill

    out = np.empty(LONGEST * len(literals), np.uint8)
    return out[: fill(literals, out)]


def text_by_table(literals: Literals) -> Text:
    """`text` with numpy: a line of bytes per literal, of which those that are not zero stay."""
    size = np.abs(literals.astype(np.int64))
    least = int(size.min(initial=0))
    width = len(str(int(size.max(initial=0))))
    lines = np.zeros((len(literals), width + 2), np.uint8)
    lines[:, 0] = np.where(literals < 0, ord("-"), 0)
    lines[:, -1] = np.where(literals == 0, ord("\n"), ord(" "))
    del least
    for column in range(width, 0, -1):
        more, digit = np.divmod(size, 10)
        lines[:, column] = np.where((size > 0) | (column == width), digit + ord("0"), 0)
        size = more
    flat = lines.ravel()
    return flat[flat != 0]
