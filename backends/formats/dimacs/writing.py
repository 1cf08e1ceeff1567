"""DIMACS CNF: the clauses of a model as the text that every SAT solver reads.

    c every white cell is lit          the rules, each sentence once; or, in a file for people, before its clauses
    p cnf 3 2                          variables, clauses
    1 -2 0                             one clause a line; some readers refuse two
    2 3 0

The literals are one array already, a 0 after each clause, so the text is that array, number by number: by a compiled
loop (`writing_kernel`), or with numpy (`text.number_text`). Both write the same bytes, a piece at a time, so that a
file costs no memory.
(DIMACS Challenge 1993: Satisfiability: suggested format)
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from io import BytesIO
from typing import BinaryIO, TypeAlias

import numpy as np
from numpy.typing import NDArray

from backends.formats.contract import FileFormat, WriteOptions
from backends.formats.dimacs.reading import read
from backends.formats.text.number_text import Text, digits, join_lines
from backends.formats.text.row_text import ascii_comments
from backends.formats.text.variable_names import variable_table
from backends.lowering.clauses import Cnf, to_clauses
from models.neutral import Model

Literals: TypeAlias = NDArray[np.int32]
PIECE = 1 << 16  # literals converted at a time: the text stays in the processor's cache
LONGEST = 12  # bytes: a sign, ten digits, a space


def to_bytes(cnf: Cnf, sentences: Iterable[str] = ()) -> bytes:
    """The clauses as DIMACS text, with the sentences as comments."""
    whole = BytesIO()
    write(cnf, whole, sentences)
    return whole.getvalue()  # the buffer itself, not a copy


def write(cnf: Cnf, file: BinaryIO, sentences: Iterable[str] = ()) -> None:
    """As `to_bytes`, into a binary file. Raises ValueError for at-most-k rows that were not lowered."""
    if cnf.native:
        raise ValueError(f"DIMACS has clauses only; {len(cnf.native)} at-most-k rows were not lowered")
    file.write(b"".join(comments(sentences)))
    file.write(f"p cnf {cnf.variables} {cnf.rows}\n".encode())
    for first in range(0, len(cnf.clauses), PIECE):
        file.write(format_literals(cnf.clauses[first : first + PIECE]).data)


def sentences(model: Model) -> Iterable[str]:
    """The sentences of a model's rules, each once, in the order of the rules."""
    return dict.fromkeys(block.sentence for block in model.blocks)


def comments(sentences: Iterable[str]) -> list[bytes]:
    """A line `c sentence` for each; whatever would end the line becomes a space."""
    return [f"c {' '.join(sentence.replace(chr(0), ' ').split())}\n".encode(errors="replace") for sentence in sentences]


# ---- files for people ------------------------------------------------------------------------------------------


def write_model(model: Model, file: BinaryIO, how: WriteOptions) -> None:
    """The model as a file that explains its variables and has each rule before its clauses."""
    cnf = to_clauses(model, how.limits, how.options)
    write_heading(model, file, how)
    if model.objective is not None:
        file.write(
            ascii_comments("c", [f"NOT IN THIS FILE, which has clauses only: minimise {model.objective.sentence}"])
        )
    file.write(f"p cnf {cnf.variables} {cnf.rows}\n".encode())
    write_sections(cnf, file)


def write_heading(model: Model, file: BinaryIO, how: WriteOptions) -> None:
    """Comments: what the file is, and what its variables mean."""
    file.write(ascii_comments("c", how.heading))
    file.writelines(variable_table(model, how.name_of, "c"))


def write_sections(cnf: Cnf, file: BinaryIO, before: bytes = b"") -> None:
    """The clauses, with each rule's sentence before them. before: put before each clause on its line."""
    starts = [0, *(start for start, _ in cnf.sections), len(cnf.clauses)]
    names = ["integers, in order encoding", *(sentence for _, sentence in cnf.sections)]
    last = ""
    for sentence, start, end in zip(names, starts[:-1], starts[1:], strict=True):
        if start < end and sentence != last:
            file.write(ascii_comments("c rule:", [sentence]))
            last = sentence
        for first in range(start, end, PIECE):
            piece = format_literals(cnf.clauses[first : min(first + PIECE, end)]).tobytes()
            if before:
                fresh = first == start or cnf.clauses[first - 1] == 0
                ended = piece.endswith(b"\n")
                piece = (before if fresh else b"") + piece[: -1 if ended else None].replace(b"\n", b"\n" + before)
                piece += b"\n" if ended else b""
            file.write(piece)


# ---- numbers to text -------------------------------------------------------------------------------------------


def format_literals(literals: Literals) -> Text:
    """Each literal followed by a space, each 0 by a line end."""
    return _formatter()(literals)


def _formatter() -> Callable[[Literals], Text]:
    from algebra.jit import is_compiled
    from backends.formats.dimacs import writing_kernel as kernel

    return format_compiled if is_compiled(kernel.write_literals) else format_by_table


def format_compiled(literals: Literals) -> Text:
    """`format_literals` by the compiled loop."""
    from backends.formats.dimacs.writing_kernel import PAIRS, write_literals

    out = np.empty(LONGEST * len(literals), np.uint8)
    return out[: write_literals(literals, PAIRS, out)]


def format_by_table(literals: Literals) -> Text:
    """`format_literals` with numpy."""
    ends = np.where(literals == 0, ord("\n"), ord(" ")).astype(np.uint8)
    return join_lines(np.hstack([digits(literals), ends[:, None]]))


BEGINS = re.compile(rb"(?:c[^\n]*\n|\s)*p[ \t]+cnf[ \t](?!.*\n[ \t]*x[ \t]*-?[0-9])", re.S)  # else it is XNF
FORMAT = FileFormat(
    "dimacs", "DIMACS CNF", "cnf", write_model, read, objective=False, encodes=True, begins=BEGINS, comment="c"
)


if __name__ == "__main__":  # `make` compiles them
    format_literals(np.array([1, -20, 0], np.int32))
