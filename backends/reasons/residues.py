"""Models that are equations modulo k, read as such: what a rule "how often, modulo k" says about numbers.

    lamp of (0,0)     x1 + 2 x2 + y1 + 2 y2 - 3 t = 1, t a whole number       x + y = 1  modulo 3
    button of (0,0)   at most one of x1, x2                                   x is 0, 1 or 2

A whole number that stands in one row with a multiple of k takes that row modulo k. Literals of which at most one holds
and whose columns are multiples of one column are a *number*: it is the multiple of the literal that holds, or 0. Added
up with weights, the rows are still equations; a sum in which one number is left narrows it down.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, floor

import numpy as np

from algebra.modulok.rows import Ints
from backends.reasons.row_table import COUNT, ODD, RowTable, Values
from models.neutral import Kind, Model

LARGEST = 1 << 15  # a modulus has to stay below, so that products of two and their sums are exact


@dataclass(frozen=True, slots=True)
class Number:
    """literals (variables, ascending) with the multiple each stands for, 1..k-1; row: of the table, that at most one
    of them holds, None for a literal by itself."""

    multiples: dict[int, int]
    row: int | None


@dataclass(frozen=True, slots=True, eq=False)
class Residues:
    """matrix (equations, numbers) and right (equations,) modulo k; rows: of the table, by equation. exact: the
    equations and the numbers are all that the model says, and every residue is one way in which a number can be."""

    modulus: int
    matrix: Ints
    right: Ints
    rows: tuple[int, ...]
    numbers: tuple[Number, ...]
    exact: bool

    def possible_values(self, v: int, values: Values) -> list[int]:
        """What number v may be, given what is known of its literals."""
        number = self.numbers[v].multiples
        held = [m for x, m in number.items() if values[x] > 0]
        if held:
            return held
        return [0, *(m for x, m in number.items() if not values[x])]

    def assignment(self, model: Model, numbers: Ints) -> list[int]:
        """The values of all variables, by number, where these are the numbers."""
        values, integer = np.zeros(model.variables + 1, np.int64), model.integer
        for v, number in enumerate(self.numbers):
            for x, m in number.multiples.items():
                values[x] = m == numbers[v]
        for block in model.blocks:
            for r in range(len(block)):
                literals, coefs = block.rows[r], block.coefs
                whole = integer[literals]
                if coefs is not None and whole.any():
                    mine = coefs[block.rows.starts[r] : block.rows.starts[r + 1]]
                    turns = int(block.lo[r] - (mine * values[literals])[~whole].sum()) // int(mine[whole][0])
                    values[literals[whole][0]] = turns
        return [int(x) for x in values]


@dataclass(frozen=True, slots=True, eq=False)
class CongruenceRows:
    """The rows of a model that says something modulo one k, by what they say.

    modulus: k.
    equations: rows of the table, each an equation with one whole number.
    at_most_one: variable -> the row that says that at most one of it and others holds; each is in one such row at most.
    integer: the variables that are whole numbers.
    """

    modulus: int
    equations: list[int]
    at_most_one: dict[int, int]
    integer: frozenset[int]


def residues(model: Model, rows: RowTable) -> Residues | None:
    """The model as equations modulo one k, None where it is something else."""
    if len(rows) and all(kind == ODD for kind in rows.kinds) and all(rows.answer[1:]):
        return _parity_residues(rows)
    stated = _read_congruences(model, rows)
    return None if stated is None else _linear_residues(model, rows, stated)


def _read_congruences(model: Model, rows: RowTable) -> CongruenceRows | None:
    """The rows of the table by what they say, None where one of them says something else."""
    integer = frozenset(np.flatnonzero(model.integer).tolist())
    at_most_one: dict[int, int] = {}
    equations: list[int] = []
    for r, (block, _) in enumerate(rows.places):
        if model.blocks[block].kind is Kind.LINEAR and _has_one_integer(model, rows, r, integer):
            equations.append(r)
        elif _is_at_most_one(rows, r) and at_most_one.keys().isdisjoint(rows.literals[r]):
            at_most_one |= dict.fromkeys(rows.literals[r], r)
        else:
            return None
    moduli = {abs(c) for r in equations for x, c in _terms(rows, r) if x in integer}
    if len(moduli) != 1 or not 2 <= (k := moduli.pop()) < LARGEST:
        return None
    return CongruenceRows(k, equations, at_most_one, integer)


def _parity_residues(rows: RowTable) -> Residues:
    """Rows of parity: each literal is a number modulo 2."""
    matrix, right = np.zeros((len(rows), len(rows.answer) - 1), np.int64), np.array(rows.lo, np.int64)
    for r, literals in enumerate(rows.literals):
        for x in literals:
            matrix[r, abs(x) - 1] = 1
            right[r] += x < 0
    numbers = tuple(Number({x: 1}, None) for x in range(1, len(rows.answer)))
    return Residues(2, matrix, right % 2, tuple(range(len(rows))), numbers, True)


def _linear_residues(model: Model, rows: RowTable, stated: CongruenceRows) -> Residues | None:
    """Rows modulo k: literals of which at most one holds are a number together."""
    k, equations = stated.modulus, stated.equations
    groups: dict[int, list[int]] = {}  # by the row that at most one holds; by -x where no row says so of x
    for x, is_answer in enumerate(rows.answer):
        if is_answer:
            groups.setdefault(stated.at_most_one.get(x, -x), []).append(x)
    columns = _read_columns(rows, stated)
    if columns is None:
        return None
    numbers, matrix = [], np.zeros((len(equations), len(groups)), np.int64)
    for v, (row, literals) in enumerate(groups.items()):
        multiples = _multiples([columns[x] for x in literals], k)
        if multiples is None:
            return None
        numbers.append(Number(dict(zip(literals, multiples, strict=True)), row if row >= 0 else None))
        for i, c in columns[literals[0]].items():
            matrix[i, v] = c
    exact = all(_leaves_integer_free(model, rows, r, stated) for r in equations)
    exact &= all(sorted(number.multiples.values()) == list(range(1, k)) for number in numbers)
    right = np.array([rows.lo[r] % k for r in equations], np.int64)
    return Residues(k, matrix, right, tuple(equations), tuple(numbers), exact)


def _read_columns(rows: RowTable, stated: CongruenceRows) -> dict[int, dict[int, int]] | None:
    """By variable of the answer: its coefficients modulo k, by equation. None where an equation has another one."""
    columns: dict[int, dict[int, int]] = {x: {} for x, is_answer in enumerate(rows.answer) if is_answer}
    for i, r in enumerate(stated.equations):
        for x, c in _terms(rows, r):
            if x not in stated.integer:
                if x not in columns:
                    return None
                columns[x][i] = c % stated.modulus
    return columns


def _multiples(columns: list[dict[int, int]], k: int) -> list[int] | None:
    """How often each column is the first one, modulo k; None where one is no multiple, or two are the same."""
    multiples = []
    for column in columns:
        multiple = _multiple(columns[0], column, k)
        if multiple is None or multiple in multiples:
            return None
        multiples.append(multiple)
    return multiples


def _leaves_integer_free(model: Model, rows: RowTable, r: int, stated: CongruenceRows) -> bool:
    """May the row's whole number be whatever the literals make of it?"""
    least, most, t = _integer_range(rows, r, stated)
    return bool(model.lower[t] <= least and most <= model.upper[t])


