"""DIMACS CNF, and XNF (with `x` rows), read strictly: a neutral model of Booleans x and clauses.

    p cnf 3 2       the header, and the counts it gives must be right
    1 -2            a clause may span lines: it ends with its 0
    0 3 0           comments may stand between the lines, a line `%` ends the file
    c p show 1 2 0  a comment that says by which variables solutions are told apart (`text.counting_requests`)

Errors name line and column; memory is allocated for what is there, not for what the header claims.
"""

from __future__ import annotations

import re

import numpy as np

from backends.formats.contract import FileContent
from backends.formats.text.clauses_to_model import Column, state_clauses, state_parities
from backends.formats.text.counting_requests import OF_CLAUSES, read_requests
from backends.formats.text.scanning import (
    Numbers,
    clause_ends,
    error_at,
    header,
    header_number,
    header_variables,
    read_numbers,
)
from models.neutral import Model
from models.neutral.variables import NumberedNames

HEADER = re.compile(rb"p[ \t]+cnf[ \t]+([0-9]+)[ \t]+([0-9]+)[ \t\r]*(?=\n|\Z)")
EXPECTED = "a header, as in `p cnf 3 2`"
OTHER_ROWS = {b"x": "a number; exclusive-or rows, which begin with `x`, are read in files that end in .xnf"}
MOST_CLAUSES = 2**31 - 1
SENTENCE, PARITIES = "the clauses of the file", "the exclusive-or rows of the file"


def read(content: bytes) -> FileContent:
    """The model of a DIMACS file. Raises FileError."""
    return _read(content, b"")


def read_xnf(content: bytes) -> FileContent:
    """The model of a DIMACS file that may have `x` rows. Raises FileError."""
    return _read(content, b"x")


def _read(content: bytes, marks: bytes) -> FileContent:
    head = header(content, HEADER, EXPECTED)
    variables = header_variables(content, head)
    clauses = header_number(content, head, 2, MOST_CLAUSES, "clauses")
    numbers = read_numbers(content, head.end(), marks, {} if marks else OTHER_ROWS)
    ends = clause_ends(numbers)
    if len(ends) != clauses:
        raise error_at(content, head.start(2), f"{len(ends)} clauses, which is how many there are")
    check_literals(numbers, variables)
    firsts = np.concatenate([[0], ends[:-1] + 1]) if len(ends) else ends
    parity = marked_rows(numbers, firsts)
    model = Model("file")
    model.bools("x", variables)
    model.labels = NumberedNames("x", variables)
    state_clauses(model, SENTENCE, numbers.values, ends, ~parity)
    if parity.any():
        mine = np.repeat(parity, np.diff(ends, prepend=-1))
        literals = numbers.values[mine]
        state_parities(model, PARITIES, (ends - firsts)[parity], literals[literals != 0])
    requests = read_requests(content, OF_CLAUSES, head.end(), variables)
    projection = tuple(f"x{variable}" for variable in requests.variables)
    return FileContent(model, requests.notes, projection, requests.comment)


def check_literals(numbers: Numbers, variables: int, where: Column | None = None) -> None:
    """Raise FileError for a literal of an unknown variable. where: the indices of the literals, None for all."""
    literals = numbers.values if where is None else numbers.values[where]
    if len(literals) and (literals.max() > variables or literals.min() < -variables):
        unknown = np.flatnonzero(np.abs(literals) > variables)
        place = int(unknown[0] if where is None else where[unknown[0]])
        raise numbers.error(place, f"variables up to {variables}")


def marked_rows(numbers: Numbers, firsts: Column) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Which rows have a mark before their first number. Raises FileError for a mark anywhere else."""
    rows = np.searchsorted(firsts, numbers.marked)
    wrong = (rows >= len(firsts)) | (np.append(firsts, -1)[np.minimum(rows, len(firsts))] != numbers.marked)
    twice = np.concatenate([[False], rows[1:] == rows[:-1]])
    if (wrong | twice).any():
        raise numbers.mark_error(int(np.argmax(wrong | twice)), "a row that begins here, after the 0 of the one before")
    marked = np.zeros(len(firsts), np.bool_)
    marked[rows] = True
    return marked
