"""Templates: clauses are written for one row and stamped over all rows of its shape.

    encoding + shape  --build-->  template                     over 1..n, fresh variables n+1..n+m
    template + rows   --stamp-->  clauses                      one array of literals, each clause ended by a 0

at most one of 3, pairwise:   -1 -2 0  -1 -3 0  -2 -3 0        the template
rows (a b c), (d e f):        -a -b 0  -a -c 0  -b -c 0  -d -e 0  -d -f 0  -e -f 0

A template is one array of places in the table [... -2 -1 0 1 2 ...] of a row's literals, so stamping is one gather
(numpy's take) for all rows. With a guard g, `-g` is put at the end of every clause.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from backends.encoding_templates.meanings import Fresh, FreshVariables, Meaning
from backends.encoding_templates.shape import Shape
from models.neutral import Form

Literals = NDArray[np.int32]
Clauses = Iterator[list[int]]
UNBOUNDED = frozenset({Form.PARITY, Form.INTEGER})  # lo and hi say nothing about the number of literals that hold
MOST_CACHED = 1_000_000  # templates of more literals are built again instead of being cached


@dataclass(frozen=True, slots=True)
class EncodingSize:
    """The size of the clauses of a row, or of some of them."""

    fresh: int = 0
    clauses: int = 0
    literals: int = 0

    def __add__(self, other: EncodingSize) -> EncodingSize:
        return EncodingSize(self.fresh + other.fresh, self.clauses + other.clauses, self.literals + other.literals)

    def __rmul__(self, count: int) -> EncodingSize:
        return EncodingSize(count * self.fresh, count * self.clauses, count * self.literals)


def _no_formula(shape: Shape) -> EncodingSize | None:
    return None


@dataclass(frozen=True, slots=True)
class Encoding:
    """One way to write a row as clauses.

    forms: the forms of rows it serves
    propagates: those of them for which unit propagation finds every literal that a partial assignment forces
    unique: those of them whose fresh variables have exactly one value each, given the literals of a row that holds
    cost: an upper bound on the literals it writes, by a formula, before anything is written; `auto` goes by it
    clauses: the clauses of one row. It may rely on 0 <= lo <= hi <= reach, 1 <= hi, lo < reach, and one bound binding
    size: exactly what it writes, by a formula of the literature or a recurrence; None where the row has none
    cut: the same encoding with another parameter, for a name like `parity-chain:5`; None if it has no parameter
    """

    name: str
    forms: frozenset[Form]
    propagates: frozenset[Form]
    unique: frozenset[Form]
    reference: str
    cost: Callable[[Shape], int]
    clauses: Callable[[Shape, Fresh], Clauses]
    size: Callable[[Shape], EncodingSize | None] = _no_formula
    cut: Callable[[int], Encoding] | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Template:
    """The clauses of one row: `flat` holds literals over 1..n (the row's), n+1..n+fresh, with 0 after each clause.
    meanings: of the fresh variables, in their order; None where the encoding does not tell."""

    n: int
    fresh: int
    clauses: int
    flat: Literals
    meanings: tuple[Meaning | None, ...]

    @property
    def literals(self) -> int:
        return len(self.flat) - self.clauses

    def lists(self) -> list[list[int]]:
        """The clauses as lists of literals."""
        return [part.tolist()[:-1] for part in np.split(self.flat, np.flatnonzero(self.flat == 0) + 1)[:-1]]

    def size(self, rows: int, *, guarded: bool) -> int:
        """The length of the array that `stamp` fills for so many rows."""
        return rows * (len(self.flat) + (self.clauses if guarded else 0))


def template(encoding: Encoding, shape: Shape) -> Template:
    """The template of a shape, cached if it is not too large."""
    return (
        cached_template(encoding, shape)
        if estimate_literals(encoding, shape) <= MOST_CACHED
        else build_template(encoding, shape)
    )


@lru_cache(maxsize=20_000)
def estimate_literals(encoding: Encoding, shape: Shape) -> int:
    """An upper bound on the literals of a row's clauses. Rows that need no encoding take each of theirs once."""
    return encoding.cost(_clamp_bounds(shape)) if _trivial_clauses(shape) is None else shape.n


def build_template(encoding: Encoding, shape: Shape) -> Template:
    """Write out the clauses of a row of this shape."""
    shape, fresh = _clamp_bounds(shape), FreshVariables(shape.n + 1)
    short = _trivial_clauses(shape)
    clauses = list(encoding.clauses(shape, fresh) if short is None else short)
    flat = np.fromiter(chain.from_iterable((*clause, 0) for clause in clauses), np.int32)
    flat.setflags(write=False)
    return Template(shape.n, len(fresh.meanings), len(clauses), flat, tuple(fresh.meanings))


@lru_cache(maxsize=2000)
def cached_template(encoding: Encoding, shape: Shape) -> Template:
    return build_template(encoding, shape)


def _trivial_clauses(shape: Shape) -> Clauses | None:
    """The clauses of rows that need no encoding: always true, never true, all or none of the literals."""
    every = range(1, shape.n + 1)
    if shape.form in UNBOUNDED:
        return None if shape.n else iter([[]][: shape.lo])
    if not _can_hold(shape):
        return iter([[]])
    if not (shape.bounds_below or shape.bounds_above):
        return iter(())
    if shape.lo == shape.reach:
        return ([x] for x in every)
    if shape.hi == 0:
        return ([-x] for x in every)
    return None


def _clamp_bounds(shape: Shape) -> Shape:
    """The shape with bounds that the sum can reach, if it can hold at all."""
    if shape.form in UNBOUNDED or not _can_hold(shape):
        return shape
    return replace(shape, lo=max(shape.lo, 0), hi=min(shape.hi, shape.reach))


def _can_hold(shape: Shape) -> bool:
    return shape.lo <= shape.reach and shape.hi >= 0


def stamp(
    template: Template,
    rows: Literals,
    first: int,
    when: Literals | None = None,
    places: NDArray[np.intp] | None = None,
) -> Literals:
    """The template's clauses for every row, one row after the other, as one array.

    rows: literals, shape (rows, n); first: the first variable that is free; row r takes the `fresh` variables from
    first + r * fresh on; when: a guard literal per row; places: `table_places`, for callers that stamp piece by piece.
    """
    if places is None:
        places = table_places(template, guarded=when is not None)
    out = np.empty(template.size(len(rows), guarded=when is not None), np.int32)
    middle = template.n + template.fresh + (when is not None)
    table = np.zeros((len(rows), 2 * middle + 1), np.int32)
    table[:, middle + 1 : middle + 1 + template.n] = rows
    if template.fresh:
        numbers = np.arange(first, first + len(rows) * template.fresh, dtype=np.int32)
        table[:, middle + 1 + template.n :][:, : template.fresh] = numbers.reshape(len(rows), template.fresh)
    if when is not None:
        table[:, -1] = when
    table[:, :middle] = -table[:, :middle:-1]
    # All places lie within the table; `clip` only spares numpy the buffer that `raise` would need.
    np.take(table, places, axis=1, out=out.reshape(len(rows), len(places)), mode="clip")
    return out


def table_places(template: Template, *, guarded: bool) -> NDArray[np.intp]:
    """Where in the table of a row's literals each literal of its clauses stands."""
    flat = _with_guard(template) if guarded else template.flat
    return flat.astype(np.intp) + (template.n + template.fresh + guarded)


def _with_guard(template: Template) -> Literals:
    """The template with the negation of its last variable, the guard, at the end of every clause."""
    ends = np.flatnonzero(template.flat == 0)
    return np.insert(template.flat, ends, -(template.n + template.fresh + 1))


def print_clauses(encoding: Encoding, shape: Shape) -> None:
    """Print the clauses of a row; each encoding's file does so when run as a script."""
    template = build_template(encoding, shape)
    print(f"{encoding.name} ({encoding.reference}), {shape}")
    print(
        f"{template.clauses} clauses, {template.literals} literals (at most {estimate_literals(encoding, shape)}), "
        f"{template.fresh} fresh"
    )
    print("\n".join(" ".join(map(str, clause)) for clause in template.lists()))
