"""OPB: a model as pseudo-Boolean rows, the format of the PB competitions.

    * #variable= 3 #constraint= 2
    * two of three hold                the rules, each sentence once
    min: +2 x1 +1 x3 ;                 the objective, if there is one
    +1 x1 +1 x2 +1 x3 = 2 ;            a clause or a count, with = where both bounds are the same
    -1 x1 -2 x2 >= -2 ;                at most 2: the row turned round, since only >= and = are in the format

The rows are those of `backends.linear`: not x is 1 - x, guards are big-M, which is exact in integers. What is not
Boolean there, integers and the slacks of parity rows, is counted in bits: x = l + b_1 + 2 b_2 + 4 b_3 + .. + r b_k, the
last weight being what is missing, so that the bits reach l..u and nothing else; they need no rows of their own.
(Roussel & Manquinho: Input/output format and solver requirements for the competitions of pseudo-Boolean solvers)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from io import BytesIO
from typing import BinaryIO, TypeAlias

import numpy as np
from numpy.typing import NDArray

from backends.contract import Limits, Size, Values
from backends.formats.dimacs import comments
from backends.formats.numbers import constant, digits, joined
from backends.linear import LinearProgram, reach, to_linear
from models.neutral import Model

Column: TypeAlias = NDArray[np.int64]
PIECE = 1 << 16  # terms turned into text at a time


@dataclass(frozen=True, slots=True, eq=False)
class PseudoBoolean:
    """A linear program over Booleans 1..variables.

    first, width: by column, its Booleans; weights: by Boolean, shape (variables,)
    starts: constraint i has the terms starts[i]..starts[i + 1]; least: its bound; equal: is it an equation?
    """

    program: LinearProgram
    first: Column
    width: Column
    weights: Column
    starts: Column
    booleans: Column
    coefs: Column
    least: Column
    equal: NDArray[np.bool_]

    @property
    def variables(self) -> int:
        return len(self.weights)

    @property
    def constant(self) -> int:
        """The part of the objective that no Boolean has: the format has no place for it."""
        return self.program.constant + int(self.program.cost @ self.program.lower)

    @property
    def costs(self) -> Column:
        """The objective by Boolean, shape (variables,)."""
        return np.repeat(self.program.cost, self.width) * self.weights

    @property
    def size(self) -> Size:
        return Size(self.variables, len(self.least), len(self.booleans))

    def values(self, model: Model, true: NDArray[np.bool_]) -> Values:
        """The assignment of the model; true: by Boolean, shape (variables + 1,), entry 0 unused."""
        running = np.concatenate([[0], np.cumsum(self.weights * true[1:])])
        counted = running[self.first - 1 + self.width] - running[self.first - 1]
        return self.program.values(model, (self.program.lower + counted).astype(np.float64))


def to_pseudo_boolean(model: Model, limits: Limits, equations: bool = True) -> PseudoBoolean:
    """The model as pseudo-Boolean constraints. Raises TooLarge, as `to_linear` does.

    equations: may `=` be used? Else two rows say the same.
    """
    program = to_linear(model, limits)
    table, width = program.table, _bits(program.upper - program.lower)
    first = 1 + np.cumsum(width) - width
    weights = _weights(program.upper - program.lower, width)
    below, above = reach(table, program.lower, program.upper)
    equal = (table.lo == table.hi) & equations
    lows = np.flatnonzero(equal | (table.lo > below))
    highs = np.flatnonzero(~equal & (table.hi < above))
    order = np.argsort(np.concatenate([lows, highs]), kind="stable")  # both sides of a row stand together
    rows, turned = np.concatenate([lows, highs])[order], np.repeat([False, True], [len(lows), len(highs)])[order]
    shift = table.sums(table.coefs * program.lower[table.columns])
    least = np.where(turned, shift[rows] - table.hi[rows], table.lo[rows] - shift[rows])
    # every term is a column, every column some bits
    entries = _stretches(program.starts[rows], np.diff(program.starts)[rows])
    owners = np.repeat(np.arange(len(rows)), np.diff(program.starts)[rows])
    columns, coefs = table.columns[entries], np.where(turned[owners], -table.coefs[entries], table.coefs[entries])
    booleans = _stretches(first[columns], width[columns])
    coefs = np.repeat(coefs, width[columns]) * weights[booleans - 1]
    counts = np.bincount(np.repeat(owners, width[columns]), minlength=len(rows))
    starts = np.concatenate([[0], np.cumsum(counts)])
    return PseudoBoolean(program, first, width, weights, starts, booleans, coefs, least, equal[rows])


def _bits(span: Column) -> Column:
    """How many bits count from 0 to each number."""
    return np.asarray(np.frexp(span.astype(np.float64))[1], np.int64)


def _weights(span: Column, width: Column) -> Column:
    """1, 2, 4, ... for each column, the last one being what is missing to the span."""
    place = _stretches(np.zeros(len(width), np.int64), width)
    weights = np.left_shift(1, place)
    last = np.cumsum(width)[width > 0] - 1
    weights[last] = span[width > 0] - (np.left_shift(1, width[width > 0] - 1) - 1)
    return np.asarray(weights, np.int64)


def _stretches(first: Column, lengths: Column) -> Column:
    """first, first + 1, ... for each length, one after the other."""
    shift = np.repeat(first - (np.cumsum(lengths) - lengths), lengths)
    return np.asarray(np.arange(len(shift)) + shift, np.int64)


# ---- text --------------------------------------------------------------------------------------------------------


def to_bytes(model: PseudoBoolean, sentences: Iterable[str] = ()) -> bytes:
    """The constraints as OPB text, with the sentences as comments."""
    whole = BytesIO()
    write(model, whole, sentences)
    return whole.getvalue()


def write(model: PseudoBoolean, file: BinaryIO, sentences: Iterable[str] = ()) -> None:
    """As `to_bytes`, into a binary file. The `constant` of the objective is not in it."""
    file.write(f"* #variable= {max(model.variables, 1)} #constraint= {len(model.least)}\n".encode())
    for line in comments(sentences):
        file.write(b"*" + line[1:-1] + b" \n")  # without the blank, SAT4J 2.3.5 takes the next line for comment too
    used = np.flatnonzero(model.costs)
    if len(used):
        file.write(b"min: " + joined(_terms(used + 1, model.costs[used])).tobytes() + b";\n")
    for first, last in _pieces(model.starts):
        file.write(_constraints(model, first, last).data)


def _pieces(starts: Column) -> Iterator[tuple[int, int]]:
    """Constraints first..last of not many more terms than a piece."""
    first, rows = 0, len(starts) - 1
    while first < rows:
        last = int(np.searchsorted(starts, starts[first] + PIECE, side="right")) - 1
        last = min(max(last, first + 1), first + PIECE, rows)
        yield first, last
        first = last


def _terms(booleans: Column, coefs: Column) -> NDArray[np.uint8]:
    """`+2 x3 ` for each, a line of bytes each."""
    one = len(booleans)
    return np.hstack([digits(coefs, plus=True), constant(" x", one), digits(booleans)[:, 1:], constant(" ", one)])


def _constraints(model: PseudoBoolean, first: int, last: int) -> NDArray[np.uint8]:
    """The text of the constraints first..last: lines of terms, with a line for the bound after the last of each."""
    here = slice(int(model.starts[first]), int(model.starts[last]))
    starts = model.starts[first : last + 1] - here.start
    booleans, coefs = model.booleans[here], model.coefs[here]
    empty = np.flatnonzero(np.diff(starts) == 0)  # a sum of nothing is none to a parser: 0 times a variable
    booleans, coefs = np.insert(booleans, starts[empty], 1), np.insert(coefs, starts[empty], 0)
    lengths = np.diff(starts)
    lengths[empty] = 1
    terms = _terms(booleans, coefs)
    signs = np.where(model.equal[first:last, None], constant("\0=", last - first), constant(">=", last - first))
    bounds = np.hstack(
        [signs, constant(" ", last - first), digits(model.least[first:last]), constant(" ;\n", last - first)]
    )
    lines = np.zeros((len(terms) + len(bounds), max(terms.shape[1], bounds.shape[1])), np.uint8)
    ends = np.cumsum(lengths) + np.arange(len(lengths))
    inside = np.ones(len(lines), np.bool_)
    inside[ends] = False
    lines[inside, : terms.shape[1]] = terms
    lines[ends, : bounds.shape[1]] = bounds
    return joined(lines)
