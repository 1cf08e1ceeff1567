"""XCSP3: constraint models in XML, for the solvers of the XCSP3 competitions.

    <instance format="XCSP3" type="CSP">
      <variables> <var id="x_0"> 0 1 </var> <var id="z_0"> -3..4 </var> </variables>
      <constraints>
        <!-- two of three hold -->
        <sum> <list> x_0 x_1 x_2 </list> <coeffs> 1 1 1 </coeffs> <condition> (ge,2) </condition> </sum>
        <intension> xor(x_0,x_1) </intension>                       an odd number of them; not(..): an even one
      </constraints>
      <objectives> <minimize type="sum"> <list> .. </list> <coeffs> .. </coeffs> </minimize> </objectives>
    </instance>

Clauses are sums of at least one. The constant of an objective has no place in the file; a comment states it.
(Boussemart, Lecoutre, Audemard & Piette 2016: XCSP3, an integrated format for benchmarking combinatorial problems)
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import BinaryIO, TypeAlias

import numpy as np
from numpy.typing import NDArray

from backends.formats.contract import FileFormat, WriteOptions
from backends.formats.text.mixed_rules import MixedRule, split_rules
from backends.formats.text.number_text import Text, digits, repeat_text
from backends.formats.text.row_text import (
    PIECE,
    ascii_comments,
    choose_words,
    interleave_lines,
    is_last_term,
    join_columns,
    pieces,
    words,
)
from backends.formats.text.variable_names import names_with_extra, variable_table
from backends.formats.written_objective import WrittenObjective, own_numbers
from backends.lowering.linear import activity_bounds
from models.neutral import Model, Rows

Column: TypeAlias = NDArray[np.int64]
HEADS = ("(ge,", "(le,", "(eq,", "(in,")


def write(model: Model, file: BinaryIO, how: WriteOptions) -> None:
    """The model as XCSP3."""
    rules, added = split_rules(model, how)
    labels = names_with_extra(model, len(added))
    kind = "CSP" if model.objective is None else "COP"
    file.write(f'<?xml version="1.0" encoding="UTF-8"?>\n<instance format="XCSP3" type="{kind}">\n'.encode())
    file.write(_comments(how.heading))
    for line in variable_table(model, how.name_of, "", labels):
        file.write(_comments([line.decode()]))
    file.write(b"<variables>\n")
    _write_variables(labels, np.append(model.lower, 0 * added), np.append(model.upper, added), file)
    file.write(b"</variables>\n<constraints>\n")
    for rule in rules:
        file.write(_comments([f"rule: {rule.sentence}"]))
        if rule.clauses is not None:
            _write_clauses(rule.clauses, labels, file)
        elif rule.parity is not None and rule.odd is not None:
            _write_parities(rule.parity, rule.odd, labels, file)
        else:
            _write_sums(rule, model, labels, file)
    file.write(b"</constraints>\n")
    _write_objective(model, labels, how, file)
    file.write(b"</instance>\n")


def _comments(texts: Iterable[str]) -> bytes:
    """Two hyphens would end a comment of XML."""
    return ascii_comments("<!--", [text.replace("--", "- -") for text in texts], " -->")


def _write_variables(labels: Text, lower: Column, upper: Column, file: BinaryIO) -> None:
    for first in range(1, len(labels), PIECE):
        here = slice(first, first + PIECE)
        low, high = digits(lower[here]), digits(upper[here])
        file.write(
            interleave_lines((None, join_columns('<var id="', labels[here], '"> ', low, "..", high, " </var>\n")))
        )


def _write_clauses(rows: Rows, labels: Text, file: BinaryIO) -> None:
    """x or not y: x - y >= 1 - 1."""
    negated = rows.sums((rows.literals < 0).astype(np.int64))
    for first, last in pieces(rows.starts):
        literals = rows.literals[rows.starts[first] : rows.starts[last]].astype(np.int64)
        least = 1 - negated[first:last]
        condition = join_columns(HEADS[0], digits(least))
        file.write(
            _format_sums(rows.lengths[first:last], labels[np.abs(literals)], np.sign(literals), condition, labels)
        )


def _write_sums(rule: MixedRule, model: Model, labels: Text, file: BinaryIO) -> None:
    program = rule.program
    assert program is not None
    (lo, hi), starts = program.bounds, program.starts
    least, _ = activity_bounds(program.table, program.lower, program.upper)
    lo = np.where(np.isfinite(lo) | np.isfinite(hi), lo, least)  # a row without bounds, as guards may leave some
    for first, last in pieces(starts):
        here = slice(int(starts[first]), int(starts[last]))
        names = labels[rule.variables(program.table.columns[here], model)]
        low, high = lo[first:last], hi[first:last]
        kind = np.where(low == high, 2, np.where(~np.isfinite(high), 0, np.where(~np.isfinite(low), 1, 3)))
        bound = np.where(kind == 1, high, low).astype(np.int64)
        upper = digits(np.where(kind == 3, high, 0.0).astype(np.int64))
        upper[kind != 3] = 0
        condition = join_columns(words(HEADS)[kind], digits(bound), choose_words(kind == 3, "..", ""), upper)
        counts = np.diff(starts[first : last + 1])
        file.write(_format_sums(counts, names, program.table.coefs[here], condition, labels))


def _format_sums(counts: Column, names: Text, coefs: Column, condition: Text, labels: Text) -> bytes:
    """A line per row. An empty sum is 0 times a variable; if the model has no variables, a false equation."""
    rows, empty = len(counts), np.flatnonzero(counts == 0)
    if len(empty) and len(labels) < 2:
        return b"<intension> eq(0,1) </intension>\n" * rows
    places = (np.cumsum(counts) - counts)[empty]
    names, coefs = np.insert(names, places, labels[1] if len(empty) else 0, axis=0), np.insert(coefs, places, 0)
    counts = np.maximum(counts, 1)
    heads, middle, before = (
        repeat_text(text, rows) for text in ("<sum> <list> ", "</list> <coeffs> ", "</coeffs> <condition> ")
    )
    tails = join_columns(condition, ") </condition> </sum>\n")
    terms = (counts, join_columns(names, " ")), (counts, join_columns(digits(coefs), " "))
    return interleave_lines((None, heads), terms[0], (None, middle), terms[1], (None, before), (None, tails))


def _write_parities(rows: Rows, odd: Column, labels: Text, file: BinaryIO) -> None:
    """not x is 1 - x; xor takes two or more arguments."""
    negated = rows.sums((rows.literals < 0).astype(np.int64))
    for first, last in pieces(rows.starts):
        counts = rows.lengths[first:last]
        is_odd = (odd[first:last] + negated[first:last]) % 2 == 1
        single = counts == 1
        kind = np.where(single, 2 - is_odd, 3 + ~is_odd)
        heads = words(["", "<intension> eq(1,", "<intension> eq(0,", "<intension> xor(", "<intension> not(xor("])
        tails = words(["", *[") </intension>\n"] * 3, ")) </intension>\n"])
        names = labels[np.abs(rows.literals[rows.starts[first] : rows.starts[last]])]
        terms = np.hstack([names, choose_words(is_last_term(counts), "", ",")])
        file.write(interleave_lines((None, heads[kind]), (counts, terms), (None, tails[kind])))


def objective_of(model: Model) -> WrittenObjective:
    """It is kept, or a multiple of it in whole numbers, without its constant."""
    numbers = own_numbers(model, fractions=False)
    return WrittenObjective(Fraction(numbers.factor), Fraction(-numbers.constant))


def _write_objective(model: Model, labels: Text, how: WriteOptions, file: BinaryIO) -> None:
    if model.objective is None:
        return
    numbers = own_numbers(model, fractions=False)
    sense = "maximise" if numbers.is_maximised else "minimise"
    file.write(_comments([f"{sense} {model.objective.sentence}", *objective_of(model).remarks(how.source)]))
    used = np.flatnonzero(numbers.coefs)
    used = used if len(used) else np.arange(1, min(2, model.variables + 1))
    names, coefs = (
        interleave_lines((None, join_columns(labels[used], " "))),
        interleave_lines((None, join_columns(numbers.texts(used), " "))),
    )
    tag = b"maximize" if numbers.is_maximised else b"minimize"
    terms = b"<list> %s</list> <coeffs> %s</coeffs>" % (names, coefs)
    file.write(b'<objectives>\n<%s type="sum"> %s </%s>\n</objectives>\n' % (tag, terms, tag))


FORMAT = FileFormat("xcsp3", "XCSP3", "xml", write, objective_of=objective_of)
