"""OPB, read strictly: a neutral model of Booleans x and linear rows.

    * #variable= 3 #constraint= 2       a comment; the counts, if they are there, must be right
    min: +2 x1 -1 ~x3 ;                 at most one objective, `max:` too, before the constraints
    +1 x1 -2 ~x2>=1;                    integers and names; `~x` is 1 - x; no blank is needed before `;`

Products (`+1 x1 x2`) are refused: the rows of the language are linear.
"""

from __future__ import annotations

import re

import numpy as np

from backends.formats.contract import MOST_VARIABLES, FileError
from backends.formats.text.linear_to_model import OPEN, Column, LinearFile, model_from_linear
from backends.formats.text.scanning import error_at
from models.neutral import Model

COMMENT = re.compile(rb"^[ \t]*+\*[^\n]*+", re.MULTILINE)
HEADER = re.compile(rb"[ \t]*\*[ \t]*#variable=[ \t]*([0-9]+)[ \t]*#constraint=[ \t]*([0-9]+)")
TERM = re.compile(rb"\s*+([+-]?[0-9]{1,16})\s++(~?)x([1-9][0-9]{0,9})(?=\s|[<>=;]|\Z)")
TERMS = re.compile(rb"(?:" + TERM.pattern.replace(b"(", b"(?:").replace(b"(?:?", b"(?") + rb")*+")
SIDE = re.compile(rb"\s*+(>=|<=|=)\s*+([+-]?[0-9]{1,16})\s*+\Z")
TOO_LONG = re.compile(rb"\s*+(?:(?:>=|<=|=)\s*+)?+([+-]?[0-9]{17})")
TOO_HIGH = re.compile(rb"\s*+[+-]?[0-9]{1,16}\s++~?(x[1-9][0-9]{10})")
GOAL = re.compile(rb"\s*+(min|max)\s*+:")
MOST = 2**53


def read(content: bytes) -> Model:
    """The model of an OPB file. Raises FileError."""
    text = COMMENT.sub(lambda comment: b" " * len(comment[0]), content)
    statements = _statements(content, text)
    head = HEADER.match(content)
    cost: tuple[Column, Column] | None = None
    constant = 0
    counts: list[int] = []
    columns: list[Column] = []
    coefs: list[Column] = []
    lows: list[int] = []
    highs: list[int] = []
    for number, (first, last) in enumerate(statements):
        goal = GOAL.match(text, first, last)
        if goal and number:
            raise error_at(content, goal.start(1), "the objective before the constraints")
        end = _end_of_terms(text, goal.end() if goal else first, last)
        variables, weights, moved = _terms(content, text, goal.end() if goal else first, end)
        if goal:
            _check_end(content, text, end, last, "a term, as in `+2 x1`, or `;`")
            sign = 1 if goal[1] == b"min" else -1
            cost, constant = (variables, sign * weights), sign * moved
            continue
        side = SIDE.match(text, end, last)
        if side is None:
            raise _unread_error(content, text, end, last, "a term, as in `+2 x1`, or a side, as in `>= 1 ;`")
        bound = int(side[2]) - moved
        counts.append(len(variables))
        columns.append(variables)
        coefs.append(weights)
        lows.append(-OPEN if side[1] == b"<=" else bound)
        highs.append(OPEN if side[1] == b">=" else bound)
    most = max((int(each.max(initial=-1)) + 1 for each in (*columns, *(cost or ())[:1])), default=0)
    if head is None and not statements:
        raise error_at(
            content, len(content.rstrip()), "a header, as in `* #variable= 3 #constraint= 2`, or a constraint"
        )
    if head is not None:
        most = _header_variables(content, head, most, len(lows))
    nothing = np.zeros(0, np.int64)
    linear_file = LinearFile(
        (),
        np.zeros(most, np.int64),
        np.ones(most, np.int64),
        np.repeat(np.arange(len(counts)), np.array(counts, np.int64)),
        np.concatenate([nothing, *columns]),
        np.concatenate([nothing, *coefs]),
        np.array(lows, np.int64),
        np.array(highs, np.int64),
        cost,
        constant,
    )
    return model_from_linear(linear_file, "the constraints of the file")


def _statements(content: bytes, text: bytes) -> list[tuple[int, int]]:
    """Begin and end of each statement, without the semicolon."""
    ends = np.flatnonzero(np.frombuffer(text, np.uint8) == ord(";")).tolist()
    starts = [0, *(end + 1 for end in ends)]
    if text[starts[-1] :].strip():
        raise error_at(content, len(content.rstrip()), "a `;` at the end of the last constraint")
    return list(zip(starts[:-1], ends, strict=True))


def _end_of_terms(text: bytes, first: int, last: int) -> int:
    match = TERMS.match(text, first, last)
    return match.end() if match else first


def _terms(content: bytes, text: bytes, first: int, end: int) -> tuple[Column, Column, int]:
    """Columns, coefficients of x, and the constant of the negated ones: c ~x is c - c x. Raises FileError."""
    terms = TERM.findall(text, first, end)
    coefs = np.array([int(coef) for coef, _, _ in terms], np.int64)
    columns = np.array([int(name) for _, _, name in terms], np.int64) - 1
    negated = np.array([tilde == b"~" for _, tilde, _ in terms], np.bool_)
    unknown = np.flatnonzero(columns >= MOST_VARIABLES)
    if len(unknown):
        raise error_at(
            content, text.index(b"x%d" % (columns[unknown[0]] + 1), first), f"variables up to x{MOST_VARIABLES}"
        )
    if float(np.abs(coefs).astype(np.float64).sum()) >= MOST:
        raise error_at(content, _skip_blanks(text, first, end), "coefficients that sum up to less than 2^53")
    return columns, np.where(negated, -coefs, coefs), int(coefs[negated].sum())


def _check_end(content: bytes, text: bytes, first: int, last: int, expected: str) -> None:
    if _skip_blanks(text, first, last) < last:
        raise _unread_error(content, text, first, last, expected)


def _unread_error(content: bytes, text: bytes, first: int, last: int, expected: str) -> FileError:
    """The error where reading a statement stopped; a number that is too long has its own message."""
    if number := TOO_LONG.match(text, first, last):
        return error_at(content, number.start(1), "a number of at most 16 digits")
    if number := TOO_HIGH.match(text, first, last):
        return error_at(content, number.start(1), f"variables up to x{MOST_VARIABLES}")
    return error_at(content, _skip_blanks(text, first, last), expected)


def _skip_blanks(text: bytes, first: int, last: int) -> int:
    return last - len(text[first:last].lstrip())


def _header_variables(content: bytes, head: re.Match[bytes], variables: int, constraints: int) -> int:
    """The number of variables of the header. Raises FileError if its counts are not right."""
    claimed, count = (int(head[group][:18]) for group in (1, 2))
    if not variables <= claimed <= MOST_VARIABLES:
        expected = (
            f"at most {MOST_VARIABLES:,} variables" if claimed > variables else f"{variables} variables, as there are"
        )
        raise error_at(content, head.start(1), expected)
    if count != constraints:
        raise error_at(content, head.start(2), f"{constraints} constraints, which is how many there are")
    return claimed
