"""DIMACS CNF: the clauses of a model as the text that every SAT solver reads.

    c every white cell is lit          the rules, each sentence once; or, in a file for people, before its clauses
    p cnf 3 2                          variables, clauses
    1 -2 0                             one clause a line; some readers refuse two
    2 3 0

The literals of clauses are one array, a 0 after each clause, so the text is that array, number by number: by a compiled
loop (`writing_kernel`), or with numpy (`text.number_text`). Both write the same bytes. The clauses need not be there
all at once: a plan is written a piece at a time, so that a file costs no memory.
(DIMACS Challenge 1993: Satisfiability: suggested format)
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import BinaryIO, TypeAlias

import numpy as np
from numpy.typing import NDArray

from backends.formats.contract import FileFormat, WriteOptions
from backends.formats.dimacs.reading import read
from backends.formats.text.number_text import Text, digits, join_lines
from backends.formats.text.row_text import ascii_comments
from backends.formats.text.variable_names import variable_table
from backends.lowering.clause_plan import ClausePlan, plan_clauses
from backends.lowering.clauses import clause_pieces
from models.neutral import Model

Literals: TypeAlias = NDArray[np.int32]
LONGEST = 12  # bytes: a sign, ten digits, a space
OFTEN = 4  # so often a variable occurs where its text is better made once


def write_plan(plan: ClausePlan, file: BinaryIO, sentences: Iterable[str] = ()) -> None:
    """The planned clauses, which are never all there, as DIMACS text, with the sentences as comments, into a binary
    file. No native rows."""
    write_heads(file, sentences, plan.variables, plan.clauses)
    format_piece = formatter(plan.variables, plan.literals)
    for piece in clause_pieces(plan):
        file.write(format_piece(piece).data)


def write_heads(file: BinaryIO, sentences: Iterable[str], variables: int, clauses: int) -> None:
    """Comments, and the line with the numbers of variables and clauses."""
    file.write(b"".join(comments(sentences)))
    file.write(f"p cnf {variables} {clauses}\n".encode())


def sentences(model: Model) -> Iterable[str]:
    """The sentences of a model's rules, each once, in the order of the rules."""
    return dict.fromkeys(block.sentence for block in model.blocks)


def comments(sentences: Iterable[str]) -> list[bytes]:
    """A line `c sentence` for each; whatever would end the line becomes a space."""
    return [f"c {' '.join(sentence.replace(chr(0), ' ').split())}\n".encode(errors="replace") for sentence in sentences]


# ---- files for people ------------------------------------------------------------------------------------------


def write_model(model: Model, file: BinaryIO, how: WriteOptions) -> None:
    """The model as a file that explains its variables and has each rule before its clauses."""
    plan = plan_clauses(model, how.limits, how.options)
    write_heading(model, file, how)
    if model.objective is not None:
        file.write(
            ascii_comments("c", [f"NOT IN THIS FILE, which has clauses only: minimise {model.objective.sentence}"])
        )
    write_heads(file, (), plan.variables, plan.clauses)
    write_sections(plan, file)


def write_heading(model: Model, file: BinaryIO, how: WriteOptions) -> None:
    """Comments: what the file is, and what its variables mean."""
    file.write(ascii_comments("c", how.heading))
    file.writelines(variable_table(model, how.name_of, "c"))


def write_sections(plan: ClausePlan, file: BinaryIO, before: bytes = b"") -> int:
    """The clauses, with each rule's sentence before them. before: put before each clause on its line. Returns the
    highest variable that occurs in one, 0 if none does."""
    last, is_fresh, highest = "", True, 0
    for sentence, piece in _named_pieces(plan):
        if sentence != last:
            file.write(ascii_comments("c rule:", [sentence]))
            last = sentence
        text = format_literals(piece).tobytes()
        highest = max(highest, int(np.abs(piece).max(initial=0)))
        if before:
            is_ended = bool(piece[-1] == 0)
            text = (before if is_fresh else b"") + text[: -1 if is_ended else None].replace(b"\n", b"\n" + before)
            text += b"\n" if is_ended else b""
            is_fresh = is_ended
        file.write(text)
    return highest


def _named_pieces(plan: ClausePlan) -> Iterator[tuple[str, Literals]]:
    """Pieces of clauses, each with the sentence of its rule: none spans two rules."""
    sections, sentence, end = iter(plan.sections), "integers, in order encoding", 0
    start, following = next(sections, (-1, ""))
    for piece in clause_pieces(plan):
        while start == end or 0 <= start < end:
            sentence = following
            start, following = next(sections, (-1, ""))
        end += len(piece)
        yield sentence, piece


# ---- numbers to text -------------------------------------------------------------------------------------------


def format_literals(literals: Literals) -> Text:
    """Each literal followed by a space, each 0 by a line end."""
    return formatter()(literals)


def formatter(variables: int = 0, literals: int = 0) -> Callable[[Literals], Text]:
    """`format_literals` for so many literals of variables up to that one: the fastest way."""
    from backends.formats.dimacs import writing_kernel as kernel
    from rosetta.foundation.jit import is_compiled

    if not is_compiled(kernel.write_literals) or sys.byteorder != "little":
        return format_by_table
    if variables >= kernel.SHORT or literals <= OFTEN * variables:
        return format_compiled
    texts = np.empty(variables + 1, np.uint64)
    kernel.make_texts(kernel.FOURS, texts)
    return partial(format_by_texts, texts)


def format_compiled(literals: Literals) -> Text:
    """`format_literals` by a compiled loop."""
    from backends.formats.dimacs.writing_kernel import FOURS, write_literals

    out = np.empty(LONGEST * len(literals) // 8 + 2, np.uint64)
    return out.view(np.uint8)[: write_literals(literals, FOURS, out)]


def format_by_texts(texts: NDArray[np.uint64], literals: Literals) -> Text:
    """`format_literals` by a compiled loop that finds the text of each variable there."""
    from backends.formats.dimacs.writing_kernel import join_texts

    out = np.empty(len(literals) + 1, np.uint64)
    return out.view(np.uint8)[: join_texts(literals, texts, out)]


def format_by_table(literals: Literals) -> Text:
    """`format_literals` with numpy."""
    ends = np.where(literals == 0, ord("\n"), ord(" ")).astype(np.uint8)
    return join_lines(np.hstack([digits(literals), ends[:, None]]))


BEGINS = re.compile(rb"(?:c[^\n]*\n|\s)*p[ \t]+cnf[ \t](?!.*\n[ \t]*x[ \t]*-?[0-9])", re.S)  # else it is XNF
FORMAT = FileFormat(
    "dimacs", "DIMACS CNF", "cnf", write_model, read, objective=False, encodes=True, begins=BEGINS, comment="c"
)


if __name__ == "__main__":  # `make` compiles them
    literals = np.array([1, -20, 0], np.int32)
    assert formatter(20, 1000)(literals).tobytes() == format_literals(literals).tobytes() == b"1 -20 0\n"
