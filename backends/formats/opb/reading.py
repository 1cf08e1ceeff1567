"""OPB, read strictly: a neutral model of Booleans x and linear rows.

    * #variable= 3 #constraint= 2       a comment; the counts, if they are there, must be right
    min: +2 x1 -1 ~x3 ;                 at most one objective, `max:` too, before the constraints
    +1 x1 -2 ~x2>=1;                    integers and names; `~x` is 1 - x; no blank is needed before `;`

    +3 x1 ~x2 x5 >= 2;                a product: 1 if all its literals hold
    +1 x0 +1 x1 >= 1;                   numbers may begin with 0: where there is an x0, variable 1 is x0
    * ind 1 2 0                         by which variables solutions are told apart (`text.counting_requests`)

A product becomes a Boolean with its rule in clauses, since rows are linear; the same product is the same Boolean.
"""

from __future__ import annotations

import re
from fractions import Fraction

import numpy as np

from backends.formats.contract import MOST_VARIABLES, FileContent
from backends.formats.opb import reading_loops
from backends.formats.opb.products import name_products, state_products
from backends.formats.opb.reading_loops import AT_LEAST, AT_MOST, MAXIMISE
from backends.formats.text.counting_requests import OF_LINEAR_ROWS, read_requests
from backends.formats.text.decimals import OPEN, Column
from backends.formats.text.linear_file import LinearFile
from backends.formats.text.linear_to_model import model_from_linear
from backends.formats.text.scanning import choose_loops, error_at, is_plain, text_for
from models.neutral import ObjectiveSense

HEADER = re.compile(rb"[ \t]*\*[ \t]*#variable=[ \t]*([0-9]+)[ \t]*#constraint=[ \t]*([0-9]+)")
HEADER_BEGINS = re.compile(rb"[ \t]*\*[ \t]*#variable=[ \t]*")
EXPECTED = {
    reading_loops.NO_TERM: "a term, as in `+2 x1`, or a side, as in `>= 1 ;`",
    reading_loops.NO_TERM_OF_GOAL: "a term, as in `+2 x1`, or `;`",
    reading_loops.NO_VARIABLE: "a variable, which is x and a number, as in `x1` or `~x1`",
    reading_loops.LONG_NUMBER: "a number of at most 16 digits",
    reading_loops.HIGH_VARIABLE: f"variables up to x{MOST_VARIABLES}",
    reading_loops.LARGE_SUM: "coefficients that sum up to less than 2^53",
    reading_loops.LATE_GOAL: "the objective before the constraints",
    reading_loops.NO_SEMICOLON: "a `;` at the end of the last constraint",
}


def read(content: bytes) -> FileContent:
    """The model of an OPB file. Raises FileError."""
    columns, coefs, ends, kinds, sides = _statements(content)
    head, begun = HEADER.match(content), HEADER_BEGINS.match(content)
    if head is None and begun is not None:
        raise error_at(content, begun.end(), "two counts, as in `* #variable= 3 #constraint= 2`")
    if head is None and not len(ends):
        raise error_at(
            content, len(content.rstrip()), "a header, as in `* #variable= 3 #constraint= 2`, or a constraint"
        )
    has_goal = len(kinds) > 0 and kinds[0] <= MAXIMISE
    most, first = int(np.abs(columns).max(initial=0)), 1
    if most > MOST_VARIABLES:  # which stands for x0
        most, first = _number_from_one(columns), 0
    if head is not None:
        most = _header_variables(content, head, most, len(ends) - has_goal)
    requests = read_requests(content, OF_LINEAR_ROWS, 0 if head is None else head.end(), most + first - 1)
    columns, coefs, ends, products = name_products(columns, coefs, ends, most)
    negated = columns < 0
    np.abs(columns, out=columns)
    owner = np.repeat(np.arange(len(ends)), np.diff(ends, prepend=0))
    moved = np.bincount(owner[negated], coefs[negated].astype(np.float64), minlength=len(ends)).astype(np.int64)
    coefs[negated] *= -1  # c ~x is c - c x
    columns -= 1
    cost: tuple[Column, Column] | None = None
    constant, sign, goal = 0, 1, 0
    if has_goal:
        goal, sign = int(ends[0]), -1 if kinds[0] == MAXIMISE else 1
        cost, constant = (columns[:goal], sign * coefs[:goal]), int(moved[0])
        kinds, sides, moved = kinds[1:], sides[1:], moved[1:]
    bounds = sides - moved
    linear_file = LinearFile(
        () if first else tuple(f"x{variable}" for variable in range(most)),
        np.zeros(most + len(products), np.int64),
        np.ones(most + len(products), np.int64),
        owner[goal:] - has_goal,
        columns[goal:],
        coefs[goal:],
        np.where(kinds == AT_MOST, -OPEN, bounds),
        np.where(kinds == AT_LEAST, OPEN, bounds),
        cost,
        ObjectiveSense(sign, 1, Fraction(constant)),
        len(products),
    )
    model = model_from_linear(linear_file, "the constraints of the file")
    state_products(model, most, products)
    projection = tuple(f"x{variable}" for variable in requests.variables)
    return FileContent(model, requests.notes, projection, requests.comment)


def _number_from_one(columns: Column) -> int:
    """Number the variables of these terms from 1 on, in place, as there is an x0 among them. Returns the largest."""
    signs, zeros = np.sign(columns), np.abs(columns) == MOST_VARIABLES + 1
    columns += signs
    columns[zeros] = signs[zeros]
    return int(np.abs(columns).max())


def _statements(content: bytes) -> tuple[Column, Column, Column, Column, Column]:
    """By term the variable (negative for ~x) and the coefficient; by statement the end of its terms, its kind and its
    right side. Raises FileError."""
    loops = choose_loops(len(content))
    text, scan = text_for(loops, content), reading_loops.scan_statements
    if not is_plain(loops):
        from backends.formats.opb.reading_kernel import scan_statements as scan
    # a factor takes three bytes at least; what is not used costs no memory
    terms, statements = np.empty((2, len(content) // 3 + 1), np.int64), np.empty((3, content.count(b";") + 1), np.int64)
    error, place, seen, count = scan(text, MOST_VARIABLES, *terms, *statements)
    if error:
        at_end = error == reading_loops.NO_SEMICOLON
        raise error_at(content, len(content.rstrip()) if at_end else place, EXPECTED[error])
    columns, coefs = terms[:, :seen]
    ends, kinds, sides = statements[:, :count]
    return columns, coefs, ends, kinds, sides


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
