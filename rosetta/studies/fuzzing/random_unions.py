"""Random models, many at once: the same profiles as those of `random_models`, drawn as columns of a union.

Each part has at most MOST_BOOLEANS Booleans, so that all its assignments can be tried, and rows of its own. Three in
four have a planted assignment that keeps every row; of the others many have no answer.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from models.neutral import Model
from models.neutral.rows import Rows, concatenated_ranges, rows_from_lengths
from models.neutral.stating.calls import Scope
from rosetta.studies.fuzzing.random_models import KINDS, LARGE, MOST_ROWS
from rosetta.studies.fuzzing.unions import Union

MOST_BOOLEANS = 9
LONGEST = 5  # Booleans in a row; a clause has at most 4
SHARE_PLANTED = 0.75
Column = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class _Parts:
    """booleans, integers: how many each part has; first_boolean, first_integer: the number of its first; point: an
    assignment, shape (variables + 1,); planted: do its rows have to keep it? Shapes (parts,)."""

    booleans: Column
    integers: Column
    first_boolean: Column
    first_integer: Column
    point: Column
    planted: NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class _RowTable:
    """Rows: the part, the kind (by its place in KINDS of the profile) and the guard (0: none) of each; literals: shape
    (rows, LONGEST), of which the first `lengths` count."""

    parts: Column
    kinds: NDArray[np.str_]
    when: NDArray[np.int32]
    literals: NDArray[np.int64]
    lengths: Column


def draw_union(profile: str, count: int, rng: Generator, name: str) -> Union:
    """A union of so many random parts of a profile of KINDS."""
    model = Model(name)
    parts, of_variables = _draw_variables(model, profile, count, rng)
    drawn = _draw_rows(parts, profile, rng)
    for kind in dict.fromkeys(KINDS[profile]):
        for guarded in (False, True):
            chosen = np.flatnonzero((drawn.kinds == kind) & ((drawn.when != 0) == guarded))
            if len(chosen):
                _state_rows(model, kind, parts, drawn, chosen, rng)
    if profile != "cnf" and rng.random() < 0.5:
        signs = rng.choice([-1, 1], model.variables)
        terms = np.where(model.integer[1:], 1, signs) * np.arange(1, model.variables + 1)
        factors = rng.choice(LARGE[:4], count)[of_variables[1:]]
        model.minimize("cost", terms, rng.integers(-9, 10, len(terms)) * factors)
    return Union(model, of_variables, count)


def _draw_variables(model: Model, profile: str, count: int, rng: Generator) -> tuple[_Parts, Column]:
    """Declare the variables; the parts, and the part of each variable."""
    booleans, integers = rng.integers(2, MOST_BOOLEANS + 1, count), np.zeros(count, np.int64)
    if profile in ("ilp", "mixed"):
        integers = np.where(rng.random(count) < 0.7, rng.integers(1, 3, count), 0)
    model.bools("x", int(booleans.sum()))
    if integers.any():
        low = rng.integers(-3, 2, count)
        high = low + rng.integers(1, 6, count)
        model.ints("z", int(integers.sum()), np.repeat(low, integers), np.repeat(high, integers))
    point = np.concatenate([[0], rng.integers(model.lower[1:], model.upper[1:] + 1)])
    numbers = np.arange(count)
    of_variables = np.concatenate([[-1], np.repeat(numbers, booleans), np.repeat(numbers, integers)])
    first_boolean = 1 + np.cumsum(booleans) - booleans
    first_integer = 1 + booleans.sum() + np.cumsum(integers) - integers
    planted = rng.random(count) < SHARE_PLANTED
    return _Parts(booleans, integers, first_boolean, first_integer, point, planted), of_variables


def _draw_rows(parts: _Parts, profile: str, rng: Generator) -> _RowTable:
    count = len(parts.booleans)
    owner = np.repeat(np.arange(count), rng.integers(1, MOST_ROWS + 1, count))
    kinds = rng.choice(KINDS[profile], len(owner))
    keys = rng.random((len(owner), MOST_BOOLEANS))
    keys[np.arange(MOST_BOOLEANS) >= parts.booleans[owner, None]] = 2  # beyond all others: not a variable of the part
    picks = np.argsort(keys, axis=1)[:, :LONGEST]
    most = np.minimum(parts.booleans[owner], np.where(kinds == "any", LONGEST - 1, LONGEST))
    lengths = rng.integers(1, most + 1)
    literals = (parts.first_boolean[owner, None] + picks) * rng.choice([-1, 1], picks.shape)
    when = np.zeros(len(owner), np.int32)
    if profile == "mixed":
        guards = parts.first_boolean[owner] + rng.integers(0, parts.booleans[owner])
        guards *= rng.choice([-1, 1], len(owner))
        when = np.where(rng.random(len(owner)) < 0.3, guards, 0).astype(np.int32)
    return _RowTable(owner, kinds, when, literals, lengths)


def _state_rows(model: Model, kind: str, parts: _Parts, drawn: _RowTable, chosen: Column, rng: Generator) -> None:
    """State the rows of a kind, with guards or without."""
    owner, when, lengths = drawn.parts[chosen], drawn.when[chosen], drawn.lengths[chosen]
    literals, planted = drawn.literals[chosen], parts.planted[owner]
    used = np.arange(literals.shape[1]) < lengths[:, None]
    values = np.where(used, _values(parts.point, literals), 0)
    sums = values.sum(axis=1)
    sentence = f"{kind} rows" + (" with guards" if when[0] else "")
    scope: Scope = {"when": when} if when[0] else {}
    if kind == "any":
        flip = planted & (sums == 0)
        literals[flip, 0] *= -1
        model.any(sentence, rows_from_lengths(lengths, literals[used].astype(np.int32)), **scope)
        return
    rows = rows_from_lengths(lengths, literals[used].astype(np.int32))
    if kind == "parity":
        odd = np.where(planted, sums % 2, rng.integers(0, 2, len(chosen)))
        model.parity(odd, sentence, rows, **scope)
    elif kind == "cardinality":
        model.between(*_near_bounds(rng, sums, lengths, planted), sentence, rows, **scope)
    else:
        rows = _with_integers(rows, parts, owner, rng)
        factors = np.repeat(rng.choice(LARGE, len(rows)), rows.lengths)
        coefs = rng.integers(-9, 10, len(factors)) * factors + rng.integers(-1, 2, len(factors))
        sums = rows.sums(coefs * _values(parts.point, rows.literals.astype(np.int64)))
        lo, hi = _near_bounds(rng, sums, rows.sums(np.abs(coefs)) + 1, planted)
        model.linear(lo, hi, sentence, rows, coefs, **scope)


def _with_integers(rows: Rows, parts: _Parts, owner: Column, rng: Generator) -> Rows:
    """Most rows get the integers of their part, too."""
    more = np.where(rng.random(len(rows)) < 0.7, parts.integers[owner], 0)
    starts = np.cumsum(rows.lengths + more) - rows.lengths - more
    literals = np.zeros(int((rows.lengths + more).sum()), np.int32)
    literals[concatenated_ranges(starts, rows.lengths)] = rows.literals
    literals[concatenated_ranges(starts + rows.lengths, more)] = concatenated_ranges(parts.first_integer[owner], more)
    return rows_from_lengths(rows.lengths + more, literals)


def _values(point: Column, literals: NDArray[np.int64]) -> NDArray[np.int64]:
    values = point[np.minimum(np.abs(literals), len(point) - 1)]  # what lies beyond is not used
    return np.where(literals > 0, values, 1 - values)


def _near_bounds(rng: Generator, sums: Column, most: Column, planted: NDArray[np.bool_]) -> tuple[Column, Column]:
    """Bounds at or beside a value that each sum can have; one side may be far away."""
    near = sums + np.where(planted, 0, rng.integers(-2, 3, len(sums)))
    far = rng.integers(0, np.maximum(most, 1) + 1)
    way = rng.integers(0, 3, len(sums))
    return np.where(way == 2, near - far, near), np.where(way == 1, near + far, near)