def _terms(rows: RowTable, r: int) -> list[tuple[int, int]]:
    return list(zip(rows.literals[r], rows.coefs[r] or [], strict=True))


def _is_at_most_one(rows: RowTable, r: int) -> bool:
    """Does the row say that at most one of some variables of the answer holds?"""
    if rows.kinds[r] != COUNT or (rows.lo[r], rows.hi[r]) != (0, 1):
        return False
    return all(x > 0 and rows.answer[x] for x in rows.literals[r])


def _has_one_integer(model: Model, rows: RowTable, r: int, integer: frozenset[int]) -> bool:
    """Is the row an equation with one whole number, and without negated literals?"""
    guarded = model.blocks[rows.places[r][0]].when is not None
    positive = all(x > 0 for x in rows.literals[r])
    return positive and not guarded and rows.lo[r] == rows.hi[r] and len(integer.intersection(rows.literals[r])) == 1


def _multiple(first: dict[int, int], other: dict[int, int], k: int) -> int | None:
    """m with other = m * first modulo k, 1 <= m < k and as small as it can be; None if there is none."""
    for m in range(1, k):
        if all((m * c - other.get(i, 0)) % k == 0 for i, c in first.items()) and other.keys() <= first.keys():
            return m
    return None


def _integer_range(rows: RowTable, r: int, stated: CongruenceRows) -> tuple[int, int, int]:
    """From where to where the row's whole number goes, whatever the literals are; and which variable it is."""
    most: dict[int, int] = {}
    least: dict[int, int] = {}
    k, whole = 1, 0
    for x, c in _terms(rows, r):
        if x in stated.integer:
            k, whole = c, x
            continue
        group = stated.at_most_one.get(x, -x)
        most[group], least[group] = max(most.get(group, 0), c), min(least.get(group, 0), c)
    ends = sorted((rows.lo[r] - sum(each.values())) / k for each in (most, least))
    return ceil(ends[0]), floor(ends[1]), whole


def implied_literals(residues: Residues, v: int, c: int, total: int, values: Values) -> list[int]:
    """The open literals of number v that c * v = total decides, with their signs."""
    possible = {m for m in residues.possible_values(v, values) if (c * m - total) % residues.modulus == 0}
    number = residues.numbers[v].multiples
    return [
        x if possible == {m} else -x
        for x, m in number.items()
        if not values[x] and (possible == {m} or m not in possible)
    ]


def needs_no_exclusion(residues: Residues, v: int, c: int, total: int, values: Values, x: int) -> bool:
    """Does c * (sum of the multiples that hold) = total decide literal x even if several may hold at once?"""
    k = residues.modulus
    reached = {residues.numbers[v].multiples[abs(x)] if x < 0 else 0}  # with the opposite of x
    for other, m in residues.numbers[v].multiples.items():
        if values[other] > 0:
            reached = {(sum_ + m) % k for sum_ in reached}
        elif not values[other] and other != abs(x):
            reached |= {(sum_ + m) % k for sum_ in reached}
    return all((c * sum_ - total) % k for sum_ in reached)
