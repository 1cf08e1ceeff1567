"""Sizes of encodings: fresh variables, clauses and literals of one row, by its length n and bound k.

    python -m backends.encoding_choice.sizes                        a table for every form
    python -m backends.encoding_choice.sizes cardinality 16 64 -k 2 8

A size is counted on the written clauses. Where these would be too many to write, it comes from the encoding's own
formula (`Encoding.size`, from its reference or a recurrence), which the tests compare with the clauses for many n and
k, and is marked f. Without a formula, only a bound on the literals is known. Rows of the table, by form:

    at-most-one, exactly-one   of n
    cardinality                at most k of n
    linear                     1 x_1 + 2 x_2 + ... + n x_n <= k (n + 1) / 2, the average sum of k of the weights
    parity                     n literals are odd in number
    integer                    n + 1 values
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import assert_never

from backends.encoding_choice.catalogue import encoding_names, encodings
from backends.encoding_templates.python_sat import python_sat_size
from backends.encoding_templates.shape import Shape, counting_shape, integer_shape, linear_shape, parity_shape
from backends.encoding_templates.template import Encoding, EncodingSize, build_template, estimate_literals
from models.neutral import Form

WRITTEN = 300_000  # literals; more are not written to be counted
BY_BOUND = (Form.CARDINALITY, Form.LINEAR)


@dataclass(frozen=True, slots=True)
class SizeRow:
    """One encoding of one row. k: None for forms that have no bound to choose; variables, clauses: None where they are
    too many to be written and there is no formula; literals: then a bound; counted: on the clauses, not by the formula;
    python_sat: python-sat's size, None where it has no such encoding."""

    encoding: str
    reference: str
    form: Form
    n: int
    k: int | None
    variables: int | None
    clauses: int | None
    literals: int
    counted: bool
    python_sat: EncodingSize | None


def sizes(form: Form, ns: Sequence[int], ks: Sequence[int] = (1,)) -> list[SizeRow]:
    """The sizes of all encodings of the form, for every n and every k < n; n = 1 needs none."""
    bounds = [(n, k) for n in ns for k in (ks if form in BY_BOUND else [None]) if n > 1 and (k is None or 0 < k < n)]
    return [_row(encodings()[name], form, n, k) for n, k in bounds for name in encoding_names(form)]


def table_shape(form: Form, n: int, k: int | None = None) -> Shape:
    """The row whose size the table shows. Raises ValueError for a form that needs no encoding."""
    match form:
        case Form.LINEAR:
            return linear_shape(tuple((c, 1) for c in range(1, n + 1)), 0, (k or 1) * (n + 1) // 2)
        case Form.PARITY:
            return parity_shape(n, 1)
        case Form.INTEGER:
            return integer_shape(n)
        case Form.CARDINALITY:
            return Shape(form, n, 0, k or 1)
        case Form.AT_MOST_ONE | Form.EXACTLY_ONE:
            return counting_shape(n, int(form is Form.EXACTLY_ONE), 1)
        case Form.CLAUSE | Form.GUARDED | Form.OBJECTIVE:
            raise ValueError(f"no encoding has the form {form.value}")
        case _:
            assert_never(form)


def _row(encoding: Encoding, form: Form, n: int, k: int | None) -> SizeRow:
    shape = table_shape(form, n, k)
    most = estimate_literals(encoding, shape)
    counted = most <= WRITTEN
    size = _count_size(encoding, shape) if counted else encoding.size(shape)
    theirs = python_sat_size(encoding.name, shape) if counted else None
    fresh, clauses, literals = (None, None, most) if size is None else (size.fresh, size.clauses, size.literals)
    return SizeRow(encoding.name, encoding.reference, form, n, k, fresh, clauses, literals, counted, theirs)


def _count_size(encoding: Encoding, shape: Shape) -> EncodingSize:
    template = build_template(encoding, shape)
    return EncodingSize(template.fresh, template.clauses, template.literals)


def table(rows: Sequence[SizeRow]) -> Iterator[str]:
    """The rows in columns; f: by the formula; <: a bound on the literals, which are too many to be counted."""
    yield f"{'form':12}{'n':>5}{'k':>5}  {'encoding':20}{'fresh':>9}{'clauses':>11}{'literals':>11}    python-sat"
    for row in rows:
        theirs, bound = row.python_sat, "" if row.k is None else row.k
        their_text = f"{theirs.fresh:>9}{theirs.clauses:>11}{theirs.literals:>11}" if theirs else ""
        mark = "" if row.counted else "<" if row.clauses is None else "f"
        numbers = (_format_number(number) for number in (row.variables, row.clauses, row.literals))
        own = "{:>9}{:>11}{:>11} {:1}".format(*numbers, mark)
        yield f"{row.form.value:12}{row.n:>5}{bound:>5}  {row.encoding:20}{own}{their_text}".rstrip()


def _format_number(number: int | None) -> str:
    """The number; from 10^8 on only its order of magnitude."""
    if number is None:
        return "?"
    return str(number) if number < 10**8 else f"{float(min(number, 10**300)):.2e}"


def references() -> Iterator[str]:
    """Where the encodings come from."""
    return (f"{name:20}{encoding.reference}" for name, encoding in encodings().items())


def main(arguments: Sequence[str] | None = None, program: str | None = None) -> None:
    """Print the table. program: the command, as usage messages name it."""
    forms = [form.value for form in Form if encoding_names(form)]
    parser = ArgumentParser(
        program, description="How large encodings are: fresh variables, clauses and literals of one row."
    )
    parser.add_argument("form", nargs="?", choices=forms, help="all if none is named")
    parser.add_argument("n", nargs="*", type=int, help="lengths of the row")
    parser.add_argument("-k", nargs="+", type=int, default=[2, 8], help="bounds, for cardinality and linear")
    options = parser.parse_args(arguments)
    for form in [options.form] if options.form else forms:
        print("\n".join(table(sizes(Form(form), options.n or (8, 16, 64), options.k))), end="\n\n")
    print("\n".join(references()))


if __name__ == "__main__":
    main()
